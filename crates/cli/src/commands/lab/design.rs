//! The command `zashiki lab design`: searches fields of the components and options for values that bring
//! the game near its designer's aims.

use std::io::Write;
use std::path::PathBuf;

use lab::{Aim, AimedMeasure, Design, DesignConfig, Goal, Mean, Vary};
use zashiki_core::{InputError, text};

use super::compare;
use crate::args::game::{GameArgs, VariantArgs};
use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::output::{Format, Out};

/// Arguments of `lab design`.
#[derive(clap::Args, Debug)]
pub struct DesignArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Field of the components file or option to vary, and its values: a list, in which 6..9 means the numbers
    /// from 6 to 9 and 10..30/5 every fifth one, such as `card[5].icon=fly,draw` or `scoring.goal=3..6`.
    /// Repeatable.
    #[arg(long, value_name = "NAME=VALUES", required = true)]
    vary: Vec<String>,
    /// Measure of the balance page and its goal: `low`, `high` or a target, and a weight, such as
    /// `Drawishness=low`, `AdvantageP1=50%` or `DurationMinutes=20:2` with the weight 2. Repeatable.
    #[arg(long, value_name = "MEASURE=GOAL[:WEIGHT]", required = true)]
    aim: Vec<String>,
    /// File for the components of the variant with the largest gain; not written if it is the game as it is.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Bots of several strengths, separated by commas, the weakest first. In turn each plays all seats, and
    /// then every seat gets one at random.
    #[arg(long, value_name = "A,B", default_value = "novice,beginner,intermediate")]
    population: String,
    /// Number of games of the search, over all variants.
    #[arg(long, value_name = "K", default_value_t = 2000)]
    games: u64,
    /// Maximum number of games of each variant of the comparison after the search.
    #[arg(long, value_name = "K", default_value_t = 400)]
    check_games: u64,
    /// Number of variants that are compared with the game as it is after the search.
    #[arg(long, value_name = "N", default_value_t = 3)]
    finalists: usize,
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

/// Searches the values, prints the report and writes the components file.
///
/// # Errors
/// Returns an error if an argument is invalid, a file cannot be read or written, or the run is stopped.
pub fn run(args: &DesignArgs, lang: Lang) -> Result<(), Failure> {
    let config = DesignConfig {
        game: args.game.game.clone(),
        seats: args.game.seats()?,
        vary: args.vary.iter().map(|text| Vary::parse(text)).collect::<Result<_, _>>()?,
        aims: args.aim.iter().map(|text| Aim::parse(text)).collect::<Result<_, _>>()?,
        options: args.variant.options()?,
        components: args.variant.components()?,
        population: args.population.clone(),
        games: args.games,
        check_games: args.check_games,
        finalists: args.finalists,
        seed: args.seed,
    };
    if args.out.is_some() {
        check_out(&config)?;
    }
    let design = args.run.run(&config.game, &config, |control| lab::design(&config, control))?;
    let is_written = design.chosen > 0 && args.out.is_some();
    if let (true, Some(out), Some(components)) = (is_written, &args.out, &design.components) {
        input::write(out, &(header(&design) + components))?;
    }
    args.format.print(&design, |out| print(&design, args.out.as_ref(), out, lang))
}

/// Returns an error if `--out` is given and no field of the components can change.
fn check_out(config: &DesignConfig) -> Result<(), InputError> {
    let info = registry::info(&config.game)?;
    let is_option = |vary: &Vary| info.options.iter().any(|option| option.id == vary.name);
    if config.components.is_some() || !config.vary.iter().all(is_option) {
        return Ok(());
    }
    Err(text!(
        "オプションだけを変えるので、--out に書く内容物ファイルがありません。--out を外してください。選ばれたオプションは結果に出ます。",
        "Only options are varied, so there is no components file for --out; leave it out. The report has the chosen options."
    )
    .into())
}

/// The first line of a components file that the search writes.
fn header(design: &Design) -> String {
    let name = design.comparison.variants[design.chosen].replace(char::is_control, " ");
    format!("# Written by: zashiki lab design {}. Changed: {name}\n", design.game)
}

/// Number of tried variants that the text lists.
const TRIED: usize = 10;

fn print(
    design: &Design,
    file: Option<&PathBuf>,
    out: &mut Out,
    lang: Lang,
) -> Result<(), Failure> {
    let Design { game, games, combinations, tried, comparison, variants, .. } = design;
    let (played, each) = (tried.len(), comparison.games);
    let head = text!(
        "{game}: {games}局で{combinations}通りのうち{played}通りを試し、別の配りで{each}局ずつ比べました。",
        "{game}: {games} games on {played} of {combinations} combinations, then {each} games each on other deals"
    );
    writeln!(out, "{}", lang.of(&head))?;
    writeln!(out, "{}", lang.pick("目標:", "Aims:"))?;
    for aim in &design.aims {
        writeln!(out, "  {}", aim_line(aim, lang))?;
    }
    writeln!(out, "{}", lang.pick("比べた案(改善の合計):", "Compared variants (total gain):"))?;
    for (at, (variant, letter)) in variants.iter().zip('A'..).enumerate() {
        let name = name(design, at, lang);
        let gain = variant.gain;
        let mark = match variant.dominated {
            true => lang.pick("  ほかの案に劣る", "  dominated by another variant"),
            false => "",
        };
        writeln!(out, "  {letter}: {gain:+.2}  {name}{mark}")?;
    }
    let is_aim = |figure: &str| design.aims.iter().any(|aim| aim.measure == figure);
    for figure in comparison.figures.iter().filter(|it| is_aim(&it.figure)) {
        writeln!(out, "  {}", compare::line(figure, lang))?;
    }
    let others: Vec<_> = comparison
        .figures
        .iter()
        .chain(&comparison.components)
        .filter(|it| !is_aim(&it.figure))
        .filter(|it| it.differences.iter().flatten().any(|difference| difference.significant))
        .collect();
    if !others.is_empty() {
        writeln!(out, "{}", lang.pick("ほかに有意に変わるもの:", "Other significant changes:"))?;
    }
    for figure in others {
        writeln!(out, "  {}", compare::line(figure, lang))?;
    }
    writeln!(out, "{}", lang.pick(compare::NOTE.0, compare::NOTE.1))?;
    let head = lang.pick(
        "探索で試したもの(見積もった改善の順。局数、目標の値):",
        "Tried in the search (by estimated gain; games, values of the aims):",
    );
    writeln!(out, "{head}")?;
    for variant in tried.iter().take(TRIED) {
        let measures = design.aims.iter().zip(&variant.measures);
        let measures: Vec<String> = measures.map(|(aim, mean)| shown(aim, *mean)).collect();
        let (estimate, games, values) =
            (variant.estimate, variant.games, variant.values.join(", "));
        writeln!(out, "  {estimate:+.2}  {games}  {}  {values}", measures.join("  "))?;
    }
    if let Some(more) = tried.len().checked_sub(TRIED).filter(|more| *more > 0) {
        let more = text!(
            "  ほか{more}通り(--json にすべてあります)",
            "  and {more} more (all with --json)"
        );
        writeln!(out, "{}", lang.of(&more))?;
    }
    for unplayable in &design.unplayable {
        let values = unplayable.values.join(", ");
        let reason = &unplayable.reason;
        let line =
            text!("  遊べません: {values}: {reason}", "  not playable: {values}: {reason}", reason);
        writeln!(out, "{}", lang.of(&line))?;
    }
    writeln!(out, "{}", chosen(design, file, lang))?;
    Ok(())
}

/// An aim as a line: the description of the measure, the goal and the weight.
fn aim_line(aim: &AimedMeasure, lang: Lang) -> String {
    let AimedMeasure { text, weight, unit, .. } = aim;
    let (scale, percent) = if aim.share { (100.0, " %") } else { (1.0, "") };
    let goal = match aim.goal {
        Goal::Low => lang.pick("小さく", "low").to_owned(),
        Goal::High => lang.pick("大きく", "high").to_owned(),
        Goal::Target(target) => format!("{}{percent}", scale * target),
    };
    let unit = unit * scale;
    let line = text!(
        "{text}: {goal}(重み{weight}、改善1 = {unit:.3}{percent})",
        "{text}: {goal} (weight {weight}, gain 1 = {unit:.3}{percent})",
        text
    );
    lang.of(&line).to_owned()
}

/// A measured value.
fn shown(aim: &AimedMeasure, mean: Option<Mean>) -> String {
    match mean {
        None => "—".to_owned(),
        Some(mean) if aim.share => format!("{:.1} %", 100.0 * mean.mean),
        Some(mean) => format!("{:.2}", mean.mean),
    }
}

/// The name of a variant of the comparison.
fn name(design: &Design, at: usize, lang: Lang) -> String {
    match at {
        0 => lang.pick("元のまま", "as it is").to_owned(),
        _ => design.comparison.variants[at].clone(),
    }
}

/// The last line: the chosen variant, and where it is.
fn chosen(design: &Design, file: Option<&PathBuf>, lang: Lang) -> String {
    if design.chosen == 0 {
        return lang
            .pick(
                "どの案も、元より目標に近くありません。ファイルは書いていません。",
                "No variant is nearer the aims than the game as it is; no file is written.",
            )
            .to_owned();
    }
    let name = name(design, design.chosen, lang);
    let mut line = text!("選んだ案: {name}", "Chosen: {name}");
    if design.variables.iter().any(|variable| variable.option) {
        let options = &design.variants[design.chosen].options;
        line = text!("{line} --options '{options}'", "{line} --options '{options}'", line);
    }
    if let Some(file) = file {
        let file = file.display();
        line = text!("{line}(内容物ファイル: {file})", "{line} (components file: {file})", line);
    }
    lang.of(&line).to_owned()
}
