//! Weights of a rule of thumb against others.

use std::sync::Arc;

use bots::Spec;
use shelf::Visitor;
use table::{BadInput, Game, Match, Setup as _};

use crate::given::Given;
use crate::ladder::Meeting;
use crate::many::Control;
use crate::series::{Player, Series};

/// What to play for it.
#[derive(Clone, Debug)]
pub struct Weighing {
    /// The game's id.
    pub game: String,
    /// How many seats.
    pub seats: usize,
    /// The bot that thinks with the weights.
    pub bot: String,
    /// How many plays; raised to whole deals.
    pub games: u64,
    /// What everything random follows from.
    pub seed: u64,
    /// The `weights.toml` that is tried; `None` for the game's own.
    pub weights: Option<Given>,
    /// A `network.toml` to try with it, if any.
    pub network: Option<Given>,
    /// The `weights.toml` it is tried against.
    pub against: Given,
}

/// Lets a bot with weights on one side play the same bot with others on all other sides, each deal
/// once for every side. The result, its command left empty; `None` if it was stopped.
///
/// # Errors
/// When the plays are impossible: no such game, bot or number of seats, or no weights of the game.
pub fn weigh(weighing: &Weighing, control: &Control<'_>) -> Result<Option<Match>, BadInput> {
    struct Run<'a>(&'a Weighing, &'a Control<'a>);
    impl Visitor for Run<'_> {
        type Out = Result<Option<Match>, BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            run::<G>(self.0, self.1)
        }
    }
    shelf::visit(&weighing.game, Run(weighing, control))?
}

fn run<G: Game>(weighing: &Weighing, control: &Control<'_>) -> Result<Option<Match>, BadInput> {
    if weighing.games == 0 {
        return Err(BadInput::new(
            "対局数が0です。1以上にしてください。",
            "There is nothing to play in 0 games; ask for at least 1.",
        ));
    }
    let series = Series::<G>::new(weighing.seats, &serde_json::Value::Null, None)?;
    let spec = Spec::parse_for(&weighing.bot, G::info())?;
    let thinking = |weights: &Given| -> Result<Arc<G::Setup>, BadInput> {
        series.setup.weighing(&weights.weights::<G>()?)
    };
    let mut tried = weighing.weights.as_ref().map(thinking).transpose()?;
    if let Some(network) = &weighing.network {
        network.check_network::<G>()?;
        tried = Some(tried.as_ref().unwrap_or(&series.setup).corrected(&network.text)?);
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
    Ok(Some(Match {
        command: String::new(),
        games: seen.count() * sides,
        fair: per_cent(1.0 / sides as f64),
        won: per_cent(share.share),
        low: per_cent(share.low),
        high: per_cent(share.high),
    }))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{Plays, studies};

    fn kokyu(bot: &str, change: impl Fn(&mut i32), threads: usize) -> Match {
        let own = <kokyu::Kokyu as Game>::weights().unwrap();
        let mut values = own.values();
        values.iter_mut().for_each(change);
        let weighing = Weighing {
            game: "kokyu".to_owned(),
            seats: 2,
            bot: bot.to_owned(),
            games: 40,
            seed: 1,
            weights: Some(studies::given(own.file())),
            network: None,
            against: studies::given(own.with_values(&values).file()),
        };
        let stop = AtomicBool::new(false);
        let control = Control {
            threads: Some(threads),
            stop: &stop,
            progress: &|_, _| (),
            plays: Plays::Here,
        };
        weigh(&weighing, &control).unwrap().unwrap()
    }

    #[test]
    fn the_same_weights_are_as_good_and_worse_ones_lose() {
        for bot in ["greedy", "ismcts:sims=10"] {
            let same = kokyu(bot, |_| (), 1);
            assert_eq!((same.games, same.fair, same.won), (40, 50.0, 50.0), "{bot}");
            let backwards = kokyu(bot, |value| *value = -*value, 1);
            assert!(backwards.low > 60.0, "{bot}: {backwards:?}");
            assert_eq!(backwards, kokyu(bot, |value| *value = -*value, 3));
        }
    }

    #[test]
    fn what_cannot_be_weighed_is_refused() {
        let refused = |weighing: Weighing| {
            let stop = AtomicBool::new(false);
            let control =
                Control { threads: None, stop: &stop, progress: &|_, _| (), plays: Plays::Here };
            weigh(&weighing, &control).unwrap_err().to_string()
        };
        let own = <kokyu::Kokyu as Game>::weights().unwrap().file();
        let fine = Weighing {
            game: "kokyu".to_owned(),
            seats: 2,
            bot: "greedy".to_owned(),
            games: 2,
            seed: 1,
            weights: None,
            network: None,
            against: studies::given(own.clone()),
        };
        let unknown = studies::given(own.replace("palace_advance", "palace_retreat"));
        assert!(refused(Weighing { against: unknown, ..fine.clone() }).contains("palace_retreat"));
        assert!(refused(Weighing { games: 0, ..fine.clone() }).contains("0 games"));
        assert!(refused(Weighing { game: "go".to_owned(), ..fine }).contains("go"));
    }
}
