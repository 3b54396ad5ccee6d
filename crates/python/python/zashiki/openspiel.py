"""OpenSpiel games.

>>> import pyspiel
>>> import zashiki.openspiel
>>> game = pyspiel.load_game("zashiki_sengoku(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 617)

Importing the module registers `zashiki_kokyu`, `zashiki_sengoku` and so on. Every game has the
parameters

- `players`, the number of players, and the game's own options by name;
- `form`: `actions`, or `choices` for sub-actions, each of which is an OpenSpiel action; by default
  actions if all of them have a number;
- `chance`: `seed`, with four chance nodes of 256 outcomes that choose one of 2**32 seeds before the
  first decision and thereby all later chance, or `draws`, with a chance node for each draw of a
  card when it is drawn;
- `components` and `position`, paths of files, for other components and a start position, whose
  hidden information is sampled again;
- `small`, the name of a small variant (`SMALL`) for exact solutions: its options, components and
  position replace those given;
- `memory`: the number of a player's earlier decisions in its information-state tensor;
- `remember`: true to keep each visited state, for algorithms that traverse a small game repeatedly.

Seats that decide simultaneously move one after another. No seat observes the choice of another
before the rules reveal it.

It needs `pip install open_spiel`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from ._optional import missing

try:
    import pyspiel
    from open_spiel.python.policy import Policy
except ModuleNotFoundError as error:
    raise missing(error, "openspiel") from error

from ._tree import COMMON, GameTree, Moment
from ._validate import refused
from ._zashiki import BadInput, Bot, Game, State, games
from .small import SMALL, Small, variant

__all__ = [
    "SMALL",
    "BotPolicy",
    "Small",
    "ZashikiGame",
    "ZashikiObserver",
    "ZashikiState",
    "load_small",
]

Untyped = Any
"""Objects of `pyspiel`, which has no type annotations."""


def load_small(name: str, **parameters: str | float) -> Untyped:
    """Load a small variant by name.

    :raises BadInput: if the name is unknown.
    """
    return pyspiel.load_game(
        f"zashiki_{variant(name).game}", {"small": name, "remember": True, **parameters}
    )


class ZashikiGame(pyspiel.Game):
    """An OpenSpiel game, created by `pyspiel.load_game`."""

    name: str
    """Id of the game in `zashiki`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Configure the game.

        :raises BadInput: if a parameter is invalid.
        """
        given = {**_parameters(self.name), **(params or {})}
        tree = GameTree(self.name, given)
        self._tree = tree
        seats, game = tree.game.seats, tree.game
        two = seats == 2
        info = pyspiel.GameInfo(
            num_distinct_actions=tree.actions,
            max_chance_outcomes=tree.most_outcomes(),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if two else None,
            max_game_length=game.max_decisions * max(1, tree.longest),
        )
        super().__init__(_type(self.name, two), info, params or {})

    def __reduce__(self) -> tuple[Any, tuple[str, dict[str, Any]]]:
        """Copy and pickle by parameters; OpenSpiel's own method omits Python attributes."""
        return pyspiel.load_game, (f"zashiki_{self.name}", self.get_parameters())

    def new_initial_state(self) -> ZashikiState:
        """Start a match."""
        return ZashikiState(self, self._tree.first)

    def make_py_observer(
        self,
        iig_obs_type: Untyped = None,
        params: dict[str, Any] | None = None,
    ) -> ZashikiObserver | None:
        """Create an observer; None if this type of observation is not supported.

        With perfect recall the string is that of the information state, and the tensor also has
        the player's latest decisions. Without private information there is only the string of a
        spectator, and without public information only the string of what the player observes
        beyond a spectator. Perfect recall without public information is not supported, nor is an
        observation without any information.

        :raises BadInput: if there are parameters.
        """
        if isinstance(iig_obs_type, dict):  # OpenSpiel omits a missing type.
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise refused(
                f"Observers have no parameters; omit {params}.",
                f"オブザーバーにパラメーターはありません。{params} を書かないでください。",
            )
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = kind.private_info != pyspiel.PrivateInfoType.NONE
        if kind.public_info or (private and not kind.perfect_recall):
            return ZashikiObserver(self._tree, kind)
        return None


class ZashikiState(pyspiel.State):
    """An OpenSpiel state. Copies share their node of the game tree."""

    def __init__(self, game: ZashikiGame, moment: Moment) -> None:
        """Create a state; use `ZashikiGame.new_initial_state`."""
        super().__init__(game)
        self._moment = moment

    @property
    def zashiki(self) -> State | None:
        """The state of `zashiki`, for reading only; None at a chance node."""
        return self._moment.state

    @property
    def choices(self) -> list[int]:
        """Sub-actions chosen so far for the current action."""
        return list(self._moment.choices)

    def current_player(self) -> int:
        """Player to decide, or OpenSpiel's id of chance or of the end."""
        player = self._moment.actor
        if player is not None:
            return player
        chance = self._moment.state is None
        return int(pyspiel.PlayerId.CHANCE if chance else pyspiel.PlayerId.TERMINAL)

    # OpenSpiel's own methods are in C++ and call Python several times. Python programs get these.

    def is_chance_node(self) -> bool:
        """Return True if chance decides."""
        return self._moment.state is None

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Legal actions in ascending order, of the player to decide by default."""
        moment = self._moment
        if moment.actor is not None and (player is None or player == moment.actor):
            return moment.numbers(moment.actor)
        return list(super().legal_actions() if player is None else super().legal_actions(player))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, 0 for the others, of the player to decide by default."""
        moment = self._moment
        if moment.actor is None and (player is None or player < 0):
            return list(super().legal_actions_mask())
        mask = [0] * moment.tree.actions
        # At a chance node, OpenSpiel would write the outcomes beyond the end of a player's mask.
        if moment.actor is not None and player in (None, moment.actor):
            for number in moment.numbers(moment.actor):
                mask[number] = 1
        return mask

    def _legal_actions(self, player: int) -> list[int]:
        return self._moment.numbers(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Equally likely outcomes of this chance node, with their probabilities."""
        count = self._moment.outcomes()
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        self._moment = self._moment.next(action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment, tree = self._moment, self._moment.tree
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        if tree.by_choices:
            of = int(np.searchsorted(tree.first_numbers, action, "right")) - 1
            return f"{tree.game.factors[of]['name']} {action - tree.first_numbers[of]}"
        if moment.state is None or action not in moment.numbers(player):
            return f"action {action}"
        return moment.state.notation(player, action)

    def is_terminal(self) -> bool:
        """Return True if the match is over."""
        return self._moment.actor is None and self._moment.state is not None

    def returns(self) -> list[float]:
        """Payoff of each player: 1 won, -1 others won, 0 nobody won.

        If both of two players win, the payoff of each is 0, so that two-player games are zero-sum.
        """
        state = self._moment.state
        if state is None:
            return [0.0] * self._moment.tree.game.seats
        worth = state.returns()
        if len(worth) == 2:
            half = (worth[0] - worth[1]) / 2
            return [half, -half]
        return worth

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> ZashikiState:
        """Sample a state consistent with the information state of the player.

        It has no history. `probability_sampler` returns a number from 0 to 1, used as the seed.

        :raises BadInput: at a chance node.
        """
        seed = int(probability_sampler() * 2**53)
        return ZashikiState(self.get_game(), self._moment.determinize(player_id, seed))

    def __str__(self) -> str:
        """Complete state as text."""
        moment = self._moment
        if moment.state is None:
            drawn = moment.seed if moment.chance is None else moment.chance.drawn
            return f"drawn: {list(drawn or ())}"
        choices = f"{list(moment.choices)} " if moment.choices else ""
        return choices + moment.state.position()


class ZashikiObserver:
    """An OpenSpiel observer."""

    def __init__(self, tree: GameTree, kind: Untyped) -> None:
        """Create an observer; use `ZashikiGame.make_py_observer`."""
        self._tree = tree
        self._recalls = bool(kind.perfect_recall)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = bool(kind.public_info)
        self.tensor: np.ndarray | None = None
        """`State.observation`; with sub-actions, also the one-hot kind of the next sub-action and
        the numbers chosen so far, each plus 1; with perfect recall, also `State.recollection`."""
        self.dict: dict[str, np.ndarray] = {}
        """The parts of `tensor` by name."""
        if not (self._private and self._public):
            return
        pieces = [(each["name"], tuple(each["shape"])) for each in tree.game.features]
        if tree.by_choices:
            pieces += [("factor", (len(tree.game.factors),)), ("choices", (tree.longest,))]
        if self._recalls and tree.memory:
            pieces.append(
                ("past", (tree.memory, tree.game.observation_size + tree.first_numbers[-1]))
            )
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        for (name, shape), part in zip(pieces, np.split(self.tensor, np.cumsum(sizes)[:-1])):
            self.dict[name] = part.reshape(shape)

    def set_from(self, state: ZashikiState, player: int) -> None:
        """Fill `tensor` with what the player observes and, with perfect recall, remembers."""
        if self.tensor is None:
            return
        if self._tree.by_choices or state._moment.state is None:
            self.tensor.fill(0)
        moment = state._moment
        seen = moment.seen()
        if seen is None:
            return
        self.tensor[: self._tree.game.observation_size] = seen.observation(player)
        if "past" in self.dict:
            self.dict["past"][:] = seen.recollection(player, self._tree.memory)
        if self._tree.by_choices and moment.actor == player:
            assert moment.state is not None, "a player decides"
            walk = moment.walk_on(moment.state, player)
            assert walk.factor is not None, "a player decides"
            self.dict["factor"][walk.factor] = 1
            made = moment.choices
            self.dict["choices"][: len(made)] = np.array(made) + 1

    def string_from(self, state: ZashikiState, player: int) -> str:
        """Return the observation or the information state of the player as text."""
        if not self._private:
            return state._moment.observation(None)
        if not self._public:
            return state._moment.secrets(player)
        if self._recalls:
            return state._moment.information(player)
        return state._moment.observation(player)


class BotPolicy(Policy):
    """Action probabilities of a bot of `zashiki`, estimated with several seeds.

    The bot decides once per information state and seed. With sub-actions, it chooses whole actions:
    the probability of a sub-action is estimated from the chosen actions that start with the
    sub-actions so far. If no chosen action starts with them, all sub-actions are equally likely.
    """

    def __init__(self, game: ZashikiGame, spec: str, asked: int = 1) -> None:
        """Create a policy for all players.

        `spec`: as for `zashiki.Bot`. `asked`: the number of seeds; 1 suffices for a deterministic
        bot.

        :raises BadInput: if the bot does not exist, or `asked` is less than 1.
        """
        super().__init__(game, list(range(game.num_players())))
        if asked < 1:
            raise refused(
                f"`asked` cannot be {asked}; it must be at least 1.",
                f"ボットに尋ねる回数を {asked} にはできません。1以上にしてください。",
            )
        self._of = game._tree.game
        Bot(spec, self._of)
        self._spec, self._asked = spec, asked
        self._answers: dict[tuple[int, str], Counter[tuple[int, ...]]] = {}

    def action_probabilities(
        self, state: ZashikiState, player_id: int | None = None
    ) -> dict[int, float]:
        """Return the probability of each legal action."""
        player = state.current_player() if player_id is None else player_id
        moment, tree = state._moment, state._moment.tree
        truth, made = moment.state, moment.choices
        assert truth is not None, "a player decides"
        first = tree.first_number(moment.walk_on(truth, player)) if tree.by_choices else 0
        taken: Counter[int] = Counter()
        for numbers, times in self._answer(moment, truth, player).items():
            if numbers[: len(made)] == made:
                taken[first + numbers[len(made)]] += times
        legal, among = state.legal_actions(player), sum(taken.values())
        return {each: taken[each] / among if among else 1 / len(legal) for each in legal}

    def _answer(self, moment: Moment, truth: State, player: int) -> Counter[tuple[int, ...]]:
        """Count the actions that the bot chooses, keyed by sub-actions or by number."""
        key = (player, moment.decision(player))
        if key not in self._answers:
            # Each decision has its own seeds. Common seeds would correlate the errors of all
            # decisions, and reusing bots would make results depend on the order of queries.
            digest = hashlib.blake2b(repr(key).encode(), digest_size=7).digest()
            first = int.from_bytes(digest, "big")
            bots = (Bot(self._spec, self._of, first + each) for each in range(self._asked))
            taken = Counter(bot.choose(truth, player) for bot in bots)
            by_choices = moment.tree.by_choices
            self._answers[key] = Counter(
                {
                    tuple(truth.choices(player, action)) if by_choices else (action,): times
                    for action, times in taken.items()
                }
            )
        return self._answers[key]


def _parameters(name: str) -> dict[str, Any]:
    game = Game(name)
    return {"players": game.seats, **COMMON, **game.options}


def _seats(name: str) -> list[int]:
    """Numbers of seats that a game supports."""
    possible = []
    for seats in range(1, 9):
        try:
            Game(name, seats=seats)
        except BadInput:
            continue
        possible.append(seats)
    return possible


def _type(name: str, two: bool) -> Untyped:
    kind, game, seats = pyspiel.GameType, Game(name), _seats(name)
    return kind(
        short_name=f"zashiki_{name}",
        long_name=game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if game.hidden
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM if two else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=game.hidden,
        parameter_specification=_parameters(name),
    )


def _register() -> None:
    for name in games():
        kind = type(f"Zashiki{name.title()}", (ZashikiGame,), {"name": name})
        # `pickle` finds the class by these names.
        kind.__module__, kind.__qualname__ = __name__, kind.__name__
        globals()[kind.__name__] = kind
        pyspiel.register_game(_type(name, max(_seats(name)) == 2), kind)


_register()
