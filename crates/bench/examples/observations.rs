//! Measures the information that observations keep.
//! `cargo run --release -p bench --example observations -- 200` plays 200 random games of each game and
//! number of seats. It counts different views that have the same observation, and those among them that have
//! different legal actions.

use std::collections::{HashMap, HashSet};

use registry::GameVisitor;
use zashiki_core::{
    Game, GameConfig as _, GameRng, GameStateExt as _, ObservationEncoder, Seat, Viewer,
};

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(50);
    println!("game | seats | numbers | different views | observed as another | with another list");
    for id in registry::ids() {
        let (fewest, most) = registry::info(id).expect("a listed game is there").seats;
        for seats in fewest..=most {
            registry::visit(id, Compare { seats, games }).expect("a listed game is there");
        }
    }
}

struct Compare {
    seats: u8,
    games: u64,
}

impl GameVisitor for Compare {
    type Out = ();
    fn visit<G: Game>(self) {
        let config = bench::usual::<G>(self.seats);
        let observer = ObservationEncoder::<G>::new(&config);
        let mut rng = GameRng::from_seed(1);
        let mut numbers = vec![0.0; observer.size()];
        // By what is observed, every view that looks so.
        let mut seen: HashMap<(Seat, Vec<u8>), Vec<G::View>> = HashMap::new();
        let (mut different, mut alike, mut misled) = (0u64, 0u64, 0u64);
        for _ in 0..self.games {
            for (seat, view) in bench::views::<G>(&config, &mut rng) {
                observer.observe(&view, seat, &mut numbers);
                let key = numbers.iter().flat_map(|number| short(*number)).collect();
                let views = seen.entry((seat, key)).or_default();
                if views.contains(&view) {
                    continue;
                }
                different += 1;
                if let Some(other) = views.first() {
                    alike += 1;
                    let [one, other] = [&view, other].map(|view| {
                        let world = G::determinize(&config, view, rng.fork());
                        assert_eq!(world.view(Viewer::Seat(seat)), *view, "law 4");
                        world.legal(seat).into_iter().collect::<HashSet<_>>()
                    });
                    misled += u64::from(one != other);
                }
                views.push(view);
            }
        }
        let (id, seats) = (G::info().id, config.seats());
        println!("{id} | {seats} | {} | {different} | {alike} | {misled}", observer.size());
    }
}

/// The number as two bytes: all observed numbers are small integers.
fn short(number: f32) -> [u8; 2] {
    let whole = number as i16;
    assert!(f32::from(whole).to_bits() == number.to_bits(), "{number} is not whole and small");
    whole.to_le_bytes()
}
