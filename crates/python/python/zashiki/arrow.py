"""Reports of the laboratory as Arrow tables.

>>> import zashiki.arrow
>>> report = zashiki.simulate(zashiki.Game("kokyu"), ["greedy"], games=10, rows=True)
>>> zashiki.arrow.tables(report)["games"].num_rows
10

pandas (`table.to_pandas()`), polars (`polars.from_arrow(table)`), DuckDB and other libraries with
Arrow's stream interface (`__arrow_c_stream__`) read the tables directly.

It needs `pip install pyarrow`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._optional import missing

try:
    import pyarrow as pa
except ModuleNotFoundError as error:
    raise missing(error, "arrow") from error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["tables"]


def tables(report: Mapping[str, Any]) -> dict[str, pa.Table]:
    """Convert a report of `simulate`, `ladder` or `balance` to tables by name.

    `simulate`: `games` with a row per game, if the report has `rows`; `seats`, `order` and, with
    rotated seats, `bots` with their wins; `ends` with the reasons for the end.

    `ladder`: `ranks` and `pairs`.

    `balance`: `games`, `seats`, `order` and `ends`; `measures`, named after Ludii's metrics;
    `course`, points in time of a game; `kinds`, categories of actions.

    An interval has two columns, such as `share_low` and `share_high`. An unbounded or unmeasured
    value is null.

    Raises `TypeError` if the argument is not such a report.
    """
    if "pairs" in report:
        return _of_ladder(report)
    if "measures" in report:
        return _of_balance(report)
    if "win_shares" in report:
        return _of_simulation(report)
    raise TypeError("not a report of zashiki.simulate, zashiki.ladder or zashiki.balance")


def _of_simulation(report: Mapping[str, Any]) -> dict[str, pa.Table]:
    found = {}
    if "rows" in report:
        found["games"] = pa.table(dict(report["rows"]))
    found["seats"] = _table(
        {
            "seat": ("int64", range(report["seats"])),
            "wins": ("int64", report["wins"]),
            **_interval("share", report["win_shares"]),
            **_interval("portion", report["portions"], "share"),
        }
    )
    found["order"] = _won("place", range(1, report["seats"] + 1), report["by_order"])
    if "by_bot" in report:
        bots = report["bots"]
        found["bots"] = _won("place", range(1, len(bots) + 1), report["by_bot"], bots)
    found["ends"] = _ends(report)
    return found


def _of_ladder(report: Mapping[str, Any]) -> dict[str, pa.Table]:
    ranks, pairs = report["ranks"], report["pairs"]
    return {
        "ranks": _table(
            {
                "bot": ("string", _column(ranks, "bot")),
                **{name: ("float64", _column(ranks, name)) for name in ("elo", "low", "high")},
            }
        ),
        "pairs": _table(
            {
                "bot": ("string", _column(pairs, "bot")),
                "against": ("string", _column(pairs, "against")),
                "games": ("int64", _column(pairs, "games")),
                **_interval("share", _column(pairs, "share")),
                **_interval("elo", _column(pairs, "elo")),
                "verdict": ("string", _column(pairs, "verdict")),
            }
        ),
    }


def _of_balance(report: Mapping[str, Any]) -> dict[str, pa.Table]:
    seats, measures, kinds = report["seats"], report["measures"], report["kinds"]
    unknown = {"share": None, "low": None, "high": None}
    return {
        "games": _table(
            {
                "number": ("int64", range(report["games"])),
                "decisions": ("int64", report["decisions"]),
                "turns": ("int64", report["turns"]),
                "margin": ("int64", report["margins"]),
            }
        ),
        "seats": _won("seat", range(seats), report["by_seat"]),
        "order": _won("place", range(1, seats + 1), report["by_order"]),
        "ends": _ends(report),
        "measures": _table(
            {
                "name": ("string", _column(measures, "name")),
                "share": ("bool", _column(measures, "share")),
                **{name: ("float64", _column(measures, name)) for name in ("value", "low", "high")},
            }
        ),
        "course": _table(
            {
                name: ("float64", _column(report["course"], name))
                for name in ("at", "choices", "winner", "others")
            }
        ),
        "kinds": _table(
            {
                "kind": ("string", _column(kinds, "kind")),
                "offered": ("int64", _column(kinds, "offered")),
                "taken": ("int64", _column(kinds, "taken")),
                "seats_with": ("int64", _column(kinds, "seats_with")),
                "won_with": ("float64", _column(kinds, "won_with")),
                "seats_without": ("int64", _column(kinds, "seats_without")),
                "won_without": ("float64", _column(kinds, "won_without")),
                **_interval("denied", [kind["denied"] or unknown for kind in kinds], "share"),
            }
        ),
    }


def _won(
    by: str,
    places: Sequence[int],
    won: Sequence[Mapping[str, Any]],
    bots: Sequence[str] | None = None,
) -> pa.Table:
    return _table(
        {
            by: ("int64", places),
            **({} if bots is None else {"bot": ("string", bots)}),
            "wins": ("int64", _column(won, "wins")),
            **_interval("portion", _column(won, "portion"), "share"),
        }
    )


def _ends(report: Mapping[str, Any]) -> pa.Table:
    ends = report["end_reasons"]
    return _table({"reason": ("string", list(ends)), "games": ("int64", list(ends.values()))})


def _column(rows: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    return [row[name] for row in rows]


def _interval(
    name: str, shares: Sequence[Mapping[str, Any]], middle: str | None = None
) -> dict[str, tuple[str, Sequence[Any]]]:
    return {
        name: ("float64", _column(shares, middle or name)),
        f"{name}_low": ("float64", _column(shares, "low")),
        f"{name}_high": ("float64", _column(shares, "high")),
    }


def _table(columns: Mapping[str, tuple[str, Sequence[Any]]]) -> pa.Table:
    made = {
        name: pa.array(list(values), pa.type_for_alias(kind))
        for name, (kind, values) in columns.items()
    }
    return pa.table(made)
