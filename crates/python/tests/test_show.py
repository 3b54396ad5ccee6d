"""Boards as pixels, in windows and as animated pictures."""

from __future__ import annotations

import copy
import functools
import io
import json
import pickle
import re
import sys
import warnings
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
import zashiki
from PIL import Image
from zashiki import _pixels
from zashiki.gymnasium import SeatEnv
from zashiki.pettingzoo import parallel_env, raw_env

if TYPE_CHECKING:
    import pathlib

# There is no resvg-py for Python 3.9.
pytest.importorskip("resvg_py")

needs_fonts = pytest.mark.skipif(
    not _pixels._has_font("座敷"), reason="this machine has no font with Japanese letters"
)


def begun(name: str = "sengoku", steps: int = 3) -> zashiki.State:
    """A state after some steps."""
    state = zashiki.Game(name).new_initial_state(seed=2)
    for _ in range(steps):
        seat = state.current_players[0]
        state.step(seat, state.legal(seat)[0])
    return state


@needs_fonts
def test_a_board_as_pixels(smallest: zashiki.Game) -> None:
    state = smallest.new_initial_state(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seen = state.rgb(0)
    assert seen.dtype == np.uint8
    assert seen.shape[1:] == (800, 3)
    assert f'height="{len(seen)}"' in state.svg(0)
    # The corners of the picture are round, and those of the array have the colour of the ground.
    assert (seen[0, 0] == seen[2, 400]).all()
    picture = Image.open(io.BytesIO(state.png(0)))
    assert (picture.format, picture.size) == ("PNG", (800, len(seen)))
    assert picture.convert("RGBA").getpixel((0, 0)) == (0, 0, 0, 0)
    inner = np.array(picture.convert("RGB"))[8:-8, 8:-8]
    assert np.array_equal(inner, seen[8:-8, 8:-8])
    assert state.rgb(0, scale=0.5).shape == (-(-len(seen) // 2), 400, 3)
    assert not np.array_equal(seen, state.rgb(0, lang="ja"))


def test_pixels_show_what_the_viewer_may_see() -> None:
    state = begun()
    spectator, mine, all_hands = state.rgb(), state.rgb(0), state.rgb("all")
    assert not np.array_equal(spectator, mine)
    assert not np.array_equal(mine, all_hands)
    # Another deal of the hidden hand is the same picture.
    others = [state.determinize(0, seed) for seed in range(4)]
    assert any(not np.array_equal(other.rgb("all"), all_hands) for other in others)
    assert all(np.array_equal(other.rgb(0), mine) for other in others)


def test_what_cannot_be_drawn_is_refused() -> None:
    state = begun()
    for scale in (0.0, -1.0, 10.5, float("nan"), float("inf")):
        with pytest.raises(zashiki.BadInput, match="scale") as refused:
            state.png(scale=scale)
        assert "10.0以下" in refused.value.ja
    with pytest.raises(zashiki.BadInput, match="no viewer"):
        state.rgb("both")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        state.png(scale="large")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "lang", "which"), [("shinra", "ja", "Japanese"), ("shinra", "en", "Latin")]
)
def test_a_missing_font_is_reported(
    name: str, lang: Literal["en", "ja"], which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resvg_py

    alone = functools.partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", alone)
    for cached in ("_family", "_has_font"):
        monkeypatch.setattr(_pixels, cached, getattr(_pixels, cached).__wrapped__)
    with pytest.warns(UserWarning, match=f"No font with {which} letters.*fonts-noto-cjk") as warned:
        begun(name).png(lang=lang)
    assert warned[0].filename == __file__


@needs_fonts
def test_any_sans_serif_font_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    here = _pixels._family()
    monkeypatch.setattr(_pixels, "_FAMILIES", ("No Such Family", here))
    assert _pixels._family.__wrapped__() == here
    # A picture that names other families shows its texts too.
    svg = begun().svg()
    assert "font-family" in svg
    other = re.sub('font-family="[^"]*"', 'font-family="No Such Family,sans-serif"', svg)
    assert (_pixels.rgb(other, 1.0) != _pixels.rgb(re.sub("<text.*", "", svg), 1.0)).any()


@pytest.mark.parametrize(
    ("module", "extra"), [("resvg_py", "show"), ("PIL", "show"), ("pygame", "window")]
)
def test_what_is_missing_says_which_extra_has_it(
    module: str, extra: str, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    message = rf"needs {module}, which is missing: pip install 'zashiki\[{extra}\]'$"
    state = begun()
    with pytest.raises(ModuleNotFoundError, match=message) as missing:
        SeatEnv("kokyu", render_mode="human") if module == "pygame" else state.rgb()
    assert missing.value.name == module
    if module == "PIL":
        with pytest.raises(ModuleNotFoundError, match=message):
            zashiki.animate(state, tmp_path / "a.gif")


def window() -> np.ndarray | None:
    """The picture in the window, as an array like that of a board; None if there is no window."""
    import pygame

    if not pygame.display.get_init():
        return None
    surface = pygame.display.get_surface()
    assert surface is not None
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


@pytest.mark.usefixtures("no_waiting")
def test_a_window_follows_the_match() -> None:
    env = SeatEnv("sengoku", render_mode="human")
    assert window() is None
    seen, _ = env.reset(seed=1)
    shown = [window()]
    env.step(np.flatnonzero(seen["action_mask"])[0])
    shown.append(window())
    assert env.render() is None
    assert np.array_equal(shown[-1], env.asked.state.rgb(0))  # type: ignore[arg-type]
    assert not np.array_equal(shown[0], shown[1])  # type: ignore[arg-type]
    # A copy opens a window of its own when it is needed.
    other = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    env.close()
    assert window() is None
    other.render()
    assert np.array_equal(window(), other.asked.state.rgb(0))  # type: ignore[arg-type]
    other.close()
    other.close()
    assert window() is None


@pytest.mark.usefixtures("no_waiting")
def test_a_window_shows_what_a_spectator_sees() -> None:
    in_turn = raw_env("sengoku", render_mode="human")
    in_turn.reset(seed=1)
    in_turn.step(int(np.flatnonzero(in_turn.observe(in_turn.agent_selection)["action_mask"])[0]))
    assert np.array_equal(window(), in_turn.asked.state.rgb())  # type: ignore[arg-type]
    in_turn.close()
    at_once = parallel_env("honnoji", render_mode="human")
    seen, _ = at_once.reset(seed=1)
    at_once.step({agent: int(each["action_mask"].argmax()) for agent, each in seen.items()})
    assert np.array_equal(window(), at_once.asked.state.rgb())  # type: ignore[arg-type]
    at_once.close()


def test_a_window_waits_between_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    waited = []

    class Clock:
        def tick(self, fps: float) -> None:
            waited.append(fps)

    monkeypatch.setattr(pygame.time, "Clock", Clock)
    env = SeatEnv("kokyu", render_mode="human")
    seen, _ = env.reset(seed=1)
    env.step(np.flatnonzero(seen["action_mask"])[0])
    # The position that it has shown already is no second one.
    count = len(waited)
    env.render()
    assert waited == [env.metadata["render_fps"]] * count
    assert count == len(env.asked.state) + 1
    env.close()


def test_frames_for_a_video() -> None:
    env = SeatEnv("kokyu", render_mode="rgb_array")
    env.reset(seed=1)
    frame = env.render()
    assert isinstance(frame, np.ndarray)
    assert np.array_equal(frame, env.asked.state.rgb(0))
    assert SeatEnv("kokyu").render() is None


@pytest.mark.parametrize("name", ["a.gif", "a.PNG", "a.webp"])
def test_a_match_as_an_animated_picture(name: str, tmp_path: pathlib.Path) -> None:
    state = begun(steps=4)
    path = tmp_path / name
    for record in (state, state.record(), state.record().encode()):
        assert zashiki.animate(record, str(path), 1, lang="ja", scale=0.25, seconds=0.5) == 5
    with Image.open(path) as picture:
        assert (picture.n_frames, picture.info["loop"]) == (5, 0)
        times = []
        for number in range(5):
            picture.seek(number)
            picture.load()
            times.append(picture.info["duration"])
        assert times == [500] * 4 + [1500]
        last = np.array(picture.convert("RGB"), np.int16)
    assert np.abs(last - state.rgb(1, lang="ja", scale=0.25)).mean() < 2


def test_an_animation_shows_how_the_match_ended(tmp_path: pathlib.Path) -> None:
    record = json.loads(begun("shinra", steps=2).record())
    record["conclusion"] = {"kind": "resigned", "seat": 0}
    path = tmp_path / "a.png"
    assert zashiki.animate(json.dumps(record), path, "all", scale=0.25) == 4
    with Image.open(path) as picture:
        picture.seek(3)
        last = np.array(picture.convert("RGB"))
    assert np.array_equal(last, zashiki.Game.replay(json.dumps(record)).rgb("all", scale=0.25))


def test_an_impossible_animation_is_refused(tmp_path: pathlib.Path) -> None:
    state, path = begun(), tmp_path / "a.gif"
    with pytest.raises(zashiki.BadInput, match=r"'a\.mp4'.*\.gif, \.png, \.webp") as refused:
        zashiki.animate(state, tmp_path / "a.mp4")
    assert "次のどれか" in refused.value.ja
    for seconds in (0.0, 61.0, float("nan")):
        with pytest.raises(zashiki.BadInput, match="0.02 to 60"):
            zashiki.animate(state, path, seconds=seconds)
    with pytest.raises(zashiki.BadInput):
        zashiki.animate("{}", path)
    with pytest.raises(zashiki.BadInput, match="scale"):
        zashiki.animate(state, path, scale=0)
    assert not path.exists()
