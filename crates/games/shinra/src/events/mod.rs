//! Events of a game, as data and as text in both languages.

mod describe;
mod ledger;
mod narrate;

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::Seat;

use crate::kind::{Cards, Item};
use crate::square::Square;

/// One event. All events are public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "shinra.ts")]
pub enum Event {
    /// The game begins with the set-up.
    Began,
    /// A seat has arranged its cards on the sheet.
    Arranged {
        /// The seat that arranged its cards.
        seat: Seat,
    },
    /// Both seats have arranged: the deployment begins.
    DeploymentBegan,
    /// A seat laid a card in the deployment.
    Deployed {
        /// The seat that laid the card.
        seat: Seat,
        /// The card that was laid.
        item: Item,
        /// The square it was laid on.
        to: Square,
        /// Index of the card in the deployment: 0 and 1 fill the gaps, 2 to 5 row 3, 6 the middle
        /// square.
        place: u8,
        /// True if it was the only legal action, so that the engine played it without asking.
        forced: bool,
    },
    /// The middle square is filled: the battle begins.
    BattleBegan,
    /// A seat exchanged two of its pieces.
    Switched {
        /// The seat that exchanged its pieces.
        seat: Seat,
        /// The square of one piece before the switch.
        a: Square,
        /// The square of the other piece before the switch.
        b: Square,
        /// The cards of the piece that was on `a`.
        on_a: Cards,
        /// The cards of the piece that was on `b`.
        on_b: Cards,
    },
    /// A seat declined to switch.
    Declined {
        /// The seat that declined.
        seat: Seat,
        /// True if this ends all switching for the rest of the game (K-45).
        last: bool,
    },
    /// A piece moved to an empty square.
    Moved {
        /// The seat whose piece moved.
        seat: Seat,
        /// The square that the piece left.
        from: Square,
        /// The square that the piece moved to.
        to: Square,
        /// The cards of the piece.
        cards: Cards,
    },
    /// A piece moved onto another piece of its seat and combined with it.
    Joined {
        /// The seat whose pieces combined.
        seat: Seat,
        /// The square the moving piece left.
        from: Square,
        /// The square of the new stack.
        to: Square,
        /// The cards of the moving piece.
        cards: Cards,
        /// The cards of the new stack.
        stack: Cards,
        /// Life points of the new stack.
        points: u8,
        /// True if the moving piece had attacked without capturing and joined afterwards (K-68).
        after_attack: bool,
        /// True if it was the only legal action, so that the engine played it without asking.
        forced: bool,
    },
    /// A seat put a card or a stack from its hand onto an empty square.
    Put {
        /// The seat that put the card or stack.
        seat: Seat,
        /// The card or stack that was put.
        item: Item,
        /// The square it was put on.
        to: Square,
        /// Life points of the new piece.
        points: u8,
    },
    /// A seat added a single from its hand to one of its stacks.
    Added {
        /// The seat that added the single.
        seat: Seat,
        /// The single that was added.
        item: Item,
        /// The square of the stack.
        to: Square,
        /// The cards of the stack afterwards.
        stack: Cards,
        /// Life points of the stack afterwards.
        points: u8,
    },
    /// A seat put a remainder (the last card of a captured stack whose queen was returned) and another
    /// single from its hand on the board as a new stack of two (K-53).
    Paired {
        /// The seat that put the two singles.
        seat: Seat,
        /// The cards of the new stack.
        stack: Cards,
        /// The square it was put on.
        to: Square,
        /// Life points of the new stack.
        points: u8,
    },
    /// An attack took points from the target without capturing it.
    Hit {
        /// The seat that attacked.
        seat: Seat,
        /// The attacker's square.
        from: Square,
        /// The target's square.
        to: Square,
        /// The cards of the attacker.
        cards: Cards,
        /// The cards of the target.
        target: Cards,
        /// Life points the target lost.
        loss: u8,
        /// Life points the target has left.
        points: u8,
    },
    /// An attack captured the target; the attacker moved onto its square.
    Captured {
        /// The seat that captured the piece.
        seat: Seat,
        /// The square the attacker left.
        from: Square,
        /// The target's square.
        to: Square,
        /// The cards of the attacker.
        cards: Cards,
        /// The cards of the captured piece. They are in the capturing seat's hand now, unless it is a king.
        target: Cards,
        /// Life points that the captured piece had.
        points: u8,
    },
    /// An attacker that captured nothing returned to its own territory (K-66).
    WentBack {
        /// The seat of the attacker.
        seat: Seat,
        /// The square it attacked from.
        from: Square,
        /// The square it returned to.
        to: Square,
        /// The cards of the attacker.
        cards: Cards,
        /// True if it was the only legal action, so that the engine played it without asking.
        forced: bool,
    },
    /// A piece went from the board to its owner's hand.
    Retreated {
        /// The seat of the piece.
        seat: Seat,
        /// The square that the piece left.
        from: Square,
        /// The item as it is in the hand now.
        item: Item,
        /// True if the piece had attacked without capturing; false if the retreat was the turn's action.
        after_attack: bool,
        /// True if the piece is a stack that attacked the king and had no other legal action. It then
        /// keeps its reduced points (K-85).
        keeps: bool,
        /// True if it was the only legal action, so that the engine played it without asking.
        forced: bool,
    },
    /// A king stepped onto a piece of its own seat (K-87).
    KingStepped {
        /// The seat of the king.
        seat: Seat,
        /// The square the king left.
        from: Square,
        /// The square that the king stepped onto.
        to: Square,
        /// The cards of the piece that was on that square and is set aside.
        cards: Cards,
        /// Life points the king gained.
        gain: u8,
        /// Life points of the king after the step.
        points: u8,
    },
    /// The piece set aside by the king's step was placed on an empty square of its territory.
    Settled {
        /// The seat of the piece.
        seat: Seat,
        /// The square it was placed on.
        to: Square,
        /// The cards of the piece.
        cards: Cards,
        /// Life points of the piece.
        points: u8,
        /// True if it was the only legal action, so that the engine played it without asking.
        forced: bool,
    },
    /// A seat returned the captured queen to the opponent's hand (K-75).
    QueenReturned {
        /// The seat that returned the queen.
        seat: Seat,
        /// The captured queen, or the captured stack that contained her.
        item: Item,
        /// Life points the king of `seat` gained.
        gain: u8,
        /// Life points of that king afterwards.
        points: u8,
        /// True if the return was the action of a turn; false if it happened directly after the capture.
        as_turn: bool,
    },
    /// A seat kept the captured queen.
    QueenKept {
        /// The seat that keeps the queen.
        seat: Seat,
        /// The captured queen, or the captured stack that contains her.
        item: Item,
    },
    /// A seat's king is in check at the beginning of its turn.
    Check {
        /// The seat whose king is in check.
        seat: Seat,
    },
    /// A seat captured the enemy king: the game is over.
    KingTaken {
        /// The seat that won.
        seat: Seat,
    },
    /// The turn limit was reached: the game is a draw.
    TurnLimit {
        /// Number of battle turns completed by both seats together.
        turns: u16,
    },
}
