"""Many games at once."""

from __future__ import annotations

import numpy as np
import pytest

import zashiki


def test_the_report_and_its_rows_agree() -> None:
    game = zashiki.Game("sengoku", seats=3)
    report = zashiki.simulate(game, ["greedy", "random", "random"], games=10, seed=5, rows=True)
    assert (report["games"], report["seats"], report["seed"]) == (10, 3, "5")
    rows = report["rows"]
    assert list(rows["number"]) == list(range(10))
    assert rows["seed"].dtype == np.uint64
    assert rows["won"].shape == rows["scores"].shape == (10, 3)
    assert rows["won"].sum(axis=0).tolist() == report["wins"]
    assert rows["decisions"].sum() == report["decisions"]
    assert sorted(set(rows["reason"])) == sorted(
        reason for reason, count in report["end_reasons"].items() if count
    )
    assert all(0 <= first < 3 for first in rows["first"])
    # A row's seed deals its game.
    state = game.deal(int(rows["seed"][0]))
    assert state.awaited[0] == rows["first"][0]


def test_threads_do_not_change_what_is_found() -> None:
    game = zashiki.Game("kokyu")
    reports = []
    for threads in (1, 3):
        report = zashiki.simulate(
            game, ["greedy", "random"], games=7, seed=1, threads=threads, rotate=True
        )
        assert "rows" not in report
        assert report["games"] == 8
        for time in ("seconds", "games_per_s", "decisions_per_s"):
            del report[time]
        reports.append(report)
    assert reports[0] == reports[1]
    assert len(reports[0]["by_bot"]) == 2


def test_a_simulation_that_cannot_be() -> None:
    game = zashiki.Game("kokyu")
    for bots, games in ((["stockfish"], 1), ([], 1), (["random"] * 3, 1), (["random"], 0)):
        with pytest.raises(zashiki.BadInput):
            zashiki.simulate(game, bots, games=games)
