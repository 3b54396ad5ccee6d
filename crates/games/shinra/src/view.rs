//! What a viewer may know, and the play behind it. Everything lies open, so all seats and any
//! spectator know the same.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use zashiki_core::{GameState as _, IllegalAction, LocalizedText, Seat, Viewer};

use crate::actions::Action;
use crate::board::{Board, Hand, Piece};
use crate::rules::UNLIMITED;
use crate::{Config, Shinra};

use crate::board::Stage;
use crate::kind::{Cards, Item};
use crate::square::Square;

/// A piece on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct PieceView {
    /// Whose it is.
    pub seat: Seat,
    /// Its cards.
    pub cards: Cards,
    /// Its life points.
    pub points: u8,
    /// The most points its gauge shows; `null` for singles, 八とび and ジョーカー, which have no
    /// gauge (K-97).
    pub gauge: Option<u8>,
    /// Its attack; `null` for the king's, which has no limit.
    pub attack: Option<u8>,
}

/// Some equal things in a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct ItemView {
    /// What, in notation: `shu+ko`, `shu~`, `shu+ko@3`, `queen!`.
    pub item: Item,
    /// Its cards.
    pub cards: Cards,
    /// How many of them.
    pub count: u8,
    /// What points it will have on the sheet; `null` for the king's box card and captives.
    pub points: Option<u8>,
    /// Points it kept from a forced retreat (K-85).
    pub kept: Option<u8>,
    /// Whether it is what is left of a stack whose queen went back (AK35).
    pub remainder: bool,
    /// Whether the enemy's queen is in it (AK46).
    pub captive: bool,
    /// Why it cannot be put on the sheet at all now, whosever turn it is; `null` if it can.
    #[serde(deserialize_with = "read_refusal")]
    pub unusable: Option<IllegalAction>,
}

/// What is known of a seat besides its pieces and its hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct KingView {
    /// Where its king stands; `null` before the arrangement and after the capture.
    pub square: Option<Square>,
    /// Its points.
    pub points: u8,
    /// The most it may have.
    pub most: u8,
    /// Whether the king has made his step onto a piece of his side (K-89).
    pub stepped: bool,
    /// Whether the king is attacked now (AK18).
    pub check: bool,
}

/// A ready-made formation, for the set-up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct FormationView {
    /// Its name.
    pub name: LocalizedText,
    /// Whether it is the mirror image.
    pub mirrored: bool,
    /// The action that lays it, by seat.
    pub actions: [String; 2],
}

/// How the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
}

/// Why the play ended by its own rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Reason {
    /// A king was taken.
    King,
    /// The turn limit was reached.
    TurnLimit,
}

/// What every viewer may know: everything.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct View {
    /// What is being decided, and by whom.
    pub stage: Stage,
    /// The 25 squares, row by row from a1 to e5.
    pub squares: Vec<Option<PieceView>>,
    /// Each seat's hand; during the set-up its box of cards.
    pub hands: Vec<Vec<ItemView>>,
    /// Each seat's king.
    pub kings: Vec<KingView>,
    /// Whether pieces may still be switched after turns of the battle; true until somebody has
    /// declined after the middle card.
    pub switches: bool,
    /// Battle turns completed.
    pub turns: u16,
    /// After how many the play is a draw.
    pub turn_limit: u16,
    /// The ready-made formations and their mirror images; only during the set-up.
    pub formations: Vec<FormationView>,
    /// How it ended, if it has.
    pub end: Option<End>,
}

/// Why a card cannot be used, by a rule of this game.
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
    /// Everything: the same for every viewer.
    pub(crate) fn seen_by(&self, _: Viewer) -> View {
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

    /// How it ended, if it has.
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
        KingView {
            square,
            points: square.map_or(0, |square| self.board.at(square).points()),
            most: self.config.components.points.king_most,
            stepped: self.board.stepped[seat.index()],
            check: self.in_check(seat),
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

    /// The truth behind this view, which is all of it.
    pub(crate) fn imagined(config: &Arc<Config>, view: &View) -> Shinra {
        Shinra { config: config.clone(), board: view.board() }.ready()
    }

    /// With what follows from the rest.
    pub(crate) fn ready(mut self) -> Shinra {
        self.board.check = match self.board.stage {
            Stage::Act { seat } => self.in_check(seat),
            _ => false,
        };
        self
    }
}

impl View {
    /// What lies on the table.
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
