//! Ends that are not an action of a game: the table brings them about.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{GameInfo, Illegal, Outcome, RuleId, Seat, SeatSet, Text, text};

/// A way in which the people at the table end a play, where the game has a rule for it
/// ([`GameInfo::resignation`], [`GameInfo::agreed_draw`]). The position stays as it was, and
/// nobody need be to decide just then.
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
}

impl Conclusion {
    /// What every play of a game may end by in this way: the rule that says so.
    fn rule(self, info: &GameInfo) -> Option<RuleId> {
        match self {
            Conclusion::Resigned { .. } => info.resignation,
            Conclusion::Agreed => info.agreed_draw,
        }
    }

    /// Refuses what the game does not know.
    pub(crate) fn check(self, info: &GameInfo) -> Result<(), Illegal> {
        match (self.rule(info), self) {
            (Some(_), _) => Ok(()),
            (None, Conclusion::Resigned { .. }) => Err(Illegal::no_resignation()),
            (None, Conclusion::Agreed) => Err(Illegal::no_agreed_draw()),
        }
    }

    /// Who brought it about, if it was one seat.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Conclusion::Resigned { seat } => Some(seat),
            Conclusion::Agreed => None,
        }
    }

    /// The result at a table with this number of seats.
    pub(crate) fn outcome(self, seats: u8) -> Outcome {
        match self {
            Conclusion::Resigned { seat } => {
                let mut winners = SeatSet::all(seats);
                winners.remove(seat);
                Outcome { winners, reason: "resigned" }
            }
            Conclusion::Agreed => Outcome { winners: SeatSet::EMPTY, reason: "agreed" },
        }
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
        };
        (text, self.rule(info))
    }
}
