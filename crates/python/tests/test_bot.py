"""The sample of a bot account plays at the tables of a real server."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PROGRAM = os.environ.get("ZASHIKI_BIN", "")
CRATES = Path(__file__).parents[2]
BOT = CRATES / "server/samples/bot.py"
ENGINE = CRATES / "external-engines/samples/engine.py"
# The longest that anything may take, in seconds.
PATIENCE = 60

pytestmark = pytest.mark.skipif(not PROGRAM, reason="ZASHIKI_BIN names no server to play at")


class House:
    """A server, and two bot accounts."""

    def __init__(self, folder: Path) -> None:
        accounts = folder / "bots.toml"
        make = [PROGRAM, "create-bot-account", "--file", str(accounts)]
        self.tokens = [
            subprocess.run([*make, name], check=True, capture_output=True, text=True).stdout.strip()
            for name in ("Kitsune", "Tanuki")
        ]
        serve = [PROGRAM, "serve", "--port", "0", "--lang", "en", "--data-dir", str(folder)]
        self.server = subprocess.Popen(
            [*serve, "--bot-accounts", str(accounts)], stdout=subprocess.PIPE, text=True
        )
        assert self.server.stdout
        said = re.search(r"http://\S+", self.server.stdout.readline())
        assert said, "the server says where it is"
        self.origin = said[0]

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """An answer to a person."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(self.origin + path, data, timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def bot(self, which: int, *arguments: str) -> subprocess.Popen[str]:
        """The sample, with the token of one of the accounts."""
        return subprocess.Popen(
            [sys.executable, str(BOT), *arguments],
            env={**os.environ, "ZASHIKI_BOT_TOKEN": self.tokens[which]},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.server.kill()
    house.server.wait()


# One has layouts that are not all listed, in one much is hidden, one may be won by nobody.
@pytest.mark.parametrize(("game", "seats"), [("honnoji", 3), ("sengoku", 2), ("kokyu", 2)])
def test_it_plays_to_the_end_at_tables_it_has_the_link_to(
    house: House, game: str, seats: int
) -> None:
    open_seats = [{"kind": "open"}] * 2
    bots = [{"kind": "bot", "bot": "greedy"}] * (seats - 2)
    table = house.ask("/api/tables", {"game": game, "seats": open_seats + bots})["table"]
    link = f"{house.origin}/t/{table}"
    sample = [sys.executable, str(ENGINE)]
    players = [
        house.bot(0, link),
        house.bot(1, link, "--engine", shlex.join(sample)),
    ]
    assert players[0].stdout
    try:
        over = f"/api/tables/{table}"
        for player in players:
            # It waits for a rematch for a while; the first to end has seen the end.
            assert player.stdout
            assert player.stdout.readline() == f"at {link}\n"
        record = until_over(house, over)
    finally:
        for player in players:
            player.kill()
            player.communicate()
    assert record["outcome"] is not None
    assert sorted(name["en"] for name in record["names"])[:2] == ["BOT Kitsune", "BOT Tanuki"]


def until_over(house: House, table: str) -> dict[str, Any]:
    """Result of a finished table."""
    # The socket of one who looks on hears when something changes, so that nobody need sleep.
    from websockets.sync.client import connect

    with connect(f"ws{house.origin[4:]}{table}/live?lang=en", max_size=None) as socket:
        while True:
            stands = house.ask(table)
            if stands["outcome"] is not None:
                return stands
            socket.recv(timeout=PATIENCE)


def test_its_own_table_waits_in_the_lobby(house: House) -> None:
    bot = house.bot(0, house.origin, "--open", "kokyu", "--tables", "1")
    try:
        assert bot.stdout
        link = bot.stdout.readline().split()[-1]
        # It sits there before it looks whether anybody has come.
        table = link.rsplit("/", 1)[-1]
        assert house.ask(f"/api/tables/{table}")["names"][0]["en"] == "BOT Kitsune"
        other = house.bot(1, link)
        assert "Bot accounts cannot join tables" in other.communicate(timeout=PATIENCE)[1]
        assert other.returncode == 1
    finally:
        bot.kill()
        bot.communicate()


def test_what_is_refused_is_said(house: House) -> None:
    house.tokens[0] = house.tokens[0][:-1]
    bot = house.bot(0, f"{house.origin}/t/none")
    said = bot.communicate(timeout=PATIENCE)[1]
    assert bot.returncode == 1
    assert said.startswith("bot.py: There is no bot account with this token"), said
    assert "Traceback" not in said
    bot = house.bot(1, f"{house.origin}/t/none")
    assert "There is no such table" in bot.communicate(timeout=PATIENCE)[1]
