"""The measure of steps beside other libraries plays what it says it plays."""

from __future__ import annotations

import importlib.util
import pathlib
import random
import types

import pytest
import zashiki

BENCH = pathlib.Path(__file__).parents[1] / "bench"


@pytest.fixture(scope="module")
def beside() -> types.ModuleType:
    """The script, as a module."""
    spec = importlib.util.spec_from_file_location("beside", BENCH / "beside.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_row_plays_to_the_end(beside: types.ModuleType) -> None:
    # The shortest possible games are hands of poker in which a player folds at once.
    fewest = {"connect_four": 7, "connect_four_v3": 7, "hearts": 52, "uno": 7}
    rows = beside.rows()
    assert len({(row.library, row.game) for row in rows}) == len(rows)
    for row in rows:
        assert row.learner(1) >= fewest.get(row.game, 1), row


def test_every_vector_form_steps(beside: types.ModuleType) -> None:
    vectors = beside.vectors()
    assert len({(row.library, row.game, row.plays) for row in vectors}) == len(vectors)
    for row in vectors:
        games = row.begin()
        for _ in range(3):
            games.step(games.choose())


def test_what_a_learner_takes_does_not_change_the_play(
    beside: types.ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = {row.game: row for row in beside.rows() if row.library == "Zashiki"}
    assert len(rows) == len(zashiki.games())
    for row in rows.values():
        counts = []
        for episode in (row.bare, row.learner):
            monkeypatch.setattr(beside, "draw", random.Random(5).random)
            counts.append(episode(3))
        assert counts[0] == counts[1] > 1, row
