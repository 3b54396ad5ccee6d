//! Generation of the legal actions. It is independent of the checks of single actions.

use zashiki_core::Seat;

use crate::actions::Action;
use crate::board::{LAST_PLACE, PLACES, Stage};
use crate::kind::{Cards, Item, KINDS, Kind};
use crate::square::{MIDDLE_ROW, Square, squares, territory};
use crate::{Arrangement, Shinra};

/// The legal continuations of an attacker that has not captured its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FollowUp {
    /// Empty squares of its territory to which it may return (K-66), one bit each.
    pub back: u32,
    /// Squares of own pieces that it may join (K-68), one bit each.
    pub join: u32,
    /// True if it may go to the hand (K-69, K-85).
    pub hand: bool,
}

impl Shinra {
    /// Appends the legal actions of a seat; in the set-up the ready-made formations only (AK52).
    #[inline]
    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.awaited().contains(seat) {
            return;
        }
        match self.board.stage {
            Stage::Setup => out.extend(self.formations(seat).map(Action::Arrange)),
            Stage::Deploy { place, .. } => {
                let (kinds, places) = self.deployable(place);
                for kind in kinds.iter() {
                    let item = Item::plain(Cards::one(kind));
                    out.extend(squares(places).map(|to| Action::Put { item, to }));
                }
            }
            Stage::Act { .. } => {
                self.list_pieces(seat, out);
                self.list_hand(seat, out);
            }
            Stage::Follow { from, king, .. } => {
                let follow_up = self.follow_up(from, king);
                out.extend(squares(follow_up.back).map(|to| Action::Back { to }));
                out.extend(squares(follow_up.join).map(|to| Action::Join { to }));
                if follow_up.hand {
                    out.push(Action::ToHand);
                }
            }
            Stage::Settle { .. } => {
                let home = self.board.empty() & territory(seat);
                out.extend(squares(home).map(|to| Action::Settle { to }));
            }
            Stage::Queen { .. } => out.extend([Action::ReturnQueen, Action::KeepQueen]),
            Stage::Switch { .. } => {
                let own = self.board.occupied(seat) & territory(seat);
                for a in squares(own) {
                    let later = own & !(a.bit() | (a.bit() - 1));
                    out.extend(squares(later).map(|b| Action::Switch { a, b }));
                }
                out.push(Action::Decline);
            }
            Stage::Over { .. } => {}
        }
    }

    /// The ready-made formations as arrangements of the seat.
    pub(crate) fn formations(&self, seat: Seat) -> impl Iterator<Item = Arrangement> {
        self.config.formations.iter().map(move |formation| formation.arrangement.on(seat))
    }

    /// The kinds of card that may be laid as this card of the deployment, and the set of squares on
    /// which they may be laid (AK20, AK29).
    pub(crate) fn deployable(&self, place: u8) -> (Cards, u32) {
        let seat = PLACES[usize::from(place)];
        let hand = &self.board.hands[seat.index()];
        let has = |cards: Cards| -> Cards {
            cards.iter().filter(|kind| hand.singles[*kind as usize] > 0).collect()
        };
        match place {
            0 | 1 => {
                let court = has(Cards::COURT);
                let kinds = if self.ordinary_to_spare(place) {
                    court.union(has(Cards::ORDINARY))
                } else {
                    court
                };
                (kinds, self.board.empty() & territory(seat))
            }
            2..LAST_PLACE => (has(Cards::ORDINARY), self.board.empty() & MIDDLE_ROW),
            _ => (has(Cards::ORDINARY), self.board.empty() & Square::MIDDLE.bit()),
        }
    }

    /// Returns true if the seat may lay an ordinary card in its gap: it must keep enough of them for its
    /// cards in row 3 (AK29).
    pub(crate) fn ordinary_to_spare(&self, place: u8) -> bool {
        let seat = PLACES[usize::from(place)];
        let later = PLACES.iter().skip(2).filter(|other| **other == seat).count();
        let hand = &self.board.hands[seat.index()];
        let ordinary: u32 =
            Cards::ORDINARY.iter().map(|kind| u32::from(hand.singles[kind as usize])).sum();
        ordinary as usize > later
    }

    /// The legal continuations of an attacker that has not captured its target. A card that cannot be
    /// combined joins no piece (AK49). A stack that attacked the king may go to the hand only if nothing
    /// else is legal (K-85).
    #[inline]
    pub(crate) fn follow_up(&self, from: Square, king: bool) -> FollowUp {
        let piece = self.board.at(from);
        let seat = piece.seat();
        let back = self.board.empty() & territory(seat);
        let mut join = 0;
        if piece.cards().is_subset_of(Cards::COMBINABLE) {
            for (square, occupant) in self.board.of(seat) {
                if piece.cards().can_combine_with(occupant.cards()) {
                    join |= square.bit();
                }
            }
        }
        let bound = king && piece.cards().is_stack() && (back | join) != 0;
        FollowUp { back, join, hand: !bound }
    }

    /// Returns true if the king may step onto a piece of his own seat. He must be in check, must not
    /// have used the step before, and needs an empty square in the territory for that piece (K-87, K-89;
    /// AK36).
    #[inline]
    pub(crate) fn may_step(&self, seat: Seat, check: bool) -> bool {
        let home = territory(seat);
        check
            && !self.board.stepped[seat.index()]
            && (self.board.empty() | self.board.king(seat).bit()) & home != 0
    }

    /// Appends the moves and retreats of a seat's pieces.
    #[inline]
    fn list_pieces(&self, seat: Seat, out: &mut Vec<Action>) {
        let (board, arrows) = (&self.board, &self.config.arrows);
        let (own, empty) = (board.occupied(seat), board.empty());
        for (from, piece) in board.of(seat) {
            let cards = piece.cards();
            let reach = arrows.reach(board, from);
            let mut targets = reach & empty | self.attacks(from, reach);
            if cards.is_subset_of(Cards::COMBINABLE) {
                for to in squares(reach & own) {
                    if cards.can_combine_with(board.at(to).cards()) {
                        targets |= to.bit();
                    }
                }
            } else if cards == Cards::KING && self.may_step(seat, board.check) {
                targets |= arrows.beside(seat, from) & own;
            }
            out.extend(squares(targets).map(|to| Action::Move { from, to }));
            if cards != Cards::KING {
                out.push(Action::Retreat { from });
            }
        }
    }

    /// For each kind of card, the set of the seat's stacks of two to which such a card could be added
    /// (K-51).
    #[inline]
    fn stacks_to_extend(&self, seat: Seat) -> [u32; KINDS] {
        let mut sets = [0; KINDS];
        for (square, piece) in self.board.of(seat) {
            let cards = piece.cards();
            if cards.len() == 2 {
                for (kind, set) in sets.iter_mut().enumerate().skip(1).take(5) {
                    *set |= square.bit() * u32::from(cards.0 >> kind & 1 == 0);
                }
            }
        }
        sets
    }

    /// Appends the actions with items of a seat's hand.
    #[inline]
    fn list_hand(&self, seat: Seat, out: &mut Vec<Action>) {
        let board = &self.board;
        let hand = &board.hands[seat.index()];
        let (empty, home) = (board.empty(), territory(seat));
        let stacks = self.stacks_to_extend(seat);
        for kind in Cards::COMBINABLE.iter() {
            let at = kind as usize;
            if hand.singles[at] | hand.remainders[at] == 0 {
                continue;
            }
            let field = if kind.is_ordinary() { !0 } else { home };
            let places = (empty | stacks[at]) & field;
            if hand.singles[at] > 0 {
                let item = Item::plain(Cards::one(kind));
                out.extend(squares(places).map(|to| Action::Put { item, to }));
            }
            if hand.remainders[at] > 0 {
                let item = Item::remainder(kind);
                out.extend(squares(places).map(|to| Action::Put { item, to }));
                self.list_pairs(seat, kind, out);
            }
        }
        for kind in [Kind::Hachitobi, Kind::Joker] {
            let ready = kind == Kind::Hachitobi || self.joker_ready(seat);
            if hand.singles[kind as usize] > 0 && ready {
                let item = Item::plain(Cards::one(kind));
                out.extend(squares(empty).map(|to| Action::Put { item, to }));
            }
        }
        if hand.queens > 0 {
            let item = Item::captive(Cards::one(Kind::Queen));
            out.push(Action::ReturnLater { item });
        }
        let mut last = None;
        for item in hand.stacks().iter().copied() {
            if last == Some(item) {
                continue;
            }
            last = Some(item);
            if item.is_captive() {
                out.push(Action::ReturnLater { item });
            } else {
                out.extend(squares(empty & home).map(|to| Action::Put { item, to }));
            }
        }
    }

    /// Appends the stacks that the remainder `first` can form with another single of the hand (K-53;
    /// AK35).
    fn list_pairs(&self, seat: Seat, first: Kind, out: &mut Vec<Action>) {
        let hand = &self.board.hands[seat.index()];
        let places = self.board.empty() & territory(seat);
        for kind in Cards::COMBINABLE.iter().filter(|kind| *kind != first) {
            let plain = Item::plain(Cards::one(kind));
            let others = [
                (hand.singles[kind as usize] > 0).then_some(plain),
                (hand.remainders[kind as usize] > 0 && first < kind)
                    .then_some(Item::remainder(kind)),
            ];
            for second in others.into_iter().flatten() {
                out.extend(squares(places).map(|to| Action::Pair { first, second, to }));
            }
        }
    }

    /// Returns true if the seat's king has few enough points for the Joker (K-80; AK11, AK47).
    #[inline]
    pub(crate) fn joker_ready(&self, seat: Seat) -> bool {
        self.board.at(self.board.king(seat)).points() <= self.config.components.points.joker_king
    }
}
