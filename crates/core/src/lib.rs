//! Core types of Zashiki, and the [`GameState`] trait that every game implements.
//!
//! For authors of games, bots and tools. A [`GameState`] is the complete state of a match as a plain
//! value; all other crates are generic over it or use [`DynMatch`], and name no game.
//!
//! ```
//! use zashiki_core::{GameRng, Seat, SeatSet};
//!
//! // All chance comes from a seeded generator: the same seed gives the same draws everywhere.
//! let mut rng = GameRng::from_seed(7);
//! let first = *rng.pick(&Seat::all(4).collect::<Vec<_>>());
//! assert!(SeatSet::all(4).contains(first));
//! assert_eq!(GameRng::from_seed(7).below(1000), 172);
//! ```
//!
//! | Task | Items |
//! |---|---|
//! | Write a game | [`GameState`], [`GameRng`], [`IllegalAction`], [`GameInfo`] |
//! | Write texts in both languages | [`describe!`], [`text!`], [`Localize`], [`Glossary`] |
//! | Drive any game by text and JSON | [`DynMatch`] |
//! | Choose actions for a seat | [`InfoState`]: the seat's view, and determinizations sampled from it |
//! | Machine learning | [`ObservationEncoder`]: a view as numbers; [`ActionDecoder`]: an action as sub-actions |
//! | Store, share and replay matches | [`Record`] |
//! | Prove that a deal was fair | [`Deal`] |
//! | Test a game against the laws | the crate `conformance` |
//!
//! This crate and all games use no clock, no threads and no input or output, so that they run in a
//! server, a browser and a notebook alike. `clippy.toml` in each crate forbids those types.

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
