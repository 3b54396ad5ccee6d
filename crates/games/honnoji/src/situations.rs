//! The situations on which the advice in a first match depends, all of them while layouts are declared.

use zashiki_core::{Seat, Situation};

use crate::Honnoji;
use crate::actions::Action;
use crate::board::Stage;
use crate::face::Face;
use crate::grid::{Cell, Direction, LaidCard, Layout};
use crate::limits::ROUNDS;
use crate::ring::{SQUARES, next, previous, reach};

impl Honnoji {
    /// The situations that hold for a seat.
    pub(crate) fn find_situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        let board = &self.board;
        let lays = board.stage == Stage::Decision && board.awaited(&self.config).contains(seat);
        if !lays {
            return Vec::new();
        }
        let last_round = board.round == ROUNDS;
        [
            self.in_the_fire(seat),
            last_round.then(|| Situation::of_places("last_round", [])),
            self.treasure_alone(seat),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The layout that moves the seat's pawn to a neighbouring square and does nothing else: the number of the
    /// square above the crest. `None` if the seat lacks the cards, or the layout does something else.
    fn step_to(&self, seat: Seat, square: u8) -> Option<Action> {
        let hand = self.board.hands[seat.index()];
        let number = Face::ALL.into_iter().find(|face| face.number() == Some(square))?;
        let crest = LaidCard { face: Face::CREST, cell: Cell::ORIGIN };
        let above = LaidCard { face: number, cell: Cell::ORIGIN.step(Direction::Up)? };
        let layout = Layout::new(&[crest, above])?;
        let plan = crate::layout_effects::Orders::read(&layout, &self.config.icons)
            .plan(self.board.pawns[seat.index()]);
        (hand.has_all(layout.cards()) && plan.to == square).then_some(Action::Lay(layout))
    }

    /// The seat's pawn stands on a fire square, and a step leads out of the fire.
    fn in_the_fire(&self, seat: Seat) -> Option<Situation<Action>> {
        let square = self.board.pawns[seat.index()];
        if square == 0 || !self.board.burns(square) {
            return None;
        }
        let ways: Vec<Action> = [previous(square), next(square)]
            .into_iter()
            .filter(|to| !self.board.burns(*to))
            .filter_map(|to| self.step_to(seat, to))
            .collect();
        (!ways.is_empty()).then(|| Situation::new("in_the_fire", [format!("pawn-{seat}")], ways))
    }

    /// The richest square of the ring is one step away, and no other pawn stands on it or next to it.
    fn treasure_alone(&self, seat: Seat) -> Option<Situation<Action>> {
        let pawn = self.board.pawns[seat.index()];
        if pawn == 0 {
            return None;
        }
        let worth = |square: u8| {
            if self.board.burns(square) {
                return 0;
            }
            self.config.points(self.board.pile(square).cards())
        };
        let best = (1..=SQUARES).map(worth).max().filter(|most| *most > 0)?;
        let wanted = |square: &u8| {
            let mut others = Seat::all(self.config.seats).filter(|other| *other != seat);
            worth(*square) == best
                && others.all(|other| reach(self.board.pawns[other.index()]) & 1 << *square == 0)
        };
        let square = [previous(pawn), next(pawn)].into_iter().find(wanted)?;
        let step = self.step_to(seat, square)?;
        Some(Situation::new("treasure_alone", [format!("square-{square}")], vec![step]))
    }
}
