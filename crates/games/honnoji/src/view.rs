//! The view of a viewer, and determinizations: full states sampled from a view.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, Seat, SeatSet, Viewer};

use crate::actions::Action;
use crate::board::{Board, Stage};
use crate::components::Icon;
use crate::face::{Cards, Face, Row};
use crate::grid::{Cell, LaidCard, Layout};
use crate::layout_effects::{Orders, Reading};
use crate::ring::SQUARES;
use crate::types::{End, Phase, Placing};
use crate::{Config, Honnoji};

/// The kind of decision that is awaited, with its details.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum PendingDecision {
    /// Layouts are declared: by one seat in turn order, or in the variant by all seats at once.
    Lay {
        /// The seats that have not declared yet and are to move.
        seats: SeatSet,
    },
    /// A seat takes a card from a square shared with other pawns.
    Take {
        /// The seat to move.
        seat: Seat,
        /// The shared square, 1..=5.
        square: u8,
    },
    /// A seat steals a card of a victim.
    Steal {
        /// The attacking seat, which is to move.
        seat: Seat,
        /// The seat that loses a card.
        victim: Seat,
        /// The attacked square, 1..=5.
        square: u8,
        /// The icon of the attack: sword or gun.
        icon: Icon,
        /// Index of the attack among those of the attacking seat.
        attack: u8,
    },
    /// A seat discards an exposed card.
    Burn {
        /// The seat to move.
        seat: Seat,
        /// The fire square on which the seat's pawn is.
        square: u8,
    },
    /// A seat recovers exposed cards.
    Recover {
        /// The seat to move.
        seat: Seat,
        /// Maximum number of cards to recover.
        up_to: u8,
    },
}

/// A card on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct SquareCard {
    /// The face. It is public even if the card is face down (A-H18).
    pub face: Face,
    /// True if the card is face down.
    pub down: bool,
}

/// A square of the ring.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct SquareView {
    /// The cards, oldest first.
    pub cards: Vec<SquareCard>,
    /// True if it is a fire square in this round.
    pub fire: bool,
}

/// A seat's layout, as far as the viewer knows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum LayoutView {
    /// The seat has not declared a layout.
    None,
    /// The seat has declared a layout, and nothing else is known (variant with simultaneous
    /// declaration).
    Declared,
    /// The seat has declared a layout whose cards are face down.
    FaceDown {
        /// The cells with cards, in order.
        cells: Vec<Cell>,
    },
    /// The viewer knows the layout, because it is revealed or belongs to the viewer.
    Open {
        /// The cards of the layout and their cells.
        layout: Vec<LaidCard>,
        /// The orders of the layout, for the square of the pawn before the movement.
        reading: Reading,
    },
}

/// A seat's pawn and cards, as far as the viewer knows them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct PlayerView {
    /// The square of the pawn; `null` before the first movement.
    pub square: Option<u8>,
    /// The hand. If the seat has declared a layout that the viewer does not know: the hand before
    /// the declaration (A-H51).
    pub hand: Cards,
    /// The exposed cards.
    pub exposed: Cards,
    /// Points of the exposed cards.
    pub exposed_points: i32,
    /// Points of all cards of the seat.
    pub points: i32,
    /// The seat's layout, as far as the viewer knows it.
    pub laid: LayoutView,
}

/// The information that a viewer has about the match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct View {
    /// The round, 1..=6.
    pub round: u8,
    /// The phase of the round.
    pub phase: Phase,
    /// The awaited decision; `null` while the rules advance the match.
    pub asked: Option<PendingDecision>,
    /// The seat with the first-player marker (一番槍).
    pub first_player: Seat,
    /// The squares 1 to 5, in order.
    pub squares: Vec<SquareView>,
    /// Number of cards in the deck.
    pub deck: u8,
    /// The cards in the deck without their order: all cards that are nowhere else.
    pub deck_holds: Cards,
    /// The discarded cards without their order.
    pub discards: Cards,
    /// The seats' pawns and cards, by seat.
    pub players: Vec<PlayerView>,
    /// The end of the match, once it is over.
    pub end: Option<End>,
}

impl Honnoji {
    /// The information that a viewer has about this state.
    pub(crate) fn view_for(&self, viewer: Viewer) -> View {
        let board = &self.board;
        let square = |square: u8| {
            let fire = board.burns(square);
            let card = |face: &Face| SquareCard { face: *face, down: fire && *face != Face::FIRE };
            SquareView { cards: board.pile(square).as_slice().iter().map(card).collect(), fire }
        };
        View {
            round: board.round,
            phase: board.stage.phase(),
            asked: self.pending_decision(),
            first_player: board.first,
            squares: (1..=SQUARES).map(square).collect(),
            deck: board.deck.len() as u8,
            deck_holds: board.deck.cards(),
            discards: board.discards,
            players: Seat::all(self.config.seats)
                .map(|seat| self.player_view(seat, viewer))
                .collect(),
            end: board.end,
        }
    }

    fn player_view(&self, seat: Seat, viewer: Viewer) -> PlayerView {
        let (board, index) = (&self.board, seat.index());
        let layout = board.laid[index];
        let known = board.revealed || viewer.knows(seat);
        let laid = if !board.declared.contains(seat) {
            LayoutView::None
        } else if known {
            let from =
                if board.revealed { board.squares_before[index] } else { board.pawns[index] };
            LayoutView::Open {
                layout: layout.iter().collect(),
                reading: Reading::of(&layout, &self.config.icons, from),
            }
        } else if self.config.options.placing == Placing::Together {
            LayoutView::Declared
        } else {
            LayoutView::FaceDown { cells: layout.cells().iter().collect() }
        };
        // The remaining hand would reveal the cards of the layout (A-H51, A-H52).
        let hand = if known { board.hands[index] } else { board.hands[index].plus(layout.cards()) };
        PlayerView {
            square: on_board(board.pawns[index]),
            hand,
            exposed: board.exposed[index],
            exposed_points: self.exposed_points(seat),
            points: self.points(seat),
            laid,
        }
    }

    /// Samples a state consistent with `view` (a determinization). The deck is shuffled. For a
    /// face-down layout, every legal way to put cards of the hand on its cells is equally likely,
    /// counting equal cards as different. A layout of which no cells are known is sampled from the
    /// layout list.
    pub(crate) fn sample(config: &Arc<Config>, view: &View, mut rng: GameRng) -> Honnoji {
        let mut board = Board::new(config, view.first_player);
        board.round = view.round;
        board.awaiting = true;
        for (row, square) in board.squares.iter_mut().zip(&view.squares) {
            square.cards.iter().for_each(|card| row.push(card.face));
        }
        board.discards = view.discards;
        board.end = view.end;
        let seats = Seat::all(config.seats).zip(&view.players);
        for (seat, player) in seats.clone() {
            let index = seat.index();
            board.pawns[index] = player.square.unwrap_or_default();
            board.hands[index] = player.hand;
            board.exposed[index] = player.exposed;
            if player.laid != LayoutView::None {
                board.declared.insert(seat);
            }
            if let LayoutView::Open { layout, reading } = &player.laid {
                board.laid[index] = Layout::new(layout).unwrap_or(Layout::EMPTY);
                board.squares_before[index] = reading.from.unwrap_or_default();
            }
        }
        board.stage = match view.asked {
            None => Stage::Over,
            Some(PendingDecision::Lay { .. }) => Stage::Decision,
            Some(PendingDecision::Take { seat, square }) => {
                Stage::PickUp { square, turn: board.turn_of(config, seat) }
            }
            Some(PendingDecision::Steal { seat, victim, attack, .. }) => Stage::Attack {
                turn: board.turn_of(config, seat),
                attack,
                victim: board.turn_of(config, victim),
            },
            Some(PendingDecision::Burn { seat, .. }) => {
                Stage::Fire { turn: board.turn_of(config, seat) }
            }
            Some(PendingDecision::Recover { seat, .. }) => {
                Stage::Recovery { turn: board.turn_of(config, seat) }
            }
        };
        let mut state = Honnoji { config: config.clone(), board, rng: rng.fork() };
        if state.board.stage == Stage::Decision {
            // In the decision phase the pawns are still on these squares.
            state.board.squares_before = Default::default();
        } else if !state.board.declared.is_empty() {
            state.reveal_layouts();
        }
        for (seat, player) in seats {
            let index = seat.index();
            let layout = match &player.laid {
                LayoutView::FaceDown { cells } => state.sample_layout(seat, cells, &mut rng),
                LayoutView::Declared => {
                    let mut list = Vec::new();
                    state.list_layouts(seat, &mut list);
                    let sampled = (!list.is_empty()).then(|| *rng.pick(&list));
                    let Some(Action::Lay(layout)) = sampled else { continue };
                    layout
                }
                _ => continue,
            };
            state.board.laid[index] = layout;
            state.board.hands[index] = player.hand.minus(layout.cards());
        }
        let mut deck = Row::EMPTY;
        view.deck_holds.iter().for_each(|face| deck.push(face));
        rng.shuffle(deck.as_mut_slice());
        state.board.deck = deck;
        state
    }

    /// Samples a layout of the seat's hand on these cells.
    fn sample_layout(&self, seat: Seat, cells: &[Cell], rng: &mut GameRng) -> Layout {
        let mut hand: Vec<Face> = self.board.hands[seat.index()].to_vec();
        loop {
            rng.shuffle(&mut hand);
            let cards: Vec<LaidCard> = (cells.iter().zip(&hand))
                .map(|(cell, face)| LaidCard { face: *face, cell: *cell })
                .collect();
            let Some(layout) = Layout::new(&cards) else { return Layout::EMPTY };
            let orders = Orders::read(&layout, &self.config.icons);
            if self.board.round > 1 || orders.plan(0).to != 0 {
                return layout;
            }
        }
    }
}

/// The square as an option: `None` for 0, which means that the pawn is not on the board.
pub(crate) fn on_board(square: u8) -> Option<u8> {
    (square > 0).then_some(square)
}
