//! The studies of a game whose type is known only at run time.

use std::any::Any;
use std::io::{self, Write};

use bots::{Advice, Review, Spec};
use zashiki_core::{
    Calibration, DynInfoState, Game, GameHandle, InputError, Lang, Puzzle, PuzzleGoal, Record,
    ReplayError, Seat, WeightMatch, Weights,
};

use crate::match_runner::{NamedPlayers, Player};
use crate::simulate::{Output, SimulateConfig, Simulated, Unfinished};
use crate::work::Control;
use crate::{
    AdviceRequest, BalanceConfig, BalanceReport, BoardForm, CalibrateConfig, CompareConfig,
    Comparison, Design, DesignConfig, Envelope, Ladder, LadderConfig, Move, PeopleGame,
    PeopleMeasures, PositionReport, Progress, PuzzleConfig, Replayed, TrainConfig, TuneConfig,
    WeightMatchConfig,
};

/// Players of one game whose type is known only at run time: a type-erased [`NamedPlayers<G>`](NamedPlayers).
pub struct AnyPlayers(Box<dyn Any>);

impl AnyPlayers {
    /// Players whose game type `G` is hidden.
    pub fn new<G: Game>(players: NamedPlayers<G>) -> AnyPlayers {
        AnyPlayers(Box::new(players))
    }

    fn of<G: Game>(self) -> NamedPlayers<G> {
        *self.0.downcast().expect("the players are of this game")
    }
}

/// All studies of one game.
///
/// The field `game` of a configuration only appears in reports: it does not select the game. Each call runs a
/// whole study, so the cost of dynamic dispatch does not matter.
pub trait DynStudies: Sync {
    /// A `Player<G>` with this bot, in a box, for code that knows the game `G`.
    fn typed_player(&self, spec: Spec) -> Box<dyn Any>;

    /// Simulates matches between bots (see `lab::simulate`), or between `players`.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid, stored games belong to another configuration, a game
    /// cannot be written, or the run was stopped.
    ///
    /// # Panics
    /// Panics if the players are of another game, or one chooses an illegal action without setting
    /// [`Control::stop`].
    fn simulate(
        &self,
        plan: &SimulateConfig,
        players: Option<AnyPlayers>,
        output: Option<Output<'_>>,
        control: &Control<'_>,
    ) -> Result<Simulated, Unfinished>;

    /// Ranks bots, or `players` (see `lab::ladder`). `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    ///
    /// # Panics
    /// Panics like [`simulate`](DynStudies::simulate).
    fn ladder(
        &self,
        plan: &LadderConfig,
        players: Option<AnyPlayers>,
        control: &Control<'_>,
    ) -> Result<Option<Ladder>, InputError>;

    /// Plays the same deals under several options or components. `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if a variant cannot be played, or there are fewer than two.
    fn compare(
        &self,
        plan: &CompareConfig,
        control: &Control<'_>,
    ) -> Result<Option<Comparison>, InputError>;

    /// Searches values of the game's components and options (see `lab::design`). `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    fn design(
        &self,
        plan: &DesignConfig,
        control: &Control<'_>,
    ) -> Result<Option<Design>, InputError>;

    /// Measures the balance of the game. `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    fn balance(
        &self,
        plan: &BalanceConfig,
        control: &Control<'_>,
    ) -> Result<Option<BalanceReport>, InputError>;

    /// Measures of the games of people that were played with the game, seats, options and components of the
    /// configuration. All other games are counted as left out.
    ///
    /// # Errors
    /// Returns an error if the options are invalid or a record cannot be replayed.
    fn people(
        &self,
        plan: &BalanceConfig,
        games: &[PeopleGame],
    ) -> Result<PeopleMeasures, ReplayError>;

    /// Tunes the weights of the heuristic, which the game must have. `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    ///
    /// # Panics
    /// Panics if the game has no weights.
    fn tune(&self, plan: &TuneConfig, control: &Control<'_>)
    -> Result<Option<Weights>, InputError>;

    /// Trains a network; returns the text of its file. `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    ///
    /// # Panics
    /// Panics if the game has no weights.
    fn train(
        &self,
        plan: &TrainConfig,
        control: &Control<'_>,
    ) -> Result<Option<String>, InputError>;

    /// Calibrates search values to chances of winning. `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    fn calibrate(
        &self,
        plan: &CalibrateConfig,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Calibration>>, InputError>;

    /// Plays a match between weights of the heuristic. `None` if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    fn match_weights(
        &self,
        plan: &WeightMatchConfig,
        control: &Control<'_>,
    ) -> Result<Option<WeightMatch>, InputError>;

    /// Composes puzzles with this kind of goal (see `lab::compose`).
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    fn compose(
        &self,
        plan: &PuzzleConfig,
        quest: PuzzleGoal,
        control: &Control<'_>,
        found: &mut dyn FnMut(&Puzzle) -> bool,
    ) -> Result<Progress, InputError>;

    /// Proves that every puzzle of the game has its given solution and no other; each proof visits at most
    /// `nodes` positions.
    ///
    /// # Errors
    /// Returns an error, which names the puzzle, if a proof fails.
    fn prove_puzzles(&self, nodes: u64) -> Result<(), InputError>;

    /// Checks the position, plays the moves and counts the sequences of up to `depth` decisions from there.
    ///
    /// # Errors
    /// Returns an error if the position is impossible or a move is illegal; it names the move.
    fn play_position(
        &self,
        envelope: Envelope,
        moves: &[Move],
        depth: u32,
    ) -> Result<PositionReport, InputError>;

    /// Rebuilds a record, checking every step, and describes it.
    ///
    /// # Errors
    /// Returns an error, which names the step, if the record is invalid.
    fn replay(&self, record: &Record) -> Result<Replayed, ReplayError>;

    /// Rebuilds a record, checking every step, and writes a line of JSON for each decision and one for the
    /// last position.
    ///
    /// # Errors
    /// Returns the outer error if the record is invalid (nothing is written then), the inner error if writing
    /// fails.
    fn trace(&self, record: &Record, out: &mut dyn Write) -> Result<io::Result<()>, ReplayError>;

    /// A bot's advice for a seat's decision, from the seat's information state. `seat: None` is the lowest
    /// seat to decide; `bot: None` is the game's default adviser.
    ///
    /// # Errors
    /// Returns an error if there is no such step, bot or position, or if the seat is not to decide.
    fn advise_on_asked(
        &self,
        asked: &AdviceRequest,
        seat: Option<Seat>,
        bot: Option<&str>,
    ) -> Result<Advice, ReplayError>;

    /// The board of a position or of a step of a record, as a seat sees it, or with the knowledge of all seats
    /// if no seat is given.
    ///
    /// # Errors
    /// Returns an error if there is no such step, position or seat.
    fn show(
        &self,
        request: &AdviceRequest,
        seat: Option<Seat>,
        lang: Lang,
        form: BoardForm,
    ) -> Result<String, ReplayError>;

    /// A bot's advice for a decision that is given as an information state.
    ///
    /// # Errors
    /// Returns an error if the bot is unknown.
    ///
    /// # Panics
    /// Panics if `info_state` is of another game.
    fn advise_on(&self, info_state: &DynInfoState, bot: Option<&str>)
    -> Result<Advice, InputError>;

    /// A bot's review of a record, with the seat names of the game. `bot: None` is the game's default
    /// reviewer. `progress` is called with the number of finished steps and of all steps.
    ///
    /// # Errors
    /// Returns an error if the record is invalid or the bot is unknown.
    fn review_named(
        &self,
        record: &Record,
        bot: Option<&str>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Review, ReplayError>;
}

impl<G: Game> DynStudies for GameHandle<G> {
    fn typed_player(&self, spec: Spec) -> Box<dyn Any> {
        Box::new(Player::<G>::from(spec))
    }

    fn simulate(
        &self,
        plan: &SimulateConfig,
        players: Option<AnyPlayers>,
        output: Option<Output<'_>>,
        control: &Control<'_>,
    ) -> Result<Simulated, Unfinished> {
        crate::simulate::simulate::<G>(plan, players.map(AnyPlayers::of), output, control)
    }

    fn ladder(
        &self,
        plan: &LadderConfig,
        players: Option<AnyPlayers>,
        control: &Control<'_>,
    ) -> Result<Option<Ladder>, InputError> {
        crate::ladder::ladder::<G>(plan, players.map(AnyPlayers::of), control)
    }

    fn compare(
        &self,
        plan: &CompareConfig,
        control: &Control<'_>,
    ) -> Result<Option<Comparison>, InputError> {
        crate::compare::compare::<G>(plan, control)
    }

    fn design(
        &self,
        plan: &DesignConfig,
        control: &Control<'_>,
    ) -> Result<Option<Design>, InputError> {
        crate::design::design::<G>(plan, control)
    }

    fn balance(
        &self,
        plan: &BalanceConfig,
        control: &Control<'_>,
    ) -> Result<Option<BalanceReport>, InputError> {
        crate::balance::balance::<G>(plan, control)
    }

    fn people(
        &self,
        plan: &BalanceConfig,
        games: &[PeopleGame],
    ) -> Result<PeopleMeasures, ReplayError> {
        let options = G::info().complete_options(&plan.options)?;
        let fits = |record: &Record| {
            record.game == G::info().id
                && usize::from(record.seats) == plan.seats
                && record.options == options
                && record.components == plan.components
                && record.rules_version == G::info().rules_version
                && record.position.is_none()
        };
        crate::people::people::<G>(games, fits)
    }

    fn tune(
        &self,
        plan: &TuneConfig,
        control: &Control<'_>,
    ) -> Result<Option<Weights>, InputError> {
        crate::tune::tune::<G>(plan, control)
    }

    fn train(
        &self,
        plan: &TrainConfig,
        control: &Control<'_>,
    ) -> Result<Option<String>, InputError> {
        crate::train::train::<G>(plan, control)
    }

    fn calibrate(
        &self,
        plan: &CalibrateConfig,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Calibration>>, InputError> {
        crate::calibrate::calibrate::<G>(plan, control)
    }

    fn match_weights(
        &self,
        plan: &WeightMatchConfig,
        control: &Control<'_>,
    ) -> Result<Option<WeightMatch>, InputError> {
        crate::weight_match::match_weights::<G>(plan, control)
    }

    fn compose(
        &self,
        plan: &PuzzleConfig,
        quest: PuzzleGoal,
        control: &Control<'_>,
        found: &mut dyn FnMut(&Puzzle) -> bool,
    ) -> Result<Progress, InputError> {
        crate::puzzles::compose::<G>(plan, quest, control, found)
    }

    fn prove_puzzles(&self, nodes: u64) -> Result<(), InputError> {
        crate::puzzles::prove_puzzles::<G>(nodes)
    }

    fn play_position(
        &self,
        envelope: Envelope,
        moves: &[Move],
        depth: u32,
    ) -> Result<PositionReport, InputError> {
        crate::position::play_position::<G>(envelope, moves, depth)
    }

    fn replay(&self, record: &Record) -> Result<Replayed, ReplayError> {
        crate::replay::replay::<G>(record)
    }

    fn trace(&self, record: &Record, out: &mut dyn Write) -> Result<io::Result<()>, ReplayError> {
        crate::replay::trace::<G>(record, out)
    }

    fn advise_on_asked(
        &self,
        asked: &AdviceRequest,
        seat: Option<Seat>,
        bot: Option<&str>,
    ) -> Result<Advice, ReplayError> {
        crate::advise::advise::<G>(asked, seat, bot)
    }

    fn show(
        &self,
        request: &AdviceRequest,
        seat: Option<Seat>,
        lang: Lang,
        form: BoardForm,
    ) -> Result<String, ReplayError> {
        crate::show::show::<G>(request, seat, lang, form)
    }

    fn advise_on(
        &self,
        info_state: &DynInfoState,
        bot: Option<&str>,
    ) -> Result<Advice, InputError> {
        let info_state = info_state.of::<G>().expect("the information state is of this game");
        // Nothing is known about the players of a bare state.
        crate::advise::advise_on(info_state, bot, &[])
    }

    fn review_named(
        &self,
        record: &Record,
        bot: Option<&str>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Review, ReplayError> {
        crate::advise::review::<G>(record, bot, progress)
    }
}
