//! Advice for one decision: the best choices, with chances of winning and reasons.
//!
//! Advice depends only on the seat's information state, the bot and its budget. The reason for a choice names
//! its certain consequences ([`InfoState::preview`]), the next decision to expect, and the difference from
//! the other choices.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{InfoState, InputError, Level, SearchHints, Seat};

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
    /// The spec of the bot that advises, with its budget.
    pub bot: String,
    /// True if the decision is [simultaneous](zashiki_core::GameState::is_simultaneous): no single choice
    /// is best then, and a seat should be unpredictable.
    pub concealed: bool,
    /// True if the chances use the measured difference between the levels of the bots at the table; false if
    /// they assume players of equal strength.
    pub levels_differ: bool,
    /// The best choices, the best first.
    pub choices: Vec<Advised>,
}

/// The spec of the default bot for advice: the one that the game names, or else one with a budget in
/// positions or simulations, whose advice is the same on every machine.
pub fn adviser_for<G: SearchHints>() -> &'static str {
    let suiting = || suiting(G::info(), ["alphabeta:nodes=20000", "ismcts:sims=2000"]);
    G::assets().levels().adviser().unwrap_or_else(suiting)
}

/// This bot's advice for the seat's decision, at a table where bots of these levels play (by seat, `None` for
/// other players). It has no choices if the seat is not to decide.
///
/// # Errors
/// Returns an error if the bot is unknown or cannot compare choices.
pub fn advise<G: SearchHints>(
    info_state: &InfoState<G>,
    bot: &str,
    levels: &[Option<Level>],
    clock: Clock,
) -> Result<Advice, InputError> {
    let spec = Spec::parse_for(bot, G::info())?.with_seats::<G>(info_state.seats())?;
    let mut adviser = spec.adviser::<G>(SEED, clock)?;
    let scored = ScoredDecision::new(&mut *adviser, info_state, None, levels);
    let groups = scored.groups();
    Ok(Advice {
        seat: info_state.seat(),
        bot: bot.to_owned(),
        concealed: scored.state.is_simultaneous(),
        levels_differ: scored.scale.levels_differ(),
        choices: groups.iter().map(|group| scored.advised(info_state, group)).collect(),
    })
}
