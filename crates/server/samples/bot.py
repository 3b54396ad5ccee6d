#!/usr/bin/env python3
"""A bot for the tables of a Zashiki server, under a bot account (docs/guides/bot-accounts.md).

It needs Python 3.9 or later, `pip install websockets`, and the token that the operator of the
server gave you:

    export ZASHIKI_BOT_TOKEN=zashiki_bot_…
    python3 bot.py https://games.example/t/TABLE        takes a seat at a table by its link
    python3 bot.py https://games.example --open kokyu   creates tables in the lobby

It plays legal actions at random. Put your strategy into `random_action`, or use a program that
implements the engine protocol (docs/reference/engines.md): `--engine "python3 engine.py"`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any, Callable
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

# The state of a table for this bot: `TableState` in crates/server/src/protocol/socket.rs.
State = dict[str, Any]
# A strategy: returns the notation of an action, one of `state["legal"]`.
Choose = Callable[[State], str]

# Rule ids of errors for messages that came too late, because another player was faster.
CROSSED = {"T-6", "T-10", "T-15"}
# Seconds to wait for a rematch.
REMATCH = 120
# Pauses between attempts to reconnect, in seconds.
AGAIN = [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]


class Gone(Exception):
    """The bot cannot continue; the message is the reason."""


class Server:
    """A server, accessed with a bot account's token."""

    def __init__(self, origin: str, token: str) -> None:
        self.origin = origin
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Sends a GET request, or a POST request if there is a body; returns the JSON answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, self.headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as refused:
            raise Gone(reason(refused.read())) from refused

    def connect(self, table: str) -> ClientConnection:
        """Opens a WebSocket at a table, with texts in English only."""
        scheme, rest = self.origin.split("://", 1)
        address = f"{scheme.replace('http', 'ws', 1)}://{rest}/api/tables/{table}/live?lang=en"
        try:
            return connect(address, additional_headers=self.headers, max_size=None)
        except InvalidStatus as refused:
            if refused.response.status_code in (429, 503):
                raise OSError(reason(refused.response.body)) from refused
            raise Gone(reason(refused.response.body)) from refused


def reason(body: bytes | bytearray) -> str:
    """The message of an error answer."""
    try:
        return str(json.loads(body)["message"]["en"])
    except (ValueError, LookupError, TypeError):
        return "the server answered with an error without a message"


def patched(value: Any, patch: Any) -> Any:  # noqa: ANN401, they are any JSON
    """Applies a patch to a value: see `Patch` in crates/server/src/protocol/socket.rs."""
    if isinstance(patch, list):
        if len(patch) == 1:
            return patch[0]
        start, removed, *inserted = patch
        return value[:start] + inserted + value[start + removed :]
    if isinstance(patch, dict) and patch:
        changed = value.copy()
        for key, inner in patch.items():
            place = int(key) if isinstance(value, list) else key
            changed[place] = patched(
                value[place] if isinstance(value, list) else value.get(key), inner
            )
        return changed
    return value if patch == {} else patch


def advanced(state: State, change: dict[str, Any]) -> State:
    """Applies a change to the state of a table."""
    new: State = patched(state, change.get("now", {}))
    view = state["view"]
    for step in change["steps"]:
        for told in step["told"]:
            view = patched(view, told.get("view", {}))
    new["view"] = patched(view, change.get("view", {}))
    new["version"] = change["version"]
    return new


class Seat:
    """This bot at a table."""

    def __init__(self, socket: ClientConnection, choose: Choose) -> None:
        self.socket = socket
        self.choose = choose
        # The last message and its table version, so that nothing is sent twice.
        self.did: tuple[str, int] | None = None

    def play(self) -> str | None:
        """Plays to the end; returns the table of a rematch if the players want one."""
        state: State = {}
        while True:
            over = state.get("outcome") is not None
            try:
                message = json.loads(self.socket.recv(timeout=REMATCH if over else None))
            except TimeoutError:
                return None
            kind = message["type"]
            if kind == "state":
                state = message["state"]
            elif kind == "changed":
                state = advanced(state, message)
            elif kind == "refused" and message["rule"] in CROSSED:
                self.did = None
            elif kind == "refused":
                raise Gone(message["message"])
            else:
                continue
            if state["cancelled"]:
                raise Gone("the table was cancelled")
            if state["outcome"] is not None:
                rematch = state["rematch"]
                if rematch and state["you"] in rematch["coming"]:
                    return str(rematch["table"])
                if rematch:
                    self.once(state, "rematch", comes=True)
            else:
                self.consider(state)

    def consider(self, state: State) -> None:
        """Responds to the state, if it is this bot's turn to respond."""
        you, seats, version = state["you"], state["seats"], state["version"]
        if you is None:
            free = [at for at, seat in enumerate(seats) if not seat["name"] and not seat["bot"]]
            if not free:
                raise Gone("no seat is open")
            self.once(state, "sit", seat=free[0], name="")
        elif not state["started"]:
            return
        elif seats[you]["deserted"]:
            # It was disconnected for too long, and a built-in bot has taken over.
            self.once(state, "return")
        elif state["offer"] and you not in state["offer"]["agreed"]:
            word = "decline" if state["offer"]["matter"] == "draw" else "accept"
            self.once(state, "talk", version=version, word=word)
        elif state["legal"] and self.did != ("act", version):
            self.once(state, "act", version=version, action=self.choose(state))

    def once(self, state: State, kind: str, **fields: object) -> None:
        """Sends a message, unless the same kind was sent at this version of the table."""
        done = (kind, state["version"])
        if self.did != done:
            self.did = done
            self.socket.send(json.dumps({"type": kind, "id": str(uuid.uuid4()), **fields}))


def play(server: Server, table: str, new: Callable[[], Choose]) -> None:
    """Plays at a table and at its rematches."""
    while True:
        print(f"at {server.origin}/t/{table}", flush=True)
        choose = new()
        for pause in [0, *AGAIN]:
            time.sleep(pause)
            try:
                with server.connect(table) as socket:
                    rematch = Seat(socket, choose).play()
                    break
            except (ConnectionClosed, OSError) as lost:
                print(
                    f"the connection was lost ({lost}); trying again", file=sys.stderr, flush=True
                )
        else:
            raise Gone("the server does not answer")
        if rematch is None:
            return
        table = rematch


def random_action(state: State) -> str:
    """A random action. `state["view"]` is this seat's information state; `state["legal"]` lists
    all its legal actions, or a selection if `state["complete"]` is false."""
    return str(random.choice(state["legal"])["action"])


class Engine:
    """A program that implements the protocol of docs/reference/engines.md, for one game."""

    def __init__(self, command: str, versions: dict[str, int], milliseconds: int) -> None:
        self.versions, self.milliseconds = versions, milliseconds
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            shlex.split(command), stdin=pipe, stdout=pipe, encoding="utf-8"
        )
        self.begun = False
        self.say("zashiki 1")
        self.wait("ready")

    def __call__(self, state: State) -> str:
        if not self.begun:
            game = {
                "game": state["game"],
                "rules_version": self.versions[state["game"]],
                "seats": len(state["seats"]),
                "seat": state["you"],
                "options": state["options"],
                "components": None,
            }
            self.say(f"newgame {json.dumps(game)}")
            self.wait("ready")
            self.begun = True
        legal = [choice["action"] for choice in state["legal"]]
        position = {"view": state["view"], "legal": legal, "complete": state["complete"]}
        self.say(f"position {json.dumps(position)}")
        self.wait("ready")
        self.say(f"go time {self.milliseconds}")
        return self.wait("bestaction")

    def say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, word: str) -> str:
        """Reads lines until one begins with this word; returns the rest of that line."""
        assert self.process.stdout
        for line in self.process.stdout:
            said, _, rest = line.rstrip("\n").partition(" ")
            if said == word:
                return rest
            if said == "error":
                raise Gone(f"the engine failed: {rest}")
        raise Gone("the engine has ended")


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot for the tables of a Zashiki server.")
    parser.add_argument("address", help="URL of a table, or of the server with --open")
    parser.add_argument("--open", metavar="GAME", help="create tables of this game in the lobby")
    parser.add_argument("--seats", type=int, default=2, help="number of seats of these tables")
    parser.add_argument("--tables", type=int, default=None, help="maximum number of these tables")
    parser.add_argument("--engine", metavar="COMMAND", help="an engine that chooses the actions")
    parser.add_argument("--time", type=int, default=2000, metavar="MS", help="time for a decision")
    args = parser.parse_args()
    token = os.environ.get("ZASHIKI_BOT_TOKEN")
    if not token:
        sys.exit("bot.py: set ZASHIKI_BOT_TOKEN to the token of your bot account")
    address = urlsplit(args.address)
    server = Server(f"{address.scheme}://{address.netloc}", token)
    try:
        versions = {game["id"]: game["rules_version"] for game in server.ask("/api/games")["games"]}

        def new() -> Choose:
            return Engine(args.engine, versions, args.time) if args.engine else random_action

        if not args.open:
            return play(server, address.path.rstrip("/").rsplit("/", 1)[-1], new)
        left = args.tables
        while left is None or left > 0:
            seats = [{"kind": "me"}] + [{"kind": "open"}] * (args.seats - 1)
            table = {"game": args.open, "seats": seats, "terms": {"listed": True}}
            play(server, server.ask("/api/tables", table)["table"], new)
            left = left and left - 1
    except Gone as why:
        sys.exit(f"bot.py: {why}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
