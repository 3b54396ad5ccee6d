//! 戦国ドミノ (Sengoku Domino) for 2–4 players: warlords join dominoes with equal marks on four
//! battlefields to win flower paths (花道) and castles. Hands and piles are hidden.
//!
//! For bots, servers and tools that run this game through the [`GameState`](zashiki_core::GameState)
//! trait. `RULES.md` has the numbered rules (S-…) and rulings (AS…) that comments and tests cite, and
//! the facts that are reconstructed.
//!
//! ```
//! use sengoku::Sengoku;
//! use zashiki_core::{GameRng, GameState as _, GameStateExt as _, Match, MatchStart};
//!
//! // A match of three seats, with tiles shuffled by seed 7. All seats play at random.
//! let mut match_ = Match::<Sengoku>::start(&MatchStart::dealt(3, 7))?;
//! let mut rng = GameRng::from_seed(1);
//! while let Some(seat) = match_.state().turn().awaited().first() {
//!     let action = *rng.pick(&match_.state().legal(seat));
//!     match_.play(seat, action)?;
//! }
//!
//! let outcome = match_.outcome().expect("the game has ended");
//! println!("{:?} won: {}", outcome.winners, outcome.reason);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Question | Item, or module in `src` |
//! |---|---|
//! | What is the state of a game? | [`Sengoku`]: the [`Board`] (all public information), hands and piles |
//! | How does the game implement the trait? | `game`: each method delegates to one of the modules below |
//! | What can a player do? | [`Action`]; `actions`: notation, index, sub-actions, label |
//! | Which actions are legal, and what do they change? | `rules/declaring`, `rules/placing` |
//! | Where can a domino be placed? | `grid`: the dominoes on the sheet by square; [`Spot`] |
//! | Who wins a flower path or a castle? | `rules/lines` |
//! | Who wins? | [`Ending`]; `rules/ending` |
//! | Where are the names, the tutorial and the levels? | `assets`: the data files in TOML; `glossary` |
//! | Which tiles are there? | [`Components`], `components.toml`; [`Tile`] |
//! | What does the sheet look like? | [`Square`], [`Squares`], [`Quarter`] |
//! | What does a player see? | [`View`]; `view` also samples determinizations |
//! | What happened? | [`Event`]; `events/describe`: the log in both languages |
//! | How is a position written? | [`Position`]; `position`: loading with checks, invariants |
//! | How does the board look outside the page? | `drawing`: as a picture; `text_board`: in a terminal |
//! | How do bots play? | `eval`: heuristic; `network_inputs`, `network_groups`: a correction by a value network; `observe`: observations for machine learning |
//! | What does the coach of a first match notice? | `situations`; the texts are in `tutorial.toml` |

#![deny(clippy::float_arithmetic)]

mod actions;
mod assets;
mod board;
mod components;
mod config;
mod drawing;
mod eval;
mod eval_weights;
mod events;
mod game;
mod glossary;
mod grid;
mod info;
mod limits;
mod network_groups;
mod network_inputs;
mod observe;
mod position;
mod rules;
mod situations;
mod square;
mod state;
mod text_board;
mod tile;
mod view;

pub use actions::{Action, Spot};
pub use board::{Board, Declared, Ending, Placed, Removed, Settlement, Stage, Why};
pub use components::{Catalogue, Components, FieldSpec, HandSpec, TileSpec, Victory};
pub use config::{Config, Neighbours, Options};
pub use events::{Comparison, Event};
pub use glossary::{Clan, Names, Thing};
pub use position::Position;
pub use square::{Direction, Quarter, Square, Squares};
pub use tile::Tile;
pub use view::{Fit, Hand, Line, Token, View};

pub use state::Sengoku;
