"""Inputs of learners: observations, sub-actions and batches."""

from __future__ import annotations

import pickle
from typing import Any, Literal

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


def maxima(game: zashiki.Game) -> np.ndarray:
    """The largest possible value of each number of an observation."""
    sizes = [int(np.prod(feature["shape"])) for feature in game.features]
    return np.repeat([np.float32(feature["max"]) for feature in game.features], sizes)


def form_of(game: zashiki.Game) -> Literal["actions", "choices"]:
    """Whole actions, if all of the game's have a number."""
    return "actions" if all_numbered(game) else "choices"


def test_no_value_is_above_its_maximum_and_no_maximum_is_far(game: zashiki.Game) -> None:
    batch = zashiki.Batch(game, 32, form=form_of(game), seed=1)
    draw, largest = np.random.default_rng(1), np.zeros(game.observation_size, np.float32)
    bounds = maxima(game)
    steps = 120 if all_numbered(game) else 250
    for _ in range(steps):
        drawn = np.where(batch.masks, draw.random(batch.masks.shape, np.float32), -1)
        batch.step(drawn.argmax(axis=1))
        for values in (batch.observations, batch.final_observations):
            assert values.min() >= 0
            assert (values <= bounds).all()
            largest = np.maximum(largest, values.max(axis=0))
    at = 0
    for feature in game.features:
        size = int(np.prod(feature["shape"]))
        reached = largest[at : at + size].max()
        at += size
        # Counts reach a twentieth of their maximum in so few random games, if they occur at all.
        assert reached == 0 or reached * 20 >= feature["max"], (feature, reached)


def test_a_flat_batch_observes_scaled_values_and_the_sub_actions(smallest: zashiki.Game) -> None:
    game, form = smallest, form_of(smallest)
    batch, flat = (
        zashiki.Batch(game, 6, form=form, seed=4, threads=1, flat=flat) for flat in (False, True)
    )
    draw, scale = np.random.default_rng(4), np.float32(1) / maxima(game)
    size, kinds = game.observation_size, len(game.factors)
    for _ in range(200):
        assert np.array_equal(flat.observations[:, :size], batch.observations * scale)
        assert flat.observations.max() <= 1
        ended = batch.dones
        finals = batch.final_observations[ended] * scale
        assert np.array_equal(flat.final_observations[ended, :size], finals)
        assert not flat.final_observations[:, size:].any()
        if batch.factors is not None and batch.choices is not None:
            rest = flat.observations[:, size:]
            assert np.array_equal(rest[:, :kinds], np.eye(kinds)[batch.factors])
            numbers = np.float32(1) / np.float32(batch.masks.shape[1])
            assert np.array_equal(rest[:, kinds:], (batch.choices + 1).astype(np.float32) * numbers)
        else:
            assert flat.observations.shape == (6, size)
        chosen = random_numbers(batch, draw)
        batch.step(chosen)
        flat.step(chosen)


def test_players_go_round_or_are_seated_at_random() -> None:
    game = zashiki.Game("sengoku", seats=3)
    bots = [None, "random", "random"]
    batch = zashiki.Batch(game, 6, bots=bots, rotate="random", seed=1, learner=0)
    draw, found = np.random.default_rng(1), set()
    seats = batch.seats.copy()
    for _ in range(60):
        assert not batch.players.any()
        found.add(tuple(batch.seats))
        batch.step(random_numbers(batch, draw))
        # A player keeps its seat to the end of a match.
        assert (batch.dones | (batch.seats == seats)).all()
        seats = batch.seats.copy()
    assert len(found) > 3
    alone = zashiki.Batch(game, 6, rotate=True)
    assert np.array_equal((alone.players + np.arange(6)) % 3, alone.seats)
    wrong: list[Any] = ["no", 2, None]
    for rotate in wrong[:2]:
        with pytest.raises(zashiki.BadInput, match='True, False or "random"') as no:
            zashiki.Batch(game, 2, rotate=rotate)
        assert "rotate" in no.value.ja
    for learner in (1, 3):
        with pytest.raises(zashiki.BadInput, match=f"learner={learner} must be the index"):
            zashiki.Batch(game, 2, bots=bots, learner=learner)


def test_bots_are_seated_for_one_match() -> None:
    game = zashiki.Game("kokyu")
    batch = zashiki.Batch(game, 4, seed=5, threads=1)
    draw = np.random.default_rng(5)
    which = np.array([-1, 0, 1, -1])
    batch.seat_bots(1, ["random", "greedy:worlds=1"], which)
    seated = which >= 0
    for _ in range(120):
        assert not batch.seats[seated].any()
        again = pickle.loads(pickle.dumps(batch))
        numbers = random_numbers(batch, draw)
        batch.step(numbers)
        again.step(numbers)
        assert np.array_equal(batch.observations, again.observations)
        # The next match has the players of the batch again.
        seated &= ~batch.dones
    assert not seated.any()
    before = batch.observations.copy()
    for player, bots, row, message in [
        (2, ["random"], 0, "no player 2"),
        (1, ["nobody"], 0, "nobody"),
        (1, ["random"], 1, "play 2: there is no bot 1"),
        (1, ["random"], -2, "play 2: there is no bot -2"),
    ]:
        with pytest.raises(zashiki.BadInput, match=message):
            batch.seat_bots(player, bots, np.array([-1, -1, row, -1]))
    with pytest.raises(ValueError, match="4 plays"):
        batch.seat_bots(1, ["random"], np.array([0]))
    assert np.array_equal(before, batch.observations)
    batch.step(random_numbers(batch, draw))


def test_the_final_observation_is_the_learners() -> None:
    game = zashiki.Game("kokyu")
    batch = zashiki.Batch(game, 8, seed=6, rotate=True, learner=0, threads=1)
    at = 0
    for feature in game.features:
        if feature["name"] == "points":
            break
        at += int(np.prod(feature["shape"]))
    draw, ended = np.random.default_rng(6), 0
    for _ in range(500):
        batch.step(random_numbers(batch, draw))
        for play in np.flatnonzero(batch.dones):
            own, other = batch.final_observations[play, at : at + 2]
            reward = batch.rewards[play, play % 2]
            # Nobody wins with fewer points than the other.
            assert reward == 0 or np.sign(own - other) in (reward, 0)
            ended += reward != 0
    assert ended > 20


def test_arrays_are_shared_with_other_libraries() -> None:
    batch = zashiki.Batch(zashiki.Game("honnoji"), 3, form="choices", seed=1, threads=1)
    assert batch.factors is not None
    assert batch.choices is not None
    arrays: list[Any] = [
        batch.observations,
        batch.seats,
        batch.rewards,
        batch.factors,
        batch.choices,
    ]
    arrays += [batch.masks, batch.dones, batch.players, batch.final_observations]
    for array in arrays:
        other = np.from_dlpack(array)
        assert np.shares_memory(other, array)
        assert other.dtype == array.dtype
    seen = np.from_dlpack(batch.observations)
    before = seen.copy()
    while np.array_equal(batch.observations, before):
        batch.step(batch.masks.argmax(axis=1))
    # It is the same memory, so the step shows.
    assert np.array_equal(seen, batch.observations)


def middle(masks: np.ndarray) -> np.ndarray:
    """A legal number for each row that depends on all legal ones."""
    nth = (masks.sum(axis=-1, keepdims=True) + 1) // 2
    chosen: np.ndarray = (masks.cumsum(axis=-1) >= nth).argmax(axis=-1)
    return chosen


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize(
    ("setting", "simultaneous"),
    [
        ({"id": "kokyu"}, False),
        ({"id": "sengoku", "seats": 3}, False),
        ({"id": "hostile"}, False),
        ({"id": "honnoji"}, False),
        ({"id": "honnoji", "options": {"placing": "together"}}, True),
        ({"id": "shinra"}, True),
    ],
)
def test_seats_that_act_at_once_play_what_they_play_in_turn(
    setting: dict[str, Any], simultaneous: bool, flat: bool
) -> None:
    game = zashiki.Game(**setting)
    plays, seats, form = 3, game.seats, form_of(game)
    batch = zashiki.Batch(game, plays, form=form, seed=9, threads=1, flat=flat, parallel=True)
    one_by_one = zashiki.Batch(game, plays, form=form, seed=9, threads=1, flat=flat)
    width = one_by_one.observations.shape[1]
    assert batch.observations.shape == (plays, seats, width)
    assert batch.masks.shape == (plays, seats, one_by_one.masks.shape[1] + 1)
    # What each match shows to the seat that decides, when all others wait.
    wanted: list[list[tuple[Any, ...]]] = [[] for _ in range(plays)]
    ends: list[list[tuple[Any, ...]]] = [[] for _ in range(plays)]
    for _ in range(150):
        for play in range(plays):
            seat = int(one_by_one.seats[play])
            wanted[play].append((seat, one_by_one.masks[play].tobytes()))
        one_by_one.step(middle(one_by_one.masks))
        for done in np.flatnonzero(one_by_one.dones):
            ends[done].append(tuple(one_by_one.rewards[done]))
    found: list[list[tuple[Any, ...]]] = [[] for _ in range(plays)]
    over: list[list[tuple[Any, ...]]] = [[] for _ in range(plays)]
    together = False
    for step in range(150):
        awaited = batch.seats >= 0
        assert np.array_equal(awaited, ~batch.masks[:, :, -1])
        assert awaited.any(axis=1).all()
        assert np.array_equal(batch.masks.sum(axis=2)[~awaited], np.ones((~awaited).sum()))
        together |= bool((awaited.sum(axis=1) > 1).any())
        for play, seat in zip(*np.nonzero(awaited)):
            found[play].append((int(seat), batch.masks[play, seat, :-1].tobytes()))
        again = pickle.loads(pickle.dumps(batch)) if step % 20 == 7 else None
        numbers = middle(batch.masks)
        batch.step(numbers)
        if again is not None:
            again.step(numbers)
            for name in ("observations", "masks", "seats", "rewards", "dones"):
                assert np.array_equal(getattr(again, name), getattr(batch, name)), name
        for done in np.flatnonzero(batch.dones):
            over[done].append(tuple(batch.rewards[done]))
            assert batch.final_observations[done].any(axis=1).all()
    for play in range(plays):
        length = min(len(ends[play]), len(over[play]))
        assert ends[play][:length] == over[play][:length]
        # Simultaneous decisions mix the choices of seats, but each seat has the same.
        for seat in range(seats):
            mine, same = (
                [mask for owner, mask in each[play] if owner == seat] for each in (wanted, found)
            )
            length = min(len(mine), len(same))
            assert mine[:length] == same[:length]
            assert length
    assert together == simultaneous


def test_all_seats_observe_what_their_states_show() -> None:
    game = zashiki.Game("kokyu")
    batch = zashiki.Batch(game, 4, seed=2, threads=1, parallel=True)
    alone = zashiki.Batch(game, 4, seed=2, threads=1)
    rows = np.arange(4)
    for _ in range(100):
        assert np.array_equal(batch.observations[rows, alone.seats], alone.observations)
        alone.step(middle(alone.masks))
        batch.step(middle(batch.masks))
        assert np.array_equal(batch.dones, alone.dones)
        assert np.array_equal(batch.rewards, alone.rewards)


def test_what_all_seats_cannot_step_changes_nothing() -> None:
    game = zashiki.Game("kokyu")
    batch = zashiki.Batch(game, 3, seed=3, threads=1, parallel=True)
    numbers, wait = middle(batch.masks), batch.masks.shape[2] - 1
    before = batch.observations.copy()
    seat = int(batch.seats[1].max())
    for owner, number in [(seat, wait), (seat, int(batch.masks[1, seat].argmin())), (1 - seat, 0)]:
        wrong = numbers.copy()
        wrong[1, owner] = number
        with pytest.raises(zashiki.Illegal, match=f"play 1: seat {owner}: ") as no:
            batch.step(wrong)
        assert "1番のプレイ" in no.value.ja
    with pytest.raises(ValueError, match=r"2 seats of 3 plays: an array of shape \(3, 2\)"):
        batch.step(numbers[:, 0])
    # A match in which nobody chooses stays as it is.
    batch.step(np.full((3, 2), -1))
    assert np.array_equal(before, batch.observations)
    batch.step(numbers)
    assert not np.array_equal(before, batch.observations)
    settings: list[dict[str, Any]] = [{"bots": [None, "random"]}, {"rotate": True}, {"learner": 0}]
    for each in settings:
        with pytest.raises(zashiki.BadInput, match="you decide for all seats"):
            zashiki.Batch(game, 2, parallel=True, **each)
    with pytest.raises(zashiki.BadInput, match="you decide for all seats"):
        batch.seat_bots(0, ["random"], np.zeros(3, np.int64))


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
