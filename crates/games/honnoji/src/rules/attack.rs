//! 攻撃: attackers steal from everybody on the squares they attack.

use table::{Illegal, Log, Seat};

use super::{Flow, not_there};
use crate::Honnoji;
use crate::board::Stage;
use crate::events::Event;
use crate::face::Face;

impl Honnoji {
    /// Goes on with the attacks: clockwise from the first player (H-94), each attacker's icons
    /// by ascending square, the victims of each clockwise from the first player (A-H47).
    pub(super) fn attack(
        &mut self,
        turn: u8,
        attack: u8,
        victim: u8,
        log: &mut impl Log<Honnoji>,
    ) -> Flow {
        let seats = self.setup.seats;
        let (mut attack, mut victim) = (attack, victim);
        for turn in turn..seats {
            let seat = self.at(turn);
            let plan = self.board.plans[seat.index()];
            for which in plan.attacks().skip(attack.into()) {
                self.board.stage = Stage::Attack { turn, attack, victim };
                let hit = |other: Seat| other != seat && self.board.stands(other, which.square);
                if victim == 0 {
                    let (square, icon) = (which.square, which.icon);
                    self.tell(Event::Attacked { seat, square, icon }, log);
                    if !Seat::all(seats).any(hit) {
                        self.tell(Event::AttackMissed { seat, square }, log);
                    }
                }
                for turn_of_victim in victim..seats {
                    let other = self.at(turn_of_victim);
                    if other == seat || !self.board.stands(other, which.square) {
                        continue;
                    }
                    self.board.stage = Stage::Attack { turn, attack, victim: turn_of_victim };
                    let cards = self.board.losable(other);
                    match (cards.kinds().next(), cards.variety()) {
                        (None, _) => self.tell(Event::NothingToSteal { seat, victim: other }, log),
                        (Some(face), 1) => self.steal(seat, attack, other, face, true, log),
                        _ => return Flow::Waits,
                    }
                }
                attack += 1;
                victim = 0;
            }
            attack = 0;
            victim = 0;
        }
        self.board.stage = Stage::Fire { turn: 0 };
        Flow::Goes
    }

    /// Carries out one theft. `attack` is the number of the attack among the seat's.
    #[inline]
    pub(super) fn steal(
        &mut self,
        seat: Seat,
        attack: u8,
        victim: Seat,
        face: Face,
        forced: bool,
        log: &mut impl Log<Honnoji>,
    ) {
        self.board.exposed[victim.index()].remove(face);
        self.board.exposed[seat.index()].add(face);
        let plan = self.board.plans[seat.index()];
        if let Some(which) = plan.attacks().nth(attack.into()) {
            let (square, icon) = (which.square, which.icon);
            self.tell(Event::Stole { seat, victim, square, face, icon, forced }, log);
        }
    }

    pub(super) fn check_steal(&self, victim: Seat, face: Face) -> Result<(), Illegal> {
        if face.is_basic() {
            return Err(not_there(
                "H-102",
                face,
                "基本札なので奪えません。名物札か行動札を選んでください。",
                "basic cards cannot be stolen; choose a treasure or an action card.",
            ));
        }
        if self.board.exposed[victim.index()].contains(face) {
            return Ok(());
        }
        Err(not_there(
            "H-99",
            face,
            "相手の晒し場にありません。そこにある札を選んでください。",
            "not in the victim's exposed area; choose a card that lies there.",
        ))
    }
}
