//! Small studies of 乾隆後宮, quickly played, that tests ask for in parts and interrupt.

use external_engines::Engines;
use serde_json::Value;
use zashiki_core::LocalizedText;

use lab::{BalanceConfig, BalanceReport, InputFile, LadderConfig, Measures, TuneConfig};

/// A file of this text.
pub(crate) fn given(text: String) -> InputFile {
    InputFile { name: LocalizedText::fixed("ファイル", "the file"), text }
}

/// Each of three bots against each other.
pub(crate) fn contest() -> LadderConfig {
    LadderConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        bots: "random,greedy:worlds=1,random".to_owned(),
        games: 12,
        seed: 3,
        options: Value::Null,
        components: None,
        steps: false,
        margin: 100.0,
        engines: Engines::default(),
    }
}

/// The balance of the game as played by chance.
pub(crate) fn inquiry() -> BalanceConfig {
    BalanceConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        options: Value::Null,
        components: None,
        bot: "random".to_owned(),
        games: 16,
        sims: 1,
        denied: 6,
        seed: 3,
    }
}

/// All that a balance shows: its page, where that is built, and its numbers.
pub(crate) fn shown(found: &BalanceReport) -> (Option<String>, Measures) {
    #[cfg(feature = "charts")]
    let page = Some(found.page(zashiki_core::Lang::En));
    #[cfg(not(feature = "charts"))]
    let page = None;
    (page, found.measures())
}

/// Training data for a network: random games.
pub(crate) fn lessons() -> TuneConfig {
    TuneConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: "random".to_owned(),
        games: 20,
        seed: 3,
        weights: None,
        command: String::new(),
        date: String::new(),
    }
}
