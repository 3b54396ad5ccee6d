"""Many games, and what they say."""

from __future__ import annotations

import importlib
import signal
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import zashiki
from zashiki._zashiki import _Study

if TYPE_CHECKING:
    from collections.abc import Callable


def test_the_report_and_its_rows_agree() -> None:
    game = zashiki.Game("sengoku", seats=3)
    report = zashiki.simulate(game, ["greedy", "random", "random"], games=10, seed=5, rows=True)
    assert (report["games"], report["seats"], report["seed"]) == (10, 3, "5")
    rows = report["rows"]
    assert list(rows["number"]) == list(range(10))
    assert rows["seed"].dtype == np.uint64
    # Every column is flat and as long as the others: tables are made of them as they are.
    assert {np.shape(column) for column in rows.values()} == {(10,)}
    assert [rows[f"won_{seat}"].sum() for seat in range(3)] == report["wins"]
    assert rows["won_0"].dtype == np.bool_
    best = max(rows[f"score_{seat}"][0] for seat in range(3))
    assert all(rows[f"score_{seat}"][0] == best for seat in range(3) if rows[f"won_{seat}"][0])
    assert rows["decisions"].sum() == report["decisions"]
    assert sorted(set(rows["reason"])) == sorted(
        reason for reason, count in report["end_reasons"].items() if count
    )
    assert all(0 <= first < 3 for first in rows["first"])
    # A row's seed deals its game.
    state = game.new_initial_state(int(rows["seed"][0]))
    assert state.current_players[0] == rows["first"][0]


def test_threads_do_not_change_what_is_found() -> None:
    game = zashiki.Game("kokyu")
    reports = []
    for threads in (1, 3):
        report = zashiki.simulate(
            game, ["greedy", "random"], games=7, seed=1, threads=threads, rotate=True
        )
        assert "rows" not in report
        assert report["games"] == 8
        for time in ("seconds", "games_per_s", "decisions_per_s"):
            del report[time]
        reports.append(report)
    assert reports[0] == reports[1]
    assert len(reports[0]["by_bot"]) == 2


def test_a_simulation_that_cannot_be() -> None:
    game = zashiki.Game("kokyu")
    for bots, games in (
        (["stockfish"], 1),
        (["random,random"], 1),
        ([], 1),
        (["random"] * 3, 1),
        (["random"], 0),
    ):
        with pytest.raises(zashiki.BadInput):
            zashiki.simulate(game, bots, games=games)


def test_a_function_sits_as_a_bot(game: zashiki.Game) -> None:
    seen: list[int] = []

    def first(state: zashiki.State, seat: int) -> int:
        assert seat in state.current_players
        seen.append(seat)
        return int(state.legal(seat)[0])

    def last(state: zashiki.State, seat: int) -> str:
        return state.actions(seat)[-1]

    players: list[str | Callable[[zashiki.State, int], int | str]]
    players = [first, last, *["random"] * (game.seats - 2)]
    report = zashiki.simulate(game, players, games=2, seed=3)
    assert report["bots"] == ["first", "last", *["random"] * (game.seats - 2)]
    assert set(seen) == {0}
    again = zashiki.simulate(game, players, games=2, seed=3, threads=5)
    assert (again["wins"], again["length"]) == (report["wins"], report["length"])


def test_a_function_that_plays_like_a_bot_is_counted_like_it() -> None:
    game = zashiki.Game("kokyu")
    by_function = zashiki.simulate(game, [zashiki.Bot("novice", game).choose, "random"], games=3)
    assert by_function["bots"] == ["choose", "random"]
    assert sum(by_function["wins"]) + by_function["draws"] == 3


def test_a_function_does_not_see_the_truth() -> None:
    game = zashiki.Game("honnoji")
    worlds: set[str] = set()

    def look(state: zashiki.State, seat: int) -> int:
        worlds.add(state.position())
        return int(state.legal(seat)[0])

    # The deal of game 0, at its first decision.
    zashiki.simulate(game, [look], games=1, seed=8)
    row = zashiki.simulate(game, ["random"], games=1, seed=8, rows=True)["rows"]
    assert game.new_initial_state(int(row["seed"][0])).position() not in worlds


def test_what_a_function_raises_comes_out() -> None:
    game = zashiki.Game("kokyu")

    def fails(_state: zashiki.State, _seat: int) -> int:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        zashiki.simulate(game, [fails], games=50)
    with pytest.raises(zashiki.Illegal) as refused:
        zashiki.simulate(game, [lambda _state, _seat: "nonsense", "random"], games=5)
    assert refused.value.rule.startswith("T-")
    with pytest.raises(TypeError, match="not NoneType"):
        zashiki.simulate(game, [lambda _state, _seat: None, "random"])  # type: ignore[list-item,return-value]
    with pytest.raises(KeyError, match="mine"):
        zashiki.ladder(game, ["random", fails], games=4)
    with pytest.raises(TypeError, match="not 3"):
        zashiki.simulate(game, [3])  # type: ignore[list-item]
    none: list[Any] = ["greedy", None, 3]
    for bots in none:
        with pytest.raises(TypeError, match="such as"):
            zashiki.simulate(game, bots)
        with pytest.raises(TypeError, match="such as"):
            zashiki.ladder(game, bots)


def test_a_signal_ends_long_work() -> None:
    def ring(_signal: int, _frame: object) -> None:
        raise TimeoutError

    def play() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        zashiki.simulate(zashiki.Game("kokyu"), ["random"], games=10**9)

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(TimeoutError):
            play()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_ladder_ranks_bots_and_functions() -> None:
    game = zashiki.Game("kokyu")

    def first(state: zashiki.State, seat: int) -> int:
        return int(state.legal(seat)[0])

    ladder = zashiki.ladder(game, [first, "random", "greedy:worlds=1"], games=40, seed=3)
    assert [(pair["bot"], pair["against"]) for pair in ladder["pairs"]] == [
        ("random", "first"),
        ("greedy:worlds=1", "first"),
        ("greedy:worlds=1", "random"),
    ]
    assert ladder["ranks"][0]["bot"] == "greedy:worlds=1"
    steps = zashiki.ladder(game, ["random", "greedy:worlds=1"], games=10, steps=True, threads=1)
    assert steps == zashiki.ladder(game, ["random", "greedy:worlds=1"], games=10, threads=2)


def test_a_ladder_that_cannot_be() -> None:
    game = zashiki.Game("kokyu")
    for bots, margin in ((["random"], 50.0), (["random", "x"], 50.0), (["random"] * 2, 0.0)):
        with pytest.raises(zashiki.BadInput):
            zashiki.ladder(game, bots, margin=margin)
    for margin in (float("nan"), float("inf")):
        with pytest.raises(zashiki.BadInput, match="must be 1 to 1000"):
            zashiki.ladder(game, ["random", "greedy"], margin=margin)


def test_a_balance_has_a_page_in_both_languages_and_its_numbers() -> None:
    game = zashiki.Game("kokyu")
    reports = [
        zashiki.balance(game, population="random", games=8, sims=1, lang=lang)
        for lang in ("en", "ja")
    ]
    pages = [report.pop("page") for report in reports]
    for page in pages:
        assert page.startswith("<!DOCTYPE html>")
    assert pages[0] != pages[1]
    assert reports[0] == reports[1]
    report = reports[0]
    assert (report["game"], report["games"], report["population"]) == ("kokyu", 8, ["random"])
    assert {len(report[of]) for of in ("decisions", "turns", "margins")} == {8}
    assert sum(report["end_reasons"].values()) == 8
    measures = {measure["name"]: measure for measure in report["measures"]}
    assert measures["DurationMoves"]["value"] == sum(report["decisions"]) / 8
    advantage = report["by_order"][0]["portion"]
    assert measures["AdvantageP1"]["value"] == advantage["share"]
    # The page says the same in its own words.
    assert f"{100 * advantage['share']:.1f} %" in pages[0]
    denied = [kind["kind"] for kind in report["kinds"] if kind["denied"]]
    assert sum(" " in kind for kind in denied) == 6
    more = zashiki.balance(game, population="random", games=8, sims=1, denied=100)
    assert sum(1 for kind in more["kinds"] if kind["denied"]) > len(denied)
    for bot, games in (("stockfish", 8), ("random", 7)):
        with pytest.raises(zashiki.BadInput):
            zashiki.balance(game, population=bot, games=games)


def test_a_network_is_trained() -> None:
    game = zashiki.Game("kokyu")
    network = zashiki.train(game, bot="random", games=20, seed=3, threads=1)
    assert "zashiki lab train kokyu --seats 2 --bot random --games 20 --seed 3" in network
    assert network == zashiki.train(game, bot="random", games=20, seed=3, threads=2)
    for other, bot, games in (
        (game, "random", 19),
        (game, "stockfish", 20),
        (zashiki.Game("kokyu", options={"kohiGoal": 2}), "random", 20),
    ):
        with pytest.raises(zashiki.BadInput):
            zashiki.train(other, bot=bot, games=games)


def test_a_study_in_parts_comes_to_the_same() -> None:
    game = zashiki.Game("kokyu")

    def first(state: zashiki.State, seat: int) -> int:
        return int(state.legal(seat)[0])

    def study() -> _Study:
        return _Study.ladder(game, [first, "random", "greedy:worlds=1"], 20, 3, False, 100.0)

    runs = set()

    class Hands:
        """Plays three games at a time, in a study of its own."""

        def found(self, run: str, start: int, stop: int) -> list[str]:
            runs.add(run)
            other = study()
            assert other.mark == study().mark
            return other.part(run, start, min(start + 3, stop))

    whole = study().run()
    assert study().run(None, Hands()) == whole
    assert len(runs) == 3
    with pytest.raises(zashiki.BadInput, match="no games 0 to 3"):
        study().part("9 against 0", 0, 3)
    assert _Study.ladder(game, [first, "random"], 20, 4, False, 100.0).mark != study().mark


def test_hands_that_fail_end_the_study() -> None:
    study = _Study.simulate(zashiki.Game("kokyu"), ["random"], 10, 1, False, True)

    class Hands:
        def __init__(self, found: list[str] | Exception) -> None:
            self._found = found

        def found(self, _run: str, _start: int, _stop: int) -> list[str]:
            if isinstance(self._found, Exception):
                raise self._found
            return self._found

    with pytest.raises(KeyError, match="mine"):
        study.run(None, Hands(KeyError("mine")))
    for nonsense in ([], ["nonsense"], ["{}"]):
        with pytest.raises(RuntimeError, match="same zashiki"):
            study.run(None, Hands(nonsense))


@pytest.mark.parametrize(("name", "needs"), [("ray", "ray"), ("arrow", "pyarrow")])
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, name: str, needs: str) -> None:
    # As where it is not installed.
    monkeypatch.setitem(sys.modules, needs, None)
    monkeypatch.delitem(sys.modules, f"zashiki.{name}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=rf"zashiki\.{name} needs: pip install {needs}$"):
        importlib.import_module(f"zashiki.{name}")
