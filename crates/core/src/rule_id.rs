//! Ids of rule statements.

use serde::Serialize;
use ts_rs::TS;

/// The id of a numbered rule statement, such as `Q-12`. Ids that begin with `T-` are common to all games
/// (see [`common_rules`](crate::common_rules())).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct RuleId(pub &'static str);

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> RuleId {
        RuleId(id)
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}
