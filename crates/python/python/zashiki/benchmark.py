"""The benchmark: the rating of a policy by games against fixed rungs.

>>> import zashiki.benchmark
>>> found = zashiki.evaluate("greedy", "sengoku", games=2)
>>> found.protocol, found.by_protocol, found.deviations
('1', False, ('games',))
>>> found.against[0].bot
'random'

`docs/reference/benchmark.md` describes the protocol.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import json
import pathlib
from collections.abc import Callable
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._matches import BatchPolicy, play_together
from ._validate import Form, find_game, refused
from ._zashiki import Game, State, __version__, _components_digest, _rate, simulate

__all__ = ["PROTOCOLS", "Against", "Evaluation", "Policy", "Rung", "evaluate", "rungs"]

PROTOCOLS = ("1",)
"""Released versions of the protocol. Their data never change."""

_HOPELESS = 0.2
"""A policy that surely has less than this part of a fair share of the wins against a rung does not
play the stronger ones, which are the slowest: their games would say next to nothing about it."""

Policy = Union[str, Callable[[State, int], Union[int, str]], BatchPolicy]
"""A bot by its spec; a function of a state and a seat that returns an action, as for
`zashiki.simulate`; or a function that chooses for many seats at once, as in
`zashiki.opponents.OpponentPool`."""


@dataclasses.dataclass(frozen=True)
class Rung:
    """A bot of known strength."""

    bot: str
    """Spec of the bot."""
    rating: float
    """Its rating, which is data of the protocol."""
    low: float
    """Lower end of the 95 % interval of the measured rating."""
    high: float
    """Upper end of the 95 % interval of the measured rating."""


@dataclasses.dataclass(frozen=True)
class Against:
    """Results of a policy against one rung: the policy on one side, the rung on all others."""

    bot: str
    """Spec of the rung's bot."""
    rating: float
    """Rating of the rung."""
    games: int
    """Number of games."""
    won: int
    """Number of games that the policy won, alone or with others."""
    no_winner: int
    """Number of games without a winner."""
    share: float
    """Share of the wins: a shared win is a fraction, a game without a winner a fair share."""
    low: float
    """Lower end of the 95 % interval of `share`."""
    high: float
    """Upper end of the 95 % interval of `share`."""


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """The rating of a policy, and what it comes from."""

    policy: str
    """Spec of the bot, or name of the function."""
    game: str
    """Id of the game."""
    seats: int
    """Number of seats."""
    protocol: str
    """Version of the protocol."""
    deviations: tuple[str, ...]
    """Differences from the protocol: `games`, `options`, `components`, `rules`."""
    rating: float | None
    """Maximum-likelihood rating in Elo, on a scale on which random play is 0. None if the policy
    won or lost all games, so that only one end of the interval is finite."""
    low: float | None
    """Lower end of the 95 % interval; None if it is infinite."""
    high: float | None
    """Upper end of the 95 % interval; None if it is infinite."""
    games: int
    """Number of games against each rung."""
    seed: int
    """Seed of the games."""
    against: tuple[Against, ...]
    """Results against each rung that was played, the weakest first."""
    rules_version: int
    """Version of the game's rules."""
    zashiki: str
    """Version of the package."""

    @property
    def by_protocol(self) -> bool:
        """Return True if nothing differs from the protocol."""
        return not self.deviations

    def to_json(self) -> str:
        """Return the result as JSON: all fields, and `by_protocol`."""
        return json.dumps({**dataclasses.asdict(self), "by_protocol": self.by_protocol})

    def __str__(self) -> str:
        """Describe the result in a line."""
        ends = ("-∞" if self.low is None else self.low, "∞" if self.high is None else self.high)
        rating = "no finite rating" if self.rating is None else f"{self.rating}"
        text = f"{self.game}, {self.seats} seats: {self.policy} {rating} ({ends[0]} to {ends[1]})"
        how = f", not by the protocol: {', '.join(self.deviations)}" if self.deviations else ""
        return f"{text}, protocol {self.protocol}{how}"


def rungs(game: Game | str, seats: int | None = None, *, protocol: str = "1") -> list[Rung]:
    """List the rungs of a game, the weakest first.

    :raises BadInput: if there is no such protocol, or it does not cover the game.
    """
    return [Rung(**rung) for rung in _setup(find_game(game, seats), protocol)["rungs"]]


def evaluate(
    policy: Policy,
    game: Game | str,
    seats: int | None = None,
    *,
    protocol: str = "1",
    games: int | None = None,
    seed: int | None = None,
    form: Form | None = None,
    flat: bool = True,
    threads: int | None = None,
) -> Evaluation:
    """Rate a policy by games against the rungs of a protocol.

    The policy plays one side, with all its seats, and a rung all others. Each deal is played once
    for every side. The rungs are played from the weakest to the strongest, or to one against which
    the policy surely has less than a fifth of a fair share of the wins. The same seed gives the
    same result, if the policy is deterministic.

    :param policy: A bot by its spec; a function of a state and a seat that returns an action, which
        receives a determinization for its seat; or a function of observations, masks and seats
        that returns a number for each row, which is called once for all matches that await it.
    :param game: A game or its id.
    :param seats: Number of seats; by default the smallest of the game.
    :param protocol: Version of the protocol.
    :param games: Number of games against each rung, rounded up to whole deals; by default that of
        the protocol. Another number is for experiments: `deviations` names it.
    :param seed: Seed of the games; by default that of the protocol.
    :param form: For a function of observations: `"actions"`, or `"choices"` for sub-actions; by
        default actions if all of them have a number.
    :param flat: For a function of observations: True for vectors scaled to 0 to 1, False for dicts,
        as in `zashiki.gymnasium.BatchEnv`.
    :param threads: Number of threads; by default one per core. Results do not depend on it.
    :raises BadInput: if there is no such game, bot or protocol, the protocol does not cover the
        game, or a function's answer is not legal.
    :raises TypeError: if the policy is neither a text nor a function of two or three arguments.
    """
    game = find_game(game, seats)
    kind, name = _kind(policy)
    setup, about = _setup(game, protocol), _protocol(protocol)
    count: int = about["games"] if games is None else games
    if count < 1:
        raise refused(
            f"games must be at least 1, not {count}; omit it for the number of the protocol.",
            f"games は1以上です({count} ではなく)。書かなければプロトコルの対局数になります。",
        )
    first: int = about["seed"] if seed is None else seed
    sides = len(game.sides)
    deals = -(-count // sides)
    played: list[dict[str, Any]] = []
    results = []
    for index, rung in enumerate(setup["rungs"]):
        # Other deals for each rung, so that the results are independent.
        own_seed = (first + index) % (1 << 64)
        if kind == "batch":
            winners = play_together(
                policy,  # type: ignore[arg-type]
                name,
                rung["bot"],
                game,
                deals,
                own_seed,
                form=form,
                flat=flat,
                threads=threads,
            )
        else:
            winners = _simulated(policy, rung["bot"], game, deals, own_seed, threads)
        played.append(rung)
        results.append(_Results(winners, game.sides))
        rating = _rate(
            [rung["rating"] for rung in played],
            [list(result.shares) for result in results],
            sides,
        )
        if rating["shares"][-1]["high"] < _HOPELESS / sides:
            break
    against = tuple(
        Against(
            rung["bot"],
            rung["rating"],
            deals * sides,
            result.won,
            result.no_winner,
            share["share"],
            share["low"],
            share["high"],
        )
        for rung, result, share in zip(played, results, rating["shares"])
    )
    return Evaluation(
        policy=name,
        game=game.id,
        seats=game.seats,
        protocol=protocol,
        deviations=_deviations(game, setup, deals * sides, about["games"]),
        rating=rating["elo"],
        low=rating["low"],
        high=rating["high"],
        games=deals * sides,
        seed=first,
        against=against,
        rules_version=game.rules_version,
        zashiki=__version__,
    )


class _Results:
    """Results against one rung.

    :param winners: For each deal and each side that the policy played, the winning seats.
    :param sides: Seats of each side.
    """

    def __init__(self, winners: npt.NDArray[np.bool_], sides: list[list[int]]) -> None:
        # By deal, by side that the policy played, and by side that won.
        won = np.stack([winners[:, :, side].any(axis=2) for side in sides], axis=2)
        count = won.sum(axis=2)
        own = won[:, np.arange(len(sides)), np.arange(len(sides))]
        shares = np.where(count == 0, 1 / len(sides), own / np.maximum(count, 1))
        self.shares = shares.mean(axis=1)
        """Share of the wins in each deal."""
        self.won, self.no_winner = int(own.sum()), int((count == 0).sum())


def _simulated(
    policy: Any,  # noqa: ANN401
    bot: str,
    game: Game,
    deals: int,
    seed: int,
    threads: int | None,
) -> npt.NDArray[np.bool_]:
    """Play deals in the laboratory; returns the winning seats by deal and side of the policy."""
    winners = np.empty((deals, len(game.sides), game.seats), bool)
    for index, side in enumerate(game.sides):
        players = [policy if seat in side else bot for seat in range(game.seats)]
        rows = simulate(game, players, games=deals, seed=seed, threads=threads, rows=True)["rows"]
        for seat in range(game.seats):
            winners[:, index, seat] = rows[f"won_{seat}"]
    return winners


def _kind(policy: object) -> tuple[str, str]:
    """Kind of a policy, `"state"` or `"batch"`, and its name.

    :raises TypeError: if it is neither a text nor a function of two or three arguments.
    """
    if isinstance(policy, str):
        return "state", policy
    ways = (
        'a bot such as "greedy", a function of (state, seat) or a function of (observations, '
        "masks, seats)"
    )
    if not callable(policy):
        raise TypeError(f"A policy is {ways}, not {policy!r} ({type(policy).__name__}).")
    name = getattr(policy, "__name__", type(policy).__name__)
    try:
        parameters = inspect.signature(policy)
    except (TypeError, ValueError):
        parameters = inspect.Signature([])
    kinds = [kind for kind, count in (("state", 2), ("batch", 3)) if _takes(parameters, count)]
    if len(kinds) != 1:
        many = "both of these" if kinds else "neither of these"
        raise TypeError(
            f"A policy is {ways}. {name} could be called as {many}: wrap it in a lambda or a "
            "function that takes exactly two or three arguments."
        )
    return kinds[0], name


def _takes(signature: inspect.Signature, count: int) -> bool:
    """Return True if this number of positional arguments is possible."""
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


@functools.cache
def _protocol(protocol: str) -> dict[str, Any]:
    """Data of a version of the protocol.

    :raises BadInput: if there is none.
    """
    if protocol not in PROTOCOLS:
        known = ", ".join(map(repr, PROTOCOLS))
        raise refused(
            f"There is no protocol {protocol!r}; there is {known}.",
            f"プロトコル {protocol!r} はありません。{known} を使ってください。",
        )
    path = pathlib.Path(__file__).with_name(f"benchmark-{protocol}.json")
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data


def _setup(game: Game, protocol: str) -> dict[str, Any]:
    """Data of a protocol for a game with its number of seats.

    :raises BadInput: if there is none.
    """
    setups: list[dict[str, Any]] = _protocol(protocol)["setups"]
    for setup in setups:
        if (setup["game"], setup["seats"]) == (game.id, game.seats):
            return setup
    known = ", ".join(f"{setup['game']} ({setup['seats']})" for setup in setups)
    raise refused(
        f"Protocol {protocol} does not cover {game.id} with {game.seats} seats; it covers: "
        f"{known}.",
        f"プロトコル {protocol} に {game.id} の{game.seats}席はありません。次のものがあります:"
        f"{known}。",
    )


def _deviations(game: Game, setup: dict[str, Any], games: int, usual: int) -> tuple[str, ...]:
    """List what differs from the protocol."""
    sides = len(game.sides)
    differs = {
        "games": games != -(-usual // sides) * sides,
        "options": game.options != setup["options"],
        "components": _components_digest(game) != setup["components"],
        "rules": game.rules_version != setup["rules_version"],
    }
    return tuple(name for name, is_other in differs.items() if is_other)
