//! Decision times of a bot: `cargo run --release -p bench --example thinking -- hostile 2 master 4` plays 4
//! games of HOSTILE with 2 seats, all by the bot `master`, and prints the wall-clock times of its decisions;
//! for a bot with a budget in time, also by how much they exceed it.

use std::error::Error;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use bots::{Budget, Spec};
use registry::GameVisitor;
use zashiki_core::{Game, GameRng, InfoState, InputError, Seat};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, bot, games] = &arguments[..] else {
        return Err("name a game, a number of seats, a bot and a number of games".into());
    };
    let play = Match { seats: seats.parse()?, bot: bot.clone(), games: games.parse()? };
    Ok(registry::visit(game, play)??)
}

struct Match {
    seats: u8,
    bot: String,
    games: NonZeroU64,
}

impl GameVisitor for Match {
    type Out = Result<(), InputError>;
    fn visit<G: Game>(self) -> Self::Out {
        let mut spec = Spec::parse_for(&self.bot, G::info())?.with_seats::<G>(self.seats)?;
        let allowed = match spec.budget_mut() {
            Some(Budget::Time(time)) => *time,
            _ => Duration::ZERO,
        };
        let config = bench::usual::<G>(self.seats);
        let mut thoughts = Vec::new();
        for number in 0..self.games.get() {
            let mut game = G::deal(&config, GameRng::from_seed(number), None);
            let mut bots: Vec<_> = Seat::all(self.seats)
                .map(|seat| spec.make::<G>(number * 8 + u64::from(seat.0), bots::clock))
                .collect();
            while let Some(seat) = game.turn().awaited().first() {
                let seen = InfoState::new(&game, seat);
                let begun = Instant::now();
                let action = bots[seat.index()].choose(&seen);
                thoughts.push(begun.elapsed().saturating_sub(allowed));
                game.play_unchecked(seat, action, None);
            }
        }
        thoughts.sort_unstable();
        let at = |part: f64| thoughts[((thoughts.len() - 1) as f64 * part) as usize];
        let late = thoughts.iter().filter(|late| **late > Duration::from_millis(20)).count();
        let kind = if allowed.is_zero() { "took" } else { "late by" };
        println!(
            "{} decisions; {kind}: half at most {:.1?}, 95 % {:.1?}, all {:.1?}; {late} more than 20 ms",
            thoughts.len(),
            at(0.5),
            at(0.95),
            at(1.0),
        );
        Ok(())
    }
}
