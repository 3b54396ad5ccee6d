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


ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


def test_texts_are_read_from_files_of_every_system() -> None:
    game = zashiki.Game("kokyu")
    state = game.new_initial_state(1)
    state.step(state.current_players[0], state.legal(state.current_players[0])[0])
    record, position = state.record(), state.position()
    components = (GAMES / "kokyu" / "components.toml").read_text("utf-8")
    for text in (record, "\ufeff" + record):
        assert zashiki.Game.replay(text).record() == record
    for encoding in ENCODINGS:
        for lines in ("\n", "\r\n"):
            pretty = json.dumps(json.loads(record), indent=1).replace("\n", lines)
            assert zashiki.Game.replay(pretty.encode(encoding)).record() == record
            assert game.position(position.encode(encoding)).position() == position
            other = components.replace("\n", lines).encode(encoding)
            assert zashiki.Game("kokyu", components=other).components == components
    with pytest.raises(zashiki.BadInput, match="neither UTF-8 nor UTF-16"):
        zashiki.Game.replay(b"\x82\xa0")
    with pytest.raises(TypeError, match="a str or bytes is needed, not int"):
        zashiki.Game.replay(1)  # type: ignore[arg-type]


def test_there_are_records_of_every_game() -> None:
    assert {path.parts[-3] for path in RECORDS} == set(zashiki.games())


def test_a_play_that_the_table_ended_is_over() -> None:
    game = zashiki.Game("shinra")
    record = json.loads(game.new_initial_state(1).record())
    record["conclusion"] = {"kind": "resigned", "seat": 0}
    state = zashiki.Game.replay(json.dumps(record))
    assert state.is_over
    assert (state.winners, state.returns()) == ([1], [-1.0, 1.0])
    assert state.end_reason == "resigned"
    assert state.current_players == []
    assert state.legal(0).size == 0
    assert not state.can_undo
    with pytest.raises(zashiki.Illegal) as refused:
        state.step(0, 0)
    assert refused.value.rule == "T-1"
    assert json.loads(state.record())["conclusion"] == {"kind": "resigned", "seat": 0}
