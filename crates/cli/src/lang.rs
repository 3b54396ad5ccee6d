//! The language of the program's output: from the flag `--lang` or from the environment.

use clap::builder::{PossibleValuesParser, TypedValueParser};
pub use zashiki_core::Lang;

/// Parser for the language of the flag `--lang`.
pub fn parser() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(["ja", "en"]).map(|name| language(&name))
}

/// The language of the environment, from the first of the variables `LC_ALL`, `LC_MESSAGES` and `LANG`
/// that is set (POSIX).
pub fn of_environment() -> Lang {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    name.map_or(Lang::En, |name| language(&name))
}

/// Returns Japanese for `ja` and its variants, and English for all other names of locales.
fn language(name: &str) -> Lang {
    if name.starts_with("ja") { Lang::Ja } else { Lang::En }
}
