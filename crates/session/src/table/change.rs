//! The stored changes of a table, from which its match can be replayed.

use zashiki_core::{Level, Seat};

use crate::protocol::Word;

/// A stored change of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The seat that makes the change, or for which it is made.
    pub seat: Seat,
    /// The change.
    pub kind: ChangeKind,
    /// The client's own id for the message that requested the change.
    pub client_id: String,
    /// Time of the change, in milliseconds since 1970.
    pub at: i64,
    /// Service time of the change (total server uptime), in milliseconds; unknown if an older program wrote
    /// the change.
    pub time: Option<i64>,
}

/// The kind of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    /// Plays the action with this notation.
    Act(String),
    /// The seat's time has run out: the server plays this action for it.
    Expire(String),
    /// Takes back the seat's last action.
    Undo,
    /// The seat resigns.
    Resign,
    /// Makes, withdraws or answers an offer.
    Talk(Word),
    /// The player leaves the match; a bot takes over the seat.
    Leave,
    /// The player returns to the match.
    Return,
    /// The seat loses by running out of time.
    Late,
    /// The seat loses because its external program failed.
    Forfeit,
    /// The operator ends the match without a result.
    Close,
    /// The seat's external program failed; a bot of this level replaces it permanently.
    Replace(Level),
}

impl ChangeKind {
    /// The stored form: the kind and, for actions, the notation.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            ChangeKind::Act(action) => ("act", action),
            ChangeKind::Expire(action) => ("expire", action),
            ChangeKind::Undo => ("undo", ""),
            ChangeKind::Resign => ("resign", ""),
            ChangeKind::Talk(Word::Offer) => ("offer", ""),
            ChangeKind::Talk(Word::Ask) => ("ask", ""),
            ChangeKind::Talk(Word::Withdraw) => ("withdraw", ""),
            ChangeKind::Talk(Word::Accept) => ("accept", ""),
            ChangeKind::Talk(Word::Decline) => ("decline", ""),
            ChangeKind::Talk(Word::Abandon) => ("abandon", ""),
            ChangeKind::Leave => ("leave", ""),
            ChangeKind::Return => ("return", ""),
            ChangeKind::Late => ("late", ""),
            ChangeKind::Forfeit => ("forfeit", ""),
            ChangeKind::Close => ("close", ""),
            ChangeKind::Replace(level) => ("replace", level.id()),
        }
    }

    /// Parses the stored form; returns `None` for an unknown kind.
    pub fn read(kind: &str, action: String) -> Option<ChangeKind> {
        Some(match kind {
            "act" => ChangeKind::Act(action),
            "expire" => ChangeKind::Expire(action),
            "undo" => ChangeKind::Undo,
            "resign" => ChangeKind::Resign,
            "offer" => ChangeKind::Talk(Word::Offer),
            "ask" => ChangeKind::Talk(Word::Ask),
            "withdraw" => ChangeKind::Talk(Word::Withdraw),
            "accept" => ChangeKind::Talk(Word::Accept),
            "decline" => ChangeKind::Talk(Word::Decline),
            "abandon" => ChangeKind::Talk(Word::Abandon),
            "leave" => ChangeKind::Leave,
            "return" => ChangeKind::Return,
            "late" => ChangeKind::Late,
            "forfeit" => ChangeKind::Forfeit,
            "close" => ChangeKind::Close,
            "replace" => ChangeKind::Replace(Level::from_id(&action)?),
            _ => return None,
        })
    }
}
