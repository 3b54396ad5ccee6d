//! `zashiki games`.

use std::io::Write;

use bots::BotKind;
use serde::Serialize;
use zashiki_core::{GameInfo, LocalizedText};

use crate::commands::{out, print_json};
use crate::failure::Failure;
use crate::lang::Lang;

/// Arguments of `games`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only the game with this id.
    game: Option<String>,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
    /// Shows the observation tensors of the game and the sub-actions of its actions.
    #[arg(long, requires = "game")]
    features: bool,
}

/// The catalogue, as documented JSON.
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
    /// The games it can play.
    games: Vec<&'static str>,
}

/// Lists the games and bots.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if let (Some(id), true) = (&args.game, args.features) {
        let learnt = registry::learning_spec(id)?;
        if args.json {
            return print_json(&learnt);
        }
        let mut out = out();
        write!(out, "{learnt}")?;
        return Ok(out.flush()?);
    }
    let games = match &args.game {
        Some(id) => vec![registry::info(id)?],
        None => registry::ids().into_iter().map(registry::info).collect::<Result<_, _>>()?,
    };
    let suiting = |kind: &BotKind| {
        let suits = |info: &&&GameInfo| bots::kinds_for(info).any(|suiting| suiting == kind);
        games.iter().filter(suits).map(|info| info.id).collect::<Vec<_>>()
    };
    let bots = bots::kinds()
        .map(|kind| BotInfo {
            id: kind.id,
            name: &kind.name,
            summary: &kind.summary,
            games: suiting(kind),
        })
        .filter(|bot| !bot.games.is_empty())
        .collect();
    let catalogue = Catalogue { games, bots };
    if args.json {
        return print_json(&catalogue);
    }
    let mut out = out();
    writeln!(out, "{}", lang.pick("ゲーム", "Games"))?;
    for game in catalogue.games {
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
    for bot in catalogue.bots {
        writeln!(out, "  {}  {}: {}", bot.id, lang.of(bot.name), lang.of(bot.summary))?;
    }
    Ok(out.flush()?)
}
