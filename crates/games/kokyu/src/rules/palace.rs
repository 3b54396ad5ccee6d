//! The palace (殿内): palace eunuchs enter, advance, have their squares resolved, and return to the
//! hand.

use zashiki_core::{EventSink, IllegalAction, LocalizedText, Seat};

use super::Flow;
use crate::Kokyu;
use crate::actions::Action;
use crate::board::{Eunuch, Executing, Task};
use crate::components::Square;
use crate::events::Event;

impl Kokyu {
    /// Advances the palace eunuchs of one seat, or of both, by `steps` squares. A eunuch that
    /// reaches the forced return (強制送還) returns to the hand at once.
    pub(super) fn advance_palace(
        &mut self,
        seat: Option<Seat>,
        steps: u8,
        log: &mut impl EventSink<Kokyu>,
    ) {
        if self.is_palace_empty(seat) {
            return log.push(Event::PalaceEmpty { seat }, self);
        }
        let last = self.config.components.last_square();
        let movers = match seat {
            Some(seat) => seat.index()..seat.index() + 1,
            None => 0..2,
        };
        for index in movers.clone() {
            for square in (0..last).rev() {
                let mut group = std::mem::take(&mut self.board.palace[square][index]);
                let to = (square + usize::from(steps)).min(last);
                self.board.palace[to][index].absorb(&mut group);
            }
        }
        log.push(Event::PalaceAdvanced { seat, steps }, self);
        for index in movers {
            for strong in [false, true] {
                while self.board.palace[last][index].count(strong) > 0 {
                    *self.board.palace[last][index].side(strong) -= 1;
                    let eunuch = Eunuch { seat: Seat(index as u8), strong };
                    self.send_home(eunuch);
                    log.push(Event::SentBack { eunuch }, self);
                }
            }
        }
    }

    /// Activation (発動; ): resolves the squares of all eunuchs of one seat, then of the
    /// other. Eunuchs with the same square and side are one choice (AQ7+), and a single choice is
    /// no decision.
    pub(super) fn activate_next(
        &mut self,
        seat: Seat,
        last: bool,
        log: &mut impl EventSink<Kokyu>,
    ) -> Flow {
        let mut choices = self.activations(seat);
        match (choices.next(), choices.next()) {
            (None, _) => {
                drop(choices);
                self.board.tasks.pop();
                if !last {
                    self.push(Task::Activate { seat: seat.other(), last: true });
                }
                Flow::Continues
            }
            (Some((square, strong)), None) => {
                drop(choices);
                self.execute(square, strong, log);
                Flow::Continues
            }
            _ => Flow::Waits,
        }
    }

    fn activations(&self, seat: Seat) -> impl Iterator<Item = (u8, bool)> {
        self.board.palace.iter().enumerate().flat_map(move |(square, groups)| {
            [false, true]
                .into_iter()
                .filter(move |strong| groups[seat.index()].count(*strong) > 0)
                .map(move |strong| (square as u8, strong))
        })
    }

    pub(super) fn list_activations(&self, seat: Seat, out: &mut Vec<Action>) {
        out.extend(
            self.activations(seat).map(|(square, strong)| Action::Activate { square, strong }),
        );
    }

    pub(super) fn check_activation(
        &self,
        seat: Seat,
        square: u8,
        strong: bool,
    ) -> Result<(), IllegalAction> {
        let groups = self.board.palace.get(usize::from(square));
        if groups.is_some_and(|groups| groups[seat.index()].count(strong) > 0) {
            return Ok(());
        }
        Err(IllegalAction::new(
            "Q-29",
            LocalizedText::fixed(
                "そのマスに、これから実行する自分の太監はいません。光っている太監を選んでください。",
                "You have no such eunuch on that square; choose one that is lit.",
            ),
        ))
    }

    /// Resolves the square of a palace eunuch of the seat to move. Meanwhile the eunuch is not in
    /// the palace, so the effects do not reach it; afterwards it returns to the hand
    /// (AQ23).
    pub(super) fn execute(&mut self, square: u8, strong: bool, log: &mut impl EventSink<Kokyu>) {
        let Some(&Task::Activate { seat, .. }) = self.board.tasks.last() else { return };
        let eunuch = Eunuch { seat, strong };
        *self.board.palace[usize::from(square)][seat.index()].side(strong) -= 1;
        self.board.executing = Some(Executing { eunuch, square });
        self.push(Task::Executed);
        let kind = self.config.components.palace[usize::from(square)].square;
        log.push(Event::Executes { eunuch, square, kind }, self);
        match kind {
            Square::Entry | Square::Return => {}
            Square::Advance { steps } => self.start_advance(seat, steps, log),
            Square::Choice { steps, draws } => self.push(Task::Way { seat, steps, draws }),
            Square::Strong if strong => log.push(Event::AlreadyStrong { seat }, self),
            Square::Strong => {
                let eunuch = Eunuch { seat, strong: true };
                self.board.executing = Some(Executing { eunuch, square });
                log.push(Event::Promoted { seat }, self);
            }
            Square::Point => self.push(Task::Gain { seat, count: 1 }),
        }
    }

    /// Returns the eunuch whose square has been resolved to the hand.
    pub(super) fn executed(&mut self, log: &mut impl EventSink<Kokyu>) -> Flow {
        self.board.tasks.pop();
        if let Some(executing) = self.board.executing.take() {
            self.send_home(executing.eunuch);
            log.push(Event::Executed { eunuch: executing.eunuch }, self);
        }
        Flow::Continues
    }

    /// Returns true if the seat, or both seats, have no eunuchs in the palace.
    pub(super) fn is_palace_empty(&self, seat: Option<Seat>) -> bool {
        self.board.palace.iter().all(|groups| match seat {
            Some(seat) => groups[seat.index()].total() == 0,
            None => groups.iter().all(|group| group.total() == 0),
        })
    }

    /// Returns all palace eunuchs of the seat to its hand, except the one whose square is being
    /// resolved.
    pub(super) fn banish(&mut self, seat: Seat, log: &mut impl EventSink<Kokyu>) {
        if self.is_palace_empty(Some(seat)) {
            return log.push(Event::PalaceEmpty { seat: Some(seat) }, self);
        }
        for groups in &mut self.board.palace {
            self.board.hands[seat.index()].absorb(&mut groups[seat.index()]);
        }
        log.push(Event::Banished { seat }, self);
    }
}
