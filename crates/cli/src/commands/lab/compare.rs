//! The commands `zashiki lab compare` and `zashiki lab sweep`: compare variants of a game on the same
//! deals.

use std::io::Write;
use std::path::PathBuf;

use lab::{CompareConfig, Compared, Comparison, Mean, Variant};
use serde_json::{Map, Value};
use zashiki_core::InputError;

use crate::args::engines::{EngineArgs, write_stats};
use crate::args::game::{GameArgs, VariantArgs};
use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::output::{Format, Out};

/// Arguments of both commands.
#[derive(clap::Args, Debug)]
pub struct Common {
    /// Bots, separated by commas: one for each seat in order, or one for all.
    #[arg(long, value_name = "A,B", default_value = "greedy")]
    bots: String,
    /// Bots of several strengths, the weakest first: each plays games alone, and games with seats at random.
    #[arg(long, value_name = "A,B", conflicts_with = "bots")]
    population: Option<String>,
    /// Maximum number of games per variant.
    #[arg(long, value_name = "K", default_value_t = 2000)]
    games: u64,
    /// Simulations per decision of the weaker of two searches whose games show the effect of skill; the
    /// stronger has four times as many. 0: no such games.
    #[arg(long, value_name = "N", default_value_t = 20)]
    sims: u32,
    /// Precision at which the run ends early: maximum half-width of the 95 % confidence intervals of all
    /// differences between shares of games.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    precision: f64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engines: EngineArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    format: Format,
}

/// Arguments of `lab compare`.
#[derive(clap::Args, Debug)]
pub struct CompareArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Two components files to compare; a single one is compared with the game's own.
    #[arg(value_name = "FILE", num_args = 0..=2)]
    components: Vec<PathBuf>,
    /// Options as a JSON object. Twice: compares the two; once with files: applies to all variants; once
    /// without: compares it with the defaults.
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
    game: GameArgs,
    /// Field of the components file and its values, each compared with the first, such as
    /// `points.total=7,8,9` or `card[3].icon=fly,draw`.
    #[arg(long, value_name = "PATH=V1,V2")]
    field: Option<String>,
    /// Option of the game and its values, each compared with the first, such as `kohiGoal=3,2`.
    #[arg(long, value_name = "NAME=V1,V2")]
    option: Option<String>,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    common: Common,
}

/// Compares two variants of a game.
///
/// # Errors
/// Returns an error if an argument is invalid, a file cannot be read or the run is stopped.
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
        let (label, options) = options.get(at).cloned().unwrap_or_else(plain);
        // Options that are the same in all variants are not part of their names.
        let is_shared = args.options.len() == 1 && !files.is_empty();
        let label = if is_shared { String::new() } else { label };
        let names = [file.as_ref().map(|file| file.0.clone()).unwrap_or_default(), label];
        let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        let own = || lang.pick("元のまま", "as it is").to_owned();
        let name = if names.is_empty() { own() } else { names.join(" ") };
        Variant { name, options, components: file.map(|file| file.1) }
    });
    run(&args.game, variants.collect(), &args.common, lang)
}

/// Compares several values of a component field or an option.
///
/// # Errors
/// Returns an error if an argument is invalid, a file cannot be read or the run is stopped.
pub fn sweep(args: &SweepArgs, lang: Lang) -> Result<(), Failure> {
    let info = registry::info(&args.game.game)?;
    let (path, values) = values(args.field.as_deref().or(args.option.as_deref()))?;
    let base_options = args.variant.options()?;
    let file = args.variant.components()?;
    let mut variants = Vec::new();
    for value in values {
        let (mut options, mut components) = (base_options.clone(), file.clone());
        if args.option.is_some() {
            let parsed = serde_json::from_str(&value).unwrap_or(Value::String(value.clone()));
            if options.is_null() {
                options = Value::Object(Map::new());
            }
            if let Some(options) = options.as_object_mut() {
                options.insert(path.clone(), parsed);
            }
        } else {
            let own = || lab::own_components(info.id).map(str::to_owned);
            let base = components.map_or_else(own, Ok)?;
            components = Some(lab::with_field(&base, &path, &value, info)?);
        }
        variants.push(Variant { name: format!("{path}={value}"), options, components });
    }
    run(&args.game, variants, &args.common, lang)
}

/// Parses a name and a list of values, such as `name=1,2`.
fn values(text: Option<&str>) -> Result<(String, Vec<String>), InputError> {
    let text = text.unwrap_or_default();
    let parsed = text.split_once('=').map(|(path, values)| {
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        (path.trim().to_owned(), values)
    });
    parsed.filter(|(path, values)| !path.is_empty() && values.len() > 1).ok_or_else(|| {
        let text: String = text.chars().take(80).collect();
        InputError::new(
            format!("「{text}」を読めません。項目と、コンマで区切った2つ以上の値を、points.total=7,8,9 のように書いてください。"),
            format!("\"{text}\" is no list of values; give a name and at least two values, as in points.total=7,8,9."),
        )
    })
}

fn run(game: &GameArgs, variants: Vec<Variant>, args: &Common, lang: Lang) -> Result<(), Failure> {
    let config = CompareConfig {
        game: game.game.clone(),
        seats: game.seats()?,
        variants,
        bots: args.population.as_ref().unwrap_or(&args.bots).clone(),
        population: args.population.is_some(),
        games: args.games,
        sims: args.sims,
        seed: args.seed,
        within: args.precision,
        engines: args.engines.start()?,
    };
    let comparison =
        args.run.run(&config.game, &config, |control| lab::compare(&config, control))?;
    args.format.print(&comparison, |out| print(&comparison, args.precision, out, lang))
}

fn print(
    comparison: &Comparison,
    precision: f64,
    out: &mut Out,
    lang: Lang,
) -> Result<(), Failure> {
    let Comparison { games, variants, .. } = comparison;
    let head = lang.pick("局ずつ、同じ配りで", "games each, on the same deals");
    writeln!(out, "{}: {games} {head}", comparison.game)?;
    if !comparison.sure {
        let open = lang.pick(
            "割合の差の一部は、まだ求められた精度になっていません。--games を増やしてください。",
            "Some differences between shares do not have the requested precision; increase --games.",
        );
        writeln!(out, "{open} (±{:.1} %)", 100.0 * precision)?;
    }
    for (name, number) in variants.iter().zip('A'..) {
        writeln!(out, "  {number}: {name}")?;
    }
    for figure in &comparison.figures {
        writeln!(out, "  {}", line(figure, lang))?;
    }
    if !comparison.components.is_empty() {
        writeln!(out, "{}", lang.pick("内容物:", "Components:"))?;
        for component in &comparison.components {
            writeln!(out, "  {}", line(component, lang))?;
        }
    }
    writeln!(out, "{}", lang.pick(NOTE.0, NOTE.1))?;
    write_stats(&comparison.engines, out, lang)
}

/// The explanation of the lines of figures, in Japanese and English.
pub const NOTE: (&str, &str) = (
    "*: ホルムの補正を全部の差にかけても有意(5 %)。かっこの95 %区間は一つ一つについてのもの。",
    "*: significant at 5 % after Holm's correction over all differences. Each 95 % interval in parentheses stands by itself.",
);

/// A figure as a line: its means and its differences.
pub fn line(figure: &Compared, lang: Lang) -> String {
    let (scale, unit) = if figure.share { (100.0, " %") } else { (1.0, "") };
    // Small numbers need two digits.
    let sizes = figure.means.iter().flatten().map(|mean| mean.mean.abs());
    let digits = if !figure.share && sizes.fold(0.0, f64::max) < 10.0 { 2 } else { 1 };
    let mean = |mean: &Option<Mean>| {
        mean.map_or("—".to_owned(), |mean| format!("{:.digits$}{unit}", scale * mean.mean))
    };
    let means = figure.means.iter().zip('A'..).map(|(it, name)| format!("{name} {}", mean(it)));
    let differences = figure.differences.iter().zip('B'..).map(|(difference, name)| {
        let Some(it) = difference else { return format!("{name}−A —") };
        let [middle, low, high] = [it.mean, it.low, it.high].map(|it| scale * it);
        let mark = if it.significant { " *" } else { "" };
        format!("{name}−A {middle:+.digits$} ({low:+.digits$} … {high:+.digits$}){mark}")
    });
    let [means, differences] =
        [means.collect::<Vec<_>>(), differences.collect()].map(|parts| parts.join(", "));
    format!("{}: {means}; {differences}", lang.of(&figure.text))
}
