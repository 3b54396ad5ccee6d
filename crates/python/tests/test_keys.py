"""Keys of states, views and information sets, histories and evaluations."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import pathlib
import random
from collections.abc import Iterator

import numpy as np
import pytest
import zashiki

KEYS = pathlib.Path(__file__).parent / "frozen/keys.json"


def states(game: zashiki.Game, seed: int) -> Iterator[zashiki.State]:
    """Play at random, and yield a copy of each state."""
    draw, state = random.Random(seed), game.new_initial_state(seed)
    yield state.clone()
    while not state.is_over:
        seat = draw.choice(state.current_players)
        state.step(seat, int(draw.choice(state.legal(seat).tolist())))
        yield state.clone()


def without_texts(view: object) -> object:
    """Replace the texts in a view by None: their words may change."""
    if isinstance(view, list):
        return [without_texts(each) for each in view]
    if isinstance(view, dict):
        if set(view) == {"ja", "en"}:
            return None
        return {name: without_texts(each) for name, each in view.items()}
    return view


def written(view: object) -> bytes:
    """Write a view as the engine does for its key."""
    return json.dumps(without_texts(view), ensure_ascii=False, separators=(",", ":")).encode()


def test_a_view_key_is_the_digest_of_the_view(game: zashiki.Game) -> None:
    state = list(states(game, 1))[7]
    for seat in range(game.seats):
        text = f"view of seat {seat}\n".encode() + written(state.view(seat))
        assert state.view_key(seat) == hashlib.sha256(text).digest()[:16]
    text = b"view of a spectator\n" + written(state.view())
    assert state.view_key() == hashlib.sha256(text).digest()[:16]


def test_equal_views_have_equal_keys_and_no_others_do(smallest: zashiki.Game) -> None:
    # Each view is compared with all others: more than ten thousand pairs.
    views: dict[bytes, bytes] = {}
    for seed in range(9):
        for state in list(states(smallest, seed))[:40]:
            for world in (state, state.determinize(0, seed)):
                view = written(world.view(0))
                assert views.setdefault(world.view_key(0), view) == view
    assert len(set(views.values())) == len(views)
    assert len(views) > 150


def truth(state: zashiki.State) -> str:
    """Write the position down without the dice."""
    return json.dumps({**json.loads(state.position()), "dice": None}, sort_keys=True)


def test_equal_states_have_equal_keys_and_no_others_do(smallest: zashiki.Game) -> None:
    keys: dict[bytes, str] = {}
    for seed in range(6):
        for state in list(states(smallest, seed))[:40]:
            other = smallest.position(truth_without_dice(state), seed=seed + 1)
            assert state.key() == other.key()
            assert keys.setdefault(state.key(), truth(state)) == truth(state)
    assert len(set(keys.values())) == len(keys)


def truth_without_dice(state: zashiki.State) -> str:
    """Write the position down so that it takes other dice."""
    position = json.loads(state.position())
    position.pop("dice", None)
    return json.dumps(position)


def test_keys_never_change(game: zashiki.Game) -> None:
    state = list(states(game, 3))[12]
    keys = {
        "state": state.key().hex(),
        "view": state.view_key(0).hex(),
        "information": state.information_key(0).hex(),
    }
    frozen = json.loads(KEYS.read_text("utf-8")) if KEYS.exists() else {}
    name = f"{game.id}-{game.seats}"
    if os.environ.get("ZASHIKI_FREEZE"):
        frozen[name] = keys
        KEYS.write_text(json.dumps(frozen, indent=1) + "\n", "utf-8")
    assert frozen[name] == keys


def test_information_keys_follow_from_what_a_seat_saw_and_did(smallest: zashiki.Game) -> None:
    draw, state = random.Random(5), smallest.new_initial_state(5)
    view = state.view_key(0)
    expected = hashlib.sha256(b"saw\n" + view).digest()[:16]
    while not state.is_over:
        assert state.information_key(0) == expected
        seat = draw.choice(state.current_players)
        action = int(draw.choice(state.legal(seat).tolist()))
        if seat == 0:
            did = state.notation(seat, action).encode()
            expected = hashlib.sha256(b"did\n" + expected + did).digest()[:16]
        state.step(seat, action)
        if state.view_key(0) != view:
            view = state.view_key(0)
            expected = hashlib.sha256(b"saw\n" + expected + view).digest()[:16]
    assert state.information_key(0) == expected


def test_a_seat_continues_its_history_in_determinizations_and_copies(
    smallest: zashiki.Game,
) -> None:
    for state in list(states(smallest, 2))[:30:3]:
        asked, world = state.clone(), state.determinize(1, 9)
        key = asked.information_key(1)
        again = world.determinize(1, 8)
        for other in (asked.clone(), copy.deepcopy(state), world, again):
            assert other.information_key(1) == key
            assert other.history(1) == state.history(1)
        replayed = zashiki.Game.replay(state.record())
        assert replayed.information_key(1) == key
        if not state.is_over and 1 in state.current_players:
            action = int(state.legal(1)[0])
            for other in (state, world):
                other.step(1, action)
            assert state.history(1)[-1] == world.history(1)[-1]
            assert state.information_key(1) != key


def test_states_by_chance_continue_the_history(smallest: zashiki.Game) -> None:
    draw, state = random.Random(4), smallest.new_initial_state(4)
    other = state.clone()
    for _ in range(8):
        if state.is_over:
            break
        seat = state.current_players[0]
        action = int(draw.choice(state.legal(seat).tolist()))
        chance = other.step_by_chance(seat, action)
        if chance.outcomes is not None:
            break
        state.step(seat, action)
        after = copy.deepcopy(chance).state()
        assert after is not None
        other = after
        for each in range(smallest.seats):
            assert other.information_key(each) == state.information_key(each)
            assert other.history(each) == state.history(each)


def test_an_undone_action_is_forgotten() -> None:
    game = zashiki.Game("hostile")
    for state in states(game, 1):
        if state.is_over:
            continue
        seat = state.current_players[0]
        before = state.information_key(seat), state.history(seat)
        state.step(seat, int(state.legal(seat)[0]))
        assert state.information_key(seat) != before[0]
        if state.can_undo:
            state.undo()
            assert (state.information_key(seat), state.history(seat)) == before
            return
    pytest.fail("no action could be undone")


def test_a_history_is_what_the_seat_saw_and_did(smallest: zashiki.Game) -> None:
    draw, state = random.Random(6), smallest.new_initial_state(6)
    expected: list[tuple[object, str]] = []
    while not state.is_over:
        seat = draw.choice(state.current_players)
        action = int(draw.choice(state.legal(seat).tolist()))
        if seat == 1:
            expected.append((state.view(1), state.notation(1, action)))
        state.step(seat, action)
    assert state.history(1) == expected


def test_a_recollection_is_the_history_as_numbers(smallest: zashiki.Game) -> None:
    draw, state = random.Random(7), smallest.new_initial_state(7)
    sizes = [factor["size"] for factor in smallest.factors]
    rows: list[np.ndarray] = []
    for _ in range(25):
        if state.is_over:
            break
        seat = draw.choice(state.current_players)
        action = int(draw.choice(state.legal(seat).tolist()))
        if seat == 0:
            walk, chosen = state.walk(0), np.zeros(sum(sizes), np.float32)
            for number in state.choices(0, action):
                assert walk.factor is not None
                chosen[sum(sizes[: walk.factor]) + number] += 1
                walk.choose(number)
            rows.insert(0, np.concatenate([state.observation(0), chosen]))
        state.step(seat, action)
    assert len(rows) > 3
    for count in (0, 1, 3, len(rows) + 2):
        found = state.recollection(0, count)
        assert found.dtype == np.float32
        assert found.shape == (count, smallest.observation_size + sum(sizes))
        assert np.array_equal(found[: len(rows)], rows[:count]) or count == 0
        assert not found[len(rows) :].any()
    assert np.array_equal(state.determinize(0, 1).recollection(0, 3), state.recollection(0, 3))


def test_a_long_chain_of_states_is_remembered_and_freed() -> None:
    # More states than a stack is deep.
    state = zashiki.Game("kokyu").new_initial_state(1)
    state.step(state.current_players[0], int(state.legal(state.current_players[0])[0]))
    key, past, first = state.information_key(0), state.history(0), state.clone()
    for _ in range(20_000):
        state = state.determinize(0, 1)
    assert first.information_key(0) == key
    assert state.information_key(0) == key
    assert state.history(0) == past


def test_functions_know_their_history() -> None:
    game = zashiki.Game("honnoji", options={"placing": "together"})
    seen: dict[int, list[tuple[int, bytes]]] = {}

    def curious(state: zashiki.State, seat: int) -> int:
        past = state.history(seat)
        seen.setdefault(seat, []).append((len(past), state.information_key(seat)))
        for view, _action in past:
            assert view != state.view(seat)
        return int(state.legal(seat)[0])

    zashiki.simulate(game, [curious], games=1, seed=1, threads=1)
    assert len(seen) == game.seats
    for decisions in seen.values():
        assert [length for length, _ in decisions] == list(range(len(decisions)))
        assert len({key for _, key in decisions}) == len(decisions)


def test_evaluations_are_those_of_bots(game: zashiki.Game) -> None:
    for state in list(states(game, 8))[::6]:
        values = [state.evaluate(seat) for seat in range(game.seats)]
        assert all(-1 <= value <= 1 for value in values)
        if state.is_over:
            assert values == state.returns()
            continue
        seat = state.current_players[0]
        after = state.evaluate_actions(seat)
        legal = state.legal(seat)
        assert after.shape == legal.shape
        for number in (0, len(legal) - 1):
            copied = state.clone()
            copied.step(seat, int(legal[number]))
            assert after[number] == copied.evaluate(seat)


def test_an_ended_match_is_worth_its_result(smallest: zashiki.Game) -> None:
    *_, last = states(smallest, 1)
    assert [last.evaluate(seat) for seat in range(smallest.seats)] == last.returns()
    assert last.evaluate_actions(0).tolist() == []


def test_seats_that_do_not_exist_are_refused() -> None:
    state = zashiki.Game("kokyu").new_initial_state(1)
    for ask in (
        state.view_key,
        state.information_key,
        state.history,
        state.evaluate,
        state.evaluate_actions,
    ):
        with pytest.raises(zashiki.BadInput, match="no seat 2"):
            ask(2)
