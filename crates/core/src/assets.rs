//! The data files of a game: rules, glossary, tutorial, puzzles, levels, calibration, weights.

use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;

use crate::{
    Calibration, Glossary, Levels, Puzzle, Rule, Tutorial, ValueNetwork, Weights, parse_rules,
};

/// The texts of a game's data files, included in the program. Only the rules are required.
#[derive(Clone, Copy, Debug)]
pub struct AssetFiles {
    /// `RULES.md`. Rules stated under the heading "Rulings" are not part of the game's list.
    pub rules: &'static str,
    /// The prefixes of the rule ids, as for [`parse_rules`].
    pub rule_ids: &'static [&'static str],
    /// `glossary.toml`: the names of pieces and terms.
    pub glossary: Option<&'static str>,
    /// `tutorial.toml`: the game's tutorial.
    pub tutorial: Option<&'static str>,
    /// `puzzles.toml` and further files in the same format, joined by `concat!`.
    pub puzzles: Option<&'static str>,
    /// `levels.toml`: the bot of each difficulty level.
    pub levels: Option<&'static str>,
    /// `calibration.toml`: win probabilities of search values.
    pub calibration: Option<&'static str>,
    /// `components.toml`: the game's own components.
    pub components: Option<&'static str>,
    /// `weights.toml`: the weights of the heuristic.
    pub weights: Option<&'static str>,
    /// `network.toml`: the value network.
    pub value_network: Option<&'static str>,
    /// `search-network.toml`: the search network.
    pub search_network: Option<&'static str>,
}

impl AssetFiles {
    /// The files of a game that has rules and no other data file.
    pub const fn rules(rules: &'static str, rule_ids: &'static [&'static str]) -> AssetFiles {
        AssetFiles {
            rules,
            rule_ids,
            glossary: None,
            tutorial: None,
            puzzles: None,
            levels: None,
            calibration: None,
            components: None,
            weights: None,
            value_network: None,
            search_network: None,
        }
    }
}

/// The data files of a game, each parsed when it is first used.
///
/// ```
/// use zashiki_core::{AssetFiles, Assets};
///
/// static ASSETS: Assets =
///     Assets::new(AssetFiles::rules("| G-1 | Take one. | 一つ取る。 | derived |", &["G"]));
/// assert_eq!(ASSETS.rules()[0].en, "Take one.");
/// assert!(ASSETS.tutorial().is_none());
/// ```
///
/// # Panics
/// All methods panic if their file is invalid. It is part of the program, and the tests parse it.
#[derive(Debug)]
pub struct Assets {
    files: AssetFiles,
    rules: OnceLock<Vec<Rule>>,
    glossary: OnceLock<Glossary>,
    tutorial: OnceLock<Tutorial>,
    puzzles: OnceLock<Vec<Puzzle>>,
    levels: OnceLock<Levels>,
    calibrations: OnceLock<Vec<Calibration>>,
    weights: OnceLock<Weights>,
    value_network: OnceLock<Arc<ValueNetwork>>,
    search_network: OnceLock<Arc<ValueNetwork>>,
}

impl Assets {
    /// The assets of a game with these files.
    pub const fn new(files: AssetFiles) -> Assets {
        Assets {
            files,
            rules: OnceLock::new(),
            glossary: OnceLock::new(),
            tutorial: OnceLock::new(),
            puzzles: OnceLock::new(),
            levels: OnceLock::new(),
            calibrations: OnceLock::new(),
            weights: OnceLock::new(),
            value_network: OnceLock::new(),
            search_network: OnceLock::new(),
        }
    }

    /// The rule statements.
    pub fn rules(&self) -> &[Rule] {
        self.rules.get_or_init(|| {
            let text = self.files.rules;
            let stated = text.split_once("\n## Rulings\n").map_or(text, |(stated, _)| stated);
            self.files.rule_ids.iter().flat_map(|ids| parse_rules(stated, ids)).collect()
        })
    }

    /// The names of the game's pieces and terms; empty if the game has no glossary.
    pub fn glossary(&self) -> &Glossary {
        match self.files.glossary {
            Some(text) => self.glossary.get_or_init(|| Glossary::parse(text)),
            None => Glossary::none(),
        }
    }

    /// The tutorial, if the game has one.
    pub fn tutorial(&self) -> Option<&Tutorial> {
        let text = self.files.tutorial?;
        Some(self.tutorial.get_or_init(|| Tutorial::parse(text)))
    }

    /// The puzzles, easiest first.
    pub fn puzzles(&self) -> &[Puzzle] {
        match self.files.puzzles {
            Some(text) => self.puzzles.get_or_init(|| Puzzle::parse(text)),
            None => &[],
        }
    }

    /// The bot of each difficulty level; the default bots if the game has no `levels.toml`.
    pub fn levels(&self) -> &Levels {
        match self.files.levels {
            Some(text) => self.levels.get_or_init(|| Levels::parse(text)),
            None => Levels::usual(),
        }
    }

    /// The conversion of search values to win probabilities, for each number of seats for which it was
    /// measured.
    pub fn calibrations(&self) -> &[Calibration] {
        match self.files.calibration {
            Some(text) => self.calibrations.get_or_init(|| Calibration::parse(text)),
            None => &[],
        }
    }

    /// The text of the game's own components file, if it has one.
    pub fn components(&self) -> Option<&'static str> {
        self.files.components
    }

    /// The weights of the heuristic, if the game has a `weights.toml`.
    pub fn weights(&self) -> Option<&Weights> {
        let text = self.files.weights?;
        Some(self.weights.get_or_init(|| Weights::parse(text)))
    }

    /// The weights of the heuristic in the game's own type: a struct with a field per name.
    ///
    /// # Panics
    /// Panics if the game has no weights, or they do not have this form.
    pub fn weights_as<T: DeserializeOwned>(&self) -> T {
        let weights = self.weights().expect("a game with a heuristic has weights");
        weights.form().unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// The value network that corrects the heuristic, if the game has one. With the game's own
    /// components, [`SearchHints::evaluate`](crate::SearchHints::evaluate) includes the correction.
    pub fn value_network(&self) -> Option<&Arc<ValueNetwork>> {
        let text = self.files.value_network?;
        Some(self.value_network.get_or_init(|| Arc::new(ValueNetwork::parse(text))))
    }

    /// The network that evaluates quiet positions of a search, if the game has one. With the game's own
    /// components, [`SearchHints::evaluate_quiet`](crate::SearchHints::evaluate_quiet) uses it.
    pub fn search_network(&self) -> Option<&Arc<ValueNetwork>> {
        let text = self.files.search_network?;
        Some(self.search_network.get_or_init(|| Arc::new(ValueNetwork::parse(text))))
    }
}
