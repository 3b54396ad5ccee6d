//! Ends that are not an action of a game: the table brings them about.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    EndReason, GameInfo, IllegalAction, LocalizedText, Outcome, RuleId, Seat, SeatSet, text,
};

/// A way in which the table ends a play, by a rule of the game ([`GameInfo::resignation`],
/// [`GameInfo::agreed_draw`]) or of the house. The position stays as it was, and nobody need be to
/// decide just then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub enum Termination {
    /// A seat gives up; all other sides win.
    Resigned {
        /// Which.
        seat: Seat,
    },
    /// All seats agree that nobody wins.
    Agreed,
    /// All seats agree to break off: there is no result (`T-17`).
    Abandoned,
    /// A seat has used up its time at a table where that loses; all other sides win (`T-20`). Only
    /// where a seat may resign.
    OutOfTime {
        /// Which.
        seat: Seat,
    },
    /// The program that played for a seat has failed, where that loses; all other sides win (`T-22`).
    Forfeited {
        /// Which.
        seat: Seat,
    },
}

/// By which rule of the house a play is broken off.
const BROKEN_OFF: RuleId = RuleId("T-17");
/// By which rule of the house time that has run out loses.
const TIME: RuleId = RuleId("T-20");
/// By which rule of the house a program that fails loses.
const FAILURE: RuleId = RuleId("T-22");

/// How the house ends plays, whatever is played.
pub const COMMON_ENDINGS: &[EndReason] = &[
    EndReason {
        id: "abandoned",
        text: LocalizedText::fixed(
            "合意により打ち切られ、勝敗はつきません。",
            "Broken off by agreement, without a result.",
        ),
        rule: BROKEN_OFF,
    },
    EndReason {
        id: "out_of_time",
        text: LocalizedText::fixed("時間切れで終わりました。", "Somebody’s time ran out."),
        rule: TIME,
    },
    EndReason {
        id: "forfeited",
        text: LocalizedText::fixed(
            "席を担うプログラムが手を返さず、終わりました。",
            "The program that played for a seat failed.",
        ),
        rule: FAILURE,
    },
];

impl Termination {
    /// What every play of a game may end by in this way: the rule that says so.
    fn rule(self, info: &GameInfo) -> Option<RuleId> {
        match self {
            Termination::Resigned { .. } => info.resignation,
            Termination::Agreed => info.agreed_draw,
            Termination::Abandoned => Some(BROKEN_OFF),
            Termination::OutOfTime { .. } => info.resignation.map(|_| TIME),
            Termination::Forfeited { .. } => Some(FAILURE),
        }
    }

    /// Refuses what the game does not know.
    pub(crate) fn check(self, info: &GameInfo) -> Result<(), IllegalAction> {
        match (self.rule(info), self) {
            (Some(_), _) => Ok(()),
            (None, Termination::Agreed) => Err(IllegalAction::no_agreed_draw()),
            (None, _) => Err(IllegalAction::no_resignation()),
        }
    }

    /// Who brought it about, if it was one seat.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Termination::Resigned { seat }
            | Termination::OutOfTime { seat }
            | Termination::Forfeited { seat } => Some(seat),
            Termination::Agreed | Termination::Abandoned => None,
        }
    }

    /// The result where these [sides](crate::GameConfig::sides) play.
    pub fn outcome(self, sides: &[SeatSet]) -> Outcome {
        let won = |side: &&SeatSet| self.seat().is_some_and(|seat| !side.contains(seat));
        let winners = sides.iter().filter(won).flat_map(|side| side.iter()).collect();
        let reason = match self {
            Termination::Resigned { .. } => "resigned",
            Termination::Agreed => "agreed",
            Termination::Abandoned => "abandoned",
            Termination::OutOfTime { .. } => "out_of_time",
            Termination::Forfeited { .. } => "forfeited",
        };
        Outcome { winners, reason }
    }

    /// What happened, in words, and by which rule.
    pub(crate) fn describe(self, info: &GameInfo) -> (LocalizedText, Option<RuleId>) {
        let text = match self {
            Termination::Resigned { seat } => {
                text!("{seat}が投了しました。", "{seat} ⟦resigns|resign⟧.", seat)
            }
            Termination::Agreed => LocalizedText::fixed(
                "合意により引き分けとなりました。",
                "The players agree on a draw.",
            ),
            Termination::Abandoned => LocalizedText::fixed(
                "合意により打ち切られました。",
                "The players agree to break off.",
            ),
            Termination::OutOfTime { seat } => {
                text!("{seat}の時間が切れました。", "{seat} ⟦has|have⟧ run out of time.", seat)
            }
            Termination::Forfeited { seat } => text!(
                "{seat}のプログラムが手を返さず、{seat}の負けとなりました。",
                "The program of {seat} has failed, and {seat} ⟦loses|lose⟧.",
                seat
            ),
        };
        (text, self.rule(info))
    }
}
