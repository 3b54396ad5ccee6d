//! 森羅万象 (Shinra Bansho) for 2 players: a battle like chess and shogi, with stacks of cards that have
//! life points. All information is public and nothing is random.
//!
//! For bots, servers and tools that run this game through the [`GameState`](zashiki_core::GameState)
//! trait. `RULES.md` has the numbered rules (K-…) and rulings (AK-…) that comments and tests cite, and the
//! facts that are reconstructed.
//!
//! ```
//! use shinra::Shinra;
//! use zashiki_core::{GameRng, GameState as _, GameStateExt as _, Match, MatchStart};
//!
//! // Both seats choose a ready-made formation and then play at random until the game ends.
//! let mut match_ = Match::<Shinra>::start(&MatchStart::dealt(2, 7))?;
//! let mut rng = GameRng::from_seed(1);
//! while let Some(seat) = match_.state().turn().awaited().first() {
//!     let action = *rng.pick(&match_.state().legal(seat));
//!     match_.play(seat, action)?;
//! }
//!
//! let outcome = match_.outcome().expect("the game is over");
//! println!("{:?} won: {}", outcome.winners, outcome.reason);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Question | Item, or module in `src` |
//! |---|---|
//! | What is the state of a game? | [`Shinra`]; `board`: the sheet, the hands and the [`Stage`] |
//! | How does the game implement the traits of the core? | `game`: each method delegates to one of the modules below |
//! | Which data files are there? | `assets`: components, glossary, tutorial, puzzles, weights, network |
//! | What can a player do? | [`Action`]; `actions`: notation, index, sub-actions, label |
//! | Which actions are legal? | `rules/list`: generation; `rules/check`: refusals with reasons |
//! | What does an action change? | `rules/turn`; `rules/combat`: attack, capture and check |
//! | Who wins? | [`End`]; `rules/turn`: the capture of a king, the turn limit |
//! | How do pieces move? | `reach`: movement tables; [`Square`] and [`Dir`] |
//! | Which cards are there? | [`Components`], `components.toml`; [`Kind`], [`Cards`]; [`Item`]: cards in a hand |
//! | How do the seats begin? | [`Arrangement`]; `autofill`: completion of an unfinished arrangement |
//! | What does a player see? | [`View`] |
//! | What happened? | [`Event`]; `events/describe`: the log in both languages |
//! | How is a position written? | [`Position`]; `position`: loading with checks |
//! | What does the page show before an action? | [`Reading`]; `drafts`: explanations of unfinished decisions |
//! | How does the board look outside the page? | `drawing`: as a picture; `text_board`: in a terminal |
//! | How do bots play? | `eval`: heuristic; `formation_match`: evaluation of formations; `network_inputs`, `search_inputs`: networks; `observe`: observations for machine learning |
//! | What does the coach of a first match notice? | `situations`; the texts are in `tutorial.toml` |

#![deny(clippy::float_arithmetic)]

mod actions;
mod assets;
mod autofill;
mod board;
mod components;
mod config;
mod drafts;
mod drawing;
mod eval;
mod eval_weights;
mod events;
mod formation;
mod formation_leads;
mod formation_match;
mod game;
mod glossary;
mod info;
mod kind;
mod limits;
mod network_inputs;
mod observe;
mod position;
mod reach;
mod reading;
mod rules;
mod search_inputs;
mod situations;
mod square;
mod state;
mod state_hash;
mod text_board;
mod view;

pub use actions::Action;
pub use board::Stage;
pub use components::{
    CardSpec, Components, FormationSpec, Points, SetupSpec, SheetSpec, ShownRules,
};
pub use config::{Check, Config, Options};
pub use events::Event;
pub use formation::Arrangement;
pub use info::{INFO, SEAT_NAMES};
pub use kind::{Cards, Item, KINDS, Kind, STACK_CARDS};
pub use limits::{MAX_COMBINABLE, MAX_POINTS};
pub use position::{PiecePosition, Position};
pub use reading::{
    After, Does, KindCount, LaidView, Missing, NotReached, Problem, Reached, Reading, Way,
};
pub use square::{Dir, Square, TERRITORY, TERRITORY_ROWS};
pub use state::Shinra;
pub use view::{End, FormationView, ItemView, KingView, PieceView, Reason, View};
