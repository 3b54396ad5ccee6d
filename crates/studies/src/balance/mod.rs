//! Balance study, for game designers: measures how a game's rules and components affect its course and
//! results.

#[cfg(feature = "charts")]
mod actions;
mod changes;
#[cfg(feature = "charts")]
mod charts;
mod config;
mod course;
#[cfg(feature = "charts")]
mod format;
mod kind;
mod measures;
#[cfg(feature = "charts")]
mod page;
mod report;
mod spreadsheet;
mod study;

pub use changes::ComponentChange;
pub use config::BalanceConfig;
pub use measures::{CoursePoint, KindMeasures, Measures};
pub use report::{BalanceReport, BotMeasures, Origin, Skill};
pub(crate) use study::balance;
