//! How many random decisions, each from the complete legal list, are taken a second on one core:
//! `cargo run --release -p shinra --example speed`.

use std::hint::black_box;

use shinra::Shinra;
use table::{Dice, Game, Seat, Silent, Turn};

#[allow(clippy::disallowed_types, reason = "an example may look at the clock")]
type Clock = std::time::Instant;

fn main() {
    let options = Shinra::info().complete_options(&Default::default()).expect("defaults");
    let setup = Shinra::setup(2, &options, None).expect("the game's own components");
    let mut dice = Dice::from_seed(1);
    let mut legal = Vec::new();
    let (mut decisions, mut choices, mut games, mut kings) = (0u64, 0u64, 0u64, 0u64);
    let mut moments = Vec::new();
    let start = Clock::now();
    while start.elapsed().as_secs() < 5 {
        for _ in 0..50 {
            let mut game = Shinra::deal(&setup, dice.fork(), &mut Silent);
            while let Turn::Awaiting(seats) = game.turn() {
                let seat = seats.first().expect("somebody decides");
                legal.clear();
                game.legal(seat, &mut legal);
                choices += legal.len() as u64;
                let action = *dice.pick(&legal);
                game.apply(seat, action, &mut Silent);
                decisions += 1;
                if games == 0 {
                    moments.push(game.clone());
                }
            }
            games += 1;
            kings += u64::from(game.scores().contains(&0));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("decisions a second: {:.0}", decisions as f64 / seconds);
    println!(
        "a game: {:.1} decisions; choices each: {:.1}",
        decisions as f64 / games as f64,
        choices as f64 / decisions as f64
    );
    println!("kings taken: {:.1} %", 100.0 * kings as f64 / games as f64);
    let rounds = 2000;
    for (name, work) in [
        (
            "appraise",
            Box::new(|game: &Shinra| game.appraise(Seat(0)) as u64) as Box<dyn Fn(&Shinra) -> u64>,
        ),
        ("fingerprint", Box::new(|game: &Shinra| game.fingerprint().unwrap_or(0))),
        ("clone", Box::new(|game: &Shinra| u64::from(black_box(game.clone()).seats()))),
    ] {
        let start = Clock::now();
        for _ in 0..rounds {
            for game in &moments {
                black_box(work(black_box(game)));
            }
        }
        let each = start.elapsed().as_secs_f64() / (rounds * moments.len()) as f64;
        println!("{name}: {:.0} ns", each * 1e9);
    }
}
