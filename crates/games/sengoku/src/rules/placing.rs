//! Placing (配置): each declared domino is placed, replaced by the general, or lost.

use zashiki_core::{EventSink, IllegalAction, LocalizedText, Seat, text};

use crate::actions::Spot;
use crate::board::{Placed, Removed, Why};
use crate::events::Event;
use crate::grid::Spots;
use crate::square::{CASTLES, Direction, Square};
use crate::{Action, Neighbours, Sengoku, Tile};

impl Sengoku {
    fn spots(&self, tile: Tile) -> Spots {
        self.grid.spots(tile, self.config.options.straddle_only_if_forced)
    }

    /// All placements of the seat's general, as its declared domino or instead of its declared
    /// tile.
    fn general_spots(&self, seat: Seat, declared: Tile) -> Spots {
        if declared.is_general() || self.board.generals[seat.index()] {
            self.spots(Tile::GENERAL)
        } else {
            Spots::default()
        }
    }

    /// The only legal action with the domino that the seat declared, or `None` if there are several
    /// (AS25).
    pub(super) fn only_placement(&self, seat: Seat, tile: Tile) -> Option<Action> {
        let count = |spots: &Spots| spots.iter().map(|s| s.0.count_ones()).sum::<u32>();
        let own = if tile.is_general() { Spots::default() } else { self.spots(tile) };
        let general = self.general_spots(seat, tile);
        match (count(&own), count(&general)) {
            (0, 0) => Some(Action::Lose),
            (1, 0) => spots_of(&own).next().map(Action::Place),
            (0, 1) if tile.is_general() => spots_of(&general).next().map(Action::General),
            _ => None,
        }
    }

    pub(super) fn list_placements(&self, seat: Seat, tile: Tile, out: &mut Vec<Action>) {
        let before = out.len();
        if !tile.is_general() {
            out.extend(spots_of(&self.spots(tile)).map(Action::Place));
        }
        let placeable = out.len() > before;
        out.extend(spots_of(&self.general_spots(seat, tile)).map(Action::General));
        if !placeable && !tile.is_general() {
            out.push(Action::Lose);
        }
    }

    pub(super) fn check_loss(&self, tile: Tile) -> Result<(), IllegalAction> {
        if tile.is_general() || self.grid.has_placement(tile) {
            return Err(IllegalAction::new(
                "S-32",
                LocalizedText::fixed(
                    "置ける場所があるのでパスできません。置く場所を選んでください。",
                    "There is a place for it, so you cannot pass; choose where to place it.",
                ),
            ));
        }
        Ok(())
    }

    pub(super) fn check_place(&self, tile: Tile, spot: Spot) -> Result<(), IllegalAction> {
        if tile.is_general() {
            return Err(IllegalAction::new(
                "S-39",
                LocalizedText::fixed(
                    "総大将を出陣させています。総大将を置く場所を選んでください。",
                    "You have declared your general; choose where to place it.",
                ),
            ));
        }
        self.check_squares(spot)?;
        let (low, high) = tile.marks().unwrap_or_default();
        let joined = self.joins(spot.first(), Some(low)) || self.joins(spot.second(), Some(high));
        if !joined && !self.starts_at_castle(spot) {
            return Err(self.not_joined());
        }
        self.check_straddling(tile, spot)
    }

    /// Returns true if the battlefield has no domino yet and this placement is adjacent to its
    /// castle (S-26, S-28, AS32).
    fn starts_at_castle(&self, spot: Spot) -> bool {
        let castle = self.config.quarter(self.board.field).castle();
        self.grid.is_field_empty()
            && [spot.first(), spot.second()].iter().any(|at| at.towards(castle).is_some())
    }

    /// The error for a placement that touches no equal mark (S-21, S-27, S-28).
    fn not_joined(&self) -> IllegalAction {
        let castle = self.config.quarter(self.board.field).castle();
        if !self.grid.is_field_empty() {
            return IllegalAction::new(
                "S-21",
                match self.config.options.neighbours {
                    Neighbours::Sheet => LocalizedText::fixed(
                        "同じアイコンの辺で接していません。置いてあるタイルと、少なくとも一辺が同じアイコンで接する場所を選んでください。",
                        "No edge touches an equal mark; choose a place where at least one edge touches the same mark of a tile on the sheet.",
                    ),
                    Neighbours::Battlefield => LocalizedText::fixed(
                        "同じアイコンの辺で接していません。この戦場にかかるタイルと、少なくとも一辺が同じアイコンで接する場所を選んでください。",
                        "No edge touches an equal mark; choose a place where at least one edge touches the same mark of a tile with a half in this battlefield.",
                    ),
                },
            );
        }
        if self.grid.has_no_partner() {
            return IllegalAction::new(
                if self.board.field == 0 { "S-27" } else { "S-28" },
                text!(
                    "この戦場の最初のタイルです。城（{castle}）の隣に置いてください。",
                    "This is the first tile of the battlefield; place it beside the castle, {castle}."
                ),
            );
        }
        IllegalAction::new(
            "S-28",
            text!(
                "この戦場の最初のタイルです。城（{castle}）の隣か、置いてあるタイルと同じアイコンの辺で接する場所を選んでください。",
                "This is the first tile of the battlefield; place it beside the castle, {castle}, or where an edge touches the same mark of a tile on the sheet."
            ),
        )
    }

    pub(super) fn check_general(
        &self,
        seat: Seat,
        declared: Tile,
        spot: Spot,
    ) -> Result<(), IllegalAction> {
        if !declared.is_general() && !self.board.generals[seat.index()] {
            return Err(IllegalAction::new(
                "S-34",
                LocalizedText::fixed(
                    "総大将はもう使いました。出陣させたタイルを置いてください。",
                    "You have used your general already; place the tile you declared.",
                ),
            ));
        }
        self.check_squares(spot)?;
        if !self.joins(spot.first(), None) && !self.joins(spot.second(), None) {
            let text = if self.grid.has_no_partner() {
                LocalizedText::fixed(
                    "総大将は、接するタイルがないうちは置けません（城の隣から始めることもできません）。手札のタイルを置いてください。",
                    "There is no tile for the general to touch yet, and it may not begin beside the castle either. Place your tile.",
                )
            } else {
                LocalizedText::fixed(
                    "総大将もタイルと辺で接していなければなりません。タイルの隣の場所を選んでください。",
                    "The general, too, must touch a tile along an edge; choose a place beside one.",
                )
            };
            return Err(IllegalAction::new("S-41", text));
        }
        self.check_straddling(Tile::GENERAL, spot)
    }

    /// Returns an error unless both squares are empty and one of them is in the current battlefield
    /// (S-6, S-20, S-29).
    fn check_squares(&self, spot: Spot) -> Result<(), IllegalAction> {
        for square in [spot.first(), spot.second()] {
            if CASTLES.contains(square) {
                return Err(IllegalAction::new(
                    "S-6",
                    text!(
                        "{square}は城です。城のマスには置けません。空いたマスを選んでください。",
                        "{square} is a castle, and no tile covers a castle; choose empty squares."
                    ),
                ));
            }
            if !self.grid.empty().contains(square) {
                return Err(IllegalAction::new(
                    "S-29",
                    text!(
                        "{square}にはもうタイルがあります。空いたマスを選んでください。",
                        "There is a tile on {square} already; choose empty squares."
                    ),
                ));
            }
        }
        if !self.is_inside(spot.first()) && !self.is_inside(spot.second()) {
            return Err(IllegalAction::new(
                "S-20",
                LocalizedText::fixed(
                    "タイルの少なくとも片方は、いまの戦場の中に置いてください。",
                    "At least one half must lie in the current battlefield; choose a place that reaches into it.",
                ),
            ));
        }
        Ok(())
    }

    /// Returns true if a half domino on this square would touch a half to which it may be joined.
    /// `mark` is its own mark, or `None` for a general's half.
    fn joins(&self, square: Square, mark: Option<u8>) -> bool {
        Direction::ALL.into_iter().filter_map(|direction| square.step(direction)).any(|next| {
            self.grid.is_partner(next)
                && match (self.grid.mark(next), mark) {
                    (None, _) => false,
                    (Some(0), _) | (_, None) => true,
                    (touched, own) => touched == own,
                }
        })
    }

    fn is_inside(&self, square: Square) -> bool {
        self.config.quarter(self.board.field).squares().contains(square)
    }

    /// Returns an error if the option `straddleOnlyIfForced` forbids the placement (AS11, AS30).
    fn check_straddling(&self, tile: Tile, spot: Spot) -> Result<(), IllegalAction> {
        let straddles =
            |spot: Spot| !self.is_inside(spot.first()) || !self.is_inside(spot.second());
        if self.config.options.straddle_only_if_forced
            && straddles(spot)
            && spots_of(&self.grid.spots(tile, false)).any(|spot| !straddles(spot))
        {
            return Err(IllegalAction::new(
                "S-30",
                LocalizedText::fixed(
                    "この卓では、戦場の中に置けるタイルはまたいで置けません。戦場の中の場所を選んでください。",
                    "At this table a tile that fits inside the battlefield may not cross its border; choose a place inside.",
                ),
            ));
        }
        Ok(())
    }

    /// Places the declared domino, places the general instead, or loses the domino. Then ends the
    /// seat's turn, in the order of AS26.
    pub(super) fn resolve(
        &mut self,
        seat: Seat,
        declared: Tile,
        action: Action,
        forced: bool,
        log: &mut impl EventSink<Sengoku>,
    ) {
        self.board.resolved += 1;
        match action {
            Action::Place(spot) => self.place_domino(seat, declared, spot, forced, log),
            Action::General(spot) => {
                if !declared.is_general() {
                    self.remove_from_game(seat, declared, Why::Replaced);
                    log.push(Event::Replaced { seat, tile: declared }, self);
                }
                self.place_domino(seat, Tile::GENERAL, spot, forced, log);
            }
            Action::Lose | Action::Declare(_) => {
                self.remove_from_game(seat, declared, Why::NoPlace);
                log.push(Event::Lost { seat, tile: declared }, self);
            }
        }
        self.refill(seat, log);
        self.decide_closed_lines(log);
    }

    fn place_domino(
        &mut self,
        seat: Seat,
        tile: Tile,
        spot: Spot,
        forced: bool,
        log: &mut impl EventSink<Sengoku>,
    ) {
        let (low, high) = (spot.first(), spot.second());
        let domino = Placed { seat, tile, low, high };
        if tile.is_general() {
            self.board.generals[seat.index()] = false;
        }
        self.board.placed.push(domino);
        self.board.anyone_placed = true;
        self.grid.add(domino);
        let straddles = !self.is_inside(low) || !self.is_inside(high);
        log.push(Event::Placed { seat, tile, low, high, straddles, forced }, self);
    }

    fn remove_from_game(&mut self, seat: Seat, tile: Tile, why: Why) {
        self.board.removed.push(Removed { seat, tile, why });
    }

    /// Draws tiles from the pile until the hand is full or the pile is empty (S-44, S-45).
    fn refill(&mut self, seat: Seat, log: &mut impl EventSink<Sengoku>) {
        let size = usize::from(self.config.components.hand.size);
        while self.hands[seat.index()].len() < size {
            let Some(tile) = self.piles[seat.index()].pop() else { return };
            self.add_to_hand(seat, tile);
            log.push(Event::Drew { seat, tile: Some(tile) }, self);
        }
    }

    /// Adds a tile to the hand and keeps the hand sorted.
    pub(crate) fn add_to_hand(&mut self, seat: Seat, tile: Tile) {
        let hand = &mut self.hands[seat.index()];
        let index = hand.iter().position(|held| *held > tile).unwrap_or(hand.len());
        hand.insert(index, tile);
    }
}

/// The placements one by one, by direction and then by first square.
pub(crate) fn spots_of(spots: &Spots) -> impl Iterator<Item = Spot> {
    Direction::ALL.into_iter().zip(spots).flat_map(|(direction, squares)| {
        squares.iter().filter_map(move |square| Spot::from(square, direction))
    })
}
