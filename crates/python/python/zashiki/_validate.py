"""What learners are asked, one number at a time: shared by the environments for frameworks."""

from __future__ import annotations

import operator
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._zashiki import BadInput, Batch, Game, State, Walk

Form = Literal["actions", "choices"]

Seen = dict[str, Any]
"""`observation`, `action_mask`, and by small choices `factor` and `choices`."""


def refused(en: str, ja: str) -> BadInput:
    """Make a refusal in both languages, as the engine makes its own."""
    no = BadInput(en)
    no.ja = ja
    return no


def not_begun() -> BadInput:
    """Make the refusal of a step where no play goes on."""
    return refused(
        "No play goes on; call reset() for a new one.",
        "進行中のプレイがありません。reset() で新しく始めてください。",
    )


def check_render_mode(mode: str | None, known: list[str]) -> None:
    """Refuse a mode in which nothing can be shown.

    :raises BadInput: if there is no such mode.
    """
    if mode is not None and mode not in known:
        names = ", ".join(map(repr, known))
        raise refused(
            f"There is no render mode {mode!r}; use None or one of: {names}.",
            f"表示モード {mode!r} はありません。None か次のどれかにしてください:{names}。",
        )


def find_game(game: Game | str, seats: int | None) -> Game:
    """Find the game by its id, where it is not one already.

    :raises BadInput: if there is none, or not with so many seats.
    """
    if isinstance(game, Game):
        if seats not in (None, game.seats):
            raise refused(
                f"The game has {game.seats} seats already; leave seats={seats} out.",
                f"このゲームの席はすでに{game.seats}つです。seats={seats} を書かないでください。",
            )
        return game
    return Game(game) if seats is None else Game(game, seats=seats)


class Asked:
    """One play, whose seats are asked for numbers: of actions, or of small choices.

    :param form: `"actions"`, or `"choices"` where actions are made of small choices; None for
        actions where all of them have a number.
    :param together: Whether what several seats decide at the same time is held back and done when
        all have chosen, so that nobody who still chooses can count how many small choices another
        took.
    :raises BadInput: if actions are wanted and some have no number.
    """

    def __init__(self, game: Game, form: Form | None, *, together: bool = False) -> None:
        self.game = game
        self.together = together
        if form is None:
            form = "actions" if all_numbered(game) else "choices"
        # It says what is wrong with a form, and how many choices an action can have.
        batch = Batch(game, 1, form=form, threads=1)
        self.by_choices = form == "choices"
        self.longest = 0 if batch.choices is None else batch.choices.shape[1]
        """The most small choices that an action is made of."""
        self.numbers: int = batch.masks.shape[1]
        """How many numbers there are: all are below."""
        self.state: State
        self._walks: dict[int, Walk] = {}
        self._held: dict[int, str] = {}
        self.deal(0)

    def number(self, number: object, more: int = 0) -> int:
        """Check that this is one of the numbers, or of so many more behind them.

        :raises TypeError: if it is no whole number.
        :raises BadInput: if it is none of them.
        """
        try:
            whole = operator.index(number)  # type: ignore[arg-type]
        except TypeError:
            raise TypeError(
                f"An action is one whole number, not {number!r} ({type(number).__name__})."
            ) from None
        count = self.numbers + more
        if not 0 <= whole < count:
            raise refused(
                f"There is no number {whole} here; numbers are 0 to {count - 1}. Take one that "
                "action_mask allows.",
                f"{whole}という番号はありません。番号は0〜{count - 1}です。action_mask が1の番号を"
                "選んでください。",
            )
        return whole

    def deal(self, seed: int) -> None:
        """Deal a new play."""
        self.state = self.game.new_initial_state(seed)
        self._walks = {}
        self._held = {}

    @property
    def awaited(self) -> list[int]:
        """The seats that are asked for a number: those awaited, less those that have chosen."""
        return [seat for seat in self.state.current_players if seat not in self._held]

    def walk(self, seat: int) -> Walk:
        """Give the way to the action of a seat by small choices, as far as it has come."""
        if seat not in self._walks:
            self._walks[seat] = self.state.walk(seat)
        return self._walks[seat]

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Say of every number whether the seat may take it; none where it is not asked."""
        mask = np.zeros(self.numbers, np.int8)
        if seat in self.awaited:
            possible = self.walk(seat).mask() if self.by_choices else self.state.legal_mask(seat)
            mask[: len(possible)] = possible
        return mask

    def see(self, seat: int) -> Seen:
        """Observe as the seat."""
        seen: Seen = {
            "observation": self.state.observation(seat),
            "action_mask": self.mask(seat),
        }
        if self.by_choices:
            asked = self.walk(seat) if seat in self.awaited else None
            made = np.full(self.longest, -1, np.int16)
            if asked is not None:
                made[: len(asked.choices)] = asked.choices
            factor = None if asked is None else asked.factor
            nothing = len(self.game.factors)
            seen |= {"factor": np.int64(nothing if factor is None else factor), "choices": made}
        return seen

    def take(self, seat: int, number: int) -> None:
        """Take the action or the small choice of this number.

        :raises Illegal: if the seat may not.
        :raises BadInput: if this is no choice that can be made now.
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
        """Do the action, now or when all that decide at the same time have chosen."""
        seats = self.state.current_players
        if not self.together or seats == [seat]:
            self.state.step(seat, action)
            return
        # A number may mean another action once another seat has acted; its notation does not.
        self._held[seat] = self.state.notation(seat, action)
        if not self.awaited:
            held, self._held = self._held, {}
            for each in seats:
                self.state.step(each, held[each])


def all_numbered(game: Game) -> bool:
    """Whether every action of a game has a number."""
    try:
        Batch(game, 1, threads=1)
    except BadInput:
        return False
    return True
