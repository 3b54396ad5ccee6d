"""Solutions of the small variants: `python bench/solve.py [ITERATIONS]`.

Prints the table of `docs/guides/exact-solutions.md`: the size of each variant, the value of an
equilibrium for seat 0, and the exploitability after 10, 100 and ITERATIONS iterations of CFR+.
"""

from __future__ import annotations

import sys

import zashiki
from zashiki import small


def main() -> None:
    """Print the table."""
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    shown = sorted({0, 10, 100, iterations})
    heads = ["variant", "of", "nodes", "information sets", "value for seat 0", "random play"]
    heads += [f"{count:,} iterations" for count in shown[1:]]
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    for name in small.SMALL:
        game, position = small.load(name)
        solution = zashiki.solve(game, iterations=iterations, position=position)
        lost = {each["iterations"]: each["exploitability"] for each in solution["progress"]}
        cells = [f"`{name}`", game.name_ja.split("(")[0], f"{solution['nodes']:,}"]
        cells += [f"{solution['information_sets']:,}", f"{round(solution['values'][0], 4) + 0:.4f}"]
        cells += [f"{lost[count]:.4f}" for count in shown]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
