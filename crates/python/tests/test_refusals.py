"""Invalid input raises a Python exception and changes nothing."""

from __future__ import annotations

import contextlib
import pickle
import threading
from typing import Any

import numpy as np
import pytest
import zashiki


def refused(error: pytest.ExceptionInfo[zashiki.BadInput], *words: str) -> None:
    """Hold the message to its words, in both languages."""
    assert isinstance(error.value, ValueError)
    for word in words:
        assert word in str(error.value)
    assert error.value.ja
    assert not error.value.ja.isascii()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"id": "chess"}, "kokyu, sengoku"),
        ({"id": ""}, "kokyu, sengoku"),
        ({"id": "kokyu", "seats": 5}, "played by 2, not 5"),
        ({"id": "kokyu", "seats": 0}, "played by 2, not 0"),
        ({"id": "kokyu", "options": {"speed": 3}}, 'no option "speed"'),
        ({"id": "kokyu", "options": {"kohiGoal": "many"}}, "kohiGoal"),
        ({"id": "kokyu", "options": {"\ud800": 1}}, "options cannot be read"),
        ({"id": "kokyu", "components": "a = " + "[" * 100_000}, "components file"),
        ({"id": "kokyu", "components": "game = 1"}, "components file"),
        ({"id": "kokyu", "components": 'game = "shinra"'}, "kokyu"),
    ],
)
def test_no_such_game(arguments: dict[str, Any], word: str) -> None:
    with pytest.raises(zashiki.BadInput) as error:
        zashiki.Game(**arguments)
    refused(error, word)


def test_wrong_types_are_type_errors() -> None:
    game = zashiki.Game("kokyu")
    state = game.new_initial_state(1)
    nonsense: list[Any] = [None, 1.5, b"place 6", object(), [0], {}]
    nonsense += [np.array([6, 7]), np.array([6]), np.array(6.0), state.legal_mask(0), np.float64(6)]
    for thing in nonsense:
        with pytest.raises(TypeError, match=f"not {type(thing).__name__}; legal"):
            state.step(0, thing)
    with pytest.raises(OverflowError):
        state.step(0, 2**63)
    no_seats: list[Any] = [1.5, "0", object(), [0]]
    for thing in no_seats:
        for method in (state.legal, state.legal_mask, state.actions, state.view):
            with pytest.raises(TypeError):
                method(thing)
    with pytest.raises(TypeError):
        zashiki.Game("kokyu", options={"kohiGoal": object()})
    with pytest.raises(ValueError, match="not JSON compliant"):
        zashiki.Game("kokyu", options={"kohiGoal": float("nan")})
    with pytest.raises(TypeError):
        zashiki.Game("kokyu", options=[])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        zashiki.Game(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        zashiki.Bot("random", "kokyu")  # type: ignore[arg-type]
    with pytest.raises((TypeError, UnicodeEncodeError)):
        state.step(0, "\ud800")
    for games, threads in ((-1, 1), (2**64, 1), (1, -1)):
        with pytest.raises(OverflowError):
            zashiki.simulate(game, ["random"], games=games, threads=threads)
    for seed in (-1, 2**64):
        with pytest.raises(OverflowError):
            game.new_initial_state(seed)


def test_no_such_seat() -> None:
    state = zashiki.Game("hostile", seats=3).new_initial_state(1)
    for seat in (-1, 3, 255, 256, 2**40):
        for method in (state.legal, state.legal_mask, state.actions, state.view, state.lists_all):
            with pytest.raises(zashiki.BadInput) as error:
                method(seat)
            refused(error, f"no seat {seat}", "0 to 2")
        with pytest.raises(zashiki.BadInput):
            state.step(seat, 0)
        with pytest.raises(zashiki.BadInput):
            state.determinize(seat, 0)


def test_illegal_actions_change_nothing(game: zashiki.Game) -> None:
    state = game.new_initial_state(1)
    before = state.position()
    seat = state.current_players[0]
    legal = state.legal(seat).tolist()
    never = [number for number in range(min(game.action_count, 300)) if number not in legal]
    beyond = [-1, -(2**63), 2**63 - 1, game.action_count + 10**6]
    for number in never + beyond:
        for method in (state.step, state.label, state.notation):
            with pytest.raises(zashiki.Illegal) as error:
                method(seat, number)
            assert error.value.rule in str(error.value)
            assert "⟦" not in str(error.value) + error.value.ja
            assert not error.value.ja.isascii()
    for text in ("", "nonsense", "\0", "席", "x" * 100_000):
        with pytest.raises(zashiki.Illegal):
            state.step(seat, text)
    others = [other for other in range(game.seats) if other not in state.current_players]
    for other in others:
        with pytest.raises(zashiki.Illegal) as error:
            state.step(other, legal[0])
        assert error.value.rule == "T-2"
    assert state.position() == before
    assert len(state) == 0


def test_the_rule_and_both_languages_survive_a_pickle() -> None:
    state = zashiki.Game("kokyu").new_initial_state(1)
    with pytest.raises(zashiki.Illegal) as error:
        state.step(state.current_players[0], "nonsense")
    again = pickle.loads(pickle.dumps(error.value))
    assert (type(again), str(again)) == (zashiki.Illegal, str(error.value))
    assert (again.rule, again.ja) == ("T-3", error.value.ja)


def test_positions_and_records_that_are_none() -> None:
    game = zashiki.Game("kokyu")
    position, record = game.new_initial_state(1).position(), game.new_initial_state(1).record()
    for text in ("", "{}", "[]", "null", position[:-1], position.replace("0", "99"), "[" * 100_000):
        with pytest.raises(zashiki.BadInput) as error:
            game.position(text)
        refused(error)
    for text in ("", "{}", record[:-1], position, record.replace('"seed":"1"', '"seed":"2"')):
        with pytest.raises(zashiki.BadInput) as error:
            zashiki.Game.replay(text)
        refused(error)


def test_bots_that_are_none() -> None:
    game = zashiki.Game("kokyu")
    state = game.new_initial_state(1)
    for spec in ("", "stockfish", "ismcts:sims=0", "alphabeta"):
        with pytest.raises(zashiki.BadInput) as error:
            zashiki.Bot(spec, game)
        refused(error)
    idle = 1 - state.current_players[0]
    with pytest.raises(zashiki.Illegal) as not_awaited:
        zashiki.Bot("random", game).choose(state, idle)
    assert not_awaited.value.rule == "T-2"
    with pytest.raises(zashiki.BadInput) as error:
        zashiki.Bot("random", zashiki.Game("shinra")).choose(state, state.current_players[0])
    refused(error, "another game")
    with pytest.raises(zashiki.BadInput) as error:
        zashiki.Bot("ismcts", zashiki.Game("shinra")).advise(state, state.current_players[0])
    refused(error, "another game")
    with pytest.raises(zashiki.BadInput) as error:
        zashiki.Bot("greedy", game).advise(state, state.current_players[0])
    refused(error, "does not search")
    with pytest.raises(zashiki.Illegal) as not_awaited:
        zashiki.Bot("ismcts", game).advise(state, idle)
    assert not_awaited.value.rule == "T-2"
    with pytest.raises(zashiki.BadInput) as error:
        zashiki.Bot("random", game).choose(state, 7)
    refused(error, "no seat 7")


def test_languages_that_are_none() -> None:
    state = zashiki.Game("kokyu").new_initial_state(1)
    seat = state.current_players[0]
    with pytest.raises(zashiki.BadInput) as error:
        state.label(seat, int(state.legal(seat)[0]), lang="fr")  # type: ignore[arg-type]
    refused(error, '"fr"')


def test_a_state_that_a_bot_looks_at_is_not_changed_meanwhile() -> None:
    game = zashiki.Game("kokyu")
    state = game.new_initial_state(1)
    seat = state.current_players[0]
    action = int(state.legal(seat)[0])
    bot = zashiki.Bot("ismcts:sims=3000", game, seed=1)
    chosen: list[int] = []

    def think() -> None:
        # It comes too late where the step below is taken first.
        with contextlib.suppress(zashiki.Illegal, RuntimeError):
            chosen.append(bot.choose(state, seat))

    thread = threading.Thread(target=think)
    thread.start()
    # Refused while the bot looks at the state; done before and after.
    refusals: list[str] = []
    try:
        state.step(seat, action)
    except RuntimeError as busy:
        refusals.append(str(busy))
    thread.join()
    assert all("step a clone" in refusal for refusal in refusals)
    assert chosen or len(state) == 1
    assert zashiki.Game.replay(state.record()).position() == state.position()
