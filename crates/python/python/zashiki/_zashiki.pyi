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
    "_components_digest",
    "_rate",
    "_spread",
    "__version__",
    "balance",
    "games",
    "ladder",
    "simulate",
    "solve",
    "train",
]

# The version of the package, as in its metadata.
__version__: str

# A player: the spec of a bot, as for `Bot`, or a function of a state and a seat that returns the
# number or the notation of an action.
_Player: TypeAlias = str | Callable[[State, int], int | str]

class Illegal(ValueError):
    """An action that a rule forbids. The state is unchanged."""

    rule: str
    """Id of the rule: a rule of the game (see its RULES.md), or a common one (`T-1` …)."""
    ja: str
    """The message in Japanese."""

class BadInput(ValueError):
    """Invalid input: an unknown game, seat or bot, or an invalid option, position or record.

    The message names the input, the reason and the remedy.
    """

    ja: str
    """The message in Japanese."""

class InternalError(RuntimeError):
    """A bug in zashiki: please report it.

    The interrupted call may have left objects half changed: continue with an earlier copy.
    """

def games() -> list[str]:
    """Ids of all games, in the order of the catalogue."""

@final
class Game:
    """A game with its seats, options and components.

    Games are equal if all of these are equal. They can be hashed and pickled.
    """

    def __new__(
        cls,
        id: str,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        components: str | bytes | None = None,
    ) -> Game:
        """Configure a game.

        `seats` defaults to the smallest number of the game. Missing `options` have their defaults.
        `components` is the text of a components file that replaces the game's own.

        Raises `BadInput` if the game does not exist or the configuration is invalid.
        """

    @property
    def id(self) -> str:
        """Id of the game, as in `games()`."""

    @property
    def name(self) -> str:
        """Name of the game in English."""

    @property
    def name_ja(self) -> str:
        """Name of the game in Japanese."""

    @property
    def seats(self) -> int:
        """Number of seats. Seats are numbered from 0."""

    @property
    def seat_names(self) -> list[str]:
        """Names of the seats in English."""

    @property
    def sides(self) -> list[list[int]]:
        """Teams: seats of one list win together, and each seat is in exactly one list."""

    @property
    def options(self) -> dict[str, Any]:
        """All options, including defaults."""

    @property
    def components(self) -> str | None:
        """Text of the components file that replaces the game's own, or `None`."""

    @property
    def rules_version(self) -> int:
        """Version of the rules: an older one only in a state replayed from an older record."""

    @property
    def action_count(self) -> int:
        """Number of actions whose number is the same in every state.

        Open decisions have further answers: see `State.legal`.
        """

    @property
    def factors(self) -> list[dict[str, Any]]:
        """Kinds of sub-actions that actions consist of: `name`, `size` and `meaning` of each.

        See `State.walk`; `docs/reference/observations.md` lists them.
        """

    @property
    def features(self) -> list[dict[str, Any]]:
        """Features of an observation: `name`, `shape`, `meaning` and `max` of each, in order.

        All values are from 0 to `max`. See `State.observation`; `docs/reference/observations.md`
        lists them.
        """

    @property
    def observation_size(self) -> int:
        """Number of values in an observation."""

    @property
    def max_decisions(self) -> int:
        """Upper bound of the number of decisions in a match."""

    @property
    def levels(self) -> dict[str, str]:
        """Bot spec of each difficulty level with this number of seats, weakest first."""

    @property
    def hidden(self) -> bool:
        """True if the game has hidden information."""

    @property
    def chance(self) -> bool:
        """True if the game has chance, in the deal or later."""

    def new_initial_state(self, seed: int) -> State:
        """Start a match. The seed, from 0 to 2**64 - 1, determines all chance."""

    def deal_by_chance(self) -> Chance:
        """Start a match whose deal the caller decides draw by draw, to enumerate deals."""

    def position(self, text: str | bytes, seed: int = 0) -> State:
        """Start a match at a position.

        `text` is the JSON of `State.position`, described in `docs/reference/formats.md`. If the
        position has no state of the random number generator, `seed` provides it.

        Raises `BadInput` if it is not a position of the game, or violates an invariant.
        """

    @staticmethod
    def replay(record: str | bytes) -> State:
        """Replay a record: the JSON of `State.record`, of the command line or of the page.

        The record names its game. Every step is checked. The bytes of a file may be UTF-8, or
        UTF-16 with a byte order mark, as for `position` and `components`.

        Raises `BadInput` if the record is invalid; the message names the step.
        """

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object, /) -> Game: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class State:
    """The complete state of a match, including hidden information.

    A player at a seat may use only `view(seat)`, `legal(seat)` and determinizations of
    `determinize(seat, seed)`. States can be copied (`clone`, `copy`) and pickled. A pickle holds
    the record, which is replayed when the pickle is loaded.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def current_players(self) -> list[int]:
        """Seats to decide, ascending; empty if the match is over.

        Several seats may decide in any order.
        """

    @property
    def is_over(self) -> bool:
        """True if the match is over."""

    @property
    def winners(self) -> list[int] | None:
        """Seats that won, possibly none; `None` before the end."""

    @property
    def end_reason(self) -> str | None:
        """Id of the reason for the end; `None` before the end."""

    def end_text(self, lang: Literal["en", "ja"] = "en") -> str | None:
        """Describe the reason for the end; `None` before the end."""

    def __len__(self) -> int:
        """Number of decisions taken."""

    def __bool__(self) -> bool:
        """Return `True`, also before the first decision."""

    def legal(self, seat: int) -> npt.NDArray[np.int64]:
        """List the numbers of the legal actions of a seat; empty if the seat is not to decide.

        A number below `game.action_count` means the same action in every state. An answer to an
        open decision (a layout of HONNOJI, the set-up of 森羅万象) has no such number: it gets
        `game.action_count` plus its index in this list. That number is valid only in states with
        the same information state of the seat.
        """

    def legal_mask(self, seat: int) -> npt.NDArray[np.bool_]:
        """Legality of each action number below `game.action_count`.

        All values are `False` for an open decision, whose answers have no such number.
        """

    def actions(self, seat: int) -> list[str]:
        """List the notations of the legal actions of a seat, in the order of `legal`."""

    def lists_all(self, seat: int) -> bool:
        """Return `True` if `legal` and `actions` list every legal action.

        For an open decision they are a selection, and `step` accepts others in notation.
        """

    def step(self, seat: int, action: int | str) -> None:
        """Apply an action, given by number or notation, and all its automatic consequences.

        Raises `Illegal` if a rule forbids the action; the state is then unchanged.
        """

    def step_by_chance(self, seat: int, action: int | str) -> Chance:
        """Apply an action to a copy, with every chance outcome decided by the caller.

        This state and its random number generator do not change.

        Raises `Illegal` if a rule forbids the action.
        """

    def redeal_by_chance(self) -> Chance:
        """Determinize for a spectator, with every draw decided by the caller.

        The outcomes are all states that a spectator cannot distinguish from this one, with the
        probabilities of `determinize`.
        """

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """Observation of a seat: the concatenated values of `game.features`.

        It depends on `view(seat)` alone. Seats are numbered relative to the observing one.
        """

    def walk(self, seat: int) -> Walk:
        """Start to choose one of the listed actions of a seat by sub-actions."""

    def choices(self, seat: int, action: int | str) -> list[int]:
        """List the sub-actions of an action: the numbers that `walk` takes to reach it.

        Raises `Illegal` if a rule forbids the action.
        """

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Information state of a seat, or of a spectator if no seat is given.

        It is meant for reading, and slow compared with the other methods.
        """

    def text(
        self, seat: int | Literal["all"] | None = None, lang: Literal["en", "ja"] = "en"
    ) -> str:
        """Board in plain text, for a terminal.

        As a seat sees it, or a spectator if no seat is given. `"all"` shows what all seats know
        together, which no player may see.
        """

    def svg(
        self, seat: int | Literal["all"] | None = None, lang: Literal["en", "ja"] = "en"
    ) -> str:
        """Board as a picture: an SVG document, for the same viewers as `text`.

        Notebooks show the picture of `"all"` where a state is the value of a cell.
        """

    def png(
        self,
        seat: int | Literal["all"] | None = None,
        lang: Literal["en", "ja"] = "en",
        scale: float = 1.0,
    ) -> bytes:
        """Board as a PNG picture, for the same viewers as `text`.

        With scale 1 it is 800 pixels wide. It needs `pip install 'zashiki[show]'`, and fonts. Warns
        if no installed font has the letters.

        Raises `BadInput` if the scale is not above 0 and at most 10.
        """

    def rgb(
        self,
        seat: int | Literal["all"] | None = None,
        lang: Literal["en", "ja"] = "en",
        scale: float = 1.0,
    ) -> npt.NDArray[np.uint8]:
        """Board as an array of height × width × 3, as `png` draws it."""

    def _repr_svg_(self) -> str: ...
    def _actor(self) -> int | None: ...
    def _sorted(self, seat: int) -> list[int]: ...
    def _after(self, seat: int, action: int) -> State: ...
    def key(self) -> bytes:
        """Key of the complete state: 16 bytes.

        Equal states have equal keys; what chance has yet to decide is not part of them. Keys are
        the same in every process, on every platform and in every version with the same rules and
        the same fields in views and positions. They are for states of one configuration: seats,
        options and components are not part of them.
        """

    def view_key(self, seat: int | None = None) -> bytes:
        """Key of what a seat, or a spectator, sees now: 16 bytes, as stable as `key`.

        Views of a seat have equal keys if and only if they are equal; the words of texts do not
        count. It is not the key of an information set: the seat may remember more than it sees
        (see `information_key`).
        """

    def information_key(self, seat: int) -> bytes:
        """Key of the information set of a seat with perfect recall: 16 bytes, as stable as `key`.

        It is equal if the seat has seen and done the same, in the same order, since the state's
        record starts. The states of `determinize(seat, seed)` and of the `Chance` of an action
        continue the history of the original; a pickle of them does not contain it.
        """

    def history(self, seat: int) -> list[tuple[dict[str, Any], str]]:
        """Decisions of the seat so far: its view before each, and its action in notation.

        It goes as far back as `information_key`. It contains nothing that the seat does not know.
        """

    def recollection(self, seat: int, decisions: int) -> npt.NDArray[np.float32]:
        """The seat's latest decisions as numbers, the latest first, with a row for each.

        A row is the `observation` before the decision, and then for every number of each of
        `game.factors` how often it was chosen in the action. Rows are 0 where the seat has taken
        fewer decisions. It goes as far back as `information_key`.
        """

    def evaluate(self, seat: int) -> float:
        """Value of the complete state for a seat by the game's heuristic, from -1.0 to 1.0.

        1.0 is won and -1.0 lost. Search of the levels up to "master" ends in this evaluation. It
        reads hidden information: to play by it, evaluate determinizations.
        """

    def evaluate_actions(self, seat: int) -> npt.NDArray[np.float64]:
        """Value of the state after each action of `legal(seat)`, in the same order.

        Chance that follows an action is drawn as it will be. Faster than a loop of `evaluate`.
        """

    def determinize(self, seat: int, seed: int) -> State:
        """Sample a state consistent with the information state of a seat.

        Each state has its probability given what the seat knows. The sampled state continues with
        a random number generator of `seed`, and its record starts at the sampled position.
        """

    def clone(self) -> State:
        """Copy the state, to explore another line of play."""

    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: object, /) -> State: ...
    def returns(self) -> list[float]:
        """Payoff of each seat.

        1.0: the seat won, alone or with others. -1.0: others won. 0.0: nobody won, or the match is
        not over.
        """

    def scores(self) -> list[int]:
        """Current score of each seat, in the game's own points."""

    def record(self) -> str:
        """Record of the match as JSON, for `Game.replay`, `zashiki replay` and the page.

        It contains the seed: do not show it to players.
        """

    def position(self) -> str:
        """Complete state as JSON, for `Game.position`."""

    def label(self, seat: int, action: int | str, lang: Literal["en", "ja"] = "en") -> str:
        """Describe a legal action.

        Raises `Illegal` if a rule forbids the action.
        """

    def notation(self, seat: int, action: int | str) -> str:
        """Notation of a legal action.

        Raises `Illegal` if a rule forbids the action.
        """

    @property
    def can_undo(self) -> bool:
        """True if the last action can be undone."""

    def undo(self) -> None:
        """Undo the last action.

        Raises `Illegal` (`T-5`) if it revealed hidden information, the match is over, or there is
        no action to undo.
        """

@final
class Walk:
    """Selection of one action by sub-actions: what to do, where, with which cards."""

    @property
    def factor(self) -> int | None:
        """Index into `game.factors` of the next sub-action; `None` once the action is chosen.

        It is also `None` if the seat has nothing to decide.
        """

    def mask(self) -> npt.NDArray[np.bool_]:
        """Legality of each number of the next sub-action."""

    @property
    def choices(self) -> list[int]:
        """Numbers chosen so far."""

    def choose(self, number: int) -> None:
        """Choose the number of the next sub-action.

        Raises `BadInput` if the number is not possible; the walk is then unchanged.
        """

    @property
    def action(self) -> int | None:
        """Number of the chosen action, as in `State.legal`; `None` before the last sub-action."""

    def clone(self) -> Walk:
        """Copy the walk, to choose differently."""

    def __copy__(self) -> Walk: ...
    def __deepcopy__(self, _memo: object, /) -> Walk: ...

@final
class Chance:
    """Chance outcomes of a deal, an action or a determinization, decided by the caller.

    A shuffle has one draw per card that can be swapped, so different draws can lead to the same
    state.
    """

    @property
    def outcomes(self) -> int | None:
        """Number of equally likely outcomes of the next draw; `None` after the last draw."""

    @property
    def drawn(self) -> list[int]:
        """Outcomes of the draws so far."""

    def draw(self, number: int) -> None:
        """Decide the next draw.

        Raises `BadInput` unless the number is at least 0 and below `outcomes`; the draws are then
        unchanged.
        """

    def state(self, seed: int = 0) -> State | None:
        """Resulting state; `None` before the last draw.

        Its record starts here, as that of a determinization does, and `State.step` continues with
        a random number generator of `seed`.
        """

    def clone(self) -> Chance:
        """Copy the draws, to decide further ones differently."""

    def __copy__(self) -> Chance: ...
    def __deepcopy__(self, _memo: object, /) -> Chance: ...

@final
class Batch:
    """Many matches at once, stepped in Rust threads.

    The arrays have a row for each match. Every step overwrites them in place: copy the values that
    you need later. A match that ends is replaced by a new one. Results depend on the seed, not on
    the number of threads. Writing to the arrays has no effect on the matches.

    Batches can be copied and pickled, and continue in forked processes. A step that Ctrl-C
    interrupts leaves inconsistent matches: until `reset`, `step` raises `RuntimeError`. It also
    does while another thread steps the same batch.
    """

    def __new__(
        cls,
        game: Game,
        plays: int,
        bots: Sequence[str | None] | None = None,
        form: Literal["actions", "choices"] = "actions",
        rotate: bool | Literal["random"] = False,
        seed: int = 0,
        threads: int | None = None,
        learner: int | None = None,
        flat: bool = False,
        parallel: bool = False,
    ) -> Batch:
        """Start `plays` matches.

        `bots` has for each player the spec of a bot, or `None` if the caller decides; by default
        the caller decides for all. Players have the seats of their indices. With `rotate=True`
        they move one seat on from each match of the batch to the next, with `"random"` by a random
        number of seats in each new match. `form` selects whether a step takes an action or a
        sub-action. `threads` defaults to the number of cores.

        `final_observations` are those of the player `learner`, an index into `bots`; by default
        those of the caller's seat that decided last. With `flat`, observations are scaled to 0 to
        1: each value is divided by the `max` of its feature. By sub-actions, a flat observation
        ends with the kind of the next one (one of `len(game.factors)` values is 1) and with those
        chosen so far (each number plus one, divided by the number of numbers, then 0).

        With `parallel` all seats act at once, and the caller decides for all. `step` takes an array
        of shape (plays, seats), and all arrays but `dones` have an axis of seats after that of
        matches. There is one more number, the last, which waits: the only legal one for a seat that
        is not to decide. Simultaneous decisions take effect once the last seat has chosen.

        Raises `BadInput` if a bot does not exist, or if the game has actions without a number and
        `form` is not `"choices"`.
        """

    @property
    def game(self) -> Game:
        """The game."""

    def __len__(self) -> int:
        """Number of matches."""

    def reset(self) -> None:
        """Replace all matches by new ones."""

    def step(self, actions: npt.ArrayLike) -> None:
        """Apply an action or a sub-action in each match: `actions` has one integer per match.

        A match whose integer is -1 stays as it is in this step.

        Raises `Illegal` if one of them is not legal; then no match changes. Raises `TypeError` or
        `ValueError` if `actions` is not an array of one integer per match.
        """

    def seat_bots(self, player: int, bots: Sequence[str], which: npt.ArrayLike) -> None:
        """Give bots to a player for the rest of the current matches.

        `player` is an index into the `bots` of the batch, and `which` has for each match an index
        into these `bots`, or -1 for no change. Like `step`, it plays on where a bot must decide,
        and sets `rewards` and `dones`.

        Raises `BadInput` if a player, bot or index does not exist; then no match changes.
        """

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """Seats to decide, shape (plays,).

        In a parallel batch, -1 for seats that wait.
        """

    @property
    def players(self) -> npt.NDArray[np.int64]:
        """Players to decide, as indices into `bots`, shape (plays,)."""

    @property
    def observations(self) -> npt.NDArray[np.float32]:
        """Observations of the seats to decide.

        Shape (plays, game.observation_size); flat ones of sub-actions are longer.
        """

    @property
    def final_observations(self) -> npt.NDArray[np.float32]:
        """Observations of the ended states of the matches that ended in this step.

        They are those of the learner, or without one of the caller's seat that decided last. Rows
        of matches that did not end are from earlier steps. The shape is that of `observations`.
        """

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Legality of each number.

        Shape (plays, game.action_count), or (plays, the greatest size of a sub-action).
        """

    @property
    def factors(self) -> npt.NDArray[np.int64] | None:
        """Indices into `game.factors` of the next sub-actions, shape (plays,).

        `None` for whole actions.
        """

    @property
    def choices(self) -> npt.NDArray[np.int16] | None:
        """Sub-actions chosen so far for the current action, padded with -1.

        `None` for whole actions.
        """

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """Payoffs of the matches that ended in this step, shape (plays, seats).

        Values are those of `State.returns`, and 0 for matches that did not end.
        """

    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        """True for matches that ended in this step and were replaced, shape (plays,)."""

@final
class Bot:
    """A built-in bot. It reads only the information state of its seat.

    Bots can be copied and pickled together with their memory. Ctrl-C ends a search, after which
    the bot can be used again.
    """

    def __new__(cls, spec: str, game: Game, seed: int = 0) -> Bot:
        """Create a bot from a spec: `greedy`, `ismcts:sims=400`, or a level such as `master`.

        `docs/reference/bots.md` lists the specs. The same spec and seed give the same choices,
        unless the spec has a time budget.

        Raises `BadInput` if the bot does not exist or cannot play the game.
        """

    @property
    def spec(self) -> str:
        """Spec of the bot."""

    def choose(self, state: State, seat: int) -> int:
        """Choose an action for a seat that is to decide; returns its number.

        Releases the GIL.

        Raises `Illegal` if the seat has nothing to decide, `BadInput` if the bot was created for
        another game.
        """

    def advise(self, state: State, seat: int) -> dict[str, Any]:
        """Advice for a seat: the best actions with reasons, as `zashiki analyze --json` prints.

        `choices` are sorted by strength. Each has its notation (`action`), its description
        (`label`), the win probabilities after it in thousandths (`chances`) and the reasons
        (`why`); texts have the keys `en` and `ja`. `concealed` is true for a simultaneous (hidden)
        decision, in which no single action is best. Only bots that search give advice:
        `ismcts:…`, `alphabeta:…`, `planner:…`, and levels based on these. Advice depends only on
        the information state. Releases the GIL.

        Raises `Illegal` if the seat has nothing to decide, `BadInput` if the bot does not search
        or was created for another game.
        """

def simulate(
    game: Game,
    bots: Sequence[_Player],
    games: int = 100,
    seed: int = 1,
    threads: int | None = None,
    rotate: bool = False,
    rows: bool = False,
    decisions: bool = False,
) -> dict[str, Any]:
    """Simulate games between bots and return statistics.

    `bots`: one for each seat, or one for all seats. A bot is a spec as for `Bot`, or a function of
    a state and a seat that returns the number or the notation of an action. A function receives a
    determinization of the information state, so it has no access to hidden information. Functions
    run in one thread.

    `threads` defaults to the number of cores; results do not depend on it. With `rotate`, each
    deal is played once per seat, with the bots moved one seat on each time. Releases the GIL.

    Returns the report of `zashiki simulate --json` (see `docs/reference/formats.md`). With `rows`
    it also has the key `rows`: columns with a row for each game, accepted by `pandas.DataFrame`,
    `polars.DataFrame` and `pyarrow.table`. The columns are the NumPy arrays `number`, `seed`,
    `first` (the seat that decided first), `won_0`, `won_1` … and `score_0`, `score_1` … (one per
    seat), `margin`, `turns`, `decisions`, and the list `reason`.

    With `decisions` it has the key `decision_rows`: columns with a row for each decision, in order.
    They are the arrays `number` (of the game), `seat`, `choices` (the number of listed actions) and
    `value_0` … (the heuristic value for each seat directly afterwards, in thousandths), and the
    list `choice` (the action, in notation).

    Raises `BadInput` if the configuration is invalid, `Illegal` if a function returns an illegal
    action, and any exception that a function raises.
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
    """Rank bots by games between each pair of them.

    `bots`: at least two, weaker ones first, as for `simulate`. With more than two sides, a bot
    plays one side and its opponent all others. `games` is the maximum for each pair. A pair ends
    early once a sequential test shows that the bot is at least `margin` Elo stronger, or that it is
    not stronger. With `steps`, each bot meets only the preceding one.

    Returns the report of `zashiki lab ladder --json` (see `docs/reference/formats.md`): `ranks`,
    strongest first, and `pairs`, each a list of dicts.

    Raises the same exceptions as `simulate`.
    """

def balance(
    game: Game,
    population: str = "greedy",
    games: int = 400,
    sims: int = 50,
    seed: int = 1,
    threads: int | None = None,
    lang: Literal["en", "ja"] = "en",
    denied: int = 6,
) -> dict[str, Any]:
    """Measure the balance of the rules and components of a game.

    `population`: the bot that plays all seats, or several separated by commas, the weakest first:
    each plays games alone, and games with seats at random. `games`: at least 8; a quarter of this
    number is played for each denied category of actions. `sims`: simulations of the weaker of two
    searches that are compared; the stronger has four times as many. `denied`: the number of
    second-level categories (`place 5`) that are denied, those most correlated with winning or
    losing first. All first-level categories (`place`) are denied.

    Returns the report of `zashiki lab balance --json` (see `docs/reference/formats.md`), and under
    `page` the self-contained HTML page of `zashiki lab balance` in this language (see
    `docs/guides/lab.md`).

    Raises `BadInput` if the configuration is invalid.
    """

def train(
    game: Game,
    bot: str = "greedy",
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
) -> str:
    """Train a value network that corrects the heuristic of a game, by self-play of a bot.

    `games`: at least 20. The game must have its own components and default options.

    Returns the output of `zashiki lab train` (see `docs/guides/lab.md`): the text of a
    `network.toml`, whose strength `zashiki lab match-weights --network` measures.

    Raises `BadInput` if the configuration is invalid.
    """

def solve(
    game: Game,
    iterations: int = 100,
    algorithm: Literal["cfr+", "cfr", "mccfr"] = "cfr+",
    position: str | bytes | None = None,
    seed: int = 1,
    max_nodes: int = 2_000_000,
) -> dict[str, Any]:
    """Approximate an equilibrium of a game that is small enough to be enumerated.

    All decisions and random draws are enumerated, and seats have perfect recall. `algorithm`:
    counterfactual regret minimization over the whole tree (`cfr+`, `cfr`), or over samples of it
    (`mccfr`, external sampling; `seed` determines them). `position`: JSON of a position to begin
    with, where everything that a spectator does not know is dealt again. `max_nodes`: limit of the
    tree; a node takes about 50 bytes.

    Returns a dict: `nodes`, `decisions` and `information_sets` count the tree; `values` are the
    average payoffs of the seats (1 is a win), and `exploitability` what a seat gains by the best
    response, as the mean over the seats (0 for an equilibrium); `progress` has both after 0, 1, 2,
    5, 10, 20, 50 … iterations; `strategy` has the probability of each action, in notation, by
    `State.information_key`. With more than two seats, CFR need not come close to an equilibrium.

    Raises `BadInput` if the game is too large, a decision has more answers than can be listed, or
    an argument is invalid. Ctrl-C interrupts it.
    """

class _Hands(Protocol):
    def found(self, run: str, start: int, stop: int, /) -> list[str]: ...

@final
class _Study:
    """A job of the laboratory with its players, for `zashiki.ray`.

    `run` executes it in this process, or collects games that other processes play with `part`.
    """

    @staticmethod
    def simulate(
        game: Game,
        bots: Sequence[_Player],
        games: int,
        seed: int,
        rotate: bool,
        rows: bool,
        decisions: bool = False,
    ) -> _Study: ...
    @staticmethod
    def ladder(
        game: Game, bots: Sequence[_Player], games: int, seed: int, steps: bool, margin: float
    ) -> _Study: ...
    @staticmethod
    def balance(
        game: Game, population: str, games: int, sims: int, seed: int, lang: str, denied: int
    ) -> _Study: ...
    @staticmethod
    def train(game: Game, bot: str, games: int, seed: int) -> _Study: ...
    @property
    def mark(self) -> str: ...
    def run(self, threads: int | None = None, others: _Hands | None = None) -> Any: ...  # noqa: ANN401
    def part(self, run: str, start: int, stop: int) -> list[str]: ...

def _components_digest(game: Game) -> str: ...
def _rate(
    elos: Sequence[float], shares: Sequence[Sequence[float]], sides: int
) -> dict[str, Any]: ...
def _spread(seed: int, number: int) -> int: ...
