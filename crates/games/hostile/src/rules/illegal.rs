//! Construction of the errors for illegal actions.

use zashiki_core::{IllegalAction, LocalizedText, RuleId};

/// The error for an illegal action, from its message and the rule that forbids it.
pub(super) fn refuse((message, rule): (LocalizedText, RuleId)) -> IllegalAction {
    IllegalAction::new(rule.0, message)
}
