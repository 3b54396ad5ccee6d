"""Videos of Gymnasium's wrapper, which needs MoviePy."""

from __future__ import annotations

import contextlib
import warnings
from typing import TYPE_CHECKING

import gymnasium
import numpy as np
import zashiki.gymnasium
from gymnasium.wrappers import RecordVideo

if TYPE_CHECKING:
    import pathlib


def test_a_match_as_a_video(tmp_path: pathlib.Path) -> None:
    from moviepy import VideoFileClip

    assert zashiki.gymnasium
    env = gymnasium.make("zashiki/kokyu-2-v0", render_mode="rgb_array")
    with warnings.catch_warnings():
        # The folder exists.
        warnings.filterwarnings("ignore", ".*Overwriting.*")
        env = RecordVideo(env, str(tmp_path), episode_trigger=lambda _: True)
    seen, _ = env.reset(seed=1)
    steps, ended = 0, False
    while not ended:
        seen, _, ended, _, _ = env.step(np.flatnonzero(seen["action_mask"])[0])
        steps += 1
    env.close()  # type: ignore[no-untyped-call]
    (path,) = tmp_path.glob("*.mp4")
    with contextlib.closing(VideoFileClip(str(path))) as video:
        assert video.fps == env.metadata["render_fps"]
        assert (video.w, video.h) == (800, 642)
        assert round(video.duration * video.fps) == steps + 1
