//! The view of a game as the page and bots receive it. Nothing is hidden, so the view is complete and
//! the same for all seats and spectators.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use zashiki_core::{GameState as _, IllegalAction, LocalizedText, Seat};

use crate::actions::Action;
use crate::board::Stage;
use crate::board::{Board, Hand, Piece};
use crate::kind::{Cards, Item};
use crate::rules::UNLIMITED;
use crate::square::{Square, squares};
use crate::{Config, Shinra};

/// A piece on the sheet, as viewers see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct PieceView {
    /// The seat that owns the piece.
    pub seat: Seat,
    /// The cards of the piece.
    pub cards: Cards,
    /// Life points of the piece.
    pub points: u8,
    /// Maximum of the piece's life points; `null` for a single, 八とび or ジョーカー, which has none (K-97).
    pub gauge: Option<u8>,
    /// Attack value of the piece; `null` for a king, whose attack has no limit.
    pub attack: Option<u8>,
}

/// A group of equal items in a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct ItemView {
    /// The item in notation: `shu+ko`, `shu~`, `shu+ko@3`, `queen!`.
    pub item: Item,
    /// The cards of the item.
    pub cards: Cards,
    /// The number of equal items in the hand.
    pub count: u8,
    /// Points that the item will have when it is put on the board; `null` for captured queens' items and
    /// for the king before the arrangement.
    pub points: Option<u8>,
    /// Reduced points that the item kept from a forced retreat (K-85); `null` if it has full points.
    pub kept: Option<u8>,
    /// True if the item is the last card of a captured stack whose queen was returned (AK35).
    pub remainder: bool,
    /// True if the item is or contains the enemy's queen (AK46).
    pub captive: bool,
    /// The rule that prevents putting the item on any square now, regardless of whose turn it is; `null`
    /// if it can be put.
    #[serde(deserialize_with = "read_refusal")]
    pub unusable: Option<IllegalAction>,
}

/// The state of a seat's king.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct KingView {
    /// The king's square; `null` before the arrangement and after the capture.
    pub square: Option<Square>,
    /// The king's life points; 0 while it is not on the sheet.
    pub points: u8,
    /// The maximum of the king's life points.
    pub most: u8,
    /// True if the king has used his one step onto a piece of his own seat (K-89).
    pub stepped: bool,
    /// True if the king is in check (defined by AK18): never before the battle or after the end.
    pub check: bool,
    /// The squares of the pieces that give this check, in the order of the board; empty if there is none.
    pub attackers: Vec<Square>,
    /// The squares of those attackers that would capture the king, by his present points (K-93).
    pub captors: Vec<Square>,
}

/// A ready-made formation that a seat may choose in the set-up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct FormationView {
    /// The name of the formation.
    pub name: LocalizedText,
    /// True if this is the left-right mirror image of the named formation.
    pub mirrored: bool,
    /// The notation of the action that chooses this formation, by seat.
    pub actions: [String; 2],
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct End {
    /// The reason for the end of the game.
    pub reason: Reason,
    /// The winner; `null` in a draw.
    pub winner: Option<Seat>,
}

/// The reason for the end of a game, apart from a resignation and an agreed draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Reason {
    /// A king was taken.
    King,
    /// The turn limit was reached.
    TurnLimit,
}

/// The view of a game. It is complete and the same for every viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct View {
    /// The decision that the game waits for, and the seat that must make it.
    pub stage: Stage,
    /// The pieces on the 25 squares, row by row from a1 to e5; `null` for an empty square.
    pub squares: Vec<Option<PieceView>>,
    /// Each seat's hand. During the set-up it contains the cards that the seat has not arranged yet.
    pub hands: Vec<Vec<ItemView>>,
    /// The state of each seat's king.
    pub kings: Vec<KingView>,
    /// True if seats may switch pieces after battle turns: until one of them declines for the first
    /// time after the middle card.
    pub switches: bool,
    /// Number of battle turns completed by both seats together.
    pub turns: u16,
    /// Number of battle turns after which the game is a draw.
    pub turn_limit: u16,
    /// The ready-made formations and their mirror images; only during the set-up.
    pub formations: Vec<FormationView>,
    /// The result; `null` until the game is over.
    pub end: Option<End>,
}

/// Deserializes the `unusable` field: an error that must cite a rule of this game.
fn read_refusal<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<IllegalAction>, D::Error> {
    struct ByRule(IllegalAction);
    impl<'de> Deserialize<'de> for ByRule {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByRule, D::Error> {
            IllegalAction::read(Shinra::assets().rules(), deserializer).map(ByRule)
        }
    }
    Ok(Option::<ByRule>::deserialize(deserializer)?.map(|ByRule(refusal)| refusal))
}

impl Shinra {
    /// The view, which is the same for every viewer.
    pub(crate) fn full_view(&self) -> View {
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
            turn_limit: self.config.options.turn_limit,
            formations,
            end: self.end(),
        }
    }

    /// The result of the game; `None` until it is over.
    pub(crate) fn end(&self) -> Option<End> {
        let Stage::Over { winner } = self.board.stage else { return None };
        let reason = if winner.is_some() { Reason::King } else { Reason::TurnLimit };
        Some(End { reason, winner })
    }

    fn piece_view(&self, piece: Piece) -> Option<PieceView> {
        let cards = piece.cards();
        let points = &self.config.components.points;
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
            points: Some(item.points_kept().unwrap_or(self.config.arrows.full(item.cards)))
                .filter(|_| !item.is_captive() && item.cards != Cards::KING),
            kept: item.points_kept(),
            remainder: item.is_remainder(),
            captive: item.is_captive(),
            unusable: self.unusable(seat, item),
        };
        items.map(view).collect()
    }

    fn king_view(&self, seat: Seat) -> KingView {
        let square = self.board.king_square(seat);
        let attackers = self.attackers(seat);
        let captors = if attackers == 0 { 0 } else { self.captors(seat) };
        KingView {
            square,
            points: square.map_or(0, |square| self.board.at(square).points()),
            most: self.config.components.points.king_most,
            stepped: self.board.stepped[seat.index()],
            check: attackers != 0,
            attackers: squares(attackers).collect(),
            captors: squares(captors).collect(),
        }
    }

    fn formation_views(&self) -> Vec<FormationView> {
        let formations = self.config.formations.iter();
        formations
            .map(|formation| FormationView {
                name: formation.name.clone(),
                mirrored: formation.mirrored,
                actions: [Seat(0), Seat(1)]
                    .map(|seat| Action::Arrange(formation.arrangement.on(seat)).to_string()),
            })
            .collect()
    }

    /// Reconstructs the state from a view. It is unique, because nothing is hidden.
    pub(crate) fn from_view(config: &Arc<Config>, view: &View) -> Shinra {
        Shinra::new(config.clone(), view.board()).ready()
    }

    /// Computes the cached `check` flag, which follows from the other fields.
    pub(crate) fn ready(mut self) -> Shinra {
        self.board.check = match self.board.stage {
            Stage::Act { seat } => self.in_check(seat),
            _ => false,
        };
        self
    }
}

impl View {
    /// The board that this view shows.
    pub(crate) fn board(&self) -> Board {
        let hand = |seat: usize| {
            let items = self.hands[seat].iter();
            let each = items.flat_map(|held| (0..held.count).map(|_| held.item));
            Hand::of(each).unwrap_or(Hand::EMPTY)
        };
        let mut board = Board::new([hand(0), hand(1)], self.stage);
        for (square, piece) in Square::all().zip(&self.squares) {
            if let Some(piece) = piece {
                board.put(square, Piece::new(piece.seat, piece.cards, piece.points));
            }
        }
        board.switches = self.switches;
        board.turns = self.turns;
        for (stepped, king) in board.stepped.iter_mut().zip(&self.kings) {
            *stepped = king.stepped;
        }
        board
    }
}
