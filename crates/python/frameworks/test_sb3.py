"""The environment of Stable-Baselines3, with its own learners, wrappers and checks."""

from __future__ import annotations

import pathlib
import re
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
import zashiki
import zashiki.gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor, VecNormalize
from zashiki.opponents import OpponentPool
from zashiki.sb3 import VecEnv


def middle(masks: np.ndarray) -> np.ndarray:
    """A legal number for each match that depends on all of them."""
    nth = (masks.sum(axis=1, keepdims=True) + 1) // 2
    chosen: np.ndarray = (masks.cumsum(axis=1) >= nth).argmax(axis=1)
    return chosen


@pytest.mark.parametrize("flat", [True, False])
def test_the_spaces_are_what_the_checker_wants(flat: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The space of the sub-actions chosen so far begins at -1.
        warnings.filterwarnings("ignore", "Your observation .* has an unconventional shape")
        check_env(zashiki.gymnasium.SeatEnv("kokyu", flat=flat))


@pytest.mark.parametrize(("name", "flat"), [("kokyu", True), ("kokyu", False), ("honnoji", True)])
def test_steps_are_those_of_single_environments(name: str, flat: bool) -> None:
    env = VecEnv(5, name, flat=flat, threads=1)
    env.seed(3)
    seen = env.reset()
    again = VecEnv(5, name, flat=flat, threads=1)
    again.seed(3)
    same = again.reset()
    lengths, episodes = np.zeros(5, np.int64), 0
    space: Any = env.observation_space
    while episodes < 6:
        for match in range(5):
            one = seen[match] if flat else {key: seen[key][match] for key in seen}
            assert one in space
        masks = get_action_masks(env)
        assert masks.shape == (5, env.action_space.n)
        seen, rewards, ended, infos = env.step(middle(masks))
        same, *_ = again.step(middle(get_action_masks(again)))
        for key in [...] if flat else list(seen):
            assert np.array_equal(seen[key], same[key])
        lengths += 1
        for match, info in enumerate(infos):
            if not ended[match]:
                assert info == {}
                continue
            assert info["terminal_observation"] in space
            assert info["TimeLimit.truncated"] is False
            assert (info["episode"]["r"], info["episode"]["l"]) == (rewards[match], lengths[match])
            lengths[match], episodes = 0, episodes + 1
    # Without a new seed, other matches begin.
    other = env.reset()
    for key in [...] if flat else ["observation"]:
        assert not np.array_equal(other[key], same[key])


def test_attributes_and_methods_are_those_that_matches_have() -> None:
    env = VecEnv(3, "kokyu", threads=1)
    assert is_masking_supported(env)
    assert not env.has_attr("nothing")
    assert env.get_attr("form", indices=[0, 2]) == ["actions", "actions"]
    assert len(env.env_method("action_masks", indices=1)) == 1
    with pytest.raises(AttributeError, match="only the method action_masks"):
        env.env_method("render")
    env.set_attr("threads", 2)
    assert env.env.threads == 2
    with pytest.raises(zashiki.BadInput, match="set it without indices"):
        env.set_attr("threads", 3, indices=[0])
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(gymnasium.wrappers.TimeLimit) == [False] * 3
    with pytest.raises(ValueError, match="play 0"):
        env.step(get_action_masks(env).argmin(axis=1))
    env.close()


def test_wrappers_of_stable_baselines_take_it() -> None:
    env = VecNormalize(VecMonitor(VecEnv(4, "kokyu", threads=1)), norm_obs=False)
    env.reset()
    episodes = 0
    for _ in range(100):
        _, _, ended, infos = env.step(middle(np.stack(env.env_method("action_masks"))))
        episodes += sum("episode" in info for info in infos)
        assert all(("episode" in info) == end for info, end in zip(infos, ended))
    assert episodes


@pytest.mark.parametrize(("policy", "flat"), [("MlpPolicy", True), ("MultiInputPolicy", False)])
def test_maskable_ppo_learns_on_it(policy: str, flat: bool) -> None:
    env = VecEnv(8, "kokyu", bots="random", flat=flat, threads=1)
    model = MaskablePPO(policy, env, n_steps=32, batch_size=64, n_epochs=1, seed=1)
    model.learn(512)
    assert model.num_timesteps == 512
    # The statistics of episodes reach the learner.
    assert model.ep_info_buffer
    rewards, lengths = evaluate_policy(
        model, env, n_eval_episodes=8, return_episode_rewards=True, warn=True
    )
    assert len(rewards) == len(lengths) == 8
    assert set(rewards) <= {-1.0, 0.0, 1.0}


def test_it_learns_against_its_past_selves() -> None:
    pool = OpponentPool(["random"])
    env = VecEnv(8, "kokyu", opponents=pool, threads=1)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=1)
    past = MaskablePPO("MlpPolicy", env, seed=1)
    past.set_parameters(model.get_parameters())
    calls = []

    def former(seen: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        calls.append(len(seats))
        chosen: np.ndarray = past.predict(seen, action_masks=masks)[0]
        return chosen

    pool.add(former, weight=3)
    model.learn(512)
    assert sum(calls) > 100
    # Many matches are asked about at once.
    assert max(calls) > 2


def test_single_environments_give_the_same_spaces() -> None:
    single = DummyVecEnv([lambda: gymnasium.make("zashiki/kokyu-2-v0", flat=True)])
    env = VecEnv(2, "kokyu", threads=1)
    assert env.observation_space == single.observation_space
    assert env.action_space == single.action_space


def test_the_examples_of_the_guide_run() -> None:
    guide = pathlib.Path(__file__).parents[3] / "docs/guides/environments.md"
    opponent, learner = re.findall(r"^```py\n(.*?)^```", guide.read_text("utf-8"), re.M | re.S)
    game = zashiki.Game("kokyu")
    network = torch.nn.Linear(game.observation_size, game.action_count)
    names: dict[str, Any] = {"torch": torch, "network": network}
    exec(opponent, names)
    env = zashiki.gymnasium.BatchEnv(4, game, opponents=names["past_self"], flat=True, threads=1)
    _, info = env.reset(seed=1)
    for _ in range(30):
        *_, info = env.step(middle(info["action_mask"]))
    # The same on a smaller scale.
    for large, small in [
        ("VecEnv(64", "VecEnv(2"),
        ("greedy", "random"),
        ("env)\nmodel.learn(1_000_000)", "env, n_steps=32)\nmodel.learn(64)"),
    ]:
        assert large in learner
        learner = learner.replace(large, small)
    exec(learner, names)
    assert names["model"].num_timesteps >= 64


def test_tensors_share_the_arrays() -> None:
    batch = zashiki.Batch(zashiki.Game("kokyu"), 4, threads=1)
    tensors = torch.from_numpy(batch.observations), torch.from_dlpack(batch.masks)
    for _ in range(3):
        batch.step(batch.masks.argmax(axis=1))
        assert np.array_equal(tensors[0].numpy(), batch.observations)
        assert np.array_equal(tensors[1].numpy(), batch.masks)
