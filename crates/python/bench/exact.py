"""How far from unbeatable players are on small variants: `python bench/exact.py [ASKED]`.

It prints the table of `docs/openspiel.md`. A bot is asked so many times, with other seeds, at every
decision that it can come to. It needs `pip install zashiki[openspiel]`.
"""

from __future__ import annotations

import sys

import zashiki.openspiel
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import Policy, UniformRandomPolicy

BOTS = ("greedy", "ismcts:sims=20", "ismcts:sims=100", "ismcts:sims=400")
ROUNDS = (1, 10, 100, 300)
"""After how many iterations the solver is looked at."""


def show(player: str, game: zashiki.openspiel.ZashikiGame, played: Policy) -> None:
    """Print a row of the table: how much a best response wins of it, on average over the seats."""
    lost = exploitability.exploitability(game, played)
    print(f"| `{game.get_parameters()['small']}` | {player} | {lost:.4f} |", flush=True)


def main() -> None:
    """Print the table."""
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("| variant | player | exploitability |")
    print("|---|---|---|")
    for name in zashiki.openspiel.SMALL:
        game = zashiki.openspiel.load_small(name)
        show("any action alike", game, UniformRandomPolicy(game))
        for spec in BOTS:
            show(f"`{spec}`", game, zashiki.openspiel.BotPolicy(game, spec, asked))
        solver, done = cfr.CFRPlusSolver(game), 0
        for rounds in ROUNDS:
            while done < rounds:
                solver.evaluate_and_update_policy()
                done += 1
            show(f"CFR+, {rounds} iterations", game, solver.average_policy())


if __name__ == "__main__":
    main()
