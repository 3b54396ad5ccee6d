//! Simultaneous decisions, solved together by regret matching.
//!
//! Simultaneous decisions form a game in which every seat chooses once and at the same time. The value of a
//! choice depends on all the others, so no single one is best: the strategies of all seats are computed
//! together, by regret matching (Hart and Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated
//! Equilibrium", Econometrica 68(5), 2000). Seat by seat, every candidate is played out against choices
//! sampled from the others' current strategies (external sampling: Lanctot et al., "Monte Carlo Sampling for
//! Regret Minimization in Extensive Games", NIPS 2009). Regrets are never negative, and later strategies have
//! more weight (Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014). The choice played is
//! sampled from the average strategy.
//!
//! No opponent plays these strategies perfectly. Part of the time the others are assumed to choose about the
//! best heuristic value, as people do who do not consider each other (Johanson, Zinkevich and Bowling,
//! "Computing Robust Counter-Strategies", NIPS 2007).
//!
//! A hidden choice that a seat has already made is treated as if it were still open, among the choices that
//! are consistent with the view.
//!
//! Choices are evaluated at the end of the [round](SearchHints::round), up to which every seat plays
//! greedily.

mod decider;
mod decision;
mod strategy;

pub(crate) use decision::{SimultaneousDecision, possible_choices};
pub(crate) use strategy::Strategy;
