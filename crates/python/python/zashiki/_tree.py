"""Game trees for OpenSpiel, with explicit chance nodes."""

from __future__ import annotations

import functools
import json
import pathlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from ._validate import all_numbered, refused
from ._zashiki import Batch, Chance, Game, State, Walk
from .small import load, variant

# Number of chance nodes that choose the seed, a byte each.
_BYTES = 4
# Most decisions in an information-state tensor: a row may have thousands of numbers.
_MOST_MEMORY = 64
_CHOICES = ("", "actions", "choices")
_CHANCES = ("", "seed", "draws")
COMMON: dict[str, Any] = {
    "form": "",
    "chance": "",
    "components": "",
    "position": "",
    "small": "",
    "memory": 4,
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
        self.memory = int(given["memory"])
        if not 0 <= self.memory <= _MOST_MEMORY:
            raise refused(
                f"memory cannot be {self.memory}; it is a number from 0 to {_MOST_MEMORY}.",
                f"memory に {self.memory} は指定できません。0〜{_MOST_MEMORY} にしてください。",
            )

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


class Moment:
    """A node of the game tree. It is immutable, so copies of a state share it."""

    # Each step makes a node, so what most of them have in common is here.
    choices: tuple[int, ...] = ()
    """Sub-actions chosen so far for the current action."""
    chance: Chance | None = None
    seed: tuple[int, ...] | None = None
    """Bytes of the seed drawn so far; None after the last one."""
    past: tuple[Moment, int, int] | None = None
    """The node before the last action, the seat that took it, and the number of the action."""
    _after: tuple[Moment, int] | None = None
    """The parent, and the number that leads from it to this node."""
    _children: dict[int, Moment] | None = None
    """The children reached so far, if the tree remembers them."""
    _did: dict[int, str] | None = None
    """Actions of the seats so far, once they were requested."""
    _legal: list[int] | None = None
    """Legal actions of the seat to decide, once they were requested."""
    _sample: Sample | None = None
    """The origin of a determinization."""

    def __init__(self, tree: GameTree, state: State | None = None) -> None:
        self.tree = tree
        self.state = state
        """None at a chance node."""
        self.actor = None if state is None else state._actor()
        """Seat to decide; None at a chance node or after the end."""

    @classmethod
    def first(cls, tree: GameTree) -> Moment:
        if not tree.game.chance:
            return cls(tree, tree.begin(0))
        if tree.by_draws:
            return cls._dealt(tree, tree.chance(), None)
        moment = cls(tree)
        moment.seed = ()
        return moment

    @classmethod
    def _dealt(cls, tree: GameTree, chance: Chance, past: tuple[Moment, int, int] | None) -> Moment:
        state = chance.state()
        moment = cls(tree, state)
        moment.past = past
        if state is None:
            moment.chance = chance
        return moment

    def __deepcopy__(self, _memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Callable[..., Moment], tuple[object, ...]]:
        numbers, at = [], self
        while at._after is not None:
            at, number = at._after
            numbers.append(number)
        return _again, (self.tree, at._sample, numbers[::-1])

    def outcomes(self) -> int:
        """Number of outcomes of this chance node."""
        return 256 if self.chance is None else self.chance.outcomes or 0

    def numbers(self, seat: int) -> list[int]:
        """Legal actions of the seat, in ascending order."""
        if self.state is None or self.actor != seat:
            return []
        if self._legal is None:
            self._legal = self._numbers(self.state, seat)
        return self._legal.copy()

    def _numbers(self, state: State, seat: int) -> list[int]:
        if not self.tree.by_choices:
            return state._sorted(seat)
        walk = self.walk_on(state, seat)
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
        if self.tree.remember:
            if self._children is None:
                self._children = {}
            if number not in self._children:
                self._children[number] = self._next(number)
            return self._children[number]
        return self._next(number)

    def _next(self, number: int) -> Moment:
        follows = self._follow(number)
        follows._after = (self, number)
        return follows

    def _follow(self, number: int) -> Moment:
        tree, seat = self.tree, self.actor
        if self.seed is not None:
            seed = (*self.seed, number)
            if len(seed) < _BYTES:
                moment = Moment(tree)
                moment.seed = seed
                return moment
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
                moment = Moment(tree, state)
                moment.choices, moment.past = tuple(walk.choices), self.past
                moment._did = self._did
                return moment
            action = walk.action
        if tree.by_draws:
            return self._dealt(tree, state.step_by_chance(seat, action), (self, seat, action))
        moment = Moment(tree, state._after(seat, action))
        moment.past = (self, seat, action)
        return moment

    def determinize(self, seat: int, seed: int) -> Moment:
        """Sample a node consistent with the information state of the seat.

        :raises BadInput: at a chance node.
        """
        if self.state is None:
            raise refused(
                "This is a chance node; resample at a node of a player.",
                "ここで決めるのは偶然です。プレイヤーが決める場面で呼んでください。",
            )
        choices = self.choices if seat == self.actor else ()
        sample = Moment(self.tree, self.state.determinize(seat, seed))
        sample.choices = choices
        sample._did = {seat: self.actions(seat)}
        sample._sample = (self, seat, seed)
        return sample

    def seen(self) -> State | None:
        """Return the state that players observe: at a chance node, the preceding one."""
        if self.state is None and self.past is not None:
            return self.past[0].state
        return self.state

    def actions(self, seat: int) -> str:
        """Actions of the seat so far, in notation."""
        later, at = [], self
        while at.past is not None and (at._did is None or seat not in at._did):
            later.append(at)
            at = at.past[0]
        text = (at._did or {}).get(seat, "")
        for moment in reversed(later):
            assert moment.past is not None, "nodes without a past are excluded above"
            before, actor, action = moment.past
            if actor == seat:
                assert before.state is not None, "a seat decided"
                text = f"{text}{before.state.notation(seat, action)}; "
            moment._did = {**(moment._did or {}), seat: text}
        return text

    def information(self, seat: int) -> str:
        """Information state string: equal for all nodes that the seat cannot distinguish."""
        seen = self.seen()
        if seen is None:
            return ""
        choices = f"{list(self.choices)} " if self.choices and seat == self.actor else ""
        return f"{self.actions(seat)}{choices}{seen.information_key(seat).hex()}"

    def decision(self, seat: int) -> str:
        """Information state string before the first sub-action of the current decision."""
        assert self.state is not None, "a seat decides"
        return f"{self.actions(seat)}{self.state.information_key(seat).hex()}"

    def observation(self, seat: int | None) -> str:
        """Observation string of the seat, or of a spectator if it is None."""
        state = self.seen()
        if state is None:
            return ""
        view = json.dumps(state.view(seat), ensure_ascii=False)
        return f"{list(self.choices)} {view}" if self.choices and seat == self.actor else view

    def secrets(self, seat: int) -> str:
        """Observation string of what the seat observes beyond a spectator."""
        state = self.seen()
        if state is None:
            return ""
        view = json.dumps(_beyond(state.view(seat), state.view()), ensure_ascii=False)
        return f"{list(self.choices)} {view}" if self.choices and seat == self.actor else view


Sample = tuple["Moment", int, int]
"""A pickled determinization: the original node, the seat and the seed."""


def _again(tree: GameTree, sample: Sample | None, numbers: list[int]) -> Moment:
    """Restore a pickled node."""
    moment = tree.first
    if sample is not None:
        original, seat, seed = sample
        moment = original.determinize(seat, seed)
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
