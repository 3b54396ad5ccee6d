from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeAlias, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "BadInput",
    "Batch",
    "Bot",
    "Chance",
    "Game",
    "Illegal",
    "InternalError",
    "State",
    "Walk",
    "_Study",
    "balance",
    "games",
    "ladder",
    "simulate",
    "train",
]

# Who plays: the text of a bot, as for `Bot`, or a function of a state and a seat that gives the
# number or the notation of an action.
_Player: TypeAlias = str | Callable[[State, int], int | str]

class Illegal(ValueError):
    """An action that a rule forbids; nothing has changed."""

    rule: str
    """The id of the rule: of the game's (see its RULES.md), or of the house's (`T-1` …)."""
    ja: str
    """The message in Japanese."""

class BadInput(ValueError):
    """Input that cannot be used: no such game, seat, option, position, record or bot.

    The message says what, why and what to do.
    """

    ja: str
    """The message in Japanese."""

class InternalError(RuntimeError):
    """A fault of zashiki itself: please report it.

    What was being done may be half done, so go on with a copy made before.
    """

def games() -> list[str]:
    """The ids of all games, in the order in which they are offered."""

@final
class Game:
    """A game with its seats, options and components: what states are dealt of.

    Games compare equal where all of these are the same, can be hashed, and can be pickled.
    """

    def __new__(
        cls,
        id: str,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        components: str | bytes | None = None,
    ) -> Game:
        """Set a game up.

        `seats`: the fewest that the game is played by, if left out. `options`: those left out have
        their defaults. `components`: the text of a components file in place of the game's own.

        Raises `BadInput` where there is no such game, or it cannot be set up so.
        """

    @property
    def id(self) -> str:
        """The id, as in `games()`."""

    @property
    def name(self) -> str:
        """The name in English."""

    @property
    def name_ja(self) -> str:
        """The name in Japanese."""

    @property
    def seats(self) -> int:
        """How many seats there are; they are counted from 0."""

    @property
    def seat_names(self) -> list[str]:
        """What the seats are called in English."""

    @property
    def sides(self) -> list[list[int]]:
        """Who wins together: every seat is in one of these lists."""

    @property
    def options(self) -> dict[str, Any]:
        """The complete options."""

    @property
    def components(self) -> str | None:
        """The text of the components file that replaces the game's own, if one does."""

    @property
    def rules_version(self) -> int:
        """The version of the rules: a former one only where a record was begun by it."""

    @property
    def action_count(self) -> int:
        """How many actions have a number that is the same in every state.

        Open decisions have answers beyond these: see `State.legal`.
        """

    @property
    def factors(self) -> list[dict[str, Any]]:
        """The small choices that actions are made of: `name`, `size` and `meaning` of each.

        See `State.walk`; `docs/reference/observations.md` lists them.
        """

    @property
    def features(self) -> list[dict[str, Any]]:
        """What a seat observes: `name`, `shape` and `meaning` of each feature, in their order.

        See `State.observation`; `docs/reference/observations.md` lists them.
        """

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""

    @property
    def max_decisions(self) -> int:
        """More decisions than any play can have."""

    @property
    def levels(self) -> dict[str, str]:
        """The bot that each level is with so many seats, the weakest first: texts for `Bot`."""

    @property
    def hidden(self) -> bool:
        """Whether anything is ever hidden from a seat."""

    @property
    def chance(self) -> bool:
        """Whether the dice are ever thrown, to deal or later."""

    def deal(self, seed: int) -> State:
        """Deal a new play. The seed is at least 0 and below 2**64; it says all that is chance."""

    def deal_by_chance(self) -> Chance:
        """Begin a deal that is decided draw by draw, for programs that look at all deals."""

    def position(self, text: str | bytes, seed: int = 0) -> State:
        """Begin a play at a position.

        `text` is the JSON of `State.position`, which `docs/reference/formats.md` describes. Where it states
        no dice, those of the seed are thrown.

        Raises `BadInput` where it is not a position of the game, or an impossible one.
        """

    @staticmethod
    def replay(record: str | bytes) -> State:
        """Play a record again, the JSON of `State.record` or of any other door of Zashiki.

        It says itself which game it is of. Every step is checked. The bytes of a file may be UTF-8
        or UTF-16 with a byte order mark, as for `position` and `components`.

        Raises `BadInput` where it does not hold; the message names the step.
        """

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object, /) -> Game: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class State:
    """A play at one moment: the complete truth.

    A player at a seat may look at `view(seat)`, `legal(seat)`, and worlds of `imagine(seat, seed)`,
    and at nothing else. States can be copied (`clone`, `copy`) and pickled; a pickle holds the
    record and is played again when it is read.
    """

    @property
    def game(self) -> Game:
        """What it is a play of."""

    @property
    def awaited(self) -> list[int]:
        """The seats whose decisions are awaited, ascending; none when the play is over.

        Where there are several, they may decide in any order.
        """

    @property
    def is_over(self) -> bool:
        """Whether the play is over."""

    @property
    def winners(self) -> list[int] | None:
        """The seats that won, none where nobody did; `None` while the play goes on."""

    @property
    def end_reason(self) -> str | None:
        """The id of the way the play ended; `None` while it goes on."""

    def end_text(self, lang: Literal["en", "ja"] = "en") -> str | None:
        """Say in words how the play ended; `None` while it goes on."""

    def __len__(self) -> int:
        """How many decisions were taken."""

    def __bool__(self) -> bool:
        """Always: a play is something even before its first decision."""

    def legal(self, seat: int) -> npt.NDArray[np.int64]:
        """List the numbers of the actions that the seat may take; none if it is not awaited.

        A number below `game.action_count` means the same action in every state. An answer to an
        open decision (a layout of HONNOJI, the set-up of 森羅万象) has no such number. It gets
        `game.action_count` and its place in this very list, and means that only in states in which
        the seat sees what it sees in this one.
        """

    def legal_mask(self, seat: int) -> npt.NDArray[np.bool_]:
        """For each number below `game.action_count`, say whether the seat may take the action.

        Answers to open decisions have no place in it: there it is `False` throughout.
        """

    def actions(self, seat: int) -> list[str]:
        """List the notations of the actions that the seat may take, in the order of `legal`."""

    def lists_all(self, seat: int) -> bool:
        """Whether `legal` and `actions` list all that the seat may do.

        Of an open decision they are a selection, and `step` takes others in notation.
        """

    def step(self, seat: int, action: int | str) -> None:
        """Take an action, given by its number or in notation.

        What follows without a decision is done too.

        Raises `Illegal` where a rule forbids it; nothing has changed then.
        """

    def step_by_chance(self, seat: int, action: int | str) -> Chance:
        """Take an action and decide all that is chance about it draw by draw.

        This state does not change. Its own dice are not thrown, so it does not matter what they
        would have given.

        Raises `Illegal` where a rule forbids the action.
        """

    def redeal_by_chance(self) -> Chance:
        """Draw anew what a spectator does not know, draw by draw.

        Every world that a spectator cannot tell from this state can come of it, as likely as
        `imagine` would have it.
        """

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """What the seat observes: the numbers of `game.features`, one feature behind the other.

        It follows from `view(seat)` alone. Seats are counted from the observing one.
        """

    def walk(self, seat: int) -> Walk:
        """Begin the way to one of the seat's listed actions by small choices."""

    def choices(self, seat: int, action: int | str) -> list[int]:
        """List the small choices that an action is made of: the way to it from `walk`.

        Raises `Illegal` where a rule forbids the action.
        """

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What the seat may know; without a seat what anybody may know.

        Made for reading, and slow beside everything else here.
        """

    def imagine(self, seat: int, seed: int) -> State:
        """Draw a world that could be the true one as far as the seat can tell.

        Every possibility is as likely as it is for the seat. The world goes on with the dice of the
        seed, and its record begins where it stands.
        """

    def clone(self) -> State:
        """Copy the state, to go another way."""

    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: object, /) -> State: ...
    def returns(self) -> list[float]:
        """What the result is worth to each seat.

        1.0: it won, alone or together with others. -1.0: others won. 0.0: nobody won, or the play
        goes on.
        """

    def scores(self) -> list[int]:
        """Each seat's score so far, in the game's own points."""

    def record(self) -> str:
        """Write the play down as JSON, for `Game.replay`, `zashiki replay` and the page.

        It holds the seed: nobody who plays may see it.
        """

    def position(self) -> str:
        """Write down the complete truth as JSON, for `Game.position`."""

    def label(self, seat: int, action: int | str, lang: Literal["en", "ja"] = "en") -> str:
        """Say a legal action in words.

        Raises `Illegal` where it is none.
        """

    def notation(self, seat: int, action: int | str) -> str:
        """Write a legal action in notation.

        Raises `Illegal` where it is none.
        """

    @property
    def can_undo(self) -> bool:
        """Whether the last action may be taken back."""

    def undo(self) -> None:
        """Take the last action back.

        Raises `Illegal` (`T-5`) where it showed something hidden, the play is over or began here.
        """

@final
class Walk:
    """The way to an action by small choices: what to do, where, with which cards."""

    @property
    def factor(self) -> int | None:
        """Which of `game.factors` is chosen next; `None` once the action is chosen.

        Also `None` where the seat has nothing to decide.
        """

    def mask(self) -> npt.NDArray[np.bool_]:
        """For each number of that factor, say whether it may be chosen."""

    @property
    def choices(self) -> list[int]:
        """The numbers that were chosen."""

    def choose(self, number: int) -> None:
        """Make the next choice.

        Raises `BadInput` where it may not be made; nothing has changed then.
        """

    @property
    def action(self) -> int | None:
        """The number of the action, as in `State.legal`; `None` before the last choice."""

    def clone(self) -> Walk:
        """The same once more, to choose otherwise."""

    def __copy__(self) -> Walk: ...
    def __deepcopy__(self, _memo: object, /) -> Walk: ...

@final
class Chance:
    """What the dice decide in a deal, an action or a world, decided from outside.

    A shuffle is as many draws as it has cards that can be swapped, so different draws can come to
    the same state.
    """

    @property
    def outcomes(self) -> int | None:
        """How many equally likely outcomes the next draw has.

        `None` where nothing is left to draw.
        """

    @property
    def drawn(self) -> list[int]:
        """The numbers that were drawn."""

    def draw(self, number: int) -> None:
        """Decide the next draw.

        Raises `BadInput` where the number is not below `outcomes`; nothing has changed then.
        """

    def state(self, seed: int = 0) -> State | None:
        """Give the state that came of it; `None` while something is left to draw.

        Its record begins here, as that of an imagined state does, and `State.step` goes on with the
        dice of the seed.
        """

    def clone(self) -> Chance:
        """Copy it, to draw otherwise."""

    def __copy__(self) -> Chance: ...
    def __deepcopy__(self, _memo: object, /) -> Chance: ...

@final
class Batch:
    """Many plays at once, stepped in threads of Rust.

    The arrays have a row for each play. They stay where they are and change with every step: copy
    what is to be kept. A play that ends is dealt anew by itself. What happens follows from the
    seed, whatever the number of threads. What is written to the arrays changes nothing else.

    Batches can be copied and pickled, and go on in forked processes. A step that Ctrl-C ended
    leaves plays that are not whole: until `reset`, `step` raises `RuntimeError`, as it does while
    another thread steps the same batch.
    """

    def __new__(
        cls,
        game: Game,
        plays: int,
        bots: Sequence[str | None] | None = None,
        form: Literal["actions", "choices"] = "actions",
        rotate: bool = False,
        seed: int = 0,
        threads: int | None = None,
    ) -> Batch:
        """Deal so many plays.

        `bots`: for each seat the text of a bot, or `None` where you decide; you decide everywhere
        if it is left out. `rotate`: the bots sit one seat further on in each next play. `form`:
        whether a step takes a whole action or a small choice. `threads`: as many as there are
        cores, if left out.

        Raises `BadInput` where there are no such bots, or the game has actions without a number
        and `form` is not `"choices"`.
        """

    @property
    def game(self) -> Game:
        """What is played."""

    def __len__(self) -> int:
        """How many plays there are."""

    def reset(self) -> None:
        """Deal all plays anew."""

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an action, or a small choice, in each play: a whole number for each.

        Raises `Illegal` where one is not possible; then nothing is done anywhere. `TypeError` or
        `ValueError` where it is no array of so many whole numbers.
        """

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """Who is to decide, shape (plays,)."""

    @property
    def observations(self) -> npt.NDArray[np.float32]:
        """What that seat observes, shape (plays, game.observation_size)."""

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which numbers may be taken.

        Shape (plays, game.action_count), or (plays, the greatest size of a factor).
        """

    @property
    def factors(self) -> npt.NDArray[np.int64] | None:
        """Which of `game.factors` is chosen next, shape (plays,); `None` for whole actions."""

    @property
    def choices(self) -> npt.NDArray[np.int16] | None:
        """The small choices made for the action that is being chosen, -1 where there are no more.

        `None` for whole actions.
        """

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the play that ended in this step was worth to each seat, shape (plays, seats).

        As `State.returns`; 0 where no play ended.
        """

    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        """Whether a play ended in this step, shape (plays,). The next one stands in its place."""

@final
class Bot:
    """A player that thinks. It sees of a state what its seat may know, and nothing else.

    Bots can be copied and pickled with all that they remember. Ctrl-C ends what they search; they
    can be asked again then.
    """

    def __new__(cls, spec: str, game: Game, seed: int = 0) -> Bot:
        """Make the bot that a text describes: `greedy`, `ismcts:sims=400`, a level like `master`.

        `docs/reference/bots.md` lists them. The same text and seed make the same choices, unless the text has
        a budget in time.

        Raises `BadInput` where there is no such bot, or it cannot play the game.
        """

    @property
    def spec(self) -> str:
        """The text that describes it."""

    def choose(self, state: State, seat: int) -> int:
        """Choose an action for the seat, whose decision must be awaited: its number.

        Other threads of Python go on meanwhile.

        Raises `Illegal` where the seat has nothing to decide, `BadInput` where the bot was made for
        another game.
        """

    def advise(self, state: State, seat: int) -> dict[str, Any]:
        """Say which choices of the seat are the best, and why: what `zashiki analyze --json` says.

        `choices`, the best first, each with its notation (`action`), its name in words (`label`),
        `chances` of winning in thousandths after it, and why (`why`); texts have the keys `en` and
        `ja`. `concealed`: whether the decision is a secret one, so that no single choice is best.
        Only bots that search have advice to give: `ismcts:…`, `alphabeta:…`, `planner:…`, and
        levels that are one of these. It follows from what the seat may know. Other threads of
        Python go on meanwhile.

        Raises `Illegal` where the seat has nothing to decide, `BadInput` where the bot does not
        search or was made for another game.
        """

def simulate(
    game: Game,
    bots: Sequence[_Player],
    games: int = 100,
    seed: int = 1,
    threads: int | None = None,
    rotate: bool = False,
    rows: bool = False,
) -> dict[str, Any]:
    """Play many games between bots, and count.

    `bots`: one for each seat, or one for all; texts as for `Bot`, or functions of a state and a
    seat that give the number or the notation of an action. The state that a function gets is a
    world imagined from what the seat sees, so it cannot look at the truth. Functions play in one
    thread.

    `threads`: as many as there are cores, if left out; what is found is the same with any number.
    `rotate`: whether each deal is played as often as there are seats, the bots one seat further
    each time. Other threads of Python go on meanwhile.

    Gives the report of `zashiki simulate --json` (see `docs/reference/formats.md`). With `rows` it has a key
    more, `rows`: columns with a row for each game, of which `pandas.DataFrame`, `polars.DataFrame`
    and `pyarrow.table` make a table. NumPy arrays: `number`, `seed`, `first` (who decided first),
    `won_0`, `won_1` … and `score_0`, `score_1` … (one for each seat), `margin`, `turns`,
    `decisions`; and the list `reason`.

    Raises `BadInput` where it cannot be played so, `Illegal` where a function gives no legal
    action, and whatever a function raises.
    """

def ladder(
    game: Game,
    bots: Sequence[_Player],
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    steps: bool = False,
    margin: float = 50.0,
) -> dict[str, Any]:
    """Rank bots by games between each two of them.

    `bots`: at least two, the weaker first, as for `simulate`. With more than two sides a bot plays
    one of them, and the bot that it meets all the others. `games`: the most of each pair, which
    ends early as soon as one is sure that the bot is at least `margin` Elo stronger, or that it is
    not stronger at all. `steps`: whether each bot meets only the one before it.

    Gives what `zashiki lab ladder --json` gives (see `docs/reference/formats.md`): `ranks`, the strongest
    first, and `pairs`, each a list of dicts.

    Raises as `simulate` does.
    """

def balance(
    game: Game,
    bot: str = "greedy",
    games: int = 400,
    sims: int = 50,
    seed: int = 1,
    threads: int | None = None,
    lang: Literal["en", "ja"] = "en",
    denied: int = 6,
) -> dict[str, Any]:
    """Look into what the rules and components of a game do.

    `bot`: of all seats. `games`: at least 8; a quarter as many are played for each kind of action
    that is denied. `sims`: simulations of the weaker of two searches that are compared; the
    stronger has four times as many. `denied`: how many kinds of the second degree (`place 5`) are
    denied, those first that go most with winning or losing; those of the first (`place`) all are.

    Gives the numbers that `zashiki lab balance --json` gives (see `docs/reference/formats.md`), and under
    `page` the page of `zashiki lab balance` in this language (see `docs/guides/lab.md`): HTML, complete in
    itself.

    Raises `BadInput` where it cannot be played so.
    """

def train(
    game: Game,
    bot: str = "greedy",
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
) -> str:
    """Train a network that corrects a game's rule of thumb, by play of a bot against itself.

    `games`: at least 20. The game must have its own components and default options.

    Gives what `zashiki lab train` prints (see `docs/guides/lab.md`): the text of a `network.toml`, to be
    measured by `zashiki lab match-weights --network`.

    Raises `BadInput` where the game has no network, or it cannot be played so.
    """

class _Hands(Protocol):
    def found(self, run: str, start: int, stop: int, /) -> list[str]: ...

@final
class _Study:
    """A question to the laboratory, and who plays: for `zashiki.ray`.

    It is answered here (`run`), or its games are played in parts by other processes (`part`).
    """

    @staticmethod
    def simulate(
        game: Game, bots: Sequence[_Player], games: int, seed: int, rotate: bool, rows: bool
    ) -> _Study: ...
    @staticmethod
    def ladder(
        game: Game, bots: Sequence[_Player], games: int, seed: int, steps: bool, margin: float
    ) -> _Study: ...
    @staticmethod
    def balance(
        game: Game, bot: str, games: int, sims: int, seed: int, lang: str, denied: int
    ) -> _Study: ...
    @staticmethod
    def train(game: Game, bot: str, games: int, seed: int) -> _Study: ...
    @property
    def mark(self) -> str: ...
    def run(self, threads: int | None = None, others: _Hands | None = None) -> Any: ...  # noqa: ANN401
    def part(self, run: str, start: int, stop: int) -> list[str]: ...
