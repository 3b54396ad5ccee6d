"""Opponents of the learner in `zashiki.gymnasium.BatchEnv` and `zashiki.sb3.VecEnv`.

>>> import zashiki.opponents
>>> pool = zashiki.opponents.OpponentPool(["greedy", "random"], weights=[1, 3])
>>> pool.add("novice", weight=0.5)
>>> len(pool)
3
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._validate import refused

BatchPlayer = Union[
    str,
    Callable[[Any, npt.NDArray[np.bool_], npt.NDArray[np.int64]], npt.ArrayLike],
]
"""A bot by its spec, or a function that chooses for many seats at once. The function takes their
observations (in the form of the learner's), their masks and their seats, with a row for each, and
returns a number for each."""


class OpponentPool:
    """Opponents of which one is drawn for each seat and match, such as past selves of a learner.

    Opponents can be added and removed at any time. Matches in progress keep theirs.

    :param opponents: Bots or functions.
    :param weights: Weight of each; by default 1. An opponent is drawn with a probability in
        proportion to its weight.
    :raises BadInput: if a weight is negative or not finite, or there are not as many as opponents.
    """

    def __init__(
        self, opponents: Iterable[BatchPlayer] = (), weights: Iterable[float] | None = None
    ) -> None:
        self._opponents: list[BatchPlayer] = []
        self._weights: list[float] = []
        members = list(opponents)
        shares = [1.0] * len(members) if weights is None else list(weights)
        if len(shares) != len(members):
            raise refused(
                f"There are {len(members)} opponents, but {len(shares)} weights; pass one weight "
                "per opponent.",
                f"相手は{len(members)}人ですが、weights は{len(shares)}個です。相手ごとに1つ書いて"
                "ください。",
            )
        for member, share in zip(members, shares):
            self.add(member, share)

    def add(self, opponent: BatchPlayer, weight: float = 1.0) -> None:
        """Add an opponent.

        :raises TypeError: if it is neither a text nor a function.
        :raises BadInput: if the weight is negative or not finite.
        """
        _check_player(opponent)
        if not (math.isfinite(weight) and weight >= 0):
            raise refused(
                f"A weight is a number from 0, not {weight!r}.",
                f"weight は0以上の数です。{weight!r} ではありません。",
            )
        self._opponents.append(opponent)
        self._weights.append(float(weight))

    def remove(self, index: int) -> BatchPlayer:
        """Remove the opponent with this index, and return it.

        :raises IndexError: if there is none.
        """
        del self._weights[index]
        return self._opponents.pop(index)

    @property
    def opponents(self) -> tuple[BatchPlayer, ...]:
        """The opponents, in the order in which they were added."""
        return tuple(self._opponents)

    @property
    def weights(self) -> tuple[float, ...]:
        """Weight of each opponent."""
        return tuple(self._weights)

    def __len__(self) -> int:
        """Number of opponents."""
        return len(self._opponents)

    def draw(self, count: int, random: np.random.Generator) -> npt.NDArray[np.intp]:
        """Draw `count` indices of opponents.

        :raises BadInput: if the pool has no opponent with a weight above 0.
        """
        total = sum(self._weights)
        if not total > 0:
            raise refused(
                "The pool has no opponent with a weight above 0; add one.",
                "プールに weight が0より大きい相手がいません。加えてください。",
            )
        drawn: npt.NDArray[np.intp] = random.choice(
            len(self), size=count, p=np.array(self._weights) / total
        )
        return drawn


Opponent = Union[BatchPlayer, OpponentPool]
"""An opponent of the learner in a batch."""


def _check_player(player: object) -> None:
    """Check that a player of a batch is a text or a function.

    :raises TypeError: if it is neither.
    """
    if not (isinstance(player, str) or callable(player)):
        raise TypeError(
            f"An opponent is a text or a function, not {player!r} ({type(player).__name__})."
        )
