//! HOSTILE (ホスタイル) for 2–4 players: a race for gems on a board of 8 × 8 squares, on which players
//! place slides, ice, springs and walls that move pawns or block them. Only the order of the two decks
//! is hidden.
//!
//! For bots, servers and tools that run this game through the [`GameState`](zashiki_core::GameState)
//! trait. `RULES.md` has the numbered rules (X-…) and rulings (A-X…) that comments and tests cite, and
//! the facts that are reconstructed.
//!
//! ```
//! use hostile::Hostile;
//! use zashiki_core::{GameRng, GameState as _, GameStateExt as _, Match, MatchStart};
//!
//! // A match of two seats, with decks shuffled by seed 7. Both seats play at random.
//! let mut match_ = Match::<Hostile>::start(&MatchStart::dealt(2, 7))?;
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
//! | What is the state of a game? | [`Hostile`]; `board`: everything on the table, and the [`Stage`] |
//! | How does the game implement the trait? | `game`: each method delegates to one of the modules below |
//! | What can a player do? | [`Action`]; `actions`: notation, index, sub-actions, label |
//! | Which actions are legal, and what do they change? | `rules/draft`, `rules/turn`, `rules/skills`, `rules/tiles` |
//! | How do pawns move? | `rules/movement`; `rules/endless`: tiles that would move a pawn without end |
//! | What is the course of a round? | `rules/round`: gems, line, skill cards, start player |
//! | Who wins? | [`End`]; `rules/ending` |
//! | Where are the names, the tutorial and the levels? | `assets`: the data files in TOML; `glossary` |
//! | Which tiles and cards are there? | [`Components`], `components.toml`; [`Kind`], [`Piece`], [`Tile`], [`Skill`] |
//! | Where are the tiles? | [`Square`] and [`Dir`]; sets of squares are `u64` with a bit for each square |
//! | What does a player see? | [`View`]; `view` also samples determinizations |
//! | What happened? | [`Event`]; `events/narrate`: episodes, `events/describe`: single events, in both languages |
//! | How is a position written? | [`Position`]; `position`: loading with checks, invariants |
//! | How does the board look outside the page? | `drawing`: as a picture; `text_board`: in a terminal |
//! | How do bots play? | `eval`: heuristic; `reachability`; `network_inputs`, `network_groups`: a correction by a value network; `observe`: observations for machine learning; `solver_hints` |
//! | What does the coach of a first match notice? | `situations`; the texts are in `tutorial.toml` |

#![deny(clippy::float_arithmetic)]

mod actions;
mod assets;
mod board;
mod components;
mod components_view;
mod config;
mod drawing;
mod eval;
mod eval_weights;
mod events;
mod game;
mod glossary;
mod info;
mod limits;
mod list;
mod network_groups;
mod network_inputs;
mod observe;
mod position;
mod reachability;
mod rules;
mod situations;
mod skill;
mod solver_hints;
mod square;
mod state;
mod text_board;
mod tile;
mod view;

pub use actions::Action;
pub use board::{End, Reason, Stage};
pub use components::{
    Components, Emission, FloorSpec, GemTiles, Goal, HandSpec, Line, SkillSpec, TurnSpec,
};
pub use components_view::{Catalogue, FloorTiles, SkillCard, SkillCards, Thing, Way};
pub use config::{Config, Options, Teams};
pub use events::{Barrier, By, Event, Judged, Source};
pub use info::{INFO, SEAT_NAMES};
pub use limits::{MAX_EMISSION, MAX_FLOOR, MAX_GEM_TILES, MAX_HAND, MAX_LINE};
pub use list::{Blank, List};
pub use position::{Position, SeatPosition, StagePosition};
pub use skill::{Skill, Skills};
pub use square::{Dir, Square};
pub use state::Hostile;
pub use tile::{Facing, Kind, Piece, Spin, Tile};
pub use view::{Gems, Placed, Ride, RideMove, SeatView, Side, View};
