//! 乾隆後宮 (Kenryū Kōkyū) for two players: two consorts send their eunuchs through the Forbidden City to
//! win the Qianlong Emperor's favour.
//!
//! For bots, servers and tools that run this game through the [`GameState`](zashiki_core::GameState)
//! trait. `RULES.md` has the numbered rules that comments and tests cite, and the rulings where the
//! rulebook is unclear.
//!
//! ```
//! use kokyu::Kokyu;
//! use zashiki_core::{GameRng, GameState as _, GameStateExt as _, Match, MatchStart};
//!
//! // A match with the plot cards shuffled from seed 7. Both seats play at random.
//! let mut match_ = Match::<Kokyu>::start(&MatchStart::dealt(2, 7))?;
//! let mut rng = GameRng::from_seed(1);
//! while let Some(seat) = match_.state().turn().awaited().first() {
//!     let action = *rng.pick(&match_.state().legal(seat));
//!     match_.play(seat, action)?;
//! }
//!
//! let outcome = match_.outcome().expect("the match is over");
//! println!("{:?} won: {}", outcome.winners, outcome.reason);
//! assert!(match_.state().decide_winner().is_some() || outcome.reason == "rounds");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Question | Item, or module in `src` |
//! |---|---|
//! | What is the state of a match? | [`Kokyu`]; [`Board`]: everything that is public |
//! | How does the game implement the trait? | `game`: each method delegates to one of the modules below |
//! | What can a player do? | [`Action`]; `actions`: notation, index |
//! | Which actions are legal, and what do they change? | `rules`: a stack of [`Task`]s, one module for each part of the game |
//! | Who wins? | [`Kokyu::decide_winner`] in `rules/ending.rs` |
//! | Which cards and squares are there? | [`Components`]; `components.toml` |
//! | What does a player see? | [`View`]; `view` also samples determinizations |
//! | What happened? | [`Event`]; `events/text.rs` and `events/narrate.rs`: single events and episodes in both languages |
//! | How does the board look outside the page? | `drawing`: as a picture; `text_board`: in a terminal |
//! | How is a position written? | [`Position`]; `position`: loading with checks |
//! | How do bots play? | `eval`: heuristic; `network_inputs`: its correction by a value network; `observe`: features for machine learning |
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
mod network_inputs;
mod observe;
mod position;
mod rules;
mod situations;
mod state;
mod text_board;
mod view;

pub use actions::Action;
pub use board::{Board, Card, Consort, End, Eunuch, Executing, Group, Task};
pub use components::{
    Bedroom, CardSpec, Components, Effect, Icon, PlotName, PlotSpec, Points, Scoring, Square,
    SquareSpec,
};
pub use components_view::{CardShown, PlotShown, Rules, Shown, SquareShown};
pub use config::{Config, KohiTakes, Options};
pub use events::{Event, Gain, Precedence, Source};
pub use limits::{CARDS, EUNUCHS, MAX_PALACE, MAX_PLOTS, MAX_TASKS};
pub use position::Position;
pub use state::Kokyu;
pub use view::View;
