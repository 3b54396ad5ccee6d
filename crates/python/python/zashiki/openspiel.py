"""The games in OpenSpiel.

>>> import pyspiel
>>> import zashiki.openspiel
>>> game = pyspiel.load_game("zashiki_sengoku(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 617)

Importing the module registers `zashiki_kokyu`, `zashiki_sengoku` and so on. Every game takes

- `players`, how many there are, and its own options by their names;
- `form`: `actions`, or `choices` where an action is made of small choices, each an action of
  OpenSpiel; by default actions where all of them have a number;
- `chance`: `seed`, where four chance nodes of 256 outcomes choose one of 2**32 seeds before the
  first decision and all later chance follows from it, or `draws`, where each draw of a card is a
  chance node of its own, at the time when it is drawn;
- `components` and `position`, paths of files, to play with other components and to begin at a
  position, where what a spectator does not know is drawn anew;
- `small`, a small variant by its name (`SMALL`), to be solved exactly: its options, components and
  position are taken instead of those given;
- `remember`: whether each state that was reached is kept, for algorithms that go through all of a
  small game again and again.

Seats that decide at the same time are asked one after another. None can tell from what it sees what
another has chosen, unless the rules show it at once.

It needs `pip install zashiki[openspiel]`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

try:
    import pyspiel
    from open_spiel.python.policy import Policy
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is missing: pip install zashiki[openspiel]", name=missing.name
    ) from missing

from ._validate import refused
from ._tree import COMMON, SMALL, Laid, Moment, Small, small_variant
from ._zashiki import BadInput, Bot, Game, State, games

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
"""What `pyspiel` makes: it has no types."""


def load_small(name: str, **parameters: str | float) -> Untyped:
    """Load a small variant, whose game need not be named.

    :raises BadInput: if there is none of this name.
    """
    return pyspiel.load_game(
        f"zashiki_{small_variant(name).game}", {"small": name, "remember": True, **parameters}
    )


class ZashikiGame(pyspiel.Game):
    """A game as OpenSpiel wants it; `pyspiel.load_game` makes it."""

    name: str
    """The id in `zashiki`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Set the game up.

        :raises BadInput: if there is no such game.
        """
        given = {**_parameters(self.name), **(params or {})}
        laid = Laid(self.name, given)
        self._laid = laid
        seats, game = laid.game.seats, laid.game
        two = seats == 2
        info = pyspiel.GameInfo(
            num_distinct_actions=laid.actions,
            max_chance_outcomes=laid.most_outcomes(),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if two else None,
            max_game_length=game.max_decisions * max(1, laid.longest),
        )
        super().__init__(_type(self.name, two), info, params or {})

    def __reduce__(self) -> tuple[Any, tuple[str, dict[str, Any]]]:
        """Copy and pickle it by its parameters; OpenSpiel's own way leaves out what is Python's."""
        return pyspiel.load_game, (f"zashiki_{self.name}", self.get_parameters())

    def new_initial_state(self) -> ZashikiState:
        """Begin a play."""
        return ZashikiState(self, self._laid.first)

    def make_py_observer(
        self,
        iig_obs_type: Untyped = None,
        params: dict[str, Any] | None = None,
    ) -> ZashikiObserver | None:
        """Make what writes down what a player sees; None where there is no such observer.

        With perfect recall it is a string alone: all that the player has done and seen. Without
        private information it is what a spectator sees, and without public information what the
        player sees beyond that, strings too. There is none of perfect recall without public
        information, nor of nothing.

        :raises BadInput: if there are parameters.
        """
        if isinstance(iig_obs_type, dict):  # So OpenSpiel calls it where there is no type.
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise refused(
                f"Observers have no parameters; leave {params} out.",
                f"オブザーバーにパラメーターはありません。{params} を書かないでください。",
            )
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = kind.private_info != pyspiel.PrivateInfoType.NONE
        if kind.public_info or (private and not kind.perfect_recall):
            return ZashikiObserver(self._laid, kind)
        return None

    def information_state_tensor_size(self) -> int:
        """Say that there is no such tensor.

        :raises SpielError: always, as OpenSpiel's own games do that have none.
        """
        raise _no_information_state_tensor()

    def information_state_tensor_shape(self) -> list[int]:
        """Say that there is no such tensor.

        :raises SpielError: always.
        """
        raise _no_information_state_tensor()

    def information_state_tensor_shape_specs(self) -> list[list[int]]:
        """Say that there is no such tensor.

        :raises SpielError: always.
        """
        raise _no_information_state_tensor()


class ZashikiState(pyspiel.State):
    """A state as OpenSpiel wants it. Copies share what they have in common."""

    def __init__(self, game: ZashikiGame, moment: Moment) -> None:
        """Begin a play; `ZashikiGame.new_initial_state` does it."""
        super().__init__(game)
        self._moment = moment

    @property
    def zashiki(self) -> State | None:
        """The state of `zashiki`, to be looked at and not stepped; None where the dice decide."""
        return self._moment.state

    @property
    def choices(self) -> list[int]:
        """The small choices that were made for the action that is being chosen."""
        return list(self._moment.choices)

    def current_player(self) -> int:
        """Who decides."""
        if self._moment.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self._moment.actor()
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return self._moment.numbers(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can give, all of it equally likely."""
        count = self._moment.outcomes()
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        self._moment = self._moment.next(action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment, laid = self._moment, self._moment.laid
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        if laid.by_choices:
            of = int(np.searchsorted(laid.first_numbers, action, "right")) - 1
            return f"{laid.game.factors[of]['name']} {action - laid.first_numbers[of]}"
        if moment.state is None or action not in moment.numbers(player):
            return f"action {action}"
        return moment.state.notation(player, action)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Say that there is no such tensor: it would be empty otherwise.

        :raises SpielError: always.
        """
        raise _no_information_state_tensor()

    def is_terminal(self) -> bool:
        """Whether the play is over."""
        return self._moment.state is not None and self._moment.actor() is None

    def returns(self) -> list[float]:
        """What the result is worth: 1 won, -1 somebody else won, 0 nobody won.

        Where both of two win, it is 0 to each, so that games of two have no sum.
        """
        state = self._moment.state
        if state is None:
            return [0.0] * self._moment.laid.game.seats
        worth = state.returns()
        if len(worth) == 2:
            half = (worth[0] - worth[1]) / 2
            return [half, -half]
        return worth

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> ZashikiState:
        """Draw a state that could be this one as far as the player can tell.

        It has no history. `probability_sampler` gives a number from 0 to 1, from which it follows.

        :raises BadInput: if chance decides.
        """
        seed = int(probability_sampler() * 2**53)
        return ZashikiState(self.get_game(), self._moment.determinize(player_id, seed))

    def __str__(self) -> str:
        """Write down the truth."""
        moment = self._moment
        if moment.state is None:
            drawn = moment.seed if moment.chance is None else moment.chance.drawn
            return f"drawn: {list(drawn or ())}"
        choices = f"{list(moment.choices)} " if moment.choices else ""
        return choices + moment.state.position()


class ZashikiObserver:
    """What a player sees, as OpenSpiel's observers give it."""

    def __init__(self, laid: Laid, kind: Untyped) -> None:
        """Make it; `ZashikiGame.make_py_observer` does."""
        self._laid = laid
        self._recalls = bool(kind.perfect_recall)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = bool(kind.public_info)
        self.tensor: np.ndarray | None = None
        """What `State.observation` gives; by small choices, also which factor is chosen next (a 1
        in its place) and what was chosen so far, each number counted from 1."""
        self.dict: dict[str, np.ndarray] = {}
        """The parts of `tensor` by their names."""
        if self._recalls or not (self._private and self._public):
            return
        pieces = [(each["name"], tuple(each["shape"])) for each in laid.game.features]
        if laid.by_choices:
            pieces += [("factor", (len(laid.game.factors),)), ("choices", (laid.longest,))]
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        for (name, shape), part in zip(pieces, np.split(self.tensor, np.cumsum(sizes)[:-1])):
            self.dict[name] = part.reshape(shape)

    def set_from(self, state: ZashikiState, player: int) -> None:
        """Fill `tensor` with what the player sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        moment = state._moment
        seen = moment.seen()
        if seen is None:
            return
        self.tensor[: self._laid.game.observation_size] = seen.observation(player)
        if self._laid.by_choices and moment.actor() == player:
            assert moment.state is not None, "a player decides"
            walk = moment.walk_on(moment.state, player)
            assert walk.factor is not None, "a player decides"
            self.dict["factor"][walk.factor] = 1
            made = moment.choices
            self.dict["choices"][: len(made)] = np.array(made) + 1

    def string_from(self, state: ZashikiState, player: int) -> str:
        """Write down what the player sees, or all it has seen and done."""
        if not self._private:
            return state._moment.observation(None)
        if not self._public:
            return state._moment.secrets(player)
        if self._recalls:
            return state._moment.information(player)
        return state._moment.observation(player)


class BotPolicy(Policy):
    """How often a bot of `zashiki` takes each action, by asking it many times with other seeds.

    It is asked once and for all where a player knows the same. Where actions are made of small
    choices, it is asked for whole actions: how likely a choice is follows from those that begin
    with the choices made and this one. After choices with which none of them begins, all choices
    are equally likely.
    """

    def __init__(self, game: ZashikiGame, spec: str, asked: int = 1) -> None:
        """Make it for all players.

        `spec`: a text as for `zashiki.Bot`. `asked`: how many times the bot is asked; once will do
        for a bot that always answers the same.

        :raises BadInput: if there is no such bot, or it is to be asked less than once.
        """
        super().__init__(game, list(range(game.num_players())))
        if asked < 1:
            raise refused(
                f"A bot cannot be asked {asked} times; ask it once or more often.",
                f"ボットに尋ねる回数を {asked} にはできません。1以上にしてください。",
            )
        self._of = game._laid.game
        Bot(spec, self._of)
        self._spec, self._asked = spec, asked
        self._answers: dict[tuple[int, str], Counter[tuple[int, ...]]] = {}

    def action_probabilities(
        self, state: ZashikiState, player_id: int | None = None
    ) -> dict[int, float]:
        """Say how likely each legal action is."""
        player = state.current_player() if player_id is None else player_id
        moment, laid = state._moment, state._moment.laid
        truth, made = moment.state, moment.choices
        assert truth is not None, "a player decides"
        first = laid.first_number(moment.walk_on(truth, player)) if laid.by_choices else 0
        taken: Counter[int] = Counter()
        for numbers, times in self._answer(moment, truth, player).items():
            if numbers[: len(made)] == made:
                taken[first + numbers[len(made)]] += times
        legal, among = state.legal_actions(player), sum(taken.values())
        return {each: taken[each] / among if among else 1 / len(legal) for each in legal}

    def _answer(self, moment: Moment, truth: State, player: int) -> Counter[tuple[int, ...]]:
        """Count which actions it takes: each by its small choices, or by its number alone."""
        key = (player, moment.decision(player))
        if key not in self._answers:
            # Each decision has seeds of its own: the same ones everywhere would err in the same way
            # everywhere, and bots that go on would depend on the order in which they are asked.
            digest = hashlib.blake2b(repr(key).encode(), digest_size=7).digest()
            first = int.from_bytes(digest, "big")
            bots = (Bot(self._spec, self._of, first + each) for each in range(self._asked))
            taken = Counter(bot.choose(truth, player) for bot in bots)
            by_choices = moment.laid.by_choices
            self._answers[key] = Counter(
                {
                    tuple(truth.choices(player, action)) if by_choices else (action,): times
                    for action, times in taken.items()
                }
            )
        return self._answers[key]


def _no_information_state_tensor() -> Exception:
    """Make the error of OpenSpiel's that says so."""
    error: Exception = pyspiel.SpielError(
        "There is no information-state tensor: what a player remembers of a play has no fixed "
        "size. Use information_state_string, or observation_tensor for what it sees now."
    )
    return error


def _parameters(name: str) -> dict[str, Any]:
    game = Game(name)
    return {"players": game.seats, **COMMON, **game.options}


def _seats(name: str) -> list[int]:
    """With how many seats a game can be played."""
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(name),
    )


def _register() -> None:
    for name in games():
        kind = type(f"Zashiki{name.title()}", (ZashikiGame,), {"name": name})
        # Where `pickle` looks for it.
        kind.__module__, kind.__qualname__ = __name__, kind.__name__
        globals()[kind.__name__] = kind
        pyspiel.register_game(_type(name, max(_seats(name)) == 2), kind)


_register()
