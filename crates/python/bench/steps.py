"""Steps per second in a Python loop, on one core: `python bench/steps.py [SECONDS]`.

A step gets the player to move, lists the legal actions, chooses one at random and applies it.
Further columns add masks, views as dicts and copies.
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING

import zashiki

if TYPE_CHECKING:
    from collections.abc import Callable

    Extra = Callable[[zashiki.State, int], object]

EXTRAS: dict[str, Extra | None] = {
    "lists": None,
    "lists, masks": lambda state, seat: state.legal_mask(seat),
    "lists, copies": lambda state, _seat: state.clone(),
    "lists, views": lambda state, seat: state.view(seat),
}


def steps_per_second(game: zashiki.Game, extra: Extra | None, seconds: float) -> float:
    """Play random games for so long."""
    draw = random.Random(1).random
    steps, seed, begin = 0, 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        state = game.new_initial_state(seed)
        seed += 1
        while True:
            awaited = state.current_players
            if not awaited:
                break
            seat = awaited[0]
            legal = state.legal(seat)
            if extra is not None:
                extra(state, seat)
            state.step(seat, legal[int(draw() * len(legal))])
            steps += 1
    return steps / (time.perf_counter() - begin)


def main() -> None:
    """Print the table of `docs/reference/python.md`."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print("| game | seats | " + " | ".join(EXTRAS) + " |")
    print("|---|---" + "|---" * len(EXTRAS) + "|")
    for name in zashiki.games():
        game = zashiki.Game(name)
        # HONNOJI makes its lists of layouts once, in its first games.
        steps_per_second(game, None, seconds)
        rates = [steps_per_second(game, extra, seconds) for extra in EXTRAS.values()]
        cells = " | ".join(f"{rate:,.0f}" for rate in rates)
        print(f"| {game.name_ja} | {game.seats} | {cells} |")


if __name__ == "__main__":
    main()
