"""Ratings of policies by the protocol of the benchmark."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import pathlib
import types
from typing import Any

import numpy as np
import pytest
import zashiki
import zashiki.benchmark
from zashiki._zashiki import _components_digest, _rate

BASELINES = pathlib.Path(__file__).parents[1] / "baselines"

RELEASED = {"1": "2e4639e1b326bf33dd1e1cf462a8c7b861c46b58f6562b63ecee9fd8bd090cff"}
"""SHA-256 of the data of each protocol, as JSON without spaces."""


@pytest.fixture
def two_rungs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every setup has two cheap rungs, at 0 and 400."""
    found = zashiki.benchmark._protocol("1")
    rungs = [
        {"bot": bot, "rating": rating, "low": rating, "high": rating}
        for bot, rating in (("random", 0.0), ("greedy:worlds=1", 400.0))
    ]
    setups = [
        {"game": game.id, "seats": game.seats, "options": game.options, "rungs": rungs}
        | {"components": _components_digest(game), "rules_version": game.rules_version}
        for game in map(zashiki.Game, zashiki.games())
    ]
    hostile, teams = setups[zashiki.games().index("hostile")], zashiki.Game("hostile", seats=4)
    setups.append({**hostile, "seats": 4, "options": teams.options})
    cheap = {**found, "games": 4, "setups": setups}
    monkeypatch.setattr(zashiki.benchmark, "_protocol", lambda protocol: cheap)


def first(state: zashiki.State, seat: int) -> int:
    return int(state.legal(seat)[0])


def first_of_each(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
    assert observations.shape[0] == masks.shape[0] == seats.shape[0]
    numbers: np.ndarray = masks.argmax(axis=1)
    return numbers


@pytest.mark.usefixtures("two_rungs")
def test_all_forms_of_a_policy_play_the_same_games() -> None:
    found = zashiki.evaluate(first, "kokyu", seed=3)
    together = zashiki.evaluate(first_of_each, "kokyu", seed=3)
    assert found.policy == "first"
    assert together.policy == "first_of_each"
    assert found.against == together.against
    assert found.rating == together.rating
    # A bot gets the same seeds in both ways.
    game = zashiki.Game("kokyu")
    told = zashiki.evaluate("greedy:worlds=1", game, seed=3)
    again = zashiki.evaluate("greedy:worlds=1", game, seed=3, threads=2)
    assert told == again
    assert told != zashiki.evaluate("greedy:worlds=1", game, seed=4)


@pytest.mark.usefixtures("two_rungs")
def test_a_result_has_what_it_comes_from() -> None:
    found = zashiki.evaluate("random", "sengoku", games=5)
    # Whole deals, each from both seats.
    assert found.games == 6
    assert found.deviations == ("games",)
    assert not found.by_protocol
    weak, strong = found.against
    assert (weak.bot, weak.rating, weak.games) == ("random", 0.0, 6)
    assert strong.won == 0
    assert weak.low <= weak.share <= weak.high
    assert found.high is not None
    assert found.high < 400
    written = json.loads(found.to_json())
    assert written["against"][0]["won"] == weak.won
    assert written["rules_version"] == found.rules_version
    assert written["by_protocol"] is False
    assert "sengoku, 2 seats: random" in str(found)
    assert "not by the protocol: games" in str(found)
    assert zashiki.evaluate("random", "sengoku").by_protocol


@pytest.mark.usefixtures("two_rungs")
def test_every_game_has_batch_policies(smallest: zashiki.Game) -> None:
    def first_by_dicts(seen: dict[str, np.ndarray], masks: np.ndarray, _: object) -> np.ndarray:
        assert np.array_equal(seen["action_mask"], masks)
        assert set(seen) >= {"observation", "factor", "choices"}
        numbers: np.ndarray = masks.argmax(axis=1)
        return numbers

    found = zashiki.evaluate(first_by_dicts, smallest, games=1, form="choices", flat=False)
    assert [against.games for against in found.against] == [len(smallest.sides)] * 2


@pytest.mark.usefixtures("two_rungs")
def test_partners_play_together() -> None:
    game = zashiki.Game("hostile", seats=4)
    seen: list[np.ndarray] = []

    def watching(_: object, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        seen.append(seats)
        numbers: np.ndarray = masks.argmax(axis=1)
        return numbers

    found = zashiki.evaluate(watching, game, games=1)
    assert found.games == 2
    # Each deal is played once for each side, with all its seats.
    sides = [frozenset(side) for side in game.sides]
    assert set(np.concatenate(seen)) == sides[0] | sides[1]
    assert set(seen[0]) <= {0, 1, 2, 3}


@pytest.mark.usefixtures("two_rungs")
def test_what_differs_from_the_protocol_is_named() -> None:
    options = zashiki.Game("kokyu", options={"maxRounds": 2})
    assert zashiki.evaluate("random", options).deviations == ("options",)
    game, _ = zashiki.small.load("two_rounds")
    assert zashiki.evaluate("random", game).deviations == ("options", "components")


@pytest.mark.usefixtures("two_rungs")
def test_policies_that_cannot_be() -> None:
    with pytest.raises(TypeError, match="A policy is a bot"):
        zashiki.evaluate(5, "kokyu")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="neither of these: wrap it"):
        zashiki.evaluate(lambda: 0, "kokyu")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="both of these: wrap it"):
        zashiki.evaluate(lambda *all: 0, "kokyu")
    with pytest.raises(zashiki.BadInput, match="nonsense"):
        zashiki.evaluate("nonsense", "kokyu")

    def wrong(answer: object) -> Any:  # noqa: ANN401
        return lambda observations, masks, seats: answer

    for answer, words in (
        (np.zeros(1, int), "must return an array of shape"),
        (np.full(4, 54), "cannot choose 54"),
        (np.full(4, -1), "cannot choose -1"),
        (np.full(4, 99), "cannot choose 99"),
    ):
        with pytest.raises(zashiki.BadInput, match=words) as no:
            zashiki.evaluate(wrong(answer), "kokyu")
        assert "方策" in no.value.ja
    with pytest.raises(TypeError, match="must return integers"):
        zashiki.evaluate(wrong(np.zeros(4)), "kokyu")
    with pytest.raises(zashiki.BadInput, match="at least 1, not 0"):
        zashiki.evaluate("random", "kokyu", games=0)
    with pytest.raises(zashiki.BadInput, match="does not cover sengoku with 3 seats"):
        zashiki.evaluate("random", "sengoku", 3)


def test_a_rung_far_above_a_policy_is_its_last(monkeypatch: pytest.MonkeyPatch) -> None:
    found = zashiki.benchmark._protocol("1")
    (setup,) = (each for each in found["setups"] if each["game"] == "kokyu")
    bots = [("random", 0.0), ("greedy:worlds=1", 1000.0), ("greedy", 1100.0)]
    rungs = [{"bot": bot, "rating": rating, "low": rating, "high": rating} for bot, rating in bots]
    cheap = {**found, "games": 60, "setups": [{**setup, "rungs": rungs}]}
    monkeypatch.setattr(zashiki.benchmark, "_protocol", lambda protocol: cheap)
    weak = zashiki.evaluate("random", "kokyu")
    assert weak.by_protocol
    assert [against.bot for against in weak.against] == ["random", "greedy:worlds=1"]
    assert weak.against[1].high < 0.1 < weak.against[0].high
    assert weak.rating is not None
    assert abs(weak.rating) < 150
    # So few games do not show that a policy is that weak.
    few = zashiki.evaluate("random", "kokyu", games=6)
    assert len(few.against) == 3
    strong = zashiki.evaluate("greedy:worlds=1:noise=50", "kokyu")
    assert len(strong.against) == 3


@pytest.mark.parametrize("protocol", zashiki.benchmark.PROTOCOLS)
def test_a_released_protocol_never_changes(protocol: str) -> None:
    data = json.dumps(zashiki.benchmark._protocol(protocol), separators=(",", ":"))
    assert hashlib.sha256(data.encode()).hexdigest() == RELEASED[protocol]


def test_there_is_no_other_protocol() -> None:
    with pytest.raises(zashiki.BadInput, match="There is no protocol '0'") as no:
        zashiki.benchmark.rungs("kokyu", protocol="0")
    assert "ありません" in no.value.ja


def test_the_protocol_is_of_these_rules_and_components() -> None:
    # A game with other rules needs a new protocol.
    for protocol in zashiki.benchmark.PROTOCOLS:
        setups = zashiki.benchmark._protocol(protocol)["setups"]
        assert setups
        for setup in setups:
            game = zashiki.Game(setup["game"], seats=setup["seats"])
            assert setup["options"] == game.options
            assert setup["components"] == _components_digest(game)
            assert setup["rules_version"] == game.rules_version
            rungs = zashiki.benchmark.rungs(game, protocol=protocol)
            assert (rungs[0].bot, rungs[0].rating) == ("random", 0.0)
            ratings = [rung.rating for rung in rungs]
            assert ratings == sorted(set(ratings))
            for rung in rungs:
                assert rung.low <= rung.rating <= rung.high
                assert zashiki.Bot(rung.bot, game).spec == rung.bot


def test_components_have_digests() -> None:
    game = zashiki.Game("kokyu")
    assert len(_components_digest(game)) == 8
    other, _ = zashiki.small.load("two_rounds")
    assert _components_digest(other) != _components_digest(game)


def test_a_rating_is_between_those_of_its_equals() -> None:
    # As often as it loses against the stronger it wins against the weaker.
    rating = _rate([0.0, 400.0], [[1.0, 1.0, 1.0, 0.0] * 10, [0.0, 0.0, 0.0, 1.0] * 10], 2)
    assert rating["elo"] == 200.0
    assert rating["low"] < 200 < rating["high"]
    assert _rate([0.0], [[0.0] * 9], 2)["elo"] is None


def baseline() -> types.ModuleType:
    """The module of the baselines' network."""
    spec = importlib.util.spec_from_file_location("network", BASELINES / "network.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.usefixtures("two_rungs")
def test_weights_can_be_loaded_and_rated() -> None:
    network = baseline()
    files = sorted((BASELINES / "weights").glob("*.npz"))
    assert files
    for file in files:
        assert file.stat().st_size < 300_000
        policy = network.load(file)
        about = network.about(file)
        assert file.name == f"{about['game']}-{about['seats']}.npz"
        assert about["rules_version"] == policy.game.rules_version
        found = zashiki.evaluate(policy, policy.game, games=1, form=policy.form)
        assert found.policy == "masked PPO"
        assert found.against[0].games == len(policy.game.sides)


def test_the_published_results_are_of_these_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    network = baseline()
    document = (pathlib.Path(__file__).parents[3] / "docs/reference/benchmark.md").read_text(
        "utf-8"
    )
    weights = sorted(path.stem for path in (BASELINES / "weights").glob("*.npz"))
    assert sorted(path.stem for path in (BASELINES / "results").glob("*.json")) == weights
    protocol = zashiki.benchmark._protocol
    for name in weights:
        result = json.loads((BASELINES / "results" / f"{name}.json").read_text("utf-8"))
        policy = network.load(BASELINES / "weights" / f"{name}.npz")
        assert result["by_protocol"]
        assert result["seed"] == protocol(result["protocol"])["seed"]
        assert (result["game"], result["seats"]) == (policy.game.id, policy.game.seats)
        assert result["rules_version"] == policy.game.rules_version
        rungs = zashiki.benchmark.rungs(policy.game, protocol=result["protocol"])
        assert [(against["bot"], against["rating"]) for against in result["against"]] == [
            (rung.bot, rung.rating) for rung in rungs[: len(result["against"])]
        ]
        rating, low, high = (round(result[key]) for key in ("rating", "low", "high"))
        row = f"| {rating} ({low} to {high}) |".replace("-", "\N{MINUS SIGN}")
        assert row in document

        def weakest(version: str) -> dict[str, Any]:
            setups = [{**each, "rungs": each["rungs"][:1]} for each in protocol(version)["setups"]]
            return {**protocol(version), "setups": setups}

        # The games against the weakest rung again. Another processor may round differently.
        with monkeypatch.context() as only:
            only.setattr(zashiki.benchmark, "_protocol", weakest)
            (again,) = zashiki.evaluate(policy, policy.game, form=policy.form).against
        stored = result["against"][0]
        assert again.games == stored["games"]
        assert stored["low"] <= again.share <= stored["high"]


def test_weights_survive_their_file(tmp_path: pathlib.Path) -> None:
    network = baseline()
    game, draw = zashiki.Game("kokyu"), np.random.default_rng(1)
    sizes = {"first": (653, 8), "second": (8, 8), "policy": (8, 55)}
    weights = {name: draw.normal(size=size) for name, size in sizes.items()}
    weights |= {f"{name}_bias": draw.normal(size=size[1]) for name, size in sizes.items()}
    policy = network.Policy(game, "actions", weights)
    network.save(tmp_path / "some.npz", policy, seed=5)
    read = network.load(tmp_path / "some.npz")
    assert read.game == game
    assert network.about(tmp_path / "some.npz")["seed"] == 5
    for name in sizes:
        # Eight bits per weight.
        error = np.abs(read.weights[name] - weights[name]).max(axis=0)
        assert (error <= np.abs(weights[name]).max(axis=0) / 253).all()
    seen, masks = draw.random((200, 653)), draw.random((200, 55)) < 0.5
    masks[:, 0] = True
    same = read(seen, masks, None) == policy(seen, masks, None)
    assert masks[np.arange(200), read(seen, masks, None)].all()
    assert same.mean() > 0.9
