"""Reports of the laboratory as tables."""

from __future__ import annotations

import doctest
import pathlib
import re
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
import zashiki
import zashiki.arrow


def rows(table: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """List the rows of a table."""
    listed: list[dict[str, Any]] = table.to_pylist()
    return listed


def test_a_simulation() -> None:
    game = zashiki.Game("sengoku", seats=3)
    bots = ["greedy:worlds=1", "random", "random"]
    report = zashiki.simulate(game, bots, games=6, rotate=True, rows=True)
    tables = zashiki.arrow.tables(report)
    assert set(tables) == {"games", "seats", "order", "bots", "ends"}
    games = tables["games"]
    assert games.num_rows == 6
    assert games.schema.field("seed").type == pa.uint64()
    assert games.schema.field("won_0").type == pa.bool_()
    assert games["decisions"].to_pylist() == list(report["rows"]["decisions"])
    for row, won in zip(rows(tables["bots"]), report["by_bot"]):
        assert row["wins"] == won["wins"]
        assert row["portion_high"] == won["portion"]["high"]
    assert tables["bots"]["bot"].to_pylist() == bots
    assert tables["seats"]["share_low"].to_pylist() == [one["low"] for one in report["win_shares"]]
    assert tables["order"]["place"].to_pylist() == [1, 2, 3]
    assert (
        dict(zip(*(tables["ends"][name].to_pylist() for name in ("reason", "games"))))
        == (report["end_reasons"])
    )
    # What neither rotates nor keeps its games has no tables of them.
    plain = zashiki.arrow.tables(zashiki.simulate(game, ["random"], games=1))
    assert set(plain) == {"seats", "order", "ends"}


def test_a_ladder_with_an_endless_strength() -> None:
    bots = ["random", "greedy:worlds=1"]
    ladder = zashiki.ladder(zashiki.Game("kokyu"), bots, games=4, seed=3)
    tables = zashiki.arrow.tables(ladder)
    assert set(tables) == {"ranks", "pairs"}
    ranks, pairs = rows(tables["ranks"]), rows(tables["pairs"])
    assert [rank["bot"] for rank in ranks] == [rank["bot"] for rank in ladder["ranks"]]
    # Who won all games is stronger without end; the column is one of numbers nevertheless.
    assert pairs[0]["share"] == 1.0
    assert pairs[0]["elo"] is None
    assert tables["pairs"].schema.field("elo").type == pa.float64()
    assert pairs[0]["elo_low"] == ladder["pairs"][0]["elo"]["low"]


def test_a_balance() -> None:
    report = zashiki.balance(zashiki.Game("kokyu"), population="random", games=16, sims=1)
    tables = zashiki.arrow.tables(report)
    assert set(tables) == {"games", "seats", "order", "ends", "measures", "course", "kinds"}
    assert tables["games"]["margin"].to_pylist() == report["margins"]
    measures = {row["name"]: row for row in rows(tables["measures"])}
    assert measures["AdvantageP1"]["low"] <= measures["AdvantageP1"]["value"]
    assert measures["Drama"]["value"] > 0
    course = tables["course"]["at"].to_pylist()
    assert (course[0], course[-1]) == (0.0, 1.0)
    denied = [(row["denied"], row["denied_low"]) for row in rows(tables["kinds"])]
    assert any(low is None for _, low in denied)
    assert any(low is not None and share >= low for share, low in denied)


def test_others_take_the_tables() -> None:
    ladder = zashiki.ladder(zashiki.Game("kokyu"), ["random", "random"], games=4)
    table = zashiki.arrow.tables(ladder)["pairs"]
    assert hasattr(table, "__arrow_c_stream__")
    frame = pd.DataFrame(table.to_pandas())
    assert list(frame["games"]) == [4]


def test_its_document_and_its_example_run(capsys: pytest.CaptureFixture[str]) -> None:
    text = (pathlib.Path(__file__).parents[3] / "docs/guides/arrow.md").read_text("utf-8")
    for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S):
        exec(block, {})
        assert capsys.readouterr().out
    assert doctest.testmod(zashiki.arrow) == (0, 3)


def test_what_is_no_report_is_refused() -> None:
    with pytest.raises(TypeError, match="not a report"):
        zashiki.arrow.tables({"game": "kokyu"})
