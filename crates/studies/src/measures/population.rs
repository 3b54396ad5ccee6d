//! The bots of a study, and the seats that they take in each game.

use bots::Spec;
use zashiki_core::{Game, GameInfo, GameRng, InputError, Seat};

use crate::match_runner::{NamedPlayers, Player, bots_of, spread};

/// The bots of a study: one for each seat, or a population of several strengths.
///
/// A population of k bots plays in turn: in k of k + 1 games all seats are one bot's, a different bot in each;
/// in the last game every seat gets a bot at random. The former show how the game is among players of one
/// strength, the latter what a weaker player wins by luck.
pub(crate) struct Population<G: Game> {
    players: NamedPlayers<G>,
    /// True if the players are those of the seats, in order.
    by_seat: bool,
}

impl<G: Game> Population<G> {
    /// A population from a list of bots separated by commas, the weakest first.
    ///
    /// # Errors
    /// Returns an error if a bot is unknown or cannot play this game.
    pub(crate) fn parse(list: &str, info: &GameInfo) -> Result<Population<G>, InputError> {
        let bots = bots_of(list, info)?;
        Ok(Population::new(bots.into_iter().map(|(name, spec)| (name, spec.into())).collect()))
    }

    /// A population of these players, the weakest first.
    pub(crate) fn new(players: NamedPlayers<G>) -> Population<G> {
        Population { players, by_seat: false }
    }

    /// One player for each seat, in order.
    pub(crate) fn of_seats(players: NamedPlayers<G>) -> Population<G> {
        Population { players, by_seat: true }
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.players.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The number of bots.
    pub(crate) fn len(&self) -> usize {
        self.players.len()
    }

    /// The bot that has all seats in the game with this number; `None` in games with mixed seats.
    pub(crate) fn alone(&self, number: u64) -> Option<usize> {
        let bots = self.len() as u64;
        let turn = if bots == 1 { 0 } else { number % (bots + 1) };
        (!self.by_seat && turn < bots).then_some(turn as usize)
    }

    /// The index of the bot at each seat in the game with this number and seed.
    pub(crate) fn seated(&self, number: u64, seed: u64, seats: u8) -> Vec<usize> {
        if self.by_seat {
            return (0..seats.into()).collect();
        }
        if let Some(alone) = self.alone(number) {
            return vec![alone; seats.into()];
        }
        let mut rng = GameRng::from_seed(spread(seed, SEATS));
        Seat::all(seats).map(|_| rng.below(self.len() as u32) as usize).collect()
    }

    /// The players of the game with this number and seed, by seat.
    pub(crate) fn table(&self, number: u64, seed: u64, seats: u8) -> Vec<Player<G>> {
        self.seated(number, seed, seats).into_iter().map(|at| self.players[at].1.clone()).collect()
    }
}

/// The number under which the seats of a game are drawn from its seed. Seats and decks use smaller ones.
const SEATS: u64 = u64::MAX - 1;

/// The bot in the middle of a population, the weaker one of two.
pub(crate) fn middle(list: &str, info: &GameInfo) -> Result<(String, Spec), InputError> {
    let mut bots = bots_of(list, info)?;
    Ok(bots.swap_remove((bots.len() - 1) / 2))
}

#[cfg(test)]
mod tests {
    use kokyu::Kokyu;
    use zashiki_core::GameState as _;

    use super::*;

    #[test]
    fn every_bot_plays_alone_and_in_mixed_games() {
        let population = Population::<Kokyu>::parse("random,greedy", Kokyu::info()).unwrap();
        let seated = |number| population.seated(number, 77 * number, 2);
        assert_eq!((seated(0), seated(1), seated(4)), (vec![0, 0], vec![1, 1], vec![1, 1]));
        let mixed: Vec<Vec<usize>> = (0..200).map(|deal| seated(3 * deal + 2)).collect();
        for table in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            let count = mixed.iter().filter(|seats| seats[..] == table).count();
            assert!((25..=75).contains(&count), "{table:?}: {count} of 200");
        }
        let single = Population::<Kokyu>::parse("greedy", Kokyu::info()).unwrap();
        assert!((0..9).all(|number| single.alone(number) == Some(0)));
        assert_eq!(middle("random,greedy,novice", Kokyu::info()).unwrap().0, "greedy");
        assert_eq!(middle("random,greedy", Kokyu::info()).unwrap().0, "random");
    }
}
