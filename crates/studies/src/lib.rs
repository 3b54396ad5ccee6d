//! Studies of a game by its bots: simulation, ladders, comparison, balance, tuning, training and puzzles.
//! All are generic over the game; [`DynStudies`] offers them without the game's type.
//! Results depend on the configuration alone, for any number of threads and processes.
//!
//! ```no_run
//! use studies::{Control, DynStudies, LadderConfig, Stop, WorkMode};
//! use zashiki_core::GameHandle;
//!
//! let config = LadderConfig {
//!     game: "kokyu".to_owned(),
//!     seats: 2,
//!     bots: "random,greedy".to_owned(),
//!     games: 100,
//!     seed: 1,
//!     options: serde_json::Value::Null,
//!     components: None,
//!     steps: false,
//!     margin: 50.0,
//!     engines: Default::default(),
//! };
//! let stop = Stop::default();
//! let control = Control { threads: None, stop: &stop, progress: &|_, _| {}, work: WorkMode::Local };
//! let ladder = GameHandle::<kokyu::Kokyu>::new().ladder(&config, None, &control)?;
//! println!("{:?}", ladder.expect("the run was not stopped").ranks);
//! # Ok::<(), zashiki_core::InputError>(())
//! ```
//!
//! The crate `lab` finds the game by its id and documents each study.

mod advise;
mod balance;
mod beta;
mod calibrate;
mod checkpoint;
mod compare;
mod component_override;
mod design;
mod early_stopping;
mod game_log;
mod handle;
mod input_file;
mod ladder;
mod match_runner;
mod measures;
mod ordered_parallel;
mod paired;
mod people;
mod position;
mod puzzles;
mod rating;
mod replay;
mod sequential;
mod show;
mod simulate;
mod stats;
mod steepness;
mod steps;
mod train;
mod tune;
mod weight_match;
mod work;

pub use advise::AdviceRequest;
pub use balance::{
    BalanceConfig, BalanceReport, BotMeasures, ComponentChange, CoursePoint, KindMeasures,
    Measures, Origin, Skill,
};
pub use calibrate::{CalibrateConfig, calibration_file, reliability_diagrams};
pub use checkpoint::Checkpoint;
pub use compare::{CompareConfig, Compared, Comparison, Difference, Variant};
pub use component_override::with_field;
pub use design::{
    Aim, AimedMeasure, Candidate, Design, DesignConfig, Goal, Tried, Unplayable, Variable, Vary,
};
pub use game_log::{Decision, GameLine, GameLines, JsonLines, Sheet, read_games};
pub use handle::{AnyPlayers, DynStudies};
pub use input_file::InputFile;
pub use ladder::{Elo, Ladder, LadderConfig, Pair, Rank};
pub use match_runner::{NamedPlayers, Player, spread};
pub use measures::{ComponentMeasure, Luck, Measure, TimeModel};
pub use people::{PeopleGame, PeopleMeasures};
pub use position::{Move, PositionReport, count_ways};
pub use puzzles::{Progress, PuzzleConfig};
pub use rating::{RatedGames, Rating, rate};
pub use replay::{CheckedDeal, Replayed, ReplayedStep};
pub use sequential::Verdict;
pub use show::BoardForm;
pub use simulate::{Length, Output, Report, SimulateConfig, Simulated, Unfinished, Won};
pub use stats::{Mean, Share};
pub use train::TrainConfig;
pub use tune::TuneConfig;
pub use weight_match::WeightMatchConfig;
pub use work::{Control, RemoteWorkers, WorkMode, WorkPart};

pub use bots::Stop;
pub use zashiki_core::Envelope;

use serde::Serialize;
use serde_json::Value;
use zashiki_core::{DescribedEvent, Game, GameStateExt as _, LocalizedText, Outcome, Turn};

/// The result of a finished game, for reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// The winning seats; empty without a winner.
    pub winners: Vec<u8>,
    /// The id of the end reason.
    pub reason: &'static str,
    /// The description of the end reason.
    pub text: LocalizedText,
    /// Each seat's score.
    pub scores: Vec<i32>,
}

/// The result of the game; `None` if `turn` is not the end. `turn` is a separate parameter because the common
/// rules may end a game that its own rules would continue.
fn ended<G: Game>(turn: Turn, game: &G) -> Option<Ended> {
    let Outcome { winners, reason } = turn.outcome()?;
    Some(Ended {
        winners: winners.iter().map(|seat| seat.0).collect(),
        reason,
        text: G::info().end_reason(reason).expect("a game lists its end reasons").text.clone(),
        scores: game.scores(),
    })
}

/// Descriptions of the events, including all hidden information.
fn described<G: Game>(config: &G::Config, events: &[G::Event]) -> Vec<DescribedEvent> {
    let described = events.iter().map(|event| DescribedEvent::new::<G>(config, event));
    described
        .map(|described| DescribedEvent { text: seated::<G>(described.text), ..described })
        .collect()
}

/// The text with the game's names of the seats filled in, since a study has no players with names.
fn seated<G: Game>(text: LocalizedText) -> LocalizedText {
    text.named(G::info().seat_names, None)
}

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("events and positions are plain data")
}

/// The legal actions of each seat that is to decide, as a JSON object from seat numbers to lists of
/// notations.
fn legal_lists<G: Game>(turn: Turn, game: &G) -> Value {
    let mut lists = serde_json::Map::new();
    for seat in turn.awaited().iter() {
        let legal = game.legal(seat);
        lists.insert(seat.to_string(), legal.iter().map(ToString::to_string).collect());
    }
    Value::Object(lists)
}
