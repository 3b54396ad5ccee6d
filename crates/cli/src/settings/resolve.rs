//! Determines the settings that are in effect. Flags take precedence over environment variables, these
//! over the settings file, and the file over the defaults.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use zashiki_core::{InputError, LocalizedText, text};

use super::file;
use super::flags::{FILE, Flags};
use super::setting::variable;
use super::source::Source;
use super::table;
use super::values::Settings;
use crate::features;

/// The settings that are in effect and the source of each, in the order of [`table::all`]. For a setting
/// that can have several values, an environment variable gives one value.
///
/// # Errors
/// Returns an error that names the source if a value is invalid, the file cannot be read or has an
/// unknown key, settings contradict each other, or a setting needs an optional feature that this program
/// lacks.
pub fn settings(flags: &Flags) -> Result<(Settings, Vec<Source>), InputError> {
    let (all, sources) = resolve(flags)?;
    check_features(&sources)?;
    check_combinations(&sources)?;
    Ok((all, sources))
}

/// The data folder that is in effect.
///
/// # Errors
/// Returns the errors of [`settings`], except those for missing features.
pub fn data_dir(flags: &Flags) -> Result<PathBuf, InputError> {
    let (all, sources) = resolve(flags)?;
    check_combinations(&sources)?;
    Ok(all.data_dir)
}

fn resolve(flags: &Flags) -> Result<(Settings, Vec<Source>), InputError> {
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let named = flags.get(FILE).and_then(|named| named.last().cloned());
    let file = match named.or_else(|| environment(&variable(FILE))) {
        Some(file) => file::read(Path::new(&file))?,
        None => HashMap::new(),
    };
    let mut all = Settings::default();
    let mut sources = Vec::new();
    for setting in table::all() {
        let from_flags = || Some((flags.get(setting.name)?.to_vec(), Source::Flag(setting.name)));
        let from_environment = || {
            let name = setting.variable();
            Some((vec![environment(&name)?], Source::Environment(name)))
        };
        let from_file = || file.get(setting.name).cloned();
        let given = from_flags().or_else(from_environment).or_else(from_file);
        let (values, source) = given.unwrap_or((Vec::new(), Source::Default));
        for value in &values {
            (setting.read)(&mut all, value).map_err(|form| invalid(&source, value, &form))?;
        }
        sources.push(source);
    }
    Ok((all, sources))
}

/// Returns an error if settings need features without which this program was built.
fn check_features(sources: &[Source]) -> Result<(), InputError> {
    let given = table::all().zip(sources).filter(|(_, source)| **source != Source::Default);
    let needs = given.filter_map(|(setting, source)| {
        let (place, name) = (source.named(), setting.name);
        let what = match source {
            Source::File(..) => text!("{place}({name})", "{place} ({name})", place),
            _ => place,
        };
        Some((what, setting.feature()?))
    });
    features::check(&needs.collect::<Vec<_>>())
}

/// Pairs of settings: the first may be given only together with the second.
const NEEDS: [(&str, &str); 4] = [
    ("nats", "database"),
    ("nats-ca", "nats"),
    ("nats-credentials", "nats"),
    ("admin", "admin-token"),
];

/// Returns an error if settings exclude each other, or if one lacks another that it needs.
fn check_combinations(sources: &[Source]) -> Result<(), InputError> {
    let given = |name: &str| {
        let named = table::all().zip(sources).find(|(setting, _)| setting.name == name);
        named.map(|(_, source)| source).filter(|source| **source != Source::Default)
    };
    if let (Some(data), Some(database)) = (given("data-dir"), given("database")) {
        let (data, database) = (data.named(), database.named());
        return Err(InputError::new(
            format!(
                "{} と {} は、それぞれ別の保存先を指定しています。どちらか一つにしてください。",
                data.ja, database.ja
            ),
            format!(
                "{} and {} name different databases; set only one of them.",
                data.en, database.en
            ),
        ));
    }
    for (one, needed) in NEEDS {
        if let (Some(source), None) = (given(one), given(needed)) {
            let place = source.named();
            return Err(InputError::new(
                format!("{} には、--{needed} も必要です。一緒に指定してください。", place.ja),
                format!("{} needs --{needed} as well; set both.", place.en),
            ));
        }
    }
    Ok(())
}

fn invalid(source: &Source, value: &str, form: &LocalizedText) -> InputError {
    let LocalizedText { ja, en } = source.named();
    InputError::new(
        format!("{ja}: 「{value}」は使えません。{}を指定してください。", form.ja),
        format!("{en}: \"{value}\" is invalid; give {}.", form.en),
    )
}
