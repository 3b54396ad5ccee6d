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
    /// The spec of the bot that plays with the weights.
    pub bot: String,
    /// Number of games, rounded up to whole deals.
    pub games: u64,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// The `weights.toml` to test; `None` for the game's own.
    pub weights: Option<InputFile>,
    /// Networks that are tested together with the weights, at most one for each purpose.
    pub networks: Vec<InputFile>,
    /// The `weights.toml` of the opponents.
    pub against: InputFile,
    /// Networks of the opponents.
    pub against_networks: Vec<InputFile>,
}

/// Plays a bot with the tested weights on one side against the same bot with the opposing weights on all
/// other sides, each deal once for every side. The `command` of the result is empty. `None` if it was
/// stopped.
pub(crate) fn match_weights<G: Game>(
    plan: &WeightMatchConfig,
    control: &Control<'_>,
) -> Result<Option<WeightMatch>, InputError> {
    if plan.games == 0 {
        return Err(InputError::new(
            "対局数が0です。1以上にしてください。",
            "The number of games must be at least 1.",
        ));
    }
    let runner = MatchRunner::<G>::new(plan.seats, &serde_json::Value::Null, None)?;
    let spec = Spec::parse_for(&plan.bot, G::info())?;
    let config_with = |weights: &InputFile| -> Result<Arc<G::Config>, InputError> {
        runner.config.with_weights(&weights.weights()?)
    };
    let with_networks = |config: Option<Arc<G::Config>>, networks: &[InputFile]| {
        networks.iter().try_fold(config, |config, network| {
            let config = config.as_ref().unwrap_or(&runner.config);
            config.with_value_network(&network.text).map(Some)
        })
    };
    let tried = plan.weights.as_ref().map(config_with).transpose()?;
    let tried = with_networks(tried, &plan.networks)?;
    let against = with_networks(Some(config_with(&plan.against)?), &plan.against_networks)?;
    let meeting = Meeting {
        run: "plays".to_owned(),
        runner: &runner,
        bot: Player::from(spec).assuming(tried),
        against: Player::from(spec).assuming(against),
        seed: plan.seed,
    };
    let Some(sample) = meeting.play_all(plan.games, control) else { return Ok(None) };
    let sides = runner.sides.len() as u64;
    let share = sample.share(sides);
    let per_cent = |part: f64| (1000.0 * part).round() / 10.0;
    Ok(Some(WeightMatch {
        command: String::new(),
        games: sample.count() * sides,
        fair: per_cent(1.0 / sides as f64),
        won: per_cent(share.share),
        low: per_cent(share.low),
        high: per_cent(share.high),
    }))
}
