"""Data sets of bot games."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import zashiki
import zashiki.dataset


def test_the_first_games_are_the_published_ones(smallest: zashiki.Game) -> None:
    published = zashiki.dataset.CHECKSUMS[f"{smallest.id}-{smallest.seats}"]
    tables = zashiki.dataset.make(smallest, games=4, threads=1)
    assert zashiki.dataset.checksum(tables) == published["4"]


def test_the_tables_belong_together() -> None:
    game = zashiki.Game("sengoku", seats=3)
    tables = zashiki.dataset.make(game, games=6, seed=5)
    games, decisions = tables["games"], tables["decisions"]
    assert games["number"].tolist() == list(range(6))
    assert np.bincount(decisions["number"]).tolist() == games["decisions"].tolist()
    assert {len(column) for column in decisions.values()} == {games["decisions"].sum()}
    assert games["bot_0"] == ["greedy"] * 3 + ["greedy:worlds=1:noise=200"] * 3
    assert games["bot_1"] == games["bot_0"][::-1]
    # The decisions are those of the game of this seed.
    for number in range(6):
        state = game.new_initial_state(int(games["seed"][number]))
        for at in np.flatnonzero(decisions["number"] == number):
            seat, action = int(decisions["seat"][at]), decisions["choice"][at]
            assert seat == state.current_players[0]
            assert len(state.legal(seat)) == decisions["choices"][at]
            state.step(seat, action)
            values = [decisions[f"value_{each}"][at] / 1000 for each in range(3)]
            assert values == [state.evaluate(each) for each in range(3)]
        assert state.winners == [seat for seat in range(3) if games[f"won_{seat}"][number]]
    # A smaller one has the first games of each half.
    small = zashiki.dataset.make(game, games=2, seed=5)
    assert small["games"]["seed"].tolist() == games["seed"][[0, 3]].tolist()


def test_a_checksum_depends_on_every_value() -> None:
    tables = {"games": {"number": np.arange(2), "name": ["a", "b"]}}
    known = zashiki.dataset.checksum(tables)
    assert len(known) == 64
    assert known == zashiki.dataset.checksum({"games": {"number": [0, 1], "name": ["a", "b"]}})
    for other in ([0, 2], [1, 0]):
        columns = {"number": np.array(other), "name": ["a", "b"]}
        assert known != zashiki.dataset.checksum({"games": columns})
    assert known != zashiki.dataset.checksum({"decisions": tables["games"]})


@pytest.mark.parametrize("games", [-2, 0, 3])
def test_a_data_set_that_cannot_be(games: int) -> None:
    with pytest.raises(zashiki.BadInput, match=f"at least 2, not {games}") as no:
        zashiki.dataset.make("kokyu", games=games)
    assert "偶数" in no.value.ja


def test_the_command_prints_the_checksum() -> None:
    command = [sys.executable, "-m", "zashiki.dataset", "kokyu", "--games"]
    run = subprocess.run([*command, "4"], capture_output=True, text=True, check=True)
    found = zashiki.dataset.CHECKSUMS["kokyu-2"]["4"]
    assert run.stdout == f"{found}  kokyu-2, 4 games, seed 1: as published\n"
    run = subprocess.run([*command, "3"], capture_output=True, text=True)
    assert run.returncode == 2
    assert "even number of games" in run.stderr
