//! `zashiki lab compare` and `zashiki lab sweep`.

use std::io::Write;
use std::path::PathBuf;

use lab::{CompareConfig, Comparison, Mean, Variant};
use serde_json::{Map, Value};
use zashiki_core::InputError;

use crate::commands::long::Long;
use crate::commands::which::{Which, With};
use crate::commands::with_engines::{self, WithEngines};
use crate::commands::{out, print_json};
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;

/// Arguments of both commands.
#[derive(clap::Args, Debug)]
pub struct Common {
    /// The bots, separated by commas: one for each seat in order, or one for all.
    #[arg(long, value_name = "A,B", default_value = "greedy")]
    bots: String,
    /// Maximum number of games per variant.
    #[arg(long, value_name = "K", default_value_t = 2000)]
    games: u64,
    /// Precision at which the run ends: half the width of the 95 % interval of every difference between
    /// shares of games.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    precision: f64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engines: WithEngines,
    #[command(flatten)]
    long: Long,
    /// Prints the figures as JSON.
    #[arg(long)]
    json: bool,
}

/// Arguments of `lab compare`.
#[derive(clap::Args, Debug)]
pub struct CompareArgs {
    #[command(flatten)]
    which: Which,
    /// Two components files; one is compared with the game's own.
    #[arg(value_name = "FILE", num_args = 0..=2)]
    components: Vec<PathBuf>,
    /// Options as a JSON object, given twice to be compared; given once they hold for both files, or
    /// are compared with the defaults.
    #[arg(long, value_name = "JSON")]
    options: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// Arguments of `lab sweep`.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("swept").required(true).args(["field", "option"]))]
pub struct SweepArgs {
    #[command(flatten)]
    which: Which,
    /// Field of the components file and its values; the others are compared with the first:
    /// `points.total=7,8,9`, `card[3].icon=fly,draw`.
    #[arg(long, value_name = "PATH=V1,V2")]
    field: Option<String>,
    /// Option and its values; the others are compared with the first: `kohiGoal=3,2`.
    #[arg(long, value_name = "NAME=V1,V2")]
    option: Option<String>,
    #[command(flatten)]
    with: With,
    #[command(flatten)]
    common: Common,
}

/// Compares two.
pub fn compare(args: &CompareArgs, lang: Lang) -> Result<(), Failure> {
    let mut files: Vec<Option<(String, String)>> = Vec::new();
    for path in &args.components {
        files.push(Some((path.display().to_string(), input::text(path)?)));
    }
    let mut options: Vec<(String, Value)> = Vec::new();
    for text in &args.options {
        options.push((text.clone(), input::options(Some(text))?));
    }
    let plain = || (String::new(), Value::Null);
    match (files.len(), options.len()) {
        (0 | 2, 2) | (2, 0) => {}
        (1, _) => files.insert(0, None),
        (0, 1) => options.insert(0, plain()),
        _ => {}
    }
    if options.len() == 1 {
        options.push(options[0].clone());
    }
    let variants = (0..files.len().max(options.len())).map(|at| {
        let file = files.get(at).cloned().flatten();
        let (said, options) = options.get(at).cloned().unwrap_or_else(plain);
        // Options that hold for both tell nothing apart.
        let said = if args.options.len() == 1 && !files.is_empty() { String::new() } else { said };
        let names = [file.as_ref().map(|file| file.0.clone()).unwrap_or_default(), said];
        let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        let own = || lang.pick("元のまま", "as it is").to_owned();
        let name = if names.is_empty() { own() } else { names.join(" ") };
        Variant { name, options, components: file.map(|file| file.1) }
    });
    run(&args.which, variants.collect(), &args.common, lang)
}

/// Compares the values of a field.
pub fn sweep(args: &SweepArgs, lang: Lang) -> Result<(), Failure> {
    let info = registry::info(&args.which.game)?;
    let (path, values) = values(args.field.as_deref().or(args.option.as_deref()))?;
    let given = args.with.options()?;
    let file = args.with.components()?;
    let mut variants = Vec::new();
    for value in values {
        let (mut options, mut components) = (given.clone(), file.clone());
        if args.option.is_some() {
            let read = serde_json::from_str(&value).unwrap_or(Value::String(value.clone()));
            if options.is_null() {
                options = Value::Object(Map::new());
            }
            if let Some(options) = options.as_object_mut() {
                options.insert(path.clone(), read);
            }
        } else {
            let own = || lab::own_components(info.id).map(str::to_owned);
            let base = components.map_or_else(own, Ok)?;
            components = Some(lab::with_field(&base, &path, &value, info)?);
        }
        variants.push(Variant { name: format!("{path}={value}"), options, components });
    }
    run(&args.which, variants, &args.common, lang)
}

/// A name and its values.
fn values(text: Option<&str>) -> Result<(String, Vec<String>), InputError> {
    let text = text.unwrap_or_default();
    let read = text.split_once('=').map(|(path, values)| {
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        (path.trim().to_owned(), values)
    });
    read.filter(|(path, values)| !path.is_empty() && values.len() > 1).ok_or_else(|| {
        let text: String = text.chars().take(80).collect();
        InputError::new(
            format!("「{text}」を読めません。項目と、コンマで区切った2つ以上の値を、points.total=7,8,9 のように書いてください。"),
            format!("\"{text}\" cannot be read; write a field and at least two values, as in points.total=7,8,9."),
        )
    })
}

fn run(which: &Which, variants: Vec<Variant>, args: &Common, lang: Lang) -> Result<(), Failure> {
    let trial = CompareConfig {
        game: which.game.clone(),
        seats: which.seats()?,
        variants,
        bots: args.bots.clone(),
        games: args.games,
        seed: args.seed,
        within: args.precision,
        engines: args.engines.start()?,
    };
    let comparison = args.long.run(&trial.game, &trial, |control| lab::compare(&trial, control))?;
    if args.json { print_json(&comparison) } else { print(&comparison, args.precision, lang) }
}

fn print(comparison: &Comparison, within: f64, lang: Lang) -> Result<(), Failure> {
    let mut out = out();
    let Comparison { games, variants, .. } = comparison;
    let head = lang.pick("局ずつ、同じ配りで", "games each, on the same deals");
    writeln!(out, "{}: {games} {head}", comparison.game)?;
    if !comparison.sure {
        let open = lang.pick(
            "割合の差の一部は、まだ求められた精度になっていません。--games を増やしてください。",
            "Some differences of shares are not known as closely as asked for; raise --games.",
        );
        writeln!(out, "{open} (±{:.1} %)", 100.0 * within)?;
    }
    for (name, number) in variants.iter().zip('A'..) {
        writeln!(out, "  {number}: {name}")?;
    }
    for figure in &comparison.figures {
        let (scale, unit) = if figure.share { (100.0, " %") } else { (1.0, "") };
        let mean = |mean: &Mean| format!("{:.1}{unit}", scale * mean.mean);
        let means: Vec<String> = figure
            .means
            .iter()
            .zip('A'..)
            .map(|(it, name)| format!("{name} {}", mean(it)))
            .collect();
        let differences: Vec<String> = (figure.differences.iter().zip('B'..))
            .map(|(it, name)| {
                let [middle, low, high] = [it.mean, it.low, it.high].map(|it| scale * it);
                format!("{name}−A {middle:+.1} ({low:+.1} … {high:+.1})")
            })
            .collect();
        let (means, differences) = (means.join(", "), differences.join(", "));
        writeln!(out, "  {}: {means}; {differences}", lang.of(&figure.text))?;
    }
    with_engines::print(&comparison.engines, &mut out, lang)?;
    Ok(out.flush()?)
}
