//! The vocabulary of the house and the contract every game keeps.
//!
//! A game implements [`Game`]: the complete truth of one play as a plain value that
//! answers whose decisions are awaited, what each seat may do, what each viewer may
//! know, and what else could be true as far as a seat can tell. Everything else in the
//! house is written against that contract and never names a game.
//!
//! | To … | use |
//! |---|---|
//! | write a game | [`Game`], [`Dice`], [`Illegal`], [`GameInfo`] |
//! | say something in both languages | [`say!`], [`text!`], [`Named`], [`Glossary`] |
//! | drive any game by data | [`Table`] (text and JSON in, text and JSON out) |
//! | think for a seat | [`Seen`]: the seat's view, and worlds imagined from it |
//! | let a program learn | [`Observer`]: a view as numbers; [`Walk`]: an action by small choices |
//! | store, share, replay | [`Record`] |
//! | show that a deal was not arranged | [`Deal`] |
//! | prove that a game keeps its word | `testkit`, one line in its tests |
//!
//! The crate and every game use no clock, no thread and no input or output, so the same
//! engine runs in a server, in a browser and in a notebook. `clippy.toml` beside the
//! manifests forbids those types.

mod beginning;
mod book;
mod calibration;
mod common;
mod conclusion;
mod data;
mod deal;
mod dice;
mod digest;
mod factors;
mod features;
mod fingerprint;
mod game;
mod glossary;
mod handle;
mod house;
mod info;
mod learnt;
mod levels;
mod naming;
mod network;
mod outcome;
mod play;
mod puzzle;
mod read;
mod record;
mod refusal;
mod restriction;
mod rulebook;
mod say;
mod seat;
mod text;
mod weights;
mod words;

pub use beginning::{Beginning, stand_at};
pub use book::{Advice, Book, Chapter, Facts, Figure, Forbidden, LessonStep, Move, Scene};
pub use calibration::{Calibration, Reliability};
pub use common::{FirstSeat, Known};
pub use conclusion::{Conclusion, HOUSE_ENDS};
pub use data::{Data, DataWriter, Node, Part, Parts};
pub use deal::{Bytes32, Deal, Share};
pub use dice::{Dice, DiceState, Script, decimal};
pub use digest::digest;
pub use factors::{Factor, Factored, MAX_FACTORS, SmallChoice, Walk};
pub use features::{Feature, Features, Numbers, Observation, Observer};
pub use fingerprint::Fingerprint;
pub use game::{
    Action, Draft, Event, Frames, Game, Log, Moments, SEPARATORS, Seen, Setup, Silent, is_notation,
    mark_indices,
};
pub use glossary::{Glossary, Term};
pub use handle::{DynRules, GameHandle};
pub use house::house_rules;
pub use info::{
    EndReason, FormerRules, GameInfo, OptionChoice, OptionKind, OptionSpec, OptionValue,
};
pub use learnt::{Learnt, Observed};
pub use levels::{Level, Levels, Measured};
pub use network::{Network, UNITS, Units};
pub use outcome::{Outcome, Turn};
pub use play::{AnySeen, Choice, Play, Question, Showing, Shown, Step, Table, Taken, Told};
pub use puzzle::{Difficulty, Goal, Puzzle, PuzzleHeading, Quest};
pub use read::{
    decode_text, read_components, read_json, read_options, read_position, read_toml, read_view,
    without_mark,
};
pub use record::{Record, RecordedAction, RecordedOutcome, ReplayError, Timing};
pub use refusal::{BadInput, BadInputKind, Illegal, IllegalKind, RuleId};
pub use restriction::Restriction;
pub use rulebook::{Rule, parse_rules};
pub use say::{Named, either, list, names, plural};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use text::{Lang, Text};
pub use weights::{Match, OwnWeights, Tuning, Weights};
pub use words::Word;
