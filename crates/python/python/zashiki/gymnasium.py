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
`info["illegal"]` has the reason. With `flat=True` an observation is one vector, scaled to 0 to 1,
and `action_mask` is in the info.

It needs `pip install gymnasium`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, SupportsInt, Union

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
from ._opponents import Opponents, listed
from ._screen import MODES, RENDER_FPS, Screen, Shown
from ._validate import (
    Asked,
    Form,
    Observed,
    Seen,
    find_game,
    not_begun,
    refused,
)
from ._zashiki import BadInput, Batch, Bot, Game, Illegal, State, games
from .opponents import Opponent

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


class SeatEnv(gymnasium.Env[Observed, SupportsInt]):
    """One seat of a game; bots play the others.

    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param seat: The learning seat; None for a random one in each match.
    :param bots: Players of the other seats: one for all, or one for each in order.
    :param form: `"actions"`, or `"choices"` for sub-actions; by default actions if all of them
        have a number.
    :param render_mode: How the board is shown, as the seat sees it: `"ansi"` in plain text,
        `"rgb_array"` as pixels, `"human"` in a window that follows every decision.
    :param flat: True for observations that are one vector scaled to 0 to 1, as those of a flat
        `zashiki.Batch`. The mask is then in the info, as `action_mask`.
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
        flat: bool = False,
    ) -> None:
        self.game = find_game(game, seats)
        self._screen = Screen(render_mode, f"Zashiki: {self.game.id}")
        if seat is not None:
            _check_seat(seat, self.game)
        self.asked = Asked(self.game, form, flat=flat)
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
    ) -> tuple[Observed, dict[str, Any]]:
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
                return self.asked.see(self.seat), self.asked.info(self.seat)

    def step(self, action: SupportsInt) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
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
            info = {"illegal": str(no), **self.asked.info(self.seat)}
            return self.asked.see(self.seat), -1.0, True, False, info
        self._follow()
        self._let_bots_decide()
        over = self.asked.state.is_over
        self._goes_on = not over
        reward = self.asked.state.returns()[self.seat] if over else 0.0
        return self.asked.see(self.seat), reward, over, False, self.asked.info(self.seat)

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


def _check_seat(seat: int, game: Game) -> None:
    """Check that the game has this seat.

    :raises BadInput: if it has not.
    """
    if seat not in range(game.seats):
        raise refused(
            f"There is no seat {seat!r}; seats are 0 to {game.seats - 1}.",
            f"席{seat!r}はありません。席は0〜{game.seats - 1}です。",
        )


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


Rotating = Literal["rotating"]
"""The learning seat is one seat further in each match of a batch than in the one before."""


class BatchEnv(VectorEnv[Observed, npt.NDArray[np.float32], npt.NDArray[Any]]):
    """Many matches at once, with one learning seat: `zashiki.Batch` as a vector environment.

    `gymnasium.make_vec("zashiki/kokyu-2-v0", 64)` makes one, as `BatchEnv(64, "kokyu", seats=2)`
    does. In the observation of a finished match no seat is to choose.

    :param num_envs: Number of matches.
    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param seat: The learning seat: a seat; `"rotating"`, so that it is one seat further in each
        match than in the one before; or None for a random one in each new match.
    :param bots: Bots at the other seats: one for all, or one for each in order; by default random
        ones. In order means ascending if the learning seat is fixed, otherwise from the seat after
        it on.
    :param opponents: Players of the other seats where not all are bots: one for all, or one for
        each in order. A player is a bot, a function that chooses in many matches at once, or an
        `zashiki.opponents.OpponentPool`.
    :param form: `"actions"`, or `"choices"` for sub-actions; by default actions if all of them
        have a number.
    :param threads: Number of threads; by default one per core.
    :param autoreset_mode: `"SameStep"`: a match that ends is replaced in the same step, and
        `info["final_obs"]` has its last observation. `"NextStep"`: its last observation is
        returned, with a mask of ones; the next step ignores its number and starts the next match.
    :param flat: True for observations that are one vector scaled to 0 to 1, as those of a flat
        `zashiki.Batch`. The masks are then in the info, as `action_mask`.
    :raises BadInput: if the game, seat, bot or mode does not exist, or the game does not support
        the form.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        seat: int | Rotating | None = "rotating",
        bots: str | Sequence[str] | None = None,
        opponents: Opponent | Sequence[Opponent] | None = None,
        form: Form | None = None,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        flat: bool = False,
    ) -> None:
        self.game = find_game(game, seats)
        mode = _autoreset(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self._ends_are_shown = mode == AutoresetMode.NEXT_STEP
        asked = Asked(self.game, form, flat=flat)
        self.form: Form = "choices" if asked.by_choices else "actions"
        self.flat, self.threads, self.num_envs = flat, threads, num_envs
        self._learner = 0
        """Index of the learner among the players of the batch."""
        self._rotate: bool | Literal["random"] = True
        if seat is None:
            self._rotate = "random"
        elif seat != "rotating":
            _check_seat(seat, self.game)
            self._learner, self._rotate = int(seat), False
        others = _batch_players(bots, opponents, self.game.seats - 1)
        # The batch plays those that are bots in every match.
        self.bots = [other if isinstance(other, str) else None for other in others]
        self.bots.insert(self._learner, None)
        called: list[Opponent | None] = [
            None if isinstance(other, str) else other for other in others
        ]
        called.insert(self._learner, None)
        self.single_observation_space = _spaces.of_observations(asked)
        self.single_action_space = _spaces.of_numbers(asked)
        # First, because it checks the number of matches.
        self.batch = self._begin(0)
        self._ended = np.zeros(num_envs, np.bool_)
        """The matches whose end was returned by the last step and which the next one starts."""
        self._finals = np.zeros_like(self.batch.observations)
        """The last observations of the matches that ended in the last step."""
        self._opponents = None
        if any(each is not None for each in called):
            self._opponents = Opponents(called, num_envs, self._rows)
            self._opponents.check()
        self._half_done = False
        """True if an opponent failed in the middle of a step."""
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _begin(self, seed: int) -> Batch:
        return Batch(
            self.game,
            self.num_envs,
            bots=self.bots,
            form=self.form,
            rotate=self._rotate,
            seed=seed,
            threads=self.threads,
            learner=self._learner,
            flat=self.flat,
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
    ) -> tuple[Observed, dict[str, Any]]:
        """Replace all matches by new ones."""
        super().reset(seed=seed)
        self.batch = self._begin(int(self.np_random.integers(1 << 63)))
        self._ended[:] = False
        self._let_opponents_choose(np.ones(self.num_envs, np.bool_), None)
        return self._see(), self._info()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[
        Observed,
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Apply a number in each match; on an illegal one it raises and no match changes.

        If an opponent fails, its exception is raised, and only `reset` is possible.
        """
        if self._half_done:
            raise refused(
                "An opponent failed in the middle of an earlier step; call reset() for new plays.",
                "前の step の途中で相手が失敗しました。reset() で新しく始めてください。",
            )
        ends = _Ends(self.batch.seats.copy(), self._ended, self._finals)
        self.batch.step(self._numbers(actions))
        ends.note(self.batch)
        self._let_opponents_choose(self.batch.dones.copy(), ends)
        info: dict[str, Any] = {}
        if self._ends_are_shown:
            self._ended = ends.ended
        elif ends.ended.any():
            info = {"final_obs": self._final_observations(ends.ended)}
            info["_final_obs"] = ends.ended.copy()
        info |= self._info()
        return self._see(), ends.rewards, ends.ended, np.zeros_like(ends.ended), info

    def _let_opponents_choose(self, new: npt.NDArray[np.bool_], ends: _Ends | None) -> None:
        """Let the opponents choose until the learner has to decide in every match.

        :param new: The matches that have just begun.
        :param ends: Takes the results of matches that end.
        """
        if self._opponents is None:
            return
        self._half_done = True
        while True:
            while new.any():
                new = self._opponents.begin(self.batch, new, self.np_random)
            numbers = self._opponents.numbers(self.batch)
            if numbers is None:
                break
            self.batch.step(numbers)
            if ends is not None:
                ends.note(self.batch)
            new = self.batch.dones.copy()
        self._half_done = False

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

    def _rows(self, rows: npt.NDArray[np.intp] | slice) -> Observed:
        """Copies of some rows of the batch's observations."""
        batch = self.batch
        if self.flat:
            return np.array(batch.observations[rows])
        seen: Seen = {
            "observation": np.array(batch.observations[rows]),
            "action_mask": batch.masks[rows].astype(np.int8),
        }
        if batch.factors is not None and batch.choices is not None:
            factor, choices = np.array(batch.factors[rows]), np.array(batch.choices[rows])
            seen |= {"factor": factor, "choices": choices}
        return seen

    def _see(self) -> Observed:
        # The arrays of the batch change with its next step.
        seen = self._rows(slice(None))
        if not self._ended.any():
            return seen
        if self.flat:
            seen[self._ended] = self._finals[self._ended]
            return seen
        for key, value in self._end().items():
            seen[key][self._ended] = value
        seen["observation"][self._ended] = self._finals[self._ended]
        seen["action_mask"][self._ended] = 1
        return seen

    def _info(self) -> dict[str, Any]:
        """The masks, which flat observations leave out."""
        if not self.flat:
            return {}
        masks = self.action_masks().astype(np.int8)
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _end(self) -> Seen:
        """The parts of an observation besides the counts where no seat is to choose."""
        numbers = self.batch.masks.shape[1]
        end: Seen = {"action_mask": np.zeros(numbers, np.int8)}
        if self.batch.choices is not None:
            length = self.batch.choices.shape[1]
            end |= {"factor": len(self.game.factors), "choices": np.full(length, -1, np.int16)}
        return end

    def _final_observations(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        """Last observations of the matches that ended; None for others."""
        finals = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(ended):
            counts = self._finals[index].copy()
            finals[index] = counts if self.flat else {"observation": counts, **self._end()}
        return finals


class _Ends:
    """The results of the matches that end in one step of the environment.

    :param seats: The learning seat in each match.
    :param waits: The matches that do not take part in the step.
    :param finals: Takes their last observations.
    """

    def __init__(
        self,
        seats: npt.NDArray[np.int64],
        waits: npt.NDArray[np.bool_],
        finals: npt.NDArray[np.float32],
    ) -> None:
        self.rewards = np.zeros(len(seats), np.float32)
        self.ended = np.zeros(len(seats), np.bool_)
        self._seats, self._goes_on, self._finals = seats, ~waits, finals

    def note(self, batch: Batch) -> None:
        """Take what has ended in a step of the batch."""
        # Matches that begin and end within the step are not the learner's, who decided nothing.
        rows = np.flatnonzero(batch.dones & self._goes_on)
        if rows.size:
            self.rewards[rows] = batch.rewards[rows, self._seats[rows]]
            self.ended[rows] = True
            self._finals[rows] = batch.final_observations[rows]
            self._goes_on[rows] = False


def _batch_players(
    bots: str | Sequence[str] | None,
    opponents: Opponent | Sequence[Opponent] | None,
    others: int,
) -> list[Opponent]:
    """List the players of the other seats, in order."""
    if opponents is not None:
        if bots is not None:
            raise refused(
                "bots and opponents are the same seats; pass one of them.",
                "bots と opponents は同じ席のことです。どちらか1つにしてください。",
            )
        return listed(opponents, others)
    players: list[Opponent] = []
    for bot in _others("random" if bots is None else bots, others + 1):
        if not isinstance(bot, str):
            raise TypeError(
                f"The bots of a batch are texts, not {bot!r} ({type(bot).__name__}); functions "
                "that choose in many plays at once can be its opponents."
            )
        players.append(bot)
    return players


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
