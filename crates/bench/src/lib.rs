//! The measured work of the benchmarks, and their results as text. All work runs on one core.
//! `cargo xtask bench` runs all benchmarks; statements about speed in the documents come from it. Each
//! function does a given amount of work; most return the number of decisions, positions or encodings.
//!
//! ```ignore
//! let decisions = bench::random("kokyu", 2, 1000); // 1000 random games with two seats
//! ```

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{AlphaBeta, Bot, Budget, Ismcts, Settings, Spec};
use connect_four::ConnectFour;
use registry::GameVisitor;
use zashiki_core::{
    Game, GameConfig as _, GameRng, GameState as _, GameStateExt as _, InfoState,
    ObservationEncoder, Seat, Turn, Viewer,
};

#[cfg(feature = "peer")]
pub mod peer;

/// The configuration of a game for this number of seats, with default options and its own components.
pub fn usual<G: Game>(seats: u8) -> Arc<G::Config> {
    let options = G::info().complete_options(&Default::default());
    G::Config::new(seats, &options.expect("the defaults are possible"), None)
        .expect("the defaults are possible")
}

/// The maximum number of seats of the game with this id.
pub fn largest_table(id: &str) -> u8 {
    registry::info(id).expect("a listed game is there").seats.1
}

/// Plays random games of a registered game; returns the number of decisions.
pub fn random(id: &str, seats: u8, games: u64) -> u64 {
    struct Random(u8, u64);
    impl GameVisitor for Random {
        type Out = u64;
        fn visit<G: Game>(self) -> u64 {
            random_games::<G>(&usual::<G>(self.0), self.1)
        }
    }
    registry::visit(id, Random(seats, games)).expect("a listed game is there")
}

/// Plays random games through the laboratory, as `zashiki simulate` does on one thread; returns the number of
/// decisions.
pub fn simulate(id: &str, seats: u8, games: u64) -> u64 {
    let plan = lab::SimulateConfig {
        game: id.to_owned(),
        seats: seats.into(),
        games,
        bots: "random".to_owned(),
        seed: 1,
        options: Default::default(),
        components: None,
        rotate: false,
        engines: Default::default(),
    };
    let stop = lab::Stop::default();
    let control = lab::Control {
        threads: Some(1),
        stop: &stop,
        progress: &|_, _| {},
        work: lab::WorkMode::Local,
    };
    lab::simulate(&plan, None, &control).expect("the defaults are possible").report.decisions
}

/// Runs this number of simulations from the opening of a game's largest table.
pub fn search_opening(id: &str, simulations: u32) {
    struct Search(u32);
    impl GameVisitor for Search {
        type Out = ();
        fn visit<G: Game>(self) {
            search::<G>(&usual::<G>(G::info().seats.1), self.0);
        }
    }
    registry::visit(id, Search(simulations)).expect("a listed game is there");
}

/// Plays random games to their ends, each decision taken from the complete legal list; returns the number of
/// decisions.
pub fn random_games<G: Game>(config: &Arc<G::Config>, games: u64) -> u64 {
    let mut rng = GameRng::from_seed(1);
    let mut legal = Vec::new();
    let mut decisions = 0;
    for _ in 0..games {
        let mut game = G::deal(config, rng.fork(), None);
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().expect("a seat is to decide");
            let action = *rng.pick(game.choices(seat, &mut legal));
            game.play_unchecked(seat, action, None);
            decisions += 1;
        }
    }
    decisions
}

/// Searches the opening decision of a game by information-set tree search with this number of simulations and
/// the default settings of bots.
pub fn search<G: Game>(config: &Arc<G::Config>, simulations: u32) {
    let game = G::deal(config, GameRng::from_seed(1), None);
    let seat = game.turn().awaited().first().expect("the play begins with a decision");
    let settings = Settings { budget: Budget::Simulations(simulations), ..Settings::default() };
    let mut bot = Ismcts::<G>::new(settings, 1, bots::clock);
    std::hint::black_box(bot.choose(&InfoState::new(&game, seat)));
}

/// Prepares the encoding of views as observations. The views are those of a random game of the largest table.
/// The returned work encodes them at least the requested number of times into one buffer, and returns the
/// number of encodings.
pub fn observing(id: &str) -> Work {
    struct Observing;
    impl GameVisitor for Observing {
        type Out = Work;
        fn visit<G: Game>(self) -> Work {
            let config = usual::<G>(G::info().seats.1);
            let observer = ObservationEncoder::<G>::new(&config);
            let views = views::<G>(&config, &mut GameRng::from_seed(1));
            Box::new(move |observations| {
                let mut numbers = vec![0.0; observer.size()];
                let mut done = 0;
                while done < observations {
                    for (seat, view) in &views {
                        observer.observe(view, *seat, &mut numbers);
                        std::hint::black_box(&mut numbers);
                    }
                    done += views.len() as u64;
                }
                done
            })
        }
    }
    registry::visit(id, Observing).expect("a listed game is there")
}

/// The view of every seat before each decision of one random game.
pub fn views<G: Game>(config: &Arc<G::Config>, rng: &mut GameRng) -> Vec<(Seat, G::View)> {
    let mut game = G::deal(config, rng.fork(), None);
    let (mut views, mut legal) = (Vec::new(), Vec::new());
    while let Some(seat) = game.turn().awaited().first() {
        let seats = Seat::all(game.seats());
        views.extend(seats.map(|seat| (seat, game.view(Viewer::Seat(seat)))));
        let action = *rng.pick(game.choices(seat, &mut legal));
        game.play_unchecked(seat, action, None);
    }
    views
}

/// The ids of the games that alpha–beta search can play.
pub fn open_games() -> Vec<&'static str> {
    let spec = Spec::AlphaBeta { budget: Budget::Simulations(1), threads: 1 };
    let suits = |id: &&str| registry::info(id).is_ok_and(|info| spec.suits(info));
    registry::ids().into_iter().filter(suits).collect()
}

/// Runs alpha–beta search with a budget of `positions` from the middle of a random game with this id. Returns
/// the number of visited positions.
pub fn read_ahead(id: &str, positions: u32) -> u64 {
    struct Read(u32);
    impl GameVisitor for Read {
        type Out = u64;
        fn visit<G: Game>(self) -> u64 {
            let game = midgame::<G>(&usual::<G>(2));
            let seat = game.turn().awaited().first().expect("the game is not over");
            let mut bot = AlphaBeta::<G>::new(Budget::Simulations(self.0), 1, 1, bots::clock);
            std::hint::black_box(bot.choose(&InfoState::new(&game, seat)));
            bot.nodes()
        }
    }
    registry::visit(id, Read(positions)).expect("a listed game is there")
}

/// A position after 40 random decisions, when the opening is over.
fn midgame<G: Game>(config: &Arc<G::Config>) -> G {
    const OPENING: usize = 40;
    let mut rng = GameRng::from_seed(1);
    let mut legal = Vec::new();
    loop {
        let mut game = G::deal(config, rng.fork(), None);
        for _ in 0..OPENING {
            let Some(seat) = game.turn().awaited().first() else { break };
            let action = *rng.pick(game.choices(seat, &mut legal));
            game.play_unchecked(seat, action, None);
        }
        if game.turn().outcome().is_none() {
            return game;
        }
    }
}

/// A game of connect four before its first move.
pub fn opening() -> ConnectFour {
    ConnectFour::deal(&usual::<ConnectFour>(2), GameRng::from_seed(1), None)
}

/// Plays random games of connect four on this engine; returns the number of decisions.
pub fn connect_four(games: u64) -> u64 {
    random_games::<ConnectFour>(&usual::<ConnectFour>(2), games)
}

/// A function that does a kind of work this number of times and returns the amount done, for example in
/// decisions.
pub type Work = Box<dyn Fn(u64) -> u64>;

/// Prints all figures as plain text lines and, with the feature `peer`, compares this engine with the crate
/// `board-game`. Each figure is the best of several rounds, since other work of the machine can only slow it
/// down. The rounds of all figures alternate, so that a busy minute does not affect only one of them.
pub fn figures() {
    let mut works: Vec<(String, Work)> = Vec::new();
    for id in registry::ids() {
        let seats = largest_table(id);
        works.push((
            format!("{id}, {seats} seats, random: decisions/s"),
            Box::new(move |games| random(id, seats, games)),
        ));
        works.push((
            format!("{id}, {seats} seats, simulate with random bots: decisions/s"),
            Box::new(move |games| simulate(id, seats, games)),
        ));
        works.push((
            format!("{id}, {seats} seats, ismcts from the opening: simulations/s"),
            Box::new(move |simulations| {
                search_opening(id, simulations as u32);
                simulations
            }),
        ));
    }
    let of_game = works.len() / registry::ids().len();
    for id in registry::ids() {
        works.push((format!("{id}, {} seats, observations/s", largest_table(id)), observing(id)));
    }
    for id in open_games() {
        works.push((
            format!("{id}, alphabeta in the middle of a game: positions/s"),
            Box::new(move |positions| read_ahead(id, positions as u32)),
        ));
    }
    let games_of = |play: fn(u64) -> u64| -> Work {
        Box::new(move |games| {
            std::hint::black_box(play(games));
            games
        })
    };
    works.push(("connect four, random, this engine: games/s".into(), games_of(connect_four)));
    #[cfg(feature = "peer")]
    works.push((
        "connect four, random, board-game crate: games/s".into(),
        games_of(peer::connect_four),
    ));
    let mut best = vec![0f64; works.len()];
    for _ in 0..8 {
        for (best, (_, work)) in best.iter_mut().zip(&works) {
            *best = best.max(rate(work));
        }
    }
    for (best, (name, _)) in best.iter().zip(&works) {
        println!("{name}: {:.0} k", best / 1e3);
    }
    for (id, of_game) in registry::ids().into_iter().zip(best.chunks(of_game)) {
        println!("{id}, simulate with random bots to the engine: {:.2}", of_game[1] / of_game[0]);
    }
    #[cfg(feature = "peer")]
    if let [.., ours, theirs] = best[..] {
        println!("ratio: {:.2}", ours / theirs);
    }
}

/// Calls `work` with growing amounts until it takes a fifth of a second, then once more; returns the rate of
/// the last call, per second. Earlier calls fill caches that a game keeps for the whole process (HONNOJI: the
/// layouts of a hand), so the first measured work is not the only one that pays for them.
fn rate(work: &impl Fn(u64) -> u64) -> f64 {
    let timed = |amount| {
        let begin = Instant::now();
        (work(amount), begin.elapsed())
    };
    let mut amount = 100;
    while timed(amount).1 < Duration::from_millis(200) {
        amount *= 2;
    }
    let (done, elapsed) = timed(amount);
    done as f64 / elapsed.as_secs_f64()
}
