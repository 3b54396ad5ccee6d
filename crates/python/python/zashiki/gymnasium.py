"""Gymnasium environments: one seat learns, and bots sit at the others.

>>> import gymnasium
>>> import zashiki.gymnasium
>>> env = gymnasium.make("zashiki/kokyu-2-v0", bots="greedy")
>>> seen, info = env.reset(seed=1)
>>> seen, reward, ended, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))

Every game is registered with every number of seats, as `zashiki/GAME-SEATS-v0`. An observation is a
dict of `observation`, what the seat sees as numbers, and `action_mask`; where actions are made of
small choices, `factor` says what is chosen next and `choices` what was chosen so far. The reward
comes at the end: 1 for a win, -1 for a loss, 0 if nobody wins. Who takes what the mask forbids has
lost; `info["illegal"]` says why it may not be done.

It needs `pip install zashiki[gymnasium]`.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol, SupportsInt, Union

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is missing: pip install zashiki[gymnasium]", name=missing.name
    ) from missing

import numpy as np
import numpy.typing as npt

from . import _spaces
from ._validate import (
    Asked,
    Form,
    Seen,
    check_render_mode,
    find_game,
    not_begun,
    refused,
)
from ._zashiki import BadInput, Batch, Bot, Game, Illegal, State, games

Player = Union[str, Callable[[State, int], Union[int, str]]]
"""A bot by its spec, or a function that takes a state and a seat and gives an action. The state is
imagined from what the seat sees."""


class _Seated(Protocol):
    """Who sits at a seat in a play."""

    def choose(self, state: State, seat: int, /) -> int | str:
        """Give an action."""


class _Function:
    """A function that is shown a world imagined from what its seat sees."""

    def __init__(self, function: Callable[[State, int], int | str], seed: int) -> None:
        self.function = function
        self.draw = np.random.default_rng(seed)

    def choose(self, state: State, seat: int, /) -> int | str:
        return self.function(state.determinize(seat, int(self.draw.integers(1 << 63))), seat)


class SeatEnv(gymnasium.Env[Seen, SupportsInt]):
    """One seat of a game; the others are played by bots.

    :param game: A game or its id.
    :param seats: How many seats; the fewest of the game if left out.
    :param seat: Which seat learns; None for another one drawn in each play.
    :param bots: Who plays at the other seats: one for all, or one for each in their order.
    :param form: `"actions"`, or `"choices"` for small choices; if left out, actions where all of
        them have a number.
    :param render_mode: `"ansi"` for what the seat sees as JSON.
    :raises BadInput: if there is no such game, seat or bot, or not in this form.
    """

    # Text has no frames, but Gymnasium warns where no rate is said.
    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        seat: int | None = 0,
        bots: Player | Sequence[Player] = "random",
        form: Form | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode, ["ansi"])
        self.game = find_game(game, seats)
        if seat is not None and seat not in range(self.game.seats):
            raise refused(
                f"There is no seat {seat!r}; seats are 0 to {self.game.seats - 1}.",
                f"席{seat!r}はありません。席は0〜{self.game.seats - 1}です。",
            )
        self.asked = Asked(self.game, form)
        self.render_mode = render_mode
        self.bots = _others(bots, self.game.seats)
        for bot in self.bots:
            # It says what is wrong with a bot now, and not in the first play.
            _seated(bot, self.game, 0)
        self.seat = 0
        """Which seat learns in this play."""
        self._seat = seat
        self._goes_on = False
        self._players: dict[int, _Seated] = {}
        self.observation_space = _spaces.of_observations(self.asked)
        self.action_space = _spaces.of_numbers(self.asked)

    def __copy__(self) -> SeatEnv:
        """Copy all of it: a copy that shared the play would change with it."""
        return copy.deepcopy(self)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Say of every number whether it may be taken, as sb3-contrib's MaskablePPO asks."""
        return self.asked.mask(self.seat).astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new play, and let the bots decide until it is the seat's turn."""
        super().reset(seed=seed)
        if self._seat is None:
            self.seat = int(self.np_random.integers(self.game.seats))
        else:
            self.seat = self._seat
        others = [other for other in range(self.game.seats) if other != self.seat]
        self._players = {
            other: _seated(bot, self.game, self._draw()) for other, bot in zip(others, self.bots)
        }
        # A play may be over before the seat decides anything; another is dealt then.
        while True:
            self.asked.deal(self._draw())
            self._let_bots_decide()
            if not self.asked.state.is_over:
                self._goes_on = True
                return self.asked.see(self.seat), {}

    def step(self, action: SupportsInt) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take a number for the seat, and let the bots decide until it is asked again.

        :raises TypeError: if it is no whole number.
        :raises BadInput: if it is not in the action space, or no play goes on.
        """
        if not self._goes_on:
            raise not_begun()
        number = self.asked.number(action)
        try:
            self.asked.take(self.seat, number)
        except (Illegal, BadInput) as no:
            self._goes_on = False
            return self.asked.see(self.seat), -1.0, True, False, {"illegal": str(no)}
        self._let_bots_decide()
        over = self.asked.state.is_over
        self._goes_on = not over
        reward = self.asked.state.returns()[self.seat] if over else 0.0
        return self.asked.see(self.seat), reward, over, False, {}

    def render(self) -> str | None:
        """Show what the seat sees, as JSON."""
        if self.render_mode is None:
            return None
        return json.dumps(self.asked.state.view(self.seat), ensure_ascii=False)

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 63))

    def _let_bots_decide(self) -> None:
        state = self.asked.state
        while not state.is_over and self.seat not in state.current_players:
            other = state.current_players[0]
            state.step(other, self._players[other].choose(state, other))


def _others(bots: Player | Sequence[Player], seats: int) -> list[Player]:
    """List who plays at each of the other seats, in their order."""
    if isinstance(bots, str) or callable(bots):
        return [bots] * (seats - 1)
    if not isinstance(bots, Sequence):
        raise TypeError(
            f"bots is a bot, a function or a list of them, not {bots!r} ({type(bots).__name__})."
        )
    if len(bots) != seats - 1:
        raise refused(
            f"{seats - 1} other bots are wanted, one for each seat, and {len(bots)} were given.",
            f"ほかの席は{seats - 1}つですが、bots は{len(bots)}個です。席ごとに1つ書いてください。",
        )
    return list(bots)


def _seated(player: Player, game: Game, seed: int) -> _Seated:
    """Seat a bot, or a function."""
    if isinstance(player, str):
        return Bot(player, game, seed)
    if not callable(player):
        raise TypeError(f"A bot is a text or a function, not {player!r} ({type(player).__name__}).")
    return _Function(player, seed)


class BatchEnv(VectorEnv[Seen, npt.NDArray[np.float32], npt.NDArray[Any]]):
    """Many plays at once, of which one seat learns: `zashiki.Batch` as Gymnasium has it.

    Plays that end are dealt anew in the same step. What was to be seen at the end is not given: a
    play that is over is worth its reward.

    :param num_envs: How many plays.
    :param game: A game or its id.
    :param seats: How many seats; the fewest of the game if left out.
    :param bots: Who plays at the other seats: one for all, or one for each in their order.
    :param rotate: Whether the seat that learns is another one in each next play.
    :param form: `"actions"`, or `"choices"` for small choices; if left out, actions where all of
        them have a number.
    :param threads: How many threads; one for each core if left out.
    :raises BadInput: if there is no such game or bot, or not in this form.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        game: Game | str = "kokyu",
        *,
        seats: int | None = None,
        bots: str | Sequence[str] = "random",
        rotate: bool = True,
        form: Form | None = None,
        threads: int | None = None,
    ) -> None:
        self.game = find_game(game, seats)
        asked = Asked(self.game, form)
        self.form: Form = "choices" if asked.by_choices else "actions"
        self.bots: list[str | None] = [None]
        for bot in _others(bots, self.game.seats):
            if not isinstance(bot, str):
                raise TypeError(
                    f"The bots of a batch are texts, not {bot!r} ({type(bot).__name__}); functions "
                    "can sit in a SeatEnv."
                )
            self.bots.append(bot)
        self.rotate, self.threads, self.num_envs = rotate, threads, num_envs
        self.single_observation_space = _spaces.of_observations(asked)
        self.single_action_space = _spaces.of_numbers(asked)
        # First, since it says what is wrong with a number of plays.
        self.batch = self._begin(0)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _begin(self, seed: int) -> Batch:
        return Batch(
            self.game,
            self.num_envs,
            bots=self.bots,
            form=self.form,
            rotate=self.rotate,
            seed=seed,
            threads=self.threads,
        )

    def __copy__(self) -> BatchEnv:
        """Copy all of it: a copy that shared the plays would change with it."""
        return copy.deepcopy(self)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Say of every play and number whether it may be taken."""
        # A copy: the array of the batch changes with its next step.
        return self.batch.masks.astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal all plays anew."""
        super().reset(seed=seed)
        self.batch = self._begin(int(self.np_random.integers(1 << 63)))
        return self._see(), {}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[
        Seen,
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Take a number in each play. What a mask forbids raises, and nothing is done anywhere."""
        seats = self.batch.seats.copy()
        self.batch.step(actions)
        rewards = self.batch.rewards[np.arange(self.num_envs), seats]
        ended = self.batch.dones.copy()
        return self._see(), rewards, ended, np.zeros_like(ended), {}

    def _see(self) -> Seen:
        # The arrays of the batch change with its next step.
        seen: Seen = {
            "observation": self.batch.observations.copy(),
            "action_mask": self.batch.masks.astype(np.int8),
        }
        if self.batch.factors is not None and self.batch.choices is not None:
            seen |= {"factor": self.batch.factors.copy(), "choices": self.batch.choices.copy()}
        return seen


def _register() -> None:
    for name in games():
        for seats in range(1, 9):
            try:
                Game(name, seats=seats)
            except BadInput:
                continue
            gymnasium.register(
                f"zashiki/{name}-{seats}-v0",
                entry_point="zashiki.gymnasium:SeatEnv",
                kwargs={"game": name, "seats": seats},
            )


_register()
