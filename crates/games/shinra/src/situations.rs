//! The situations on which the advice in a first match depends, all of them at the beginning of a turn.

use zashiki_core::{GameStateExt as _, NoLog, Seat, Situation};

use crate::Shinra;
use crate::actions::Action;
use crate::board::Stage;
use crate::kind::Cards;
use crate::rules::takes;
use crate::square::{Square, squares};

impl Shinra {
    /// The situations that hold for a seat.
    pub(crate) fn find_situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        if self.board.stage != (Stage::Act { seat }) {
            return Vec::new();
        }
        let legal = self.legal(seat);
        [
            self.king_to_capture(seat, &legal),
            self.king_in_danger(seat, &legal),
            self.king_in_check(seat, &legal),
            self.kings_meet(seat, &legal),
            self.prize(seat, &legal),
            self.captive_queen(seat, &legal),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The seat can capture the enemy's King, which wins.
    fn king_to_capture(&self, seat: Seat, legal: &[Action]) -> Option<Situation<Action>> {
        let king = self.board.king_square(seat.other())?;
        let captors = self.captors(seat.other());
        let captures: Vec<Action> = (legal.iter().copied())
            .filter(|action| {
                matches!(action, Action::Move { from, to }
                    if *to == king && captors & from.bit() != 0)
            })
            .collect();
        let places = squares(captors).chain([king]).map(|square| square.to_string());
        (!captures.is_empty()).then(|| Situation::new("king_to_capture", places, captures))
    }

    /// The enemy can capture the seat's King in the next turn, and the seat can prevent it.
    fn king_in_danger(&self, seat: Seat, legal: &[Action]) -> Option<Situation<Action>> {
        let king = self.board.king_square(seat)?;
        let captors = self.captors(seat);
        if captors == 0 {
            return None;
        }
        let answers: Vec<Action> = (legal.iter().copied())
            .filter(|action| self.ends(seat, *action, Shinra::captors))
            .collect();
        let places = squares(captors).chain([king]).map(|square| square.to_string());
        (!answers.is_empty()).then(|| Situation::new("king_in_danger", places, answers))
    }

    /// The enemy attacks the seat's King, but not with enough to capture him.
    fn king_in_check(&self, seat: Seat, legal: &[Action]) -> Option<Situation<Action>> {
        let king = self.board.king_square(seat)?;
        let attackers = self.attackers(seat);
        if attackers == 0 || self.captors(seat) != 0 {
            return None;
        }
        let answers: Vec<Action> = (legal.iter().copied())
            .filter(|action| self.ends(seat, *action, Shinra::attackers))
            .collect();
        let places = squares(attackers).chain([king]).map(|square| square.to_string());
        Some(Situation::new("king_in_check", places, answers))
    }

    /// The seat could move its King to where the enemy's King captures him.
    fn kings_meet(&self, seat: Seat, legal: &[Action]) -> Option<Situation<Action>> {
        let (king, enemy) = (self.board.king_square(seat)?, self.board.king_square(seat.other())?);
        let meets = |action: &Action| {
            matches!(action, Action::Move { from, .. } if *from == king)
                && !self.ends(seat, *action, Shinra::captors_by_king)
        };
        legal.iter().any(meets).then(|| Situation::of_places("kings_meet", [enemy.to_string()]))
    }

    /// The enemy's King if he would capture the seat's.
    fn captors_by_king(&self, seat: Seat) -> u32 {
        let enemy = self.board.king_square(seat.other());
        enemy.map_or(0, |enemy| self.captors(seat) & enemy.bit())
    }

    /// Returns true if the enemy threatens the seat's King no more after this action and what may complete it:
    /// no piece is in this set of threats.
    fn ends(&self, seat: Seat, action: Action, threats: fn(&Shinra, Seat) -> u32) -> bool {
        let mut after = self.clone();
        after.decide(seat, action, &mut NoLog);
        match after.board.stage {
            Stage::Follow { seat: still, .. } | Stage::Settle { seat: still, .. }
                if still == seat =>
            {
                after.legal(seat).into_iter().any(|next| after.ends(seat, next, threats))
            }
            _ => threats(&after, seat) == 0,
        }
    }

    /// The seat can capture an enemy piece that is strong: a stack, or a single with points of its own. Its own
    /// King cannot be captured then.
    fn prize(&self, seat: Seat, legal: &[Action]) -> Option<Situation<Action>> {
        let is_prize = |from: Square, to: Square| {
            let (attack, target) = (self.attack_of(self.board.at(from)), self.board.at(to));
            target.owner() == Some(seat.other())
                && target.cards() != Cards::KING
                && (target.cards().is_stack() || target.is_fixed())
                && takes(attack, target)
        };
        let captures: Vec<Action> = (legal.iter().copied())
            .filter(|action| {
                matches!(action, Action::Move { from, to } if is_prize(*from, *to))
                    && self.ends(seat, *action, Shinra::captors)
            })
            .collect();
        let targets = captures.iter().filter_map(|action| match action {
            Action::Move { to, .. } => Some(to.to_string()),
            _ => None,
        });
        let places: Vec<String> = targets.collect();
        (!captures.is_empty()).then(|| Situation::new("prize", places, captures))
    }

    /// The seat holds the enemy's Queen, and its King would gain all points for giving her back.
    fn captive_queen(&self, seat: Seat, legal: &[Action]) -> Option<Situation<Action>> {
        let points = &self.config.components.points;
        let king = self.board.at(self.board.king_square(seat)?);
        let returns: Vec<Action> = (legal.iter().copied())
            .filter(|action| matches!(action, Action::ReturnLater { .. }))
            .collect();
        let useful = king.points() + points.queen_return <= points.king_most;
        (useful && !returns.is_empty())
            .then(|| Situation::new("captive_queen", [format!("hand-{seat}")], returns))
    }
}
