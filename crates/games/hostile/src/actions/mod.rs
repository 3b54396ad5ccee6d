//! The actions of players: their type, notation, index, sub-actions and description.

mod action;
mod index;
mod label;
mod notation;
mod sub_actions;

use zashiki_core::{FactoredAction, IllegalAction, Seat, SubActionKind};

pub use action::Action;

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = sub_actions::SUB_ACTIONS;
    const COUNT: usize = index::COUNT;

    fn sub_actions(self, _: Seat, to: &mut FactoredAction) {
        sub_actions::sub_actions(self, to);
    }

    #[inline]
    fn index(self) -> Option<usize> {
        index::index(self)
    }

    fn from_index(index: usize) -> Option<Action> {
        index::from_index(index)
    }

    #[inline]
    fn category(self) -> Option<usize> {
        index::category(self)
    }

    fn parse(notation: &str) -> Result<Action, IllegalAction> {
        notation::parse(notation)
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Action as _;

    use super::*;

    #[test]
    fn index_and_notation_name_each_action_once() {
        for index in 0..Action::COUNT {
            let action = Action::from_index(index).expect("every index is an action");
            assert_eq!(action.index(), Some(index));
            assert_eq!(Action::parse(&action.to_string()), Ok(action));
        }
        assert_eq!(Action::from_index(Action::COUNT), None);
    }

    #[test]
    fn the_notation_is_the_documented_one() {
        for text in [
            "skill crash",
            "draft slide keep",
            "draft C5 keep",
            "draft C5 use",
            "draft slide place D4 n",
            "draft ice place D4",
            "move n",
            "take C5",
            "return para",
            "place corner D4 sw",
            "place box H3",
            "use F8",
            "crash D4",
            "rotate D4 left",
            "recall",
            "steal A2",
            "end",
        ] {
            assert_eq!(Action::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_not_notation_is_refused() {
        for text in [
            "",
            "skill",
            "skill fly",
            "draft ice use",
            "draft C5 place D4",
            "place slide D4",
            "place slide D4 ne",
            "place ice D4 n",
            "place slide D9 n",
            "place slide D4 n n",
            "move up",
            "rotate D4",
            "end now",
        ] {
            assert_eq!(Action::parse(text).unwrap_err().rule.0, "T-3", "{text}");
        }
    }
}
