"""Steps per second compared with other libraries: `python bench/beside.py [SECONDS]`.

Each loop plays random games: get the player to move, list the legal actions, choose one at random
and apply it. The first column measures only that. The second also includes the inputs of a learner
at every step: the observation and the action mask. If a library always computes these, there is no
first column. A second table has vector forms, which step many games at once, with observations and
masks: the time in `step` alone, and with that in which NumPy draws a number for each game.

Steps are counted per second of CPU time in one thread, which reduces the influence of other work on
the machine.

It needs OpenSpiel, PettingZoo with pygame, and RLCard: `pip install open_spiel pettingzoo pygame
rlcard`. With pgx (`pip install pgx`) there are rows of its games too, on the processor.
"""

from __future__ import annotations

import functools
import importlib.util
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import gymnasium
import numpy as np
import pyspiel
import rlcard
import zashiki
import zashiki.gymnasium
import zashiki.openspiel
import zashiki.pettingzoo
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3
from zashiki.opponents import Opponent

PLAYS = 1024
"""Number of matches in a batch."""

draw = random.Random(1).random
CHANCE = np.random.default_rng(1)

Episode = Callable[[int], int]
"""Plays one game from a seed and counts its steps."""


class Row(NamedTuple):
    """A row of the table: who plays what, and how."""

    library: str
    game: str
    seats: int
    bare: Episode | None
    learner: Episode


def play(game: zashiki.Game, *, learner: bool) -> Episode:
    """Loop over `zashiki.State`."""

    def episode(seed: int) -> int:
        state, steps = game.new_initial_state(seed), 0
        while True:
            awaited = state.current_players
            if not awaited:
                return steps
            seat = awaited[0]
            legal = state.legal(seat)
            if learner:
                state.observation(seat)
                state.legal_mask(seat)
            state.step(seat, legal[int(draw() * len(legal))])
            steps += 1

    return episode


def spiel(name: str, *, learner: bool) -> Episode:
    """Loop over a game of OpenSpiel. What chance does is no step."""
    game = pyspiel.load_game(name)
    tensor = game.get_type().provides_information_state_tensor
    ours = isinstance(game, zashiki.openspiel.ZashikiGame)
    observer = game.make_py_observer() if ours else None

    def episode(_seed: int) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            chosen = legal[int(draw() * len(legal))]
            if state.is_chance_node():
                state.apply_action(chosen)
                continue
            if learner:
                if observer is not None:
                    observer.set_from(state, state.current_player())
                elif tensor:
                    state.information_state_tensor()
                else:
                    state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(chosen)
            steps += 1
        return steps

    return episode


def agents(env: AECEnv[str, Any, int | None]) -> Episode:
    """Loop over an environment of PettingZoo."""

    def episode(seed: int) -> int:
        env.reset(seed=seed)
        steps = 0
        for _ in env.agent_iter():
            seen, _reward, ended, truncated, _info = env.last()
            if ended or truncated:
                env.step(None)
                continue
            possible = seen["action_mask"].nonzero()[0]
            env.step(int(possible[int(draw() * len(possible))]))
            steps += 1
        return steps

    return episode


def cards(name: str) -> tuple[int, Episode]:
    """Loop over an environment of RLCard, and say how many seats it has."""
    env = rlcard.make(name, config={"seed": 1})

    def episode(_seed: int) -> int:
        seen, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = env.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return env.num_players, episode


def rate(episode: Episode, seconds: float) -> float:
    """Play games for so long."""
    steps, seed, begin = 0, 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += episode(seed)
        seed += 1
    return steps / spent


class Games(NamedTuple):
    """Many games that have begun."""

    choose: Callable[[], Any]
    """Draws a legal number for each game."""
    step: Callable[[Any], object]
    """Applies the numbers, and gets what a learner needs for the next ones."""


class Vector(NamedTuple):
    """A row of the table of vector forms: many games, one step for all."""

    library: str
    game: str
    plays: int
    begin: Callable[[], Games]
    """Starts the games."""


def begun(kind: Callable[..., Any], *given: object) -> Games:
    """Start games of this class."""
    games = kind(*given)
    return Games(games.choose, games.step)


def rate_of_vector(row: Vector, seconds: float) -> tuple[float, float]:
    """Step many games for so long: steps per second of `step`, and of that and the choice."""
    games, steps, spent, chosen = row.begin(), 0, 0.0, 0.0
    # The first step may compile something.
    games.step(games.choose())
    while spent + chosen < seconds:
        begin = time.process_time()
        numbers = games.choose()
        middle = time.process_time()
        games.step(numbers)
        spent += time.process_time() - middle
        chosen += middle - begin
        steps += row.plays
    return steps / spent, steps / (spent + chosen)


def drawn(masks: np.ndarray) -> np.ndarray:
    """Draw a legal number for each row."""
    greatest: np.ndarray = np.where(masks, CHANCE.random(masks.shape, np.float32), -1).argmax(-1)
    return greatest


def at_random(_observations: object, masks: np.ndarray, _seats: np.ndarray) -> np.ndarray:
    """An opponent that draws a legal number in each game."""
    return drawn(masks)


class VectorEnv:
    """A vector environment of Gymnasium."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.env = make()
        self.seen = self.env.reset(seed=1)[0]

    def choose(self) -> np.ndarray:
        """Draw a legal number for each game."""
        return drawn(self.seen["action_mask"] > 0)

    def step(self, chosen: np.ndarray) -> None:
        """Apply the numbers."""
        self.seen, *_ = self.env.step(chosen)


class AtOnce:
    """Many games in which all agents act at once."""

    def __init__(self, game: zashiki.Game, plays: int) -> None:
        self.env = zashiki.pettingzoo.ParallelVecEnv(plays, game, threads=1, flat=True)
        self.env.reset(seed=1)

    def choose(self) -> dict[str, Any]:
        """Draw a legal number for each agent of each game."""
        return {each: drawn(self.env.action_masks(each)) for each in self.env.agents}

    def step(self, chosen: dict[str, Any]) -> None:
        """Apply the numbers."""
        self.env.step(chosen)


class Batched:
    """A batch, all of whose seats are played."""

    def __init__(self, game: zashiki.Game, plays: int) -> None:
        self.batch = zashiki.Batch(game, plays, form=form_of(game), threads=1)

    def choose(self) -> np.ndarray:
        """Draw a legal number for each game."""
        return drawn(self.batch.masks)

    def step(self, chosen: np.ndarray) -> None:
        """Apply the numbers."""
        self.batch.step(chosen)


class Pgx:
    """Many games of pgx, which begin again when they end."""

    def __init__(self, name: str, plays: int) -> None:
        import jax
        import pgx

        env = pgx.make(name)
        self.wait = jax.block_until_ready
        self.advance = jax.jit(jax.vmap(pgx.experimental.auto_reset(env.step, env.init)))
        self.keys = jax.random.split(jax.random.key(1), plays)
        self.state = jax.jit(jax.vmap(env.init))(self.keys)

    def choose(self) -> np.ndarray:
        """Draw a legal number for each game."""
        return drawn(np.asarray(self.state.legal_action_mask))

    def step(self, chosen: np.ndarray) -> None:
        """Apply the numbers."""
        self.state = self.wait(self.advance(self.state, chosen, self.keys))


def vectors() -> list[Vector]:
    """List what is measured of the vector forms."""
    kokyu, listed = zashiki.Game("kokyu"), []
    for game in map(zashiki.Game, zashiki.games()):
        batch = functools.partial(begun, Batched, game, PLAYS)
        listed.append(Vector("Batch", game.name_ja, PLAYS, batch))
    players: list[tuple[Opponent, str]] = [("random", "a bot"), (at_random, "a function")]
    for opponents, name in players:
        for plays in (64, PLAYS):
            each = functools.partial(
                zashiki.gymnasium.BatchEnv, plays, kokyu, opponents=opponents, threads=1
            )
            library = f"BatchEnv against {name}"
            env = functools.partial(begun, VectorEnv, each)
            listed.append(Vector(library, kokyu.name_ja, plays, env))
    single = [functools.partial(zashiki.gymnasium.SeatEnv, kokyu)] * 64
    sync = functools.partial(gymnasium.vector.SyncVectorEnv, single)
    env = functools.partial(begun, VectorEnv, sync)
    listed.append(Vector("SyncVectorEnv against a bot", kokyu.name_ja, 64, env))
    at_once = functools.partial(begun, AtOnce, kokyu, PLAYS)
    listed.append(Vector("ParallelVecEnv", kokyu.name_ja, PLAYS, at_once))
    if importlib.util.find_spec("pgx") is not None:
        for name in ("connect_four", "leduc_holdem"):
            listed.append(Vector("pgx", name, PLAYS, functools.partial(begun, Pgx, name, PLAYS)))
    return listed


def rows() -> list[Row]:
    """List what is measured."""
    listed = []
    games = [zashiki.Game(name) for name in zashiki.games()]
    for game in games:
        bare, learner = play(game, learner=False), play(game, learner=True)
        listed.append(Row("Zashiki", game.name_ja, game.seats, bare, learner))
    for game in games:
        each = agents(zashiki.pettingzoo.env(game))
        listed.append(Row("Zashiki in PettingZoo", game.name_ja, game.seats, None, each))
    for game in games:
        name = f"zashiki_{game.id}"
        bare, learner = spiel(name, learner=False), spiel(name, learner=True)
        listed.append(Row("Zashiki in OpenSpiel", game.name_ja, game.seats, bare, learner))
    # The last two are written in Python, as ours is for OpenSpiel.
    native = ("connect_four", "leduc_poker", "hearts")
    for name in (*native, "python_kuhn_poker", "python_tic_tac_toe"):
        bare, learner = spiel(name, learner=False), spiel(name, learner=True)
        seats = pyspiel.load_game(name).num_players()
        listed.append(Row("OpenSpiel", name, seats, bare, learner))
    each = agents(connect_four_v3.env())
    listed.append(Row("PettingZoo", "connect_four_v3", 2, None, each))
    for name in ("leduc-holdem", "limit-holdem", "uno"):
        seats, each = cards(name)
        listed.append(Row("RLCard", name, seats, None, each))
    return listed


def form_of(game: zashiki.Game) -> Literal["actions", "choices"]:
    """Form of a batch: sub-actions if some action has no number."""
    try:
        zashiki.Batch(game, 1)
    except zashiki.BadInput:
        return "choices"
    return "actions"


def main() -> None:
    """Print the table of `docs/reference/python.md`."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    # HONNOJI makes its lists of layouts once, in its first games.
    for name in zashiki.games():
        rate(play(zashiki.Game(name), learner=False), 2 * seconds)
    print("| library | game | seats | lists | lists, observations, masks |")
    print("|---|---|---|---|---|")
    for row in rows():
        bare = "" if row.bare is None else f"{rate(row.bare, seconds):,.0f}"
        learner = f"{rate(row.learner, seconds):,.0f}"
        print(f"| {row.library} | {row.game} | {row.seats} | {bare} | {learner} |", flush=True)
    print_vectors(seconds)


def print_vectors(seconds: float) -> None:
    """Print the table of vector forms."""
    print("\n| library | game | games at once | step | choice and step |\n|---|---|---|---|---|")
    for row in vectors():
        step, both = rate_of_vector(row, seconds)
        print(
            f"| {row.library} | {row.game} | {row.plays:,} | {step:,.0f} | {both:,.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
