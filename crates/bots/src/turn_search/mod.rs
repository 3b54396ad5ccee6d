//! Beam search over whole turns, for games without private information.
//!
//! In some games a turn has many decisions, each with hundreds of actions (HOSTILE). A tree of single
//! decisions hardly reaches the end of the seat's own turn there, and does not consider the replies. This
//! search finds a seat's consecutive decisions, a *turn* here, together: by beam search (Lowerre, "The HARPY
//! Speech Recognition System", 1976). The ends of turns are evaluated by the replies of the others, each
//! found with a narrower beam. A larger budget widens all beams. Justesen, Mahlmann, Risi and Togelius
//! compared searches of whole turns ("Playing Multiaction Adversarial Games: Online Evolutionary Planning
//! versus Tree Search", IEEE Transactions on Games 10(3), 2018).

mod beam;
mod planner;

pub use planner::Planner;
