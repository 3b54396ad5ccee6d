//! Data files of the game, compiled into the program.

use zashiki_core::{AssetFiles, Assets};

/// The built-in components file.
pub(crate) const COMPONENTS: &str = include_str!("../components.toml");

/// The data files. Each is parsed on first use.
pub(crate) static ASSETS: Assets = Assets::new(AssetFiles {
    glossary: Some(include_str!("../glossary.toml")),
    tutorial: Some(include_str!("../tutorial.toml")),
    puzzles: Some(include_str!("../composed.toml")),
    levels: Some(include_str!("../levels.toml")),
    calibration: Some(include_str!("../calibration.toml")),
    components: Some(COMPONENTS),
    weights: Some(include_str!("../weights.toml")),
    value_network: Some(include_str!("../network.toml")),
    search_network: Some(include_str!("../search-network.toml")),
    ..AssetFiles::rules(include_str!("../RULES.md"), &["K"])
});
