"""Masked PPO in PyTorch: the learned baselines of the benchmark.

    python baselines/masked_ppo.py train --game kokyu --seed 1 --minutes 3 --out runs

trains one network by self-play, which decides for all seats, and writes `OUT/GAME-SEATS-SEED.npz`,
the weights for `network.load`, and under `OUT/checkpoints` those of earlier moments.

    python baselines/masked_ppo.py curve --out runs --svg curve.svg

rates all checkpoints with `zashiki.evaluate` (into `OUT/curve.jsonl`; a second run continues the
file) and draws the curve. It needs PyTorch, and for the curve Matplotlib; the weights need neither.

The method is proximal policy optimisation (J. Schulman et al., 2017, arXiv:1707.06347), in which
illegal numbers have probability 0. A seat's reward is its result at the end: 1, -1 or 0. Games with
an action for every number of the output are learned by actions, the others by sub-actions.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib
import time
from collections.abc import Iterator
from typing import Any

import network
import numpy as np
import numpy.typing as npt
import torch
import zashiki
import zashiki.benchmark
from torch import nn

Array = npt.NDArray[Any]

ACTIONS = ("kokyu", "sengoku")
"""Games that are learned by actions. The others have too many, or actions without a number."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """Hyperparameters of training."""

    game: str = "kokyu"
    seats: int = 0
    """Number of seats; 0 for the smallest of the game."""
    seed: int = 1
    minutes: float = 3.0
    """Processor time of training, in minutes."""
    checkpoints: int = 6
    """Number of files of weights, evenly spaced over the time."""
    plays: int = 64
    """Number of matches in the batch."""
    length: int = 96
    """Number of decisions per match between two updates."""
    width: int = 64
    """Units of each of the two hidden layers."""
    epochs: int = 3
    """Number of passes over the decisions of an update."""
    parts: int = 6
    """Number of minibatches per pass."""
    rate: float = 1e-3
    """Learning rate, which decreases to a tenth over the time."""
    clip: float = 0.2
    """Clipping range of the probability ratio."""
    trace: float = 0.95
    """λ of generalized advantage estimation. There is no discount: only the result counts."""
    entropy: float = 0.01
    """Weight of the entropy bonus."""


class Network(nn.Module):
    """Two hidden layers, and two outputs: scores of the numbers and a value from -1 to 1."""

    def __init__(self, inputs: int, width: int, numbers: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(inputs, width), nn.Linear(width, width)
        self.policy, self.value = nn.Linear(width, numbers), nn.Linear(width, 1)
        for layer in (self.first, self.second, self.policy, self.value):
            # The outputs start near zero, so that all numbers are about equally likely.
            gain = 0.01 if layer in (self.policy, self.value) else 2**0.5
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the probabilities of the numbers, and the value for the seat."""
        hidden = torch.relu(self.second(torch.relu(self.first(seen))))
        scores = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.log_softmax(scores, dim=1), torch.tanh(self.value(hidden))[:, 0]

    def weights(self) -> dict[str, Array]:
        """Weights of the policy, for `network.Policy`."""
        found = {}
        for name in network.LAYERS:
            layer = getattr(self, name)
            found[name] = layer.weight.detach().numpy().T.copy()
            found[f"{name}_bias"] = layer.bias.detach().numpy().copy()
        return found


@dataclasses.dataclass
class Rollout:
    """Decisions of a batch of matches, by time and match."""

    seen: Array
    masks: Array
    seats: Array
    numbers: Array
    chances: Array
    """Logarithms of the probabilities with which the numbers were drawn."""
    values: Array
    rewards: Array
    """Results of the matches that ended with the decision, by time, match and seat."""
    dones: Array
    last_seats: Array
    """Seats to decide after the last decision."""
    last_values: Array
    """Values for these seats."""


def gains(rollout: Rollout, trace: float) -> tuple[Array, Array]:
    """Generalized advantage estimation by seat, and which decisions it is known for.

    The decision that follows a seat's is its own next one, however many other seats decide in
    between. At the end of the rollout only the seats to decide have a value; the last decisions of
    the others are not learned from.
    """
    length, plays, seats = rollout.rewards.shape
    rows = np.arange(plays)
    known = np.zeros((plays, seats), bool)
    value, gain, reward = (np.zeros((plays, seats), np.float32) for _ in range(3))
    known[rows, rollout.last_seats] = True
    value[rows, rollout.last_seats] = rollout.last_values
    found, use = np.zeros((length, plays), np.float32), np.zeros((length, plays), bool)
    for at in reversed(range(length)):
        ended = rollout.dones[at]
        known[ended], value[ended], gain[ended] = True, 0, 0
        reward[ended] = rollout.rewards[at, ended]
        seat = rollout.seats[at]
        error = reward[rows, seat] + value[rows, seat] - rollout.values[at]
        use[at] = known[rows, seat]
        found[at] = np.where(use[at], error + trace * gain[rows, seat], 0)
        known[rows, seat], reward[rows, seat] = True, 0
        value[rows, seat], gain[rows, seat] = rollout.values[at], found[at]
    return found, use


class Trainer:
    """One network that learns by deciding for all seats of many matches."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        game, seats = settings.game, settings.seats
        self.game = zashiki.Game(game, seats=seats) if seats else zashiki.Game(game)
        self.form = "actions" if game in ACTIONS else "choices"
        torch.manual_seed(settings.seed)
        self.batch = zashiki.Batch(
            self.game,
            settings.plays,
            form=self.form,  # type: ignore[arg-type]
            seed=settings.seed,
            threads=1,
            flat=True,
        )
        sizes = self.batch.observations.shape[1], settings.width, self.batch.masks.shape[1]
        self.network = Network(*sizes)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate, eps=1e-5)
        self.shuffle = np.random.default_rng(settings.seed)
        self.decisions = 0
        """Number of decisions so far."""

    def play(self) -> Rollout:
        """Play on in all matches."""
        batch, length = self.batch, self.settings.length
        shape = (length, len(batch))
        seen = np.empty((*shape, batch.observations.shape[1]), np.float32)
        masks = np.empty((*shape, batch.masks.shape[1]), bool)
        seats, numbers = np.empty(shape, np.int64), np.empty(shape, np.int64)
        chances, values = np.empty(shape, np.float32), np.empty(shape, np.float32)
        rewards = np.empty((*shape, self.game.seats), np.float32)
        dones = np.empty(shape, bool)
        with torch.no_grad():
            for at in range(length):
                seen[at], masks[at], seats[at] = batch.observations, batch.masks, batch.seats
                logs, value = self.network(torch.from_numpy(seen[at]), torch.from_numpy(masks[at]))
                drawn = torch.multinomial(logs.exp(), 1)
                numbers[at], values[at] = drawn[:, 0].numpy(), value.numpy()
                chances[at] = logs.gather(1, drawn)[:, 0].numpy()
                batch.step(numbers[at])
                rewards[at], dones[at] = batch.rewards, batch.dones
            now = torch.tensor(batch.observations), torch.tensor(batch.masks)
            last = self.network(*now)[1].numpy()
        self.decisions += length * len(batch)
        return Rollout(
            seen, masks, seats, numbers, chances, values, rewards, dones, batch.seats.copy(), last
        )

    def update(self, progress: float) -> None:
        """Play and learn once. `progress` is the part of the time that has passed."""
        settings = self.settings
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate * (1 - 0.9 * progress)
        rollout = self.play()
        gain, use = gains(rollout, settings.trace)
        columns = [
            torch.from_numpy(np.ascontiguousarray(column[use]))
            for column in (
                rollout.seen,
                rollout.masks,
                rollout.numbers,
                rollout.chances,
                gain,
                gain + rollout.values,
            )
        ]
        for _ in range(settings.epochs):
            order = self.shuffle.permutation(int(use.sum()))
            for part in np.array_split(order, settings.parts):
                self.learn(*(column[torch.from_numpy(part)] for column in columns))

    def learn(
        self,
        seen: torch.Tensor,
        masks: torch.Tensor,
        numbers: torch.Tensor,
        chances: torch.Tensor,
        gain: torch.Tensor,
        target: torch.Tensor,
    ) -> None:
        """Take one step down the clipped objective of PPO on a minibatch."""
        settings = self.settings
        logs, values = self.network(seen, masks)
        ratio = (logs.gather(1, numbers[:, None])[:, 0] - chances).exp()
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        kept = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy = torch.minimum(ratio * gain, kept * gain).mean()
        error = (values - target).square().mean()
        entropy = -(logs.exp() * logs.masked_fill(~masks, 0)).sum(dim=1).mean()
        loss = error / 2 - policy - settings.entropy * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()

    def train(self) -> Iterator[float]:
        """Learn for the time of the settings; yields the processor time after each update."""
        begun, seconds = time.process_time(), 60 * self.settings.minutes
        passed = 0.0
        while passed < seconds:
            self.update(passed / seconds)
            passed = time.process_time() - begun
            yield passed

    def save(self, path: pathlib.Path, seconds: float) -> None:
        """Write the weights and what they come from."""
        policy = network.Policy(self.game, self.form, self.network.weights())
        facts = dataclasses.asdict(self.settings)
        for name in ("game", "seats", "checkpoints"):
            del facts[name]
        facts |= {"decisions": self.decisions, "seconds": round(seconds, 1)}
        network.save(path, policy, **facts, rules_version=self.game.rules_version)


def train(settings: Settings, out: pathlib.Path) -> None:
    """Train a network and write its weights and checkpoints."""
    trainer = Trainer(settings)
    name = f"{trainer.game.id}-{trainer.game.seats}-{settings.seed}"
    (out / "checkpoints").mkdir(parents=True, exist_ok=True)
    trainer.save(out / "checkpoints" / f"{name}-0.npz", 0)
    saved, passed = 0, 0.0
    for passed in trainer.train():
        due = int(settings.checkpoints * passed / (60 * settings.minutes))
        if due > saved:
            saved = due
            trainer.save(out / "checkpoints" / f"{name}-{saved}.npz", passed)
            print(f"{name}: {trainer.decisions:,} decisions, {passed:.0f} s", flush=True)
    trainer.save(out / f"{name}.npz", passed)


def curve(out: pathlib.Path, svg: pathlib.Path, games: int) -> None:
    """Rate all checkpoints, and draw a curve for each seed of each game."""
    file = out / "curve.jsonl"
    written = file.read_text("utf-8").splitlines() if file.exists() else []
    done = [json.loads(line) for line in written]
    known = {row["file"] for row in done}
    with file.open("a", encoding="utf-8") as lines:
        for path in sorted((out / "checkpoints").glob("*.npz")):
            if path.name in known:
                continue
            policy, about = network.load(path), network.about(path)
            found = zashiki.evaluate(policy, policy.game, form=about["form"], games=games)
            row = {"file": path.name, **{key: about[key] for key in ("game", "seats", "seed")}}
            row |= {"decisions": about["decisions"], "seconds": about["seconds"], "games": games}
            row |= {"rating": found.rating, "low": found.low, "high": found.high}
            done.append(row)
            print(json.dumps(row), file=lines, flush=True)
    draw(done, svg)


def draw(rows: list[dict[str, Any]], svg: pathlib.Path) -> None:
    """Draw the ratings over the processor time, a panel for each game and a line for each seed."""
    import matplotlib
    from matplotlib.figure import Figure

    names = list(dict.fromkeys((row["game"], row["seats"]) for row in rows))
    # At most three panels side by side, so that their texts are legible in a page.
    wide = min(len(names), 3)
    high = -(-len(names) // wide)
    # Texts stay texts, in a font of the reader, and the same curve gives the same file.
    with matplotlib.rc_context({"svg.hashsalt": "zashiki", "svg.fonttype": "none"}):
        figure = Figure(figsize=(3 * wide, 2.8 * high), layout="constrained")
        panels = np.ravel(figure.subplots(high, wide))
        for axes, (game, seats) in zip(panels, names):
            panel(axes, [row for row in rows if (row["game"], row["seats"]) == (game, seats)])
        for axes in panels[len(names) :]:
            axes.remove()
        panels[0].legend(fontsize=7)
        figure.supylabel("rating", fontsize=9)
        figure.savefig(svg, metadata={"Date": None})


def panel(axes: Any, rows: list[dict[str, Any]]) -> None:  # noqa: ANN401
    """Draw the curves of one game."""
    game, seats = rows[0]["game"], rows[0]["seats"]
    for number, seed in enumerate(sorted({row["seed"] for row in rows})):
        mine = sorted(
            (row for row in rows if row["seed"] == seed and None not in ends(row)),
            key=lambda row: row["seconds"],
        )
        minutes = [row["seconds"] / 60 for row in mine]
        # Not by colour alone.
        style = ("-o", "--s", ":^")[number % 3]
        (line,) = axes.plot(
            minutes, [row["rating"] for row in mine], style, markersize=3, label=f"seed {seed}"
        )
        low, high = ([ends(row)[end] for row in mine] for end in range(2))
        axes.fill_between(minutes, low, high, alpha=0.15, color=line.get_color(), linewidth=0)
    for rung in zashiki.benchmark.rungs(game, seats):
        if rung.bot in ("random", "greedy"):
            axes.axhline(rung.rating, color="dimgrey", linewidth=0.8, linestyle=(0, (1, 3)))
            axes.annotate(
                rung.bot,
                (0.98, rung.rating),
                xycoords=("axes fraction", "data"),
                fontsize=7,
                color="dimgrey",
                ha="right",
                va="bottom",
            )
    axes.set_title(f"{game}, {seats} seats", fontsize=9)
    axes.set_xlabel("minutes of processor time", fontsize=8)
    axes.tick_params(labelsize=7)


def ends(row: dict[str, Any]) -> tuple[float | None, float | None]:
    """Ends of the interval of a rating. One is None for a policy that won or lost all games."""
    return row["low"], row["high"]


def main() -> None:
    """Run a command of the command line."""
    parser = argparse.ArgumentParser(description="Masked PPO, the learned baselines.")
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="train a network")
    for field in dataclasses.fields(Settings):
        training.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    rating = commands.add_parser("curve", help="rate the checkpoints and draw the curve")
    rating.add_argument("--svg", type=pathlib.Path, default=pathlib.Path("curve.svg"))
    rating.add_argument("--games", type=int, default=40, help="games against each rung")
    for command in (training, rating):
        command.add_argument("--out", type=pathlib.Path, default=pathlib.Path("runs"))
    given = vars(parser.parse_args())
    out, command = given.pop("out"), given.pop("command")
    torch.set_num_threads(1)
    if command == "train":
        train(Settings(**given), out)
    else:
        curve(out, **given)


if __name__ == "__main__":
    main()
