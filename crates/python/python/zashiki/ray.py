"""Studies on many machines: the laboratory on a cluster of Ray.

>>> import zashiki.ray
>>> report = zashiki.ray.simulate(zashiki.Game("kokyu"), ["greedy", "random"], games=10)
>>> report["games"]
10

The functions answer as those of the same names in `zashiki` do, with the very same numbers,
however many machines and workers there are and whichever of them are lost meanwhile. They use the
cluster that Ray is connected to (`ray.init`, or the variable `RAY_ADDRESS`); where it is connected
to none, it starts one on this machine. All machines must have the same version of `zashiki`.

Each task plays a few games of the study, by their numbers, and gives what they came to; this
process puts that together in its order. A task whose worker is lost is played again elsewhere.

A function that sits as a bot is sent to the workers by pickling. It must not remember anything from
one game to the next: which games are played in one process is not foreseeable.

It needs `pip install zashiki[ray]`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

try:
    import ray
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is missing: pip install zashiki[ray]", name=missing.name
    ) from missing

from ._validate import refused
from ._zashiki import _Study

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._zashiki import Game, _Player

__all__ = ["WorkerLost", "balance", "ladder", "simulate", "train"]

# A task is to take about so many seconds: much longer than to send it, and not long to repeat.
_SECONDS = 1.0
# The first tasks, whose time is not known yet, have so many games.
_FIRST = 4
# So many tasks are under way for each processor, so that none waits while the first is awaited.
_AHEAD = 4


class WorkerLost(RuntimeError):
    """Games could not be played because workers, machines or the whole cluster were lost.

    The message says which games and what to do; the cause is Ray's own exception.
    """


def simulate(
    game: Game,
    bots: Sequence[_Player],
    games: int = 100,
    seed: int = 1,
    rotate: bool = False,
    rows: bool = False,
    *,
    batch: int | None = None,
    retries: int = 3,
) -> dict[str, Any]:
    """Play many games between bots on the cluster, and count: `zashiki.simulate`.

    `batch`: how many games a task plays; as many as take about a second, if left out. `retries`:
    how often a task is played again whose worker is lost.

    Raises as `zashiki.simulate` does, `TypeError` where a bot cannot be sent to workers, and
    `WorkerLost` where workers are lost more often than that.
    """
    arguments = (game, _listed(bots), games, seed, rotate, rows)
    report: dict[str, Any] = _run("simulate", arguments, batch, retries)
    return report


def ladder(
    game: Game,
    bots: Sequence[_Player],
    games: int = 1000,
    seed: int = 1,
    steps: bool = False,
    margin: float = 50.0,
    *,
    batch: int | None = None,
    retries: int = 3,
) -> dict[str, Any]:
    """Rank bots by games between each two of them on the cluster: `zashiki.ladder`.

    A pair whose test is sure before its games are spent ends there, as in one process; what was
    played beyond that meanwhile is thrown away.

    `batch`, `retries`, and what is raised: as of `simulate`.
    """
    arguments = (game, _listed(bots), games, seed, steps, margin)
    report: dict[str, Any] = _run("ladder", arguments, batch, retries)
    return report


def balance(
    game: Game,
    bot: str = "greedy",
    games: int = 400,
    sims: int = 50,
    seed: int = 1,
    lang: Literal["en", "ja"] = "en",
    denied: int = 6,
    *,
    batch: int | None = None,
    retries: int = 3,
) -> dict[str, Any]:
    """Look into what the rules and components of a game do: `zashiki.balance`.

    `batch`, `retries`, and what is raised: as of `simulate`.
    """
    arguments = (game, bot, games, sims, seed, lang, denied)
    report: dict[str, Any] = _run("balance", arguments, batch, retries)
    return report


def train(
    game: Game,
    bot: str = "greedy",
    games: int = 1000,
    seed: int = 1,
    *,
    batch: int | None = None,
    retries: int = 3,
) -> str:
    """Train a network that corrects a game's rule of thumb: `zashiki.train`.

    The games are played on the cluster; the network then learns from them in this process.

    `batch`, `retries`, and what is raised: as of `simulate`.
    """
    network: str = _run("train", (game, bot, games, seed), batch, retries)
    return network


def _run(kind: str, arguments: tuple[Any, ...], batch: int | None, retries: int) -> Any:  # noqa: ANN401
    for name, number, least in (("batch", batch, 1), ("retries", retries, 0)):
        if number is not None and number < least:
            raise refused(
                f"{name} cannot be {number}; it takes {least} or more.",
                f"{name} に {number} は指定できません。{least}以上にしてください。",
            )
    study: _Study = getattr(_Study, kind)(*arguments)
    if kind in ("simulate", "ladder"):
        _check_sent(arguments[1])
    if not ray.is_initialized():
        ray.init()
    hands = _Hands(kind, arguments, study.mark, batch, retries)
    try:
        return study.run(None, hands)
    finally:
        hands.drop()


def _listed(bots: Sequence[_Player]) -> Sequence[_Player]:
    # What is no list of bots is refused as everywhere, and not sent letter by letter.
    return bots if isinstance(bots, str) or not isinstance(bots, Iterable) else list(bots)


def _check_sent(bots: Sequence[_Player]) -> None:
    for bot in bots:
        try:
            ray.cloudpickle.dumps(bot)
        except Exception as error:
            name = getattr(bot, "__name__", repr(bot))
            raise TypeError(
                f"the bot {name} cannot be sent to workers: {error}. Have the function make what "
                "it needs itself (a zashiki.Bot, a file, a lock), or pass a bot as text"
            ) from error


def _play(
    kind: str, arguments: tuple[Any, ...], mark: str, run: str, start: int, stop: int
) -> tuple[list[str], float]:
    """Play games of a study; what they came to, and how many seconds it took."""
    study: _Study = getattr(_Study, kind)(*arguments)
    if study.mark != mark:
        raise RuntimeError(
            "a worker has another version of zashiki than the process that asks it; install the "
            "same one on all machines"
        )
    begin = time.monotonic()
    lines = study.part(run, start, stop)
    return lines, time.monotonic() - begin


class _Hands:
    """The workers of a cluster, as a study asks them."""

    def __init__(
        self,
        kind: str,
        arguments: tuple[Any, ...],
        mark: str,
        batch: int | None,
        retries: int,
    ) -> None:
        self._kind = kind
        self._mark = mark
        self._retries = retries
        self._size = batch or _FIRST
        self._fixed = batch is not None
        self._play = ray.remote(_play).options(num_cpus=1, max_retries=retries)
        self._arguments = ray.put(arguments)
        self._run = ""
        self._next = 0
        # Of each task under way its first game, the one after its last, and what Ray knows it by.
        self._tasks: deque[tuple[int, int, Any]] = deque()

    def found(self, run: str, start: int, stop: int) -> list[str]:
        """Say what some games of a run came to, from `start` on, and have others played ahead."""
        try:
            if run != self._run:
                self.drop()
                self._run, self._next = run, start
            self._send(stop)
            first, end, task = self._tasks[0]
            lines: list[str]
            lines, seconds = ray.get(task)
            self._tasks.popleft()
        except ray.exceptions.RayTaskError as error:
            # What was raised where the games were played.
            raise (error.cause or error) from None
        except ray.exceptions.RayError as error:
            raise WorkerLost(self._loss()) from error
        if not self._fixed:
            fitting = int(_SECONDS * (end - first) / max(seconds, 1e-9))
            self._size = max(1, min(fitting, 2 * self._size))
        return lines

    def _loss(self) -> str:
        if not ray.is_initialized():
            return (
                "the connection to the cluster of Ray ended while games were played; connect again "
                "(`ray.init`) and ask again"
            )
        played = "games"
        if self._tasks:
            first, end, _ = self._tasks[0]
            played = f"games {first} to {end - 1}"
        return (
            f"{played} were not played: {self._retries + 1} workers were lost with them. See that "
            "the cluster is up (`ray status`) and its machines have enough memory; then ask again, "
            "with more retries or a smaller batch where workers are lost often"
        )

    def _send(self, stop: int) -> None:
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        while self._next < stop and len(self._tasks) < _AHEAD * processors:
            size = self._size
            if not self._fixed:
                # Towards the end all have something to do.
                size = min(size, -(-(stop - self._next) // processors))
            start, self._next = self._next, min(self._next + size, stop)
            task = self._play.remote(
                self._kind, self._arguments, self._mark, self._run, start, self._next
            )
            self._tasks.append((start, self._next, task))

    def drop(self) -> None:
        """Have nothing more played of what is under way."""
        while self._tasks:
            _, _, task = self._tasks.popleft()
            # Where the cluster is gone, so is the task.
            if ray.is_initialized():
                ray.cancel(task)
