"""The environments of PettingZoo, by its own tests and by what is ours."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import zashiki
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, seed_test
from zashiki.pettingzoo import env, parallel_env, raw_env


def test_agents_in_turn(game: zashiki.Game, capfd: pytest.CaptureFixture[str]) -> None:
    api_test(env(game), num_cycles=60)
    assert "Passed API test" in capfd.readouterr().out
    seed_test(lambda: env(game), num_cycles=20)


def test_agents_at_once(game: zashiki.Game) -> None:
    parallel_api_test(parallel_env(game), num_cycles=40)
    # PettingZoo's own test of seeds takes numbers without a look at the masks.
    one, two = parallel_env(game), parallel_env(game)
    draw = np.random.default_rng(1)
    (first, _), (second, _) = one.reset(seed=4), two.reset(seed=4)
    for _ in range(20):
        assert data_equivalence(first, second)
        numbers = {
            agent: int(draw.choice(np.flatnonzero(each["action_mask"])))
            for agent, each in first.items()
        }
        first, *_ = one.step(numbers)
        second, *_ = two.step(numbers)


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
    state = zashiki.Game("kokyu").deal(int(np.random.default_rng(3).integers(1 << 63)))
    while not state.is_over:
        seat = state.awaited[0]
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


def test_nothing_is_done_without_wrappers() -> None:
    raw = raw_env("kokyu")
    raw.reset(seed=1)
    seen = raw.observe(raw.agent_selection)
    with pytest.raises(zashiki.Illegal):
        raw.step(int((seen["action_mask"] == 0).argmax()))
    with pytest.raises(zashiki.BadInput, match="None is for agents whose play is over"):
        raw.step(None)
    again = raw.observe(raw.agent_selection)
    assert all(np.array_equal(seen[name], again[name]) for name in seen)


def test_agents_at_once_are_told_what_is_wrong() -> None:
    together = parallel_env("kokyu")
    seen, _ = together.reset(seed=1)
    numbers = {agent: int(each["action_mask"].argmax()) for agent, each in seen.items()}
    waiting = next(agent for agent in numbers if numbers[agent] == together.wait)
    asked = next(agent for agent in numbers if agent != waiting)
    with pytest.raises(zashiki.BadInput, match=f"{waiting} cannot take .* It is not asked"):
        together.step({**numbers, waiting: numbers[asked]})
    with pytest.raises(zashiki.BadInput, match=f"{asked} cannot take"):
        together.step({**numbers, asked: together.wait})
    with pytest.raises(zashiki.BadInput, match=f"There is no number for {waiting}"):
        together.step({asked: numbers[asked]})
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


def test_who_is_asked_later_does_not_see_what_was_chosen_before() -> None:
    # All three lay their cards at the same time, face down.
    game = zashiki.Game("honnoji", options={"placing": "together"})
    seen: list[dict[str, Any]] = []
    own: list[object] = []
    for seed in (1, 2):
        turns = raw_env(game)
        turns.reset(seed=1)
        assert turns.asked.state.awaited == [0, 1, 2]
        until_other(turns, seed)
        assert turns.agent_selection == "seat_1"
        seen.append(turns.observe("seat_1"))
        own.append(turns.asked.state.view(0))
    assert own[0] != own[1]
    assert all(np.array_equal(seen[0][name], seen[1][name]) for name in seen[0])


def test_it_is_shown_as_anybody_sees_it() -> None:
    shown = raw_env("sengoku", seats=4, render_mode="ansi")
    shown.reset(seed=1)
    text = shown.render()
    assert text is not None
    assert json.loads(text) == shown.asked.state.view()
    assert raw_env("kokyu").render() is None
    with pytest.raises(zashiki.BadInput, match="render mode"):
        raw_env("kokyu", render_mode="human")


def test_unknown_games_and_seats_are_refused() -> None:
    with pytest.raises(zashiki.BadInput, match="chess"):
        env("chess")
    with pytest.raises(zashiki.BadInput, match="is played by 2, not 5"):
        parallel_env("kokyu", seats=5)
    with pytest.raises(zashiki.BadInput, match="2 seats already"):
        env(zashiki.Game("kokyu"), seats=3)
