//! Optional parts of the program. They are Cargo features that are built only on request, because a
//! first game on one machine does not need them (ADR 50).

use zashiki_core::{InputError, LocalizedText, text};

/// An optional part of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// The page of `lab balance` with its charts.
    Charts,
    /// Several servers that use one database and communicate over NATS.
    Cluster,
    /// The engine as WebAssembly, for games without a connection.
    Offline,
    /// Export of traces to an OpenTelemetry collector.
    Otel,
    /// Files of games in the Parquet format.
    Parquet,
    /// PostgreSQL as the database.
    Postgres,
    /// Push notifications to browsers.
    Push,
}

/// All features in order: each with its name in `Cargo.toml`, and true if it is compiled in.
const ALL: [(Feature, &str, bool); 7] = [
    (Feature::Charts, "charts", cfg!(feature = "charts")),
    (Feature::Cluster, "cluster", cfg!(feature = "cluster")),
    (Feature::Offline, "offline", cfg!(feature = "offline")),
    (Feature::Otel, "otel", cfg!(feature = "otel")),
    (Feature::Parquet, "parquet", cfg!(feature = "parquet")),
    (Feature::Postgres, "postgres", cfg!(feature = "postgres")),
    (Feature::Push, "push", cfg!(feature = "push")),
];

/// Environment variable that disables features, given by their names separated by commas. Tests use it,
/// because they are compiled with all features. Only debug builds read it.
const DISABLED: &str = "ZASHIKI_TEST_WITHOUT";

impl Feature {
    /// The feature's name in `Cargo.toml`.
    fn name(self) -> &'static str {
        ALL.iter().find(|(feature, ..)| *feature == self).map_or("", |(_, name, _)| name)
    }

    /// Returns true if this program was built with the feature.
    pub fn is_built(self) -> bool {
        built().contains(&self)
    }

    /// The help text of a command or flag, with a note that it needs the feature if this program lacks
    /// it.
    pub fn help(self, help: &str) -> String {
        if self.is_built() {
            return help.to_owned();
        }
        format!("{help} [not in this program: needs --features {}]", self.name())
    }
}

/// The features with which this program was built.
fn built() -> Vec<Feature> {
    let disabled = cfg!(debug_assertions).then(|| std::env::var(DISABLED).ok()).flatten();
    let disabled = disabled.unwrap_or_default();
    let is_built = |name: &str| disabled.split(',').all(|disabled| disabled != name);
    let built = ALL.into_iter().filter(|(_, name, compiled)| *compiled && is_built(name));
    built.map(|(feature, ..)| feature).collect()
}

/// The features with which this program was built, as a list for `--version`.
pub fn listed() -> String {
    let built = built();
    if built.is_empty() { "none".to_owned() } else { names(&built).join(", ") }
}

fn names(features: &[Feature]) -> Vec<&'static str> {
    features.iter().map(|feature| feature.name()).collect()
}

/// Checks before a command does anything that all features it needs are available. `needs` has pairs of
/// a noun phrase for the requested function and the feature that it needs.
///
/// # Errors
/// Returns an error if features are missing. The message names all of them and the command that builds
/// them.
pub fn check(needs: &[(LocalizedText, Feature)]) -> Result<(), InputError> {
    let mut built = built();
    let missing: Vec<_> = needs.iter().filter(|(_, feature)| !built.contains(feature)).collect();
    let Some(((first, feature), more)) = missing.split_first() else { return Ok(()) };
    let mut message = {
        let (first, name) = (first.clone(), feature.name());
        text!("{first} には機能 {name}", "{first} needs the feature {name}", first)
    };
    for (what, feature) in more {
        let en = match what.en.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => what.en.to_string(),
        };
        let (what, name) = (LocalizedText::new(&*what.ja, en), feature.name());
        message = text!(
            "{message}、{what} には機能 {name}",
            "{message}, {what} the feature {name}",
            message,
            what
        );
    }
    // The suggested build keeps the features of this one.
    for (feature, ..) in ALL {
        if missing.iter().any(|(_, needed)| *needed == feature) {
            built.push(feature);
        }
    }
    let all = built.len() == ALL.len();
    let features = if all { "full".to_owned() } else { names(&built).join(",") };
    Err(text!(
        "{message} が必要ですが、このプログラムには組み込まれていません。cargo run --release --features {features} -- ... で組み込んで実行できます。",
        "{message}. This program was built without it; to build and run it with all of these: cargo run --release --features {features} -- ...",
        message
    )
    .into())
}

/// Checks that one feature is available; `what` is a noun phrase for the function that needs it.
///
/// # Errors
/// See [`check`].
pub fn need(what: LocalizedText, feature: Feature) -> Result<(), InputError> {
    check(&[(what, feature)])
}
