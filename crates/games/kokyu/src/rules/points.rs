//! Qianlong points (乾隆ポイント): gaining them, and their sources.

use zashiki_core::{EventSink, Seat};

use super::Flow;
use crate::Kokyu;
use crate::board::Task;
use crate::config::KohiTakes;
use crate::events::{Event, Gain, Precedence, Source};

impl Kokyu {
    /// Gains one of `count` points. The others stay on the stack of tasks, since each has its own
    /// source and can end the match (AQ15).
    pub(super) fn gain(&mut self, seat: Seat, count: u8, log: &mut impl EventSink<Kokyu>) -> Flow {
        self.board.tasks.pop();
        if count == 0 {
            return Flow::Continues;
        }
        if count > 1 {
            self.push(Task::Gain { seat, count: count - 1 });
        }
        if self.board.stock > 0 {
            self.board.stock -= 1;
            self.gained(seat, Source::Stock, None, log);
            return Flow::Continues;
        }
        // The source is the holder with more points, in a tie the one without the first-move
        // tile. If neither has the tile, the seat chooses.
        let opponent = self.board.points[seat.other().index()];
        let kohi = self.board.kohi;
        if opponent == 0 && kohi == 0 {
            log.push(Event::NothingToGain { seat: Some(seat) }, self);
        } else if opponent != kohi {
            self.take_point(seat, opponent > kohi, Precedence::More, log);
        } else if self.board.initiative == seat {
            self.push(Task::Source { seat });
        } else {
            // The opponent has the first-move tile, which Xiang Fei never has.
            self.take_point(seat, false, Precedence::Tie, log);
        }
        Flow::Continues
    }

    /// Takes a point from the opponent or from Xiang Fei.
    pub(super) fn take_point(
        &mut self,
        seat: Seat,
        from_player: bool,
        by: Precedence,
        log: &mut impl EventSink<Kokyu>,
    ) {
        if from_player {
            let opponent = seat.other();
            self.board.points[opponent.index()] -= 1;
            self.gained(seat, Source::Player(opponent), Some(by), log);
        } else {
            self.board.kohi -= 1;
            self.gained(seat, Source::Kohi, Some(by), log);
        }
    }

    /// Bonus for the first visit to the tea square (寵愛ボーナス; Q-42): the point on the square, not one
    /// from the stock.
    pub(super) fn tea_bonus(&mut self, seat: Seat, log: &mut impl EventSink<Kokyu>) {
        self.board.tea = 0;
        self.board.points[seat.index()] += 1;
        log.push(Event::TeaBonus { seat }, self);
        self.end_if_decided(log);
    }

    fn gained(
        &mut self,
        seat: Seat,
        from: Source,
        by: Option<Precedence>,
        log: &mut impl EventSink<Kokyu>,
    ) {
        self.board.points[seat.index()] += 1;
        let gain = self.gain_reason();
        log.push(Event::Gained { seat, gain, from, by }, self);
        self.end_if_decided(log);
    }

    /// The reason of a gain whose task has just been taken from the stack, from the task that caused it.
    fn gain_reason(&self) -> Gain {
        let cause = |task: &Task| match task {
            Task::Advance { .. } => Some(Gain::Lap),
            Task::Executed => Some(Gain::Square),
            Task::Discard => Some(Gain::Plot),
            _ => None,
        };
        self.board.tasks.iter().rev().find_map(cause).unwrap_or(Gain::Lap)
    }

    /// Xiang Fei (香妃) gains a point from the stock. If it is empty, the source is the player
    /// with more points, in a tie the one without the first-move tile; or, by an option, she gains
    /// none (AQ15).
    pub(super) fn kohi_gains(&mut self, log: &mut impl EventSink<Kokyu>) {
        let (from, by) = if self.board.stock > 0 {
            self.board.stock -= 1;
            (Source::Stock, None)
        } else {
            let holder = self.board.initiative;
            let [of_holder, of_other] =
                [holder, holder.other()].map(|seat| self.board.points[seat.index()]);
            let takes = self.config.options.kohi_takes == KohiTakes::Player;
            if !takes || of_holder == 0 && of_other == 0 {
                return log.push(Event::NothingToGain { seat: None }, self);
            }
            let seat = if of_holder > of_other { holder } else { holder.other() };
            self.board.points[seat.index()] -= 1;
            let tie = of_holder == of_other;
            let by = if tie { Precedence::Tie } else { Precedence::More };
            (Source::Player(seat), Some(by))
        };
        self.board.kohi += 1;
        log.push(Event::KohiGained { from, by, points: self.board.kohi }, self);
        self.end_if_decided(log);
    }
}
