"""Data sets of bot games, which everybody can make again: tables of games and of decisions.

    python -m zashiki.dataset kokyu --out data

writes `data/kokyu-2-games.parquet` and `data/kokyu-2-decisions.parquet`, and prints the checksum of
their content, which does not depend on the version of the Parquet library.

>>> import zashiki.dataset
>>> tables = zashiki.dataset.make("kokyu", games=4)
>>> len(tables["games"]["number"])
4

`docs/guides/dataset.md` describes the columns. Parquet files need `pip install pyarrow`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._optional import missing
from ._validate import find_game, refused
from ._zashiki import Game, simulate

__all__ = ["BOTS", "CHECKSUMS", "Tables", "checksum", "make", "write"]

BOTS = ("greedy", "greedy:worlds=1:noise=200")
"""Bots of even and odd seats in the first half of the games. In the second half they change places,
in other deals."""

Tables = dict[str, dict[str, Any]]
"""Columns by their names, by the names of the tables: `games` and `decisions`."""

CHECKSUMS: dict[str, dict[str, str]] = json.loads(
    pathlib.Path(__file__).with_name("dataset.json").read_text("utf-8")
)
"""Checksums of data sets with seed 1, by game and seats (`kokyu-2`) and by number of games."""


def make(
    game: Game | str,
    seats: int | None = None,
    *,
    games: int = 10_000,
    seed: int = 1,
    threads: int | None = None,
) -> Tables:
    """Play the games of a data set.

    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param games: Number of games, which is even. The first games of each half are those of a
        smaller data set with the same seed.
    :param seed: Seed of all games.
    :param threads: Number of threads; by default one per core. Results do not depend on it.
    :raises BadInput: if there is no such game, or the number of games is odd or not positive.
    """
    game = find_game(game, seats)
    if games < 2 or games % 2:
        raise refused(
            f"A data set has an even number of games, at least 2, not {games}.",
            f"データセットの対局数は2以上の偶数です({games} ではなく)。",
        )
    half = games // 2
    halves = []
    for index in range(2):
        bots = [BOTS[(seat + index) % 2] for seat in range(game.seats)]
        report = simulate(
            game,
            bots,
            games=half,
            seed=(seed + index) % (1 << 64),
            threads=threads,
            rows=True,
            decisions=True,
        )
        tables = {"games": report["rows"], "decisions": report["decision_rows"]}
        for table in tables.values():
            table["number"] = table["number"] + index * half
        tables["games"] |= {f"bot_{seat}": [bot] * half for seat, bot in enumerate(bots)}
        halves.append(tables)
    first, second = halves
    return {
        name: {column: _joined(first[name][column], second[name][column]) for column in first[name]}
        for name in first
    }


def _joined(first: Any, second: Any) -> Any:  # noqa: ANN401
    """One column after the other: two arrays or two lists."""
    return first + second if isinstance(first, list) else np.concatenate([first, second])


def checksum(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """SHA-256 of the content of tables.

    It is that of a text: for each table its name and its columns' names, and for each row its
    values, as JSON in a line each.
    """
    digest = hashlib.sha256()
    for name, table in tables.items():
        columns = [np.asarray(column).tolist() for column in table.values()]
        for line in ([name, *table], *zip(*columns)):
            text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
            digest.update(f"{text}\n".encode())
    return digest.hexdigest()


def write(tables: Tables, folder: str | pathlib.Path, name: str) -> list[pathlib.Path]:
    """Write each table to `FOLDER/NAME-TABLE.parquet`, and return the paths.

    :raises ModuleNotFoundError: if pyarrow is missing.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError as error:
        raise missing(error, "arrow") from error
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for table, columns in tables.items():
        path = folder / f"{name}-{table}.parquet"
        pq.write_table(pa.table(columns), path)
        paths.append(path)
    return paths


def main(arguments: Sequence[str] | None = None) -> None:
    """Make a data set as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m zashiki.dataset", description="Make a data set of bot games."
    )
    parser.add_argument("game", help="id of the game, such as kokyu")
    parser.add_argument("--seats", type=int, help="number of seats; the smallest without it")
    parser.add_argument("--games", type=int, default=10_000, help="number of games")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games")
    parser.add_argument("--threads", type=int, help="number of threads; one per core without it")
    parser.add_argument("--out", type=pathlib.Path, help="folder for the Parquet files")
    given = parser.parse_args(arguments)
    try:
        game = find_game(given.game, given.seats)
        tables = make(game, games=given.games, seed=given.seed, threads=given.threads)
    except ValueError as error:
        parser.error(str(error))
    name = f"{game.id}-{game.seats}"
    if given.out is not None:
        for path in write(tables, given.out, name):
            print(path)
    found = checksum(tables)
    known = CHECKSUMS.get(name, {}).get(str(given.games)) if given.seed == 1 else None
    verdict = {None: "no published checksum", found: "as published"}.get(known, "NOT as published")
    print(f"{found}  {name}, {given.games} games, seed {given.seed}: {verdict}")


if __name__ == "__main__":
    main()
