//! Declaring (出陣): each seat in turn declares the domino it will place. The strengths determine the
//! order of placing.

use arrayvec::ArrayVec;
use zashiki_core::{EventSink, IllegalAction, LocalizedText, Seat, text};

use crate::board::Declared;
use crate::events::Event;
use crate::limits::MAX_SEATS;
use crate::{Action, Sengoku, Tile};

impl Sengoku {
    /// Returns true if the seat has a tile or general left to declare (AS23).
    pub(crate) fn can_declare(&self, seat: Seat) -> bool {
        !self.hands[seat.index()].is_empty() || self.board.generals[seat.index()]
    }

    /// The only domino that the seat can declare, or `None` if there are several. Declaring it
    /// automatically reveals nothing: if all tiles of the hand are equal, they are all that is left
    /// of the seat's colour, which every player can count.
    pub(super) fn only_declaration(&self, seat: Seat) -> Option<Tile> {
        let hand = &self.hands[seat.index()];
        match (hand.first(), self.board.generals[seat.index()]) {
            (Some(tile), false) if hand.last() == Some(tile) => Some(*tile),
            (None, true) => Some(Tile::GENERAL),
            _ => None,
        }
    }

    /// Lists a declaration of each different domino (AS29). Hands are sorted, so equal tiles are
    /// neighbours.
    pub(super) fn list_declarations(&self, seat: Seat, out: &mut Vec<Action>) {
        let mut last = None;
        for tile in &self.hands[seat.index()] {
            if last != Some(*tile) {
                out.push(Action::Declare(*tile));
            }
            last = Some(*tile);
        }
        if self.board.generals[seat.index()] {
            out.push(Action::Declare(Tile::GENERAL));
        }
    }

    /// Returns true if the domino, declared by the seat in this round, surely still has a place when its
    /// turn comes. False if the seat has declared already.
    pub(crate) fn surely_fits(&self, seat: Seat, tile: Tile) -> bool {
        let board = &self.board;
        let declared = |seat: Seat| board.declared.iter().any(|each| each.seat == seat);
        if declared(seat) || !board.order.contains(&seat) {
            return false;
        }
        // Seats that have yet to declare may all place earlier.
        let earlier = if board.declared.len() + 1 < board.order.len() {
            board.order.len() - 1
        } else {
            let mut board = board.clone();
            board.declared.push(Declared { seat, tile });
            board.placing_order().iter().take_while(|each| each.seat != seat).count()
        };
        self.grid.surely_has_placement(tile, earlier)
    }

    pub(super) fn check_declaration(&self, seat: Seat, tile: Tile) -> Result<(), IllegalAction> {
        if !tile.is_general() {
            if self.hands[seat.index()].contains(&tile) {
                return Ok(());
            }
            return Err(IllegalAction::new(
                "S-10",
                text!(
                    "{tile}は手札にありません。手札のタイルを選んでください。",
                    "You do not hold {tile}; choose a tile from your hand.",
                    tile
                ),
            ));
        }
        if !self.board.generals[seat.index()] {
            return Err(IllegalAction::new(
                "S-34",
                LocalizedText::fixed(
                    "総大将はもう使いました。手札のタイルを選んでください。",
                    "You have used your general already; choose a tile from your hand.",
                ),
            ));
        }
        Ok(())
    }

    /// Declares a domino; the last declaration determines the order of placing.
    pub(super) fn declare(
        &mut self,
        seat: Seat,
        tile: Tile,
        forced: bool,
        log: &mut impl EventSink<Sengoku>,
    ) {
        if tile.is_general() {
            self.board.generals[seat.index()] = false;
        } else if let Some(index) = self.hands[seat.index()].iter().position(|held| *held == tile) {
            self.hands[seat.index()].remove(index);
        }
        self.board.declared.push(Declared { seat, tile });
        log.push(Event::Declared { seat, tile, strength: tile.strength(), forced }, self);
        if self.board.declared.len() == self.board.order.len() {
            self.log_order(log);
        }
    }

    /// Logs the order of placing, once all seats have declared. Tokens of equal strengths move to ×
    /// (S-15, AS3).
    fn log_order(&mut self, log: &mut impl EventSink<Sengoku>) {
        let mut tied: ArrayVec<u8, MAX_SEATS> = ArrayVec::new();
        for declared in &self.board.declared {
            let strength = declared.tile.strength();
            if self.board.is_tied(*declared) && !tied.contains(&strength) {
                tied.push(strength);
            }
        }
        for &strength in &tied {
            let seats = (self.board.declared.iter())
                .filter(|declared| declared.tile.strength() == strength)
                .map(|declared| declared.seat)
                .collect();
            log.push(Event::Tied { strength, seats }, self);
        }
        let seats = self.board.placing_order().iter().map(|declared| declared.seat).collect();
        log.push(Event::Order { seats, tied: tied.len() as u8 }, self);
    }
}
