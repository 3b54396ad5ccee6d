"""The choices of a learner's opponents in the matches of a batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._validate import Observed, first_illegal, refused
from ._zashiki import Batch
from .opponents import BatchPlayer, Opponent, OpponentPool


def listed(opponents: Opponent | Sequence[Opponent], others: int) -> list[Opponent]:
    """List the opponents at the other seats, in order.

    :raises BadInput: if their number is wrong.
    :raises TypeError: if one is neither a text, a function nor a pool.
    """
    if isinstance(opponents, (str, OpponentPool)) or callable(opponents):
        return [opponents] * others
    if not isinstance(opponents, Sequence):
        raise TypeError(
            "opponents is a text, a function, a pool or a list of them, not "
            f"{opponents!r} ({type(opponents).__name__})."
        )
    if len(opponents) != others:
        raise refused(
            f"There are {others} other seats, but {len(opponents)} opponents; pass one per seat.",
            f"ほかの席は{others}つですが、opponents は{len(opponents)}個です。席ごとに1つ書いて"
            "ください。",
        )
    for opponent in opponents:
        if not isinstance(opponent, OpponentPool):
            # It checks the type.
            OpponentPool([opponent])
    return list(opponents)


class Opponents:
    """The opponents in the matches of one batch that play by functions or are drawn from pools.

    :param opponents: Opponent of each player of the batch; None for the learner and for players
        that are bots in every match.
    :param see: Observations of these rows of the batch, in the form of the learner's.
    """

    def __init__(
        self,
        opponents: Sequence[Opponent | None],
        num_envs: int,
        see: Callable[[npt.NDArray[np.intp]], Observed],
    ) -> None:
        self._pools = {
            player: opponent if isinstance(opponent, OpponentPool) else OpponentPool([opponent])
            for player, opponent in enumerate(opponents)
            if opponent is not None
        }
        self._see = see
        self._rows = np.arange(num_envs)
        self._known: list[BatchPlayer] = []
        self._who = np.full((len(opponents), num_envs), -1, np.int64)
        """Index into `_known` of each player in each match."""

    def check(self) -> None:
        """Check that every pool has an opponent.

        :raises BadInput: if one has none.
        """
        for pool in self._pools.values():
            pool.draw(0, np.random.default_rng(0))

    def begin(
        self, batch: Batch, new: npt.NDArray[np.bool_], random: np.random.Generator
    ) -> npt.NDArray[np.bool_]:
        """Draw the opponents of new matches and seat the bots among them.

        Returns the matches that bots have ended, so that others have begun.
        """
        self._forget()
        rows = np.flatnonzero(new)
        for player, pool in self._pools.items():
            places = np.array([self._place(one) for one in pool.opponents], np.int64)
            self._who[player, rows] = places[pool.draw(len(rows), random)]
        texts = {at: one for at, one in enumerate(self._known) if isinstance(one, str)}
        bots = np.full(len(self._known), -1, np.int64)
        bots[list(texts)] = np.arange(len(texts))
        ended = np.zeros_like(new)
        for player in self._pools:
            which = np.where(new & ~ended, bots[self._who[player]], -1)
            if (which >= 0).any():
                batch.seat_bots(player, list(texts.values()), which)
                ended |= batch.dones
        return ended

    def numbers(self, batch: Batch) -> npt.NDArray[np.int64] | None:
        """Choose a number in each match that awaits an opponent, and -1 in others.

        Returns None if no match awaits one.

        :raises TypeError: if an opponent's answer is not an array of integers.
        :raises BadInput: if it has the wrong shape, or a number is not legal.
        """
        who = self._who[batch.players, self._rows]
        awaited = np.unique(who[who >= 0])
        if not awaited.size:
            return None
        numbers = np.full(len(who), -1, np.int64)
        for place in awaited:
            rows = np.flatnonzero(who == place)
            opponent = self._known[place]
            if isinstance(opponent, str):
                raise AssertionError("bots play in the batch itself")
            masks = batch.masks[rows]
            answer = opponent(self._see(rows), masks.copy(), batch.seats[rows])
            numbers[rows] = _checked(opponent, answer, rows, masks)
        return numbers

    def _place(self, opponent: BatchPlayer) -> int:
        """Index of the opponent in `_known`."""
        for at, known in enumerate(self._known):
            if known is opponent or (isinstance(known, str) and known == opponent):
                return at
        self._known.append(opponent)
        return len(self._known) - 1

    def _forget(self) -> None:
        """Drop opponents that play in no match any more, once there are many of them."""
        if len(self._known) <= 16 + 2 * sum(map(len, self._pools.values())):
            return
        used, places = np.unique(self._who, return_inverse=True)
        # The first value is -1, of the learner.
        self._known = [self._known[at] for at in used[used >= 0]]
        self._who[:] = places.reshape(self._who.shape) - int((used < 0).any())


def _checked(
    opponent: object,
    answer: npt.ArrayLike,
    rows: npt.NDArray[np.intp],
    masks: npt.NDArray[np.bool_],
) -> npt.NDArray[Any]:
    """The numbers that an opponent has chosen in these rows of a batch."""
    name = getattr(opponent, "__name__", type(opponent).__name__)
    numbers = np.asarray(answer)
    if numbers.dtype.kind not in "iu":
        raise TypeError(
            f"The opponent {name} must return whole numbers, not an array of {numbers.dtype}."
        )
    if numbers.shape != rows.shape:
        raise refused(
            f"The opponent {name} was to choose in {len(rows)} plays: it must return an array of "
            f"shape ({len(rows)},), not {numbers.shape}. Then call reset().",
            f"相手 {name} は{len(rows)}個のプレイで選ぶ番でした。"
            f"形が ({len(rows)},) の配列を返してください。{numbers.shape} ではありません。"
            "そのあと reset() で始めなおしてください。",
        )
    at = first_illegal(numbers, masks)
    if at is not None:
        raise refused(
            f"play {rows[at]}: the opponent {name} cannot choose {numbers[at]}; it must choose a "
            "number for which its mask is True. Then call reset().",
            f"{rows[at]}番のプレイ: 相手 {name} は{numbers[at]}を選べません。マスクが True の番号を"
            "選ぶようにしてください。そのあと reset() で始めなおしてください。",
        )
    return numbers
