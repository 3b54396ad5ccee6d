"""Chance, decided draw by draw."""

from __future__ import annotations

import copy
import itertools
import json
import random

import pytest
import zashiki


def truth(state: zashiki.State) -> str:
    """Write the position down without the dice."""
    return json.dumps({**json.loads(state.position()), "dice": None}, sort_keys=True)


def all_states(chance: zashiki.Chance) -> list[zashiki.State]:
    """Go through all draws."""
    outcomes = chance.outcomes
    if outcomes is None:
        state = chance.state()
        assert state is not None
        return [state]
    found = []
    for number in range(outcomes):
        other = chance.clone()
        other.draw(number)
        found += all_states(other)
    return found


def drawn(chance: zashiki.Chance, dice: random.Random) -> zashiki.State:
    """Draw at random."""
    while chance.outcomes is not None:
        chance.draw(dice.randrange(chance.outcomes))
    state = chance.state()
    assert state is not None
    return state


def test_all_deals_are_those_that_seeds_deal() -> None:
    game = zashiki.Game("kokyu")
    # Who begins, and the order of five plots.
    deals = [state.key() for state in all_states(game.deal_by_chance())]
    missing = set(deals)
    assert len(deals) == len(missing) == 2 * 120
    for seed in range(3000):
        dealt = game.new_initial_state(seed).key()
        assert dealt in deals
        missing.discard(dealt)
        if not missing:
            break
    assert not missing


def test_a_play_by_chance_is_a_play(game: zashiki.Game) -> None:
    dice = random.Random(1)
    state = drawn(game.deal_by_chance(), dice)
    for _ in range(12):
        if state.is_over:
            break
        seat = state.current_players[0]
        action = int(dice.choice(state.legal(seat).tolist()))
        before = state.position()
        chance = state.step_by_chance(seat, action)
        certain = chance.outcomes is None
        after = drawn(chance, dice)
        assert state.position() == before, "the state stays as it is"
        if certain:
            state.step(seat, action)
            assert truth(state) == truth(after)
        assert truth(game.position(after.position())) == truth(after)
        state = after
    assert (state.current_players != []) != state.is_over


def test_what_is_hidden_is_dealt_again() -> None:
    state = zashiki.Game("kokyu").new_initial_state(seed=1)
    while len(json.loads(state.position())["pile"]) > 3:
        state.step(state.current_players[0], state.legal(state.current_players[0])[-1])
    worlds = [truth(world) for world in all_states(state.redeal_by_chance())]
    assert len(worlds) == len(set(worlds)) == 6
    assert truth(state) in worlds
    assert {truth(state.determinize(0, seed)) for seed in range(100)} == set(worlds)
    views = [json.dumps(world.view()) for world in all_states(state.redeal_by_chance())]
    assert set(views) == {json.dumps(state.view())}


def test_no_seat_remembers_its_hand_when_all_is_dealt_again() -> None:
    state = zashiki.Game("sengoku").new_initial_state(seed=1)
    dice = random.Random(1)
    hands = {json.dumps(drawn(state.redeal_by_chance(), dice).view(0)["hands"]) for _ in range(9)}
    assert len(hands) == 9


def test_copies_are_drawn_otherwise() -> None:
    chance = zashiki.Game("kokyu").deal_by_chance()
    for make in (zashiki.Chance.clone, copy.copy, copy.deepcopy):
        other = make(chance)
        other.draw(1)
        assert (other.drawn, chance.drawn, chance.outcomes) == ([1], [], 2)


def test_the_dice_go_on_from_the_seed() -> None:
    game = zashiki.Game("kokyu")

    def pile_after_a_reshuffle(seed: int) -> str:
        chance = game.deal_by_chance()
        while chance.outcomes is not None:
            chance.draw(0)
        state = chance.state(seed)
        assert state is not None
        for number in itertools.count():
            if state.is_over or json.loads(state.position())["dice"]["drawn"]:
                break
            legal = state.legal(state.current_players[0])
            state.step(state.current_players[0], int(legal[number % len(legal)]))
        return state.position()

    assert pile_after_a_reshuffle(1) == pile_after_a_reshuffle(1)
    assert json.loads(pile_after_a_reshuffle(2))["dice"]["seed"] == "2"
    assert (
        len({json.dumps(json.loads(pile_after_a_reshuffle(seed))["pile"]) for seed in range(9)}) > 1
    )


def test_what_cannot_be_drawn_is_refused() -> None:
    chance = zashiki.Game("kokyu", options={"firstSeat": "seat0"}).deal_by_chance()
    for wrong in (-1, 2, 10**18):
        with pytest.raises(zashiki.BadInput, match="from 0 to 1") as refused:
            chance.draw(wrong)
        assert "0〜1" in refused.value.ja
    with pytest.raises(TypeError):
        chance.draw("0")  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        chance.draw(2**64)
    assert chance.drawn == []
    assert chance.state() is None
    while chance.outcomes is not None:
        chance.draw(0)
    with pytest.raises(zashiki.BadInput, match="Nothing is left to draw"):
        chance.draw(0)
    state = chance.state()
    assert state is not None
    with pytest.raises(zashiki.Illegal):
        state.step_by_chance(1, 0)
    with pytest.raises(zashiki.Illegal):
        state.step_by_chance(0, "nonsense")
    assert repr(chance).startswith("<Chance drawn=[0, ")
