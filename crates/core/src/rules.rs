//! Rule statements, parsed from a game's `RULES.md`, their single source.

use serde::Serialize;
use ts_rs::TS;

/// A numbered rule statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Rule {
    /// The id, such as `Q-12`.
    pub id: &'static str,
    /// The statement in Japanese.
    pub ja: &'static str,
    /// The statement in English.
    pub en: &'static str,
    /// The source: a quotation from the rulebook in 「」, a public page or a ruling.
    pub source: &'static str,
    /// The reason why software cannot show the statement and no test covers it; empty for other statements.
    pub not_applicable: &'static str,
}

/// Parses the rows `| id | English | 日本語 | source | not applicable because |` of all tables in the text;
/// other lines are prose. The last cell is optional. The prefix `Q` selects statements (`Q-12`), the
/// prefix `A-Q` rulings (`A-Q12`).
pub fn parse_rules(markdown: &'static str, prefix: &str) -> Vec<Rule> {
    markdown
        .lines()
        .filter_map(|line| {
            let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
            let id = cells.next()?;
            let rest = id.strip_prefix(prefix)?;
            let number = if prefix.contains('-') { rest } else { rest.strip_prefix('-')? };
            number.parse::<u32>().ok()?;
            let (en, ja, source) = (cells.next()?, cells.next()?, cells.next()?);
            let not_applicable = cells.next().unwrap_or_default();
            Some(Rule { id, ja, en, source, not_applicable })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_rules_and_prose_does_not() {
        let rules = parse_rules(
            "# Title\n| id | English | 日本語 | source |\n|---|---|---|---|\n\
             | Q-1 | One. | いち。 | 「一」 |\n| AQ4 | a ruling | | |\n\
             | Q-2 | Two. | に。 | derived | never seen in play |\n",
            "Q",
        );
        assert_eq!(rules.len(), 2);
        assert_eq!((rules[0].id, rules[0].ja, rules[0].not_applicable), ("Q-1", "いち。", ""));
        assert_eq!(rules[1].not_applicable, "never seen in play");
    }

    #[test]
    fn rulings_have_a_prefix_of_their_own() {
        let text = "| Q-1 | One. | いち。 | 「一」 |\n| A-Q15 | A ruling. | 裁定。 | ruling |\n";
        let ids = |prefix| parse_rules(text, prefix).iter().map(|rule| rule.id).collect::<Vec<_>>();
        assert_eq!((ids("Q"), ids("A-Q")), (vec!["Q-1"], vec!["A-Q15"]));
    }
}
