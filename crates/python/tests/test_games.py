"""Properties of every game with every number of seats."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
import zashiki

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Mover = Callable[[zashiki.State, int], int]


def play(state: zashiki.State, seed: int, most: int = 10_000) -> Iterator[tuple[int, int]]:
    """Take random actions; after each, the seat and the action's number."""
    dice = random.Random(seed)
    while not state.is_over and most > 0:
        seat = dice.choice(state.current_players)
        action = int(dice.choice(state.legal(seat)))
        state.step(seat, action)
        most -= 1
        yield seat, action


def middle(game: zashiki.Game, seed: int = 3, steps: int = 12) -> zashiki.State:
    """A state in the middle of a match."""
    state = game.new_initial_state(seed)
    for _ in play(state, seed, steps):
        pass
    return state


def test_a_play_comes_to_its_end(game: zashiki.Game) -> None:
    state = game.new_initial_state(1)
    assert state.returns() == [0.0] * game.seats
    assert state.winners is None
    assert state.end_reason is None
    assert state.end_text() is None
    steps = sum(1 for _ in play(state, 1))
    assert len(state) == steps <= game.max_decisions
    assert state.current_players == []
    winners = state.winners
    assert winners is not None
    won = [1.0 if seat in winners else -1.0 if winners else 0.0 for seat in range(game.seats)]
    assert state.returns() == won
    assert state.end_reason
    assert state.end_text() != state.end_text("ja")
    assert len(state.scores()) == game.seats
    for seat in range(game.seats):
        assert state.legal(seat).size == 0
        assert state.actions(seat) == []
        assert not state.legal_mask(seat).any()
        assert state.determinize(seat, 1).view(seat) == state.view(seat)
    assert zashiki.Game.replay(state.record()).returns() == won
    with pytest.raises(zashiki.Illegal) as refused:
        state.step(0, 0)
    assert refused.value.rule == "T-1"


def test_numbers_masks_and_notations_say_the_same(game: zashiki.Game) -> None:
    state = game.new_initial_state(2)
    dice = random.Random(2)
    for _ in range(40):
        if state.is_over:
            break
        for seat in range(game.seats):
            legal, mask, actions = state.legal(seat), state.legal_mask(seat), state.actions(seat)
            assert legal.dtype == np.int64
            assert mask.dtype == np.bool_
            assert mask.shape == (game.action_count,)
            assert len(actions) == len(legal) == len(set(legal.tolist()))
            assert (len(legal) > 0) == (seat in state.current_players)
            fixed = legal[legal < game.action_count]
            assert sorted(fixed) == list(np.flatnonzero(mask))
            # Answers without a number of their own have their place in the list.
            places = np.flatnonzero(legal >= game.action_count)
            assert list(legal[places] - game.action_count) == list(places)
        seat = state.current_players[0]
        legal, actions = state.legal(seat), state.actions(seat)
        place = dice.randrange(len(legal))
        assert state.notation(seat, int(legal[place])) == actions[place]
        label = state.label(seat, actions[place])
        assert label == state.label(seat, int(legal[place]), lang="en")
        assert label != state.label(seat, actions[place], lang="ja")
        by_notation = state.clone()
        by_notation.step(seat, actions[place])
        # An element of the array as it is.
        state.step(seat, legal[place])
        assert state.position() == by_notation.position()


def test_a_record_is_played_again(game: zashiki.Game) -> None:
    for state in (game.new_initial_state(2**64 - 1), middle(game)):
        again = zashiki.Game.replay(state.record())
        assert again.record() == state.record()
        assert again.position() == state.position()
        assert again.game == game
        assert len(again) == len(state)
        assert again.can_undo == state.can_undo


def test_copies_and_pickles_go_their_own_way(game: zashiki.Game) -> None:
    state = middle(game)
    before = state.record()
    copies = [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ]
    for other in copies:
        assert other.record() == before
        for _ in play(other, 5, 3):
            pass
    assert len({other.record() for other in copies}) == 1
    assert copies[0].record() != before
    assert state.record() == before
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_position_is_stood_at_again(game: zashiki.Game) -> None:
    state = middle(game)
    again = game.position(state.position())
    assert again.position() == state.position()
    for seat in range(game.seats):
        assert again.view(seat) == state.view(seat)
        assert again.actions(seat) == state.actions(seat)
    for _ in play(again, 4, 3):
        pass
    assert zashiki.Game.replay(again.record()).position() == again.position()


def test_an_imagined_world_looks_the_same_to_its_seat(game: zashiki.Game) -> None:
    state = middle(game)
    for seat in range(game.seats):
        worlds = [state.determinize(seat, seed) for seed in range(8)]
        for world in worlds:
            assert world.view(seat) == state.view(seat)
            assert list(world.legal(seat)) == list(state.legal(seat))
            assert world.actions(seat) == state.actions(seat)
        assert state.determinize(seat, 1).position() == worlds[1].position()
        if game.hidden:
            assert len({world.position() for world in worlds}) > 1
        for _ in play(worlds[0], 6):
            pass
        assert worlds[0].is_over
        # Its record begins where it stands.
        assert zashiki.Game.replay(worlds[0].record()).position() == worlds[0].position()


def test_undo_takes_back_what_showed_nothing(game: zashiki.Game) -> None:
    state = game.new_initial_state(7)
    undone = 0
    for _ in range(60):
        if state.is_over:
            break
        before = state.position()
        next(play(state, undone))
        if state.can_undo:
            ahead = state.clone()
            ahead.undo()
            assert ahead.position() == before
            assert len(ahead) == len(state) - 1
            undone += 1
        else:
            record = state.record()
            with pytest.raises(zashiki.Illegal) as refused:
                state.undo()
            assert refused.value.rule == "T-5"
            assert state.record() == record
    # In 戦国ドミノ nearly every action shows something: a tile is drawn.
    assert undone > 0 or game.id == "sengoku"


def test_views_are_of_their_seat(game: zashiki.Game) -> None:
    state = middle(game)
    views = [state.view(seat) for seat in [*range(game.seats), None]]
    for view in views:
        assert isinstance(view, dict)
        json.dumps(view)
    if game.hidden:
        truth = json.loads(state.position())
        assert "dice" not in views[0]
        assert views[0] != truth


def test_bots_of_the_same_seed_choose_the_same(game: zashiki.Game) -> None:
    state = middle(game)
    seat = state.current_players[0]
    for spec in ("random", "greedy", "ismcts:sims=8", "novice"):
        chosen = [zashiki.Bot(spec, game, seed=4).choose(state, seat) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in state.legal(seat)
    assert list(game.levels) == ["novice", "beginner", "intermediate", "advanced", "master"]
    for text in game.levels.values():
        assert zashiki.Bot(text, game).spec == text
    # A bot uses the information state only: another determinization gets the same answer.
    world = state.determinize(seat, 9)
    assert zashiki.Bot("greedy", game, seed=4).choose(world, seat) == zashiki.Bot(
        "greedy", game, seed=4
    ).choose(state, seat)


def test_advice_is_of_what_the_seat_sees(game: zashiki.Game) -> None:
    state = middle(game)
    seat = state.current_players[0]
    bot = zashiki.Bot("ismcts:sims=8", game)
    advice = bot.advise(state, seat)
    assert (advice["seat"], advice["bot"]) == (seat, "ismcts:sims=8")
    for choice in advice["choices"]:
        assert choice["label"]["en"] == state.label(seat, choice["action"])
        assert choice["why"]["ja"] != choice["why"]["en"] or not choice["why"]["en"]
        assert "⟦" not in json.dumps(choice, ensure_ascii=False)
    assert advice == bot.advise(state.determinize(seat, 5), seat)
