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
//! | Name squares, directions and pieces in notation | [`Token`], [`words!`], [`squares!`] |
//! | Write texts in both languages | [`describe!`], [`text!`], [`Localize`], [`Glossary`] |
//! | Drive any game by text and JSON | [`DynMatch`] |
//! | Choose actions for a seat | [`InfoState`]: the seat's view, and determinizations sampled from it |
//! | Name states and information sets for tables | [`Key`], [`Memory`] |
//! | Machine learning | [`ObservationEncoder`]: a view as numbers; [`ActionDecoder`]: an action as sub-actions |
//! | Draw boards as SVG and as text | [`Draw`], [`Drawing`], [`TextTable`] |
//! | Store, share and replay matches | [`Record`] |
//! | Prove that a deal was fair | [`Deal`] |
//! | Test a game against the laws | the crate `conformance` |
//!
//! This crate and all games use no clock, no threads and no input or output, so that they run in a
//! server, a browser and a notebook alike. `clippy.toml` in each crate forbids those types.

mod action;
mod action_decoder;
mod assets;
mod calibration;
mod common_rules;
mod components;
mod config;
mod difficulty;
mod document;
mod drafts;
mod draw;
mod drawing;
mod dyn_match;
mod end_reason;
mod envelope;
mod episode;
mod error;
mod eval_weights;
mod event;
mod fair_deal;
mod field_fault;
mod frames;
mod game;
mod game_info;
mod glossary;
mod handle;
mod history;
mod i18n;
mod info_state;
mod key;
mod learning_spec;
mod narration;
mod observation;
mod observe;
mod options;
mod outcome;
mod packed_json;
mod packed_json_writer;
mod parse;
mod puzzle;
mod puzzles;
mod record;
mod restriction;
mod rng;
mod rule_id;
mod rules;
mod search_hints;
mod seat;
mod seat_placeholders;
mod setup;
mod situation;
mod square;
mod start;
mod state_digest;
mod state_hash;
mod step;
mod sub_actions;
mod termination;
mod token;
mod tutorial;
mod value_network;

pub use action::{Action, SEPARATORS, is_notation, mark_indices, parse_indexed};
pub use action_decoder::ActionDecoder;
pub use assets::{AssetFiles, Assets};
pub use calibration::{Calibration, Curve, Reliability};
pub use common_rules::common_rules;
pub use components::{
    ComponentChoice, ComponentDifference, ComponentField, ComponentGroup, ComponentsForm,
    ComponentsInput, ComponentsReport, ComponentsSchema, Condition, Edition, Entries, FieldKind,
    Layout, MAX_COMPONENTS, choices, read_components,
};
pub use config::{GameConfig, PlainConfig};
pub use difficulty::{Level, Levels, Measured};
pub use drafts::{Draft, Drafts};
pub use draw::{Draw, DrawExt};
pub use drawing::{Area, Color, Drawing, Mark, TextTable, display_width, separated, wrap};
pub use dyn_match::{DynInfoState, DynMatch};
pub use end_reason::{COMMON_ENDINGS, EndReason};
pub use envelope::Envelope;
pub use episode::{Episode, ScoreCause, ScoreChange};
pub use error::{IllegalAction, IllegalActionKind, InputError, InputErrorKind};
pub use eval_weights::{Tuning, WeightMatch, Weights};
pub use event::{Event, ReceivedComponent};
pub use fair_deal::{Bytes32, Deal, Share};
pub use field_fault::FieldFault;
pub use frames::{FrameRecorder, VisibleFrames};
pub use game::{EventSink, GameState, GameStateExt, NoLog};
pub use game_info::{GameInfo, OptionChoice, OptionKind, OptionSpec, OptionValue, RulesVersion};
pub use glossary::{Glossary, Term};
pub use handle::{DynRules, Game, GameHandle};
pub use history::{Match, PlayedAction};
pub use i18n::{
    Lang, Localize, LocalizedText, capitalized, either, list, names, plural, sentences,
};
pub use info_state::InfoState;
pub use key::{Key, Memory};
pub use learning_spec::{LearningSpec, SeatSpec};
pub use narration::episodes;
pub use observation::{Feature, FeatureWriter, Features, Observation};
pub use observe::{ObservationEncoder, Observe};
pub use options::{FirstSeat, Provenance};
pub use outcome::{Outcome, Turn};
pub use packed_json::{JsonNode, PackedIter, PackedJson, PackedRef};
pub use packed_json_writer::PackedJsonWriter;
pub use parse::{
    decode_text, read_json, read_options, read_position, read_toml, read_view, without_mark,
};
pub use puzzle::{Difficulty, Goal, Puzzle, PuzzleGoal, PuzzleHeading};
pub use puzzles::Puzzles;
pub use record::{Record, RecordedAction, RecordedOutcome, ReplayError, Timing};
pub use restriction::Restriction;
pub use rng::{GameRng, RngState, ScriptedRng, decimal};
pub use rule_id::RuleId;
pub use rules::{Rule, parse_rules};
pub use search_hints::{SearchHints, SearchHintsExt};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use setup::{configure, load_position};
pub use situation::{ShownSituation, Situation};
#[doc(hidden)]
pub use square::row_and_column;
pub use start::MatchStart;
pub use state_digest::digest;
pub use state_hash::StateHasher;
pub use step::{
    DescribedEvent, LegalAction, PreviewedAction, Prompt, Step, StepForViewers, StepFrames,
};
pub use sub_actions::{FactoredAction, MAX_SUB_ACTIONS, SubAction, SubActionKind};
pub use termination::Termination;
pub use token::Token;
pub use tutorial::{
    Advice, Chapter, Facts, Figure, Forbidden, LessonStep, Move, Scene, SituationAdvice, Tutorial,
};
pub use value_network::{MAX_UNITS, NetworkPurpose, NetworkWeights, Sums, ValueNetwork};
