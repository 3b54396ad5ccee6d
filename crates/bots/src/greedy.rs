//! The player that looks one step ahead.

use std::sync::Arc;

use serde_json::Value;
use table::{BadInput, Dice, Game, MAX_SEATS, Seat, Seen, Turn};

use crate::stop::is_stopped;
use crate::{Bot, saved};

/// Tries every action in the same few imagined worlds and takes the one after which the
/// play looks best on average by the game's own rule of thumb; ties are broken by dice.
/// Where a decision is [concealed](Game::concealed), actions that look about equally good
/// count as ties, or the board would give the choice away.
///
/// With `noise` it misjudges every action, as people do who are new to a game: small differences
/// escape it, large ones do not.
#[derive(Clone, Debug)]
pub struct Greedy {
    worlds: u32,
    noise: u32,
    dice: Dice,
}

impl Greedy {
    /// A greedy player that imagines this number of worlds (at least one) for each decision, and
    /// misjudges every action by up to `noise`, of 1000.
    pub fn new(worlds: u32, noise: u32, seed: u64) -> Greedy {
        Greedy { worlds: worlds.max(1), noise, dice: Dice::from_seed(seed) }
    }

    /// By how much one action is misjudged.
    fn misjudged(&mut self) -> i64 {
        let drawn = self.dice.below(2 * self.noise + 1);
        i64::from(drawn) - i64::from(self.noise)
    }
}

/// Appraisals that differ by less than this say about the same.
const ABOUT: i64 = 25;

impl<G: Game> Bot<G> for Greedy {
    fn choose(&mut self, seen: &Seen<G>) -> G::Action {
        let legal = seen.choices(&mut self.dice);
        let mut sums = looks(seen, &legal, self.worlds, &mut self.dice);
        if self.noise > 0 {
            sums.iter_mut().for_each(|sum| *sum += self.misjudged() * i64::from(self.worlds));
        }
        let most = sums.iter().copied().max().unwrap_or_default();
        let concealed = seen.world(&mut self.dice).concealed();
        let least = if concealed { most - ABOUT * i64::from(self.worlds) } else { most };
        let best: Vec<G::Action> = (legal.iter().zip(&sums))
            .filter(|(_, sum)| **sum >= least)
            .map(|(action, _)| *action)
            .collect();
        *self.dice.pick(&best)
    }

    fn save(&self) -> Option<Value> {
        saved::save(self.dice.state())
    }

    fn restore(&mut self, saved: Value, _: &Arc<G::Setup>) -> Result<(), BadInput> {
        self.dice = Dice::from_state(&saved::read(saved)?);
        Ok(())
    }
}

/// How good the play looks just after each of these actions, summed over `worlds`
/// imagined worlds, the same for all.
pub(crate) fn looks<G: Game>(
    seen: &Seen<G>,
    legal: &[G::Action],
    worlds: u32,
    dice: &mut Dice,
) -> Vec<i64> {
    let mut sums = vec![0i64; legal.len()];
    if legal.len() > 1 {
        let mut looks = Vec::with_capacity(legal.len());
        for _ in 0..worlds {
            if is_stopped() {
                break;
            }
            seen.world(dice).looks(seen.seat(), legal, &mut looks);
            sums.iter_mut().zip(&looks).for_each(|(sum, looks)| *sum += i64::from(*looks));
        }
    }
    sums
}

/// What looks best to the seat at once, the first of equals, and how it looks. There must be an
/// action. `looks` is room.
pub(crate) fn best_looking<G: Game>(
    actions: &[G::Action],
    world: &G,
    seat: Seat,
    looks: &mut Vec<i32>,
) -> (G::Action, i32) {
    world.looks(seat, actions, looks);
    let looks = actions.iter().copied().zip(looks.iter().copied());
    let best = looks.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.expect("there is an action to look at")
}

/// Plays on to the end of the [round](Game::round) with what looks best at once.
pub(crate) fn finish_round<G: Game>(world: &mut G, round: Option<u32>, legal: &mut Vec<G::Action>) {
    let mut looks = Vec::new();
    while let Turn::Awaiting(awaited) = world.turn()
        && let Some(seat) = awaited.first()
        && world.round() == round
    {
        let (action, _) = best_looking(world.choices(seat, legal), world, seat, &mut looks);
        world.play_unchecked(seat, action, None);
    }
}

/// What the play is worth to each seat, from 0 to 2000.
pub(crate) fn values<G: Game>(game: &G) -> [i32; MAX_SEATS] {
    let mut values = [0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        values[seat.index()] = game.worth(seat) + 1000;
    }
    values
}
