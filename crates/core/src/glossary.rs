//! Names of a game's pieces and terms.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize, Serializer};

use ts_rs::TS;

use crate::{Localize, LocalizedText, RuleId, read_toml};

/// The terms of one game, from its `glossary.toml`: the only source of the names of its pieces, seats,
/// squares and phases, and of the rules that define them.
///
/// ```toml
/// [terms.seal]
/// ja = "始動権"
/// en = "the Seal of Initiative"
/// rules = ["Q-11"]
/// avoid = ["first-move tile"]
/// ```
///
/// As JSON, an object by key: `{"seal": {"ja": …, "en": …, "rules": ["Q-11"]}}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glossary {
    #[serde(default)]
    terms: BTreeMap<String, Term>,
}

/// A term of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(from = "Entry")]
#[ts(export, export_to = "core.ts")]
pub struct Term {
    /// The name of the term.
    #[serde(flatten)]
    #[ts(flatten)]
    pub name: LocalizedText,
    /// The rules that define the term, the most important first; empty if the name is self-explanatory.
    #[ts(as = "Vec<RuleId>")]
    pub rules: Vec<String>,
    /// Names that texts must not use for the term, in either language.
    #[serde(skip)]
    pub avoid: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    ja: String,
    en: String,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    avoid: Vec<String>,
}

impl From<Entry> for Term {
    fn from(entry: Entry) -> Term {
        Term {
            name: LocalizedText::new(entry.ja, entry.en),
            rules: entry.rules,
            avoid: entry.avoid,
        }
    }
}

impl Glossary {
    /// An empty glossary.
    pub fn none() -> &'static Glossary {
        static NONE: LazyLock<Glossary> = LazyLock::new(Glossary::default);
        &NONE
    }

    /// Parses the text of a game's bundled `glossary.toml`.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the game's tests parse it.
    pub fn parse(text: &str) -> Glossary {
        read_toml(text, "glossary.toml").unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// The name of the term with this key.
    ///
    /// # Panics
    /// Panics if there is no such key; keys come from the game's own code.
    pub fn name(&self, key: &str) -> &LocalizedText {
        &self.term(key).name
    }

    /// The term with this key.
    ///
    /// # Panics
    /// As for [`Glossary::name`].
    pub fn term(&self, key: &str) -> &Term {
        self.terms.get(key).unwrap_or_else(|| panic!("glossary.toml has no [terms.{key}]"))
    }

    /// All terms with their keys, ordered by key.
    pub fn terms(&self) -> impl Iterator<Item = (&str, &Term)> {
        self.terms.iter().map(|(key, term)| (key.as_str(), term))
    }
}

impl Localize for Term {
    fn name(&self) -> LocalizedText {
        self.name.clone()
    }
}

impl Serialize for Glossary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.terms())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_by_key_and_written_with_their_rules() {
        let glossary = Glossary::parse(
            "[terms.seal]\nja = \"始動権\"\nen = \"the seal\"\navoid = [\"tile\"]\n\
             rules = [\"Q-11\"]\n\
             [terms.rook]\nja = \"飛車\"\nen = \"the rook\"\n",
        );
        assert_eq!(glossary.name("seal"), &LocalizedText::fixed("始動権", "the seal"));
        let avoided: Vec<_> = glossary.terms().map(|(key, term)| (key, term.avoid.len())).collect();
        assert_eq!(avoided, [("rook", 0), ("seal", 1)]);
        assert_eq!(
            serde_json::to_string(&glossary).unwrap(),
            "{\"rook\":{\"ja\":\"飛車\",\"en\":\"the rook\",\"rules\":[]},\
             \"seal\":{\"ja\":\"始動権\",\"en\":\"the seal\",\"rules\":[\"Q-11\"]}}"
        );
        assert_eq!(Glossary::none().terms().count(), 0);
    }

    #[test]
    #[should_panic(expected = "has no [terms.king]")]
    fn a_name_that_is_missing_is_noticed() {
        let _ = Glossary::none().name("king");
    }

    #[test]
    #[should_panic(expected = "`terms.king`: `en` is missing")]
    fn a_broken_glossary_names_the_term() {
        let _ = Glossary::parse("[terms.king]\nja = \"王\"\n");
    }
}
