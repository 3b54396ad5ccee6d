#!/usr/bin/env python3
"""An engine for Zashiki: reads lines, writes lines, and needs nothing but Python 3.9 or later.

It plays any game by one idea: of what it may do, what it has done least often so far. Put yours
into `choose`. The protocol is described in docs/reference/engines.md; try it with

    zashiki engine --check "python3 engine.py"
    zashiki simulate kokyu --games 20 --engine mine="python3 engine.py" --bots mine,greedy
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any


class Engine:
    """The state of one game."""

    def __init__(self) -> None:
        self.seed = 1
        self.begin({})

    def begin(self, game: dict[str, Any]) -> None:
        """Starts a game. `game` has: game, rules_version, seats, seat, options, components."""
        self.game = game
        self.dice = random.Random(self.seed)
        self.done: Counter[str] = Counter()
        self.position: dict[str, Any] = {}

    def choose(self, milliseconds: int) -> str:
        """The action to take: one of `legal`, within `milliseconds`.

        `self.position["view"]` is the information state of the seat. Where `complete` is false,
        more is legal than is listed.
        """
        legal: list[str] = self.position["legal"]
        least = min(self.done[kind(action)] for action in legal)
        action = self.dice.choice([it for it in legal if self.done[kind(it)] == least])
        self.done[kind(action)] += 1
        say(f"info of {len(legal)} actions, in {milliseconds} ms")
        return action


def kind(action: str) -> str:
    """The kind of an action: the first word of its notation."""
    return action.split(" ", 1)[0]


def say(line: str) -> None:
    """Writes a line and flushes it, so that the host receives it at once."""
    print(line, flush=True)


def main() -> None:
    """Handles messages, line by line, until `quit` or the end of the input."""
    engine = Engine()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "zashiki":
            say("id name Sample")
            say("id author Zashiki")
            say("option seed 1")
            say("ready")
        elif word == "setoption":
            name, _, value = rest.partition(" ")
            if name == "seed":
                engine.seed = int(value)
        elif word == "newgame":
            engine.begin(json.loads(rest))
            say("ready")
        elif word == "position":
            engine.position = json.loads(rest)
            say("ready")
        elif word == "go":
            say(f"bestaction {engine.choose(int(rest.split()[1]))}")
        elif word == "quit":
            return
        # Other words are of later versions of the protocol, and are passed over.


if __name__ == "__main__":
    # Notations and words are in any script, whatever the system's own encoding is.
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main()
