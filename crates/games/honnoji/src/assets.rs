//! The data files of the game.

use zashiki_core::{AssetFiles, Assets};

/// The text of the built-in components file.
pub(crate) const COMPONENTS: &str = include_str!("../components.toml");

/// The data files, each parsed when it is first used.
pub(crate) static ASSETS: Assets = Assets::new(AssetFiles {
    glossary: Some(include_str!("../glossary.toml")),
    tutorial: Some(include_str!("../tutorial.toml")),
    levels: Some(include_str!("../levels.toml")),
    calibration: Some(include_str!("../calibration.toml")),
    components: Some(COMPONENTS),
    weights: Some(include_str!("../weights.toml")),
    ..AssetFiles::rules(include_str!("../RULES.md"), &["H", "A-H"])
});
