//! Evaluation of decisions, shown to people: values of actions, advice, and reviews of games.

pub(crate) mod action_values;
pub(crate) mod advice;
pub(crate) mod ends;
mod pooled;
pub(crate) mod proof;
pub(crate) mod review;
pub(crate) mod scored;
pub(crate) mod strength;
pub(crate) mod win_probability;
