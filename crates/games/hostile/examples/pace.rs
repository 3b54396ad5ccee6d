//! How fast the engine is: `cargo run --release -p hostile --example pace`.

#![allow(clippy::disallowed_types, clippy::float_arithmetic, reason = "this is a measurement")]

use std::time::Instant;

use hostile::Hostile;
use serde_json::Value;
use table::{Dice, Game, Silent, Turn};

fn main() {
    for seats in 2..=4 {
        let options = Hostile::info().complete_options(&Value::Null).expect("defaults");
        let setup = Hostile::setup(seats, &options, None).expect("possible");
        let mut dice = Dice::from_seed(1);
        let (mut decisions, mut listed, mut games) = (0u64, 0u64, 0u64);
        let mut legal = Vec::new();
        let mut middle = Vec::new();
        let begin = Instant::now();
        while begin.elapsed().as_millis() < 1000 {
            let mut game = Hostile::deal(&setup, dice.fork(), &mut Silent);
            let mut length = 0;
            while let Turn::Awaiting(seats) = game.turn() {
                let seat = seats.first().expect("somebody decides");
                legal.clear();
                game.legal(seat, &mut legal);
                listed += legal.len() as u64;
                game.apply(seat, *dice.pick(&legal), &mut Silent);
                decisions += 1;
                length += 1;
                if length == 60 && middle.len() < 100 {
                    middle.push(game.clone());
                }
            }
            games += 1;
        }
        let pace = decisions as f64 / begin.elapsed().as_secs_f64();
        println!(
            "{seats} seats: {pace:.0} random decisions/s, {} a game, {} choices each",
            decisions / games,
            listed / decisions
        );
        let begin = Instant::now();
        let (mut calls, mut sum) = (0u64, 0i64);
        while begin.elapsed().as_millis() < 300 {
            for game in &middle {
                let seat = game.turn().awaited().first().expect("in the middle");
                sum += i64::from(game.appraise(seat));
                calls += 1;
            }
        }
        let each = begin.elapsed().as_nanos() / u128::from(calls);
        println!("  appraise {each} ns (mean {})", sum / calls as i64);
    }
    println!("a play takes {} bytes", std::mem::size_of::<Hostile>());
}
