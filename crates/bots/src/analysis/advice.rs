//! Advice for one decision: the best choices, their chances of winning, and why.
//!
//! Everything in it follows from what the seat may know, the bot and its budget. What is said is
//! what the engine shows: what certainly happens ([`InfoState::preview`]), the decision that the search
//! expects next, and how far the choices are apart.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{InfoState, InputError, SearchHints, Seat};

use super::scored::{Advised, SEED, ScoredDecision};
use crate::catalog::suiting;
use crate::search::budget::Clock;
use crate::spec::Spec;

/// Advice for one decision.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct Advice {
    /// The seat to decide.
    pub seat: Seat,
    /// The bot that was asked, with its budget.
    pub bot: String,
    /// True if the decision is [concealed](GameState::is_simultaneous): then it is good to be unpredictable,
    /// and no single choice is best.
    pub concealed: bool,
    /// The best choices, the best first.
    pub choices: Vec<Advised>,
}

/// The default adviser for a game: the bot that the game names, or else one with a budget of positions or
/// simulations, so that its advice is the same on every machine.
pub fn adviser_for<G: SearchHints>() -> &'static str {
    let suiting = || suiting(G::info(), ["alphabeta:nodes=20000", "ismcts:sims=2000"]);
    G::assets().levels().adviser().unwrap_or_else(suiting)
}

/// Advice for the seat's decision by this bot; empty where it has none.
///
/// # Errors
/// Returns an error if there is no such bot, or it cannot weigh choices.
pub fn advise<G: SearchHints>(
    seen: &InfoState<G>,
    bot: &str,
    clock: Clock,
) -> Result<Advice, InputError> {
    let spec = Spec::parse_for(bot, G::info())?.with_seats::<G>(seen.seats())?;
    let mut adviser = spec.adviser::<G>(SEED, clock)?;
    let considered = ScoredDecision::new(&mut *adviser, seen, None);
    let places = 0..considered.weighed.len();
    Ok(Advice {
        seat: seen.seat(),
        bot: bot.to_owned(),
        concealed: considered.world.is_simultaneous(),
        choices: places.map(|place| considered.advised(seen, place)).collect(),
    })
}
