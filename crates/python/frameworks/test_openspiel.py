"""The games in OpenSpiel: its own tests, its algorithms, and exact values of small variants."""

from __future__ import annotations

import bisect
import copy
import json
import pathlib
import pickle
import random
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
import zashiki
import zashiki.openspiel as zo
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    tabular_qlearner,
)
from open_spiel.python.observation import make_observation

if TYPE_CHECKING:
    from collections.abc import Callable

Untyped = Any

ROOT = pathlib.Path(__file__).parents[3]


def _all(chances: tuple[str, ...] = ("seed", "draws")) -> list[str]:
    found = []
    for name in zashiki.games():
        for players in range(1, 9):
            try:
                game = zashiki.Game(name, seats=players)
            except zashiki.BadInput:
                continue
            for chance in chances if game.chance else ("seed",):
                found.append(f"zashiki_{name}(players={players},chance={chance})")
    return found


def at_a_decision(game: Untyped, steps: int, seed: int) -> Untyped:
    """Play at random for at least this number of steps, up to a player's decision."""
    draw, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        state.apply_action(draw.choice(state.legal_actions()))
        steps -= 1
    return state


@pytest.mark.parametrize(
    "name",
    [
        *_all(),
        *(
            f"{form}(form=choices)"
            for form in ("zashiki_kokyu", "zashiki_sengoku", "zashiki_hostile")
        ),
    ],
)
def test_openspiels_own_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", list(zo.SMALL))
def test_openspiels_own_simulations_pass_on_small_variants(name: str) -> None:
    game = zo.load_small(name)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()


@pytest.mark.parametrize("name", _all(("seed",)))
def test_players_observe_what_seats_do(name: str) -> None:
    state = at_a_decision(pyspiel.load_game(name), 30, seed=1)
    own = state.zashiki
    for seat in range(state.num_players()):
        size = own.game.observation_size
        assert state.observation_tensor(seat)[:size] == own.observation(seat).tolist()
    shapes = [factor["shape"] for factor in own.game.features]
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 0)
    assert [list(observer.dict[each["name"]].shape) for each in own.game.features] == shapes
    public = state.get_game().make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.tensor is None
    assert json.loads(public.string_from(state, 0)) == own.view()


def joined(own: Any, public: Any) -> Any:  # noqa: ANN401
    """Put what is public and what is not together again."""
    if isinstance(public, list) and isinstance(own, dict):
        return [
            joined(own[str(at)], each) if str(at) in own else each for at, each in enumerate(public)
        ]
    if isinstance(public, dict) and isinstance(own, dict):
        if "instead" in own:
            return own["instead"]
        both = {key: joined(own[key], each) if key in own else each for key, each in public.items()}
        return {**both, **{key: each for key, each in own.items() if key not in public}}
    return own


@pytest.mark.parametrize("name", _all(("seed",)))
def test_what_is_private_is_what_the_public_does_not_see(name: str) -> None:
    state = at_a_decision(pyspiel.load_game(name), 30, seed=1)
    game, own = state.get_game(), state.zashiki
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER

    def observer(public: bool, private: Untyped, recall: bool = False) -> Untyped:
        kind = pyspiel.IIGObservationType(
            public_info=public, private_info=private, perfect_recall=recall
        )
        return make_observation(game, kind)

    private = observer(False, single)
    assert private.tensor is None
    for seat in range(state.num_players()):
        text = private.string_from(state, seat)
        # The sub-actions chosen so far come first.
        alone = json.loads(text[text.index("{") :])
        whole = joined(alone, own.view())
        assert whole == own.view(seat)
        if game.get_type().information != pyspiel.GameType.Information.PERFECT_INFORMATION:
            assert alone != own.view(seat)
    # What there is no observer of is None, as OpenSpiel promises.
    assert observer(False, single, recall=True) is None
    assert observer(False, none) is None


@pytest.mark.parametrize("name", _all(("seed",)))
def test_the_tensor_of_an_information_state_has_the_latest_decisions(name: str) -> None:
    game = pyspiel.load_game(name.replace(")", ",memory=3)"))
    state = at_a_decision(game, 60, seed=1)
    recalls = pyspiel.IIGObservationType(perfect_recall=True)
    observation = make_observation(game, recalls)
    chosen = sum(factor["size"] for factor in state.zashiki.game.factors)
    assert game.get_type().provides_information_state_tensor
    for seat in range(game.num_players()):
        tensor = state.information_state_tensor(seat)
        observed = state.observation_tensor(seat)
        past = state.zashiki.recollection(seat, 3)
        assert past[0].any() == bool(state.zashiki.history(seat))
        assert tensor == [*observed, *past.ravel().tolist()]
        assert game.information_state_tensor_shape() == [len(tensor)]
        observation.set_from(state, seat)
        assert observation.tensor.tolist() == tensor
        row = state.zashiki.game.observation_size + chosen
        assert observation.dict["past"].shape == (3, row)
        assert observation.string_from(state, seat) == state.information_state_string(seat)
        world = state.resample_from_infostate(seat, lambda: 0.5)
        assert world.information_state_tensor(seat) == tensor
    none = pyspiel.load_game(name.replace(")", ",memory=0)"))
    assert none.information_state_tensor_shape() == none.observation_tensor_shape()


def test_a_memory_has_a_limit() -> None:
    for memory in (-1, 65):
        with pytest.raises(zashiki.BadInput, match="from 0 to 64"):
            zo.ZashikiKokyu({"memory": memory})  # type: ignore[attr-defined]


def test_learners_get_information_states() -> None:
    env = rl_environment.Environment("zashiki_kokyu", chance_event_sampler=None)
    step = env.reset()
    size = pyspiel.load_game("zashiki_kokyu").information_state_tensor_size()
    assert env.observation_spec()["info_state"] == (size,)
    assert [len(each) for each in step.observations["info_state"]] == [size, size]


@pytest.mark.parametrize("name", _all(("seed",)))
def test_methods_in_python_agree_with_those_in_cpp(name: str) -> None:
    state, draw = pyspiel.load_game(name).new_initial_state(), random.Random(2)
    for _ in range(40):
        if state.is_terminal():
            break
        plain = pyspiel.State
        assert state.is_chance_node() == plain.is_chance_node(state)
        assert state.legal_actions() == plain.legal_actions(state)
        assert state.legal_actions_mask() == plain.legal_actions_mask(state)
        for seat in range(state.num_players()):
            assert state.legal_actions(seat) == plain.legal_actions(state, seat)
            if state.is_chance_node():
                assert not any(state.legal_actions_mask(seat))
            else:
                assert state.legal_actions_mask(seat) == plain.legal_actions_mask(state, seat)
        # The list is the caller's own.
        legal = state.legal_actions()
        state.legal_actions().clear()
        assert state.legal_actions() == legal
        state.apply_action(draw.choice(legal))


@pytest.mark.parametrize(
    "name", [*_all(), *(f"zashiki_{s.game}(small={n})" for n, s in zo.SMALL.items())]
)
def test_playthroughs_can_be_written(name: str) -> None:
    # OpenSpiel writes every number of every tensor, which takes long.
    name = name.replace(")", ",memory=0)")
    actions = at_a_decision(pyspiel.load_game(name), 6, seed=2).history()
    text = generate_playthrough.playthrough(name, actions, seed=3)
    assert "provides_information_state_tensor = True" in text
    hidden = "IMPERFECT_INFORMATION" in text
    assert f"provides_factored_observation_string = {hidden}" in text
    assert ("PublicObservationString()" in text) == hidden
    assert ("PrivateObservationString(0)" in text) == hidden
    assert text == generate_playthrough.playthrough(name, actions, seed=3)


@pytest.mark.parametrize("name", _all())
def test_games_and_states_are_copied_and_pickled(name: str) -> None:
    game = pyspiel.load_game(name)
    for copied in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert (type(copied), str(copied)) == (type(game), str(game))
        assert copied.new_initial_state().history() == []
    for steps in (0, 9):
        state = at_a_decision(game, steps, seed=4)
        for copied in (
            pickle.loads(pickle.dumps(state)),
            copy.copy(state),
            copy.deepcopy(state),
            state.clone(),
        ):
            before = (str(state), state.history())
            assert (str(copied), copied.history()) == before
            action = copied.legal_actions()[-1]
            copied.apply_action(action)
            assert (str(state), state.history()) == before
            other = state.child(action)
            assert (str(other), other.history()) == (str(copied), copied.history())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_sees_what_is_chosen_at_the_same_time(players: int) -> None:
    game = pyspiel.load_game(f"zashiki_honnoji(players={players},placing=together)")
    state = at_a_decision(game, 0, seed=2)
    first = state.current_player()
    assert state.zashiki.current_players == list(range(players)), "all decide at the same time"
    others = range(1, players)

    def seen(state: Untyped) -> list[tuple[object, ...]]:
        return [
            (
                state.information_state_string(seat),
                state.observation_string(seat),
                tuple(state.observation_tensor(seat)) if state.current_player() != seat else (),
            )
            for seat in others
        ]

    before, after, actions = seen(state), set(), set()
    for seed in range(20):
        draw, at = random.Random(seed), state.clone()
        while at.current_player() == first:
            at.apply_action(draw.choice(at.legal_actions()))
            if at.current_player() == first:
                # A layout grows by sub-actions that no other seat observes.
                assert seen(at) == before
        actions.add(at.history_str())
        after.add(tuple(seen(at)))
        assert at.current_player() == 1
    assert len(actions) > 10
    assert len(after) == 1, "no choice can be told from another"


@pytest.mark.parametrize("name", _all())
def test_a_resampled_state_cannot_be_told_from_the_true_one(name: str) -> None:
    state = at_a_decision(pyspiel.load_game(name), 25, seed=3)
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.25)
    assert other.current_player() == player
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.legal_actions() == state.legal_actions()
    again = state.resample_from_infostate(player, lambda: 0.25)
    assert str(again) == str(other), "it follows from what the sampler gives"
    copied = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(other.get_game(), other)
    )[1]
    assert copied.information_state_string(player) == state.information_state_string(player)
    draw = random.Random(1)
    while not other.is_terminal():
        other.apply_action(draw.choice(other.legal_actions()))
    assert other.player_return(player) in (-1, 0, 1)


def test_what_is_hidden_is_resampled() -> None:
    state = at_a_decision(pyspiel.load_game("zashiki_sengoku"), 20, seed=3)
    player = state.current_player()
    worlds = {str(state.resample_from_infostate(player, lambda at=at: at / 10)) for at in range(10)}
    assert len(worlds) == 10


def test_a_player_remembers_what_it_did_and_saw() -> None:
    # The same two placings in another order lead to the same view, and not to the same memory.
    game = pyspiel.load_game("zashiki_kokyu(firstSeat=seat0)")
    begin = at_a_decision(game, 0, seed=1)
    one, other = begin.clone(), begin.clone()
    for action in ("place 4", "place 9", "place 5"):
        one.apply_action(one.string_to_action(action))
    for action in ("place 5", "place 9", "place 4"):
        other.apply_action(other.string_to_action(action))
    for player in (0, 1):
        assert one.observation_string(player) == other.observation_string(player)
        assert one.information_state_string(player) != other.information_state_string(player)
    assert one.information_state_string(0).startswith("place 4; place 5; ")
    assert one.information_state_string(1).startswith("place 9; ")


def test_all_chance_of_a_small_variant_adds_up() -> None:
    for name in [name for name, small in zo.SMALL.items() if small.game in ("kokyu", "sengoku")]:
        game, weight, leaves = zo.load_small(name), 0.0, 0
        stack = [(game.new_initial_state(), 1.0)]
        while stack:
            state, chance = stack.pop()
            if not state.is_chance_node():
                weight, leaves = weight + chance, leaves + 1
                continue
            stack += [(state.child(each), chance * part) for each, part in state.chance_outcomes()]
        assert weight == pytest.approx(1)
        assert leaves > 1


@pytest.mark.parametrize("name", [name for name in _all(("seed",)) if "shinra" not in name])
def test_is_mcts_runs(name: str) -> None:
    game = pyspiel.load_game(name)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        1.4,
        3,
        random_state=np.random.RandomState(1),
    )
    state = at_a_decision(game, 10, seed=1)
    assert bot.step(state) in state.legal_actions()


def test_mcts_runs_where_nothing_is_hidden() -> None:
    game = pyspiel.load_game("zashiki_shinra")
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    draw = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, draw), random_state=draw)
    state = at_a_decision(game, 10, seed=1)
    assert bot.step(state) in state.legal_actions()


def test_is_mcts_beats_random_play() -> None:
    game, won = zo.load_small("two_rounds"), 0.0
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        1.4,
        60,
        random_state=np.random.RandomState(1),
    )
    draw = random.Random(1)
    for play in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            mine = state.current_player() == play % 2
            state.apply_action(bot.step(state) if mine else draw.choice(state.legal_actions()))
        won += state.player_return(play % 2)
    assert won > 5


def test_counterfactual_regret_finds_the_equilibrium() -> None:
    game = zo.load_small("two_rounds")
    uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    left = exploitability.exploitability(game, found)
    # Two independent implementations agree.
    assert pyspiel.exploitability(game, dict(found.to_dict())) == pytest.approx(left)
    assert uniform == pytest.approx(0.66731, abs=1e-5)
    assert 0 <= left < 0.05


def test_outcome_sampling_learns() -> None:
    game = zo.load_small("two_rounds")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3000):
        solver.iteration()
    left = exploitability.exploitability(game, solver.average_policy())
    assert left < 0.6, "less than that of uniform play"


def test_q_learning_runs_in_openspiels_environment() -> None:
    env = rl_environment.Environment(zo.load_small("two_rounds"), chance_event_sampler=None)
    env.seed(1)
    agents = [tabular_qlearner.QLearner(seat, env.action_spec()["num_actions"]) for seat in (0, 1)]
    for _ in range(20):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
    assert sum(map(abs, step.rewards)) in (0, 2)
    assert all(agent._q_values for agent in agents)


def test_bots_are_measured() -> None:
    game = zo.load_small("two_rounds")
    bot = zo.BotPolicy(game, "greedy", asked=4)
    state = at_a_decision(game, 0, seed=1)
    chances = bot.action_probabilities(state)
    assert sorted(chances) == state.legal_actions()
    assert sum(chances.values()) == pytest.approx(1)
    assert all((4 * chance).is_integer() for chance in chances.values())
    # It does not matter what it was asked before.
    other = zo.BotPolicy(game, "greedy", asked=4)
    for action in state.legal_actions():
        other.action_probabilities(state.child(action))
    assert other.action_probabilities(state) == chances
    # A bot that takes any action alike takes all of them.
    alike = zo.BotPolicy(game, "random", asked=100).action_probabilities(state)
    assert all(0.1 < chance < 0.5 for chance in alike.values())
    assert len(alike) == 4
    with pytest.raises(zashiki.BadInput, match="nobody"):
        zo.BotPolicy(game, "nobody")


def step_by_choices(state: Untyped, player: int, action: int) -> list[int]:
    """Return the OpenSpiel actions of the sub-actions of an action."""
    numbers: list[int] = []
    firsts = state._moment.tree.first_numbers
    for number in state.zashiki.choices(player, action):
        factor = bisect.bisect(firsts, state.legal_actions()[0]) - 1
        numbers.append(firsts[factor] + number)
        state = state.child(numbers[-1])
    return numbers


@pytest.mark.parametrize("name", ["two_rounds", "last_tiles"])
def test_a_bot_plays_by_small_choices_as_by_actions(name: str) -> None:
    games = [zo.load_small(name, form=form) for form in ("actions", "choices")]
    by_actions, by_choices = (zo.BotPolicy(game, "ismcts:sims=5", asked=20) for game in games)
    whole, small = (game.new_initial_state() for game in games)
    draw, branches = random.Random(1), 0
    while not whole.is_terminal():
        if whole.is_chance_node():
            outcome = draw.choice(whole.legal_actions())
            whole.apply_action(outcome)
            small.apply_action(outcome)
            continue
        player = whole.current_player()
        expected = by_actions.action_probabilities(whole)
        for action, chance in expected.items():
            product, at = 1.0, small.clone()
            for number in step_by_choices(small, player, action):
                chances = by_choices.action_probabilities(at)
                assert sorted(chances) == at.legal_actions()
                assert sum(chances.values()) == pytest.approx(1)
                branches += len(chances) > 1
                product *= chances[number]
                at.apply_action(number)
            assert product == pytest.approx(chance)
        action = draw.choice(whole.legal_actions())
        for number in step_by_choices(small, player, action):
            small.apply_action(number)
        whole.apply_action(action)
    assert branches > 10
    assert small.is_terminal()
    assert small.returns() == whole.returns()


def test_a_bot_plays_games_that_know_small_choices_alone() -> None:
    game = pyspiel.load_game("zashiki_shinra")
    bot = zo.BotPolicy(game, "greedy")
    state, draw = game.new_initial_state(), random.Random(1)
    alike = 0
    for _ in range(40):
        chances = bot.action_probabilities(state)
        assert sorted(chances) == state.legal_actions()
        likely = max(chances.values())
        # It always does the same, but where it would never have come to.
        assert likely in (1, pytest.approx(1 / len(chances)))
        alike += likely < 1
        state.apply_action(draw.choice(list(chances)))
    assert alike > 0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 7}, "7"),
        ({"form": "words"}, "form cannot be 'words'"),
        ({"chance": "none"}, "chance cannot be 'none'"),
        ({"small": "tiny"}, "no small variant 'tiny'"),
        ({"small": "last_tiles"}, "last_tiles is a small variant of sengoku"),
        ({"components": "/nowhere.toml"}, "/nowhere.toml cannot be read"),
        ({"position": "/nowhere.json"}, "/nowhere.json cannot be read"),
        ({"maxRounds": 0}, "maxRounds"),
    ],
)
def test_what_cannot_be_played_is_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(zashiki.BadInput, match=re.escape(message)) as refused:
        pyspiel.load_game("zashiki_kokyu", parameters)
    assert not refused.value.ja.isascii()


def test_forms_and_observers_that_are_not_there_are_refused() -> None:
    with pytest.raises(zashiki.BadInput, match="choices"):
        pyspiel.load_game("zashiki_honnoji(form=actions)")
    game = pyspiel.load_game("zashiki_kokyu")
    calls: list[tuple[str, Callable[[], object]]] = [
        ("no parameters", lambda: game.make_py_observer(None, {"colour": 1})),
        (
            "a chance node",
            lambda: game.new_initial_state().resample_from_infostate(0, lambda: 0.5),
        ),
        ("no small variant", lambda: zo.load_small("nothing")),
        ("`asked` cannot be 0", lambda: zo.BotPolicy(game, "greedy", asked=0)),
    ]
    for message, call in calls:
        with pytest.raises(zashiki.BadInput, match=message) as refused:
            call()
        assert not refused.value.ja.isascii()


def test_the_document_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs/guides/openspiel.md").read_text("utf-8")
    names: dict[str, object] = {}
    examples = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert examples
    for example in examples:
        exec(compile(example, "openspiel.md", "exec"), names)
        assert capsys.readouterr().out
