"""Inputs of learners: observations, sub-actions and batches."""

from __future__ import annotations

import numpy as np
import pytest
import zashiki


def random_numbers(batch: zashiki.Batch, draw: np.random.Generator) -> np.ndarray:
    """A legal number for each match."""
    return np.array([draw.choice(np.flatnonzero(mask)) for mask in batch.masks])


def test_an_observation_is_the_same_in_imagined_worlds(game: zashiki.Game) -> None:
    state = game.new_initial_state(seed=3)
    sizes = [int(np.prod(feature["shape"])) for feature in game.features]
    assert sum(sizes) == game.observation_size
    for _ in range(12):
        seat = state.current_players[0]
        for watcher in range(game.seats):
            seen = state.observation(watcher)
            assert seen.shape == (game.observation_size,)
            assert seen.dtype == np.float32
            assert np.array_equal(seen, state.determinize(watcher, 5).observation(watcher))
        before = state.observation(seat)
        state.step(seat, state.legal(seat)[-1])
        assert not np.array_equal(before, state.observation(seat))


def test_small_choices_lead_to_every_kind_of_action(game: zashiki.Game) -> None:
    state, draw = game.new_initial_state(seed=4), np.random.default_rng(4)
    for _ in range(12):
        if state.is_over:
            break
        seat = state.current_players[0]
        walk = state.walk(seat)
        while walk.factor is not None:
            mask = walk.mask()
            assert mask.shape == (game.factors[walk.factor]["size"],)
            if not mask.all():
                with pytest.raises(zashiki.BadInput, match="cannot be chosen"):
                    walk.choose(int(np.flatnonzero(~mask)[0]))
            walk.choose(int(draw.choice(np.flatnonzero(mask))))
        assert walk.action is not None
        assert walk.action in state.legal(seat)
        assert state.choices(seat, walk.action) == walk.choices
        state.step(seat, walk.action)
    assert state.walk(0).factor is None or 0 in state.current_players


def all_numbered(game: zashiki.Game) -> bool:
    """Return True if a batch of the game supports whole actions."""
    return game.id not in ("honnoji", "shinra")


def test_a_batch_plays_what_a_state_plays() -> None:
    game = zashiki.Game("kokyu")
    batch, draw = zashiki.Batch(game, 8, seed=1), np.random.default_rng(1)
    assert batch.observations.shape == (8, game.observation_size)
    assert batch.masks.shape == (8, game.action_count)
    ended = 0
    for _ in range(300):
        batch.step(random_numbers(batch, draw))
        ended += int(batch.dones.sum())
        for rewards, done in zip(batch.rewards, batch.dones):
            assert done or not rewards.any()
            assert sorted(rewards) in ([-1, 1], [0, 0])
    assert ended > 8


def test_a_batch_is_the_same_with_any_number_of_threads(game: zashiki.Game) -> None:
    form = "actions" if all_numbered(game) else "choices"
    batches = [
        zashiki.Batch(game, 40, form=form, seed=7, threads=threads)  # type: ignore[arg-type]
        for threads in (1, 3)
    ]
    draw = np.random.default_rng(7)
    for _ in range(25):
        numbers = random_numbers(batches[0], draw)
        for batch in batches:
            batch.step(numbers)
        one, other = batches
        assert np.array_equal(one.observations, other.observations)
        assert np.array_equal(one.masks, other.masks)
        assert np.array_equal(one.seats, other.seats)


def test_bots_sit_in_a_batch_and_go_round() -> None:
    game = zashiki.Game("sengoku", seats=3)
    batch = zashiki.Batch(game, 9, bots=[None, "random", "greedy:worlds=1"], rotate=True)
    draw = np.random.default_rng(2)
    for _ in range(20):
        assert batch.seats.tolist() == [0, 1, 2] * 3
        batch.step(random_numbers(batch, draw))


def test_small_choices_of_a_batch_are_told() -> None:
    game = zashiki.Game("shinra")
    batch, draw = zashiki.Batch(game, 4, form="choices", seed=2), np.random.default_rng(2)
    assert batch.factors is not None
    assert batch.choices is not None
    for _ in range(60):
        for play, factor in enumerate(batch.factors):
            assert not batch.masks[play, game.factors[factor]["size"] :].any()
        made = (batch.choices >= 0).sum(axis=1)
        numbers = random_numbers(batch, draw)
        batch.step(numbers)
        for play, count in enumerate(made):
            assert batch.choices[play, 0] == -1 or batch.choices[play, count] == numbers[play]
    assert zashiki.Batch(zashiki.Game("kokyu"), 1).factors is None


def test_what_cannot_be_stepped_changes_nothing() -> None:
    game = zashiki.Game("kokyu")
    batch, draw = zashiki.Batch(game, 5, seed=3), np.random.default_rng(3)
    numbers = random_numbers(batch, draw)
    before = batch.observations.copy()
    forbidden = numbers.copy()
    forbidden[3] = np.flatnonzero(~batch.masks[3])[0]
    with pytest.raises(zashiki.Illegal, match="play 3"):
        batch.step(forbidden)
    forbidden[3] = -2
    with pytest.raises(zashiki.Illegal, match="-2 cannot be taken"):
        batch.step(forbidden)
    with pytest.raises(ValueError, match="5 plays"):
        batch.step(numbers[:4])
    with pytest.raises(ValueError, match="5 plays"):
        batch.step(numbers.reshape(5, 1))
    with pytest.raises(TypeError, match="whole numbers"):
        batch.step(numbers / 2)
    with pytest.raises(TypeError, match="whole numbers"):
        batch.step(["a"] * 5)
    assert np.array_equal(before, batch.observations)
    batch.step(numbers.astype(np.int32))
    assert not np.array_equal(before, batch.observations)


def test_a_batch_that_cannot_be_says_why() -> None:
    game = zashiki.Game("kokyu")
    with pytest.raises(zashiki.BadInput, match='form="choices"'):
        zashiki.Batch(zashiki.Game("honnoji"), 2)
    with pytest.raises(zashiki.BadInput, match="Every seat has a bot"):
        zashiki.Batch(game, 2, bots=["random", "random"])
    with pytest.raises(zashiki.BadInput, match="2 seats, but 1"):
        zashiki.Batch(game, 2, bots=["random"])
    with pytest.raises(zashiki.BadInput, match="nobody"):
        zashiki.Batch(game, 2, bots=["nobody", None])
    with pytest.raises(zashiki.BadInput, match='no form "words"'):
        zashiki.Batch(game, 2, form="words")  # type: ignore[arg-type]
    for plays, threads in [(0, 1), (2**40, 1), (2, 0), (2, 2**20)]:
        with pytest.raises(zashiki.BadInput, match="A batch has"):
            zashiki.Batch(game, plays, threads=threads)
