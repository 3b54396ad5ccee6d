//! Proofs that the game ends with a certain result after an action: at once, by the seat's next decision
//! against every reply, or by the next reply.
//!
//! A proof is made from an information state: it must hold in all of several determinizations, and every later
//! decision of the seat is chosen by what the seat can then know, and holds in determinizations of that.

use zashiki_core::{
    GameConfig as _, GameRng, GameStateExt as _, InfoState, MAX_SEATS, SearchHints, Seat, Turn,
};

use super::ends::Ends;
use super::win_probability::Scale;
use crate::search::stop::is_stopped;

/// Number of determinizations in which the end of the game by one action is verified.
const WORLDS: u32 = 32;
/// Number of determinizations in which a result after further decisions is verified.
const DEEP_WORLDS: u32 = 8;
/// Maximum number of positions of one proof.
const POSITIONS: u32 = 20_000;
/// Heuristic value, from −1000 to 1000, of a won game.
const WON: i32 = 1000;

/// The result of the game after an action if the action ends the game in every determinization, whatever is
/// drawn. If the determinizations have different results, these are averaged.
pub(crate) fn at_once<G: SearchHints>(
    info_state: &InfoState<G>,
    action: G::Action,
    scale: &Scale,
) -> Option<Ends> {
    let mut rng = GameRng::from_seed(0);
    let (mut sums, mut first, mut agreed) = ([0.0; MAX_SEATS], None, true);
    for _ in 0..WORLDS {
        let mut state = info_state.determinize(&mut rng);
        state.play_unchecked(info_state.seat(), action, None);
        let shares = scale.shares(state.turn().outcome()?);
        agreed &= *first.get_or_insert(shares) == shares;
        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }
    let mean = sums.map(|sum| sum / f64::from(WORLDS));
    Some(if agreed { Ends::certain(first?, Some(1)) } else { Ends::certain(mean, None) })
}

/// The result of the game if the seat certainly wins after the action: by the action or by its next decision,
/// against every reply.
pub(crate) fn wins<G: SearchHints>(
    info_state: &InfoState<G>,
    action: G::Action,
    scale: &Scale,
) -> Option<Ends> {
    let steps = Proof::of(info_state, scale).wins(info_state, action)?;
    Some(Ends::certain(of_side(info_state.seat(), scale), Some(steps)))
}

/// The result of the game if the seat certainly loses after the action: by the action, or because the next
/// seat can end the game at once.
pub(crate) fn loses<G: SearchHints>(
    info_state: &InfoState<G>,
    action: G::Action,
    scale: &Scale,
) -> Option<Ends> {
    Proof::of(info_state, scale).loses(info_state, action)
}

/// Returns true if the seat loses at once or to the next reply, whatever it does.
pub(crate) fn is_lost<G: SearchHints>(info_state: &InfoState<G>, legal: &[G::Action]) -> bool {
    let sides = info_state.determinize(&mut GameRng::from_seed(0)).config().sides();
    let scale = Scale::of::<G>(sides);
    let mut proof = Proof::of(info_state, &scale);
    legal.iter().all(|action| proof.loses(info_state, *action).is_some())
}

/// Returns true if it is the seat's decision, and one of its actions certainly wins at once.
pub(crate) fn can_win<G: SearchHints>(info_state: &InfoState<G>) -> bool {
    let state = info_state.determinize(&mut GameRng::from_seed(0));
    let scale = Scale::of::<G>(state.config().sides());
    state.turn().awaited().contains(info_state.seat())
        && state.lists_all(info_state.seat())
        && Proof::of(info_state, &scale).finishes(info_state)
}

/// Shares of the win if the side of the seat wins.
fn of_side(seat: Seat, scale: &Scale) -> [f64; MAX_SEATS] {
    let mut won = [0.0; MAX_SEATS];
    let side = scale.sides().iter().find(|side| side.contains(seat));
    side.into_iter().flat_map(|side| side.iter()).for_each(|seat| won[seat.index()] = 1.0);
    won
}

/// A proof with its remaining budget.
struct Proof<'a, G: SearchHints> {
    seat: Seat,
    scale: &'a Scale,
    left: u32,
    values_after: Vec<i32>,
    legal: Vec<Vec<G::Action>>,
}

impl<'a, G: SearchHints> Proof<'a, G> {
    fn of(info_state: &InfoState<G>, scale: &'a Scale) -> Proof<'a, G> {
        Proof {
            seat: info_state.seat(),
            scale,
            left: POSITIONS,
            values_after: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Counts positions; `None` if the budget is spent.
    fn spend(&mut self, positions: usize) -> Option<()> {
        self.left = self.left.checked_sub(u32::try_from(positions).ok()?)?;
        (!is_stopped()).then_some(())
    }

    /// Returns true if the game is over and the side of the seat has won alone.
    fn has_won(&self, state: &G, seat: Seat) -> bool {
        let outcome = state.turn().outcome();
        outcome.is_some_and(|outcome| self.scale.shares(outcome)[seat.index()] >= 1.0)
    }

    /// The number of steps until the seat wins with this action.
    fn wins(&mut self, info_state: &InfoState<G>, action: G::Action) -> Option<u32> {
        let (mut rng, mut steps) = (GameRng::from_seed(0), 0);
        for _ in 0..DEEP_WORLDS {
            let mut state = info_state.determinize(&mut rng);
            self.spend(1)?;
            state.play_unchecked(self.seat, action, None);
            steps = steps.max(1 + self.answered(&state, usize::from(state.seats()))?);
        }
        Some(steps)
    }

    /// The number of further steps until the seat wins, whatever the others do until its next decision; they
    /// take at most `replies` decisions.
    fn answered(&mut self, state: &G, replies: usize) -> Option<u32> {
        let awaited = match state.turn() {
            Turn::Over(_) => return self.has_won(state, self.seat).then_some(0),
            Turn::Awaiting(awaited) => awaited,
        };
        let next = awaited.first().filter(|_| awaited.len() == 1 && !state.is_simultaneous())?;
        if next == self.seat {
            return self.finishes(&InfoState::new(state, next)).then_some(1);
        }
        if replies == 0 || !state.lists_all(next) {
            return None;
        }
        let mut legal = self.legal.pop().unwrap_or_default();
        state.legal_into(next, &mut legal);
        let mut steps = Some(0);
        for action in &legal {
            let mut after = state.clone();
            after.play_unchecked(next, *action, None);
            let reply =
                self.spend(1).and_then(|()| self.answered(&after, replies - 1)).map(|it| it + 1);
            steps = steps.zip(reply).map(|(most, reply)| most.max(reply));
            if steps.is_none() {
                break;
            }
        }
        self.legal.push(legal);
        steps
    }

    /// Returns true if one action of the seat wins at once in every determinization.
    fn finishes(&mut self, info_state: &InfoState<G>) -> bool {
        let state = info_state.determinize(&mut GameRng::from_seed(0));
        let winning = self.winning(&state, self.seat).unwrap_or_default();
        winning.into_iter().any(|action| {
            let mut rng = GameRng::from_seed(1);
            (0..DEEP_WORLDS).all(|_| {
                let mut after = info_state.determinize(&mut rng);
                after.play_unchecked(self.seat, action, None);
                self.spend(1).is_some() && self.has_won(&after, self.seat)
            })
        })
    }

    /// The actions of a seat after which it has won in this state; `None` if the budget is spent.
    fn winning(&mut self, state: &G, seat: Seat) -> Option<Vec<G::Action>> {
        let mut legal = self.legal.pop().unwrap_or_default();
        state.legal_into(seat, &mut legal);
        let spent = self.spend(legal.len());
        if spent.is_some() {
            state.value_after_each(seat, &legal, &mut self.values_after);
        } else {
            self.values_after.clear();
        }
        let listed = legal.iter().zip(&self.values_after);
        let promising = listed.filter(|(_, value)| **value >= WON).map(|(action, _)| *action);
        let won = promising.filter(|action| {
            let mut after = state.clone();
            after.play_unchecked(seat, *action, None);
            self.has_won(&after, seat)
        });
        let won: Vec<G::Action> = won.collect();
        self.legal.push(legal);
        spent.map(|()| won)
    }

    /// The result if the seat loses with this action, at once or by the next reply.
    fn loses(&mut self, info_state: &InfoState<G>, action: G::Action) -> Option<Ends> {
        let (mut rng, mut steps) = (GameRng::from_seed(0), 0);
        let mut won = [0.0; MAX_SEATS];
        for _ in 0..DEEP_WORLDS {
            let mut state = info_state.determinize(&mut rng);
            self.spend(1)?;
            state.play_unchecked(self.seat, action, None);
            let mut longer = 1;
            if let Turn::Awaiting(awaited) = state.turn() {
                let next =
                    awaited.first().filter(|_| awaited.len() == 1 && !state.is_simultaneous());
                let next = next.filter(|next| *next != self.seat)?;
                let reply = *self.winning(&state, next)?.first()?;
                state.play_unchecked(next, reply, None);
                longer = 2;
            }
            let outcome = state.turn().outcome().filter(|it| it.payoff(self.seat) < 0)?;
            steps = steps.max(longer);
            let shares = self.scale.shares(outcome);
            won.iter_mut().zip(shares).for_each(|(won, share)| *won += share);
        }
        Some(Ends::certain(won.map(|won| won / f64::from(DEEP_WORLDS)), Some(steps)))
    }
}
