"""The environments of Gymnasium, by its own checker and by what is ours."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
import zashiki
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation
from zashiki.gymnasium import BatchEnv, SeatEnv

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.usefixtures("no_waiting", "pixels")
@pytest.mark.parametrize("flat", [False, True])
def test_a_seat_passes_the_checker(game: zashiki.Game, flat: bool) -> None:
    env = gymnasium.make(f"zashiki/{game.id}-{game.seats}-v0", flat=flat).unwrapped
    assert isinstance(env, SeatEnv)
    assert env.game == game
    with warnings.catch_warnings():
        warnings.filterwarnings("error", ".*infinity.*")
        check_env(env)


def test_a_flat_observation_is_scaled_and_has_its_mask_in_the_info(game: zashiki.Game) -> None:
    env, flat = SeatEnv(game), SeatEnv(game, flat=True)
    seen, _ = env.reset(seed=3)
    vector, info = flat.reset(seed=3)
    largest = np.concatenate(
        [np.full(int(np.prod(each["shape"])), each["max"], np.float32) for each in game.features]
    )
    for _ in range(30):
        assert vector in flat.observation_space
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        scaled = seen["observation"] * (np.float32(1) / largest)
        assert np.array_equal(vector[: len(largest)], scaled)
        if env.asked.by_choices:
            kinds = vector[len(largest) :][: len(game.factors)]
            made = vector[len(largest) + len(game.factors) :]
            none = seen["factor"] == len(game.factors)
            assert kinds.sum() == (0 if none else 1)
            assert none or kinds.argmax() == seen["factor"]
            assert np.allclose(made * len(env.action_masks()), seen["choices"] + 1, atol=1e-3)
        else:
            assert len(vector) == len(largest)
        number = int(seen["action_mask"].argmax())
        seen, _, ended, _, _ = env.step(number)
        vector, _, _, _, info = flat.step(number)
        if ended:
            break


def finish(env: SeatEnv, seed: int) -> tuple[float, int]:
    """Play to the end by random possible numbers; the reward, and how many numbers were taken."""
    seen, info = env.reset(seed=seed)
    draw, steps, ended, reward = np.random.default_rng(seed), 0, False, 0.0
    while not ended:
        assert not info
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        number = draw.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, ended, truncated, info = env.step(number)
        assert not truncated
        steps += 1
    assert env.asked.state.is_over
    assert reward == env.asked.state.returns()[env.seat]
    with pytest.raises(zashiki.BadInput, match="reset"):
        env.step(0)
    return reward, steps


def test_a_seat_plays_to_the_end(game: zashiki.Game) -> None:
    env = SeatEnv(game, seat=game.seats - 1)
    first = finish(env, 5)
    assert first == finish(env, 5)
    assert len({finish(env, seed) for seed in range(4)}) > 1


def test_any_seat_may_be_drawn() -> None:
    env = SeatEnv("honnoji", seat=None)
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2}


def test_bots_are_those_that_are_asked_for() -> None:
    shown = []

    def last(state: zashiki.State, seat: int) -> str:
        shown.append((seat, state))
        return state.actions(seat)[-1]

    env = SeatEnv("sengoku", seats=3, seat=1, bots=["greedy:worlds=1", last])
    finish(env, 1)
    assert {seat for seat, _ in shown} == {2}
    # A function has no access to the complete state: it receives determinizations.
    assert any(state.position() != env.asked.state.position() for _, state in shown)
    with pytest.raises(zashiki.BadInput, match="2 other seats, but 1 bots"):
        SeatEnv("sengoku", seats=3, bots=["random"])
    with pytest.raises(zashiki.BadInput, match="nobody"):
        SeatEnv("kokyu", bots="nobody")
    for wrong in (5, [5], [None]):
        with pytest.raises(TypeError, match="bot"):
            SeatEnv("kokyu", bots=wrong)  # type: ignore[arg-type]


def test_what_may_not_be_done_loses() -> None:
    env = SeatEnv("kokyu")
    seen, _ = env.reset(seed=1)
    forbidden = int((seen["action_mask"] == 0).argmax())
    after, reward, ended, _, info = env.step(forbidden)
    assert (reward, ended) == (-1, True)
    with pytest.raises(zashiki.Illegal) as no:
        env.asked.state.step(0, forbidden)
    assert info["illegal"] == str(no.value)
    assert data_equivalence(seen, after)
    # The match is lost, so it has ended.
    with pytest.raises(zashiki.BadInput, match=r"reset\(\)") as over:
        env.step(int(seen["action_mask"].argmax()))
    assert "reset()" in over.value.ja
    _, info = env.reset()
    assert not info


@pytest.mark.parametrize("wrong", [1.5, "3", None, [0], np.array([0, 1]), -1, 55, 10**30])
def test_what_is_no_number_is_refused(wrong: Any) -> None:  # noqa: ANN401
    env = SeatEnv("kokyu")
    with pytest.raises(zashiki.BadInput, match=r"reset\(\)"):
        env.step(0)
    seen, _ = env.reset(seed=1)
    with pytest.raises((TypeError, zashiki.BadInput), match="one integer|no number"):
        env.step(wrong)
    # The match continues unchanged.
    assert data_equivalence(seen, env.asked.see(0))
    _, _, ended, _, info = env.step(int(seen["action_mask"].argmax()))
    assert not ended
    assert not info


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(zashiki.BadInput, match="no seat 2") as no:
        SeatEnv("kokyu", seat=2)
    assert "席2" in no.value.ja
    with pytest.raises(zashiki.BadInput, match="chess"):
        SeatEnv("chess")
    with pytest.raises(zashiki.BadInput, match="render mode"):
        SeatEnv("kokyu", render_mode="depth_array")


def test_it_is_shown_as_the_seat_sees_it() -> None:
    env = SeatEnv("kokyu", render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None
    assert shown == env.asked.state.text(0)
    assert "Forbidden City" in shown


@pytest.mark.parametrize("name", ["kokyu", "honnoji"])
def test_many_plays_at_once(name: str) -> None:
    game = zashiki.Game(name)
    env, again = BatchEnv(6, game, bots="random"), BatchEnv(6, game, bots="random", threads=1)
    (seen, _), (same, _) = env.reset(seed=2), again.reset(seed=2)
    draw, won, ended = np.random.default_rng(2), np.zeros(6), np.zeros(6)
    for _ in range(500):
        assert seen in env.observation_space
        assert data_equivalence(seen, same)
        numbers = np.array([draw.choice(np.flatnonzero(mask)) for mask in env.action_masks()])
        seen, rewards, dones, truncated, _ = env.step(numbers)
        same, *_ = again.step(numbers)
        assert not truncated.any()
        assert not rewards[~dones].any()
        won, ended = won + rewards, ended + dones
    assert (ended > 0).all()
    assert (abs(won) <= ended).all()
    assert won.any()
    other, _ = env.reset()
    assert not data_equivalence(other, same)


def draws(env: BatchEnv, seed: int) -> Callable[[], np.ndarray]:
    """A function that draws a legal number for each match."""
    draw = np.random.default_rng(seed)
    return lambda: np.array([draw.choice(np.flatnonzero(mask)) for mask in env.action_masks()])


@pytest.mark.parametrize("name", ["kokyu", "honnoji"])
def test_ends_in_the_same_step_and_in_the_next_one(name: str) -> None:
    same, later = (
        BatchEnv(5, name, bots="random", threads=1, autoreset_mode=mode)
        for mode in ("SameStep", "NextStep")
    )
    assert later.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, _ = same.reset(seed=4)
    shown, _ = later.reset(seed=4)
    draw, checked = draws(same, 4), np.zeros(5, np.int64)
    # Both play the same numbers, so the second is one step behind for each match that has ended.
    while not checked.all():
        numbers = draw()
        seen, rewards, ended, _, info = same.step(numbers)
        shown, rewards_later, ended_later, _, info_later = later.step(numbers)
        assert info_later == {}
        assert np.array_equal(ended, ended_later)
        assert np.array_equal(rewards, rewards_later)
        assert shown in later.observation_space
        if not ended.any():
            assert info == {}
            assert data_equivalence(seen, shown)
            continue
        assert np.array_equal(info["_final_obs"], ended)
        for index in np.flatnonzero(ended):
            final = info["final_obs"][index]
            assert final in same.single_observation_space
            assert not final["action_mask"].any()
            assert np.array_equal(final["observation"], shown["observation"][index])
            assert not np.array_equal(final["observation"], seen["observation"][index])
            assert shown["action_mask"][index].all()
        assert all(info["final_obs"][index] is None for index in np.flatnonzero(~ended))
        checked += ended
        # The next step starts the matches that ended, whatever their number, and nothing else here.
        before = later.batch.observations.copy()
        other = later.action_masks().argmax(axis=1)
        started, rewards_later, ended_later, _, _ = later.step(np.where(ended, 0, other))
        assert np.array_equal(started["observation"][ended], before[ended])
        assert not rewards_later[ended].any()
        assert not ended_later[ended].any()
        # Its other matches have moved, so the pair continues with new ones.
        same.reset(seed=int(checked.sum()))
        later.reset(seed=int(checked.sum()))


def test_the_final_observation_is_that_of_the_ended_state() -> None:
    env = BatchEnv(1, "kokyu", bots="random", seat=0, threads=1)
    env.reset(seed=6)
    draw, over = draws(env, 6), False
    while not over:
        held = env.batch.observations[0].copy()
        _, _, ended, _, info = env.step(draw())
        over = bool(ended[0])
    final = info["final_obs"][0]["observation"]
    assert not np.array_equal(final, held)
    # A vector environment of Gymnasium itself, made of single ones, has the same keys.
    single = gymnasium.make("zashiki/kokyu-2-v0").observation_space
    assert info["final_obs"][0] in single


@pytest.mark.parametrize("context", ["spawn", "forkserver"])
def test_an_id_with_its_module_is_known_in_new_processes(context: str) -> None:
    envs = gymnasium.make_vec(
        "zashiki.gymnasium:zashiki/kokyu-2-v0",
        2,
        vectorization_mode="async",
        vector_kwargs={"context": context},
        bots="random",
    )
    single, seeds = SeatEnv("kokyu"), [5, 6]
    try:
        seen, _ = envs.reset(seed=seeds)  # type: ignore[arg-type]
        for index, seed in enumerate(seeds):
            wanted, _ = single.reset(seed=seed)
            assert np.array_equal(seen["observation"][index], wanted["observation"])
        _, _, ended, _, _ = envs.step(seen["action_mask"].argmax(axis=1))
        assert not ended.any()
    finally:
        envs.close()


def test_the_fast_path_is_reached_by_id() -> None:
    env = gymnasium.make_vec("zashiki/kokyu-2-v0", 4, autoreset_mode="NextStep", threads=1)
    assert isinstance(env.unwrapped, BatchEnv)
    assert env.num_envs == 4
    assert env.unwrapped.game.seats == 2
    slow = gymnasium.make_vec("zashiki/kokyu-2-v0", 2, vectorization_mode="sync")
    assert not isinstance(slow.unwrapped, BatchEnv)


def test_gymnasiums_wrapper_flattens_a_batch() -> None:
    env = gymnasium.make_vec("zashiki/kokyu-2-v0", 3, autoreset_mode="NextStep", threads=1)
    flat = FlattenObservation(env)
    seen, _ = flat.reset(seed=1)
    assert seen in flat.observation_space
    assert seen.ndim == 2


def test_what_a_batch_cannot_take_changes_nothing() -> None:
    env = BatchEnv(3, "kokyu")
    seen, _ = env.reset(seed=1)
    numbers = seen["action_mask"].argmax(axis=1)
    forbidden = np.where(np.arange(3) == 2, (seen["action_mask"] == 0).argmax(axis=1), numbers)
    for wrong in (forbidden, numbers[:2], numbers + 55, numbers * 0 - 1):
        with pytest.raises(ValueError, match="play 2|3 plays|play 0"):
            env.step(wrong)
    with pytest.raises(TypeError, match="whole numbers"):
        env.step(numbers / 2)
    masks = env.action_masks()
    assert np.array_equal(masks, seen["action_mask"])
    env.step(numbers)
    # What was returned does not change with the next step.
    assert np.array_equal(masks, seen["action_mask"])
    no_bots: list[Any] = [[None], [lambda state, seat: 0], lambda state, seat: 0]
    for bots in no_bots:
        with pytest.raises(TypeError, match="bots of a batch are texts"):
            BatchEnv(3, "kokyu", bots=bots)
    with pytest.raises(zashiki.BadInput, match="1 other seats, but 2 bots"):
        BatchEnv(3, "kokyu", bots=["random", "random"])
    with pytest.raises(zashiki.BadInput, match="1 to 1048576 plays"):
        BatchEnv(0, "kokyu")
    with pytest.raises(zashiki.BadInput, match="no autoreset mode 'Disabled'"):
        BatchEnv(3, "kokyu", autoreset_mode="Disabled")
