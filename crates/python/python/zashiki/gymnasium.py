"""Gymnasium environments: one seat learns, and bots play the others.

>>> import gymnasium
>>> import zashiki.gymnasium
>>> env = gymnasium.make("zashiki/kokyu-2-v0", bots="greedy")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, ended, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))

Every game is registered with every number of seats, as `zashiki/GAME-SEATS-v0`. An observation is a
dict with `observation`, the features of the seat, and `action_mask`. With sub-actions it also has
`factor`, the kind of the next sub-action, and `choices`, those chosen so far. The reward comes at
the end: 1 for a win, -1 for a loss, 0 if nobody wins. An illegal action loses the match;
`info["illegal"]` has the reason.

It needs `pip install gymnasium`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Protocol, SupportsInt, Union

from ._optional import missing

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error, "gymnasium") from error

import numpy as np
import numpy.typing as npt

from . import _spaces
from ._screen import MODES, RENDER_FPS, Screen, Shown
from ._validate import (
    Asked,
    Form,
    Seen,
    find_game,
    not_begun,
    refused,
)
from ._zashiki import BadInput, Batch, Bot, Game, Illegal, State, games

Player = Union[str, Callable[[State, int], Union[int, str]]]
"""A bot by its spec, or a function that takes a state and a seat and returns an action. The state
is a determinization of the seat's information state."""


class _Seated(Protocol):
    """A player of one seat in a match."""

    def choose(self, state: State, seat: int, /) -> int | str:
        """Choose an action."""


class _Function:
    """A function that receives determinizations of its seat's information state."""

    def __init__(self, function: Callable[[State, int], int | str], seed: int) -> None:
        self.function = function
        self.draw = np.random.default_rng(seed)

    def choose(self, state: State, seat: int, /) -> int | str:
        return self.function(state.determinize(seat, int(self.draw.integers(1 << 63))), seat)


class SeatEnv(gymnasium.Env[Seen, SupportsInt]):
    """One seat of a game; bots play the others.

    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param seat: The learning seat; None for a random one in each match.
    :param bots: Players of the other seats: one for all, or one for each in order.
    :param form: `"actions"`, or `"choices"` for sub-actions; by default actions if all of them
        have a number.
    :param render_mode: How the board is shown, as the seat sees it: `"ansi"` in plain text,
        `"rgb_array"` as pixels, `"human"` in a window that follows every decision.
    :raises BadInput: if the game, seat or bot does not exist, or the game does not support the
        form.
    """

    metadata = {"render_modes": MODES, "render_fps": RENDER_FPS}

    def __init__(
        self,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        seat: int | None = 0,
        bots: Player | Sequence[Player] = "random",
        form: Form | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game, seats)
        self._screen = Screen(render_mode, f"Zashiki: {self.game.id}")
        if seat is not None and seat not in range(self.game.seats):
            raise refused(
                f"There is no seat {seat!r}; seats are 0 to {self.game.seats - 1}.",
                f"席{seat!r}はありません。席は0〜{self.game.seats - 1}です。",
            )
        self.asked = Asked(self.game, form)
        self.render_mode = render_mode
        self.bots = _others(bots, self.game.seats)
        for bot in self.bots:
            # An invalid bot raises here instead of in the first match.
            _seated(bot, self.game, 0)
        self.seat = 0
        """The learning seat in this match."""
        self._seat = seat
        self._goes_on = False
        self._players: dict[int, _Seated] = {}
        self.observation_space = _spaces.of_observations(self.asked)
        self.action_space = _spaces.of_numbers(self.asked)

    def __copy__(self) -> SeatEnv:
        """Deep copy: a shallow one would share the match."""
        return copy.deepcopy(self)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legality of every number, for sb3-contrib's MaskablePPO."""
        return self.asked.mask(self.seat).astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a new match, and let the bots play until the learning seat has to decide."""
        super().reset(seed=seed)
        if self._seat is None:
            self.seat = int(self.np_random.integers(self.game.seats))
        else:
            self.seat = self._seat
        others = [other for other in range(self.game.seats) if other != self.seat]
        self._players = {
            other: _seated(bot, self.game, self._draw()) for other, bot in zip(others, self.bots)
        }
        # A match may end before the seat decides anything; then another one starts.
        while True:
            self.asked.restart(self._draw())
            self._follow()
            self._let_bots_decide()
            if not self.asked.state.is_over:
                self._goes_on = True
                return self.asked.see(self.seat), {}

    def step(self, action: SupportsInt) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Apply a number for the seat, and let the bots play until it has to decide again.

        :raises TypeError: if the number is not an integer.
        :raises BadInput: if it is not in the action space, or no match is in progress.
        """
        if not self._goes_on:
            raise not_begun()
        number = self.asked.number(action)
        try:
            self.asked.take(self.seat, number)
        except (Illegal, BadInput) as no:
            self._goes_on = False
            return self.asked.see(self.seat), -1.0, True, False, {"illegal": str(no)}
        self._follow()
        self._let_bots_decide()
        over = self.asked.state.is_over
        self._goes_on = not over
        reward = self.asked.state.returns()[self.seat] if over else 0.0
        return self.asked.see(self.seat), reward, over, False, {}

    def render(self) -> Shown:
        """Return the board as the seat sees it, or show it in a window."""
        return self._screen.show(self.asked.state, self.seat, self.metadata["render_fps"])

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()

    def _follow(self) -> None:
        self._screen.follow(self.asked.state, self.seat, self.metadata["render_fps"])

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 63))

    def _let_bots_decide(self) -> None:
        state = self.asked.state
        while not state.is_over and self.seat not in state.current_players:
            other = state.current_players[0]
            state.step(other, self._players[other].choose(state, other))
            self._follow()


def _others(bots: Player | Sequence[Player], seats: int) -> list[Player]:
    """List the players of the other seats, in order."""
    if isinstance(bots, str) or callable(bots):
        return [bots] * (seats - 1)
    if not isinstance(bots, Sequence):
        raise TypeError(
            f"bots is a bot, a function or a list of them, not {bots!r} ({type(bots).__name__})."
        )
    if len(bots) != seats - 1:
        raise refused(
            f"There are {seats - 1} other seats, but {len(bots)} bots; pass one bot per seat.",
            f"ほかの席は{seats - 1}つですが、bots は{len(bots)}個です。席ごとに1つ書いてください。",
        )
    return list(bots)


def _seated(player: Player, game: Game, seed: int) -> _Seated:
    """Create a player from a bot spec or a function."""
    if isinstance(player, str):
        return Bot(player, game, seed)
    if not callable(player):
        raise TypeError(f"A bot is a text or a function, not {player!r} ({type(player).__name__}).")
    return _Function(player, seed)


class BatchEnv(VectorEnv[Seen, npt.NDArray[np.float32], npt.NDArray[Any]]):
    """Many matches at once, with one learning seat: `zashiki.Batch` as a vector environment.

    `gymnasium.make_vec("zashiki/kokyu-2-v0", 64)` makes one, as `BatchEnv(64, "kokyu", seats=2)`
    does. In the observation of a finished match no seat is to choose.

    :param num_envs: Number of matches.
    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param bots: Players of the other seats: one for all, or one for each in order.
    :param rotate: True to move the learning seat one seat on from each match to the next.
    :param form: `"actions"`, or `"choices"` for sub-actions; by default actions if all of them
        have a number.
    :param threads: Number of threads; by default one per core.
    :param autoreset_mode: `"SameStep"`: a match that ends is replaced in the same step, and
        `info["final_obs"]` has its last observation. `"NextStep"`: its last observation is
        returned, with a mask of ones; the next step ignores its number and starts the next match.
    :raises BadInput: if the game, bot or mode does not exist, or the game does not support the
        form.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        bots: str | Sequence[str] = "random",
        rotate: bool = True,
        form: Form | None = None,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        self.game = find_game(game, seats)
        mode = _autoreset(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self._ends_are_shown = mode == AutoresetMode.NEXT_STEP
        asked = Asked(self.game, form)
        self.form: Form = "choices" if asked.by_choices else "actions"
        self.bots: list[str | None] = [None]
        for bot in _others(bots, self.game.seats):
            if not isinstance(bot, str):
                raise TypeError(
                    f"The bots of a batch are texts, not {bot!r} ({type(bot).__name__}); functions "
                    "can play in a SeatEnv."
                )
            self.bots.append(bot)
        self.rotate, self.threads, self.num_envs = rotate, threads, num_envs
        self.single_observation_space = _spaces.of_observations(asked)
        self.single_action_space = _spaces.of_numbers(asked)
        # First, because it checks the number of matches.
        self.batch = self._begin(0)
        self._ended = np.zeros(num_envs, np.bool_)
        """The matches whose end was returned by the last step and which the next one starts."""
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _begin(self, seed: int) -> Batch:
        return Batch(
            self.game,
            self.num_envs,
            bots=self.bots,
            form=self.form,
            rotate=self.rotate,
            seed=seed,
            threads=self.threads,
        )

    def __copy__(self) -> BatchEnv:
        """Deep copy: a shallow one would share the matches."""
        return copy.deepcopy(self)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legality of every number in each match."""
        # The array of the batch changes with its next step, but this one does not.
        return self.batch.masks | self._ended[:, np.newaxis]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Replace all matches by new ones."""
        super().reset(seed=seed)
        self.batch = self._begin(int(self.np_random.integers(1 << 63)))
        self._ended[:] = False
        return self._see(), {}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[
        Seen,
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Apply a number in each match; on an illegal one it raises and no match changes."""
        seats = self.batch.seats.copy()
        self.batch.step(self._numbers(actions))
        rewards = self.batch.rewards[np.arange(self.num_envs), seats]
        ended = self.batch.dones.copy()
        info: dict[str, Any] = {}
        if self._ends_are_shown:
            self._ended = ended
        elif ended.any():
            info = {"final_obs": self._finals(ended), "_final_obs": ended.copy()}
        return self._see(), rewards, ended, np.zeros_like(ended), info

    def _numbers(self, actions: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The numbers for the batch: where a match has ended, it waits."""
        numbers = np.asarray(actions)
        if numbers.shape != self._ended.shape:
            return numbers
        waits = np.flatnonzero((numbers == _WAIT) & ~self._ended)
        if waits.size:
            raise refused(
                f"play {waits[0]}: {_WAIT} is no number of the action space.",
                f"{waits[0]}番のプレイ: {_WAIT} は行動空間の番号ではありません。",
            )
        return np.where(self._ended, _WAIT, numbers) if self._ended.any() else numbers

    def _see(self) -> Seen:
        # The arrays of the batch change with its next step.
        seen: Seen = {
            "observation": self.batch.observations.copy(),
            "action_mask": self.batch.masks.astype(np.int8),
        }
        if self.batch.factors is not None and self.batch.choices is not None:
            seen |= {"factor": self.batch.factors.copy(), "choices": self.batch.choices.copy()}
        if self._ended.any():
            for key, value in self._end().items():
                seen[key][self._ended] = value
            seen["observation"][self._ended] = self.batch.final_observations[self._ended]
            seen["action_mask"][self._ended] = 1
        return seen

    def _end(self) -> Seen:
        """The parts of an observation besides the counts where no seat is to choose."""
        numbers = self.batch.masks.shape[1]
        end: Seen = {"action_mask": np.zeros(numbers, np.int8)}
        if self.batch.choices is not None:
            length = self.batch.choices.shape[1]
            end |= {"factor": len(self.game.factors), "choices": np.full(length, -1, np.int16)}
        return end

    def _finals(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        """Last observations of the matches that ended; None for others."""
        finals = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(ended):
            counts = self.batch.final_observations[index].copy()
            finals[index] = {"observation": counts, **self._end()}
        return finals


# Sent instead of a number: the match stays as it is in this step of a `Batch`.
_WAIT = -1


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode of this name, if a batch has it."""
    supported = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
    for known in supported:
        if mode in (known, known.value):
            return known
    names = [known.value for known in supported]
    raise refused(
        f"There is no autoreset mode {mode!r} here; there are {names[0]!r} and {names[1]!r}.",
        f"autoreset_mode に {mode!r} はありません。{names[0]!r} か {names[1]!r} にしてください。",
    )


def _register() -> None:
    for name in games():
        for seats in range(1, 9):
            try:
                Game(name, seats=seats)
            except BadInput:
                continue
            gymnasium.register(
                f"zashiki/{name}-{seats}-v0",
                entry_point="zashiki.gymnasium:SeatEnv",
                vector_entry_point="zashiki.gymnasium:BatchEnv",
                kwargs={"game": name, "seats": seats},
            )


_register()
