//! Inputs of the value network, from the viewpoint of one seat. The rules do not depend on them.
//!
//! They are what the seat knows: the board, its own hand, and the numbers of the others' dominoes. Of the other
//! seats, the best in a comparison counts, so a network serves any number of seats.

use zashiki_core::{Seat, ValueNetwork};

use crate::Sengoku;
use crate::board::{Settlement, Stage};
use crate::limits::{MAX_HAND, MAX_SEATS};
use crate::network_groups::*;
use crate::square::{BATTLEFIELDS, FIELD, LINES};
use crate::tile::Tile;

/// The input for this lead among `count` of them; the middle one stands for 0.
#[inline]
fn lead(own: i32, best_other: i32, count: usize) -> usize {
    let most = count as i32 / 2;
    ((own - best_other).clamp(-most, most) + most) as usize
}

impl Sengoku {
    /// The correction of the heuristic value for a seat by the network, in thousandths.
    pub(crate) fn correction(&self, network: &ValueNetwork, seat: Seat) -> i32 {
        network.correction(seat.index(), self.board.seats().into(), |other, each| {
            self.each_input(Seat(other as u8), each);
        })
    }

    /// The number of the seat, and the highest number of another seat.
    fn against(&self, seat: Seat, number: impl Fn(Seat) -> i32) -> (i32, i32) {
        let others = Seat::all(self.board.seats()).filter(|other| *other != seat);
        (number(seat), others.map(&number).max().unwrap_or_default())
    }

    /// Calls `each` with every input that is 1 for the seat; an input may occur several times.
    pub(crate) fn each_input(&self, seat: Seat, mut each: impl FnMut(usize)) {
        let board = &self.board;
        let field = usize::from(board.field);
        let quarter = self.config.quarter(board.field);
        for ((line, squares), settlement) in (0..).zip(quarter.lines()).zip(&board.lines[field]) {
            if *settlement != Settlement::Open {
                continue;
            }
            let sums = self.grid.sums(*squares);
            // Sums are in halves.
            let (own, best) = self.against(seat, |seat| i32::from(sums[seat.index()]) / 2);
            let filled = FIELD - squares.and(self.grid.empty()).0.count_ones() as usize;
            let across: usize = line % (LINES / 2);
            let place = across.min(FIELD - 1 - across);
            each(PATHS + (place * LEADS + lead(own, best, LEADS)) * FILLED + filled);
        }
        let of = |seat| i32::from(board.flowers_in(field, seat));
        let (own, best) = self.against(seat, of);
        let level = |number: i32, count: usize| (number.max(0) as usize).min(count - 1);
        each(WON_AT + level(own, WON) * WON + level(best, WON));
        let (own, best) = self.against(seat, |seat| i32::from(board.flowers(seat)));
        each(FLOWERS_AT + level(own, FLOWERS));
        each(FLOWERS_AT + FLOWERS + level(best, FLOWERS));
        let (own, best) = self.against(seat, |seat| i32::from(board.castles_of(seat)));
        each(CASTLES_AT + level(own, CASTLES) * CASTLES + level(best, CASTLES));
        each(FIELD_AT + field.min(BATTLEFIELDS - 1));
        let empty = quarter.squares().and(self.grid.empty()).0.count_ones() as usize;
        each(EMPTY_AT + (empty / 4).min(EMPTY - 1));
        self.each_of_hand(seat, &mut each);
        self.each_of_declared(seat, &mut each);
        let left =
            |seat: Seat| (self.hands[seat.index()].len() + self.piles[seat.index()].len()) as i32;
        let (own, best) = self.against(seat, left);
        each(LEFT_AT + level(own / 2, LEFT));
        each(MORE_AT + lead(own, best, MORE));
        let later = self.config.components.fields.iter().skip(field + 1);
        let mut beyond = [0; MAX_SEATS];
        for quarter in later {
            let sums = self.grid.sums(quarter.quarter.squares());
            beyond.iter_mut().zip(sums).for_each(|(all, sum)| *all += i32::from(sum));
        }
        let (own, best) = self.against(seat, |seat| beyond[seat.index()] / 2);
        each(BEYOND + lead(own, best, LEADS));
    }

    /// Calls `each` with the inputs of the seat's hand and of the generals.
    fn each_of_hand(&self, seat: Seat, mut each: impl FnMut(usize)) {
        let hand = &self.hands[seat.index()];
        let (mut fits, mut held) = (0, [0; MARKS]);
        let mut last: Option<(Tile, bool)> = None;
        for tile in hand {
            each(HAND + tile.index());
            // Equal tiles are neighbours.
            let has_place = match last {
                Some((before, has_place)) if before == *tile => has_place,
                _ => self.grid.has_placement(*tile),
            };
            last = Some((*tile, has_place));
            fits += usize::from(has_place);
            if let Some((low, high)) = tile.marks() {
                held[usize::from(low) - 1] += 1;
                held[usize::from(high) - 1] += 1;
            }
        }
        each(FITS + fits.min(MAX_HAND));
        for (mark, held) in held.into_iter().enumerate() {
            let joints = self.grid.joints(mark as u8 + 1).min(JOINTS - 1);
            each(MARKS_AT + (mark * HELD + held.min(HELD - 1)) * JOINTS + joints);
        }
        let generals = &self.board.generals;
        if generals[seat.index()] {
            each(GENERALS);
        }
        let others =
            generals.iter().enumerate().filter(|(at, unused)| *at != seat.index() && **unused);
        each(GENERALS + 1 + others.count().min(MAX_SEATS - 1));
    }

    /// Calls `each` with the inputs of the current decision and of the declared dominoes.
    fn each_of_declared(&self, seat: Seat, mut each: impl FnMut(usize)) {
        match self.board.stage() {
            Stage::Declare { seat: mover } => each(STAGE + usize::from(mover != seat)),
            Stage::Place { seat: mover, .. } => each(STAGE + 2 + usize::from(mover != seat)),
            Stage::Over => {}
        }
        for (place, declared) in self.board.unresolved().enumerate() {
            let other = usize::from(declared.seat != seat);
            each(DECLARED + other * DOMINOES + declared.tile.index());
            if other == 0 {
                each(ORDER + place.min(MAX_SEATS - 1));
            }
        }
    }
}
