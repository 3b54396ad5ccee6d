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
//! | prove that a game keeps its word | `conformance`, one line in its tests |
//!
//! The crate and every game use no clock, no thread and no input or output, so the same
//! engine runs in a server, in a browser and in a notebook. `clippy.toml` beside the
//! manifests forbids those types.

mod calibration;
mod common_rules;
mod difficulty;
mod error;
mod eval_weights;
mod fair_deal;
mod game;
mod game_info;
mod glossary;
mod handle;
mod i18n;
mod learning_spec;
mod observation;
mod options;
mod outcome;
mod packed_json;
mod parse;
mod play;
mod puzzle;
mod record;
mod restriction;
mod rng;
mod rules;
mod seat;
mod seat_placeholders;
mod start;
mod state_digest;
mod state_hash;
mod sub_actions;
mod termination;
mod token;
mod tutorial;
mod value_network;

pub use calibration::{Calibration, Reliability};
pub use common_rules::common_rules;
pub use difficulty::{Level, Levels, Measured};
pub use error::{IllegalAction, IllegalActionKind, InputError, InputErrorKind, RuleId};
pub use eval_weights::{BundledWeights, Tuning, WeightMatch, Weights};
pub use fair_deal::{Bytes32, Deal, Share};
pub use game::{
    Action, Draft, Event, EventSink, FrameRecorder, GameConfig, GameState, InfoState, NoLog,
    SEPARATORS, VisibleFrames, is_notation, mark_indices,
};
pub use game_info::{
    EndReason, GameInfo, OptionChoice, OptionKind, OptionSpec, OptionValue, RulesVersion,
};
pub use glossary::{Glossary, Term};
pub use handle::{DynRules, GameHandle};
pub use i18n::{Lang, Localize, LocalizedText, either, list, names, plural};
pub use learning_spec::{LearningSpec, SeatSpec};
pub use observation::{Feature, FeatureWriter, Features, Observation, ObservationEncoder};
pub use options::{FirstSeat, Provenance};
pub use outcome::{Outcome, Turn};
pub use packed_json::{JsonNode, PackedIter, PackedJson, PackedJsonWriter, PackedRef};
pub use parse::{
    decode_text, read_components, read_json, read_options, read_position, read_toml, read_view,
    without_mark,
};
pub use play::{
    DescribedEvent, DynInfoState, DynMatch, LegalAction, Match, PlayedAction, Prompt, Step,
    StepForViewers, StepFrames,
};
pub use puzzle::{Difficulty, Goal, Puzzle, PuzzleGoal, PuzzleHeading};
pub use record::{Record, RecordedAction, RecordedOutcome, ReplayError, Timing};
pub use restriction::Restriction;
pub use rng::{GameRng, RngState, ScriptedRng, decimal};
pub use rules::{Rule, parse_rules};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use start::{MatchStart, load_position};
pub use state_digest::digest;
pub use state_hash::StateHasher;
pub use sub_actions::{ActionDecoder, FactoredAction, MAX_SUB_ACTIONS, SubAction, SubActionKind};
pub use termination::{COMMON_ENDINGS, Termination};
pub use token::Token;
pub use tutorial::{Advice, Chapter, Facts, Figure, Forbidden, LessonStep, Move, Scene, Tutorial};
pub use value_network::{Accumulator, UNITS, ValueNetwork};
