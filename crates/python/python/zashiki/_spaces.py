"""The spaces of Gymnasium in which observations and numbers lie."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ._validate import Asked


def of_numbers(asked: Asked) -> spaces.Discrete:
    """The numbers that are taken."""
    return spaces.Discrete(asked.numbers)


def of_observations(asked: Asked, more: int = 0) -> spaces.Dict:
    """What is observed: counts, not scaled, with a mask of the numbers that may be taken."""
    size = (asked.game.observation_size,)
    seen: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, np.inf, size, np.float32),
        "action_mask": spaces.Box(0, 1, (asked.numbers + more,), np.int8),
    }
    if asked.by_choices:
        largest = np.iinfo(np.int16).max
        # The last one is for seats that are not asked: some learners take no space from -1.
        seen["factor"] = spaces.Discrete(len(asked.game.factors) + 1)
        seen["choices"] = spaces.Box(-1, largest, (asked.longest,), np.int16)
    return spaces.Dict(seen)
