//! The command `zashiki games`: lists the games and the bots.

use std::io::Write;

use bots::BotKind;
use serde::Serialize;
use zashiki_core::{GameInfo, LocalizedText};

use crate::failure::Failure;
use crate::lang::Lang;
use crate::output::{Format, Out};

/// Arguments of `games`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Id of the only game to list; without it all.
    game: Option<String>,
    #[command(flatten)]
    format: Format,
    /// Shows the observation tensors and sub-actions of the game, for machine learning.
    #[arg(long, requires = "game")]
    features: bool,
}

/// The games and bots, as `--json` prints them.
#[derive(Serialize)]
struct Catalogue {
    games: Vec<&'static GameInfo>,
    bots: Vec<BotInfo>,
}

#[derive(Serialize)]
struct BotInfo {
    id: &'static str,
    name: &'static LocalizedText,
    summary: &'static LocalizedText,
    /// Ids of the games that the bot can play.
    games: Vec<&'static str>,
}

/// Lists the games and bots.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if let (Some(id), true) = (&args.game, args.features) {
        let spec = registry::learning_spec(id)?;
        return args.format.print(&spec, |out| Ok(write!(out, "{spec}")?));
    }
    let games = match &args.game {
        Some(id) => vec![registry::info(id)?],
        None => registry::ids().into_iter().map(registry::info).collect::<Result<_, _>>()?,
    };
    let playable = |kind: &BotKind| {
        let plays = |info: &&&GameInfo| bots::kinds_for(info).any(|able| able == kind);
        games.iter().filter(plays).map(|info| info.id).collect::<Vec<_>>()
    };
    let bots = bots::kinds()
        .map(|kind| BotInfo {
            id: kind.id,
            name: &kind.name,
            summary: &kind.summary,
            games: playable(kind),
        })
        .filter(|bot| !bot.games.is_empty())
        .collect();
    let catalogue = Catalogue { games, bots };
    args.format.print(&catalogue, |out| print(&catalogue, out, lang))
}

fn print(catalogue: &Catalogue, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    writeln!(out, "{}", lang.pick("ゲーム", "Games"))?;
    for game in &catalogue.games {
        let (min, max) = game.seats;
        let seats = if min == max { min.to_string() } else { format!("{min}–{max}") };
        let seats = lang.pick("{}人", "{} seats").replace("{}", &seats);
        writeln!(out, "  {}  {} ({seats})", game.id, lang.of(&game.name))?;
        writeln!(out, "      {}", lang.of(&game.summary))?;
        for option in game.options {
            let values: Vec<String> = option.samples().iter().map(ToString::to_string).collect();
            let values = values.join(", ");
            let default = option.default.to_json();
            let default = lang.pick("初期値", "default").to_owned() + " " + &default.to_string();
            writeln!(out, "      {}: {} [{values}; {default}]", option.id, lang.of(&option.name))?;
        }
    }
    writeln!(
        out,
        "{}",
        lang.pick(
            "ボット(五段、弱い順。続いてその他)",
            "Bots: five levels, weakest first, then others"
        )
    )?;
    for bot in &catalogue.bots {
        writeln!(out, "  {}  {}: {}", bot.id, lang.of(bot.name), lang.of(bot.summary))?;
    }
    Ok(())
}
