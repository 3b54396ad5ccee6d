"""Robustness against any caller: legality, the boundary to Rust, forks, threads and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import zashiki
from zashiki._validate import all_numbered
from zashiki._zashiki import _Study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Forks are for systems that have them.
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
# How long anything may take that would take for ever, in seconds.
PATIENCE = 60
# So soon Ctrl-C ends what it ends, in seconds.
SOON = 0.5


def batches(game: zashiki.Game) -> Iterator[zashiki.Batch]:
    for form in ("choices", "actions") if all_numbered(game) else ("choices",):
        yield zashiki.Batch(game, 8, form=form, seed=1, threads=1)


def arrays(batch: zashiki.Batch) -> list[np.ndarray]:
    more = [batch.factors, batch.choices]
    own = [batch.observations, batch.masks, batch.seats, batch.rewards, batch.dones]
    return [*own, *(array for array in more if array is not None)]


def test_legality_does_not_depend_on_what_is_written_to_arrays(game: zashiki.Game) -> None:
    for batch, twin in zip(batches(game), batches(game)):
        draw = np.random.default_rng(4)
        refused = 0
        for _ in range(40):
            masks = twin.masks.copy()
            for array in arrays(batch):
                array[...] = draw.integers(0, 2, array.shape) if array.dtype != bool else True
            numbers = draw.integers(0, masks.shape[1], len(batch))
            if masks[np.arange(len(batch)), numbers].all():
                batch.step(numbers)
                twin.step(numbers)
            else:
                with pytest.raises((zashiki.Illegal, zashiki.BadInput), match="play"):
                    batch.step(numbers)
                refused += 1
            # What is allowed is done all the same, though the masks forbid it.
            batch.masks[...] = False
            numbers = np.array([draw.choice(np.flatnonzero(mask)) for mask in twin.masks])
            batch.step(numbers)
            twin.step(numbers)
            # With each step the arrays say again what is the case.
            for name in ("masks", "dones", "rewards"):
                np.testing.assert_array_equal(getattr(batch, name), getattr(twin, name))
        assert refused > 20


def test_numbers_that_are_too_great_are_called_what_they_are() -> None:
    batch = zashiki.Batch(zashiki.Game("kokyu"), 2, threads=1)
    with pytest.raises(ValueError, match="9223372036854775808 is no action"):
        batch.step(np.array([0, 2**63], np.uint64))


def test_a_panic_is_an_exception_like_any_other(capfd: pytest.CaptureFixture[str]) -> None:
    class Hands:
        """Says of a game what no game comes to."""

        def found(self, _run: str, _start: int, _stop: int) -> list[str]:
            return [
                '{"first":0,"winners":[0],"reason":99,"scores":[0,0],"turns":1,"decisions":1,'
                '"log":null}'
            ]

    study = _Study.simulate(zashiki.Game("kokyu"), ["random"], 1, 1, False, False)
    with pytest.raises(RuntimeError, match="unreachable") as fault:
        study.run(None, Hands())
    assert type(fault.value) is zashiki.InternalError
    assert fault.value.__class__.__module__ == "zashiki"
    assert isinstance(fault.value, Exception)
    assert "panicked" in capfd.readouterr().err


def in_child(work: Callable[[], int]) -> int:
    """Do it in a forked process; what it says, a byte."""
    child = os.fork()
    if child == 0:
        said = 255
        try:
            said = work()
        finally:
            os._exit(said)
    alarm = threading.Timer(PATIENCE, os.kill, (child, signal.SIGKILL))
    alarm.start()
    said = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    alarm.cancel()
    assert said >= 0, "the child hangs"
    return said


def digest(batch: zashiki.Batch) -> int:
    return zlib.crc32(batch.observations.tobytes()) % 200


@forks
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("threads", [None, 1, 2])
def test_a_batch_goes_on_in_a_forked_process(threads: int | None) -> None:
    batch = zashiki.Batch(
        zashiki.Game("kokyu"), 40, bots=[None, "greedy:worlds=1"], seed=3, threads=threads
    )
    batch.step(batch.masks.argmax(axis=1))

    def step() -> int:
        for _ in range(3):
            batch.step(batch.masks.argmax(axis=1))
        return digest(batch)

    came = in_child(step)
    assert came == step()
    # A child of the parent that has gone on, and one that only drops it.
    assert in_child(step) == step()

    def deal() -> int:
        batch.reset()
        return digest(batch)

    assert in_child(deal) == deal()


@forks
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_bot_that_thinks_while_the_process_forks_says_so_in_the_child() -> None:
    game = zashiki.Game("kokyu")
    state = game.new_initial_state(1)
    bot = zashiki.Bot("ismcts:time=3s", game)

    def ask() -> int:
        try:
            reduced(bot)
        except RuntimeError as no:
            return 1 if "forked" in str(no) else 2
        return 3

    thread = threading.Thread(target=bot.choose, args=(state, state.current_players[0]))
    thread.start()
    # A child that is forked before the bot is at it has a whole one.
    said = 3
    while said == 3 and thread.is_alive():
        said = in_child(ask)
    assert said == 1
    thread.join()
    assert ask() == 3


def test_two_threads_on_one_batch_are_told_so() -> None:
    batch = zashiki.Batch(zashiki.Game("kokyu"), 200, bots=[None, "greedy:worlds=2"], threads=1)
    numbers = batch.masks.argmax(axis=1)
    going, said = threading.Event(), []

    def step() -> None:
        going.set()
        for _ in range(20):
            try:
                batch.step(batch.masks.argmax(axis=1))
            except (RuntimeError, zashiki.Illegal, ValueError) as no:
                said.append(no)

    threads = [threading.Thread(target=step) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said
    for no in said:
        assert isinstance(no, zashiki.Illegal) or "another thread steps this batch" in str(no), no
    # It is whole.
    batch.reset()
    np.testing.assert_array_equal(batch.masks.argmax(axis=1).shape, numbers.shape)


LONG: dict[str, str] = {
    "choose": 'zashiki.Bot("ismcts:sims=100000000", game).choose(state, seat)',
    "choose-trees": 'zashiki.Bot("ismcts:sims=100000000:trees=2", game).choose(state, seat)',
    "choose-time": 'zashiki.Bot("ismcts:time=1000s", game).choose(state, seat)',
    "advise": 'zashiki.Bot("ismcts:time=1000s", game).advise(state, seat)',
    "simulate-1": 'zashiki.simulate(game, ["ismcts:sims=100000000"], threads=1)',
    "simulate-2": 'zashiki.simulate(game, ["ismcts:sims=100000000"], threads=2)',
    "simulate-fast": 'zashiki.simulate(game, ["random"], games=2**40)',
    "function": 'zashiki.simulate(game, ["ismcts:sims=100000000", lambda s, t: s.actions(t)[0]])',
    "ladder": 'zashiki.ladder(game, ["ismcts:sims=100000000", "random"])',
    "balance": 'zashiki.balance(game, population="ismcts:sims=100000000")',
    "train": 'zashiki.train(game, bot="ismcts:sims=100000000")',
    "alphabeta": 'zashiki.simulate(zashiki.Game("shinra"), ["alphabeta:nodes=1000000000"])',
    "planner": 'zashiki.simulate(zashiki.Game("hostile"), ["planner:nodes=1000000000"])',
    "batch-1": "zashiki.Batch(game, 9, bots=[None, s], rotate=True, threads=1)",
    "batch-2": "zashiki.Batch(game, 9, bots=[None, s], rotate=True, threads=2)",
}

# Ctrl-C is pressed by the program itself, once it is at work for a while.
PROGRAM = """
import os, signal, sys, threading, time, zashiki
signal.signal(signal.SIGINT, signal.default_int_handler)
game = zashiki.Game("kokyu")
state = game.new_initial_state(1)
seat = state.current_players[0]
s = "ismcts:sims=100000000"
pressed = []
def press():
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
timer = threading.Timer(0.3, press)
timer.start()
try:
    {work}
except KeyboardInterrupt:
    print(time.monotonic() - pressed[0])
"""


@pytest.mark.skipif(os.name != "posix", reason="the program presses Ctrl-C by a signal")
@pytest.mark.parametrize("work", LONG)
def test_ctrl_c_ends_it_within_half_a_second(work: str) -> None:
    # The least of some: the machine may have other work.
    took = []
    for _ in range(3):
        program = PROGRAM.format(work=LONG[work])
        run = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        took.append(float(run.stdout))
        if min(took) < SOON:
            return
    pytest.fail(f"it took {took} seconds")


def reduced(thing: Any) -> Any:  # noqa: ANN401
    """What its pickle is made of."""
    return thing.__reduce__()


def raised_in(work: Callable[[], Any]) -> bool:
    """Return True if an early Ctrl-C ends the work."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        work()
    except KeyboardInterrupt:
        return True
    else:
        return False
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="the program presses Ctrl-C by a signal")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_that_is_interrupted_leaves_a_batch_that_says_so(threads: int) -> None:
    game = zashiki.Game("kokyu")
    batch = zashiki.Batch(game, 4, threads=threads)
    strong = zashiki.Batch(game, 4, bots=["ismcts:sims=1", None], threads=threads)
    resume, given = reduced(strong)
    parts = list(given)
    parts[1] = ["ismcts:sims=100000000", None]
    # The same plays with a bot that thinks for days.
    slow: zashiki.Batch = resume(*parts)

    def step() -> None:
        while True:
            slow.step(slow.masks.argmax(axis=1))

    assert raised_in(step)
    with pytest.raises(RuntimeError, match="interrupted"):
        slow.step(slow.masks.argmax(axis=1))
    with pytest.raises(RuntimeError, match="interrupted"):
        slow.__reduce__()
    # Others are not touched.
    batch.step(batch.masks.argmax(axis=1))


def test_a_bot_that_was_interrupted_can_be_asked_again() -> None:
    game = zashiki.Game("kokyu")
    state = game.new_initial_state(1)
    seat = state.current_players[0]
    bot = zashiki.Bot("ismcts:time=30s", game)
    if os.name == "posix":
        assert raised_in(lambda: bot.choose(state, seat))
    # Another thread gets no signals and thinks to the end.
    chosen: list[int] = []
    quick = zashiki.Bot("ismcts:time=300ms", game)
    thread = threading.Thread(target=lambda: chosen.append(quick.choose(state, seat)))
    thread.start()
    thread.join()
    assert chosen[0] in state.legal(seat)
