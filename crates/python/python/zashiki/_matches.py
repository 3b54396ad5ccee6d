"""Matches of a policy that chooses for many seats at once, in step with each other."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from ._validate import Asked, Form, Observed, first_illegal, refused
from ._zashiki import Bot, Game, _spread

BatchPolicy = Callable[[Any, npt.NDArray[np.bool_], npt.NDArray[np.int64]], npt.ArrayLike]
"""A function of observations, masks and seats, with a row for each match that awaits it. Returns
a number for each row."""


class _Match:
    """One match between the policy and bots."""

    def __init__(self, asked: Asked, own: Sequence[int], bot: str, seed: int) -> None:
        self.asked = copy.deepcopy(asked)
        self.asked.restart(seed)
        # The seeds that the laboratory gives to its bots.
        self._bots = {
            seat: Bot(bot, asked.game, _spread(seed, seat + 1))
            for seat in range(asked.game.seats)
            if seat not in own
        }

    def advance(self) -> bool:
        """Let the bots play until the policy is to decide; returns False if the match is over."""
        state = self.asked.state
        while not state.is_over:
            seat = state.current_players[0]
            if seat not in self._bots:
                return True
            state.step(seat, self._bots[seat].choose(state, seat))
        return False

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.asked.state.current_players[0]


def play_together(
    policy: BatchPolicy,
    name: str,
    bot: str,
    game: Game,
    deals: int,
    seed: int,
    *,
    form: Form | None,
    flat: bool,
    threads: int | None,
) -> npt.NDArray[np.bool_]:
    """Play deals once for every side, with the policy there and a bot on all others.

    Returns the winning seats by deal and side of the policy. The deals, and the bots' choices, are
    those of the laboratory with the same seed.

    :raises BadInput: if an answer of the policy has the wrong shape or is not legal.
    :raises TypeError: if it is not an array of integers.
    """
    asked = Asked(game, form, flat=flat)
    matches = [
        _Match(asked, side, bot, _spread(seed, deal))
        for deal in range(deals)
        for side in game.sides
    ]
    pool = ThreadPoolExecutor(threads or os.cpu_count())
    try:
        running = list(matches)
        while running:
            goes_on = pool.map(_Match.advance, running)
            running = [match for match, on in zip(running, goes_on) if on]
            if running:
                _decide(policy, name, running)
    finally:
        pool.shutdown(cancel_futures=True)
    winners = np.zeros((len(matches), game.seats), bool)
    for row, match in zip(winners, matches):
        row[match.asked.state.winners] = True
    return winners.reshape(deals, len(game.sides), game.seats)


def _decide(policy: BatchPolicy, name: str, matches: list[_Match]) -> None:
    """Let the policy choose a number in each match, and play it."""
    seats = np.array([match.seat for match in matches], np.int64)
    seen = [match.asked.see(match.seat) for match in matches]
    masks = np.array([match.asked.mask(match.seat) for match in matches], bool)
    answer = np.asarray(policy(_stacked(seen), masks.copy(), seats.copy()))
    if answer.dtype.kind not in "iu":
        raise TypeError(f"The policy {name} must return integers, not an array of {answer.dtype}.")
    if answer.shape != seats.shape:
        raise refused(
            f"The policy {name} was to choose in {len(seats)} matches: it must return an array of "
            f"shape ({len(seats)},), not {answer.shape}.",
            f"方策 {name} は{len(seats)}局で選ぶ番でした。形が ({len(seats)},) の配列を返して"
            f"ください。{answer.shape} ではありません。",
        )
    at = first_illegal(answer, masks)
    if at is not None:
        raise refused(
            f"The policy {name} cannot choose {answer[at]}; it must choose a number for which its "
            "mask is True.",
            f"方策 {name} は{answer[at]}を選べません。マスクが True の番号を選ぶようにして"
            "ください。",
        )
    for match, number in zip(matches, answer.tolist()):
        match.asked.take(match.seat, number)


def _stacked(seen: list[Observed]) -> Observed:
    """Observations as arrays with a row for each."""
    if not isinstance(seen[0], dict):
        return np.stack(seen)
    return {key: np.array([each[key] for each in seen]) for key in seen[0]}
