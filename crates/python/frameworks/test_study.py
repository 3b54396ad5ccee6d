"""The worked study, for a few steps."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import pathlib
import re
import sys
import types

import numpy as np
import pytest
import zashiki

SCRIPT = pathlib.Path(__file__).parents[1] / "examples/ppo.py"
DOCUMENT = pathlib.Path(__file__).parents[3] / "docs/guides/study.md"


@pytest.fixture(scope="module")
def ppo() -> types.ModuleType:
    """The script of the study, as a module."""
    spec = importlib.util.spec_from_file_location("ppo", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Where its dataclasses look up their types.
    sys.modules["ppo"] = module
    spec.loader.exec_module(module)
    return module


def test_gains_turn_round_where_the_other_seat_decides(ppo: types.ModuleType) -> None:
    # One game: two decisions of seat 0, one of seat 1 that wins; then a new game.
    values = np.array([[0.5], [0.25], [0.5], [0.75]])
    rewards, dones = np.array([[0.0], [0], [1]]), np.array([[False], [False], [True]])
    seats = np.array([[0], [0], [1], [0]])
    last = 1 - 0.5
    middle = (-0.5 - 0.25) - 0.5 * last
    first = (0.25 - 0.5) + 0.5 * middle
    found = ppo.gains(values, rewards, dones, seats, 0.5)
    assert found[:, 0].tolist() == [first, middle, last]


def test_a_few_steps_change_the_network_and_write_the_curve(
    ppo: types.ModuleType, tmp_path: pathlib.Path
) -> None:
    settings = ppo.Settings(
        steps=2048, plays=32, length=16, width=16, parts=2, matches=2, games=8, last_games=8
    )
    game = zashiki.Game("kokyu")
    rows = ppo.train(game, settings, tmp_path / "one")
    assert [(row["decisions"], row["bot"]) for row in rows] == [
        *((1024, bot) for bot in ppo.BOTS),
        *((2048, bot) for bot in ppo.LAST_BOTS),
    ]
    for row in rows:
        assert np.isfinite(row["loss"])
        assert row["won"] + row["lost"] + row["nobody"] == pytest.approx(1)
        assert row["low"] <= row["mean"] <= row["high"]
    lines = (tmp_path / "one.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == rows
    assert "</svg>" in (tmp_path / "one.svg").read_text("utf-8")
    weights = np.load(tmp_path / "one.npz")
    begun = ppo.Trainer(game, settings).network
    assert all(not np.array_equal(weights[name], begun[name]) for name in begun)
    # The same seed learns the same, and another something else.
    ppo.train(game, settings, tmp_path / "two")
    again = np.load(tmp_path / "two.npz")
    assert all(np.array_equal(weights[name], again[name]) for name in weights.files)
    ppo.train(game, dataclasses.replace(settings, seed=2), tmp_path / "three")
    assert not np.array_equal(weights["first"], np.load(tmp_path / "three.npz")["first"])


def test_what_was_learnt_sits_as_a_bot_as_the_document_says(
    ppo: types.ModuleType,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = ppo.Settings(steps=512, plays=32, length=16, width=16, matches=1, last_games=2)
    game = zashiki.Game("kokyu")
    ppo.train(game, settings, tmp_path / "ppo")
    (example,) = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)
    short = example.replace("games=2000", "games=20")
    assert short != example
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    capsys.readouterr()
    exec(compile(short, DOCUMENT.name, "exec"), names)
    assert "share" in capsys.readouterr().out
    # It does what the network does in the script.
    learnt = names["learnt"]
    assert callable(learnt)
    weights = dict(np.load("ppo.npz"))
    state = game.new_initial_state(seed=1)
    while not state.is_over:
        (seat,) = state.current_players
        seen, mask = state.observation(seat) / weights["largest"], state.legal_mask(seat)
        action = learnt(state, seat)
        assert action == ppo.best(weights, seen[None], mask[None])[0]
        state.step(seat, action)
