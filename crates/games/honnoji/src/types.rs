//! Phases, the end of a match, and the two ways of declaring layouts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::SeatSet;

/// The phases of a round, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Phase {
    /// Round preparation (ラウンド準備): a card is dealt to each square.
    Preparation,
    /// Decision (行動決定): the seats declare layouts of cards.
    Decision,
    /// Movement (移動): all pawns move.
    Movement,
    /// Picking up (拾得): cards are taken from the squares.
    PickUp,
    /// Attack (攻撃): cards are stolen from other seats.
    Attack,
    /// Fire (火ノ手): seats on fire squares discard a card.
    Fire,
    /// Recovery (回復): exposed cards return to the hand.
    Recovery,
    /// Exhaustion (消耗): the cards of the layouts return to the hand or are exposed.
    Exhaustion,
    /// End of the round (ラウンド終了): fire squares are cleared and the first-player marker is passed on.
    RoundEnd,
    /// The match is over.
    Over,
}

/// The criterion that decided the result of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Reason {
    /// One seat has the most points.
    Points,
    /// Several seats have the most points, and one of them has the fewest cards.
    FewerCards,
    /// Several seats have the most points and the same number of cards.
    Draw,
}

/// The result of a match: the deciding criterion and the winners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct End {
    /// The criterion that decided the result: points, number of cards, or neither (a draw).
    pub reason: Reason,
    /// The winning seats; in a draw all seats that share the first place.
    pub winners: SeatSet,
}

/// The order in which layouts are declared, an option of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// The seats declare one after the other, clockwise from the first player (H-36).
    InTurn,
    /// All seats declare at the same time (H-143).
    Together,
}
