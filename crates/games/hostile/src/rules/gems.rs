//! Gems: their appearance on squares, and their gain by seats.

use zashiki_core::{EventSink, Seat};

use crate::Hostile;
use crate::events::{Event, Source};
use crate::square::Square;
use crate::tile::Tile;

impl Hostile {
    /// Puts a gem on a square; a pawn there gains it at once. `used` is true for a player's
    /// gem tile, false at the start of a round.
    pub(super) fn add_gem(
        &mut self,
        square: Square,
        used: bool,
        log: &mut impl EventSink<Hostile>,
    ) {
        let count = self.board.gems(square).saturating_add(1);
        self.board.set_gems(square, count);
        self.log_event(Event::GemAppeared { square, count, used }, log);
        let owner =
            Seat::all(self.config.seats).find(|seat| self.board.pawns[seat.index()] == square);
        if let Some(seat) = owner {
            let by = if used { Source::GemTile } else { Source::RoundStart };
            self.gain_gems(seat, by, log);
        }
    }

    /// Uses a gem tile: a gem appears on its square, and the tile is discarded.
    pub(super) fn use_gem_tile(
        &mut self,
        seat: Seat,
        square: Square,
        log: &mut impl EventSink<Hostile>,
    ) {
        self.board.discard(Tile::Gem(square));
        self.log_event(Event::Used { seat, square }, log);
        self.add_gem(square, true, log);
    }

    /// Gives all gems on the pawn's square to its owner. They count as one gain (A-X64).
    #[inline]
    pub(super) fn gain_gems(&mut self, seat: Seat, by: Source, log: &mut impl EventSink<Hostile>) {
        let square = self.board.pawns[seat.index()];
        let gems = self.board.gems(square);
        if gems == 0 {
            return;
        }
        self.board.set_gems(square, 0);
        let side = self.config.side_of(seat);
        let before = self.board.side_gems(&self.config, side);
        self.add_gems(seat, gems);
        let total = self.board.gained[seat.index()];
        self.log_event(Event::Gained { seat, square, gems, total, by }, log);
        let goal = self.config.goal();
        if before < goal && before + u16::from(gems) >= goal {
            let seats = self.config.sides[side];
            self.log_event(Event::GoalReached { seats, gems: before + u16::from(gems) }, log);
        }
    }

    /// Adds gems to a seat and records that its side was the latest to gain (A-X31).
    pub(super) fn add_gems(&mut self, seat: Seat, gems: u8) {
        self.board.gained[seat.index()] += u16::from(gems);
        let latest = self.board.reached.iter().max().copied().unwrap_or(0);
        self.board.reached[self.config.side_of(seat)] = latest.saturating_add(1);
    }
}
