//! Calibration of search values to chances of winning, by self-play of a bot.

mod diagram;
mod file;
mod fit;
mod point;
mod reliability;

use std::ops::ControlFlow;
use std::sync::Arc;

use bots::{Scale, Spec};
use zashiki_core::{
    Calibration, Game, GameConfig as _, GameRng, GameStateExt as _, InfoState, InputError, Turn,
};

use crate::match_runner::spread;
use crate::work::{Control, games_in_order};

use point::Point;

pub use diagram::reliability_diagrams;
pub use file::calibration_file;

/// Configuration of a calibration of search values to chances of winning.
#[derive(Clone, Debug)]
pub struct CalibrateConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats; `None` for every supported number.
    pub seats: Option<usize>,
    /// The spec of the bot that evaluates; `None` for the game's default reviewer.
    pub bot: Option<String>,
    /// The spec of the bot that plays in every seat; `None` for the bot that evaluates.
    pub players: Option<String>,
    /// Number of games for each number of seats; at least 2.
    pub games: u64,
    /// RNG seed of the whole study.
    pub seed: u64,
}

/// On average, one in this number of decisions is evaluated, since decisions of one game are similar.
const EVALUATED: u32 = 8;

/// Calibrates search values to chances of winning, by the configuration. `None` if it was stopped.
pub(crate) fn calibrate<G: Game>(
    plan: &CalibrateConfig,
    control: &Control<'_>,
) -> Result<Option<Vec<Calibration>>, InputError> {
    let info = G::info();
    if plan.games < 2 {
        return Err(InputError::new(
            "対局が少なすぎます。合わせる対局と測る対局を分けるため、2局以上にしてください。",
            "There are too few games: some are for the fit and others for the measurement; give at least 2 with --games.",
        ));
    }
    let bot = plan.bot.clone().unwrap_or_else(|| bots::reviewer_for::<G>().to_owned());
    let spec = Spec::parse_for(&bot, info)?;
    spec.adviser::<G>(0, bots::clock)?;
    let players = plan.players.clone().unwrap_or_else(|| bot.clone());
    let numbers = match plan.seats {
        Some(seats) => {
            let seats = info.check_seats(seats)?;
            seats..=seats
        }
        None => info.seats.0..=info.seats.1,
    };
    let most = plan.games.saturating_mul(numbers.clone().count() as u64);
    let mut finished = 0;
    let mut all = Vec::new();
    for seats in numbers {
        let options = info.complete_options(&serde_json::Value::Null)?;
        let config = G::Config::new(seats, &options, None)?;
        let player = Spec::parse_for(&players, info)?.with_seats::<G>(seats)?;
        let mut games = Vec::new();
        let play = |number| {
            let stopped = control.stop.is_set();
            (!stopped).then(|| play::<G>(&config, spec, player, spread(plan.seed, number)))
        };
        games_in_order(&format!("{seats} seats"), 0..plan.games, control, play, |_, points| {
            games.push(points);
            finished += 1;
            (control.progress)(finished, most);
            ControlFlow::Continue(())
        });
        if games.len() as u64 != plan.games {
            return Ok(None);
        }
        let measured = fit::measured(&games);
        all.push(Calibration {
            seats,
            bot: bot.clone(),
            players: players.clone(),
            seed: plan.seed,
            games: plan.games,
            ..measured
        });
    }
    Ok(Some(all))
}

/// Plays one game and returns its evaluated decisions.
fn play<G: Game>(config: &Arc<G::Config>, spec: Spec, player: Spec, seed: u64) -> Vec<Point> {
    let mut rng = GameRng::from_seed(seed);
    let mut game = G::deal(config, rng.fork(), None);
    let scale = Scale::of::<G>(config.sides());
    let mut players: Vec<_> = (1..=u64::from(config.seats()))
        .map(|seat| player.make::<G>(spread(seed, seat), bots::clock))
        .collect();
    let mut points = Vec::new();
    let outcome = loop {
        let seat = match game.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Awaiting(seats) => seats.first().expect("a seat is to decide"),
        };
        let info_state = InfoState::new(&game, seat);
        let action = players[seat.index()].choose(&info_state);
        if rng.below(EVALUATED) == 0 && game.legal(seat).len() > 1 {
            let mut adviser =
                spec.adviser::<G>(0, bots::clock).expect("checked before the first game");
            let ends = bots::ends_after(&mut *adviser, &info_state, action);
            points.extend(ends.filter(|ends| ends.part < 1.0).map(|ends| Point {
                part: ends.part,
                ended: scale.side_values(&ends.won),
                values: scale.side_values(&ends.open),
                progress: game.progress(),
                won: Vec::new(),
            }));
        }
        game.play(seat, action, None)
            .unwrap_or_else(|no| panic!("bot at seat {seat} chose {action}: {no}"));
    };
    let won = scale.won(outcome);
    points.iter_mut().for_each(|point| point.won.clone_from(&won));
    points
}
