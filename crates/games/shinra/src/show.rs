//! Views and positions made from the board, and the board behind a view.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::Seat;

use crate::actions::Action;
use crate::board::{Board, Hand, Piece, Stage};
use crate::kind::{Cards, Item};
use crate::rules::UNLIMITED;
use crate::square::Square;
use crate::view::{
    End, FormationView, ItemView, KingView, PiecePosition, PieceView, Position, Reason, View,
};
use crate::{Setup, Shinra};

impl Shinra {
    /// Everything.
    pub(crate) fn open(&self) -> View {
        let board = &self.board;
        let formations = match board.stage {
            Stage::Setup => self.formation_views(),
            _ => Vec::new(),
        };
        View {
            stage: board.stage,
            squares: board.pieces().iter().map(|piece| self.piece_view(*piece)).collect(),
            hands: Seat::all(2).map(|seat| self.hand_view(seat)).collect(),
            kings: Seat::all(2).map(|seat| self.king_view(seat)).collect(),
            switches: board.switches,
            turns: board.turns,
            turn_limit: self.setup.options.turn_limit,
            formations,
            end: self.end(),
        }
    }

    /// How it ended, if it has.
    pub(crate) fn end(&self) -> Option<End> {
        let Stage::Over { winner } = self.board.stage else { return None };
        let reason = if winner.is_some() { Reason::King } else { Reason::TurnLimit };
        Some(End { reason, winner })
    }

    fn piece_view(&self, piece: Piece) -> Option<PieceView> {
        let cards = piece.cards();
        let points = &self.setup.components.points;
        let gauge = if cards == Cards::KING {
            Some(points.king_most)
        } else {
            cards.is_stack().then_some(points.stack_most)
        };
        let attack = Some(self.attack_of(piece)).filter(|attack| *attack != UNLIMITED);
        piece.owner().map(|seat| PieceView { seat, cards, points: piece.points(), gauge, attack })
    }

    fn hand_view(&self, seat: Seat) -> Vec<ItemView> {
        let items = self.board.hands[seat.index()].items();
        let view = |(item, count): (Item, u8)| ItemView {
            item,
            cards: item.cards,
            count,
            points: Some(item.points_kept().unwrap_or(self.setup.arrows.full(item.cards)))
                .filter(|_| !item.is_captive() && item.cards != Cards::KING),
            kept: item.points_kept(),
            remainder: item.is_remainder(),
            captive: item.is_captive(),
            unusable: self.unusable(seat, item),
        };
        items.into_iter().map(view).collect()
    }

    fn king_view(&self, seat: Seat) -> KingView {
        let square = self.board.king_square(seat);
        KingView {
            square,
            points: square.map_or(0, |square| self.board.at(square).points()),
            most: self.setup.components.points.king_most,
            stepped: self.board.stepped[seat.index()],
            check: self.in_check(seat),
        }
    }

    fn formation_views(&self) -> Vec<FormationView> {
        let formations = self.setup.formations.iter();
        formations
            .map(|formation| FormationView {
                name: formation.name.clone(),
                mirrored: formation.mirrored,
                actions: [Seat(0), Seat(1)]
                    .map(|seat| Action::Arrange(formation.arrangement.on(seat)).to_string()),
            })
            .collect()
    }

    /// The truth behind this view.
    pub(crate) fn behind(setup: &Arc<Setup>, view: &View) -> Shinra {
        let hand = |seat: usize| {
            let items = view.hands[seat].iter();
            let each = items.flat_map(|held| (0..held.count).map(|_| held.item));
            Hand::of(each).unwrap_or(Hand::EMPTY)
        };
        let mut board = Board::new([hand(0), hand(1)], view.stage);
        for (square, piece) in Square::all().zip(&view.squares) {
            if let Some(piece) = piece {
                board.put(square, Piece::new(piece.seat, piece.cards, piece.points));
            }
        }
        board.switches = view.switches;
        board.turns = view.turns;
        for (stepped, king) in board.stepped.iter_mut().zip(&view.kings) {
            *stepped = king.stepped;
        }
        Shinra { setup: setup.clone(), board }.ready()
    }

    /// With what follows from the rest.
    pub(crate) fn ready(mut self) -> Shinra {
        self.board.check = match self.board.stage {
            Stage::Act { seat } => self.in_check(seat),
            _ => false,
        };
        self
    }

    /// The complete truth; nothing is left out.
    pub(crate) fn truth(&self) -> Position {
        let board = &self.board;
        let squares: BTreeMap<Square, PiecePosition> = Square::all()
            .filter_map(|square| {
                let piece = board.at(square);
                let seat = piece.owner()?;
                let points = Some(piece.points());
                Some((square, PiecePosition { seat, cards: piece.cards(), points }))
            })
            .collect();
        let hands = board.hands.map(|hand| {
            let items = hand.items().into_iter();
            items.flat_map(|(item, count)| (0..count).map(move |_| item)).collect()
        });
        Position {
            squares,
            hands: Some(hands),
            stage: Some(board.stage),
            switches: Some(board.switches),
            stepped: board.stepped,
            turns: board.turns,
        }
    }
}
