//! Formations weighed by playing them: before the battle the sheet itself says next to nothing.

use std::sync::Arc;

use zashiki_core::{GameRng, NoLog, Seat};

use crate::actions::Action;
use crate::board::{Board, Hand, Stage};
use crate::formation::Arrangement;
use crate::{Config, Shinra};

/// So many turns of the battle are played to see what a formation is worth.
const TURNS: u16 = 8;

impl Shinra {
    /// The lead of First by the formations chosen so far: played out against each other, or, as
    /// long as one side has not chosen, against every ready-made one.
    pub(crate) fn weigh_formations(&self) -> i32 {
        let laid = [Seat(0), Seat(1)].map(|seat| self.arrangement(seat));
        let formations = &self.config.formations;
        let each = |lead: &dyn Fn(&Arrangement) -> i32| {
            let leads = formations.iter().map(|formation| lead(&formation.arrangement));
            leads.sum::<i32>() / formations.len() as i32
        };
        match laid {
            [None, None] => 0,
            [Some(first), Some(second)] => self.lead(&first, &second),
            [Some(first), None] => each(&|second| self.lead(&first, second)),
            [None, Some(second)] => each(&|first| self.lead(first, &second)),
        }
    }

    /// What the seat has arranged.
    fn arrangement(&self, seat: Seat) -> Option<Arrangement> {
        let mut cards = Arrangement::empty(seat);
        for (square, piece) in self.board.of(seat) {
            cards.lay(square, piece.cards());
        }
        (self.board.occupied(seat) != 0).then_some(cards)
    }

    /// The lead of First where these two meet.
    fn lead(&self, first: &Arrangement, second: &Arrangement) -> i32 {
        let formations = &self.config.formations;
        let known = |one: &Arrangement| {
            let one = one.on(Seat(0));
            formations.iter().position(|formation| formation.arrangement == one)
        };
        match (known(first), known(second)) {
            (Some(one), Some(other)) => {
                let lead = &self.config.matches.0[one * formations.len() + other];
                *lead.get_or_init(|| play_on(&self.config, first, second))
            }
            _ => play_on(&self.config, first, second),
        }
    }
}

/// The lead of First after some turns in which both sides take what looks best at once.
fn play_on(config: &Arc<Config>, first: &Arrangement, second: &Arrangement) -> i32 {
    let hand = Hand::of_deck(config.components.deck());
    let mut play = Shinra { config: config.clone(), board: Board::new([hand; 2], Stage::Setup) };
    for (seat, arrangement) in [(Seat(0), first), (Seat(1), second)] {
        play.decide(seat, Action::Arrange(arrangement.on(seat)), &mut NoLog);
    }
    let mut list = Vec::new();
    // Of what looks equally good any will do, but not always the first of the list.
    let mut rng = GameRng::from_seed(0);
    while let Some(seat) = play.board.stage.seat() {
        if play.board.turns >= TURNS {
            break;
        }
        list.clear();
        if let Stage::Switch { .. } = play.board.stage {
            list.push(Action::Decline);
        } else {
            play.list(seat, &mut list);
            rng.shuffle(&mut list);
        }
        let look = |action: &Action| {
            let mut after = play.clone();
            after.decide(seat, *action, &mut NoLog);
            let lead = after.lead_by_sight();
            if seat == Seat(0) { lead } else { -lead }
        };
        let Some(best) = list.iter().copied().max_by_key(look) else { break };
        play.decide(seat, best, &mut NoLog);
    }
    play.lead_by_sight()
}
