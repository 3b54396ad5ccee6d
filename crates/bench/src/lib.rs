//! The work that is measured, and the figures in plain words. All of it runs on one core.

use std::sync::Arc;
use std::time::{Duration, Instant};

use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use board_game::util::tiny::consistent_rng;
use bots::{Bot, Budget, Ismcts, Settings};
use connect_four::ConnectFour;
use kokyu::Kokyu;
use table::{Dice, Game, Seen, Silent, Turn};

/// The usual setup of a game: fewest seats, default options, its own components.
pub fn usual<G: Game>() -> Arc<G::Setup> {
    let info = G::info();
    let options = info.complete_options(&Default::default()).expect("the defaults are possible");
    G::setup(info.seats.0, &options, None).expect("the defaults are possible")
}

/// Plays random games to their ends, each decision taken from the complete legal list, and
/// tells how many decisions there were.
pub fn random_games<G: Game>(setup: &Arc<G::Setup>, games: u64) -> u64 {
    let mut dice = Dice::from_seed(1);
    let mut legal = Vec::new();
    let mut decisions = 0;
    for _ in 0..games {
        let mut game = G::deal(setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().expect("somebody's decision is awaited");
            legal.clear();
            game.legal(seat, &mut legal);
            game.apply(seat, *dice.pick(&legal), &mut Silent);
            decisions += 1;
        }
    }
    decisions
}

/// Thinks about the opening decision of a game with so many simulations of information-set
/// tree search as bots do it by default.
pub fn search<G: Game>(setup: &Arc<G::Setup>, simulations: u32) {
    let game = G::deal(setup, Dice::from_seed(1), &mut Silent);
    let seat = game.turn().awaited().first().expect("the play begins with a decision");
    let settings = Settings { budget: Budget::Simulations(simulations), ..Settings::default() };
    let mut bot = Ismcts::<G>::new(settings, 1);
    std::hint::black_box(bot.choose(&Seen::new(&game, seat)));
}

/// Random games of connect four on this engine.
pub fn connect_four(games: u64) -> u64 {
    random_games::<ConnectFour>(&usual::<ConnectFour>(), games)
}

/// Random games of connect four on the board-game crate, by its own way of choosing.
pub fn connect_four_of_board_game(games: u64) -> u64 {
    let mut dice = consistent_rng();
    let mut decisions = 0;
    for _ in 0..games {
        let mut board = Connect4::default();
        while board.play_random_available_move(&mut dice).is_ok() {
            decisions += 1;
        }
    }
    decisions
}

/// Random games of 乾隆後宮.
pub fn kokyu(games: u64) -> u64 {
    random_games::<Kokyu>(&usual::<Kokyu>(), games)
}

/// Prints the figures in plain words, and how we compare with the board-game crate. Each is
/// the best of several rounds, since whatever else the machine does can only slow it down;
/// the rounds take turns, so that a busy minute does not fall on one of them alone.
pub fn figures() {
    let setup = usual::<Kokyu>();
    let search_opening = |simulations: u64| {
        search::<Kokyu>(&setup, simulations as u32);
        simulations
    };
    let games_of = |play: fn(u64) -> u64| {
        move |games: u64| {
            std::hint::black_box(play(games));
            games
        }
    };
    let works: [&dyn Fn(u64) -> u64; 4] =
        [&kokyu, &search_opening, &games_of(connect_four), &games_of(connect_four_of_board_game)];
    let mut best = [0f64; 4];
    for _ in 0..8 {
        for (best, work) in best.iter_mut().zip(works) {
            *best = best.max(rate(work));
        }
    }
    let [kokyu, search, ours, theirs] = best;
    println!("kokyu random: {:.2} M decisions/s", kokyu / 1e6);
    println!("kokyu ismcts from the opening: {:.0} k simulations/s", search / 1e3);
    println!("connect four random, this engine: {:.2} M games/s", ours / 1e6);
    println!("connect four random, board-game crate: {:.2} M games/s", theirs / 1e6);
    println!("ratio: {:.2}", ours / theirs);
}

/// Calls `work` with growing amounts until it takes a fifth of a second; what the last call
/// did, for each second.
fn rate(work: &dyn Fn(u64) -> u64) -> f64 {
    let mut amount = 1000;
    loop {
        let begin = Instant::now();
        let done = work(amount);
        let elapsed = begin.elapsed();
        if elapsed >= Duration::from_millis(200) {
            return done as f64 / elapsed.as_secs_f64();
        }
        amount *= 2;
    }
}
