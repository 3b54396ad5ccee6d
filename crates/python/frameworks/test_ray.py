"""Studies on a Ray cluster of two workers on this machine."""

from __future__ import annotations

import doctest
import os
import pathlib
import re
import signal
import threading
from typing import TYPE_CHECKING, Any

import pytest
import ray
import zashiki
import zashiki.ray
from ray.cluster_utils import Cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = pathlib.Path(__file__).parents[3]
TIMES = ("seconds", "games_per_s", "decisions_per_s")


@pytest.fixture(scope="module", autouse=True)
def _cluster() -> Iterator[None]:
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is not of the study."""
    report = {name: value for name, value in report.items() if name not in TIMES}
    if "rows" in report:
        report["rows"] = {name: list(column) for name, column in report["rows"].items()}
    return report


@pytest.mark.parametrize("name", zashiki.games())
def test_a_simulation_is_the_same(name: str) -> None:
    game = zashiki.Game(name)
    bots = ["greedy:worlds=1", *["random"] * (game.seats - 1)]
    here = zashiki.simulate(game, bots, games=5, seed=3, rotate=True, rows=True)
    there = zashiki.ray.simulate(game, bots, games=5, seed=3, rotate=True, rows=True, batch=2)
    assert timeless(there) == timeless(here)


def test_a_ladder_is_the_same_and_ends_as_early() -> None:
    game = zashiki.Game("sengoku", seats=3)
    bots = ["random", "greedy:worlds=1", "random"]
    here = zashiki.ladder(game, bots, games=60, seed=3)
    assert here["pairs"][0]["games"] < 60
    for batch in (None, 1, 7):
        assert zashiki.ray.ladder(game, bots, games=60, seed=3, batch=batch) == here


def test_a_balance_is_the_same() -> None:
    game = zashiki.Game("kokyu")
    here = zashiki.balance(game, population="random", games=32, sims=2, lang="ja")
    assert zashiki.ray.balance(game, population="random", games=32, sims=2, lang="ja") == here


def test_a_network_is_the_same() -> None:
    game = zashiki.Game("kokyu")
    here = zashiki.train(game, bot="greedy:worlds=1", games=30, seed=5)
    assert zashiki.ray.train(game, bot="greedy:worlds=1", games=30, seed=5) == here


def test_its_document_and_its_example_run(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs/guides/ray.md").read_text("utf-8")
    # Ray is connected already.
    names: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S):
        exec(re.sub(r"^ray\.init.*$", "", block, flags=re.M), names)
        assert capsys.readouterr().out
    assert doctest.testmod(zashiki.ray) == (0, 3)


def killer(folder: pathlib.Path, often: int) -> Any:  # noqa: ANN401
    """Make a bot that kills its worker once for each file it finds."""
    for number in range(often):
        (folder / str(number)).touch()

    def last(state: zashiki.State, seat: int) -> str:
        for file in folder.iterdir():
            try:
                file.unlink()
            except FileNotFoundError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
        return state.actions(seat)[-1]

    return last


def test_a_worker_that_is_killed_changes_nothing(tmp_path: pathlib.Path) -> None:
    game = zashiki.Game("kokyu")

    def last(state: zashiki.State, seat: int) -> str:
        return state.actions(seat)[-1]

    here = zashiki.simulate(game, [last, "random"], games=12, rows=True)
    kills = killer(tmp_path, 1)
    there = zashiki.ray.simulate(game, [kills, "random"], games=12, rows=True, batch=2)
    assert not list(tmp_path.iterdir())
    assert timeless(there) == timeless(here)


def test_workers_that_are_lost_too_often(tmp_path: pathlib.Path) -> None:
    game = zashiki.Game("kokyu")
    kills = killer(tmp_path, 20)
    with pytest.raises(zashiki.ray.WorkerLost, match="games 0 to 1 were not played") as lost:
        zashiki.ray.simulate(game, [kills, "random"], games=2, batch=2, retries=1)
    assert "2 workers were lost" in str(lost.value)
    assert isinstance(lost.value.__cause__, ray.exceptions.RayError)
    # The cluster is as it was.
    assert zashiki.ray.simulate(game, ["random"], games=2)["games"] == 2


def test_bots_that_cannot_be_sent() -> None:
    game = zashiki.Game("kokyu")
    lock = threading.Lock()

    def locked(state: zashiki.State, seat: int) -> int:
        with lock:
            return int(state.legal(seat)[0])

    with pytest.raises(TypeError, match="the bot locked cannot be sent"):
        zashiki.ray.simulate(game, [locked, "random"])
    with pytest.raises(TypeError, match="the bot locked cannot be sent"):
        zashiki.ray.ladder(game, ["random", locked])


def test_what_goes_wrong_in_a_worker_comes_out() -> None:
    game = zashiki.Game("kokyu")

    def fails(_state: zashiki.State, _seat: int) -> int:
        raise KeyError("mine")

    def cheats(_state: zashiki.State, _seat: int) -> str:
        return "nonsense"

    with pytest.raises(KeyError, match="mine"):
        zashiki.ray.simulate(game, [fails, "random"], games=4)
    with pytest.raises(zashiki.Illegal) as refused:
        zashiki.ray.ladder(game, ["random", cheats], games=4)
    assert refused.value.rule.startswith("T-")
    assert refused.value.ja


def test_a_worker_of_another_version_is_found_out() -> None:
    asked = (zashiki.Game("kokyu"), ["random"], 4, 1, False, False)
    hands = zashiki.ray._Hands("simulate", asked, "another mark", 2, 0)
    with pytest.raises(RuntimeError, match="another version of zashiki"):
        hands.found("games", 0, 4)
    hands.drop()


def test_what_cannot_be_is_refused_before_anything_is_sent() -> None:
    game = zashiki.Game("kokyu")
    with pytest.raises(zashiki.BadInput):
        zashiki.ray.simulate(game, ["stockfish"])
    with pytest.raises(zashiki.BadInput):
        zashiki.ray.ladder(game, ["random"])
    none: list[Any] = ["greedy", None]
    for bots in none:
        with pytest.raises(TypeError, match="bots are a list"):
            zashiki.ray.simulate(game, bots)
    with pytest.raises(zashiki.BadInput):
        zashiki.ray.train(zashiki.Game("sengoku"))
    with pytest.raises(zashiki.BadInput, match="batch cannot be 0; it takes 1 or more") as bad:
        zashiki.ray.balance(game, batch=0)
    assert "1以上" in bad.value.ja
    with pytest.raises(zashiki.BadInput, match="retries cannot be -1; it takes 0 or more"):
        zashiki.ray.simulate(game, ["random"], retries=-1)


def test_a_cluster_that_goes_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the cluster of the other tests is gone."""
    get = ray.get

    # Leaves the cluster when the first results are there.
    def leave(task: Any) -> Any:  # noqa: ANN401
        found = get(task)
        ray.shutdown()
        return found

    monkeypatch.setattr(ray, "get", leave)
    with pytest.raises(zashiki.ray.WorkerLost, match="the connection to the Ray cluster"):
        zashiki.ray.simulate(zashiki.Game("kokyu"), ["random"], games=40, batch=1)


def test_a_machine_that_is_lost_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = zashiki.Game("sengoku", seats=3)
    bots = ["random", "greedy:worlds=1"]
    here = zashiki.ladder(game, bots, games=30, seed=5)
    ray.shutdown()
    machines = Cluster()
    get, asked = ray.get, 0

    # The second machine goes when the third results are awaited.
    def lose(task: Any) -> Any:  # noqa: ANN401
        nonlocal asked
        asked += 1
        if asked == 3:
            machines.remove_node(lost, allow_graceful=False)
        return get(task)

    monkeypatch.setattr(ray, "get", lose)
    try:
        machines.add_node(num_cpus=1)
        lost = machines.add_node(num_cpus=1)
        ray.init(machines.address, log_to_driver=False)
        assert zashiki.ray.ladder(game, bots, games=30, seed=5, batch=2) == here
        assert asked > 3
        assert lost not in machines.worker_nodes
    finally:
        ray.shutdown()
        machines.shutdown()
