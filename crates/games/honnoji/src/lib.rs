//! HONNOJI (本能寺) for 3–5 players: secret layouts of icon and number cards, revealed together.
//!
//! For bots, servers and tools that run this game through the [`GameState`](zashiki_core::GameState)
//! trait. `RULES.md` has the numbered rules that comments and tests cite, and the rulings where the
//! rulebook is unclear.
//!
//! ```
//! use honnoji::Honnoji;
//! use zashiki_core::{GameRng, GameState as _, GameStateExt as _, Match, MatchStart};
//!
//! // A match of three seats, with cards dealt from seed 7. All seats play at random.
//! let mut match_ = Match::<Honnoji>::start(&MatchStart::dealt(3, 7))?;
//! let mut rng = GameRng::from_seed(1);
//! while let Some(seat) = match_.state().turn().awaited().first() {
//!     let action = *rng.pick(&match_.state().legal(seat));
//!     match_.play(seat, action)?;
//! }
//!
//! let end = match_.state().decide_winners();
//! println!("{:?} won: {:?}", end.winners, end.reason);
//! assert_eq!(match_.outcome().map(|it| it.winners), Some(end.winners));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Question | Item, or module in `src` |
//! |---|---|
//! | What is the state of a match? | [`Honnoji`]; `board`: everything on the table |
//! | How does the game implement the trait? | `game`: each method delegates to one of the modules below |
//! | What can a player do? | [`Action`]; `actions`: notation, index |
//! | Which actions are legal, and what do they change? | `rules`: one module for each phase of a round |
//! | Who wins? | [`Honnoji::decide_winners`] in `rules/scoring.rs` |
//! | Which cards are there? | [`Components`]; [`Face`] and [`Cards`]: one card, several cards; `components.toml` |
//! | What is a layout? | [`Layout`]: cards on [`Cell`]s |
//! | What does a layout do? | [`Reading`]; `layout_effects`: chains of numbers, orders, the plan for a pawn |
//! | What does a player see? | [`View`]; `view` also samples determinizations |
//! | What does a layout gain? | [`Forecast`] |
//! | What happened? | [`Event`]; `events/text.rs`: the log in both languages; `events/narrate.rs`: episodes |
//! | How is a position written? | [`Position`]; `position`: loading with checks |
//! | How does the board look outside the page? | `drawing`: as a picture; `text_board`: in a terminal |
//! | How do bots play? | `eval`: heuristic; `layouts`: the layouts that search considers; `hidden_layouts`; `network_inputs`, `network_groups`: a correction by a value network; `observe`: features for machine learning |
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
mod face;
mod forecast;
mod game;
mod glossary;
mod grid;
mod hidden_layouts;
mod info;
mod layout_effects;
mod layouts;
mod limits;
mod network_groups;
mod network_inputs;
mod observe;
mod position;
mod ring;
mod rules;
mod situations;
mod state;
mod text_board;
mod types;
mod view;

pub use actions::Action;
pub use components::{CardSpec, Components, Icon, IconSpec, Name};
pub use components_view::{CardContents, Contents, IconContents, PhaseContents};
pub use config::{Config, Options};
pub use events::{Event, FireCause, NoEffectReason};
pub use face::{Cards, Face, Kind, Kinds};
pub use forecast::{Forecast, Target};
pub use grid::{Cell, Cells, Direction, EDGE, LaidCard, Layout, MAX_LAID};
pub use info::{INFO, SEAT_NAMES};
pub use layout_effects::{Attack, ChainEnd, Effect, IconReading, Order, Path, Reading, StayReason};
pub use limits::{DECK, MAX_ICONS, ROUNDS};
pub use position::{PlayerPosition, Position, StagePosition};
pub use state::Honnoji;
pub use types::{End, Phase, Placing, Reason};
pub use view::{LayoutView, PendingDecision, PlayerView, SquareCard, SquareView, View};
