//! Many games at once, and single ones under the lamp: simulate, replay, trace, review, and
//! positions to try things in and to ask advice about. The formats are documented in `docs/formats.md`.

mod advise;
mod balance;
mod calibrate;
mod compare;
mod early_stopping;
mod field;
mod games;
mod given;
mod journal;
mod ladder;
mod many;
#[cfg(feature = "parquet")]
mod parquet;
mod particulars;
mod plays;
mod position;
mod puzzles;
mod replay;
mod sequential;
mod series;
mod simulate;
mod stats;
#[cfg(test)]
mod studies;
mod train;
mod tune;
mod weigh;

pub use advise::{Asked, advise, advise_on, called, review};
pub use balance::{
    Findings, Inquiry, KindMeasures, Luck, Measure, Measures, Moment, Skill, balance,
};
pub use calibrate::{CalibrationPlan, calibrate, calibration_file};
pub use compare::{Compared, Comparison, Trial, Variant, compare};
pub use field::{own_components, with_field};
pub use games::{Decision, GameLine, JsonLines, Sheet, read_games};
pub use given::Given;
pub use journal::Journal;
pub use ladder::{Contest, Elo, Ladder, Pair, Rank, ladder, ladder_of};
pub use many::Control;
#[cfg(feature = "parquet")]
pub use parquet::Parquet;
pub use plays::{Others, Part, Plays};
pub use position::{Envelope, Move, Standing, count_ways, play_position};
pub use puzzles::{Composition, Progress, compose, prove_puzzles};
pub use replay::{CheckedDeal, Replayed, ReplayedStep, replay, trace};
pub use sequential::Verdict;
pub use series::Player;
pub use simulate::{
    Length, Output, Plan, Report, Simulated, Unfinished, Won, seats_of, simulate, simulate_of,
};
pub use stats::{Mean, Share};
pub use train::train;
pub use tune::{TuningPlan, today, tune};
pub use weigh::{Weighing, weigh};

use serde::Serialize;
use serde_json::Value;
use table::{Game, Outcome, Text, Told, Turn};

/// How a play ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// The seats that won; empty when nobody did.
    pub winners: Vec<u8>,
    /// The id of the reason.
    pub reason: &'static str,
    /// The reason in words.
    pub text: Text,
    /// Each seat's score.
    pub scores: Vec<i32>,
}

/// How a play ended that stands so; the table may have ended what the game would go on with.
fn ended<G: Game>(turn: Turn, game: &G) -> Option<Ended> {
    let Outcome { winners, reason } = turn.outcome()?;
    Some(Ended {
        winners: winners.iter().map(|seat| seat.0).collect(),
        reason,
        text: G::info().end_reason(reason).expect("a game lists its end reasons").text.clone(),
        scores: game.scores(),
    })
}

/// What happened, with nothing hidden.
fn told<G: Game>(setup: &G::Setup, events: &[G::Event]) -> Vec<Told> {
    let told = events.iter().map(|event| Told::new::<G>(setup, event));
    told.map(|told| Told { text: seated::<G>(told.text), ..told }).collect()
}

/// The text with the seats called as the game calls them: nobody sits there.
fn seated<G: Game>(text: Text) -> Text {
    text.named(G::info().seat_names, None)
}

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("events and positions are plain data")
}

/// For each awaited seat, in JSON by its number, the notation of all it may do.
fn legal_lists<G: Game>(turn: Turn, game: &G) -> Value {
    let mut lists = serde_json::Map::new();
    for seat in turn.awaited().iter() {
        let legal = game.legal(seat);
        lists.insert(seat.to_string(), legal.iter().map(ToString::to_string).collect());
    }
    Value::Object(lists)
}
