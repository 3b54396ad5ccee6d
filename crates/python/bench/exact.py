"""Exploitability of bots on small variants: `python bench/exact.py [SEEDS]`.

Prints the table of `docs/guides/openspiel.md`. At every reachable decision, a bot chooses once per
seed, SEEDS times. It needs OpenSpiel: `pip install open_spiel`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import zashiki.openspiel
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy

BOTS = ("greedy", "ismcts:sims=20", "ismcts:sims=100", "ismcts:sims=400")
VARIANTS = ("two_rounds", "last_tiles")
ROUNDS = (10, 100, 300)
"""After how many iterations the solver is looked at."""


def lost(game: zashiki.openspiel.ZashikiGame, asked: int) -> Iterator[tuple[str, float]]:
    """Say of each player how much a best response wins of it, on average over the seats."""
    yield "random", exploitability.exploitability(game, UniformRandomPolicy(game))
    for spec in BOTS:
        bot = zashiki.openspiel.BotPolicy(game, spec, asked)
        yield f"`{spec}`", exploitability.exploitability(game, bot)
    solver, done = cfr.CFRPlusSolver(game), 0
    for rounds in ROUNDS:
        while done < rounds:
            solver.evaluate_and_update_policy()
            done += 1
        found = exploitability.exploitability(game, solver.average_policy())
        yield f"CFR+, {rounds} iterations", found


def main() -> None:
    """Print the table."""
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("| player | " + " | ".join(f"`{name}`" for name in VARIANTS) + " |")
    print("|---" * (1 + len(VARIANTS)) + "|")
    games = [zashiki.openspiel.load_small(name) for name in VARIANTS]
    for row in zip(*(lost(game, asked) for game in games)):
        cells = " | ".join(f"{value:.4f}" for _, value in row)
        print(f"| {row[0][0]} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
