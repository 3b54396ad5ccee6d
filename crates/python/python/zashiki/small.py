"""Small variants of the games, made up to be solved exactly.

>>> import zashiki.small
>>> game, position = zashiki.small.load("two_rounds")
>>> solution = zashiki.solve(game, iterations=10, position=position)
>>> solution["information_sets"]
1650
"""

from __future__ import annotations

import pathlib
from typing import Any, NamedTuple

from ._validate import refused
from ._zashiki import Game

__all__ = ["SMALL", "Loaded", "Small", "load", "variant"]


class Small(NamedTuple):
    """A small variant of a game."""

    game: str
    """Id of the game."""
    about: str
    """Description."""
    options: dict[str, Any] = {}
    """Options that differ from the defaults."""
    components: str = ""
    """Name of a components file of this package; if empty, the game's own is used."""
    position: str = ""
    """Name of a file of this package with the start position; if empty, the game is dealt."""
    nodes: int = 0
    """Number of nodes of its tree: decisions, random events and ends."""
    information_sets: int = 0
    """Number of its information sets."""
    value: float = 0.0
    """Average payoff of seat 0 in an equilibrium, rounded to four digits."""


SMALL = {
    "two_rounds": Small(
        "kokyu",
        "two rounds from the deal, with four open cards, a bedroom of six squares and two plots; "
        "two points win",
        options={"maxRounds": 2, "kohiGoal": 2},
        components="two_rounds.toml",
        nodes=6981,
        information_sets=1650,
        value=0.0,
    ),
    "three_plots": Small(
        "kokyu",
        "`two_rounds` with a third plot",
        options={"maxRounds": 2, "kohiGoal": 2},
        components="three_plots.toml",
        nodes=19821,
        information_sets=2722,
        value=0.0,
    ),
    "three_rounds": Small(
        "kokyu",
        "`two_rounds` with a third round",
        options={"maxRounds": 3, "kohiGoal": 2},
        components="two_rounds.toml",
        nodes=55621,
        information_sets=17714,
        value=0.0,
    ),
    "last_tiles": Small(
        "sengoku",
        "hands of two and fifteen tiles each, from a position in which one seat has three tiles "
        "left, one of them in its pile, and the other has two",
        components="last_tiles.toml",
        position="last_tiles.json",
        nodes=3286,
        information_sets=614,
        value=0.3333,
    ),
    "two_turns": Small(
        "hostile",
        "the last turn of each seat, with six gems and four tiles near the pawns; one seat can "
        "crash tiles, and the other can steal, moves last and has 21 gems to 20",
        position="two_turns.json",
        nodes=10671,
        information_sets=5460,
        value=1.0,
    ),
    "three_turns": Small(
        "shinra",
        "the last three turns before the turn limit, in which a king can be captured",
        options={"turnLimit": 57},
        position="three_turns.json",
        nodes=20807,
        information_sets=1791,
        value=0.0,
    ),
}
"""The small variants by name."""


class Loaded(NamedTuple):
    """A small variant, ready to be solved."""

    game: Game
    """The game with its options and components."""
    position: str | None
    """JSON of the start position; None if the game begins with a deal."""


def load(name: str) -> Loaded:
    """Load a small variant by name.

    :raises BadInput: if the name is unknown.
    """
    small = variant(name)
    game = Game(small.game, options=small.options, components=_packed(small.components))
    return Loaded(game, _packed(small.position))


def variant(name: str) -> Small:
    """Return the small variant of this name.

    :raises BadInput: if the name is unknown.
    """
    if name not in SMALL:
        names = ", ".join(SMALL)
        raise refused(
            f"There is no small variant {name!r}; there are {names}.",
            f"小さな変種 {name!r} はありません。あるもの: {names}",
        )
    return SMALL[name]


def _packed(name: str) -> str | None:
    """Return the text of a file of this package; None without a name."""
    return pathlib.Path(__file__).with_name(name).read_text("utf-8") if name else None
