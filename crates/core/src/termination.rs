//! Ends of matches that are not actions of the game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    GameInfo, IllegalAction, LocalizedText, Outcome, RuleId, Seat, SeatSet, end_reason, text,
};

/// An end of a match that is not an action of the game, by one of the game's rules
/// ([`GameInfo::resignation`], [`GameInfo::agreed_draw`]) or a common rule. The position stays as it
/// was; the seat concerned need not be to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub enum Termination {
    /// A seat resigns; all other sides win.
    Resigned {
        /// The seat that resigned.
        seat: Seat,
    },
    /// All seats agree on a draw.
    Agreed,
    /// All seats agree to abandon the match: there is no result (`T-17`).
    Abandoned,
    /// A seat has run out of time at a table where that loses the match; all other sides win (`T-20`). Only
    /// in games with resignation.
    OutOfTime {
        /// The seat that ran out of time.
        seat: Seat,
    },
    /// A seat's program has failed at a table where that loses the match; all other sides win (`T-22`).
    Forfeited {
        /// The seat of the failed program.
        seat: Seat,
    },
}

impl Termination {
    /// The rule that allows this end in the game, if there is one.
    fn rule(self, info: &GameInfo) -> Option<RuleId> {
        match self {
            Termination::Resigned { .. } => info.resignation,
            Termination::Agreed => info.agreed_draw,
            Termination::Abandoned => Some(end_reason::ABANDONED),
            Termination::OutOfTime { .. } => info.resignation.map(|_| end_reason::OUT_OF_TIME),
            Termination::Forfeited { .. } => Some(end_reason::FORFEITED),
        }
    }

    /// Checks that a rule of the game or a common rule allows this end.
    pub(crate) fn check(self, info: &GameInfo) -> Result<(), IllegalAction> {
        match (self.rule(info), self) {
            (Some(_), _) => Ok(()),
            (None, Termination::Agreed) => Err(IllegalAction::no_agreed_draw()),
            (None, _) => Err(IllegalAction::no_resignation()),
        }
    }

    /// The seat that resigned, ran out of time or forfeited; `None` if all seats agreed on the end.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Termination::Resigned { seat }
            | Termination::OutOfTime { seat }
            | Termination::Forfeited { seat } => Some(seat),
            Termination::Agreed | Termination::Abandoned => None,
        }
    }

    /// The outcome, given the [teams](crate::GameConfig::sides).
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

    /// The end in words, and its rule.
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
