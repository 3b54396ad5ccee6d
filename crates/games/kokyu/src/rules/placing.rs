//! Placing (太監配置): the seats place eunuchs on the cards, one at a time.

use zashiki_core::{EventSink, IllegalAction, Seat, text};

use super::Flow;
use crate::Kokyu;
use crate::actions::Action;
use crate::board::{End, Eunuch, Task};
use crate::events::Event;
use crate::glossary::word;
use crate::limits::CARDS;

impl Kokyu {
    /// Starts a round: the holder of the first-move tile places first.
    pub(super) fn begin_round(&mut self, log: &mut impl EventSink<Kokyu>) {
        if self.board.round == self.config.options.max_rounds {
            return self.finish(End::Rounds, log);
        }
        // With all six eunuchs in the palace no seat could ever place again (Q-58, AQ17).
        while self.board.hands.iter().all(|hand| hand.total() == 0) {
            log.push(Event::Unblocked, self);
            self.advance_palace(None, 1, log);
        }
        self.board.round += 1;
        let holder = self.board.initiative;
        self.push(Task::Place { seat: holder });
        let can_place = self.board.hands[holder.index()].total() > 0;
        let first = if can_place { holder } else { holder.other() };
        log.push(Event::Round { round: self.board.round, first }, self);
    }

    /// The next placement: by `seat`, or by the other seat if `seat` has no eunuch. Placing
    /// ends when neither has one or no card is free (AQ22).
    pub(super) fn place_next(&mut self, seat: Seat, log: &mut impl EventSink<Kokyu>) -> Flow {
        let has = |seat: Seat| self.board.hands[seat.index()].total() > 0;
        let seat = if has(seat) { seat } else { seat.other() };
        let mut free = (0..CARDS).filter(|card| self.is_free(*card));
        let (first, second) = (free.next(), free.next());
        let Some(card) = first.filter(|_| has(seat)) else {
            self.board.tasks.pop();
            self.push(Task::Process { card: 0, activated: false });
            log.push(Event::Processing, self);
            return Flow::Continues;
        };
        if let Some(task) = self.board.tasks.last_mut() {
            *task = Task::Place { seat };
        }
        let hand = self.board.hands[seat.index()];
        if second.is_none() && (hand.weak == 0 || hand.strong == 0) {
            self.place(seat, card as u8, hand.weak == 0, true, log);
            return Flow::Continues;
        }
        Flow::Waits
    }

    pub(super) fn list_places(&self, seat: Seat, out: &mut Vec<Action>) {
        let hand = self.board.hands[seat.index()];
        for card in (0..CARDS).filter(|card| self.is_free(*card)) {
            let card = card as u8;
            if hand.weak > 0 {
                out.push(Action::Place { card, strong: false });
            }
            if hand.strong > 0 {
                out.push(Action::Place { card, strong: true });
            }
        }
    }

    pub(super) fn check_place(
        &self,
        seat: Seat,
        card: u8,
        strong: bool,
    ) -> Result<(), IllegalAction> {
        let Some(place) = self.board.cards.get(usize::from(card)) else {
            return Err(IllegalAction::not_asked());
        };
        let number = card + 1;
        if !place.open {
            return Err(IllegalAction::new(
                "Q-13",
                text!(
                    "{number}番は裏向きなので置けません。表のカードを選んでください。",
                    "Card {number} is face down; choose a face-up card."
                ),
            ));
        }
        if !place.eunuchs.is_empty() {
            return Err(IllegalAction::new(
                "Q-12",
                text!(
                    "{number}番にはもう太監がいます。空いたカードを選んでください。",
                    "Card {number} already holds a eunuch; choose a free card."
                ),
            ));
        }
        if self.board.hands[seat.index()].count(strong) == 0 {
            let side = word(if strong { "strong" } else { "weak" });
            return Err(IllegalAction::new(
                "Q-15",
                text!(
                    "手元に「{side}」の太監がいません。手元にいる太監を置いてください。",
                    "You have no {side} eunuch in hand; place one that you have.",
                    side
                ),
            ));
        }
        Ok(())
    }

    /// Places a eunuch on a card. The other seat places next.
    pub(super) fn place(
        &mut self,
        seat: Seat,
        card: u8,
        strong: bool,
        forced: bool,
        log: &mut impl EventSink<Kokyu>,
    ) {
        let eunuch = Eunuch { seat, strong };
        *self.board.hands[seat.index()].side(strong) -= 1;
        self.board.cards[usize::from(card)].eunuchs.push(eunuch);
        if let Some(task) = self.board.tasks.last_mut() {
            *task = Task::Place { seat: seat.other() };
        }
        log.push(Event::Placed { eunuch, card: card + 1, forced }, self);
    }

    /// Returns true if a card is face up and has no eunuch.
    #[inline]
    fn is_free(&self, card: usize) -> bool {
        let card = &self.board.cards[card];
        card.open && card.eunuchs.is_empty()
    }
}
