//! The parts that the searches share.

pub(crate) mod budget;
pub(crate) mod categories;
pub(crate) mod heuristic;
pub(crate) mod parallel;
pub(crate) mod sampling;
pub(crate) mod saved;
pub(crate) mod stop;
