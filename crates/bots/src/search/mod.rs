//! Parts that the search algorithms share.

pub(crate) mod budget;
pub(crate) mod categories;
pub(crate) mod heuristic;
pub(crate) mod parallel;
pub(crate) mod sampling;
pub(crate) mod saved;
pub(crate) mod stop;
