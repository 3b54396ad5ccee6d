//! Ends that are not an action of a game: the table brings them about.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{EndReason, GameInfo, Illegal, Outcome, RuleId, Seat, SeatSet, Text, text};

/// A way in which the table ends a play, by a rule of the game ([`GameInfo::resignation`],
/// [`GameInfo::agreed_draw`]) or of the house. The position stays as it was, and nobody need be to
/// decide just then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "table.ts")]
pub enum Conclusion {
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
pub const HOUSE_ENDS: &[EndReason] = &[
    EndReason {
        id: "abandoned",
        text: Text::fixed(
            "合意により打ち切られ、勝敗はつきません。",
            "Broken off by agreement, without a result.",
        ),
        rule: BROKEN_OFF,
    },
    EndReason {
        id: "out_of_time",
        text: Text::fixed("時間切れで終わりました。", "Somebody’s time ran out."),
        rule: TIME,
    },
    EndReason {
        id: "forfeited",
        text: Text::fixed(
            "席を担うプログラムが手を返さず、終わりました。",
            "The program that played for a seat failed.",
        ),
        rule: FAILURE,
    },
];

impl Conclusion {
    /// What every play of a game may end by in this way: the rule that says so.
    fn rule(self, info: &GameInfo) -> Option<RuleId> {
        match self {
            Conclusion::Resigned { .. } => info.resignation,
            Conclusion::Agreed => info.agreed_draw,
            Conclusion::Abandoned => Some(BROKEN_OFF),
            Conclusion::OutOfTime { .. } => info.resignation.map(|_| TIME),
            Conclusion::Forfeited { .. } => Some(FAILURE),
        }
    }

    /// Refuses what the game does not know.
    pub(crate) fn check(self, info: &GameInfo) -> Result<(), Illegal> {
        match (self.rule(info), self) {
            (Some(_), _) => Ok(()),
            (None, Conclusion::Agreed) => Err(Illegal::no_agreed_draw()),
            (None, _) => Err(Illegal::no_resignation()),
        }
    }

    /// Who brought it about, if it was one seat.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Conclusion::Resigned { seat }
            | Conclusion::OutOfTime { seat }
            | Conclusion::Forfeited { seat } => Some(seat),
            Conclusion::Agreed | Conclusion::Abandoned => None,
        }
    }

    /// The result where these [sides](crate::Setup::sides) play.
    pub fn outcome(self, sides: &[SeatSet]) -> Outcome {
        let won = |side: &&SeatSet| self.seat().is_some_and(|seat| !side.contains(seat));
        let winners = sides.iter().filter(won).flat_map(|side| side.iter()).collect();
        let reason = match self {
            Conclusion::Resigned { .. } => "resigned",
            Conclusion::Agreed => "agreed",
            Conclusion::Abandoned => "abandoned",
            Conclusion::OutOfTime { .. } => "out_of_time",
            Conclusion::Forfeited { .. } => "forfeited",
        };
        Outcome { winners, reason }
    }

    /// What happened, in words, and by which rule.
    pub(crate) fn tell(self, info: &GameInfo) -> (Text, Option<RuleId>) {
        let text = match self {
            Conclusion::Resigned { seat } => {
                text!("{seat}が投了しました。", "{seat} ⟦resigns|resign⟧.", seat)
            }
            Conclusion::Agreed => {
                Text::fixed("合意により引き分けとなりました。", "The players agree on a draw.")
            }
            Conclusion::Abandoned => {
                Text::fixed("合意により打ち切られました。", "The players agree to break off.")
            }
            Conclusion::OutOfTime { seat } => {
                text!("{seat}の時間が切れました。", "{seat} ⟦has|have⟧ run out of time.", seat)
            }
            Conclusion::Forfeited { seat } => text!(
                "{seat}のプログラムが手を返さず、{seat}の負けとなりました。",
                "The program of {seat} has failed, and {seat} ⟦loses|lose⟧.",
                seat
            ),
        };
        (text, self.rule(info))
    }
}
