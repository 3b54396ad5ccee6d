//! What a viewer may know, and a table imagined behind it.

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

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Asked {
    /// Layouts: in turn of one seat, in the variant of all that have not declared.
    Lay {
        /// Of whom.
        seats: SeatSet,
    },
    /// Which card of a shared square a seat takes.
    Take {
        /// Of whom.
        seat: Seat,
        /// Which square.
        square: u8,
    },
    /// Which card of the victim a seat steals.
    Steal {
        /// Of whom.
        seat: Seat,
        /// From whom.
        victim: Seat,
        /// Which square is attacked.
        square: u8,
        /// By sword or gun.
        icon: Icon,
        /// The number of the attack among the seat's, from 0.
        attack: u8,
    },
    /// Which card a seat discards.
    Burn {
        /// Of whom.
        seat: Seat,
        /// The square that burns.
        square: u8,
    },
    /// Which cards a seat recovers.
    Recover {
        /// Of whom.
        seat: Seat,
        /// At most how many.
        up_to: u8,
    },
}

/// A card on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Lying {
    /// Which. Turned cards are not secret (A-H18).
    pub face: Face,
    /// Whether it is turned face down.
    pub down: bool,
}

/// One square of the ring.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct SquareView {
    /// Its cards, oldest first.
    pub cards: Vec<Lying>,
    /// Whether it is a fire square in this round.
    pub fire: bool,
}

/// What a viewer knows of a seat's layout.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Laid {
    /// Nothing is declared.
    None,
    /// A layout is declared; nothing more is known (variant).
    Declared,
    /// Cards lie face down.
    FaceDown {
        /// Where, in the order of the cells.
        cells: Vec<Cell>,
    },
    /// The layout is known: it is revealed, or the viewer knows what is the seat's own.
    Open {
        /// Its cards.
        layout: Vec<LaidCard>,
        /// What it orders, as seen from the square its pawn stood on before the movement.
        reading: Reading,
    },
}

/// What one seat has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct PlayerView {
    /// Where its pawn stands; `null` before the first movement.
    pub square: Option<u8>,
    /// Its hand; where it has declared and the layout is not known: as it was before (A-H51).
    pub hand: Cards,
    /// Its exposed area.
    pub exposed: Cards,
    /// What its exposed cards are worth.
    pub exposed_points: i32,
    /// What all its cards are worth.
    pub points: i32,
    /// Its layout.
    pub laid: Laid,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct View {
    /// The round, from 1 to 6.
    pub round: u8,
    /// The phase.
    pub phase: Phase,
    /// What is asked now; `null` while things happen by themselves.
    pub asked: Option<Asked>,
    /// Who holds the first-player marker (一番槍).
    pub first_player: Seat,
    /// The squares 1 to 5.
    pub squares: Vec<SquareView>,
    /// How many cards the deck has.
    pub deck: u8,
    /// What the deck holds, in no order: what lies nowhere else.
    pub deck_holds: Cards,
    /// The discards, in no order.
    pub discards: Cards,
    /// Each seat.
    pub players: Vec<PlayerView>,
    /// How it ended, if it has.
    pub end: Option<End>,
}

impl Honnoji {
    /// What the viewer may know.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> View {
        let board = &self.board;
        let square = |square: u8| {
            let fire = board.burns(square);
            let lying = |face: &Face| Lying { face: *face, down: fire && *face != Face::FIRE };
            SquareView { cards: board.pile(square).as_slice().iter().map(lying).collect(), fire }
        };
        View {
            round: board.round,
            phase: board.stage.phase(),
            asked: self.asked(),
            first_player: board.first,
            squares: (1..=SQUARES).map(square).collect(),
            deck: board.deck.len() as u8,
            deck_holds: board.deck.cards(),
            discards: board.discards,
            players: Seat::all(self.config.seats)
                .map(|seat| self.player_seen_by(seat, viewer))
                .collect(),
            end: board.end,
        }
    }

    fn player_seen_by(&self, seat: Seat, viewer: Viewer) -> PlayerView {
        let (board, index) = (&self.board, seat.index());
        let layout = board.laid[index];
        let known = board.revealed || viewer.knows(seat);
        let laid = if !board.declared.contains(seat) {
            Laid::None
        } else if known {
            let from = if board.revealed { board.from[index] } else { board.pawns[index] };
            Laid::Open {
                layout: layout.iter().collect(),
                reading: Reading::of(&layout, &self.config.icons, from),
            }
        } else if self.config.options.placing == Placing::Together {
            Laid::Declared
        } else {
            Laid::FaceDown { cells: layout.cells().iter().collect() }
        };
        // What is left in a hand would tell what was laid (A-H51, A-H52).
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

    /// A truth that has this view. The deck is shuffled. Of a layout that lies face down every
    /// way to put cards of the hand on its cells that the rules allow is equally likely, equal
    /// cards being told apart; a layout of which nothing is known is drawn from the list.
    pub(crate) fn behind(config: &Arc<Config>, view: &View, mut rng: GameRng) -> Honnoji {
        let mut board = Board::new(config, view.first_player);
        board.round = view.round;
        board.asking = true;
        for (row, square) in board.squares.iter_mut().zip(&view.squares) {
            square.cards.iter().for_each(|lying| row.push(lying.face));
        }
        board.discards = view.discards;
        board.end = view.end;
        let seats = Seat::all(config.seats).zip(&view.players);
        for (seat, player) in seats.clone() {
            let index = seat.index();
            board.pawns[index] = player.square.unwrap_or_default();
            board.hands[index] = player.hand;
            board.exposed[index] = player.exposed;
            if player.laid != Laid::None {
                board.declared.insert(seat);
            }
            if let Laid::Open { layout, reading } = &player.laid {
                board.laid[index] = Layout::new(layout).unwrap_or(Layout::EMPTY);
                board.from[index] = reading.from.unwrap_or_default();
            }
        }
        board.stage = match view.asked {
            None => Stage::Over,
            Some(Asked::Lay { .. }) => Stage::Decision,
            Some(Asked::Take { seat, square }) => {
                Stage::PickUp { square, turn: board.turn_of(config, seat) }
            }
            Some(Asked::Steal { seat, victim, attack, .. }) => Stage::Attack {
                turn: board.turn_of(config, seat),
                attack,
                victim: board.turn_of(config, victim),
            },
            Some(Asked::Burn { seat, .. }) => Stage::Fire { turn: board.turn_of(config, seat) },
            Some(Asked::Recover { seat, .. }) => {
                Stage::Recovery { turn: board.turn_of(config, seat) }
            }
        };
        let mut play = Honnoji { config: config.clone(), board, rng: rng.fork() };
        if play.board.stage == Stage::Decision {
            // The squares before the movement are those of the pawns.
            play.board.from = Default::default();
        } else if !play.board.declared.is_empty() {
            play.turn_up();
        }
        for (seat, player) in seats {
            let index = seat.index();
            let layout = match &player.laid {
                Laid::FaceDown { cells } => play.guess(seat, cells, &mut rng),
                Laid::Declared => {
                    let mut list = Vec::new();
                    play.list_layouts(seat, &mut list);
                    let drawn = (!list.is_empty()).then(|| *rng.pick(&list));
                    let Some(Action::Lay(layout)) = drawn else { continue };
                    layout
                }
                _ => continue,
            };
            play.board.laid[index] = layout;
            play.board.hands[index] = player.hand.minus(layout.cards());
        }
        let mut deck = Row::EMPTY;
        view.deck_holds.iter().for_each(|face| deck.push(face));
        rng.shuffle(deck.as_mut_slice());
        play.board.deck = deck;
        play
    }

    /// A layout of a seat's hand on these cells.
    fn guess(&self, seat: Seat, cells: &[Cell], rng: &mut GameRng) -> Layout {
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

/// A square, unless the pawn stands nowhere.
pub(crate) fn on_board(square: u8) -> Option<u8> {
    (square > 0).then_some(square)
}
