//! The vocabulary of the house and the contract every game keeps.
//!
//! A game implements [`GameState`]: the complete truth of one play as a plain value that
//! answers whose decisions are awaited, what each seat may do, what each viewer may
//! know, and what else could be true as far as a seat can tell. Everything else in the
//! house is written against that contract and never names a game.
//!
//! | To … | use |
//! |---|---|
//! | write a game | [`GameState`], [`GameRng`], [`IllegalAction`], [`GameInfo`] |
//! | say something in both languages | [`describe!`], [`text!`], [`Localize`], [`Glossary`] |
//! | drive any game by data | [`DynMatch`] (text and JSON in, text and JSON out) |
//! | think for a seat | [`InfoState`]: the seat's view, and worlds imagined from it |
//! | let a program learn | [`ObservationEncoder`]: a view as numbers; [`ActionDecoder`]: an action by small choices |
//! | store, share, replay | [`Record`] |
//! | show that a deal was not arranged | [`Deal`] |
//! | prove that a game keeps its word | `testkit`, one line in its tests |
//!
//! The crate and every game use no clock, no thread and no input or output, so the same
//! engine runs in a server, in a browser and in a notebook. `clippy.toml` beside the
//! manifests forbids those types.

mod start;
mod tutorial;
mod calibration;
mod options;
mod termination;
mod packed_json;
mod fair_deal;
mod rng;
mod state_digest;
mod sub_actions;
mod observation;
mod state_hash;
mod game;
mod glossary;
mod handle;
mod common_rules;
mod game_info;
mod learning_spec;
mod difficulty;
mod seat_placeholders;
mod value_network;
mod outcome;
mod play;
mod puzzle;
mod parse;
mod record;
mod error;
mod restriction;
mod rules;
mod seat;
mod i18n;
mod eval_weights;
mod token;

pub use start::{MatchStart, load_position};
pub use tutorial::{Advice, Tutorial, Chapter, Facts, Figure, Forbidden, LessonStep, Move, Scene};
pub use calibration::{Calibration, Reliability};
pub use options::{FirstSeat, Provenance};
pub use termination::{Termination, COMMON_ENDINGS};
pub use packed_json::{PackedJson, PackedJsonWriter, JsonNode, PackedRef, PackedIter};
pub use fair_deal::{Bytes32, Deal, Share};
pub use rng::{GameRng, RngState, ScriptedRng, decimal};
pub use state_digest::digest;
pub use sub_actions::{SubActionKind, FactoredAction, MAX_SUB_ACTIONS, SubAction, ActionDecoder};
pub use observation::{Feature, Features, FeatureWriter, Observation, ObservationEncoder};
pub use state_hash::StateHasher;
pub use game::{
    Action, Draft, Event, FrameRecorder, GameState, EventSink, VisibleFrames, SEPARATORS, InfoState, GameConfig, NoLog, is_notation,
    mark_indices,
};
pub use glossary::{Glossary, Term};
pub use handle::{DynRules, GameHandle};
pub use common_rules::common_rules;
pub use game_info::{
    EndReason, RulesVersion, GameInfo, OptionChoice, OptionKind, OptionSpec, OptionValue,
};
pub use learning_spec::{LearningSpec, SeatSpec};
pub use difficulty::{Level, Levels, Measured};
pub use value_network::{ValueNetwork, UNITS, Accumulator};
pub use outcome::{Outcome, Turn};
pub use play::{DynInfoState, LegalAction, Match, Prompt, StepForViewers, StepFrames, Step, DynMatch, PlayedAction, DescribedEvent};
pub use puzzle::{Difficulty, Goal, Puzzle, PuzzleHeading, PuzzleGoal};
pub use parse::{
    decode_text, read_components, read_json, read_options, read_position, read_toml, read_view,
    without_mark,
};
pub use record::{Record, RecordedAction, RecordedOutcome, ReplayError, Timing};
pub use error::{InputError, InputErrorKind, IllegalAction, IllegalActionKind, RuleId};
pub use restriction::Restriction;
pub use rules::{Rule, parse_rules};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use i18n::{Lang, Localize, LocalizedText, either, list, names, plural};
pub use eval_weights::{WeightMatch, BundledWeights, Tuning, Weights};
pub use token::Token;
