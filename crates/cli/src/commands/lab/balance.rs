//! The command `zashiki lab balance`: measures the effects of a game's rules and components.

use std::path::{Path, PathBuf};

#[cfg(feature = "charts")]
use lab::Origin;
use lab::{BalanceConfig, Control, PeopleMeasures, TimeModel};
use zashiki_core::LocalizedText;

use crate::args::game::{GameArgs, VariantArgs};
use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::features::{self, Feature};
use crate::input;
use crate::lang::Lang;
use crate::output::{self, Format};

/// Arguments of `lab balance`.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("output").required(true).multiple(true).args(["out", "csv", "json"]))]
pub struct BalanceArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(
        long,
        value_name = "FILE",
        help = Feature::Charts.help("HTML file for the page; it needs no other files")
    )]
    out: Option<PathBuf>,
    #[arg(
        long,
        value_name = "FILE",
        help = Feature::Charts.help("Spreadsheet (CSV) for all numbers of the page")
    )]
    csv: Option<PathBuf>,
    /// Bots of several strengths, separated by commas, the weakest first. In turn each plays all seats, and
    /// then every seat gets one at random. The middle one plays the games with denied actions.
    #[arg(long, value_name = "A,B", default_value = "novice,beginner,intermediate")]
    population: String,
    /// Games of people to show beside those of the bots: a folder of records. Minutes are estimated from the
    /// times of their decisions.
    #[arg(long, value_name = "FOLDER")]
    people: Option<PathBuf>,
    /// Number of games; for each denied action category a quarter of that number.
    #[arg(long, value_name = "K", default_value_t = 400)]
    games: u64,
    /// Simulations per decision of the weaker of two compared searches; the stronger has four times as
    /// many.
    #[arg(long, value_name = "N", default_value_t = 50)]
    sims: u32,
    /// Number of detailed action categories ("place 5") to study by denying each to one side, those that
    /// correlate most with the result first. All broad categories ("place") are studied.
    #[arg(long, value_name = "N", default_value_t = 6)]
    denied: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    format: Format,
}

/// Runs the study and writes the page, prints its figures, or both.
///
/// # Errors
/// Returns an error if an argument is invalid or a file cannot be read or written.
pub fn run(
    args: &BalanceArgs,
    #[cfg_attr(
        not(feature = "charts"),
        expect(unused_variables, reason = "only the page has a language")
    )]
    lang: Lang,
) -> Result<(), Failure> {
    for (flag, file) in [("lab balance --out", &args.out), ("lab balance --csv", &args.csv)] {
        if file.is_some() {
            features::need(LocalizedText::same(flag), Feature::Charts)?;
        }
    }
    let mut config = BalanceConfig {
        game: args.game.game.clone(),
        seats: args.game.seats()?,
        options: args.variant.options()?,
        components: args.variant.components()?,
        population: args.population.clone(),
        games: args.games,
        sims: args.sims,
        denied: args.denied,
        seed: args.seed,
        time_model: TimeModel::default(),
    };
    let people = args.people.as_deref().map(|folder| people(folder, &config)).transpose()?;
    if let Some(model) = people.as_ref().and_then(|people| people.time_model) {
        config.time_model = model;
    }
    let work = |control: &Control<'_>| lab::balance(&config, control);
    let mut report = args.run.run(&config.game, &config, work)?;
    if let Some(people) = people {
        report = report.with_people(people);
    }
    #[cfg(feature = "charts")]
    {
        let origin = Origin {
            command: Some(command_line(std::env::args_os().skip(1))),
            components_file: args.variant.components_file(),
        };
        if let Some(out) = &args.out {
            input::write(out, &report.page(lang, &origin))?;
        }
        if let Some(csv) = &args.csv {
            input::write(csv, &report.csv(lang))?;
        }
    }
    if args.format.is_json() { output::json(&report.measures()) } else { Ok(()) }
}

/// The measures of the games of people whose records are in a folder.
fn people(folder: &Path, config: &BalanceConfig) -> Result<PeopleMeasures, Failure> {
    let games = input::records(folder)?;
    Ok(lab::people(config, &games)?)
}

/// Arguments with a value on which no number of the page depends.
#[cfg(feature = "charts")]
const WITHOUT_EFFECT: [&str; 5] = ["--out", "--csv", "--lang", "--threads", "--checkpoint"];

/// The command as a line for a shell, without the arguments on which no number depends. Values that contain
/// characters with a meaning for the shell are quoted.
#[cfg(feature = "charts")]
fn command_line(arguments: impl Iterator<Item = std::ffi::OsString>) -> String {
    let plain = |it: char| it.is_alphanumeric() || "-_./:=,+@%".contains(it);
    let mut arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let mut kept = Vec::new();
    while let Some(argument) = arguments.next() {
        let (name, value) =
            argument.split_once('=').map_or((&*argument, None), |(n, v)| (n, Some(v)));
        if WITHOUT_EFFECT.contains(&name) {
            if value.is_none() {
                arguments.next();
            }
        } else if name != "--json" {
            kept.push(argument);
        }
    }
    let quoted = kept.into_iter().map(|text| {
        if !text.is_empty() && text.chars().all(plain) {
            return text;
        }
        format!("'{}'", text.replace('\'', "'\\''"))
    });
    std::iter::once("zashiki".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(all(test, feature = "charts"))]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_pasted_into_a_shell() {
        let line = |arguments: &[&str]| command_line(arguments.iter().map(Into::into));
        assert_eq!(line(&["lab", "--seed", "1"]), "zashiki lab --seed 1");
        let run = ["--threads", "3", "lab", "--out=a.html", "--json", "--csv", "b", "--seed=2"];
        assert_eq!(line(&run), "zashiki lab --seed=2");
        let options = line(&["--options", "{\"a\": 1}", "it's", ""]);
        assert_eq!(options, "zashiki --options '{\"a\": 1}' 'it'\\''s' ''");
    }
}
