"""Boards as pixels: `State.png` and `State.rgb`, drawn from the SVG by resvg."""

from __future__ import annotations

import functools
import io
import re
import warnings

import numpy as np
import numpy.typing as npt

from ._optional import missing_extra
from ._validate import refused

MOST_SCALE = 10.0

# The first shape is the ground.
_GROUND = re.compile(r'<rect [^>]*fill="([^"]+)"')
# Families with Japanese letters, then the sans serif families of the usual systems.
_FAMILIES = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Hiragino Sans",
    "Yu Gothic",
    "Meiryo",
    "IPAexGothic",
    "IPAGothic",
    "TakaoGothic",
    "VL Gothic",
    "Arial",
    "Helvetica",
    "Liberation Sans",
    "DejaVu Sans",
    "Noto Sans",
    "Ubuntu",
    "Roboto",
    "Open Sans",
    "FreeSans",
)
_JAPANESE = re.compile("[\u3041-\u30ff\u3400-\u9fff]")


def png(svg: str, scale: float) -> bytes:
    """Draw a board as a PNG picture, whose rounded corners are transparent."""
    return _drawn(svg, scale, None)


def rgb(svg: str, scale: float) -> npt.NDArray[np.uint8]:
    """Draw a board as an array of height × width × 3."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise missing_extra(error, "A board as an array", "show") from error
    ground = _GROUND.search(svg)
    drawn = _drawn(svg, scale, None if ground is None else ground[1])
    with Image.open(io.BytesIO(drawn)) as picture:
        return np.array(picture.convert("RGB"), np.uint8)


def _drawn(svg: str, scale: float, background: str | None) -> bytes:
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise missing_extra(error, "A board as pixels", "show") from error
    if not 0 < scale <= MOST_SCALE:
        raise refused(
            f"A picture cannot have scale {scale}; the scale is above 0 and at most {MOST_SCALE}.",
            f"scale を {scale} にはできません。0より大きく{MOST_SCALE}以下の数にしてください。",
        )
    letters = "座敷" if _JAPANESE.search(svg) else "AB"
    if not _has_font(letters):
        which = "Latin" if letters == "AB" else "Japanese"
        warnings.warn(
            f"No font with {which} letters is installed, so the picture does not show them. "
            "Install one, for example Noto Sans CJK (Debian: apt-get install fonts-noto-cjk).",
            stacklevel=3,
        )
    return resvg_py.svg_to_bytes(
        svg_string=svg, zoom=scale, background=background, sans_serif_family=_family()
    )


@functools.cache
def _family() -> str:
    """The family for texts whose own fonts are not installed: resvg asks no system for it."""
    return next((name for name in _FAMILIES if _differ(name, "AB")), _FAMILIES[0])


@functools.cache
def _has_font(letters: str) -> bool:
    """Return True if a font has these letters; other fonts add those that the family lacks."""
    return _differ(_family(), letters)


def _differ(family: str, letters: str) -> bool:
    """Return True if these letters look different: what no font has is a box or nothing."""
    import resvg_py

    pictures = {
        resvg_py.svg_to_bytes(
            svg_string='<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">'
            f'<text x="2" y="26" font-size="26" font-family="{family}">{letter}</text></svg>'
        )
        for letter in letters
    }
    return len(pictures) == len(letters)
