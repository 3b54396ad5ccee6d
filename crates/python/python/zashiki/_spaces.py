"""Gymnasium spaces of observations and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ._validate import Asked


def of_numbers(asked: Asked) -> spaces.Discrete:
    """Space of the numbers to choose."""
    return spaces.Discrete(asked.numbers)


def of_observations(asked: Asked, more: int = 0) -> spaces.Space[Any]:
    """Space of observations: unscaled counts with a mask of the legal numbers, or flat vectors."""
    if asked.flat:
        return spaces.Box(0, 1, (asked.flat_size,), np.float32)
    maxima = asked.maxima
    seen: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(np.zeros_like(maxima), maxima, dtype=np.float32),
        "action_mask": spaces.Box(0, 1, (asked.numbers + more,), np.int8),
    }
    if asked.by_choices:
        largest = np.iinfo(np.int16).max
        # The last value is for seats that are not to choose: some learners reject spaces from -1.
        seen["factor"] = spaces.Discrete(len(asked.game.factors) + 1)
        seen["choices"] = spaces.Box(-1, largest, (asked.longest,), np.int16)
    return spaces.Dict(seen)
