//! The ways in which a match can end.

use serde::Serialize;
use ts_rs::TS;

use crate::{LocalizedText, RuleId};

/// A way in which a match can end.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct EndReason {
    /// Stable id, as in [`Outcome::reason`](crate::Outcome::reason).
    pub id: &'static str,
    /// Description in a sentence.
    pub text: LocalizedText,
    /// The rule by which the match ends.
    pub rule: RuleId,
}

impl EndReason {
    /// A way to end with its description in Japanese and English.
    pub const fn new(
        id: &'static str,
        ja: &'static str,
        en: &'static str,
        rule: &'static str,
    ) -> EndReason {
        EndReason { id, text: LocalizedText::fixed(ja, en), rule: RuleId(rule) }
    }
}

/// The common rule for abandoned matches.
pub(crate) const ABANDONED: RuleId = RuleId("T-17");
/// The common rule for losses on time.
pub(crate) const OUT_OF_TIME: RuleId = RuleId("T-20");
/// The common rule for losses by failure of a program.
pub(crate) const FORFEITED: RuleId = RuleId("T-22");

/// End reasons common to all games.
pub const COMMON_ENDINGS: &[EndReason] = &[
    EndReason {
        id: "abandoned",
        text: LocalizedText::fixed(
            "合意により打ち切られ、勝敗はつきません。",
            "Broken off by agreement, without a result.",
        ),
        rule: ABANDONED,
    },
    EndReason {
        id: "out_of_time",
        text: LocalizedText::fixed("時間切れで終わりました。", "A player ran out of time."),
        rule: OUT_OF_TIME,
    },
    EndReason {
        id: "forfeited",
        text: LocalizedText::fixed(
            "席を担うプログラムが手を返さず、終わりました。",
            "The program that played for a seat failed.",
        ),
        rule: FORFEITED,
    },
];
