//! Phases, ends and the ways of declaring layouts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::SeatSet;

/// The phases of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Phase {
    /// ラウンド準備.
    Preparation,
    /// 行動決定.
    Decision,
    /// 移動.
    Movement,
    /// 拾得.
    PickUp,
    /// 攻撃.
    Attack,
    /// 火ノ手.
    Fire,
    /// 回復.
    Recovery,
    /// 消耗.
    Exhaustion,
    /// ラウンド終了.
    RoundEnd,
    /// The play has ended.
    Over,
}

/// Why the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Reason {
    /// One seat has the most points.
    Points,
    /// Of those with the most points one has the fewest cards.
    FewerCards,
    /// Points and cards are equal.
    Draw,
}

/// How the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// Who won; all who are equal in a draw.
    pub winners: SeatSet,
}

/// How layouts are declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// One after the other, clockwise from the first player (H-36).
    InTurn,
    /// All at the same time (H-143).
    Together,
}
