//! Rounds: their start and end, and the decks.

use zashiki_core::{EventSink, GameRng, Seat};

use crate::Hostile;
use crate::board::{End, Stage};
use crate::events::{Event, MAX_SHOWN};
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::Square;
use crate::tile::{Kind, Tile};

impl Hostile {
    /// The next seat clockwise.
    #[inline]
    pub(crate) fn clockwise(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.config.seats)
    }

    /// The next seat counter-clockwise: the right-hand neighbour.
    #[inline]
    pub(crate) fn anticlockwise(&self, seat: Seat) -> Seat {
        Seat((seat.0 + self.config.seats - 1) % self.config.seats)
    }

    /// Prepares the game and starts the first round: shuffles the decks and, with three seats,
    /// gives the start player a gem.
    pub(crate) fn set_up(&mut self, log: &mut impl EventSink<Hostile>) {
        self.rng.shuffle(&mut self.board.floor_deck);
        self.rng.shuffle(&mut self.board.gem_deck);
        let seat = self.board.start_seat;
        self.log_event(Event::Dealt { seat }, log);
        if self.config.seats == 3 {
            self.add_gems(seat, 1);
            self.log_event(Event::StartingGem { seat }, log);
        }
        self.next_round(log);
    }

    /// Starts the next round with a higher round number.
    fn next_round(&mut self, log: &mut impl EventSink<Hostile>) {
        self.board.round = self.board.round.saturating_add(1);
        self.start_round(log);
    }

    /// The start of a round (ラウンド開始): emits gems, refills the line (A-X27) and starts the first
    /// draft.
    pub(crate) fn start_round(&mut self, log: &mut impl EventSink<Hostile>) {
        self.board.stage = Stage::RoundStart;
        self.board.pass = 1;
        self.log_event(Event::Round { round: self.board.round }, log);
        self.emit(log);
        self.refill(log);
        self.remove_skills(log);
    }

    /// Reveals gem tiles one by one; each puts its gem on the board before the next is revealed
    /// (A-X55).
    fn emit(&mut self, log: &mut impl EventSink<Hostile>) {
        for _ in 0..self.config.components.emission.count {
            let Some(square) = self.draw_gem_tile(log) else { break };
            self.board.emitted.push(square);
            self.log_event(Event::GemTileRevealed { square }, log);
            self.add_gem(square, false, log);
        }
        let revealed = !self.board.emitted.is_empty();
        while let Some(square) = self.board.emitted.pop() {
            self.board.discard(Tile::Gem(square));
        }
        if revealed {
            self.log_event(Event::EmissionEnded, log);
        }
    }

    /// Refills the line.
    fn refill(&mut self, log: &mut impl EventSink<Hostile>) {
        let in_line = self.board.line.iter();
        let floor = in_line.filter(|tile| matches!(tile, Tile::Floor(_))).count() as u8;
        let gems = self.board.line.len() as u8 - floor;
        let spec = &self.config.components.line;
        let lacking = spec.floor.saturating_sub(floor);
        for _ in gems..spec.gem {
            let Some(square) = self.draw_gem_tile(log) else { break };
            let mut added: List<Tile, MAX_SHOWN> = List::new();
            added.push(Tile::Gem(square));
            self.board.line.push(Tile::Gem(square));
            self.log_event(Event::LineRefilled { tiles: added }, log);
        }
        let in_deck = self.board.floor_deck.len() as u8;
        if in_deck < lacking {
            let discards = self.board.floor_discards.iter().sum();
            self.shuffle_floor_discards();
            self.board.short = true;
            self.log_event(Event::FloorShort { lacking: lacking - in_deck, discards }, log);
        }
        let mut added: List<Tile, MAX_SHOWN> = List::new();
        for _ in 0..lacking {
            let Some(kind) = self.board.floor_deck.pop() else { break };
            added.push(Tile::Floor(kind));
            self.board.line.push(Tile::Floor(kind));
        }
        self.log_event(Event::LineRefilled { tiles: added }, log);
    }

    /// Shuffles the floor discards and puts them below the remaining deck (A-X57).
    fn shuffle_floor_discards(&mut self) {
        let left = self.board.floor_deck;
        let deck = &mut self.board.floor_deck;
        *deck = List::new();
        for (kind, count) in Kind::ALL.into_iter().zip(&mut self.board.floor_discards) {
            (0..*count).for_each(|_| deck.push(kind));
            *count = 0;
        }
        self.rng.shuffle(deck);
        left.iter().for_each(|kind| deck.push(*kind));
    }

    /// Draws a gem tile. If the deck is empty, its discards become the new deck (X-37, A-X26,
    /// A-X56).
    fn draw_gem_tile(&mut self, log: &mut impl EventSink<Hostile>) -> Option<Square> {
        if self.board.gem_deck.is_empty() && self.board.gem_discards != 0 {
            let discards = std::mem::take(&mut self.board.gem_discards);
            crate::square::squares(discards).for_each(|square| self.board.gem_deck.push(square));
            self.rng.shuffle(&mut self.board.gem_deck);
            self.log_event(Event::GemsReshuffled, log);
        }
        self.board.gem_deck.pop()
    }

    /// Collects all skill cards and removes some at random, but never King.
    fn remove_skills(&mut self, log: &mut impl EventSink<Hostile>) {
        self.board.skills = [List::new(); 4];
        let mut others = Skill::ALL;
        let king = Skill::King as usize;
        others[king..].rotate_left(1);
        let others = &mut others[..Skill::ALL.len() - 1];
        self.board.removed = Skills::default();
        for index in 0..usize::from(self.config.components.skills.removed) {
            let chosen = index + self.rng.below((others.len() - index) as u32) as usize;
            others.swap(index, chosen);
            self.board.removed.insert(others[index]);
        }
        self.board.stage = Stage::SkillDraft { seat: self.board.start_seat };
        self.log_event(Event::SkillsRemoved { skills: self.board.removed }, log);
    }

    /// Ends a pass: with two seats the second pass follows the first, otherwise the round
    /// ends.
    pub(super) fn end_pass(&mut self, log: &mut impl EventSink<Hostile>) {
        if self.board.pass < self.config.passes() {
            self.board.pass += 1;
            self.board.stage = Stage::SkillDraft { seat: self.board.start_seat };
            self.log_event(Event::SecondPass, log);
            return;
        }
        self.board.stage = Stage::RoundStart;
        let holder = Seat::all(self.config.seats)
            .find(|seat| self.board.skills[seat.index()].contains(&Skill::King));
        match holder {
            Some(seat) => {
                let before = std::mem::replace(&mut self.board.start_seat, seat);
                self.log_event(Event::StartSeat { seat, again: seat == before }, log);
            }
            None => self.log_event(Event::StartStays { seat: self.board.start_seat }, log),
        }
        let Some(reason) = self.board.end_condition(&self.config) else {
            return self.next_round(log);
        };
        let end = self.end(reason);
        self.board.stage = Stage::Over;
        self.board.end = Some(end);
        let End { reason, winners, tied } = end;
        let mut gems: List<u16, 4> = List::new();
        for side in 0..self.config.sides.len() {
            gems.push(self.board.side_gems(&self.config, side));
        }
        gems.sort_unstable_by(|one, other| other.cmp(one));
        self.log_event(Event::Ended { reason, winners, tied, gems }, log);
    }

    /// The state before the setup: nothing is shuffled or dealt yet.
    pub(crate) fn before_setup(
        config: &std::sync::Arc<crate::Config>,
        start_seat: Seat,
        rng: GameRng,
    ) -> Hostile {
        // With three seats the first start player starts on A1 (A-X54).
        let layout = if config.seats == 3 { start_seat.index() } else { 0 };
        let board = crate::board::Board::before_setup(config, layout, start_seat);
        Hostile { config: config.clone(), board, rng }
    }
}
