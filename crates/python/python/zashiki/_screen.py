"""Boards of environments, in every render mode."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from . import _pixels
from ._optional import missing_extra
from ._validate import check_render_mode

if TYPE_CHECKING:
    from ._zashiki import State

MODES = ["ansi", "human", "rgb_array"]

RENDER_FPS = 2
"""Positions per second in a window and in recorded videos."""

Shown = Union[str, npt.NDArray[np.uint8], None]
"""A board as text or as pixels; None if it was shown in a window."""


class Screen:
    """Shows the positions of a match. A copy has a window of its own.

    :param mode: A render mode, or None to show nothing.
    :param title: Title of the window.
    :raises BadInput: if the mode is unknown.
    :raises ModuleNotFoundError: if a package that it needs is missing.
    """

    def __init__(self, mode: str | None, title: str) -> None:
        check_render_mode(mode, MODES)
        self.mode, self.title = mode, title
        self._pygame: Any = _find_pygame() if mode == "human" else None
        self._window: Any = None
        self._clock: Any = None
        self._last = ""

    def __reduce__(self) -> tuple[type[Screen], tuple[str | None, str]]:
        """Make a copy or a pickle without the window."""
        return Screen, (self.mode, self.title)

    def show(self, state: State, seat: int | None, fps: float) -> Shown:
        """Show the board as the seat sees it, or a spectator (None)."""
        if self.mode is None:
            return None
        if self.mode == "ansi":
            return state.text(seat)
        if self.mode == "rgb_array":
            return state.rgb(seat)
        self._draw(state.svg(seat), fps)
        return None

    def follow(self, state: State, seat: int | None, fps: float) -> None:
        """Show the board after a change, if there is a window."""
        if self.mode == "human":
            self.show(state, seat, fps)

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._pygame.display.quit()
            self._window, self._last = None, ""

    def _draw(self, svg: str, fps: float) -> None:
        """Draw in the window, and wait so long that positions follow each other at this rate."""
        pygame = self._pygame
        if self._window is not None:
            pygame.event.pump()
        if svg == self._last:
            return
        frame = _pixels.rgb(svg, 1.0)
        size = (frame.shape[1], frame.shape[0])
        if self._window is None or self._window.get_size() != size:
            pygame.display.init()
            pygame.display.set_caption(self.title)
            self._window, self._clock = pygame.display.set_mode(size), pygame.time.Clock()
        self._window.blit(pygame.image.frombuffer(frame.tobytes(), size, "RGB"), (0, 0))
        pygame.display.flip()
        self._last = svg
        self._clock.tick(fps)


def _find_pygame() -> Any:  # noqa: ANN401 (a module)
    # Otherwise its import prints a greeting.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "hide")
    try:
        import pygame
    except ModuleNotFoundError as error:
        raise missing_extra(error, 'The render mode "human"', "window") from error
    return pygame
