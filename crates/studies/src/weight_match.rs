//! Matches between weights of the heuristic.

use std::sync::Arc;

use bots::Spec;
use zashiki_core::{Game, GameConfig as _, InputError, WeightMatch};

use crate::input_file::InputFile;
use crate::ladder::Meeting;
use crate::match_runner::{MatchRunner, Player};
use crate::work::Control;

/// Configuration of a match between weights.
#[derive(Clone, Debug)]
pub struct WeightMatchConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// The bot that thinks with the weights.
    pub bot: String,
    /// Number of games; raised to whole deals.
    pub games: u64,
    /// RNG seed.
    pub seed: u64,
    /// The `weights.toml` that is tried; `None` for the game's own.
    pub weights: Option<InputFile>,
    /// A `network.toml` to try with it, if any.
    pub network: Option<InputFile>,
    /// The `weights.toml` it is tried against.
    pub against: InputFile,
}

/// Lets a bot with weights on one side play the same bot with others on all other sides, each deal
/// once for every side. The result, its command left empty; `None` if it was stopped.
pub(crate) fn match_weights<G: Game>(
    weighing: &WeightMatchConfig,
    control: &Control<'_>,
) -> Result<Option<WeightMatch>, InputError> {
    if weighing.games == 0 {
        return Err(InputError::new(
            "対局数が0です。1以上にしてください。",
            "There is nothing to play in 0 games; ask for at least 1.",
        ));
    }
    let series = MatchRunner::<G>::new(weighing.seats, &serde_json::Value::Null, None)?;
    let spec = Spec::parse_for(&weighing.bot, G::info())?;
    let thinking = |weights: &InputFile| -> Result<Arc<G::Config>, InputError> {
        series.config.with_weights(&weights.weights()?)
    };
    let mut tried = weighing.weights.as_ref().map(thinking).transpose()?;
    if let Some(network) = &weighing.network {
        tried = Some(tried.as_ref().unwrap_or(&series.config).with_value_network(&network.text)?);
    }
    let meeting = Meeting {
        run: "plays".to_owned(),
        series: &series,
        bot: Player::from(spec).thinking(tried),
        against: Player::from(spec).thinking(Some(thinking(&weighing.against)?)),
        seed: weighing.seed,
    };
    let Some(seen) = meeting.play_all(weighing.games, control) else { return Ok(None) };
    let sides = series.sides.len() as u64;
    let share = seen.share(sides);
    let per_cent = |part: f64| (1000.0 * part).round() / 10.0;
    Ok(Some(WeightMatch {
        command: String::new(),
        games: seen.count() * sides,
        fair: per_cent(1.0 / sides as f64),
        won: per_cent(share.share),
        low: per_cent(share.low),
        high: per_cent(share.high),
    }))
}
