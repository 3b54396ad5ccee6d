"""Games for the tests: every game of the registry with every number of seats."""

from __future__ import annotations

import pytest
import zashiki


def _registered() -> list[zashiki.Game]:
    games = []
    for name in zashiki.games():
        for seats in range(1, 9):
            try:
                games.append(zashiki.Game(name, seats=seats))
            except zashiki.BadInput:
                continue
    return games


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
