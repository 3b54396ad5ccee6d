"""Records that others wrote are played here to the same end."""

from __future__ import annotations

import json
import pathlib
import pickle

import pytest
import zashiki

GAMES = pathlib.Path(__file__).parents[2] / "games"
RECORDS = sorted(GAMES.glob("*/records/*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_the_house_is_played_again(path: pathlib.Path) -> None:
    theirs = json.loads(path.read_text("utf-8"))
    state = zashiki.Game.replay(path.read_text("utf-8"))
    ours = json.loads(state.record())
    for told in ("names", "times", "timing", "deal"):
        theirs.pop(told, None)
    assert ours == theirs
    assert state.is_over == ("outcome" in theirs)
    again = pickle.loads(pickle.dumps(state))
    assert again.record() == state.record()
    assert again.game == state.game
    assert state.game.rules_version == theirs["rules_version"]


def test_there_are_records_of_every_game() -> None:
    assert {path.parts[-3] for path in RECORDS} == set(zashiki.games())


def test_a_play_that_the_table_ended_is_over() -> None:
    game = zashiki.Game("shinra")
    record = json.loads(game.deal(1).record())
    record["conclusion"] = {"kind": "resigned", "seat": 0}
    state = zashiki.Game.replay(json.dumps(record))
    assert state.is_over
    assert (state.winners, state.returns()) == ([1], [-1.0, 1.0])
    assert state.end_reason == "resigned"
    assert state.awaited == []
    assert state.legal(0).size == 0
    assert not state.can_undo
    with pytest.raises(zashiki.Illegal) as refused:
        state.step(0, 0)
    assert refused.value.rule == "T-1"
    assert json.loads(state.record())["conclusion"] == {"kind": "resigned", "seat": 0}
