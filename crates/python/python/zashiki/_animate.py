"""Records as animated pictures."""

from __future__ import annotations

import io
import json
import os
import pathlib
from typing import TYPE_CHECKING, Literal

from . import _pixels
from ._optional import missing_extra
from ._validate import refused
from ._zashiki import Game, State

if TYPE_CHECKING:
    from collections.abc import Iterator

_FORMATS = {".gif": "GIF", ".png": "PNG", ".webp": "WEBP"}

# The last position stays for this many times as long as the others.
_LAST = 3


def animate(
    record: State | str | bytes,
    path: str | os.PathLike[str],
    seat: int | Literal["all"] | None = None,
    lang: Literal["en", "ja"] = "en",
    scale: float = 1.0,
    seconds: float = 1.0,
) -> int:
    """Write a match as an animated picture with every position, and return their number.

    >>> import zashiki
    >>> state = zashiki.Game("kokyu").new_initial_state(seed=1)
    >>> state.step(state.current_players[0], state.legal(state.current_players[0])[0])
    >>> zashiki.animate(state, "kokyu.gif", scale=0.5)  # doctest: +SKIP
    2

    It needs `pip install 'zashiki[show]'`.

    :param record: A state, or a record, as `Game.replay` takes it.
    :param path: A file whose name ends with `.gif`, `.webp` or `.png`.
    :param seat: Who sees the boards: a seat, a spectator (None), or all seats together (`"all"`).
    :param scale: Size of the pictures; with 1 they are 800 pixels wide.
    :param seconds: Time for each position. The last one stays for three times as long.
    :raises BadInput: if the record is invalid, the file has another format, or a number is out of
        range.
    """
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise missing_extra(error, "An animation", "show") from error
    path = pathlib.Path(path)
    kind = _FORMATS.get(path.suffix.lower())
    if kind is None:
        known = ", ".join(_FORMATS)
        raise refused(
            f"An animation cannot be written to {path.name!r}; its name has to end with one of: "
            f"{known}.",
            f"{path.name!r} にはアニメーションを書き出せません。ファイル名の末尾は次のどれかに"
            f"してください:{known}。",
        )
    if not 0.02 <= seconds <= 60:
        raise refused(
            f"A position cannot stay for {seconds} seconds; use 0.02 to 60.",
            f"1つの局面を {seconds} 秒にはできません。0.02〜60にしてください。",
        )
    whole = record if isinstance(record, State) else Game.replay(record)
    frames = [
        Image.fromarray(_pixels.rgb(state.svg(seat, lang), scale)) for state in _states(whole)
    ]
    if kind == "GIF":
        # Chosen for each frame, because there are only 256 colours. Text stays without dots.
        frames = [frame.quantize(256, dither=Image.Dither.NONE) for frame in frames]
    times = [round(seconds * 1000)] * (len(frames) - 1) + [round(seconds * 1000 * _LAST)]
    # A file that is half written is worse than none.
    written = io.BytesIO()
    more = {"lossless": True} if kind == "WEBP" else {}
    frames[0].save(
        written, kind, save_all=True, append_images=frames[1:], duration=times, loop=0, **more
    )
    path.write_bytes(written.getvalue())
    return len(frames)


def _states(whole: State) -> Iterator[State]:
    """Yield the states of a match from its beginning to this state."""
    record = json.loads(whole.record())
    start = {key: record[key] for key in record if key not in ("conclusion", "outcome")}
    state = Game.replay(json.dumps({**start, "actions": []}))
    yield state
    for each in record["actions"]:
        state.step(each["seat"], each["action"])
        yield state
    if "conclusion" in record:
        yield whole
