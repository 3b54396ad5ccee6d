"""PettingZoo environments of every game, with every number of seats.

>>> import zashiki.pettingzoo
>>> env = zashiki.pettingzoo.env("kokyu")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, ended, truncated, info = env.last()
...     env.step(None if ended else env.action_space(agent).sample(seen["action_mask"]))

Agents are `seat_0`, `seat_1` and so on. An observation is a dict with `observation`, the features
of the seat, and `action_mask`. With sub-actions it also has `factor`, the kind of the next
sub-action, and `choices`, those chosen so far. Rewards come at the end: 1 for the winners, -1 for
the others, 0 if nobody wins. Seats that decide simultaneously choose one after another, and no seat
observes the choice of another before the rules reveal it.

It needs `pip install pettingzoo gymnasium`.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from ._optional import missing

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error, "pettingzoo") from error

import numpy as np

from . import _spaces
from ._screen import MODES, RENDER_FPS, Screen, Shown
from ._validate import (
    Asked,
    Form,
    Observed,
    find_game,
    not_begun,
    refused,
)
from ._zashiki import Game

RENDER_MODES = MODES

Env = TypeVar("Env")


class _Copied:
    """A class whose `copy.copy` is a deep copy: a shallow one would share the match."""

    def __copy__(self: Env) -> Env:
        return copy.deepcopy(self)


def env(
    game: Game | str = "kokyu",
    *,
    seats: int | None = None,
    form: Form | None = None,
    render_mode: str | None = None,
    flat: bool = False,
) -> AECEnv[str, Observed, int | None]:
    """Create an environment in which agents act in turn.

    An agent that takes an illegal action loses with a reward of -1, and the match is over. A number
    outside the action space raises, as in `raw_env`.

    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param form: `"actions"`, or `"choices"` for sub-actions; by default actions if all of them
        have a number.
    :param render_mode: How the board is shown, as a spectator sees it: `"ansi"` in plain text,
        `"rgb_array"` as pixels, `"human"` in a window that follows every decision.
    :param flat: True for observations that are one vector scaled to 0 to 1, as those of a flat
        `zashiki.Batch`. The mask is then in the info, as `action_mask`.
    :raises BadInput: if the game does not exist or does not support the form.
    """
    raw = raw_env(game, seats=seats, form=form, render_mode=render_mode, flat=flat)
    return _Ordered(_Loses(raw, -1))


class _Ordered(_Copied, wrappers.OrderEnforcingWrapper):
    """PettingZoo's wrapper that rejects calls out of order."""


class _Loses(_Copied, wrappers.TerminateIllegalWrapper):
    """PettingZoo's wrapper for illegal actions, with a check of the number before it is used."""

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            action = self.unwrapped.number(action)
        super().step(action)


class _Common(_Copied):
    """Common base of both environments."""

    metadata: dict[str, Any]
    # True if seats that decide simultaneously do so in one step.
    _together = False

    def __init__(
        self,
        game: Game | str,
        seats: int | None,
        form: Form | None,
        render_mode: str | None,
        flat: bool,
    ) -> None:
        self.game = find_game(game, seats)
        self._screen = Screen(render_mode, f"Zashiki: {self.game.id}")
        self.asked = Asked(self.game, form, together=self._together, flat=flat)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"{self.game.id}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = seeding.np_random()[0]
        # If all agents act at once, there is one more number, which waits.
        more = int(self._together)
        sees, takes = _spaces.of_observations(self.asked, more), self.asked.numbers + more
        self.observation_spaces = dict.fromkeys(self.possible_agents, sees)
        # Each agent's space has its own random numbers.
        self.action_spaces = {agent: spaces.Discrete(takes) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Space of the agent's numbers."""
        return self.action_spaces[agent]

    def render(self) -> Shown:
        """Return the board as a spectator sees it, or show it in a window."""
        return self._screen.show(self.asked.state, None, self.metadata["render_fps"])

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()

    def _follow(self) -> None:
        self._screen.follow(self.asked.state, None, self.metadata["render_fps"])

    def _seat(self, agent: str) -> int:
        """Seat of the agent.

        :raises BadInput: if the agent does not exist.
        """
        seat = self._seats.get(agent)
        if seat is None:
            last = self.possible_agents[-1]
            raise refused(
                f"There is no agent {agent!r}; agents are seat_0 to {last}.",
                f"エージェント {agent!r} はいません。seat_0 から {last} までです。",
            )
        return seat

    def _restart(self, seed: int | None) -> None:
        # A seed determines this match and those after it.
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.asked.restart(int(self._random.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self._follow()

    def _returns(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.asked.state.returns()))


class raw_env(_Common, AECEnv[str, Observed, "int | None"]):  # noqa: N801 (PettingZoo's name)
    """The environment without wrappers: an illegal action raises `Illegal` or `BadInput`."""

    metadata = {
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        form: Form | None = None,
        render_mode: str | None = None,
        flat: bool = False,
    ) -> None:
        AECEnv.__init__(self)
        _Common.__init__(self, game, seats, form, render_mode, flat)

    def observe(self, agent: str) -> Observed:
        """Observation of the agent's seat."""
        return self.asked.see(self._seat(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match. `options` is ignored: the game has its own options."""
        self._restart(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()
        self.infos = self._infos()

    def step(self, action: int | None) -> None:
        """Apply a number for the selected agent; on error the match is unchanged.

        :raises TypeError: if it is not an integer.
        :raises Illegal: if a rule forbids the action.
        :raises BadInput: if the number is not possible now, or no match is in progress.
        """
        if not self.agents:
            raise not_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.asked.take(self._seats[agent], self.number(action))
        self._follow()
        self._cumulative_rewards[agent] = 0.0
        if self.asked.state.is_over:
            self.rewards = self._returns()
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._ask()
        self.infos = self._infos()
        self._accumulate_rewards()

    def number(self, action: int | None) -> int:
        """Check that a number is in the action space of the selected agent.

        :raises TypeError: if it is not an integer.
        :raises BadInput: if it is not in the action space.
        """
        if action is None:
            agent = self.agent_selection
            raise refused(
                f"{agent} has to choose a number; None is for agents whose match is over.",
                f"{agent} は番号を選ぶ番です。None はプレイが終わったエージェントだけが使います。",
            )
        return self.asked.number(action)

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.asked.info(self._seats[agent]) for agent in self.agents}

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[self.asked.state.current_players[0]]


class parallel_env(_Common, ParallelEnv[str, Observed, int]):  # noqa: N801 (PettingZoo's name)
    """An environment in which all agents act at once.

    Agents that are not to decide wait: their masks allow only the last number. Simultaneous actions
    are applied once the last agent has chosen; agents that have chosen earlier wait. An illegal
    action raises `Illegal` or `BadInput`, and the match is unchanged.

    Arguments are those of `env`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}
    _together = True

    def __init__(
        self,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        form: Form | None = None,
        render_mode: str | None = None,
        flat: bool = False,
    ) -> None:
        _Common.__init__(self, game, seats, form, render_mode, flat)
        self.wait = self.asked.numbers
        """The number for waiting."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Start a new match. `options` is ignored: the game has its own options."""
        self._restart(seed)
        return self._see(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observed],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Apply a number for every agent; on error the match is unchanged.

        :raises TypeError: if a number is not an integer.
        :raises BadInput: if a number is not possible now, an agent is missing or unknown, or no
            match is in progress.
        """
        if not self.agents:
            raise not_begun()
        numbers = self._check(actions)
        for seat, number in numbers.items():
            self.asked.take(seat, number)
        self._follow()
        agents, over = self.agents, self.asked.state.is_over
        seen, infos = self._see(), self._infos()
        rewards = self._returns() if over else dict.fromkeys(agents, 0.0)
        if over:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )

    def _check(self, actions: dict[str, int]) -> dict[int, int]:
        """Check all numbers; return those of the seats that are to decide."""
        for agent in actions:
            self._seat(agent)
        numbers = {}
        for agent, seat in self._seats.items():
            if agent not in actions:
                raise refused(
                    f"There is no number for {agent}; every agent needs one.",
                    f"{agent} の番号がありません。どのエージェントにも1つ要ります。",
                )
            number = self.asked.number(actions[agent], 1)
            asked = seat in self.asked.current_players
            if not self._mask(agent)[number]:
                wait = self.wait
                raise refused(
                    f"{agent} cannot choose {number}; choose a number that its action_mask allows."
                    + (
                        ""
                        if asked
                        else f" It is not to decide now, so only {wait} (wait) is legal."
                    ),
                    f"{agent} は{number}を選べません。action_mask が1の番号を選んでください。"
                    + ("" if asked else f"いまは番ではないので、待つ番号 {wait} だけです。"),
                )
            if asked:
                numbers[seat] = number
        return numbers

    def _mask(self, agent: str) -> np.ndarray:
        return _or_wait(self.asked.mask(self._seat(agent)))

    def _see(self) -> dict[str, Observed]:
        seen = {agent: self.asked.see(self._seats[agent]) for agent in self.agents}
        if not self.asked.flat:
            for each in seen.values():
                each["action_mask"] = _or_wait(each["action_mask"])
        return seen

    def _infos(self) -> dict[str, dict[str, Any]]:
        if not self.asked.flat:
            return {agent: {} for agent in self.agents}
        return {agent: {"action_mask": self._mask(agent)} for agent in self.agents}


def _or_wait(mask: np.ndarray) -> np.ndarray:
    """Extend a mask by the number for waiting, which is legal if no other number is."""
    return np.append(mask, np.int8(not mask.any()))
