//! Components of the game (`components.toml`): cards, counts, points and formations.

mod card_text;
mod check;
mod schema;
mod spec;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{ComponentsSchema, InputError, Localize, LocalizedText, RuleId};

use crate::assets::ASSETS;
use crate::info::INFO;
use crate::kind::{KINDS, Kind};
use card_text::about;
pub use spec::{CardSpec, FormationSpec, Points, SetupSpec, SheetSpec, ShownRules};

/// The components of a game: a components file, completed with names and texts from the glossary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct Components {
    /// Id of the game; always `shinra`.
    pub game: String,
    /// Dimensions of the board (プレイシート, the sheet).
    pub sheet: SheetSpec,
    /// The numbers of pieces that each seat arranges in the set-up.
    pub setup: SetupSpec,
    /// Life points, attack values and the points that kings gain.
    pub points: Points,
    /// The cards, one entry for each kind, in the order of [`Kind::ALL`].
    #[serde(rename = "card")]
    pub cards: Vec<CardSpec>,
    /// Ready-made formations, at least one.
    #[serde(rename = "formation")]
    pub formations: Vec<FormationSpec>,
    /// Rules to quote beside parts of the page that are not cards.
    #[serde(skip_deserializing)]
    pub rules: ShownRules,
    /// Names of the glossary by key.
    #[serde(skip_deserializing)]
    pub names: BTreeMap<String, LocalizedText>,
}

impl Components {
    /// The form of a components file.
    pub(crate) fn schema() -> &'static ComponentsSchema {
        schema::schema()
    }

    /// Reads and checks a components file.
    ///
    /// # Errors
    /// Returns an error if it is not a components file or a count, an arrow, a number or a
    /// formation is impossible.
    pub fn read(text: &str) -> Result<Components, InputError> {
        let mut components: Components =
            zashiki_core::read_components(text, &INFO, schema::schema(), Components::check)?;
        for card in &mut components.cards {
            let (about, rules) = about(card.kind, card.points, &components.points);
            card.name = card.kind.name();
            card.about = about;
            card.rules = ids(rules);
        }
        let terms = ASSETS.glossary().terms();
        components.names = terms.map(|(key, term)| (key.to_owned(), term.name())).collect();
        components.rules = ShownRules {
            king: ids(&["K-22", "K-29", "K-87", "K-93"]),
            turns: ids(&["K-92"]),
            switches: ids(&["K-44", "K-45"]),
        };
        Ok(components)
    }

    /// The entry of the components file for this kind of card.
    pub fn card(&self, kind: Kind) -> &CardSpec {
        &self.cards[kind as usize]
    }

    /// The number of cards in each seat's deck, by kind.
    pub fn deck(&self) -> [u8; KINDS] {
        Kind::ALL.map(|kind| self.card(kind).count)
    }
}

fn ids(ids: &[&'static str]) -> Vec<RuleId> {
    ids.iter().copied().map(RuleId).collect()
}

/// The sentence without its full stop, for use inside another sentence.
pub(crate) fn part_of(sentence: LocalizedText) -> LocalizedText {
    let LocalizedText { ja, en } = sentence;
    LocalizedText::new(ja.trim_end_matches('。'), en.trim_end_matches('.'))
}
