//! Processing (行動処理): the cards are processed in the order of their numbers.

use zashiki_core::{EventSink, IllegalAction, LocalizedText, Seat};

use super::Flow;
use crate::Kokyu;
use crate::actions::Action;
use crate::board::Task;
use crate::components::{Components, Icon};
use crate::events::Event;
use crate::limits::CARDS;

impl Kokyu {
    /// Processes the first eunuch on the card, or on the next card that has one.
    pub(super) fn process(
        &mut self,
        card: u8,
        activated: bool,
        log: &mut impl EventSink<Kokyu>,
    ) -> Flow {
        let next =
            (card..CARDS as u8).find(|c| !self.board.cards[usize::from(*c)].eunuchs.is_empty());
        let Some(next) = next else {
            self.board.tasks.pop();
            return Flow::Continues;
        };
        let activated = activated && next == card;
        let eunuch = self.board.cards[usize::from(next)].eunuchs[0];
        let seat = eunuch.seat;
        let icon = self.config.components.cards[usize::from(next)].icon;
        if let Some(task) = self.board.tasks.last_mut() {
            *task = Task::Process { card: next, activated: activated || icon == Icon::Activate };
        }
        log.push(Event::Reached { eunuch, card: next + 1, icon }, self);
        match icon {
            Icon::Fly => {
                self.push(Task::Fly { seat, card: next });
                return Flow::Continues;
            }
            Icon::Enter => {
                self.enter_palace(next, log);
                return Flow::Continues;
            }
            _ => self.push(Task::Return { card: next }),
        }
        match icon {
            Icon::Fly | Icon::Enter => {}
            Icon::Reshuffle => self.reshuffle(log),
            Icon::Initiative => self.take_initiative(seat, log),
            Icon::Advance => self.start_advance(seat, 1, log),
            Icon::Draw => self.push(Task::Draw { seat, count: 1 }),
            Icon::PalaceAdvance => self.advance_palace(None, 1, log),
            Icon::Activate if activated => log.push(Event::ActivatedAgain, self),
            Icon::Activate if self.is_palace_empty(None) => {
                log.push(Event::NobodyToActivate, self);
            }
            Icon::Activate => {
                self.push(Task::Activate { seat: self.board.initiative, last: false });
                log.push(Event::Activated, self);
            }
        }
        Flow::Continues
    }

    /// Returns the processed eunuch to the hand.
    pub(super) fn return_home(&mut self, card: u8, log: &mut impl EventSink<Kokyu>) -> Flow {
        self.board.tasks.pop();
        let eunuch = self.board.cards[usize::from(card)].eunuchs.remove(0);
        self.send_home(eunuch);
        log.push(Event::WentHome { eunuch, card: card + 1 }, self);
        Flow::Continues
    }

    /// Takes the first-move tile, by the card First move (権; Q-21) or by a plot card.
    pub(super) fn take_initiative(&mut self, seat: Seat, log: &mut impl EventSink<Kokyu>) {
        if self.board.initiative == seat {
            log.push(Event::KeptInitiative { seat }, self);
        } else {
            self.board.initiative = seat;
            log.push(Event::TookInitiative { seat }, self);
        }
    }

    /// Fly (飛; ): without a possible destination nothing happens, to a single one the
    /// eunuch flies at once, and among several the seat chooses.
    pub(super) fn fly_next(
        &mut self,
        seat: Seat,
        card: u8,
        log: &mut impl EventSink<Kokyu>,
    ) -> Flow {
        let mut targets = (0..CARDS as u8).filter(|to| self.can_fly(seat, card, *to));
        match (targets.next(), targets.next()) {
            (None, _) => {
                self.board.tasks.pop();
                self.push(Task::Return { card });
                let eunuch = self.board.cards[usize::from(card)].eunuchs[0];
                log.push(Event::Grounded { eunuch }, self);
                Flow::Continues
            }
            (Some(only), None) => {
                self.fly(card, only, log);
                Flow::Continues
            }
            _ => Flow::Waits,
        }
    }

    pub(super) fn list_flights(&self, seat: Seat, from: u8, out: &mut Vec<Action>) {
        let targets = (0..CARDS as u8).filter(|to| self.can_fly(seat, from, *to));
        out.extend(targets.map(|card| Action::Fly { card }));
    }

    pub(super) fn check_flight(&self, seat: Seat, from: u8, card: u8) -> Result<(), IllegalAction> {
        let target = self.board.cards.get(usize::from(card)).filter(|_| card != from);
        if target.is_some_and(|target| target.eunuchs.iter().any(|eunuch| eunuch.seat == seat)) {
            return Ok(());
        }
        Err(IllegalAction::new(
            "Q-22",
            LocalizedText::fixed(
                "飛ぶ先には、処理を待つ自分の太監がいなければなりません。光っているカードを選んでください。",
                "A eunuch flies to one of your own that still waits; choose a card that is lit.",
            ),
        ))
    }

    /// Returns true if a eunuch can fly to card `to`: another eunuch of the seat waits there.
    /// Processed eunuchs have left their cards, so all eunuchs on cards are waiting (AQ4).
    fn can_fly(&self, seat: Seat, from: u8, to: u8) -> bool {
        from != to
            && self.board.cards[usize::from(to)].eunuchs.first().is_some_and(|e| e.seat == seat)
    }

    /// Moves the flying eunuch to its destination. It is placed behind the eunuch there, which is
    /// processed first (AQ4+).
    pub(super) fn fly(&mut self, from: u8, to: u8, log: &mut impl EventSink<Kokyu>) {
        self.board.tasks.pop();
        let eunuch = self.board.cards[usize::from(from)].eunuchs.remove(0);
        self.board.cards[usize::from(to)].eunuchs.push(eunuch);
        log.push(Event::Flew { eunuch, from: from + 1, to: to + 1 }, self);
    }

    /// Enter (入; Q-27): moves the eunuch into the palace instead of the hand.
    fn enter_palace(&mut self, card: u8, log: &mut impl EventSink<Kokyu>) {
        let eunuch = self.board.cards[usize::from(card)].eunuchs.remove(0);
        let square =
            if eunuch.strong { self.config.options.strong_enters_on } else { Components::ENTRY };
        let group = &mut self.board.palace[usize::from(square)][eunuch.seat.index()];
        *group.side(eunuch.strong) += 1;
        log.push(Event::Entered { eunuch, square }, self);
    }
}
