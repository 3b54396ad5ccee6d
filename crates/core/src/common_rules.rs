//! The common rules: statements `T-1`, `T-2`, … that hold at every table and for every game.

use std::sync::LazyLock;

use crate::{Rule, parse_rules};

/// The statements `T-1`, `T-2`, …, from this crate's `RULES.md`.
pub fn common_rules() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> =
        LazyLock::new(|| parse_rules(include_str!("../RULES.md"), "T"));
    &RULES
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests may read files")]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Collects every string literal `"T-…"` in the Rust sources below a folder.
    fn named(folder: &Path, ids: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                named(&path, ids);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                ids.extend(text.split('"').filter_map(|piece| {
                    piece.strip_prefix("T-")?.parse::<u32>().ok().map(|_| piece.to_owned())
                }));
            }
        }
    }

    #[test]
    fn every_rule_of_the_house_that_is_named_is_stated_and_none_is_stated_in_vain() {
        let mut used = BTreeSet::new();
        named(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut used);
        let stated: BTreeSet<String> =
            common_rules().iter().map(|rule| rule.id.to_owned()).collect();
        assert_eq!(used, stated);
        assert_eq!(stated.len(), common_rules().len(), "an id is stated twice");
    }
}
