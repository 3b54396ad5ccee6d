"""Copies and pickles of stateful objects: they continue alike, and share nothing."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import zashiki
import zashiki.gymnasium
import zashiki.pettingzoo
from zashiki._validate import all_numbered

if TYPE_CHECKING:
    from collections.abc import Callable

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


def pick(mask: np.ndarray, draw: int) -> int:
    """One of the numbers that a mask allows."""
    allowed = np.flatnonzero(mask)
    return int(allowed[draw % len(allowed)])


def plain(seen: object) -> object:
    """Something that can be compared."""
    if isinstance(seen, np.ndarray):
        return (seen.dtype.str, seen.shape, seen.tobytes())
    if isinstance(seen, dict):
        return {key: plain(value) for key, value in seen.items()}
    if isinstance(seen, (list, tuple)):
        return [plain(each) for each in seen]
    return seen


class Subject:
    """Something with a state: how it is made, stepped and looked at."""

    def __init__(self, game: zashiki.Game) -> None:
        self.game = game

    def make(self) -> Any:  # noqa: ANN401
        """Make one at its beginning."""
        raise NotImplementedError

    def step(self, it: Any, draw: int) -> object:  # noqa: ANN401
        """Step the object by the number; returns the result."""
        raise NotImplementedError

    def look(self, it: Any) -> object:  # noqa: ANN401
        """All there is to see of it."""
        raise NotImplementedError


class States(Subject):
    def make(self) -> zashiki.State:
        return self.game.new_initial_state(3)

    def step(self, it: zashiki.State, draw: int) -> object:
        if it.is_over:
            return None
        seat = it.current_players[draw % len(it.current_players)]
        legal = it.legal(seat)
        it.step(seat, legal[draw % len(legal)])
        return len(it)

    def look(self, it: zashiki.State) -> object:
        return it.position(), it.record()


class Imagined(States):
    """A state that no deal made."""

    def make(self) -> zashiki.State:
        return super().make().determinize(0, 5)


class Walks(Subject):
    def make(self) -> zashiki.Walk:
        state = self.game.new_initial_state(3)
        return state.walk(state.current_players[0])

    def step(self, it: zashiki.Walk, draw: int) -> object:
        if it.action is None:
            it.choose(pick(it.mask(), draw))
        return it.choices

    def look(self, it: zashiki.Walk) -> object:
        return it.factor, plain(it.mask()), it.choices, it.action


class Deals(Subject):
    def make(self) -> zashiki.Chance:
        return self.game.deal_by_chance()

    def step(self, it: zashiki.Chance, draw: int) -> object:
        if it.outcomes is not None:
            it.draw(draw % it.outcomes)
        return it.outcomes

    def look(self, it: zashiki.Chance) -> object:
        state = it.state(4)
        return it.outcomes, it.drawn, None if state is None else state.position()


class Redeals(Deals):
    def make(self) -> zashiki.Chance:
        return self.game.new_initial_state(3).redeal_by_chance()


class Actions(Deals):
    def make(self) -> zashiki.Chance:
        state = self.game.new_initial_state(3)
        seat = state.current_players[0]
        return state.step_by_chance(seat, state.legal(seat)[0])


class Bots(Subject):
    """A bot with its own state, in which it plays all seats."""

    spec = "ismcts:sims=4"

    def make(self) -> tuple[zashiki.Bot, zashiki.State]:
        return zashiki.Bot(self.spec, self.game, seed=9), self.game.new_initial_state(3)

    def step(self, it: tuple[zashiki.Bot, zashiki.State], draw: int) -> object:
        bot, state = it
        if state.is_over:
            return None
        seat = state.current_players[0]
        chosen = bot.choose(state, seat)
        state.step(seat, chosen)
        return chosen

    def look(self, it: tuple[zashiki.Bot, zashiki.State]) -> object:
        bot, state = it
        return bot.spec, state.position(), bot.__reduce__()[2][0]


class Greedy(Bots):
    spec = "greedy:worlds=1"


class Leveled(Bots):
    spec = "novice"


class Planned(Bots):
    spec = "planner:nodes=60"


class Reading(Bots):
    spec = "alphabeta:nodes=30"


class Batches(Subject):
    """Plays of which bots decide some."""

    form = "choices"
    threads: int | None = 1

    def make(self) -> zashiki.Batch:
        bots: list[str | None] = ["greedy:worlds=1"] * (self.game.seats - 1)
        return zashiki.Batch(
            self.game,
            3,
            bots=[None, *bots],
            form=self.form,  # type: ignore[arg-type]
            rotate=True,
            seed=3,
            threads=self.threads,
        )

    def step(self, it: zashiki.Batch, draw: int) -> object:
        it.step(np.array([pick(mask, draw) for mask in it.masks]))
        return plain(it.seats)

    def look(self, it: zashiki.Batch) -> object:
        decisions = (it.observations, it.masks, it.seats, it.factors, it.choices)
        ends = (it.rewards, it.dones, it.final_observations)
        return len(it), plain(decisions + ends)


class Numbered(Batches):
    form = "actions"
    threads = 2


class Seats(Subject):
    def make(self) -> zashiki.gymnasium.SeatEnv:
        return zashiki.gymnasium.SeatEnv(self.game, seat=None, bots="greedy:worlds=1")

    def step(self, it: zashiki.gymnasium.SeatEnv, draw: int) -> object:
        if not it._goes_on:
            return plain(it.reset(seed=draw))
        return plain(it.step(pick(it.action_masks(), draw)))

    def look(self, it: zashiki.gymnasium.SeatEnv) -> object:
        return it.asked.state.position(), plain(it.asked.see(it.seat)), it._goes_on


def listed(state: zashiki.State, seat: int) -> int:
    """A function that sits as a bot."""
    return int(state.legal(seat)[0])


class Functions(Seats):
    def make(self) -> zashiki.gymnasium.SeatEnv:
        return zashiki.gymnasium.SeatEnv(self.game, bots=listed)


class BatchEnvs(Subject):
    def make(self) -> zashiki.gymnasium.BatchEnv:
        return zashiki.gymnasium.BatchEnv(3, self.game, bots="random", threads=1)

    def step(self, it: zashiki.gymnasium.BatchEnv, draw: int) -> object:
        if draw % 5 == 0:
            return plain(it.reset(seed=draw))
        return plain(it.step(np.array([pick(mask, draw) for mask in it.action_masks()])))

    def look(self, it: zashiki.gymnasium.BatchEnv) -> object:
        return plain(it._see())


class Turns(Subject):
    def make(self) -> Any:  # noqa: ANN401
        return zashiki.pettingzoo.env(self.game)

    def step(self, it: Any, draw: int) -> object:  # noqa: ANN401
        if not it.unwrapped.agents:
            it.reset(seed=draw)
        else:
            seen, _, ended, _, _ = it.last()
            it.step(None if ended else pick(seen["action_mask"], draw))
        return self.look(it)

    def look(self, it: Any) -> object:  # noqa: ANN401
        raw = it.unwrapped
        seen = [raw.observe(agent) for agent in raw.agents]
        return list(raw.agents), raw.asked.state.position(), plain(seen)


class RawTurns(Turns):
    def make(self) -> Any:  # noqa: ANN401
        return zashiki.pettingzoo.raw_env(self.game, form="choices")


class Together(Turns):
    def make(self) -> Any:  # noqa: ANN401
        return zashiki.pettingzoo.parallel_env(self.game)

    def step(self, it: Any, draw: int) -> object:  # noqa: ANN401
        if not it.agents:
            return plain(it.reset(seed=draw))
        return plain(it.step({agent: pick(it._mask(agent), draw) for agent in it.agents}))

    def look(self, it: Any) -> object:  # noqa: ANN401
        return list(it.agents), it.asked.state.position(), plain(it._see())


SUBJECTS: list[type[Subject]] = [
    States,
    Imagined,
    Walks,
    Deals,
    Redeals,
    Actions,
    Bots,
    Greedy,
    Leveled,
    Planned,
    Reading,
    Batches,
    Numbered,
    Seats,
    Functions,
    BatchEnvs,
    Turns,
    RawTurns,
    Together,
]
# Draws for the steps after the copy.
STEPS = [7, 3, 11, 2, 8]


def suits(subject: Subject) -> bool:
    if isinstance(subject, Numbered):
        return all_numbered(subject.game)
    if isinstance(subject, Bots):
        try:
            subject.make()
        except zashiki.BadInput:
            return False
    return True


@pytest.mark.parametrize("kind", SUBJECTS)
@pytest.mark.parametrize("steps", [0, 9])
def test_a_copy_goes_on_alike_and_shares_nothing(
    smallest: zashiki.Game, kind: type[Subject], steps: int
) -> None:
    subject = kind(smallest)
    if not suits(subject):
        pytest.skip("the game has no such thing")
    # An original that is never copied gives the expected continuation.
    alone, original = subject.make(), subject.make()
    for draw in range(1, steps + 1):
        subject.step(alone, draw)
        subject.step(original, draw)
    goes_on = [(subject.step(alone, draw), subject.look(alone)) for draw in STEPS]
    before = subject.look(original)
    for name, make_copy in COPIES.items():
        if isinstance(original, tuple):
            made: Any = tuple(make_copy(each) for each in original)
        else:
            made = make_copy(original)
        assert type(made) is type(original)
        assert subject.look(made) == before, name
        for draw, (came, seen) in zip(STEPS, goes_on):
            assert subject.step(made, draw) == came, name
            assert subject.look(made) == seen, name
        # Nothing of it was the original's.
        assert subject.look(original) == before, name
    # Nor did the copies take anything from it.
    for draw, (came, seen) in zip(STEPS, goes_on):
        assert subject.step(original, draw) == came
        assert subject.look(original) == seen


def test_a_game_never_changes_so_its_copy_is_itself() -> None:
    game = zashiki.Game("kokyu")
    assert copy.copy(game) is game
    assert copy.deepcopy([game])[0] is game
    assert eval(repr(game), {"Game": zashiki.Game}) == game


def test_what_is_no_saved_state_is_refused() -> None:
    game = zashiki.Game("kokyu")
    bot: Any = zashiki.Bot("ismcts:sims=10", game)
    for wrong in ("", "[]", "null", '{"dice":1}'):
        with pytest.raises(zashiki.BadInput, match="not the saved state") as no:
            bot.__setstate__((wrong, game))
        assert "状態" in no.value.ja
    with pytest.raises(zashiki.BadInput, match="made for another game"):
        bot.__setstate__((bot.__reduce__()[2][0], zashiki.Game("hostile")))
    batch: Any = zashiki.Batch(game, 2, threads=1)
    make, parts = batch.__reduce__()
    for wrong in ("", "[{}]", "{}"):
        with pytest.raises(zashiki.BadInput, match="cannot be read"):
            make(*parts[:7], wrong, *parts[8:])
