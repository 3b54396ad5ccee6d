//! The HTTP routes, by resource.

pub(crate) mod analysis;
pub(crate) mod analysis_board;
pub(crate) mod devices;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod live;
pub(crate) mod lobby;
pub(crate) mod metrics;
pub(crate) mod notices;
pub(crate) mod passkeys;
pub(crate) mod preview_query;
pub(crate) mod profile;
pub(crate) mod push;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod tables;
