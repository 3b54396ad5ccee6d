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

Seats that decide at the same time are asked one after another, and none can tell from what it sees
what another has chosen.

It needs `pip install zashiki[openspiel]`.
"""

from __future__ import annotations

import functools
import hashlib
import json
import pathlib
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

try:
    import pyspiel
    from open_spiel.python.policy import Policy
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is missing: pip install zashiki[openspiel]", name=missing.name
    ) from missing

from ._asked import all_numbered
from ._zashiki import BadInput, Batch, Bot, Chance, Game, State, games

__all__ = ["SMALL", "BotPolicy", "Small", "ZashikiGame", "ZashikiObserver", "ZashikiState", "load_small"]



class Small(NamedTuple):
    """A small variant of a game."""

    game: str
    """Of which game."""
    about: str
    """What it is."""
    options: dict[str, Any] = {}
    """The options that are set."""
    components: str = ""
    """The name of a components file of this package; the game's own if empty."""
    position: str = ""
    """The name of a file of this package with the position where it begins; dealt if empty."""


SMALL = {
    "two_rounds": Small(
        "kokyu",
        "two rounds from the deal, with four open cards, a bedroom of six squares and two plots; "
        "two points win",
        options={"maxRounds": 2, "kohiGoal": 2},
        components="two_rounds.toml",
    ),
    "last_tiles": Small(
        "sengoku",
        "hands of two and fifteen tiles each, from a position in which one seat has three tiles "
        "left, one of them in its pile, and the other has two",
        components="last_tiles.toml",
        position="last_tiles.json",
    ),
}
"""The small variants by their names."""

# The seed is drawn byte by byte.
_BYTES = 4
_CHOICES = ("", "actions", "choices")
_CHANCES = ("", "seed", "draws")
_COMMON: dict[str, Any] = {
    "form": "",
    "chance": "",
    "components": "",
    "position": "",
    "small": "",
    "remember": False,
}


def load_small(name: str, **parameters: Any) -> Any:  # noqa: ANN401 (pyspiel has no types)
    """Load a small variant, whose game need not be named.

    :raises BadInput: if there is none of this name.
    """
    return pyspiel.load_game(
        f"zashiki_{_small(name).game}", {"small": name, "remember": True, **parameters}
    )


class _Laid:
    """What is the same in all states of a game: seats, form, and how it begins."""

    def __init__(self, name: str, given: dict[str, Any]) -> None:
        self._given = (name, given)
        small = _small(given["small"]) if given["small"] else None
        if small is not None and small.game != name:
            raise BadInput(f"{given['small']} is a small variant of {small.game}, not {name}.")
        options = {key: value for key, value in given.items() if key not in (*_COMMON, "players")}
        components, position = _read(given["components"]), _read(given["position"])
        if small is not None:
            options |= small.options
            components, position = _packed(small.components), _packed(small.position)
        self.game = Game(name, seats=given["players"], options=options, components=components)
        self.start = None if position is None else self.game.position(position)
        form, chance = given["form"], given["chance"]
        _check("form", form, _CHOICES)
        _check("chance", chance, _CHANCES)
        numbered = all_numbered(self.game)
        self.by_choices = form == "choices" or not (form or numbered)
        # It says what is wrong with a form, and how many choices an action can have.
        batch = Batch(self.game, 1, form="choices" if self.by_choices else "actions")
        self.longest = 0 if batch.choices is None else batch.choices.shape[1]
        sizes = [factor["size"] for factor in self.game.factors]
        self.first_numbers = np.cumsum([0, *sizes]).tolist()
        """By small choices: the number that the first number of each factor gets."""
        self.actions = self.first_numbers[-1] if self.by_choices else self.game.action_count
        self.by_draws = (chance or ("seed" if small is None else "draws")) == "draws"
        self.remember = bool(given["remember"])

    def __reduce__(self) -> tuple[type[_Laid], tuple[str, dict[str, Any]]]:
        return _Laid, self._given

    @functools.cached_property
    def first(self) -> _Moment:
        """The moment with which every play begins."""
        return _Moment.first(self)

    def chance(self) -> Chance:
        """What the dice decide before the first decision."""
        return self.game.deal_by_chance() if self.start is None else self.start.redeal_by_chance()

    def begin(self, seed: int) -> State:
        """The first state that follows from a seed."""
        if self.start is None:
            return self.game.deal(seed)
        return _drawn(self.chance(), seed)

    def most_outcomes(self) -> int:
        """No chance node has more outcomes."""
        if not self.game.chance:
            return 0
        if not self.by_draws:
            return 256
        # Never are more cards shuffled than before the game.
        most, deal = 1, self.game.deal_by_chance()
        while deal.outcomes is not None:
            most = max(most, deal.outcomes)
            deal.draw(0)
        return most


class _Moment:
    """A node of the game tree. It never changes, so that copies of a state share it."""

    __slots__ = ("_after", "_children", "_known", "chance", "choices", "laid", "past", "seed", "state")

    def __init__(
        self,
        laid: _Laid,
        state: State | None = None,
        choices: tuple[int, ...] = (),
        chance: Chance | None = None,
        seed: tuple[int, ...] | None = None,
        past: tuple[_Moment, int, int] | None = None,
    ) -> None:
        self.laid = laid
        self.state = state
        """None while the dice decide."""
        self.choices = choices
        self.chance = chance
        self.seed = seed
        """The bytes drawn so far, until all are."""
        self.past = past
        """The moment before the last action, who took it, and its number."""
        self._known: dict[int, tuple[str, bytes]] = {}
        self._children: dict[int, _Moment] = {}
        self._after: tuple[_Moment, int] | None = None
        """The moment just before, and the number that led here."""

    @classmethod
    def first(cls, laid: _Laid) -> _Moment:
        if not laid.game.chance:
            return cls(laid, laid.begin(0))
        if laid.by_draws:
            return cls._dealt(laid, laid.chance(), None)
        return cls(laid, seed=())

    @classmethod
    def _dealt(
        cls, laid: _Laid, chance: Chance, past: tuple[_Moment, int, int] | None
    ) -> _Moment:
        state = chance.state()
        return cls(laid, state, past=past, chance=chance if state is None else None)

    def __deepcopy__(self, _memo: object) -> _Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., _Moment], tuple[object, ...]]:
        numbers, at = [], self
        while at._after is not None:
            at, number = at._after
            numbers.append(number)
        imagined = None if at is at.laid.first else (at.state, at.choices, at._known)
        return _again, (self.laid, imagined, numbers[::-1])

    def actor(self) -> int:
        """Who decides."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        awaited = self.state.awaited
        return awaited[0] if awaited else int(pyspiel.PlayerId.TERMINAL)

    def outcomes(self) -> int:
        """How many outcomes chance has here."""
        return 256 if self.chance is None else self.chance.outcomes or 0

    def numbers(self, seat: int) -> list[int]:
        """What the seat may do, in ascending order."""
        if self.state is None or self.actor() != seat:
            return []
        if not self.laid.by_choices:
            return sorted(self.state.legal(seat).tolist())
        walk = self._walk(self.state, seat)
        first = self.laid.first_numbers[walk.factor]
        return [first + number for number in np.flatnonzero(walk.mask()).tolist()]

    def _walk(self, state: State, seat: int) -> Any:  # noqa: ANN401 (its factor is no None here)
        walk = state.walk(seat)
        for number in self.choices:
            walk.choose(number)
        return walk

    def next(self, number: int) -> _Moment:
        """What follows."""
        if number in self._children:
            return self._children[number]
        follows = self._next(number)
        follows._after = (self, number)
        if self.laid.remember:
            self._children[number] = follows
        return follows

    def _next(self, number: int) -> _Moment:
        laid, seat = self.laid, self.actor()
        if self.seed is not None:
            seed = (*self.seed, number)
            if len(seed) < _BYTES:
                return _Moment(laid, seed=seed)
            return _Moment(laid, laid.begin(int.from_bytes(bytes(seed), "big")))
        if self.chance is not None:
            chance = self.chance.clone()
            chance.draw(number)
            return self._dealt(laid, chance, self.past)
        state = self.state
        assert state is not None, "somebody decides"
        action = number
        if laid.by_choices:
            walk = self._walk(state, seat)
            walk.choose(number - laid.first_numbers[walk.factor])
            if walk.action is None:
                # Nobody but the seat itself knows of it, and nothing has happened yet.
                return _Moment(laid, state, tuple(walk.choices), past=self.past)._as(self)
            action = walk.action
        if laid.by_draws:
            return self._dealt(laid, state.step_by_chance(seat, action), (self, seat, action))
        state = state.clone()
        state.step(seat, action)
        return _Moment(laid, state, past=(self, seat, action))

    def _as(self, other: _Moment) -> _Moment:
        """With what the seats knew at another moment."""
        self._known = other._known
        return self

    def imagine(self, seat: int, seed: int) -> _Moment:
        """Draw a moment that could be this one as far as the seat can tell."""
        state = self._seen()
        if state is None:
            return self.laid.first
        choices = self.choices if seat == self.actor() else ()
        imagined = _Moment(self.laid, state.imagine(seat, seed), choices)
        imagined._known[seat] = self.known(seat)
        return imagined

    def _seen(self) -> State | None:
        """The state that players see: while the dice decide, the one before."""
        if self.state is None and self.past is not None:
            return self.past[0].state
        return self.state

    def known(self, seat: int) -> tuple[str, bytes]:
        """What the seat remembers: its own actions, and the digest of all that it saw."""
        later, at = [], self
        while seat not in at._known and at.past is not None:
            later.append(at)
            at = at.past[0]
        if seat not in at._known:
            at._known[seat] = ("", _digest(b"", at._view(seat)))
        actions, seen = at._known[seat]
        for moment in reversed(later):
            assert moment.past is not None, "those that begin something were left out"
            before, actor, action = moment.past
            if actor == seat:
                assert before.state is not None, "somebody decided"
                actions += before.state.notation(seat, action) + "; "
                seen = _digest(seen, str(action).encode())
            if moment.state is not None:
                seen = _digest(seen, moment._view(seat))
                moment._known[seat] = (actions, seen)
        return actions, seen

    def _view(self, seat: int) -> bytes:
        return b"" if self.state is None else json.dumps(self.state.view(seat)).encode()

    def information(self, seat: int) -> str:
        """Name what the seat knows: the same for all moments it cannot tell apart."""
        if self._seen() is None:
            return ""
        actions, seen = self.known(seat)
        choices = f"{list(self.choices)} " if self.choices and seat == self.actor() else ""
        return f"{actions}{choices}{seen.hex()}"

    def observation(self, seat: int | None) -> str:
        """Write down what the seat sees now, or anybody where none is named."""
        state = self._seen()
        if state is None:
            return ""
        view = json.dumps(state.view(seat), ensure_ascii=False)
        return f"{list(self.choices)} {view}" if self.choices and seat == self.actor() else view


class ZashikiGame(pyspiel.Game):
    """A game as OpenSpiel wants it; `pyspiel.load_game` makes it."""

    name: str
    """The id in `zashiki`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Set the game up.

        :raises BadInput: if there is no such game.
        """
        given = {**_parameters(self.name), **(params or {})}
        laid = _Laid(self.name, given)
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

    def new_initial_state(self) -> ZashikiState:
        """Begin a play."""
        return ZashikiState(self, self._laid.first)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401 (pyspiel has no types)
        params: dict[str, Any] | None = None,
    ) -> ZashikiObserver:
        """Make what writes down what a player sees.

        With perfect recall it is a string alone: all that the player has done and seen. Without
        private information it is what a spectator sees, a string too.

        :raises BadInput: if there are parameters, or public information is left out.
        """
        if params:
            raise BadInput(f"Observers have no parameters; leave {params} out.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info:
            raise BadInput("What is public and what is not stand together; ask for public_info.")
        return ZashikiObserver(self._laid, kind)


class ZashikiState(pyspiel.State):
    """A state as OpenSpiel wants it. Copies share what they have in common."""

    def __init__(self, game: ZashikiGame, moment: _Moment) -> None:
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
        return self._moment.actor()

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

    def is_terminal(self) -> bool:
        """Whether the play is over."""
        return self._moment.actor() == pyspiel.PlayerId.TERMINAL

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

        It has no history: OpenSpiel cannot serialize it.
        """
        seed = int(probability_sampler() * 2**53)
        return ZashikiState(self.get_game(), self._moment.imagine(player_id, seed))

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

    def __init__(self, laid: _Laid, kind: Any) -> None:  # noqa: ANN401 (pyspiel has no types)
        """Make it; `ZashikiGame.make_py_observer` does."""
        self._laid = laid
        self._recalls = bool(kind.perfect_recall)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: np.ndarray | None = None
        """What `State.observation` gives; by small choices, also which factor is chosen next (a 1
        in its place) and what was chosen so far, each number counted from 1."""
        self.dict: dict[str, np.ndarray] = {}
        """The parts of `tensor` by their names."""
        if self._recalls or not self._private:
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
        seen = moment._seen()
        if seen is None:
            return
        self.tensor[: self._laid.game.observation_size] = seen.observation(player)
        if self._laid.by_choices and moment.actor() == player:
            assert moment.state is not None, "a player decides"
            walk = moment._walk(moment.state, player)
            self.dict["factor"][walk.factor] = 1
            made = moment.choices
            self.dict["choices"][: len(made)] = np.array(made) + 1

    def string_from(self, state: ZashikiState, player: int) -> str:
        """Write down what the player sees, or all it has seen and done."""
        if not self._private:
            return state._moment.observation(None)
        if self._recalls:
            return state._moment.information(player)
        return state._moment.observation(player)


class BotPolicy(Policy):
    """How often a bot of `zashiki` takes each action, by asking it many times with other seeds.

    It is asked once and for all where a player knows the same. For games whose actions are not made
    of small choices.
    """

    def __init__(self, game: ZashikiGame, spec: str, asked: int = 1) -> None:
        """Make it for all players.

        `spec`: a text as for `zashiki.Bot`. `asked`: how many times the bot is asked; once will do
        for a bot that always answers the same.

        :raises BadInput: if there is no such bot, or actions are made of small choices.
        """
        laid = game._laid
        if laid.by_choices:
            raise BadInput("A bot takes whole actions; load the game with form=actions.")
        super().__init__(game, list(range(game.num_players())))
        self._bots = [Bot(spec, laid.game, seed) for seed in range(asked)]
        self._answers: dict[tuple[int, str], dict[int, float]] = {}

    def action_probabilities(
        self, state: ZashikiState, player_id: int | None = None
    ) -> dict[int, float]:
        """Say how likely each legal action is."""
        player = state.current_player() if player_id is None else player_id
        key = (player, state.information_state_string(player))
        if key not in self._answers:
            truth = state.zashiki
            assert truth is not None, "a player decides"
            taken = Counter(bot.choose(truth, player) for bot in self._bots)
            legal = state.legal_actions(player)
            self._answers[key] = {each: taken[each] / len(self._bots) for each in legal}
        return self._answers[key]


def _again(laid: _Laid, imagined: Any, numbers: list[int]) -> _Moment:  # noqa: ANN401 (see above)
    """Make a moment again that was pickled."""
    moment = laid.first
    if imagined is not None:
        state, choices, known = imagined
        moment = _Moment(laid, state, choices)
        moment._known = known
    for number in numbers:
        moment = moment.next(number)
    return moment


def _digest(before: bytes, more: bytes) -> bytes:
    return hashlib.blake2b(before + more, digest_size=16).digest()


def _drawn(chance: Chance, seed: int) -> State:
    """Let the dice of a seed decide."""
    dice = random.Random(seed)
    while chance.outcomes is not None:
        chance.draw(dice.randrange(chance.outcomes))
    state = chance.state(seed)
    assert state is not None, "all is drawn"
    return state


def _small(name: str) -> Small:
    if name not in SMALL:
        raise BadInput(f"There is no small variant {name!r}; there are {', '.join(SMALL)}.")
    return SMALL[name]


def _read(path: str) -> str | None:
    if not path:
        return None
    try:
        return pathlib.Path(path).read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error


def _packed(name: str) -> str | None:
    return pathlib.Path(__file__).with_name(name).read_text("utf-8") if name else None


def _check(name: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        listed = " and ".join(repr(value) for value in values if value)
        raise BadInput(f"{name} cannot be {value!r}; there are {listed}.")


def _parameters(name: str) -> dict[str, Any]:
    game = Game(name)
    return {"players": game.seats, **_COMMON, **game.options}


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


def _type(name: str, two: bool) -> Any:  # noqa: ANN401 (pyspiel has no types)
    kind, game, seats = pyspiel.GameType, Game(name), _seats(name)
    return kind(
        short_name=f"zashiki_{name}",
        long_name=game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kind.ChanceMode.DETERMINISTIC
        ),
        # Even where nothing is hidden, seats may decide at the same time.
        information=kind.Information.IMPERFECT_INFORMATION,
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
        pyspiel.register_game(_type(name, max(_seats(name)) == 2), kind)


_register()
