//! Actions of the game: the type, its notation, its index and its sub-actions.

mod action;
mod index;
mod label;
mod notation;
mod sub_actions;

use zashiki_core::{FactoredAction, IllegalAction, Seat, SubActionKind};

pub use action::Action;
pub(crate) use index::{SETS, set_index};

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = sub_actions::SUB_ACTIONS;
    const COUNT: usize = index::COUNT;
    const ALL_INDEXED: bool = false;

    fn sub_actions(self, seat: Seat, factored: &mut FactoredAction) {
        sub_actions::sub_actions(self, seat, factored);
    }

    fn index(self) -> Option<usize> {
        index::index(self)
    }

    fn from_index(index: usize) -> Option<Action> {
        index::from_index(index)
    }

    fn parse(notation: &str) -> Result<Action, IllegalAction> {
        notation::parse(notation)
    }
}
