"""Games for the tests: every game of the registry with every number of seats."""

from __future__ import annotations

import os

import pytest
import zashiki
import zashiki.gymnasium
import zashiki.pettingzoo

# Windows open without a display.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


def _registered() -> list[zashiki.Game]:
    games = []
    for name in zashiki.games():
        for seats in range(1, 9):
            try:
                games.append(zashiki.Game(name, seats=seats))
            except zashiki.BadInput:
                continue
    return games


@pytest.fixture
def pixels() -> None:
    """Boards as pixels. There is no resvg-py for Python 3.9."""
    pytest.importorskip("resvg_py")


@pytest.fixture(params=_registered(), ids=lambda game: f"{game.id}-{game.seats}")
def game(request: pytest.FixtureRequest) -> zashiki.Game:
    """Any game, with any number of seats."""
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(
    params=list({game.id: game for game in reversed(_registered())}.values()),
    ids=lambda game: f"{game.id}-{game.seats}",
)
def smallest(request: pytest.FixtureRequest) -> zashiki.Game:
    """Any game, with its fewest seats."""
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows show positions without a pause."""
    envs = zashiki.gymnasium.SeatEnv, zashiki.pettingzoo.raw_env, zashiki.pettingzoo.parallel_env
    for env in envs:
        monkeypatch.setitem(env.metadata, "render_fps", 1_000_000)
