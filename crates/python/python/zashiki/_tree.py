"""The tree of a game, as OpenSpiel goes through it: chance is nodes with outcomes."""

from __future__ import annotations

import functools
import hashlib
import json
import pathlib
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ._validate import all_numbered, refused
from ._zashiki import Batch, Chance, Game, State, Walk


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
COMMON: dict[str, Any] = {
    "form": "",
    "chance": "",
    "components": "",
    "position": "",
    "small": "",
    "remember": False,
}


class Laid:
    """What is the same in all states of a game: seats, form, and how it begins."""

    def __init__(self, name: str, given: dict[str, Any]) -> None:
        self._given = (name, given)
        small = small_variant(given["small"]) if given["small"] else None
        if small is not None and small.game != name:
            raise refused(
                f"{given['small']} is a small variant of {small.game}, not {name}.",
                f"{given['small']} は {name} ではなく {small.game} の小さな変種です。",
            )
        options = {key: value for key, value in given.items() if key not in (*COMMON, "players")}
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
        batch = Batch(self.game, 1, form="choices" if self.by_choices else "actions", threads=1)
        self.longest = 0 if batch.choices is None else batch.choices.shape[1]
        sizes = [factor["size"] for factor in self.game.factors]
        self.first_numbers: list[int] = np.cumsum([0, *sizes]).tolist()
        """By small choices: the number that the first number of each factor gets."""
        self.actions = self.first_numbers[-1] if self.by_choices else self.game.action_count
        self.by_draws = (chance or ("seed" if small is None else "draws")) == "draws"
        self.remember = bool(given["remember"])

    def __reduce__(self) -> tuple[type[Laid], tuple[str, dict[str, Any]]]:
        return Laid, self._given

    @functools.cached_property
    def first(self) -> Moment:
        """The moment with which every play begins."""
        return Moment.first(self)

    def chance(self) -> Chance:
        """What the dice decide before the first decision."""
        return self.game.deal_by_chance() if self.start is None else self.start.redeal_by_chance()

    def begin(self, seed: int) -> State:
        """The first state that follows from a seed."""
        if self.start is None:
            return self.game.new_initial_state(seed)
        return _drawn(self.chance(), seed)

    def first_number(self, walk: Walk) -> int:
        """By small choices: the number that the first of those gets that can come next."""
        assert walk.factor is not None, "somebody decides"
        return self.first_numbers[walk.factor]

    def most_outcomes(self) -> int:
        """No chance node has more outcomes."""
        if not self.game.chance:
            return 0
        if not self.by_draws:
            return 256
        # Never are more cards shuffled than before the game; a position may hide something else.
        most = 1
        for chance in (self.game.deal_by_chance(), self.chance()):
            while chance.outcomes is not None:
                most = max(most, chance.outcomes)
                chance.draw(0)
        return most


class Known(NamedTuple):
    """What a seat remembers: all that it saw and did, in order."""

    actions: str = ""
    """Its own actions, in notation."""
    history: bytes = b""
    """The digest of all it saw and did."""
    view: bytes = b""
    """The digest of what it saw last."""

    def and_did(self, action: str) -> Known:
        """Add an action of its own."""
        history = _digest(self.history, b"did" + action.encode())
        return Known(f"{self.actions}{action}; ", history, self.view)

    def and_saw(self, view: bytes) -> Known:
        """Add what it sees, where that is something new.

        What nobody notices is not remembered: how often others decided, say.
        """
        view = _digest(b"", view)
        if view == self.view:
            return self
        return Known(self.actions, _digest(self.history, b"saw" + view), view)


class Moment:
    """A node of the game tree. It never changes, so that copies of a state share it."""

    __slots__ = (
        "_after",
        "_children",
        "_known",
        "chance",
        "choices",
        "laid",
        "past",
        "seed",
        "state",
    )

    def __init__(
        self,
        laid: Laid,
        state: State | None = None,
        choices: tuple[int, ...] = (),
        chance: Chance | None = None,
        seed: tuple[int, ...] | None = None,
        past: tuple[Moment, int, int] | None = None,
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
        self._known: dict[int, Known] = {}
        self._children: dict[int, Moment] = {}
        self._after: tuple[Moment, int] | None = None
        """The moment just before, and the number that led here."""

    @classmethod
    def first(cls, laid: Laid) -> Moment:
        if not laid.game.chance:
            return cls(laid, laid.begin(0))
        if laid.by_draws:
            return cls._dealt(laid, laid.chance(), None)
        return cls(laid, seed=())

    @classmethod
    def _dealt(cls, laid: Laid, chance: Chance, past: tuple[Moment, int, int] | None) -> Moment:
        state = chance.state()
        return cls(laid, state, past=past, chance=chance if state is None else None)

    def __deepcopy__(self, _memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[object, ...]]:
        numbers, at = [], self
        while at._after is not None:
            at, number = at._after
            numbers.append(number)
        imagined = None if at is at.laid.first else (at.state, at.choices, at._known)
        return _again, (self.laid, imagined, numbers[::-1])

    def actor(self) -> int | None:
        """Who decides; None where the dice do, or the play is over."""
        if self.state is None:
            return None
        awaited = self.state.current_players
        return awaited[0] if awaited else None

    def outcomes(self) -> int:
        """How many outcomes chance has here."""
        return 256 if self.chance is None else self.chance.outcomes or 0

    def numbers(self, seat: int) -> list[int]:
        """What the seat may do, in ascending order."""
        if self.state is None or self.actor() != seat:
            return []
        if not self.laid.by_choices:
            return sorted(self.state.legal(seat).tolist())
        walk = self.walk_on(self.state, seat)
        first = self.laid.first_number(walk)
        return [first + number for number in np.flatnonzero(walk.mask()).tolist()]

    def walk_on(self, state: State, seat: int) -> Walk:
        """Give the way to the seat's action, as far as it has come."""
        walk = state.walk(seat)
        for number in self.choices:
            walk.choose(number)
        return walk

    def next(self, number: int) -> Moment:
        """What follows."""
        if number in self._children:
            return self._children[number]
        follows = self._next(number)
        follows._after = (self, number)
        if self.laid.remember:
            self._children[number] = follows
        return follows

    def _next(self, number: int) -> Moment:
        laid, seat = self.laid, self.actor()
        if self.seed is not None:
            seed = (*self.seed, number)
            if len(seed) < _BYTES:
                return Moment(laid, seed=seed)
            return Moment(laid, laid.begin(int.from_bytes(bytes(seed), "big")))
        if self.chance is not None:
            chance = self.chance.clone()
            chance.draw(number)
            return self._dealt(laid, chance, self.past)
        state = self.state
        assert state is not None, "somebody decides"
        assert seat is not None, "somebody decides"
        action = number
        if laid.by_choices:
            walk = self.walk_on(state, seat)
            walk.choose(number - laid.first_number(walk))
            if walk.action is None:
                # Nobody but the seat itself knows of it, and nothing has happened yet.
                return Moment(laid, state, tuple(walk.choices), past=self.past)._as(self)
            action = walk.action
        if laid.by_draws:
            return self._dealt(laid, state.step_by_chance(seat, action), (self, seat, action))
        state = state.clone()
        state.step(seat, action)
        return Moment(laid, state, past=(self, seat, action))

    def _as(self, other: Moment) -> Moment:
        """With what the seats knew at another moment."""
        self._known = other._known
        return self

    def imagine(self, seat: int, seed: int) -> Moment:
        """Draw a moment that could be this one as far as the seat can tell.

        :raises BadInput: if the dice decide.
        """
        if self.state is None:
            raise refused(
                "Chance decides here; resample where a player does.",
                "ここで決めるのは偶然です。プレイヤーが決める場面で呼んでください。",
            )
        choices = self.choices if seat == self.actor() else ()
        imagined = Moment(self.laid, self.state.determinize(seat, seed), choices)
        imagined._known[seat] = self.known(seat)
        return imagined

    def seen(self) -> State | None:
        """Give the state that players see: while the dice decide, the one before."""
        if self.state is None and self.past is not None:
            return self.past[0].state
        return self.state

    def known(self, seat: int) -> Known:
        """Give what the seat remembers."""
        later, at = [], self
        while seat not in at._known and at.past is not None:
            later.append(at)
            at = at.past[0]
        if seat not in at._known:
            at._known[seat] = Known().and_saw(at._view(seat))
        known = at._known[seat]
        for moment in reversed(later):
            assert moment.past is not None, "those that begin something were left out"
            before, actor, action = moment.past
            if actor == seat:
                assert before.state is not None, "somebody decided"
                known = known.and_did(before.state.notation(seat, action))
            if moment.state is not None:
                known = known.and_saw(moment._view(seat))
                moment._known[seat] = known
        return known

    def _view(self, seat: int) -> bytes:
        return b"" if self.state is None else json.dumps(self.state.view(seat)).encode()

    def information(self, seat: int) -> str:
        """Name what the seat knows: the same for all moments it cannot tell apart."""
        if self.seen() is None:
            return ""
        choices = f"{list(self.choices)} " if self.choices and seat == self.actor() else ""
        known = self.known(seat)
        return f"{known.actions}{choices}{known.history.hex()}"

    def decision(self, seat: int) -> str:
        """Name what the seat knew before its first small choice."""
        known = self.known(seat)
        return f"{known.actions}{known.history.hex()}"

    def observation(self, seat: int | None) -> str:
        """Write down what the seat sees now, or anybody where none is named."""
        state = self.seen()
        if state is None:
            return ""
        view = json.dumps(state.view(seat), ensure_ascii=False)
        return f"{list(self.choices)} {view}" if self.choices and seat == self.actor() else view

    def secrets(self, seat: int) -> str:
        """Write down what the seat sees now and a spectator does not."""
        state = self.seen()
        if state is None:
            return ""
        view = json.dumps(_beyond(state.view(seat), state.view()), ensure_ascii=False)
        return f"{list(self.choices)} {view}" if self.choices and seat == self.actor() else view


Imagined = tuple[State, "tuple[int, ...]", dict[int, Known]]
"""What there is to say of a moment that was imagined."""


def _again(laid: Laid, imagined: Imagined | None, numbers: list[int]) -> Moment:
    """Make a moment again that was pickled."""
    moment = laid.first
    if imagined is not None:
        state, choices, known = imagined
        moment = Moment(laid, state, choices)
        moment._known = known
    for number in numbers:
        moment = moment.next(number)
    return moment


def _beyond(own: object, public: object) -> object:
    """Give the parts of one view that are otherwise in another.

    Parts of lists go by their places. What is there in the place of an object that has something
    else is in `instead`.
    """
    if isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        own, public = dict(enumerate(own)), dict(enumerate(public))
    if not (isinstance(own, dict) and isinstance(public, dict)):
        return own
    if not public.keys() <= own.keys():
        return {"instead": own}
    return {
        key: _beyond(value, public[key]) if key in public else value
        for key, value in own.items()
        if key not in public or value != public[key]
    }


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


def small_variant(name: str) -> Small:
    """Find the small variant of this name.

    :raises BadInput: if there is none.
    """
    if name not in SMALL:
        names = ", ".join(SMALL)
        raise refused(
            f"There is no small variant {name!r}; there are {names}.",
            f"小さな変種 {name!r} はありません。あるもの: {names}",
        )
    return SMALL[name]


def _read(path: str) -> str | None:
    if not path:
        return None
    try:
        return pathlib.Path(path).read_text("utf-8")
    except OSError as error:
        raise refused(
            f"{path} cannot be read: {error.strerror}.",
            f"{path} を読めません({error.strerror})。",
        ) from error


def _packed(name: str) -> str | None:
    return pathlib.Path(__file__).with_name(name).read_text("utf-8") if name else None


def _check(name: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        known = [repr(value) for value in values if value]
        raise refused(
            f"{name} cannot be {value!r}; there are {' and '.join(known)}.",
            f"{name} に {value!r} は指定できません。指定できるもの: {', '.join(known)}",
        )
