//! Drafts that show the legal target squares of a piece or of an item in a hand.

use zashiki_core::{IllegalAction, Seat, text};

use crate::Shinra;
use crate::actions::Action;
use crate::board::{Piece, Stage};
use crate::kind::{Cards, Item, Kind};
use crate::reading::{After, Does, NotReached, Reached, Reading, Way};
use crate::rules::{may_attack, takes};
use crate::square::{SHEET, Square, squares};

impl Shinra {
    pub(super) fn read_reach(&self, from: Square) -> Result<Reading, IllegalAction> {
        let piece = self.board.at(from);
        let Some(seat) = piece.owner() else {
            return Err(IllegalAction::new(
                "K-46",
                text!(
                    "{from}にはカードがありません。カードのあるマスを選んでください。",
                    "There is no piece on {from}; choose a square with one."
                ),
            ));
        };
        let arrows = &self.config.arrows;
        let reached = arrows.reach(&self.board, from);
        let behind = squares(self.board.occupied(seat))
            .filter_map(|beside| {
                let (dir, distance) = from.line_to(beside)?;
                (distance == 1).then(|| beside.step(dir)).flatten()
            })
            .fold(0, |set, square| set | square.bit());
        let shown = (arrows.potential(seat, piece.cards(), from) | reached | behind) & !from.bit();
        let mut reach = Vec::new();
        let mut not = Vec::new();
        for to in squares(shown) {
            match self.check_move(seat, from, to) {
                Ok(()) => reach.push(self.reached(seat, from, to)),
                Err(why) => not.push(NotReached { to, why }),
            }
        }
        let retreat = piece.cards() != Cards::KING;
        Ok(Reading::Reach { seat, from, reach, not, retreat })
    }

    fn reached(&self, seat: Seat, from: Square, to: Square) -> Reached {
        let (piece, occupant) = (self.board.at(from), self.board.at(to));
        let (ways, over) = self.config.arrows.ways(&self.board, from, to);
        let mut reached = Reached {
            to,
            ways,
            over,
            does: Does::Move,
            points: piece.points(),
            before: occupant.owner().map(|_| occupant.points()),
            then: Vec::new(),
            action: Action::Move { from, to }.to_string(),
        };
        match occupant.owner() {
            None => {}
            Some(owner) if owner == seat && piece.cards() == Cards::KING => {
                let gains = &self.config.components.points;
                let heavy =
                    occupant.cards().is_stack() || occupant.cards().intersects(Cards::SPECIAL);
                let gain = if heavy { gains.step_stack } else { gains.step_single };
                reached.does = Does::StepOnto;
                reached.points = (piece.points() + gain).min(gains.king_most);
            }
            Some(owner) if owner == seat => {
                reached.does = Does::Join;
                reached.points = self.joined_points(piece, occupant);
            }
            Some(_) => {
                let attack = self.attack_of(piece);
                debug_assert!(may_attack(piece, attack, occupant));
                if takes(attack, occupant) {
                    reached.does = Does::Capture;
                } else {
                    reached.does = Does::Attack;
                    reached.points = occupant.points() - attack;
                    reached.then = self.after_attack(from, occupant.cards() == Cards::KING);
                }
            }
        }
        reached
    }

    fn after_attack(&self, from: Square, king: bool) -> Vec<After> {
        let follow_up = self.follow_up(from, king);
        let forced = king && self.board.at(from).cards().is_stack();
        let hand = if forced { After::HandKept } else { After::Hand };
        [
            (follow_up.back != 0).then_some(After::Back),
            (follow_up.join != 0).then_some(After::Join),
            follow_up.hand.then_some(hand),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    pub(super) fn read_put(&self, seat: Seat, item: Item) -> Reading {
        let check = |to: Square| match self.board.stage {
            Stage::Deploy { seat: laying, place } if laying == seat => {
                self.check_deploy(seat, place, item, to)
            }
            Stage::Setup | Stage::Deploy { .. } => Err(IllegalAction::not_awaited()),
            _ => self.check_put(seat, item, to),
        };
        let full = item.points_kept().unwrap_or(self.config.arrows.full(item.cards));
        let reach = squares(SHEET).filter(|to| check(*to).is_ok()).map(|to| {
            let occupant = self.board.at(to);
            let joins = occupant.is_some();
            let put = Piece::new(seat, item.cards, full);
            Reached {
                to,
                ways: vec![Way::Hand],
                over: None,
                does: if joins { Does::Join } else { Does::Move },
                points: if joins { self.joined_points(put, occupant) } else { full },
                before: occupant.owner().map(|_| occupant.points()),
                then: Vec::new(),
                action: Action::Put { item, to }.to_string(),
            }
        });
        let reach: Vec<Reached> = reach.collect();
        let refused = self.refusal_everywhere(&reach, check);
        Reading::Put { seat, item, reach, refused }
    }

    pub(super) fn read_pair(&self, seat: Seat, first: Kind, second: Item) -> Reading {
        let stack = Cards::one(first).union(second.cards);
        let check = |to: Square| self.check_pair(seat, first, second, to);
        let reach = squares(SHEET).filter(|to| check(*to).is_ok()).map(|to| Reached {
            to,
            ways: vec![Way::Hand],
            over: None,
            does: Does::Move,
            points: self.config.arrows.full(stack),
            before: None,
            then: Vec::new(),
            action: Action::Pair { first, second, to }.to_string(),
        });
        let reach: Vec<Reached> = reach.collect();
        let refused = self.refusal_everywhere(&reach, check);
        Reading::Put { seat, item: Item::plain(stack), reach, refused }
    }

    /// The reason why no square is legal: the refusal on the first empty square.
    fn refusal_everywhere(
        &self,
        reach: &[Reached],
        check: impl Fn(Square) -> Result<(), IllegalAction>,
    ) -> Option<IllegalAction> {
        let empty = self.board.empty();
        let first = squares(empty).chain(squares(SHEET & !empty)).next()?;
        if reach.is_empty() { check(first).err() } else { None }
    }
}
