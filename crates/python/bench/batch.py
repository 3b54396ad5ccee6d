"""Steps per second of a batch of matches: `python bench/batch.py [PLAYS] [SECONDS]`.

A step includes observations and masks. NumPy draws a random number for each match; its time is
reported separately. Games that have actions without a number use sub-actions.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import zashiki


def numbers(batch: zashiki.Batch, draw: np.random.Generator) -> np.ndarray:
    """Choose a legal number for each match at random."""
    drawn = np.where(batch.masks, draw.random(batch.masks.shape, np.float32), -1)
    greatest: np.ndarray = drawn.argmax(axis=1)
    return greatest


def rate(game: zashiki.Game, form: str, plays: int, seconds: float) -> float:
    """Count the steps of a second in `step` alone."""
    batch = zashiki.Batch(game, plays, form=form)  # type: ignore[arg-type]
    draw = np.random.default_rng(1)
    steps, spent = 0, 0.0
    while spent < seconds:
        chosen = numbers(batch, draw)
        begin = time.perf_counter()
        batch.step(chosen)
        spent += time.perf_counter() - begin
        steps += plays
    return steps / spent


def main() -> None:
    """Print a line for each game."""
    plays = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    for name in zashiki.games():
        game = zashiki.Game(name)
        for form in ("actions", "choices"):
            try:
                print(f"{name} {form}: {rate(game, form, plays, seconds):,.0f} steps/s")
            except zashiki.BadInput:
                continue


if __name__ == "__main__":
    main()
