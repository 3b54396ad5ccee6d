//! Balance study: effects of a game's rules and components, for game designers.

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
