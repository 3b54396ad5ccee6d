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
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error, "pettingzoo") from error

import numpy as np
import numpy.typing as npt

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
from ._zashiki import BadInput, Batch, Game

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
        return _seat_of(agent, self._seats)

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
                raise _lacks(agent)
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


class ParallelVecEnv(_Copied):
    """Many matches at once in which all agents act at once: a parallel `zashiki.Batch`.

    It is `parallel_env` with an axis of matches in all arrays. What it takes and returns are dicts
    by agent, as those of AgileRL's vectorised PettingZoo environments. A match that ends is
    replaced in the same step; the info of each agent then has `final_obs`, its observations of the
    ended states, and `_final_obs`, which rows of them are meant.

    :param num_envs: Number of matches.
    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param form: `"actions"`, or `"choices"` for sub-actions; by default actions if all of them
        have a number.
    :param threads: Number of threads; by default one per core.
    :param flat: True for observations that are one vector scaled to 0 to 1, as those of a flat
        `zashiki.Batch`. The masks are then in the infos, as `action_mask`.
    :raises BadInput: if the game does not exist or does not support the form.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        form: Form | None = None,
        threads: int | None = None,
        flat: bool = False,
    ) -> None:
        self.game = find_game(game, seats)
        asked = Asked(self.game, form, flat=flat)
        self.form: Form = "choices" if asked.by_choices else "actions"
        self.num_envs, self.threads, self.flat = num_envs, threads, flat
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = list(self.possible_agents)
        self._seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self._random = seeding.np_random()[0]
        self.wait = asked.numbers
        """The number for waiting."""
        # First, because it checks the number of matches.
        self.batch = self._begin(0)
        one = _spaces.of_observations(asked, 1)
        self._sees = one, batch_space(one, num_envs)
        self._takes = {agent: spaces.Discrete(asked.numbers + 1) for agent in self.agents}
        self._take = {agent: batch_space(one, num_envs) for agent, one in self._takes.items()}

    def _begin(self, seed: int) -> Batch:
        return Batch(
            self.game,
            self.num_envs,
            form=self.form,
            seed=seed,
            threads=self.threads,
            flat=self.flat,
            parallel=True,
        )

    def single_observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of the agent's observations in one match."""
        _seat_of(agent, self._seats)
        return self._sees[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of the agent's observations in all matches."""
        _seat_of(agent, self._seats)
        return self._sees[1]

    def single_action_space(self, agent: str) -> spaces.Discrete:
        """Space of the agent's numbers in one match."""
        _seat_of(agent, self._seats)
        return self._takes[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Space of the agent's numbers in all matches."""
        _seat_of(agent, self._seats)
        return self._take[agent]

    def action_masks(self, agent: str) -> npt.NDArray[np.bool_]:
        """Legality of every number of the agent in each match, the last of which waits."""
        return np.array(self.batch.masks[:, _seat_of(agent, self._seats)])

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Replace all matches by new ones. `options` is ignored: the game has its own options."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.batch = self._begin(int(self._random.integers(1 << 63)))
        return self._see(), self._infos()

    def step(
        self, actions: dict[str, npt.ArrayLike]
    ) -> tuple[
        dict[str, Observed],
        dict[str, npt.NDArray[np.float32]],
        dict[str, npt.NDArray[np.bool_]],
        dict[str, npt.NDArray[np.bool_]],
        dict[str, dict[str, Any]],
    ]:
        """Apply a number for every agent in each match; on error no match changes.

        :raises TypeError: if the numbers are not integers.
        :raises Illegal: if a number is not legal.
        :raises BadInput: if an agent is missing or unknown.
        """
        for agent in actions:
            _seat_of(agent, self._seats)
        columns = []
        for agent in self.agents:
            if agent not in actions:
                raise _lacks(agent)
            numbers = np.asarray(actions[agent])
            if numbers.shape != (self.num_envs,):
                raise refused(
                    f"{agent} needs a number for each of {self.num_envs} plays: an array of shape "
                    f"({self.num_envs},), not {numbers.shape}.",
                    f"{agent} には{self.num_envs}個のプレイの番号が要ります。"
                    f"形は ({self.num_envs},) です。{numbers.shape} ではありません。",
                )
            # To the batch it means that the seat chooses nothing in this step.
            nothing = np.flatnonzero(numbers == -1)
            if nothing.size:
                raise refused(
                    f"play {nothing[0]}: -1 is no number of {agent}.",
                    f"{nothing[0]}番のプレイ: -1 は {agent} の番号ではありません。",
                )
            columns.append(numbers)
        self.batch.step(np.stack(columns, axis=1))
        ended = self.batch.dones.copy()
        infos = self._infos()
        if ended.any():
            for agent, finals in self._finals().items():
                infos[agent] |= {"final_obs": finals, "_final_obs": ended.copy()}
        rewards = {agent: self.batch.rewards[:, seat].copy() for agent, seat in self._seats.items()}
        return (
            self._see(),
            rewards,
            {agent: ended.copy() for agent in self.agents},
            {agent: np.zeros_like(ended) for agent in self.agents},
            infos,
        )

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _see(self) -> dict[str, Observed]:
        # The arrays of the batch change with its next step.
        batch = self.batch
        seen: dict[str, Observed] = {}
        for agent, seat in self._seats.items():
            values = batch.observations[:, seat].copy()
            if self.flat:
                seen[agent] = values
                continue
            seen[agent] = {
                "observation": values,
                "action_mask": batch.masks[:, seat].astype(np.int8),
            }
            if batch.factors is not None and batch.choices is not None:
                factors, choices = batch.factors[:, seat].copy(), batch.choices[:, seat].copy()
                seen[agent] |= {"factor": factors, "choices": choices}
        return seen

    def _infos(self) -> dict[str, dict[str, Any]]:
        if not self.flat:
            return {agent: {} for agent in self.agents}
        masks = self.batch.masks.astype(np.int8)
        return {agent: {"action_mask": masks[:, seat]} for agent, seat in self._seats.items()}

    def _finals(self) -> dict[str, Observed]:
        """The last observations of each agent, in which no seat is to choose."""
        batch = self.batch
        finals: dict[str, Observed] = {}
        for agent, seat in self._seats.items():
            values = batch.final_observations[:, seat].copy()
            if self.flat:
                finals[agent] = values
                continue
            mask = np.zeros((self.num_envs, self.wait + 1), np.int8)
            mask[:, self.wait] = 1
            finals[agent] = {"observation": values, "action_mask": mask}
            if batch.choices is not None:
                none = np.full(self.num_envs, len(self.game.factors))
                choices = np.full_like(batch.choices[:, seat], -1)
                finals[agent] |= {"factor": none, "choices": choices}
        return finals


def _seat_of(agent: str, seats: dict[str, int]) -> int:
    """Seat of the agent.

    :raises BadInput: if the agent does not exist.
    """
    seat = seats.get(agent)
    if seat is None:
        last = f"seat_{len(seats) - 1}"
        raise refused(
            f"There is no agent {agent!r}; agents are seat_0 to {last}.",
            f"エージェント {agent!r} はいません。seat_0 から {last} までです。",
        )
    return seat


def _lacks(agent: str) -> BadInput:
    """Make the exception for a step without a number for the agent."""
    return refused(
        f"There is no number for {agent}; every agent needs one.",
        f"{agent} の番号がありません。どのエージェントにも1つ要ります。",
    )


def _or_wait(mask: np.ndarray) -> np.ndarray:
    """Extend a mask by the number for waiting, which is legal if no other number is."""
    return np.append(mask, np.int8(not mask.any()))
