//! Balance study, for game designers: measures how a game's rules and components affect its course and
//! results.

#[cfg(feature = "charts")]
mod actions;
#[cfg(feature = "charts")]
mod charts;
mod config;
mod course;
mod drama;
#[cfg(feature = "charts")]
mod format;
mod kind;
mod kinds;
mod measures;
#[cfg(feature = "charts")]
mod page;
mod report;
mod study;

pub use config::BalanceConfig;
pub use measures::{CoursePoint, KindMeasures, Measure, Measures};
pub use report::{BalanceReport, Luck, Skill};
pub(crate) use study::balance;
