"""Measure the ratings of the benchmark's rungs, and write the data of a protocol.

    python bench/rungs.py --binary target/release/zashiki --reports DIR \
        --out benchmark.json

runs two ladders of the laboratory for each game and number of seats: of the rungs up to `greedy`,
whose games are quick, and of those from `greedy` on. Each rung plays against the one below it. The
reports are kept in DIR, and a later run continues there; `--only-reports` runs no ladder and leaves
out setups without reports. The data of a released protocol never change, not even for a longer
measurement: new rungs, ratings or rules are a new protocol, so it writes over no file.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import shlex
import subprocess
from typing import Any, NamedTuple

import zashiki
from zashiki._zashiki import _components_digest

GAMES = 200
"""Number of games against each rung in an evaluation, rounded up to whole deals."""
SEED = 1
"""Seed of the games of an evaluation."""
LADDER_SEED = 1000
"""Seed of the ladders."""


def rungs(noises: list[int], *searches: str) -> list[str]:
    """List bots from random play over weaker and weaker errors of the heuristic to search."""
    errors = [f"greedy:worlds=1:noise={noise}" for noise in noises]
    return ["random", *errors, "greedy", *searches]


KOKYU = rungs([800, 200, 50], *(f"ismcts:sims={sims}" for sims in (50, 150, 450)))
SENGOKU = rungs([400], *(f"ismcts:sims={sims}" for sims in (8, 24, 100)))
HOSTILE = rungs([800, 200, 60, 20], *(f"planner:nodes={nodes}" for nodes in (1000, 4000, 16000)))
SHINRA = rungs([300, 100], *(f"alphabeta:nodes={nodes}" for nodes in (100, 300, 900)))
HONNOJI = rungs([400], *(f"ismcts:sims={sims}" for sims in (50, 200, 800)))


class Setup(NamedTuple):
    """A game, a number of seats, and the rungs."""

    game: str
    seats: int
    bots: list[str]
    weak: int
    """Number of games between neighbouring rungs up to `greedy`."""
    strong: int
    """Number of games between neighbouring rungs from `greedy` on."""


SETUPS = [
    Setup("kokyu", 2, KOKYU, 3000, 240),
    Setup("sengoku", 2, SENGOKU, 3000, 300),
    Setup("sengoku", 3, SENGOKU, 1800, 180),
    Setup("sengoku", 4, SENGOKU, 1800, 180),
    Setup("hostile", 2, HOSTILE, 600, 90),
    Setup("hostile", 3, HOSTILE, 300, 30),
    Setup("hostile", 4, HOSTILE, 300, 30),
    Setup("honnoji", 3, HONNOJI, 1500, 102),
    Setup("honnoji", 4, HONNOJI, 600, 44),
    # Thirty games do not tell which of its two larger searches is the stronger.
    Setup("honnoji", 5, HONNOJI[:-1], 600, 30),
    Setup("shinra", 2, SHINRA, 300, 300),
]
ANCHOR = "greedy"
"""The rung that both ladders of a setup have."""

Ranks = dict[str, dict[str, float]]
"""Rating of each bot, with the ends of its 95 % interval: `elo`, `low`, `high`."""


def command(game: str, seats: int, bots: list[str], games: int) -> list[str]:
    """List the words of a ladder's command, without the program."""
    words = ["lab", "ladder", game, "--seats", str(seats), "--bots", ",".join(bots)]
    words += ["--games", str(games), "--seed", str(LADDER_SEED)]
    # With such a margin only pairs whose order is clear end early.
    return [*words, "--margin", "1", "--adjacent-only"]


def joined(weak: Ranks, strong: Ranks) -> Ranks:
    """Rating of all rungs: those of the second ladder are relative to `ANCHOR`."""
    base = weak[ANCHOR]
    found = dict(weak)
    for bot, rank in strong.items():
        if bot != ANCHOR:
            elo = base["elo"] + rank["elo"]
            # The ladders are independent.
            half = math.hypot(base["high"] - base["elo"], rank["high"] - rank["elo"])
            found[bot] = {"elo": elo, "low": elo - half, "high": elo + half}
    return found


def setup(game: str, seats: int, bots: list[str], reports: list[dict[str, Any]]) -> dict[str, Any]:
    """Data of a protocol for one game with its number of seats."""
    of = zashiki.Game(game, seats=seats)
    weak, strong = ({rank["bot"]: rank for rank in report["ranks"]} for report in reports)
    ranks = joined(weak, strong)
    if any(report["options"] != of.options for report in reports) or set(ranks) != set(bots):
        raise SystemExit(f"the reports of {game} with {seats} seats have other options or bots")
    rated = [
        {
            "bot": bot,
            "rating": round(ranks[bot]["elo"], 1),
            "low": round(ranks[bot]["low"], 1),
            "high": round(ranks[bot]["high"], 1),
        }
        for bot in bots
    ]
    commands = []
    for report in reports:
        names = [bot for bot in bots if any(rank["bot"] == bot for rank in report["ranks"])]
        # A pair whose order is clear may have ended earlier than the others.
        words = command(game, seats, names, max(pair["games"] for pair in report["pairs"]))
        commands.append(shlex.join(["zashiki", *words]))
    return {
        "game": game,
        "seats": seats,
        "options": of.options,
        "components": _components_digest(of),
        "rules_version": of.rules_version,
        "commands": commands,
        "rungs": rated,
    }


def report(file: pathlib.Path, binary: str, words: list[str]) -> dict[str, Any]:
    """Report of a ladder, which runs if the file is missing."""
    if not file.exists():
        played = subprocess.run(
            [binary, *words, "--threads", "1", "--json"], check=True, stdout=subprocess.PIPE
        )
        file.write_bytes(played.stdout)
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def main() -> None:
    """Run the ladders and write the file."""
    parser = argparse.ArgumentParser(description="Measure the rungs of the benchmark.")
    parser.add_argument("--binary", default=os.environ.get("ZASHIKI_BIN", "zashiki"))
    parser.add_argument("--reports", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only-reports", action="store_true")
    given = parser.parse_args()
    if given.out.exists():
        parser.error(f"{given.out} exists. A released protocol never changes; write another file.")
    given.reports.mkdir(parents=True, exist_ok=True)
    setups = []
    for game, seats, bots, weak, strong in SETUPS:
        at = bots.index(ANCHOR)
        ladders = {"weak": (bots[: at + 1], weak), "strong": (bots[at:], strong)}
        files = {name: given.reports / f"{game}-{seats}-{name}.json" for name in ladders}
        if given.only_reports and not all(file.exists() for file in files.values()):
            continue
        reports = [
            report(files[name], given.binary, command(game, seats, *ladders[name]))
            for name in ladders
        ]
        setups.append(setup(game, seats, bots, reports))
    data = {"protocol": "1", "games": GAMES, "seed": SEED, "zashiki": zashiki.__version__}
    text = json.dumps({**data, "setups": setups}, indent=1, ensure_ascii=False)
    given.out.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
