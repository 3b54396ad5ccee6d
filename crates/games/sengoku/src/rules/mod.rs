//! The rules. [`Sengoku::run`] plays from one decision to the next: it applies all consequences,
//! and every decision with only one legal action (AS25).

mod declaring;
mod ending;
mod lines;
mod placing;

pub(crate) use lines::winner_of;
pub(crate) use placing::spots_of;

use arrayvec::ArrayVec;
use zashiki_core::{EventSink, IllegalAction, LocalizedText, RuleId, Seat, describe};

use crate::board::Stage;
use crate::events::Event;
use crate::limits::MAX_SEATS;
use crate::{Action, Sengoku};

impl Sengoku {
    /// Plays on to the next decision with more than one legal action, or to the end of the game.
    pub(crate) fn run(&mut self, log: &mut impl EventSink<Sengoku>) {
        loop {
            match self.board.stage() {
                Stage::Declare { seat } => match self.only_declaration(seat) {
                    Some(tile) => self.declare(seat, tile, true, log),
                    None => return,
                },
                Stage::Place { seat, tile } => match self.only_placement(seat, tile) {
                    Some(action) => self.resolve(seat, tile, action, true, log),
                    None => return,
                },
                Stage::Over if self.board.end.is_some() => return,
                Stage::Over => self.end_round(log),
            }
        }
    }

    /// Ends the round. In the next round the seats declare in the order in which they placed (S-13,
    /// AS2).
    fn end_round(&mut self, log: &mut impl EventSink<Sengoku>) {
        if !self.board.anyone_placed {
            self.close_if_exhausted(log);
            if self.board.end.is_some() {
                return;
            }
        }
        let order: ArrayVec<Seat, MAX_SEATS> =
            self.board.placing_order().iter().map(|d| d.seat).collect();
        self.board.order = order.into_iter().filter(|seat| self.can_declare(*seat)).collect();
        self.board.round += 1;
        self.board.declared.clear();
        self.board.resolved = 0;
        self.board.anyone_placed = false;
        let first = self.board.order.first().copied();
        log.push(Event::Round { round: self.board.round, first }, self);
    }

    /// Lists the legal actions of the seat.
    pub(crate) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        match self.board.stage() {
            Stage::Declare { seat: awaited } if awaited == seat => {
                self.list_declarations(seat, out)
            }
            Stage::Place { seat: awaited, tile } if awaited == seat => {
                self.list_placements(seat, tile, out);
            }
            _ => {}
        }
    }

    /// Returns an error if the seat's action is illegal.
    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        match (self.board.stage(), action) {
            (Stage::Over, _) => Err(IllegalAction::over()),
            (Stage::Declare { seat: awaited } | Stage::Place { seat: awaited, .. }, _)
                if awaited != seat =>
            {
                Err(IllegalAction::not_awaited())
            }
            (Stage::Declare { .. }, Action::Declare(tile)) => self.check_declaration(seat, tile),
            (Stage::Place { tile, .. }, Action::Place(spot)) => self.check_place(tile, spot),
            (Stage::Place { tile, .. }, Action::General(spot)) => {
                self.check_general(seat, tile, spot)
            }
            (Stage::Place { tile, .. }, Action::Lose) => self.check_loss(tile),
            _ => Err(IllegalAction::not_asked()),
        }
    }

    /// Applies a legal action.
    pub(crate) fn apply(&mut self, seat: Seat, action: Action, log: &mut impl EventSink<Sengoku>) {
        match (self.board.stage(), action) {
            (Stage::Declare { .. }, Action::Declare(tile)) => self.declare(seat, tile, false, log),
            (Stage::Place { tile, .. }, action) => self.resolve(seat, tile, action, false, log),
            (stage, _) => debug_assert!(false, "unchecked action {action} for {stage:?}"),
        }
        self.run(log);
    }

    /// The prompt for the seat to move, and the rule that it cites.
    pub(crate) fn current_prompt(&self) -> Option<(LocalizedText, RuleId)> {
        Some(match self.board.stage() {
            Stage::Declare { .. } => {
                describe!("S-10", "出陣させるタイルを選んでください。", "Choose a tile to declare.")
            }
            Stage::Place { tile, .. } if tile.is_general() => {
                describe!(
                    "S-36",
                    "総大将を置く場所を選んでください。",
                    "Choose where to place your general."
                )
            }
            Stage::Place { tile, .. } if self.grid.has_placement(tile) => describe!(
                "S-21",
                "{tile}を置く場所を選んでください。",
                "Choose where to place {tile}.",
                tile
            ),
            Stage::Place { tile, .. } => describe!(
                "S-37",
                "{tile}を置ける場所がありません。代わりに総大将を置くか、タイルをあきらめてください。",
                "There is no place for {tile}. Place your general instead, or give up the tile.",
                tile
            ),
            Stage::Over => return None,
        })
    }
}
