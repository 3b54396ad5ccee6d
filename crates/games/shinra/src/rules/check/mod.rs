//! Checks that one action is legal; if it is not, the error names the rule and the reason. The checks do
//! not use the list of legal actions.

mod deployment;
mod follow_up;
mod hand;
mod movement;

use zashiki_core::{IllegalAction, Seat, text};

use crate::Shinra;
use crate::actions::Action;
use crate::board::Stage;

/// Returns from the function with an error: a rule and a sentence in both languages.
macro_rules! refuse {
    ($rule:expr, $($sentence:tt)+) => {
        Err(IllegalAction::new($rule, text!($($sentence)+)))
    };
}
use refuse;

impl Shinra {
    /// Checks that an action is legal.
    ///
    /// # Errors
    /// Returns the rule and the reason if the action is illegal.
    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        if matches!(self.board.stage, Stage::Over { .. }) {
            return Err(IllegalAction::over());
        }
        if !self.awaited().contains(seat) {
            return Err(IllegalAction::not_awaited());
        }
        match (self.board.stage, action) {
            (Stage::Setup, Action::Arrange(arrangement)) => {
                arrangement.check(seat, &self.config.components)
            }
            (Stage::Deploy { place, .. }, Action::Put { item, to }) => {
                self.check_deploy(seat, place, item, to)
            }
            (Stage::Act { .. }, Action::Move { from, to }) => self.check_move(seat, from, to),
            (Stage::Act { .. }, Action::Put { item, to }) => self.check_put(seat, item, to),
            (Stage::Act { .. }, Action::Pair { first, second, to }) => {
                self.check_pair(seat, first, second, to)
            }
            (Stage::Act { .. }, Action::Retreat { from }) => self.check_retreat(seat, from),
            (Stage::Act { .. }, Action::ReturnLater { item }) => self.check_return(seat, item),
            (Stage::Act { .. } | Stage::Follow { .. }, Action::Switch { .. } | Action::Decline)
                if !self.board.switches =>
            {
                refuse!(
                    "K-45",
                    "スイッチは一度パスされたので、もうできません。別の手を選んでください。",
                    "A player has declined, so there is no more switching in this game; choose another action."
                )
            }
            (Stage::Follow { from, .. }, Action::Back { to }) => self.check_back(seat, from, to),
            (Stage::Follow { from, .. }, Action::Join { to }) => {
                self.check_join_after(seat, from, to)
            }
            (Stage::Follow { from, king, .. }, Action::ToHand) => {
                self.check_to_hand(seat, from, king)
            }
            (Stage::Settle { .. }, Action::Settle { to }) => self.check_settle(seat, to),
            (Stage::Queen { .. }, Action::ReturnQueen | Action::KeepQueen)
            | (Stage::Switch { .. }, Action::Decline) => Ok(()),
            (Stage::Switch { .. }, Action::Switch { a, b }) => self.check_switch(seat, a, b),
            _ => Err(IllegalAction::not_asked()),
        }
    }
}
