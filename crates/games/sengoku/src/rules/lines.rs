//! Flower paths (花道) and castles: when they are decided, and who wins them.

use arrayvec::ArrayVec;
use zashiki_core::{EventSink, Seat};

use crate::Sengoku;
use crate::board::Settlement;
use crate::events::Event;
use crate::grid::Grid;
use crate::limits::MAX_SEATS;
use crate::square::LINES;

/// The seat with the highest count. If several seats share it, they are out, and the seat with the
/// next highest count wins. If several share that too, nobody wins (S-50 to S-53, S-58, S-59, AS15,
/// AS16).
pub(crate) fn winner_of(counts: &[u8]) -> Option<Seat> {
    let mut limit = u8::MAX;
    for _ in 0..2 {
        let best = counts.iter().copied().filter(|count| *count < limit).max().unwrap_or(0);
        if best == 0 {
            return None;
        }
        let mut holders = Seat::all(MAX_SEATS as u8).zip(counts).filter(|(_, c)| **c == best);
        if let (Some((seat, _)), None) = (holders.next(), holders.next()) {
            return Some(seat);
        }
        limit = best;
    }
    None
}

fn settlement_of(winner: Option<Seat>) -> Settlement {
    winner.map_or(Settlement::Nobody, Settlement::Won)
}

impl Sengoku {
    /// Decides every closed flower path. Then decides what follows from it: the castle, the end of
    /// the game, the next battlefield (AS26, AS28).
    pub(super) fn decide_closed_lines(&mut self, log: &mut impl EventSink<Sengoku>) {
        let mut closed = self.grid.closed_lines();
        loop {
            self.decide_lines(closed, log);
            let settled =
                !self.board.lines[usize::from(self.board.field)].contains(&Settlement::Open);
            if settled {
                self.decide_castle(log);
            }
            if self.end_if_won(log) || !settled {
                return;
            }
            self.board.field += 1;
            let quarter = self.config.quarter(self.board.field);
            self.grid = Grid::new(&self.board.placed, quarter, self.config.options.neighbours);
            log.push(Event::Field { field: self.board.field }, self);
            closed = self.grid.closed_lines();
        }
    }

    /// While no remaining domino can be placed in the current battlefield, decides its open flower
    /// paths, so that the next battlefield follows and every game ends (AS24).
    pub(super) fn close_if_exhausted(&mut self, log: &mut impl EventSink<Sengoku>) {
        while self.board.end.is_none() && self.is_exhausted() {
            log.push(Event::Exhausted { field: self.board.field }, self);
            self.decide_lines(u16::MAX, log);
            self.decide_closed_lines(log);
        }
    }

    /// Returns true if no domino in any hand or pile and no unused general can be placed in the
    /// battlefield. The result does not depend on who has which domino, so it reveals nothing that
    /// players cannot count.
    fn is_exhausted(&self) -> bool {
        let generals = self.board.generals.iter().filter(|unused| **unused);
        let left = self.hands.iter().flatten().chain(self.piles.iter().flatten()).copied();
        !left
            .chain(generals.map(|_| crate::Tile::GENERAL))
            .any(|tile| self.grid.has_placement(tile))
    }

    /// Decides those of these flower paths that are still open, from the top row to the right
    /// column (S-54).
    fn decide_lines(&mut self, lines: u16, log: &mut impl EventSink<Sengoku>) {
        let field = self.board.field;
        for line in 0..LINES {
            let settlement = self.board.lines[usize::from(field)][line];
            if lines & (1 << line) == 0 || settlement != Settlement::Open {
                continue;
            }
            let squares = self.config.quarter(field).lines()[line];
            let sums: ArrayVec<u8, MAX_SEATS> =
                self.grid.sums(squares)[..self.board.generals.len()].iter().copied().collect();
            let winner = winner_of(&sums);
            self.board.lines[usize::from(field)][line] = settlement_of(winner);
            log.push(Event::Line { field, line: line as u8, sums, winner }, self);
        }
    }

    fn decide_castle(&mut self, log: &mut impl EventSink<Sengoku>) {
        let field = self.board.field;
        let flowers: ArrayVec<u8, MAX_SEATS> = Seat::all(self.board.seats())
            .map(|seat| self.board.flowers_in(field.into(), seat))
            .collect();
        let winner = winner_of(&flowers);
        self.board.castles[usize::from(field)] = settlement_of(winner);
        log.push(Event::Castle { field, flowers, winner }, self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_takes_it_and_ties_are_out() {
        for (counts, winner) in [
            (&[2, 7, 9][..], Some(2)),
            (&[6, 6, 2], Some(2)),
            (&[6, 6, 2, 2], None),
            (&[5, 5, 5, 1], Some(3)),
            (&[6, 6], None),
            (&[6, 6, 0], None),
            (&[0, 0, 0, 0], None),
            (&[3, 0], Some(0)),
            (&[4, 4, 3, 3], None),
            (&[4, 3, 3, 1], Some(0)),
        ] {
            assert_eq!(winner_of(counts), winner.map(Seat), "{counts:?}");
        }
    }
}
