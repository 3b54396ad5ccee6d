"""PettingZoo environments of every game, with every number of seats.

>>> import zashiki.pettingzoo
>>> env = zashiki.pettingzoo.env("kokyu")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, ended, truncated, info = env.last()
...     env.step(None if ended else env.action_space(agent).sample(seen["action_mask"]))

Agents are `seat_0`, `seat_1` and so on. An observation is a dict of `observation`, what the seat
sees as numbers, and `action_mask`. Where actions are made of small choices, `factor` says what is
chosen next and `choices` what was chosen so far. Rewards come at the end: 1 for the winners, -1 for
the others, 0 if nobody wins. Where several seats decide at the same time they are asked one after
another, and no seat sees what another has chosen before it may.

It needs `pip install zashiki[pettingzoo]`.
"""

from __future__ import annotations

import copy
import json
from typing import Any, TypeVar

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is missing: pip install zashiki[pettingzoo]", name=missing.name
    ) from missing

import numpy as np

from . import _spaces
from ._validate import (
    Asked,
    Form,
    Seen,
    check_render_mode,
    find_game,
    not_begun,
    refused,
)
from ._zashiki import Game

RENDER_MODES = ["ansi"]

Env = TypeVar("Env")


class _Copied:
    """What is copied whole by `copy.copy`: a copy that shared the play would change with it."""

    def __copy__(self: Env) -> Env:
        return copy.deepcopy(self)


def env(
    game: Game | str = "kokyu",
    *,
    seats: int | None = None,
    form: Form | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Seen, int | None]:
    """Make an environment in which one agent acts after another.

    Who takes what its mask forbids loses with a reward of -1, and the play is over. What is not in
    the action space raises, as in `raw_env`.

    :param game: A game or its id.
    :param seats: How many seats; the fewest of the game if left out.
    :param form: `"actions"`, or `"choices"` for small choices; if left out, actions where all of
        them have a number.
    :param render_mode: `"ansi"` for the public view as JSON.
    :raises BadInput: if there is no such game, or not in this form.
    """
    raw = raw_env(game, seats=seats, form=form, render_mode=render_mode)
    return _Ordered(_Loses(raw, -1))


class _Ordered(_Copied, wrappers.OrderEnforcingWrapper):
    """PettingZoo's wrapper, which refuses what is out of order."""


class _Loses(_Copied, wrappers.TerminateIllegalWrapper):
    """PettingZoo's wrapper, which looks a number up in the mask without asking what it is."""

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            action = self.unwrapped.number(action)
        super().step(action)


class _Common(_Copied):
    """What both kinds of environments have."""

    metadata: dict[str, Any]
    # Whether seats that decide at the same time do so in one and the same step.
    _together = False

    def __init__(
        self, game: Game | str, seats: int | None, form: Form | None, render_mode: str | None
    ) -> None:
        check_render_mode(render_mode, RENDER_MODES)
        self.game = find_game(game, seats)
        self.asked = Asked(self.game, form, together=self._together)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"{self.game.id}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = seeding.np_random()[0]
        # Where all act at once there is a number more, which waits.
        more = int(self._together)
        sees, takes = _spaces.of_observations(self.asked, more), self.asked.numbers + more
        self.observation_spaces = dict.fromkeys(self.possible_agents, sees)
        # Each agent's has randomness of its own.
        self.action_spaces = {agent: spaces.Discrete(takes) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """In which space the agent's observations lie."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """From which space the agent takes numbers."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Show what anybody may see, as JSON."""
        if self.render_mode is None:
            return None
        return json.dumps(self.asked.state.view(), ensure_ascii=False)

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def _seat(self, agent: str) -> int:
        """Find the agent's seat.

        :raises BadInput: if there is no such agent.
        """
        seat = self._seats.get(agent)
        if seat is None:
            last = self.possible_agents[-1]
            raise refused(
                f"There is no agent {agent!r}; agents are seat_0 to {last}.",
                f"エージェント {agent!r} はいません。seat_0 から {last} までです。",
            )
        return seat

    def _deal(self, seed: int | None) -> None:
        # The same seed gives the same plays, this one and those after it.
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.asked.deal(int(self._random.integers(1 << 63)))
        self.agents = list(self.possible_agents)

    def _returns(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.asked.state.returns()))


class raw_env(_Common, AECEnv[str, Seen, "int | None"]):  # noqa: N801 (PettingZoo's name)
    """The environment without wrappers: what may not be done raises `Illegal` or `BadInput`."""

    metadata = {"render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        form: Form | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        _Common.__init__(self, game, seats, form, render_mode)

    def observe(self, agent: str) -> Seen:
        """What the agent's seat sees."""
        return self.asked.see(self._seat(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new play. Options of the game are those that it was made with."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int | None) -> None:
        """Take the number for the agent that is selected.

        :raises TypeError: if it is no whole number.
        :raises Illegal: if a rule forbids it; nothing has changed.
        :raises BadInput: if it cannot be taken now, or no play goes on; nothing has changed.
        """
        if not self.agents:
            raise not_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.asked.take(self._seats[agent], self.number(action))
        self._cumulative_rewards[agent] = 0.0
        if self.asked.state.is_over:
            self.rewards = self._returns()
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._ask()
        self._accumulate_rewards()

    def number(self, action: int | None) -> int:
        """Check that this is a number that the agent that is selected could take.

        :raises TypeError: if it is no whole number.
        :raises BadInput: if it is not in the action space.
        """
        if action is None:
            agent = self.agent_selection
            raise refused(
                f"{agent} is to take a number; None is for agents whose play is over.",
                f"{agent} は番号を選ぶ番です。None はプレイが終わったエージェントだけが使います。",
            )
        return self.asked.number(action)

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[self.asked.state.current_players[0]]


class parallel_env(_Common, ParallelEnv[str, Seen, int]):  # noqa: N801 (PettingZoo's name)
    """An environment in which all agents act at once.

    Those that are not asked wait: the last number, which is all that their masks allow. What is
    decided at the same time is done when the last has chosen; who has chosen sooner waits. What may
    not be done raises `Illegal` or `BadInput`, and nothing is done.

    Arguments are those of `env`.
    """

    metadata = {"render_modes": RENDER_MODES}
    _together = True

    def __init__(
        self,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        form: Form | None = None,
        render_mode: str | None = None,
    ) -> None:
        _Common.__init__(self, game, seats, form, render_mode)
        self.wait = self.asked.numbers
        """The number that waits."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a new play. Options of the game are those that it was made with."""
        self._deal(seed)
        return self._see(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take a number for every agent.

        :raises TypeError: if one is no whole number.
        :raises BadInput: if one cannot be taken now, an agent is missing or none of these, or no
            play goes on; nothing has changed.
        """
        if not self.agents:
            raise not_begun()
        numbers = self._check(actions)
        for seat, number in numbers.items():
            self.asked.take(seat, number)
        agents, over = self.agents, self.asked.state.is_over
        seen = self._see()
        rewards = self._returns() if over else dict.fromkeys(agents, 0.0)
        if over:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _check(self, actions: dict[str, int]) -> dict[int, int]:
        """Give the number of each seat that is asked, if all agents take what they may."""
        for agent in actions:
            self._seat(agent)
        numbers = {}
        for agent, seat in self._seats.items():
            if agent not in actions:
                raise refused(
                    f"There is no number for {agent}; every agent takes one.",
                    f"{agent} の番号がありません。どのエージェントにも1つ要ります。",
                )
            number = self.asked.number(actions[agent], 1)
            asked = seat in self.asked.awaited
            if not self._mask(agent)[number]:
                wait = self.wait
                raise refused(
                    f"{agent} cannot take {number}; take a number that its action_mask allows."
                    + ("" if asked else f" It is not asked: {wait} waits."),
                    f"{agent} は{number}を選べません。action_mask が1の番号を選んでください。"
                    + ("" if asked else f"いまは番ではないので、待つ番号 {wait} だけです。"),
                )
            if asked:
                numbers[seat] = number
        return numbers

    def _mask(self, agent: str) -> np.ndarray:
        return _or_wait(self.asked.mask(self._seat(agent)))

    def _see(self) -> dict[str, Seen]:
        seen = {agent: self.asked.see(self._seats[agent]) for agent in self.agents}
        for each in seen.values():
            each["action_mask"] = _or_wait(each["action_mask"])
        return seen


def _or_wait(mask: np.ndarray) -> np.ndarray:
    """Add to a mask whether its seat waits: it does where nothing else is possible."""
    return np.append(mask, np.int8(not mask.any()))
