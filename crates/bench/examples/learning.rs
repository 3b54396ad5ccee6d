//! Measures the cost of a step for a program that learns.
//! `cargo run --release -p bench --example learning -- 100` plays 100 random games of each game at its
//! largest table, first with the engine alone, then with more and more of the data that a learner gets before
//! each decision. All work runs on one core.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use registry::GameVisitor;
use zashiki_core::{
    Action as _, ActionDecoder, FactoredAction, Game, GameConfig as _, GameRng, GameStateExt as _,
    ObservationEncoder, Turn, mark_indices,
};

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(100);
    println!(
        "game | seats | steps | listed, most | step and list at first | once lists are kept | mask | observation | walk"
    );
    for id in registry::ids() {
        registry::visit(id, Steps { games }).expect("a listed game is there");
    }
}

/// The data that is made before each decision, besides the list of legal actions.
#[derive(Clone, Copy, PartialEq)]
enum Made {
    Nothing,
    Mask,
    Observation,
    Walk,
}

struct Steps {
    games: u64,
}

impl GameVisitor for Steps {
    type Out = ();
    fn visit<G: Game>(self) {
        let config = bench::usual::<G>(G::info().seats.1);
        // At first lists are made that are kept.
        let start = Instant::now();
        let (steps, listed, most) = play::<G>(&config, self.games, Made::Nothing);
        let first = start.elapsed().as_nanos() as f64 / steps as f64;
        let time = |made| {
            let round = || {
                let start = Instant::now();
                play::<G>(&config, self.games, made);
                start.elapsed().as_nanos() as f64 / steps as f64
            };
            // The best of three: whatever else the machine does can only slow it down.
            (0..3).map(|_| round()).fold(f64::INFINITY, f64::min)
        };
        let alone = time(Made::Nothing);
        let [mask, observation, walk] =
            [Made::Mask, Made::Observation, Made::Walk].map(|made| time(made) - alone);
        println!(
            "{} | {} | {steps} | {:.1}, {most} | {first:.0} ns | {alone:.0} ns | {mask:.0} ns | {observation:.0} ns | {walk:.0} ns",
            G::info().id,
            config.seats(),
            listed as f64 / steps as f64,
        );
    }
}

/// Plays random games and makes this data before each decision. Returns the number of decisions, the total
/// number of listed actions, and the largest number of actions listed for one decision.
fn play<G: Game>(config: &Arc<G::Config>, games: u64, made: Made) -> (u64, usize, usize) {
    let mut rng = GameRng::from_seed(1);
    let observer = ObservationEncoder::<G>::new(config);
    let (mut numbers, mut mask) = (vec![0.0; observer.size()], vec![false; G::Action::COUNT]);
    let largest = G::Action::SUB_ACTIONS.iter().map(|factor| factor.size).max().unwrap_or(0);
    let (mut small, mut walk) = (vec![false; largest], ActionDecoder::default());
    let mut room = Vec::new();
    let (mut steps, mut listed, mut most) = (0, 0, 0);
    for _ in 0..games {
        let mut game = G::deal(config, rng.fork(), None);
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().expect("a seat is to decide");
            let legal = game.choices(seat, &mut room);
            let action = *rng.pick(legal);
            match made {
                Made::Nothing => {}
                Made::Mask => {
                    mark_indices(legal, &mut mask);
                    black_box(&mut mask);
                }
                Made::Observation => {
                    observer.observe_state(&game, seat, &mut numbers);
                    black_box(&mut numbers);
                }
                Made::Walk => {
                    walk.begin(seat, legal);
                    for part in FactoredAction::of(action, seat).parts() {
                        let factor = walk.factor().expect("the action is not chosen yet");
                        walk.mask(&mut small[..factor.size]);
                        black_box(&mut small);
                        assert!(walk.choose(part.number.into()), "a listed action is reached");
                    }
                }
            }
            (steps, listed, most) = (steps + 1, listed + legal.len(), most.max(legal.len()));
            game.play_unchecked(seat, action, None);
        }
    }
    (steps, listed, most)
}
