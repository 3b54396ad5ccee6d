//! The ledger of each king's life points: by attacker, king's step and returned queen.

use zashiki_core::{ScoreCause, ScoreChange};

use super::Event;
use crate::Config;
use crate::kind::{Cards, Kind};

/// The causes of changes of a king's life points.
pub(crate) const SCORE_CAUSES: [ScoreCause; 14] = [
    ScoreCause::new("start", "始めのライフポイント", "at the start"),
    ScoreCause::new("step", "王の一歩", "by the King's step"),
    ScoreCause::new("queen_returned", "王妃の返還", "for returning the Queen"),
    ScoreCause::new("shu", "守の攻撃", "attacks by a Guard"),
    ScoreCause::new("ko", "攻の攻撃", "attacks by a Striker"),
    ScoreCause::new("dai", "台の攻撃", "attacks by a Base"),
    ScoreCause::new("queen", "王妃の攻撃", "attacks by the Queen"),
    ScoreCause::new("general", "将軍の攻撃", "attacks by a General"),
    ScoreCause::new("hachitobi", "八とびの攻撃", "attacks by a Leaper"),
    ScoreCause::new("joker", "ジョーカーの攻撃", "attacks by a Joker"),
    ScoreCause::new("king", "王の攻撃", "attack by the King"),
    ScoreCause::new("stack", "コンバインカードの攻撃", "attacks by a stack"),
    ScoreCause::new(
        "queen_stack",
        "王妃を含むコンバインカードの攻撃",
        "attacks by a stack with the Queen",
    ),
    ScoreCause::new(
        "general_stack",
        "将軍を含むコンバインカードの攻撃",
        "attacks by a stack with a General",
    ),
];

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
