//! Evaluation of formations by playing a few turns between them. The static evaluation of the board says
//! little before the battle.

use std::sync::Arc;

use zashiki_core::{GameRng, NoLog, Seat};

use crate::actions::Action;
use crate::board::{Board, Hand, Stage};
use crate::formation::Arrangement;
use crate::{Config, Shinra};

/// Number of battle turns that are played to evaluate a pair of formations.
const TURNS: u16 = 8;

impl Shinra {
    /// The first seat's heuristic lead from the formations chosen so far, −1000..=1000. If only one seat
    /// has chosen, the mean of its results against all ready-made formations.
    pub(crate) fn formation_lead(&self) -> i32 {
        let chosen = [Seat(0), Seat(1)].map(|seat| self.arrangement(seat));
        let formations = &self.config.formations;
        let mean = |lead: &dyn Fn(&Arrangement) -> i32| {
            let leads = formations.iter().map(|formation| lead(&formation.arrangement));
            leads.sum::<i32>() / formations.len() as i32
        };
        match chosen {
            [None, None] => 0,
            [Some(first), Some(second)] => self.lead(&first, &second),
            [Some(first), None] => mean(&|second| self.lead(&first, second)),
            [None, Some(second)] => mean(&|first| self.lead(first, &second)),
        }
    }

    /// The seat's arrangement; `None` if it has not arranged yet.
    fn arrangement(&self, seat: Seat) -> Option<Arrangement> {
        let mut cards = Arrangement::empty(seat);
        for (square, piece) in self.board.of(seat) {
            cards.lay(square, piece.cards());
        }
        (self.board.occupied(seat) != 0).then_some(cards)
    }

    /// The first seat's heuristic lead when these two arrangements meet, −1000..=1000.
    fn lead(&self, first: &Arrangement, second: &Arrangement) -> i32 {
        let formations = &self.config.formations;
        let index_of = |one: &Arrangement| {
            let one = one.on(Seat(0));
            formations.iter().position(|formation| formation.arrangement == one)
        };
        match (index_of(first), index_of(second)) {
            (Some(one), Some(other)) => {
                let index = one * formations.len() + other;
                let compute = || play_out(&self.config, first, second);
                self.config.formation_leads.get_or_init(index, compute)
            }
            _ => play_out(&self.config, first, second),
        }
    }
}

/// The first seat's heuristic lead after [`TURNS`] simulated turns, in which both seats choose the
/// action with the best static evaluation.
fn play_out(config: &Arc<Config>, first: &Arrangement, second: &Arrangement) -> i32 {
    let hand = Hand::of_deck(config.components.deck());
    let mut state = Shinra::new(config.clone(), Board::new([hand; 2], Stage::Setup));
    for (seat, arrangement) in [(Seat(0), first), (Seat(1), second)] {
        state.decide(seat, Action::Arrange(arrangement.on(seat)), &mut NoLog);
    }
    let mut list = Vec::new();
    // A shuffle breaks ties between equal actions without preferring the first of the list.
    let mut rng = GameRng::from_seed(0);
    while let Some(seat) = state.board.stage.seat() {
        if state.board.turns >= TURNS {
            break;
        }
        list.clear();
        if let Stage::Switch { .. } = state.board.stage {
            list.push(Action::Decline);
        } else {
            state.list(seat, &mut list);
            rng.shuffle(&mut list);
        }
        let value_after = |action: &Action| {
            let mut after = state.clone();
            after.decide(seat, *action, &mut NoLog);
            let lead = after.static_lead();
            if seat == Seat(0) { lead } else { -lead }
        };
        let Some(best) = list.iter().copied().max_by_key(value_after) else { break };
        state.decide(seat, best, &mut NoLog);
    }
    state.static_lead()
}
