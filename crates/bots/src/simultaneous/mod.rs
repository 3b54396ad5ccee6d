//! Decisions that several seats take without seeing each other's, solved as one moment.
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
//! Nobody plays such plans perfectly. Part of the time the others are taken to choose what looks about
//! best at once, as people do who do not think about each other (Johanson, Zinkevich and Bowling,
//! "Computing Robust Counter-Strategies", NIPS 2007).
//!
//! Who has chosen already, and concealed it, is treated as if the choice were still open, among those
//! that it may have been as far as can be seen: what lies there is what a player would have chosen.
//!
//! Choices are evaluated at the end of the [round](GameState::round), up to which every seat plays greedily.

mod decider;
mod decision;
mod plan;

pub(crate) use decision::{SimultaneousDecision, may_have_chosen};
pub(crate) use plan::Plan;
