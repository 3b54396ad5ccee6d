"""The laboratory on a Ray cluster.

>>> import zashiki.ray
>>> report = zashiki.ray.simulate(zashiki.Game("kokyu"), ["greedy", "random"], games=10)
>>> report["games"]
10

The functions return the same results as those of the same names in `zashiki`, independent of the
number of machines and workers and of their failures. They use the cluster that Ray is connected to
(`ray.init`, or the variable `RAY_ADDRESS`), or start one on this machine if there is none. All
machines must have the same version of `zashiki`.

Each task plays a few games of the study, by number, and returns their results; this process merges
them in order. If a worker is lost, another one repeats its task.

A function used as a bot is pickled and sent to the workers. It must not keep data between games,
because the assignment of games to processes is not deterministic.

It needs `pip install ray`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from ._optional import missing

try:
    import ray
except ModuleNotFoundError as error:
    raise missing(error, "ray") from error

from ._validate import refused
from ._zashiki import _Study

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._zashiki import Game, _Player

__all__ = ["WorkerLost", "balance", "ladder", "simulate", "train"]

# Target duration of a task in seconds: much longer than sending it, and short enough to repeat.
_SECONDS = 1.0
# Number of games of the first tasks, before durations are known.
_FIRST = 4
# Tasks in progress per processor, so that no processor idles while the first result is awaited.
_AHEAD = 4


class WorkerLost(RuntimeError):
    """Games could not be played because workers, machines or the whole cluster were lost.

    The message names the games and the remedy; the cause is Ray's own exception.
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
    """Simulate games between bots on the cluster, as `zashiki.simulate`.

    `batch`: the number of games per task; by default adapted so that a task takes about a second.
    `retries`: the number of repetitions of a task whose worker is lost.

    Raises the exceptions of `zashiki.simulate`, `TypeError` if a bot cannot be sent to workers, and
    `WorkerLost` if the repetitions are used up.
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
    """Rank bots by games between each pair of them on the cluster, as `zashiki.ladder`.

    A pair ends early once its test is decided, as in one process; later games of the pair that
    workers have already played are discarded.

    `batch`, `retries` and exceptions are those of `simulate`.
    """
    arguments = (game, _listed(bots), games, seed, steps, margin)
    report: dict[str, Any] = _run("ladder", arguments, batch, retries)
    return report


def balance(
    game: Game,
    population: str = "greedy",
    games: int = 400,
    sims: int = 50,
    seed: int = 1,
    lang: Literal["en", "ja"] = "en",
    denied: int = 6,
    *,
    batch: int | None = None,
    retries: int = 3,
) -> dict[str, Any]:
    """Measure the balance of a game on the cluster, as `zashiki.balance`.

    `batch`, `retries` and exceptions are those of `simulate`.
    """
    arguments = (game, population, games, sims, seed, lang, denied)
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
    """Train a value network that corrects the heuristic of a game, as `zashiki.train`.

    The cluster plays the games; this process then trains the network.

    `batch`, `retries` and exceptions are those of `simulate`.
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
    # Invalid arguments are passed on, so that they raise the same errors as in `zashiki`.
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
    """Play games of a study; returns their results and the duration in seconds."""
    study: _Study = getattr(_Study, kind)(*arguments)
    if study.mark != mark:
        raise RuntimeError(
            "a worker has another version of zashiki than the process that sends the task; install "
            "the same one on all machines"
        )
    begin = time.monotonic()
    lines = study.part(run, start, stop)
    return lines, time.monotonic() - begin


class _Hands:
    """Workers of a cluster, as the callback of a study."""

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
        # Tasks in progress: number of the first game, number after the last one, and Ray's handle.
        self._tasks: deque[tuple[int, int, Any]] = deque()

    def found(self, run: str, start: int, stop: int) -> list[str]:
        """Return results of some games of a run from `start` on; starts tasks for later games."""
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
            # The exception raised in the worker.
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
                "the connection to the Ray cluster ended during the games; connect again "
                "(`ray.init`) and repeat the call"
            )
        played = "games"
        if self._tasks:
            first, end, _ = self._tasks[0]
            played = f"games {first} to {end - 1}"
        return (
            f"{played} were not played: {self._retries + 1} workers were lost with them. Check "
            "that the cluster is up (`ray status`) and its machines have enough memory; then "
            "repeat the call, with more retries or a smaller batch if workers are often lost"
        )

    def _send(self, stop: int) -> None:
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        while self._next < stop and len(self._tasks) < _AHEAD * processors:
            size = self._size
            if not self._fixed:
                # The last games are spread over all processors.
                size = min(size, -(-(stop - self._next) // processors))
            start, self._next = self._next, min(self._next + size, stop)
            task = self._play.remote(
                self._kind, self._arguments, self._mark, self._run, start, self._next
            )
            self._tasks.append((start, self._next, task))

    def drop(self) -> None:
        """Cancel the tasks in progress."""
        while self._tasks:
            _, _, task = self._tasks.popleft()
            # If the cluster is gone, so is the task.
            if ray.is_initialized():
                ray.cancel(task)
