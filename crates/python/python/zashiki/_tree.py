"""Game trees for OpenSpiel, with explicit chance nodes."""

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
from .small import load, variant

# Number of chance nodes that choose the seed, a byte each.
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


class GameTree:
    """Data shared by all nodes of a game: seats, form and start."""

    def __init__(self, name: str, given: dict[str, Any]) -> None:
        self._given = (name, given)
        small = variant(given["small"]) if given["small"] else None
        if small is not None and small.game != name:
            raise refused(
                f"{given['small']} is a small variant of {small.game}, not {name}.",
                f"{given['small']} は {name} ではなく {small.game} の小さな変種です。",
            )
        options = {key: value for key, value in given.items() if key not in (*COMMON, "players")}
        components, position = _read(given["components"]), _read(given["position"])
        if small is not None:
            options |= small.options
            loaded = load(given["small"])
            components, position = loaded.game.components, loaded.position
        self.game = Game(name, seats=given["players"], options=options, components=components)
        self.start = None if position is None else self.game.position(position)
        form, chance = given["form"], given["chance"]
        _check("form", form, _CHOICES)
        _check("chance", chance, _CHANCES)
        numbered = all_numbered(self.game)
        self.by_choices = form == "choices" or not (form or numbered)
        # The batch checks the form, and has the maximum number of sub-actions.
        batch = Batch(self.game, 1, form="choices" if self.by_choices else "actions", threads=1)
        self.longest = 0 if batch.choices is None else batch.choices.shape[1]
        sizes = [factor["size"] for factor in self.game.factors]
        self.first_numbers: list[int] = np.cumsum([0, *sizes]).tolist()
        """With sub-actions: the OpenSpiel action of number 0 of each kind."""
        self.actions = self.first_numbers[-1] if self.by_choices else self.game.action_count
        self.by_draws = (chance or ("seed" if small is None else "draws")) == "draws"
        self.remember = bool(given["remember"])

    def __reduce__(self) -> tuple[type[GameTree], tuple[str, dict[str, Any]]]:
        return GameTree, self._given

    @functools.cached_property
    def first(self) -> Moment:
        """The root."""
        return Moment.first(self)

    def chance(self) -> Chance:
        """Chance outcomes before the first decision."""
        return self.game.deal_by_chance() if self.start is None else self.start.redeal_by_chance()

    def begin(self, seed: int) -> State:
        """Start a match from a seed."""
        if self.start is None:
            return self.game.new_initial_state(seed)
        return _drawn(self.chance(), seed)

    def first_number(self, walk: Walk) -> int:
        """With sub-actions: the OpenSpiel action of number 0 of the next kind."""
        assert walk.factor is not None, "a seat decides"
        return self.first_numbers[walk.factor]

    def most_outcomes(self) -> int:
        """Upper bound of the number of outcomes of a chance node."""
        if not self.game.chance:
            return 0
        if not self.by_draws:
            return 256
        # No shuffle has more cards than that of the deal; a position may hide other things.
        most = 1
        for chance in (self.game.deal_by_chance(), self.chance()):
            while chance.outcomes is not None:
                most = max(most, chance.outcomes)
                chance.draw(0)
        return most


class Known(NamedTuple):
    """Memory of a seat with perfect recall."""

    actions: str = ""
    """Actions of the seat, in notation."""
    history: bytes = b""
    """Digest of all views and actions of the seat, in order."""
    view: bytes = b""
    """Digest of the latest view."""

    def and_did(self, action: str) -> Known:
        """Add an action of the seat."""
        history = _digest(self.history, b"did" + action.encode())
        return Known(f"{self.actions}{action}; ", history, self.view)

    def and_saw(self, view: bytes) -> Known:
        """Add a view if it differs from the latest one.

        An unchanged view leaves no trace: for example, the number of decisions of others.
        """
        view = _digest(b"", view)
        if view == self.view:
            return self
        return Known(self.actions, _digest(self.history, b"saw" + view), view)


class Moment:
    """A node of the game tree. It is immutable, so copies of a state share it."""

    __slots__ = (
        "_after",
        "_children",
        "_known",
        "chance",
        "choices",
        "tree",
        "past",
        "seed",
        "state",
    )

    def __init__(
        self,
        tree: GameTree,
        state: State | None = None,
        choices: tuple[int, ...] = (),
        chance: Chance | None = None,
        seed: tuple[int, ...] | None = None,
        past: tuple[Moment, int, int] | None = None,
    ) -> None:
        self.tree = tree
        self.state = state
        """None at a chance node."""
        self.choices = choices
        self.chance = chance
        self.seed = seed
        """Bytes of the seed drawn so far; None after the last one."""
        self.past = past
        """The node before the last action, the seat that took it, and the number of the action."""
        self._known: dict[int, Known] = {}
        self._children: dict[int, Moment] = {}
        self._after: tuple[Moment, int] | None = None
        """The parent, and the number that leads from it to this node."""

    @classmethod
    def first(cls, tree: GameTree) -> Moment:
        if not tree.game.chance:
            return cls(tree, tree.begin(0))
        if tree.by_draws:
            return cls._dealt(tree, tree.chance(), None)
        return cls(tree, seed=())

    @classmethod
    def _dealt(cls, tree: GameTree, chance: Chance, past: tuple[Moment, int, int] | None) -> Moment:
        state = chance.state()
        return cls(tree, state, past=past, chance=chance if state is None else None)

    def __deepcopy__(self, _memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[object, ...]]:
        numbers, at = [], self
        while at._after is not None:
            at, number = at._after
            numbers.append(number)
        sample = None if at is at.tree.first else (at.state, at.choices, at._known)
        return _again, (self.tree, sample, numbers[::-1])

    def actor(self) -> int | None:
        """Seat to decide; None at a chance node or after the end."""
        if self.state is None:
            return None
        seats = self.state.current_players
        return seats[0] if seats else None

    def outcomes(self) -> int:
        """Number of outcomes of this chance node."""
        return 256 if self.chance is None else self.chance.outcomes or 0

    def numbers(self, seat: int) -> list[int]:
        """Legal actions of the seat, in ascending order."""
        if self.state is None or self.actor() != seat:
            return []
        if not self.tree.by_choices:
            return sorted(self.state.legal(seat).tolist())
        walk = self.walk_on(self.state, seat)
        first = self.tree.first_number(walk)
        return [first + number for number in np.flatnonzero(walk.mask()).tolist()]

    def walk_on(self, state: State, seat: int) -> Walk:
        """Return the walk to the seat's action, after the sub-actions chosen so far."""
        walk = state.walk(seat)
        for number in self.choices:
            walk.choose(number)
        return walk

    def next(self, number: int) -> Moment:
        """Return the child reached by an action or a chance outcome."""
        if number in self._children:
            return self._children[number]
        follows = self._next(number)
        follows._after = (self, number)
        if self.tree.remember:
            self._children[number] = follows
        return follows

    def _next(self, number: int) -> Moment:
        tree, seat = self.tree, self.actor()
        if self.seed is not None:
            seed = (*self.seed, number)
            if len(seed) < _BYTES:
                return Moment(tree, seed=seed)
            return Moment(tree, tree.begin(int.from_bytes(bytes(seed), "big")))
        if self.chance is not None:
            chance = self.chance.clone()
            chance.draw(number)
            return self._dealt(tree, chance, self.past)
        state = self.state
        assert state is not None, "a seat decides"
        assert seat is not None, "a seat decides"
        action = number
        if tree.by_choices:
            walk = self.walk_on(state, seat)
            walk.choose(number - tree.first_number(walk))
            if walk.action is None:
                # Only the seat itself knows this sub-action, and no event has happened yet.
                return Moment(tree, state, tuple(walk.choices), past=self.past)._as(self)
            action = walk.action
        if tree.by_draws:
            return self._dealt(tree, state.step_by_chance(seat, action), (self, seat, action))
        state = state.clone()
        state.step(seat, action)
        return Moment(tree, state, past=(self, seat, action))

    def _as(self, other: Moment) -> Moment:
        """Copy the memories of the seats from another node."""
        self._known = other._known
        return self

    def determinize(self, seat: int, seed: int) -> Moment:
        """Sample a node consistent with the information state of the seat.

        :raises BadInput: at a chance node.
        """
        if self.state is None:
            raise refused(
                "This is a chance node; resample at a node of a player.",
                "ここで決めるのは偶然です。プレイヤーが決める場面で呼んでください。",
            )
        choices = self.choices if seat == self.actor() else ()
        sample = Moment(self.tree, self.state.determinize(seat, seed), choices)
        sample._known[seat] = self.known(seat)
        return sample

    def seen(self) -> State | None:
        """Return the state that players observe: at a chance node, the preceding one."""
        if self.state is None and self.past is not None:
            return self.past[0].state
        return self.state

    def known(self, seat: int) -> Known:
        """Return the memory of the seat."""
        later, at = [], self
        while seat not in at._known and at.past is not None:
            later.append(at)
            at = at.past[0]
        if seat not in at._known:
            at._known[seat] = Known().and_saw(at._view(seat))
        known = at._known[seat]
        for moment in reversed(later):
            assert moment.past is not None, "nodes without a past are excluded above"
            before, actor, action = moment.past
            if actor == seat:
                assert before.state is not None, "a seat decided"
                known = known.and_did(before.state.notation(seat, action))
            if moment.state is not None:
                known = known.and_saw(moment._view(seat))
                moment._known[seat] = known
        return known

    def _view(self, seat: int) -> bytes:
        return b"" if self.state is None else json.dumps(self.state.view(seat)).encode()

    def information(self, seat: int) -> str:
        """Information state string: equal for all nodes that the seat cannot distinguish."""
        if self.seen() is None:
            return ""
        choices = f"{list(self.choices)} " if self.choices and seat == self.actor() else ""
        known = self.known(seat)
        return f"{known.actions}{choices}{known.history.hex()}"

    def decision(self, seat: int) -> str:
        """Information state string before the first sub-action of the current decision."""
        known = self.known(seat)
        return f"{known.actions}{known.history.hex()}"

    def observation(self, seat: int | None) -> str:
        """Observation string of the seat, or of a spectator if it is None."""
        state = self.seen()
        if state is None:
            return ""
        view = json.dumps(state.view(seat), ensure_ascii=False)
        return f"{list(self.choices)} {view}" if self.choices and seat == self.actor() else view

    def secrets(self, seat: int) -> str:
        """Observation string of what the seat observes beyond a spectator."""
        state = self.seen()
        if state is None:
            return ""
        view = json.dumps(_beyond(state.view(seat), state.view()), ensure_ascii=False)
        return f"{list(self.choices)} {view}" if self.choices and seat == self.actor() else view


Sample = tuple[State, "tuple[int, ...]", dict[int, Known]]
"""Parts of a pickled determinization."""


def _again(tree: GameTree, sample: Sample | None, numbers: list[int]) -> Moment:
    """Restore a pickled node."""
    moment = tree.first
    if sample is not None:
        state, choices, known = sample
        moment = Moment(tree, state, choices)
        moment._known = known
    for number in numbers:
        moment = moment.next(number)
    return moment


def _beyond(own: object, public: object) -> object:
    """Return the parts of one view that differ from another view.

    Elements of lists are keyed by index. An object that lacks a key of the public view is returned
    whole under `instead`.
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
    """Decide all draws with a random number generator of the seed."""
    dice = random.Random(seed)
    while chance.outcomes is not None:
        chance.draw(dice.randrange(chance.outcomes))
    state = chance.state(seed)
    assert state is not None, "all draws are decided"
    return state


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


def _check(name: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        known = [repr(value) for value in values if value]
        raise refused(
            f"{name} cannot be {value!r}; there are {' and '.join(known)}.",
            f"{name} に {value!r} は指定できません。指定できるもの: {', '.join(known)}",
        )
