//! Optional parts of the program: Cargo features that a first game on one machine does not need and
//! that are not built unless they are asked for (ADR 50).

use zashiki_core::{InputError, LocalizedText, text};

/// An optional part of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// The page of `lab balance`, with its charts.
    Charts,
    /// Several servers on one database, over NATS.
    Cluster,
    /// Traces for an OpenTelemetry collector.
    Otel,
    /// Games as Parquet files.
    Parquet,
    /// The database PostgreSQL.
    Postgres,
    /// Push notifications.
    Push,
}

/// All of them: their names in `Cargo.toml`, in the order in which they are listed, and whether they
/// are compiled in.
const ALL: [(Feature, &str, bool); 6] = [
    (Feature::Charts, "charts", cfg!(feature = "charts")),
    (Feature::Cluster, "cluster", cfg!(feature = "cluster")),
    (Feature::Otel, "otel", cfg!(feature = "otel")),
    (Feature::Parquet, "parquet", cfg!(feature = "parquet")),
    (Feature::Postgres, "postgres", cfg!(feature = "postgres")),
    (Feature::Push, "push", cfg!(feature = "push")),
];

/// The variable with which tests, which are compiled with all features, take some away from the
/// program: names separated by commas. Programs of the profiles `release` and `dist` do not read it.
const WITHOUT: &str = "ZASHIKI_TEST_WITHOUT";

impl Feature {
    /// Its name in `Cargo.toml`.
    fn name(self) -> &'static str {
        ALL.iter().find(|(feature, ..)| *feature == self).map_or("", |(_, name, _)| name)
    }

    /// Returns true if this program was built with it.
    pub fn is_built(self) -> bool {
        built().contains(&self)
    }

    /// The help of something that needs it.
    pub fn help(self, help: &str) -> String {
        if self.is_built() {
            return help.to_owned();
        }
        format!("{help} [not in this program: needs --features {}]", self.name())
    }
}

/// The features of this program.
fn built() -> Vec<Feature> {
    let without = cfg!(debug_assertions).then(|| std::env::var(WITHOUT).ok()).flatten();
    let without = without.unwrap_or_default();
    let is_built = |name: &str| without.split(',').all(|without| without != name);
    let built = ALL.into_iter().filter(|(_, name, compiled)| *compiled && is_built(name));
    built.map(|(feature, ..)| feature).collect()
}

/// The features of this program, for its version.
pub fn listed() -> String {
    let built = built();
    if built.is_empty() { "none".to_owned() } else { names(&built).join(", ") }
}

fn names(features: &[Feature]) -> Vec<&'static str> {
    features.iter().map(|feature| feature.name()).collect()
}

/// Refuses what needs features that this program was built without: each thing in words, and the
/// feature that it needs. Called before anything is opened, written or played.
///
/// # Errors
/// When a feature is missing; the message names all that are, and the command that builds them.
pub fn check(needs: &[(LocalizedText, Feature)]) -> Result<(), InputError> {
    let mut built = built();
    let missing: Vec<_> = needs.iter().filter(|(_, feature)| !built.contains(feature)).collect();
    let Some(((first, feature), more)) = missing.split_first() else { return Ok(()) };
    let mut said = {
        let (first, name) = (first.clone(), feature.name());
        text!("{first} には機能 {name}", "{first} needs the feature {name}", first)
    };
    for (what, feature) in more {
        // In the middle of a sentence.
        let en = match what.en.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => what.en.to_string(),
        };
        let (what, name) = (LocalizedText::new(&*what.ja, en), feature.name());
        said = text!(
            "{said}、{what} には機能 {name}",
            "{said}, {what} the feature {name}",
            said,
            what
        );
    }
    // What is there is not to be lost by building again.
    for (feature, ..) in ALL {
        if missing.iter().any(|(_, needed)| *needed == feature) {
            built.push(feature);
        }
    }
    let all = built.len() == ALL.len();
    let features = if all { "full".to_owned() } else { names(&built).join(",") };
    Err(text!(
        "{said} が必要ですが、このプログラムには組み込まれていません。cargo run --release --features {features} -- ... で組み込んで実行できます。",
        "{said}, which this program was built without; build and run it with: cargo run --release --features {features} -- ...",
        said
    )
    .into())
}

/// Refuses something that needs a feature this program was built without.
///
/// # Errors
/// As of [`check`].
pub fn need(what: LocalizedText, feature: Feature) -> Result<(), InputError> {
    check(&[(what, feature)])
}
