"""Opponents of a learner that choose in many matches at once, and pools of them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import zashiki
from gymnasium.utils.env_checker import data_equivalence
from zashiki.gymnasium import BatchEnv
from zashiki.opponents import OpponentPool


def first(_observations: object, masks: np.ndarray, _seats: np.ndarray) -> np.ndarray:
    """Choose the first legal number."""
    chosen: np.ndarray = masks.argmax(axis=1)
    return chosen


def last(_observations: object, masks: np.ndarray, _seats: np.ndarray) -> np.ndarray:
    """Choose the last legal number."""
    chosen: np.ndarray = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return chosen


def middle(masks: np.ndarray) -> np.ndarray:
    """A legal number for each match that depends on all of them."""
    nth = (masks.sum(axis=1, keepdims=True) + 1) // 2
    chosen: np.ndarray = (masks.cumsum(axis=1) >= nth).argmax(axis=1)
    return chosen


class Recorder:
    """An opponent that keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, np.ndarray, np.ndarray]] = []

    def __call__(self, observations: Any, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:  # noqa: ANN401
        self.asked.append((observations, masks, seats))
        return first(observations, masks, seats)


def play_on(env: BatchEnv, steps: int) -> None:
    """Take this number of steps."""
    for _ in range(steps):
        env.step(middle(env.action_masks()))


@pytest.mark.parametrize("name", ["sengoku", "shinra"])
@pytest.mark.parametrize("flat", [False, True])
def test_a_function_gets_the_observations_of_all_that_await_it(name: str, flat: bool) -> None:
    game = zashiki.Game(name)
    recorder = Recorder()
    env = BatchEnv(5, game, opponents=recorder, flat=flat, threads=1)
    env.reset(seed=1)
    space = env.single_observation_space
    for _ in range(60):
        # Only the learner is awaited after a step.
        assert not env.batch.players.any()
        env.step(middle(env.action_masks()))
    assert max(len(seats) for _, _, seats in recorder.asked) > 1
    for observations, masks, seats in recorder.asked:
        assert masks.any(axis=1).all()
        for row, (mask, seat) in enumerate(zip(masks, seats)):
            if flat:
                assert observations[row] in space
            else:
                assert {key: value[row] for key, value in observations.items()} in space
                assert np.array_equal(observations["action_mask"][row], mask)
            assert seat in range(game.seats)


@pytest.mark.parametrize("seat", ["rotating", 0, 2])
def test_a_function_plays_as_if_the_caller_did(seat: Any) -> None:  # noqa: ANN401
    game, plays = zashiki.Game("sengoku", seats=3), 4
    env = BatchEnv(plays, game, opponents=[first, last], seat=seat, threads=1)
    env.reset(seed=7)
    results: list[list[float]] = [[] for _ in range(plays)]
    for _ in range(90):
        _, rewards, ended, _, _ = env.step(middle(env.action_masks()))
        for play in np.flatnonzero(ended):
            results[play].append(float(rewards[play]))
    # The same matches in a batch in which the caller decides for all.
    learner = 0 if seat == "rotating" else seat
    seed = int(np.random.Generator(np.random.PCG64(np.random.SeedSequence(7))).integers(1 << 63))
    batch = zashiki.Batch(game, plays, rotate=seat == "rotating", seed=seed, threads=1)
    functions = {0: first, 1: last}
    others = [player for player in range(3) if player != learner]
    same: list[list[float]] = [[] for _ in range(plays)]
    seats = (np.arange(plays) * (seat == "rotating") + learner) % 3
    while any(len(done) < len(wanted) for done, wanted in zip(same, results)):
        numbers = middle(batch.masks)
        for player, function in zip(others, functions.values()):
            chosen = function(None, batch.masks, batch.seats)
            numbers = np.where(batch.players == player, chosen, numbers)
        batch.step(numbers)
        for play in np.flatnonzero(batch.dones):
            same[play].append(float(batch.rewards[play, seats[play]]))
    assert [done[: len(wanted)] for done, wanted in zip(same, results)] == results
    assert min(map(len, results)) > 1


@pytest.mark.parametrize("opponents", [first, OpponentPool([first, "random", last])])
@pytest.mark.parametrize("seat", ["rotating", None])
def test_ends_in_the_same_step_and_in_the_next_one(opponents: Any, seat: Any) -> None:  # noqa: ANN401
    same, later = (
        BatchEnv(5, "kokyu", opponents=opponents, seat=seat, threads=1, autoreset_mode=mode)
        for mode in ("SameStep", "NextStep")
    )
    seen, _ = same.reset(seed=4)
    shown, _ = later.reset(seed=4)
    ended = np.zeros(5, np.bool_)
    while not ended.any():
        assert data_equivalence(seen, shown)
        numbers = middle(same.action_masks())
        seen, rewards, ended, _, info = same.step(numbers)
        shown, rewards_later, ended_later, _, _ = later.step(numbers)
        assert np.array_equal(rewards, rewards_later)
        assert np.array_equal(ended, ended_later)
    for play in np.flatnonzero(ended):
        final = info["final_obs"][play]["observation"]
        assert np.array_equal(final, shown["observation"][play])
        assert not np.array_equal(final, seen["observation"][play])
        assert shown["action_mask"][play].all()
    # The next matches have begun in the second as well, but are shown one step later.
    shown, rewards, again, _, _ = later.step(np.where(ended, 0, middle(later.action_masks())))
    assert np.array_equal(shown["observation"][ended], seen["observation"][ended])
    assert not rewards[ended].any()
    assert not again[ended].any()


def test_the_final_observation_is_the_learners_own() -> None:
    game = zashiki.Game("kokyu")
    at = 0
    for feature in game.features:
        if feature["name"] == "points":
            break
        at += int(np.prod(feature["shape"]))
    env = BatchEnv(6, game, opponents=first, threads=1)
    env.reset(seed=3)
    decided = 0
    for _ in range(200):
        _, rewards, ended, _, info = env.step(middle(env.action_masks()))
        for play in np.flatnonzero(ended):
            own, other = info["final_obs"][play]["observation"][at : at + 2]
            assert rewards[play] == 0 or np.sign(own - other) in (rewards[play], 0)
            decided += rewards[play] != 0
    assert decided > 5


def test_the_learning_seat_is_fixed_rotates_or_is_drawn() -> None:
    found: dict[Any, set[tuple[int, ...]]] = {}
    for seat in (2, "rotating", None):
        env = BatchEnv(4, "sengoku", seats=3, seat=seat, opponents=last, threads=1)
        env.reset(seed=1)
        found[seat] = set()
        for _ in range(60):
            found[seat].add(tuple(env.batch.seats))
            env.step(middle(env.action_masks()))
    assert found[2] == {(2, 2, 2, 2)}
    assert found["rotating"] == {(0, 1, 2, 0)}
    assert len(found[None]) > 2
    with pytest.raises(zashiki.BadInput, match="no seat 3"):
        BatchEnv(4, "sengoku", seats=3, seat=3)


def test_a_pool_is_drawn_by_weight_for_each_match() -> None:
    counts = {"first": 0, "last": 0, "never": 0}

    def counted(name: str) -> Any:  # noqa: ANN401
        def play(observations: object, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
            counts[name] += len(seats)
            return first(observations, masks, seats)

        return play

    pool = OpponentPool([counted("first"), counted("never")], weights=[1, 0])
    pool.add(counted("last"), weight=3)
    pool.add("random", weight=2)
    assert (len(pool), pool.weights) == (4, (1, 0, 3, 2))
    env = BatchEnv(64, "kokyu", opponents=pool, threads=1)
    env.reset(seed=1)
    play_on(env, 60)
    assert counts["never"] == 0
    # Three quarters of the decisions of functions.
    assert 0.6 < counts["last"] / (counts["first"] + counts["last"]) < 0.9
    # A match keeps its opponent when the pool loses it, and the next one does not draw it.
    pool.remove(2)
    env.reset(seed=1)
    counts["last"] = 0
    play_on(env, 60)
    assert counts["last"] == 0


def test_past_selves_that_play_no_more_are_forgotten() -> None:
    pool = OpponentPool([first])
    env = BatchEnv(4, "kokyu", opponents=pool, threads=1)
    env.reset(seed=1)
    for _ in range(300):
        pool.add(lambda seen, masks, seats: first(seen, masks, seats))
        pool.remove(0)
        env.step(middle(env.action_masks()))
    assert env._opponents is not None
    assert len(env._opponents._known) <= 16 + 2 + 4


def test_pools_continue_in_copies() -> None:
    env = BatchEnv(6, "kokyu", opponents=OpponentPool([first, "random", last]), threads=1)
    env.reset(seed=1)
    for _ in range(25):
        env.step(middle(env.action_masks()))
    for other in (copy.deepcopy(env), copy.copy(env), pickle.loads(pickle.dumps(env))):
        kept = copy.deepcopy(env)
        for _ in range(40):
            numbers = middle(kept.action_masks())
            assert data_equivalence(kept.step(numbers), other.step(numbers))


def test_what_an_opponent_may_not_choose_is_refused() -> None:
    answer: Any = None

    def play(_observations: object, masks: np.ndarray, _seats: np.ndarray) -> Any:  # noqa: ANN401
        return answer(masks)

    env = BatchEnv(3, "kokyu", opponents=play, threads=1)
    wrong: list[tuple[Any, type[Exception], str]] = [
        (lambda masks: masks.argmin(axis=1), zashiki.BadInput, "play 0: the opponent play cannot"),
        (lambda masks: masks.argmax(axis=1) + 1000, zashiki.BadInput, "cannot choose 1"),
        (lambda masks: masks.argmax(axis=1) * 0 - 1, zashiki.BadInput, "cannot choose -1"),
        (lambda masks: masks.argmax(), zashiki.BadInput, r"shape \(\d,\), not \(\)"),
        (lambda masks: masks.argmax(axis=1) / 1, TypeError, "whole numbers, not .* float64"),
        (lambda masks: None, TypeError, "whole numbers, not .* object"),
    ]
    for each, error, message in wrong:
        answer = lambda masks: masks.argmax(axis=1)  # noqa: E731
        env.reset(seed=1)
        for _ in range(3):
            env.step(middle(env.action_masks()))
        answer = each
        with pytest.raises(error, match=message):
            play_on(env, 30)
        with pytest.raises(zashiki.BadInput, match=r"call reset\(\) for new plays") as no:
            env.step(middle(env.action_masks()))
        assert "reset()" in no.value.ja


def test_opponents_that_cannot_be_are_refused() -> None:
    opponents: Any
    for opponents in (3, [3], [None]):
        with pytest.raises(TypeError, match="text"):
            BatchEnv(2, "kokyu", opponents=opponents)
    with pytest.raises(zashiki.BadInput, match="1 other seats, but 2 opponents"):
        BatchEnv(2, "kokyu", opponents=[first, first])
    with pytest.raises(zashiki.BadInput, match="pass one of them"):
        BatchEnv(2, "kokyu", opponents=first, bots="random")
    with pytest.raises(zashiki.BadInput, match="nobody"):
        BatchEnv(2, "kokyu", opponents="nobody")
    with pytest.raises(zashiki.BadInput, match="weight above 0"):
        BatchEnv(2, "kokyu", opponents=OpponentPool())
    with pytest.raises(zashiki.BadInput, match="weight above 0"):
        BatchEnv(2, "kokyu", opponents=OpponentPool([first], weights=[0]))
    with pytest.raises(zashiki.BadInput, match="nobody"):
        BatchEnv(2, "kokyu", opponents=OpponentPool(["nobody"])).reset()
    for weight in (-1, float("nan"), float("inf")):
        with pytest.raises(zashiki.BadInput, match="number from 0"):
            OpponentPool([first], weights=[weight])
    with pytest.raises(zashiki.BadInput, match="1 opponents, but 2 weights"):
        OpponentPool([first], weights=[1, 2])
    with pytest.raises(TypeError, match="text or a function"):
        OpponentPool([3])  # type: ignore[list-item]
    with pytest.raises(IndexError):
        OpponentPool([first]).remove(1)
