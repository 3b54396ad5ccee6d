//! Plot cards (策謀): drawing, resolving, discarding and shuffling them.

use zashiki_core::{EventSink, Seat};

use super::Flow;
use crate::Kokyu;
use crate::board::Task;
use crate::components::Effect;
use crate::events::Event;

impl Kokyu {
    /// Draws the first of `count` plot cards, if there is one, and begins to resolve it; the other
    /// draws stay on the stack of tasks (Q-26, AQ13+, AQ18+).
    pub(super) fn draw(&mut self, seat: Seat, count: u8, log: &mut impl EventSink<Kokyu>) -> Flow {
        self.board.tasks.pop();
        if count == 0 {
            return Flow::Continues;
        }
        if self.pile.is_empty() && !self.board.discards.is_empty() {
            // Xiang Fei's point may end the match, so the draw follows as a task of its own.
            self.push(Task::Draw { seat, count });
            self.recycle(log);
            return Flow::Continues;
        }
        self.push(Task::Draw { seat, count: count - 1 });
        let Some(plot) = self.pile.pop() else {
            log.push(Event::NothingToDraw { seat }, self);
            return Flow::Continues;
        };
        self.board.resolving.push(plot);
        self.push(Task::Discard);
        log.push(Event::Drew { seat, plot }, self);
        let spec = &self.config.components.plots[usize::from(plot)];
        let (effect, amount) = (spec.effect, spec.amount);
        match effect {
            Effect::AdvanceOwn => self.start_advance(seat, amount, log),
            Effect::PushBackOpponent => self.push_back(seat.other(), amount, log),
            Effect::Draw => self.push(Task::Draw { seat, count: amount }),
            Effect::GainPoint => self.push(Task::Gain { seat, count: 1 }),
            Effect::TakeInitiative => self.take_initiative(seat, log),
            Effect::Reshuffle => self.reshuffle(log),
            Effect::AdvancePalace => self.advance_palace(None, amount, log),
            Effect::AdvancePalaceOwn => self.advance_palace(Some(seat), amount, log),
            Effect::BanishOpponent => self.banish(seat.other(), log),
        }
        Flow::Continues
    }

    /// Discards the resolved card. If the pile is empty, the discards become the new pile.
    pub(super) fn discard(&mut self, log: &mut impl EventSink<Kokyu>) -> Flow {
        self.board.tasks.pop();
        if let Some(plot) = self.board.resolving.pop() {
            self.board.discards.push(plot);
            log.push(Event::Discarded { plot }, self);
        }
        if self.pile.is_empty() {
            self.recycle(log);
        }
        Flow::Continues
    }

    /// Shuffles the pile and the discards together (混; Q-19). Xiang Fei gains no point for it
    ///
    pub(super) fn reshuffle(&mut self, log: &mut impl EventSink<Kokyu>) {
        self.shuffle_discards();
        log.push(Event::Reshuffled, self);
    }

    fn recycle(&mut self, log: &mut impl EventSink<Kokyu>) {
        self.shuffle_discards();
        log.push(Event::Recycled, self);
        self.kohi_gains(log);
    }

    fn shuffle_discards(&mut self) {
        self.pile.extend(self.board.discards.drain(..));
        self.rng.shuffle(&mut self.pile);
    }
}
