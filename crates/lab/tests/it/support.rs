//! Small studies of 乾隆後宮 for tests that run them in parts or interrupt them.

use external_engines::Engines;
use serde_json::Value;
use zashiki_core::LocalizedText;

use lab::{
    BalanceConfig, BalanceReport, InputFile, LadderConfig, Measures, TrainConfig, TuneConfig,
};

/// An input file with this text.
pub(crate) fn given(text: String) -> InputFile {
    InputFile { name: LocalizedText::fixed("ファイル", "the file"), text }
}

/// A ladder of three bots.
pub(crate) fn ladder_config() -> LadderConfig {
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

/// A balance study with random games.
pub(crate) fn balance_config() -> BalanceConfig {
    BalanceConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        options: Value::Null,
        components: None,
        population: "random,greedy:worlds=1".to_owned(),
        games: 16,
        sims: 1,
        denied: 6,
        seed: 3,
        time_model: lab::TimeModel::default(),
    }
}

/// The numbers of a balance report and, with the feature `charts`, its HTML page.
pub(crate) fn shown(found: &BalanceReport) -> (Option<String>, Measures) {
    #[cfg(feature = "charts")]
    let page = Some(found.page(zashiki_core::Lang::En, &lab::Origin::default()));
    #[cfg(not(feature = "charts"))]
    let page = None;
    (page, found.measures())
}

/// Training of a network from random games.
pub(crate) fn training_config() -> TrainConfig {
    TrainConfig::new(TuneConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: "random".to_owned(),
        games: 20,
        seed: 3,
        weights: None,
        command: String::new(),
        date: String::new(),
    })
}
