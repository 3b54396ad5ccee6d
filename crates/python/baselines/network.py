"""The network of the baselines, as a policy for `zashiki.evaluate`. It needs NumPy only.

>>> import zashiki, network
>>> policy = network.load("weights/kokyu-2.npz")
>>> zashiki.evaluate(policy, policy.game, form=policy.form, games=2).by_protocol
False

A file of weights has an array of 8-bit numbers and one scale per column for each layer. Policies
are deterministic: they choose the likeliest number.

    python baselines/network.py baselines/weights/kokyu-2.npz > baselines/results/kokyu-2.json

rates weights by the protocol of the benchmark, for the leaderboard.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import zashiki

LAYERS = ("first", "second", "policy")
"""Layers of a policy, in order. There is a rectified linear unit after each but the last."""

Array = npt.NDArray[Any]


class Policy:
    """A policy network with its weights.

    :param game: The game for which it was trained.
    :param form: Form of the numbers that it chooses.
    :param weights: Matrix and bias (`NAME_bias`) of each layer.
    """

    __name__ = "masked PPO"

    def __init__(self, game: zashiki.Game, form: str, weights: Mapping[str, Array]) -> None:
        self.game, self.form, self.weights = game, form, dict(weights)

    def __call__(self, observations: Array, masks: Array, seats: Array) -> Array:
        """Choose the likeliest legal number of each row."""
        hidden = observations
        for name in LAYERS:
            hidden = hidden @ self.weights[name] + self.weights[f"{name}_bias"]
            if name != LAYERS[-1]:
                hidden = np.maximum(hidden, 0)
        chosen: Array = np.where(masks, hidden, -np.inf).argmax(axis=1)
        return chosen


def save(path: str | os.PathLike[str], policy: Policy, **facts: object) -> None:
    """Write a policy and facts about its training to a file."""
    arrays: dict[str, Array] = {}
    for name in LAYERS:
        weights = policy.weights[name]
        scale = np.maximum(np.abs(weights).max(axis=0), 1e-12) / 127
        arrays[name] = np.round(weights / scale).astype(np.int8)
        arrays[f"{name}_scale"] = scale.astype(np.float32)
        arrays[f"{name}_bias"] = policy.weights[f"{name}_bias"].astype(np.float32)
    about = {"game": policy.game.id, "seats": policy.game.seats, "form": policy.form, **facts}
    # NumPy's types say that one of the arrays might be the switch for pickling.
    np.savez_compressed(path, allow_pickle=False, about=np.array(json.dumps(about)), **arrays)


def about(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the facts about a file of weights."""
    with np.load(path, allow_pickle=False) as file:
        facts: dict[str, Any] = json.loads(str(file["about"]))
    return facts


def load(path: str | os.PathLike[str]) -> Policy:
    """Read a policy from a file of `save`."""
    facts = about(path)
    with np.load(path, allow_pickle=False) as file:
        weights = {name: file[name] * file[f"{name}_scale"] for name in LAYERS}
        weights |= {f"{name}_bias": file[f"{name}_bias"] for name in LAYERS}
    return Policy(zashiki.Game(facts["game"], seats=facts["seats"]), facts["form"], weights)


def main() -> None:
    """Rate the weights of the command line."""
    if len(sys.argv) != 2:
        raise SystemExit("Name one file of weights: python network.py weights/kokyu-2.npz")
    policy = load(sys.argv[1])
    print(zashiki.evaluate(policy, policy.game, form=policy.form).to_json())  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
