//! Attack (攻撃): attackers steal from every other seat on the squares that they attack.

use std::ops::RangeInclusive;

use zashiki_core::{EventSink, IllegalAction, Seat};

use super::Flow;
use crate::Honnoji;
use crate::board::Stage;
use crate::components::Icon;
use crate::events::{Event, NoEffectReason};
use crate::face::Face;
use crate::layout_effects::Attack;
use crate::ring::SQUARES;

impl Honnoji {
    /// Continues with the attacks, clockwise from the first player (H-94): each attacker's icons by
    /// ascending square, and the victims of each attack clockwise from the first player (A-H47).
    /// Icons without effect are logged in the same order (A-H53).
    pub(super) fn attack(
        &mut self,
        turn: u8,
        attack: u8,
        victim: u8,
        log: &mut impl EventSink<Honnoji>,
    ) -> Flow {
        let seats = self.config.seats;
        let (mut attack, mut victim) = (attack, victim);
        for turn in turn..seats {
            let seat = self.seat_at(turn);
            let plan = self.board.plans[seat.index()];
            let before = attack.checked_sub(1).and_then(|before| plan.attacks().nth(before.into()));
            let mut done = before.map_or(0, |attack| attack.square);
            for Attack { square, icon } in plan.attacks().skip(attack.into()) {
                self.board.stage = Stage::Attack { turn, attack, victim };
                let is_first = victim == 0;
                if is_first {
                    self.log_out_of_reach(seat, done + 1..=square, log);
                }
                done = square;
                match self.reason_in_vain(seat, square) {
                    Some(why) if is_first => {
                        self.log_event(Event::InVain { seat, icon, number: square, why }, log);
                    }
                    _ => {
                        if is_first {
                            self.log_event(Event::Attacked { seat, square, icon }, log);
                        }
                        if self.attack_victims(seat, square, turn, attack, victim, log)
                            == Flow::Waits
                        {
                            return Flow::Waits;
                        }
                    }
                }
                attack += 1;
                victim = 0;
            }
            self.log_out_of_reach(seat, done + 1..=SQUARES, log);
            attack = 0;
            victim = 0;
        }
        self.board.stage = Stage::Fire { turn: 0 };
        Flow::Continues
    }

    /// Continues with the victims of one attack, from the seat with turn `victim`.
    fn attack_victims(
        &mut self,
        seat: Seat,
        square: u8,
        turn: u8,
        attack: u8,
        victim: u8,
        log: &mut impl EventSink<Honnoji>,
    ) -> Flow {
        for victim in victim..self.config.seats {
            let other = self.seat_at(victim);
            if other == seat || !self.board.stands(other, square) {
                continue;
            }
            self.board.stage = Stage::Attack { turn, attack, victim };
            let cards = self.board.losable(other);
            match (cards.kinds().next(), cards.variety()) {
                (None, _) => self.log_event(Event::NothingToSteal { seat, victim: other }, log),
                (Some(face), 1) => self.steal(seat, attack, other, face, true, log),
                _ => return Flow::Waits,
            }
        }
        Flow::Continues
    }

    /// Logs the sword icons that designate one of these squares but do not reach it.
    fn log_out_of_reach(
        &self,
        seat: Seat,
        squares: RangeInclusive<u8>,
        log: &mut impl EventSink<Honnoji>,
    ) {
        let far = self.board.plans[seat.index()].out_of_reach;
        for number in squares {
            for _ in 0..far.count(number) {
                let why = NoEffectReason::OutOfReach;
                self.log_event(Event::InVain { seat, icon: Icon::Sword, number, why }, log);
            }
        }
    }

    /// The reason why an attack on a square has no effect; `None` if a card can be stolen.
    fn reason_in_vain(&self, seat: Seat, square: u8) -> Option<NoEffectReason> {
        let is_victim = |other: &Seat| *other != seat && self.board.stands(*other, square);
        let mut victims = Seat::all(self.config.seats).filter(is_victim).peekable();
        if victims.peek().is_none() {
            return Some(NoEffectReason::NobodyThere);
        }
        victims
            .all(|victim| self.board.losable(victim).is_empty())
            .then_some(NoEffectReason::NothingToTake)
    }

    /// Moves a stolen card. `attack` is the index of the attack among those of the seat.
    #[inline]
    pub(super) fn steal(
        &mut self,
        seat: Seat,
        attack: u8,
        victim: Seat,
        face: Face,
        forced: bool,
        log: &mut impl EventSink<Honnoji>,
    ) {
        self.board.exposed[victim.index()].remove(face);
        self.board.exposed[seat.index()].add(face);
        let plan = self.board.plans[seat.index()];
        if let Some(current) = plan.attacks().nth(attack.into()) {
            let (square, icon) = (current.square, current.icon);
            self.log_event(Event::Stole { seat, victim, square, face, icon, forced }, log);
        }
    }

    pub(super) fn check_steal(&self, victim: Seat, face: Face) -> Result<(), IllegalAction> {
        if face.is_basic() {
            return Err(self.not_there(
                "H-102",
                face,
                "基本札なので奪えません。名物札か行動札を選んでください。",
                "basic cards cannot be stolen; choose a treasure or an action card.",
            ));
        }
        if self.board.exposed[victim.index()].contains(face) {
            return Ok(());
        }
        Err(self.not_there(
            "H-99",
            face,
            "相手の晒し場にありません。そこにある札を選んでください。",
            "not in the victim's exposed area; choose a card that lies there.",
        ))
    }
}
