"""The environments of PettingZoo, by its own tests and by what is ours."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
import zashiki
from gymnasium import spaces
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from zashiki.pettingzoo import ParallelVecEnv, env, parallel_env, raw_env


def test_agents_in_turn(game: zashiki.Game, capfd: pytest.CaptureFixture[str]) -> None:
    api_test(env(game), num_cycles=60)
    assert "Passed API test" in capfd.readouterr().out
    seed_test(lambda: env(game), num_cycles=20)


def test_agents_at_once(game: zashiki.Game) -> None:
    parallel_api_test(parallel_env(game), num_cycles=40)
    parallel_seed_test(lambda: Masked(game), num_cycles=8)


class Possible(spaces.Discrete):
    """The numbers of an agent, drawn from those that its mask allows now."""

    def __init__(self, env: parallel_env, agent: str) -> None:
        super().__init__(int(env.action_spaces[agent].n))
        self.env, self.agent = env, agent

    def sample(self, *_: object) -> np.int64:
        return super().sample(self.env._mask(self.agent))


class Masked(parallel_env):
    """For PettingZoo's test of seeds, which draws numbers without a look at the masks."""

    def __init__(self, game: zashiki.Game) -> None:
        super().__init__(game)
        self.action_spaces = {agent: Possible(self, agent) for agent in self.possible_agents}


def test_a_seed_gives_the_same_plays_and_each_another_deal() -> None:
    one, two = parallel_env("sengoku"), parallel_env("sengoku")
    first, second = one.reset(seed=4)[0], two.reset(seed=4)[0]
    assert data_equivalence(first, second)
    assert not data_equivalence(first, one.reset()[0])
    assert data_equivalence(one.reset()[0], [two.reset(), two.reset()][1][0])


def test_both_forms() -> None:
    api_test(env("kokyu", form="choices"), num_cycles=60)
    parallel_api_test(parallel_env("sengoku", seats=3, form="choices"), num_cycles=40)
    with pytest.raises(zashiki.BadInput, match="choices"):
        raw_env("honnoji", form="actions")
    with pytest.raises(zashiki.BadInput, match="form"):
        raw_env("kokyu", form="words")  # type: ignore[arg-type]


def play(at_once: bool) -> dict[str, float]:
    """Play 乾隆後宮 by the first possible numbers; the rewards of all its steps."""
    if at_once:
        together = parallel_env("kokyu")
        seen, _ = together.reset(seed=3)
        total = dict.fromkeys(together.possible_agents, 0.0)
        while together.agents:
            numbers = {agent: int(each["action_mask"].argmax()) for agent, each in seen.items()}
            seen, rewards, ended, truncated, _ = together.step(numbers)
            assert len(set(ended.values())) == 1
            assert not any(truncated.values())
            total = {agent: total[agent] + rewards[agent] for agent in total}
        return total
    turns = env("kokyu")
    turns.reset(seed=3)
    total = dict.fromkeys(turns.possible_agents, 0.0)
    for agent in turns.agent_iter():
        each, reward, ended, truncated, _ = turns.last()
        assert each is not None
        assert not truncated
        total[agent] += reward
        turns.step(None if ended else int(each["action_mask"].argmax()))
    return total


def test_rewards_are_the_result() -> None:
    state = zashiki.Game("kokyu").new_initial_state(int(np.random.default_rng(3).integers(1 << 63)))
    while not state.is_over:
        seat = state.current_players[0]
        state.step(seat, int(state.legal_mask(seat).argmax()))
    expected = dict(zip(["seat_0", "seat_1"], state.returns()))
    assert sum(map(abs, expected.values())) > 0
    assert play(at_once=False) == expected
    assert play(at_once=True) == expected


def test_who_does_what_may_not_be_done_loses() -> None:
    wrapped = env("kokyu")
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    seen = wrapped.observe(agent)
    assert seen is not None
    wrapped.step(int((seen["action_mask"] == 0).argmax()))
    assert wrapped.rewards[agent] == -1
    assert wrapped.terminations[agent]


@pytest.mark.parametrize("wrong", [1.5, "3", None, [0], np.array([0, 1]), -1, 56, 10**30])
def test_what_is_no_number_is_refused(wrong: Any) -> None:  # noqa: ANN401
    turns, raw, together = env("kokyu"), raw_env("kokyu"), parallel_env("kokyu")
    turns.reset(seed=1)
    raw.reset(seed=1)
    seen, _ = together.reset(seed=1)
    numbers = {agent: int(each["action_mask"].argmax()) for agent, each in seen.items()}
    with pytest.raises((TypeError, zashiki.BadInput), match="integer|no number|None is for"):
        turns.step(wrong)
    with pytest.raises((TypeError, zashiki.BadInput), match="integer|no number|None is for"):
        raw.step(wrong)
    with pytest.raises((TypeError, zashiki.BadInput), match="integer|no number"):
        together.step({**numbers, "seat_0": wrong})
    # The matches continue unchanged.
    assert not any(turns.terminations.values())
    for after in (turns, raw, together):
        assert len(after.unwrapped.asked.state) == 0


def test_no_step_is_taken_where_no_play_goes_on() -> None:
    raw, together = raw_env("kokyu"), parallel_env("kokyu")
    for _ in range(2):
        with pytest.raises(zashiki.BadInput, match=r"reset\(\)") as no:
            raw.step(0)
        assert "reset()" in no.value.ja
        with pytest.raises(zashiki.BadInput, match=r"reset\(\)"):
            together.step({})
        raw.reset(seed=1)
        for agent in raw.agent_iter():
            over = raw.terminations[agent]
            raw.step(None if over else int(raw.observe(agent)["action_mask"].argmax()))
        seen, _ = together.reset(seed=1)
        while together.agents:
            seen, *_ = together.step({a: int(s["action_mask"].argmax()) for a, s in seen.items()})


def test_nothing_is_done_without_wrappers() -> None:
    raw = raw_env("kokyu")
    raw.reset(seed=1)
    seen = raw.observe(raw.agent_selection)
    with pytest.raises(zashiki.Illegal):
        raw.step(int((seen["action_mask"] == 0).argmax()))
    with pytest.raises(zashiki.BadInput, match="None is for agents whose match is over"):
        raw.step(None)
    again = raw.observe(raw.agent_selection)
    assert all(np.array_equal(seen[name], again[name]) for name in seen)


def test_agents_at_once_are_told_what_is_wrong() -> None:
    together = parallel_env("kokyu")
    seen, _ = together.reset(seed=1)
    numbers = {agent: int(each["action_mask"].argmax()) for agent, each in seen.items()}
    waiting = next(agent for agent in numbers if numbers[agent] == together.wait)
    asked = next(agent for agent in numbers if agent != waiting)
    with pytest.raises(zashiki.BadInput, match=f"{waiting} cannot choose .* It is not to decide"):
        together.step({**numbers, waiting: numbers[asked]})
    with pytest.raises(zashiki.BadInput, match=f"{asked} cannot choose"):
        together.step({**numbers, asked: together.wait})
    with pytest.raises(zashiki.BadInput, match=f"There is no number for {waiting}"):
        together.step({asked: numbers[asked]})
    with pytest.raises(zashiki.BadInput, match="no agent 'seat_2'") as no:
        together.step({**numbers, "seat_2": 0})
    assert "seat_2" in no.value.ja
    after, *_ = together.step(numbers)
    assert not np.array_equal(after[asked]["observation"], seen[asked]["observation"])


def choose_some(turns: raw_env, draw: np.random.Generator) -> None:
    mask = turns.observe(turns.agent_selection)["action_mask"]
    turns.step(int(draw.choice(np.flatnonzero(mask))))


def until_other(turns: raw_env, seed: int) -> None:
    """Let the agent that is asked decide, whatever it takes."""
    draw, agent = np.random.default_rng(seed), turns.agent_selection
    while turns.agent_selection == agent:
        choose_some(turns, draw)


# All decide at the same time: in one they lay cards face down, in the other they arrange their
# pieces in full view (K-32).
FACE_DOWN = zashiki.Game("honnoji", options={"placing": "together"})
IN_VIEW = zashiki.Game("shinra")


def observed_after_others(game: zashiki.Game, seed: int) -> tuple[Any, object]:
    """Observation of seat 1 after the choice of seat 0, and the information state of seat 0."""
    turns = raw_env(game)
    turns.reset(seed=1)
    assert turns.asked.state.current_players == list(range(game.seats))
    until_other(turns, seed)
    assert turns.agent_selection == "seat_1"
    return turns.observe("seat_1"), turns.asked.state.view(0)


def test_who_is_asked_later_sees_what_was_chosen_before_only_where_it_may() -> None:
    (one, own), (other, others) = (observed_after_others(FACE_DOWN, seed) for seed in (1, 2))
    assert own != others
    assert data_equivalence(one, other)
    (one, own), (other, others) = (observed_after_others(IN_VIEW, seed) for seed in (1, 2))
    assert own != others
    assert not data_equivalence(one, other)


@pytest.mark.parametrize("game", [FACE_DOWN, IN_VIEW], ids=lambda game: game.id)
def test_small_choices_at_once_make_the_actions_that_they_make_alone(game: zashiki.Game) -> None:
    lengths = set()
    for seed in range(3):
        together = parallel_env(game)
        seen, _ = together.reset(seed=seed)
        alone = together.asked.state.clone()
        draw = np.random.default_rng(seed)
        chosen: dict[int, list[int]] = {seat: [] for seat in range(game.seats)}
        # Until all who are asked at first have decided; who has, waits.
        while len(together.asked.state) < game.seats:
            numbers = {
                agent: int(draw.choice(np.flatnonzero(each["action_mask"])))
                for agent, each in seen.items()
            }
            for seat in together.asked.current_players:
                chosen[seat].append(numbers[f"seat_{seat}"])
            seen, *_ = together.step(numbers)
        for seat, made in chosen.items():
            walk = alone.walk(seat)
            for number in made:
                walk.choose(number)
            assert walk.action is not None
            alone.step(seat, walk.action)
        assert alone.position() == together.asked.state.position()
        lengths.add(tuple(map(len, chosen.values())))
    # Of layouts some are done before others; an arrangement is always of nine pieces.
    assert (game is IN_VIEW) or any(len(set(each)) > 1 for each in lengths)


def test_who_still_chooses_does_not_see_how_many_choices_others_took() -> None:
    # They would tell how many cards lie face down (A-H52).
    choosing = set()
    for seed in range(4):
        together, draw = parallel_env(FACE_DOWN), np.random.default_rng(seed)
        first, _ = together.reset(seed=1)
        seen = first
        while not len(together.asked.state):
            asked = [f"seat_{seat}" for seat in together.asked.current_players]
            choosing.add(len(asked))
            for agent in asked:
                assert data_equivalence(seen[agent]["observation"], first[agent]["observation"])
            numbers = {
                agent: int(draw.choice(np.flatnonzero(each["action_mask"])))
                for agent, each in seen.items()
            }
            assert all((numbers[agent] == together.wait) != (agent in asked) for agent in numbers)
            seen, *_ = together.step(numbers)
        # All that was held back is done at once.
        assert len(together.asked.state) == 3
    # Some were ready before others.
    assert choosing == {1, 2, 3}


def test_it_is_shown_as_anybody_sees_it() -> None:
    shown = raw_env("sengoku", seats=4, render_mode="ansi")
    shown.reset(seed=1)
    text = shown.render()
    assert text is not None
    assert text == shown.asked.state.text()
    assert text != shown.asked.state.text(0), "a spectator sees no hand"
    assert raw_env("kokyu").render() is None
    with pytest.raises(zashiki.BadInput, match="render mode"):
        raw_env("kokyu", render_mode="depth_array")


@pytest.mark.usefixtures("no_waiting", "pixels")
def test_it_is_shown_in_every_mode(game: zashiki.Game) -> None:
    render_test(lambda render_mode: env(game, render_mode=render_mode))


def test_unknown_games_and_seats_are_refused() -> None:
    with pytest.raises(zashiki.BadInput, match="chess"):
        env("chess")
    with pytest.raises(zashiki.BadInput, match="is played by 2, not 5"):
        parallel_env("kokyu", seats=5)
    with pytest.raises(zashiki.BadInput, match="2 seats already"):
        env(zashiki.Game("kokyu"), seats=3)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("name", ["kokyu", "honnoji"])
def test_many_plays_at_once_are_dicts_by_agent(name: str, flat: bool) -> None:
    env = ParallelVecEnv(5, name, flat=flat, threads=1)
    single = parallel_env(name, flat=flat)
    assert env.possible_agents == env.agents == single.possible_agents
    assert env.wait == single.wait
    for agent in env.agents:
        assert env.single_observation_space(agent) == single.observation_space(agent)
        assert env.single_action_space(agent) == single.action_space(agent)
    seen, infos = env.reset(seed=4)
    ended = 0
    while not ended:
        masks = {agent: env.action_masks(agent) for agent in env.agents}
        for agent in env.agents:
            assert seen[agent] in env.observation_space(agent)
            shown = infos[agent] if flat else seen[agent]
            assert np.array_equal(shown["action_mask"], masks[agent])
        actions = {agent: masks[agent].argmax(axis=1) for agent in env.agents}
        assert all(actions[agent] in env.action_space(agent) for agent in env.agents)
        seen, rewards, ends, truncated, infos = env.step(actions)
        for agent in env.agents:
            assert not truncated[agent].any()
            assert not rewards[agent][~ends[agent]].any()
            assert np.array_equal(ends[agent], ends[env.agents[0]])
        over = ends[env.agents[0]]
        ended += int(over.sum())
        for agent in env.agents:
            if not over.any():
                assert "final_obs" not in infos[agent]
                continue
            assert np.array_equal(infos[agent]["_final_obs"], over)
            final = infos[agent]["final_obs"]
            assert final in env.observation_space(agent)
            counts, next_ones = (
                (final, seen[agent]) if flat else (final["observation"], seen[agent]["observation"])
            )
            assert not np.array_equal(counts[over], next_ones[over])
    other = copy.deepcopy(env)
    actions = {agent: env.action_masks(agent).argmax(axis=1) for agent in env.agents}
    assert data_equivalence(env.step(actions), other.step(actions))
    # The same seed gives the same games.
    assert data_equivalence(env.reset(seed=4)[0], other.reset(seed=4)[0])
    assert not data_equivalence(env.reset()[0], other.reset(seed=4)[0])


def test_what_many_plays_cannot_take_changes_nothing() -> None:
    env = ParallelVecEnv(3, "kokyu", threads=1)
    seen, _ = env.reset(seed=1)
    actions = {agent: env.action_masks(agent).argmax(axis=1) for agent in env.agents}
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"seat_0": actions["seat_0"]}, zashiki.BadInput, "no number for seat_1"),
        ({**actions, "seat_2": actions["seat_0"]}, zashiki.BadInput, "no agent 'seat_2'"),
        ({**actions, "seat_1": [0]}, zashiki.BadInput, r"shape \(3,\), not \(1,\)"),
        ({**actions, "seat_1": [0, -1, 0]}, zashiki.BadInput, "play 1: -1 is no number of seat_1"),
        ({**actions, "seat_1": [0.5] * 3}, TypeError, "whole numbers"),
        ({**actions, "seat_0": [60] * 3}, zashiki.Illegal, "play 0: seat 0: 60"),
    ]
    for each, error, message in wrong:
        with pytest.raises(error, match=message):
            env.step(each)
        with pytest.raises(zashiki.BadInput, match="no agent"):
            env.action_space("nobody")
    assert np.array_equal(env.batch.observations[:, 0], seen["seat_0"]["observation"])
    env.step(actions)
