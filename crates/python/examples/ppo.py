"""Self-play by proximal policy optimisation (PPO), without prior knowledge, on 乾隆後宮.

    python examples/ppo.py --out ppo

trains one network, which plays both seats, and writes `OUT.jsonl` (a line for each match against a
bot), `OUT.svg` (the curve) and `OUT.npz` (the weights). `docs/guides/study.md` of the project has
the results. It needs JAX, Optax and Matplotlib.

J. Schulman et al., Proximal Policy Optimization Algorithms (2017), arXiv:1707.06347.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import pathlib
import time
from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp
import matplotlib
import numpy as np
import optax
import zashiki
from matplotlib.figure import Figure

BOTS = ("random", "greedy", "ismcts:sims=60")
"""Opponents in matches during training."""
LAST_BOTS = (*BOTS, "ismcts:sims=300")
"""Opponents in matches after training."""

Array = np.ndarray
Network = dict[str, jax.Array]


@dataclasses.dataclass(frozen=True)
class Settings:
    """Hyperparameters of training."""

    steps: int = 3_000_000
    """Total number of decisions."""
    plays: int = 256
    """Number of games in the batch."""
    length: int = 64
    """Number of decisions per game between two updates."""
    width: int = 256
    """Units of each of the two hidden layers."""
    epochs: int = 2
    """Number of passes over the decisions of an update."""
    parts: int = 8
    """Number of minibatches per pass."""
    rate: float = 5e-4
    """Learning rate, which decreases to a twentieth within `fall` decisions."""
    clip: float = 0.2
    """Clipping range of the probability ratio."""
    trace: float = 0.95
    """λ of generalized advantage estimation. There is no discount: only the result counts."""
    entropy: float = 0.02
    """Weight of the entropy bonus, which decreases to a tenth within `fall` decisions."""
    fall: int = 20_000_000
    """Number of decisions of both schedules. Training may end earlier."""
    matches: int = 6
    """Number of evaluations against bots during training."""
    games: int = 400
    """Number of games per match in these evaluations."""
    last_games: int = 500
    """Number of games per match in the last evaluation."""
    seed: int = 1


class Decisions(NamedTuple):
    """Training data, with a row for each decision."""

    observation: Array
    mask: Array
    action: Array
    chance: Array
    """Log probability of the action when it was sampled."""
    value: Array
    """Value that the network predicted for the seat, from -1 to 1."""
    gain: Array
    """Advantage estimate."""


def new_network(sizes: tuple[int, int, int], key: jax.Array) -> Network:
    """Draw the weights of two hidden layers and of two outputs: a policy and a value."""
    inputs, width, actions = sizes
    shapes = {"first": (inputs, width), "second": (width, width)}
    shapes |= {"policy": (width, actions), "value": (width, 1)}
    network: Network = {}
    for layer_key, (name, shape) in zip(jax.random.split(key, len(shapes)), shapes.items()):
        # The outputs start near zero, so that all actions are about equally likely.
        gain = 0.01 if name in ("policy", "value") else math.sqrt(2)
        network[name] = jax.nn.initializers.orthogonal(gain)(layer_key, shape, jnp.float32)
        network[f"{name}_bias"] = jnp.zeros(shape[1])
    return network


def think(network: Network, observation: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Logarithms of the chances of actions, and the value for the seat that decides."""
    hidden = jax.nn.relu(observation @ network["first"] + network["first_bias"])
    hidden = jax.nn.relu(hidden @ network["second"] + network["second_bias"])
    scores = hidden @ network["policy"] + network["policy_bias"]
    value = jnp.tanh(hidden @ network["value"] + network["value_bias"])[..., 0]
    return jax.nn.log_softmax(jnp.where(mask, scores, -1e9)), value


@jax.jit
def draw(
    network: Network, key: jax.Array, observation: jax.Array, mask: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Draw an action for each row; with the logarithm of its chance, and the value."""
    chances, value = think(network, observation, mask)
    action = jax.random.categorical(key, chances)
    return action, jnp.take_along_axis(chances, action[:, None], 1)[:, 0], value


@jax.jit
def best(network: Network, observation: jax.Array, mask: jax.Array) -> jax.Array:
    """Find the likeliest action of each row."""
    return think(network, observation, mask)[0].argmax(axis=1)


def loss(network: Network, some: Decisions, settings: Settings, variety: jax.Array) -> jax.Array:
    """The clipped objective of PPO, the error of the values, and the entropy."""
    chances, value = think(network, jnp.asarray(some.observation), jnp.asarray(some.mask))
    chance = jnp.take_along_axis(chances, some.action[:, None], 1)[:, 0]
    ratio = jnp.exp(chance - some.chance)
    gain = (some.gain - some.gain.mean()) / (some.gain.std() + 1e-8)
    kept = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    policy = jnp.minimum(ratio * gain, kept * gain).mean()
    error = jnp.square(value - (some.value + some.gain)).mean()
    entropy = -jnp.where(some.mask, jnp.exp(chances) * chances, 0).sum(axis=1).mean()
    return error / 2 - policy - variety * entropy


def gains(values: Array, rewards: Array, dones: Array, seats: Array, trace: float) -> Array:
    """Generalized advantage estimation where two seats win what the other loses.

    What comes next is worth to the seat that decides now what it is worth to the one that decides
    then, or where that is the other one, the opposite. `values` and `seats` have a row more than
    decisions were taken, `rewards` are those of the seat that decided.
    """
    gain, found = np.zeros_like(values[0]), np.zeros_like(rewards)
    for at in reversed(range(len(rewards))):
        goes_on = ~dones[at] * np.where(seats[at + 1] == seats[at], 1, -1)
        error = rewards[at] + goes_on * values[at + 1] - values[at]
        gain = error + trace * goes_on * gain
        found[at] = gain
    return found


class Trainer:
    """One network that learns by playing both seats of many plays at once."""

    def __init__(self, game: zashiki.Game, settings: Settings) -> None:
        self.game, self.settings = game, settings
        self.batch = zashiki.Batch(game, settings.plays, seed=settings.seed)
        self.key, key = jax.random.split(jax.random.key(settings.seed))
        sizes = (game.observation_size, settings.width, game.action_count)
        self.network = new_network(sizes, key)
        self.shuffle = np.random.default_rng(settings.seed)
        # Observations are counts: each number is divided by the largest seen in random play.
        self.largest = np.ones(game.observation_size, np.float32)
        for _ in range(200):
            self.largest = np.maximum(self.largest, self.batch.observations.max(axis=0))
            self.batch.step(self.random_actions())
        # How many updates it would take until the step size and the entropy's bonus have fallen.
        self.falling = max(1, settings.fall // (settings.plays * settings.length))
        steps = self.falling * settings.epochs * settings.parts
        rate = optax.linear_schedule(settings.rate, settings.rate / 20, steps)
        self.optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))
        self.state = self.optimizer.init(self.network)
        self.update = jax.jit(self.updated)

    @property
    def updates(self) -> int:
        """Number of updates."""
        return max(1, self.settings.steps // (self.settings.plays * self.settings.length))

    def random_actions(self) -> Array:
        """Sample a legal action of each game uniformly."""
        drawn = np.where(self.batch.masks, self.shuffle.random(self.batch.masks.shape), -1)
        actions: Array = drawn.argmax(axis=1)
        return actions

    def scaled(self, batch: zashiki.Batch) -> Array:
        """Observations scaled to values from 0 to about 1."""
        seen: Array = batch.observations / self.largest
        return seen

    def play(self) -> Decisions:
        """Play on in all plays; both seats are the network's."""
        batch, rows = self.batch, []
        values, rewards, dones, seats = [], [], [], []
        for _ in range(self.settings.length):
            observation, mask, seat = self.scaled(batch), batch.masks.copy(), batch.seats.copy()
            self.key, key = jax.random.split(self.key)
            action, chance, value = map(np.asarray, draw(self.network, key, observation, mask))
            batch.step(action)
            rows.append((observation, mask, action, chance))
            values.append(value)
            seats.append(seat)
            rewards.append(batch.rewards[np.arange(len(seat)), seat])
            dones.append(batch.dones.copy())
        seats.append(batch.seats.copy())
        values.append(np.asarray(draw(self.network, key, self.scaled(batch), batch.masks)[2]))
        found = gains(
            np.array(values),
            np.array(rewards),
            np.array(dones),
            np.array(seats),
            self.settings.trace,
        )
        observation, mask, action, chance = map(np.concatenate, zip(*rows))
        value, gain = np.concatenate(values[:-1]), np.concatenate(found)
        return Decisions(observation, mask, action, chance, value, gain)

    def updated(
        self, network: Network, state: optax.OptState, some: Decisions, variety: jax.Array
    ) -> tuple[Network, optax.OptState, jax.Array]:
        """Take one step down the loss."""
        lost, slope = jax.value_and_grad(loss)(network, some, self.settings, variety)
        change, state = self.optimizer.update(slope, state, network)
        return optax.apply_updates(network, change), state, lost

    def learn(self) -> Iterator[float]:
        """Play and learn; after each update comes the mean loss of its steps."""
        for number in range(self.updates):
            variety = self.settings.entropy * (1 - 0.9 * min(1, number / self.falling))
            played, losses = self.play(), []
            for _ in range(self.settings.epochs):
                order = self.shuffle.permutation(len(played.action))
                for part in np.array_split(order, self.settings.parts):
                    some = Decisions(*(column[part] for column in played))
                    self.network, self.state, lost = self.update(
                        self.network, self.state, some, jnp.float32(variety)
                    )
                    losses.append(lost)
            yield float(np.mean(losses))

    def match(self, bot: str, games: int, seed: int) -> dict[str, float]:
        """Play `games` games against a bot with the most probable actions, half from each seat.

        Returns the shares of games that were won, lost and won by nobody, and the mean result with
        a 95 % interval; a win counts 1 and a loss -1.
        """
        batch = zashiki.Batch(self.game, games, bots=[None, bot], rotate=True, seed=seed)
        results = np.full(games, np.nan)
        while np.isnan(results).any():
            seats = batch.seats.copy()
            batch.step(np.asarray(best(self.network, self.scaled(batch), batch.masks)))
            # Only the first game in each row counts, so that short games are not overrepresented.
            ended = batch.dones & np.isnan(results)
            results[ended] = batch.rewards[np.arange(games), seats][ended]
        mean, error = results.mean(), 1.96 * results.std() / math.sqrt(games)
        return {
            "won": (results > 0).mean(),
            "lost": (results < 0).mean(),
            "nobody": (results == 0).mean(),
            "mean": mean,
            "low": mean - error,
            "high": mean + error,
        }


def train(game: zashiki.Game, settings: Settings, out: pathlib.Path) -> list[dict[str, object]]:
    """Train a network and write the files; returns a row for each match against a bot."""
    trainer, rows, begun = Trainer(game, settings), [], time.monotonic()
    every = max(1, trainer.updates // settings.matches)
    with out.with_suffix(".jsonl").open("w", encoding="utf-8") as lines:
        for number, lost in enumerate(trainer.learn(), 1):
            last = number == trainer.updates
            if number % every and not last:
                continue
            for bot in LAST_BOTS if last else BOTS:
                games = settings.last_games if last else settings.games
                decisions = number * settings.plays * settings.length
                row = {"decisions": decisions, "loss": lost, "bot": bot, "games": games}
                row |= trainer.match(bot, games, settings.seed + number)
                row["seconds"] = round(time.monotonic() - begun, 1)
                rows.append(row)
                print(json.dumps(row), file=lines, flush=True)
                print(f"{decisions:>11,} decisions: {row['won']:.1%} won against {bot}", flush=True)
    weights = {name: np.asarray(layer) for name, layer in trainer.network.items()}
    # Their type says that one of the weights might be the switch for pickling.
    np.savez(out.with_suffix(".npz"), allow_pickle=False, largest=trainer.largest, **weights)
    draw_curve(rows, out.with_suffix(".svg"))
    return rows


def draw_curve(rows: list[dict[str, object]], to: pathlib.Path) -> None:
    """Draw the mean results against each bot with their intervals."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for bot in BOTS:
        columns = {
            name: np.array([row[name] for row in rows if row["bot"] == bot], float)
            for name in ("decisions", "mean", "low", "high")
        }
        decisions = columns["decisions"] / 1e6
        (line,) = axes.plot(decisions, columns["mean"], label=f"against {bot}")
        axes.fill_between(
            decisions, columns["low"], columns["high"], alpha=0.25, color=line.get_color()
        )
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="decisions learnt from, in millions", ylabel="mean result", ylim=(-1.05, 1.05))
    axes.legend(loc="lower right")
    # The same curve gives the same file.
    with matplotlib.rc_context({"svg.hashsalt": "zashiki"}):
        figure.savefig(to, metadata={"Date": None})


def main() -> None:
    """Train with the settings of the command line."""
    parser = argparse.ArgumentParser(description="Self-play by PPO on 乾隆後宮.")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("ppo"))
    for field in dataclasses.fields(Settings):
        parser.add_argument(
            f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default
        )
    given = vars(parser.parse_args())
    out = given.pop("out")
    train(zashiki.Game("kokyu"), Settings(**given), out)


if __name__ == "__main__":
    main()
