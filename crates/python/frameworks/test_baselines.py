"""The learned baselines of the benchmark, for a few steps."""

from __future__ import annotations

import importlib
import json
import pathlib
import sys
import types

import numpy as np
import pytest
import zashiki.benchmark

BASELINES = pathlib.Path(__file__).parents[1] / "baselines"


@pytest.fixture
def masked_ppo(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """The script of the baselines, as a module."""
    monkeypatch.syspath_prepend(BASELINES)
    return importlib.import_module("masked_ppo")


def test_gains_are_by_seat(masked_ppo: types.ModuleType) -> None:
    # One match: seat 0, 1, 0; then seat 1 ends it and wins; then seat 0 begins another.
    seats = np.array([[0], [1], [0], [1], [0]])
    values = np.array([[0.5], [0.2], [0.3], [0.6], [0.1]], np.float32)
    rewards, dones = np.zeros((5, 1, 2), np.float32), np.zeros((5, 1), bool)
    rewards[3, 0], dones[3] = (-1, 1), True
    rollout = masked_ppo.Rollout(
        *(np.zeros((5, 1, 1)), np.zeros((5, 1, 1), bool), seats),
        *(np.zeros((5, 1)), np.zeros((5, 1)), values, rewards, dones),
        last_seats=np.array([1]),
        last_values=np.array([0.4], np.float32),
    )
    gain, use = masked_ppo.gains(rollout, 0.5)
    # Seat 0 has lost after its second decision, seat 1 has won with its second.
    second_0, second_1 = -1 - 0.3, 1 - 0.6
    first_0, first_1 = 0.3 - 0.5 + 0.5 * second_0, 0.6 - 0.2 + 0.5 * second_1
    assert gain[:4, 0] == pytest.approx([first_0, first_1, second_0, second_1])
    # What follows the last decision of seat 0 is not known: only seat 1 has a value then.
    assert use[:, 0].tolist() == [True, True, True, True, False]


@pytest.mark.parametrize("game", ["kokyu", "honnoji"])
def test_training_writes_weights_that_play(
    masked_ppo: types.ModuleType, tmp_path: pathlib.Path, game: str
) -> None:
    settings = masked_ppo.Settings(game=game, minutes=0.001, plays=8, length=16, checkpoints=1)
    masked_ppo.train(settings, tmp_path)
    network = sys.modules["network"]
    seats = 2 if game == "kokyu" else 3
    policy = network.load(tmp_path / f"{game}-{seats}-1.npz")
    about = network.about(tmp_path / f"{game}-{seats}-1.npz")
    assert about["decisions"] >= 8 * 16
    trainer = masked_ppo.Trainer(settings)
    batch = trainer.batch
    for _ in range(20):
        numbers = policy(batch.observations, batch.masks, batch.seats)
        assert batch.masks[np.arange(8), numbers].all()
        batch.step(numbers)


def test_learning_makes_what_was_good_likelier(masked_ppo: types.ModuleType) -> None:
    torch = masked_ppo.torch
    trainer = masked_ppo.Trainer(masked_ppo.Settings(plays=8, rate=1e-2))
    rollout = trainer.play()
    seen, masks = torch.from_numpy(rollout.seen[0]), torch.from_numpy(rollout.masks[0])
    numbers, chances = torch.from_numpy(rollout.numbers[0]), torch.from_numpy(rollout.chances[0])
    gain = torch.tensor([1.0, -1.0] * 4)
    for _ in range(10):
        trainer.learn(seen, masks, numbers, chances, gain, torch.zeros(8))
    with torch.no_grad():
        now = trainer.network(seen, masks)[0].gather(1, numbers[:, None])[:, 0]
    choices = masks.sum(dim=1)
    better = (now - chances)[(gain > 0) & (choices > 1)]
    assert (better > 0).all()


@pytest.fixture
def two_rungs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The protocol has only its two weakest rungs."""
    real = zashiki.benchmark._protocol("1")
    setups = [{**setup, "rungs": setup["rungs"][:2]} for setup in real["setups"]]
    cheap = {**real, "setups": setups}
    monkeypatch.setattr(zashiki.benchmark, "_protocol", lambda protocol: cheap)


@pytest.mark.usefixtures("two_rungs")
def test_a_curve_has_a_rating_for_each_checkpoint(
    masked_ppo: types.ModuleType, tmp_path: pathlib.Path
) -> None:
    for seed in (1, 2):
        settings = masked_ppo.Settings(
            seed=seed, minutes=0.001, plays=8, length=16, checkpoints=1, width=8
        )
        masked_ppo.train(settings, tmp_path)
    svg = tmp_path / "curve.svg"
    masked_ppo.curve(tmp_path, svg, games=8)
    lines = (tmp_path / "curve.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    names = sorted(path.name for path in (tmp_path / "checkpoints").iterdir())
    assert [row["file"] for row in rows] == names
    assert {(row["game"], row["seats"], row["seed"]) for row in rows} == {
        ("kokyu", 2, 1),
        ("kokyu", 2, 2),
    }
    assert min(row["seconds"] for row in rows) == 0
    first = svg.read_text("utf-8")
    assert "kokyu, 2 seats" in first
    # A second run rates nothing again, and draws the same.
    masked_ppo.curve(tmp_path, svg, games=8)
    assert (tmp_path / "curve.jsonl").read_text("utf-8").splitlines() == lines
    assert svg.read_text("utf-8") == first
