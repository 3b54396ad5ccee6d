"""Validated steps by numbers, shared by the environments for frameworks."""

from __future__ import annotations

import operator
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._zashiki import BadInput, Batch, Game, State, Walk

Form = Literal["actions", "choices"]

Seen = dict[str, Any]
"""`observation`, `action_mask`, and with sub-actions `factor` and `choices`."""

Observed = Any
"""A `Seen`, or if observations are flat, one vector."""


def refused(en: str, ja: str) -> BadInput:
    """Make an exception with messages in both languages, like those of the extension module."""
    no = BadInput(en)
    no.ja = ja
    return no


def not_begun() -> BadInput:
    """Make the exception for a step without a match in progress."""
    return refused(
        "No play goes on; call reset() for a new one.",
        "進行中のプレイがありません。reset() で新しく始めてください。",
    )


def check_render_mode(mode: str | None, known: list[str]) -> None:
    """Check the name of a render mode.

    :raises BadInput: if the mode is unknown.
    """
    if mode is not None and mode not in known:
        names = ", ".join(map(repr, known))
        raise refused(
            f"There is no render mode {mode!r}; use None or one of: {names}.",
            f"表示モード {mode!r} はありません。None か次のどれかにしてください:{names}。",
        )


def find_game(game: Game | str, seats: int | None) -> Game:
    """Return the game, configured by its id if needed.

    :raises BadInput: if the game does not exist or does not support this number of seats.
    """
    if isinstance(game, Game):
        if seats not in (None, game.seats):
            raise refused(
                f"The game has {game.seats} seats already; omit seats={seats}.",
                f"このゲームの席はすでに{game.seats}つです。seats={seats} を書かないでください。",
            )
        return game
    return Game(game) if seats is None else Game(game, seats=seats)


class Asked:
    """One match whose seats choose by numbers: of actions or of sub-actions.

    :param form: `"actions"`, or `"choices"` for sub-actions; None selects actions if all of them
        have a number.
    :param together: If true, simultaneous actions are applied once all seats have chosen, so that
        no seat can count the sub-actions of another.
    :param flat: If true, observations are vectors scaled to 0 to 1, as those of a flat `Batch`.
    :raises BadInput: if `form` is `"actions"` and some actions have no number.
    """

    def __init__(
        self, game: Game, form: Form | None, *, together: bool = False, flat: bool = False
    ) -> None:
        self.game = game
        self.together = together
        self.flat = flat
        if form is None:
            form = "actions" if all_numbered(game) else "choices"
        # The batch checks the form, and has the maximum number of sub-actions.
        batch = Batch(game, 1, form=form, threads=1, flat=True)
        self.flat_size: int = batch.observations.shape[1]
        """Number of values in a flat observation."""
        self.maxima: npt.NDArray[np.float32] = np.repeat(
            np.array([feature["max"] for feature in game.features], np.float32),
            [int(np.prod(feature["shape"])) for feature in game.features],
        )
        """The largest possible value of each number of an observation."""
        self.by_choices = form == "choices"
        self.longest = 0 if batch.choices is None else batch.choices.shape[1]
        """Maximum number of sub-actions of an action."""
        self.numbers: int = batch.masks.shape[1]
        """Upper bound of the numbers, exclusive."""
        self.state: State
        self._walks: dict[int, Walk] = {}
        self._held: dict[int, str] = {}
        self.restart(0)

    def number(self, number: object, more: int = 0) -> int:
        """Check that a number is below `numbers + more`.

        :raises TypeError: if it is not an integer.
        :raises BadInput: if it is out of range.
        """
        try:
            whole = operator.index(number)  # type: ignore[arg-type]
        except TypeError:
            raise TypeError(
                f"An action is one integer, not {number!r} ({type(number).__name__})."
            ) from None
        count = self.numbers + more
        if not 0 <= whole < count:
            raise refused(
                f"There is no number {whole} here; numbers are 0 to {count - 1}. Choose one that "
                "action_mask allows.",
                f"{whole}という番号はありません。番号は0〜{count - 1}です。action_mask が1の番号を"
                "選んでください。",
            )
        return whole

    def restart(self, seed: int) -> None:
        """Start a new match."""
        self.state = self.game.new_initial_state(seed)
        self._walks = {}
        self._held = {}

    @property
    def current_players(self) -> list[int]:
        """Seats to choose a number: those to decide, without those that have chosen."""
        return [seat for seat in self.state.current_players if seat not in self._held]

    def walk(self, seat: int) -> Walk:
        """Return the walk to the seat's action, after the sub-actions chosen so far."""
        if seat not in self._walks:
            self._walks[seat] = self.state.walk(seat)
        return self._walks[seat]

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Legality of every number for the seat; all 0 if the seat is not to choose."""
        mask = np.zeros(self.numbers, np.int8)
        if seat in self.current_players:
            possible = self.walk(seat).mask() if self.by_choices else self.state.legal_mask(seat)
            mask[: len(possible)] = possible
        return mask

    def see(self, seat: int) -> Observed:
        """Return the observation of the seat."""
        return self._vector(seat) if self.flat else self._dict(seat)

    def info(self, seat: int) -> dict[str, Any]:
        """Return what a flat observation of the seat leaves out: its mask."""
        return {"action_mask": self.mask(seat)} if self.flat else {}

    def _vector(self, seat: int) -> npt.NDArray[np.float32]:
        vector = np.zeros(self.flat_size, np.float32)
        size = len(self.maxima)
        np.multiply(self.state.observation(seat), np.float32(1) / self.maxima, out=vector[:size])
        if self.by_choices and seat in self.current_players:
            walk, kinds = self.walk(seat), len(self.game.factors)
            if walk.factor is not None:
                vector[size + walk.factor] = 1
            made = np.array(walk.choices, np.float32) + np.float32(1)
            at = size + kinds
            vector[at : at + len(made)] = made * (np.float32(1) / np.float32(self.numbers))
        return vector

    def _dict(self, seat: int) -> Seen:
        seen: Seen = {
            "observation": self.state.observation(seat),
            "action_mask": self.mask(seat),
        }
        if self.by_choices:
            asked = self.walk(seat) if seat in self.current_players else None
            made = np.full(self.longest, -1, np.int16)
            if asked is not None:
                made[: len(asked.choices)] = asked.choices
            factor = None if asked is None else asked.factor
            nothing = len(self.game.factors)
            seen |= {"factor": np.int64(nothing if factor is None else factor), "choices": made}
        return seen

    def take(self, seat: int, number: int) -> None:
        """Apply the action or the sub-action of this number.

        :raises Illegal: if a rule forbids the action.
        :raises BadInput: if the sub-action is not possible now.
        """
        if not self.by_choices:
            self._act(seat, number)
            return
        walk = self.walk(seat)
        walk.choose(number)
        action = walk.action
        if action is not None:
            del self._walks[seat]
            self._act(seat, action)

    def _act(self, seat: int, action: int) -> None:
        """Apply the action now, or once all seats of a simultaneous decision have chosen."""
        seats = self.state.current_players
        if not self.together or seats == [seat]:
            self.state.step(seat, action)
            return
        # After another seat's action the number may mean another action; the notation does not.
        self._held[seat] = self.state.notation(seat, action)
        if not self.current_players:
            held, self._held = self._held, {}
            for each in seats:
                self.state.step(each, held[each])


def first_illegal(numbers: npt.NDArray[Any], masks: npt.NDArray[np.bool_]) -> int | None:
    """Find the first row whose number has no True in the row's mask; None if there is none."""
    possible = (numbers >= 0) & (numbers < masks.shape[1])
    possible[possible] = masks[np.flatnonzero(possible), numbers[possible]]
    return None if possible.all() else int(np.flatnonzero(~possible)[0])


def all_numbered(game: Game) -> bool:
    """Return True if every action of a game has a number."""
    try:
        Batch(game, 1, threads=1)
    except BadInput:
        return False
    return True
