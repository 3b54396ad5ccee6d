//! The ledger of each king's life points: by attacker, king's step and returned queen.

use zashiki_core::ScoreChange;

use super::Event;
use crate::Config;
use crate::kind::{Cards, Kind};

/// The id of the cause for attacks by a piece of these cards.
fn attack_by(cards: Cards) -> &'static str {
    match cards.single() {
        Some(kind) => kind.word(),
        None if cards.contains(Kind::Queen) => "queen_stack",
        None if cards.contains(Kind::General) => "general_stack",
        None => "stack",
    }
}

/// The changes of the kings' life points that the event causes.
pub(super) fn score_changes(event: &Event, config: &Config) -> Vec<ScoreChange> {
    let (seat, amount, cause) = match *event {
        Event::Arranged { seat } => (seat, i32::from(config.king_points(seat)), "start"),
        Event::Hit { seat, cards, target: Cards::KING, loss, .. } => {
            (seat.other(), -i32::from(loss), attack_by(cards))
        }
        Event::Captured { seat, cards, target: Cards::KING, points, .. } => {
            (seat.other(), -i32::from(points), attack_by(cards))
        }
        Event::KingStepped { seat, gain, .. } => (seat, i32::from(gain), "step"),
        Event::QueenReturned { seat, gain, .. } => (seat, i32::from(gain), "queen_returned"),
        _ => return Vec::new(),
    };
    if amount == 0 { Vec::new() } else { vec![ScoreChange { seat, amount, cause }] }
}
