"""Equilibria of small games."""

from __future__ import annotations

import pathlib
import random
import re

import pytest
import zashiki


def two_rounds() -> zashiki.Game:
    """A game that is small enough."""
    return zashiki.small.load("two_rounds").game


@pytest.mark.parametrize("name", ["two_rounds", "last_tiles"])
def test_published_values_are_found(name: str) -> None:
    small, published = zashiki.small.load(name), zashiki.small.SMALL[name]
    solution = zashiki.solve(small.game, iterations=100, position=small.position)
    assert solution["information_sets"] == published.information_sets
    assert solution["nodes"] == published.nodes
    assert solution["values"][0] == pytest.approx(published.value, abs=0.001)
    assert solution["values"][1] == -solution["values"][0]
    assert solution["exploitability"] < 0.001
    assert [each["iterations"] for each in solution["progress"]] == [0, 1, 2, 5, 10, 20, 50, 100]
    lost = [each["exploitability"] for each in solution["progress"]]
    assert lost[-1] == solution["exploitability"]
    # The first iteration changes nothing of the average.
    assert all(before > after for before, after in zip(lost[1:], lost[2:]))


def test_a_solution_is_a_bot() -> None:
    game = two_rounds()
    solution = zashiki.solve(game, iterations=200)
    strategy, draw = solution["strategy"], random.Random(1)
    assert len(strategy) == solution["information_sets"]

    def solved(state: zashiki.State, seat: int) -> str:
        chances = strategy[state.information_key(seat)]
        assert sorted(chances) == sorted(state.actions(seat))
        return str(draw.choices(list(chances), list(chances.values()))[0])

    report = zashiki.simulate(game, [solved, "random"], games=400, rotate=True, threads=1)
    shares = [bot["portion"]["share"] for bot in report["by_bot"]]
    assert shares[0] > 0.6


def test_the_whole_tree_has_the_keys_of_states() -> None:
    strategy = zashiki.solve(two_rounds(), iterations=1)["strategy"]
    for seed in range(30):
        draw, state = random.Random(seed), two_rounds().new_initial_state(seed)
        while not state.is_over:
            seat = state.current_players[0]
            actions = strategy[state.information_key(seat)]
            assert list(actions) == state.actions(seat)
            assert sum(actions.values()) == pytest.approx(1)
            state.step(seat, draw.choice(list(actions)))


def test_other_algorithms_solve_it_too() -> None:
    game = two_rounds()
    plain = zashiki.solve(game, iterations=100, algorithm="cfr")
    sampled = zashiki.solve(game, iterations=1000, algorithm="mccfr", seed=2)
    again = zashiki.solve(game, iterations=1000, algorithm="mccfr", seed=2)
    assert plain["exploitability"] < 0.03
    assert sampled["exploitability"] < 0.25
    assert sampled == again


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(zashiki.BadInput, match="more than 1000 nodes") as refused:
        zashiki.solve(zashiki.Game("kokyu"), max_nodes=1000)
    assert "1000個" in refused.value.ja
    with pytest.raises(zashiki.BadInput, match="more answers than can be listed"):
        zashiki.solve(zashiki.Game("shinra"), max_nodes=1000)
    with pytest.raises(zashiki.BadInput, match="use cfr, cfr\\+ or mccfr"):
        zashiki.solve(two_rounds(), algorithm="minimax")  # type: ignore[arg-type]
    with pytest.raises(zashiki.BadInput, match="position"):
        zashiki.solve(two_rounds(), position="{")


def test_unknown_variants_are_refused() -> None:
    with pytest.raises(zashiki.BadInput, match="no small variant 'four_rounds'"):
        zashiki.small.load("four_rounds")


def test_the_table_of_the_document_is_that_of_the_package() -> None:
    path = pathlib.Path(__file__).parents[3] / "docs/guides/exact-solutions.md"
    rows = re.findall(
        r"^\| `(\w+)` \| \S+ \| ([\d,]+) \| ([\d,]+) \| (\S+) \|", path.read_text("utf-8"), re.M
    )
    table = {
        name: (int(nodes.replace(",", "")), int(sets.replace(",", "")), float(value))
        for name, nodes, sets, value in rows
    }
    assert table == {
        name: (small.nodes, small.information_sets, small.value)
        for name, small in zashiki.small.SMALL.items()
    }
    assert len({small.game for small in zashiki.small.SMALL.values()}) > 3
