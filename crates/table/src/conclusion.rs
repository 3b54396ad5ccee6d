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
    /// A seat gives up; all others win.
    Resigned {
        /// Which.
        seat: Seat,
    },
    /// All seats agree that nobody wins.
    Agreed,
    /// All seats agree to break off: there is no result (`T-17`).
    Abandoned,
    /// A seat has used up its time at a table where that loses; all others win (`T-20`). Only
    /// where a seat may resign.
    OutOfTime {
        /// Which.
        seat: Seat,
    },
}

/// By which rule of the house a play is broken off.
const BROKEN_OFF: RuleId = RuleId("T-17");
/// By which rule of the house time that has run out loses.
const TIME: RuleId = RuleId("T-20");

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
];

impl Conclusion {
    /// What every play of a game may end by in this way: the rule that says so.
    fn rule(self, info: &GameInfo) -> Option<RuleId> {
        match self {
            Conclusion::Resigned { .. } => info.resignation,
            Conclusion::Agreed => info.agreed_draw,
            Conclusion::Abandoned => Some(BROKEN_OFF),
            Conclusion::OutOfTime { .. } => info.resignation.map(|_| TIME),
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
            Conclusion::Resigned { seat } | Conclusion::OutOfTime { seat } => Some(seat),
            Conclusion::Agreed | Conclusion::Abandoned => None,
        }
    }

    /// The result at a table with this number of seats.
    pub(crate) fn outcome(self, seats: u8) -> Outcome {
        let winners = self.seat().map_or(SeatSet::EMPTY, |seat| {
            let mut others = SeatSet::all(seats);
            others.remove(seat);
            others
        });
        let reason = match self {
            Conclusion::Resigned { .. } => "resigned",
            Conclusion::Agreed => "agreed",
            Conclusion::Abandoned => "abandoned",
            Conclusion::OutOfTime { .. } => "out_of_time",
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
        };
        (text, self.rule(info))
    }
}
