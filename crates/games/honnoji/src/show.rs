//! Views and positions made from the table, and a table imagined behind a view.

use std::sync::Arc;

use table::{Dice, Seat, Text, Viewer};

use crate::actions::Action;
use crate::board::{Board, Stage};
use crate::face::{Cards, Face, Row};
use crate::grid::{Cell, LaidCard, Layout};
use crate::reading::{Orders, Reading, SQUARES};
use crate::view::{
    Asked, Laid, Lying, PlayerPosition, PlayerView, Position, SquareView, StagePosition, View,
};
use crate::{Honnoji, Placing, Setup};

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
            players: Seat::all(self.setup.seats)
                .map(|seat| self.player_seen_by(seat, viewer))
                .collect(),
            end: board.end,
        }
    }

    fn player_seen_by(&self, seat: Seat, viewer: Viewer) -> PlayerView {
        let (board, index) = (&self.board, seat.index());
        let layout = board.laid[index];
        let known = board.revealed || viewer.seat() == Some(seat);
        let laid = if !board.declared.contains(seat) {
            Laid::None
        } else if known {
            let from = if board.revealed { board.from[index] } else { board.pawns[index] };
            Laid::Open {
                layout: layout.iter().collect(),
                reading: Reading::of(&layout, &self.setup.icons, from),
            }
        } else if self.setup.options.placing == Placing::Together {
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
    pub(crate) fn behind(setup: &Arc<Setup>, view: &View, mut dice: Dice) -> Honnoji {
        let mut board = Board::new(setup, view.first_player);
        board.round = view.round;
        board.asking = true;
        for (row, square) in board.squares.iter_mut().zip(&view.squares) {
            square.cards.iter().for_each(|lying| row.push(lying.face));
        }
        board.discards = view.discards;
        board.end = view.end;
        let seats = Seat::all(setup.seats).zip(&view.players);
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
                Stage::PickUp { square, turn: board.turn_of(setup, seat) }
            }
            Some(Asked::Steal { seat, victim, attack, .. }) => Stage::Attack {
                turn: board.turn_of(setup, seat),
                attack,
                victim: board.turn_of(setup, victim),
            },
            Some(Asked::Burn { seat, .. }) => Stage::Fire { turn: board.turn_of(setup, seat) },
            Some(Asked::Recover { seat, .. }) => {
                Stage::Recovery { turn: board.turn_of(setup, seat) }
            }
        };
        let mut play = Honnoji { setup: setup.clone(), board, dice: dice.fork() };
        if play.board.stage == Stage::Decision {
            // The squares before the movement are those of the pawns.
            play.board.from = Default::default();
        } else if !play.board.declared.is_empty() {
            play.turn_up();
        }
        for (seat, player) in seats {
            let index = seat.index();
            let layout = match &player.laid {
                Laid::FaceDown { cells } => play.guess(seat, cells, &mut dice),
                Laid::Declared => match play.layouts(seat) {
                    [] => continue,
                    list => dice.pick(list).layout(),
                },
                _ => continue,
            };
            play.board.laid[index] = layout;
            play.board.hands[index] = player.hand.minus(layout.cards());
        }
        let mut deck = Row::EMPTY;
        view.deck_holds.iter().for_each(|face| deck.push(face));
        dice.shuffle(deck.as_mut_slice());
        play.board.deck = deck;
        play
    }

    /// A layout of a seat's hand on these cells.
    fn guess(&self, seat: Seat, cells: &[Cell], dice: &mut Dice) -> Layout {
        let mut hand: Vec<Face> = self.board.hands[seat.index()].to_vec();
        loop {
            dice.shuffle(&mut hand);
            let cards: Vec<LaidCard> = (cells.iter().zip(&hand))
                .map(|(cell, face)| LaidCard { face: *face, cell: *cell })
                .collect();
            let Some(layout) = Layout::new(&cards) else { return Layout::EMPTY };
            let orders = Orders::read(&layout, &self.setup.icons);
            if self.board.round > 1 || orders.plan(0).to != 0 {
                return layout;
            }
        }
    }

    /// The complete truth.
    pub(crate) fn truth(&self) -> Position {
        let board = &self.board;
        let seat = |turn| board.at(&self.setup, turn);
        let stage = match board.stage {
            Stage::PickUp { square, turn } => StagePosition::PickUp { square, seat: seat(turn) },
            Stage::Attack { turn, attack, victim } => {
                StagePosition::Attack { seat: seat(turn), attack, victim: seat(victim) }
            }
            Stage::Fire { turn } => StagePosition::Fire { seat: seat(turn) },
            Stage::Recovery { turn } => StagePosition::Recovery { seat: seat(turn) },
            Stage::Over => StagePosition::Over {},
            // Nobody is asked in the other stages, so positions are never taken there.
            Stage::Decision
            | Stage::Preparation
            | Stage::Movement
            | Stage::Exhaustion
            | Stage::RoundEnd => StagePosition::Decision {},
        };
        let player = |seat: Seat| {
            let index = seat.index();
            PlayerPosition {
                square: on_board(board.pawns[index]),
                from: on_board(board.from[index]),
                hand: Some(board.hands[index].to_vec()),
                exposed: Some(board.exposed[index].to_vec()),
                laid: board.declared.contains(seat).then(|| board.laid[index].iter().collect()),
            }
        };
        Position {
            round: board.round,
            stage: Some(stage),
            first_player: board.first,
            squares: board.squares.iter().map(|row| row.as_slice().to_vec()).collect(),
            deck: Some(board.deck.as_slice().to_vec()),
            discards: Some(board.discards.to_vec()),
            players: Seat::all(self.setup.seats).map(player).collect(),
            dice: self.dice.state(),
        }
    }
}

/// A square, unless the pawn stands nowhere.
fn on_board(square: u8) -> Option<u8> {
    (square > 0).then_some(square)
}

/// The action in words. Of a layout first what it designates, so that equal orders begin with
/// equal words, then its cards.
pub(crate) fn label(action: Action, setup: &Setup) -> Text {
    match action {
        Action::Lay(layout) if layout.is_empty() => Text::fixed("何も配置しない", "Place nothing"),
        Action::Lay(layout) => {
            let cards = setup.names(layout.cards());
            let orders = Orders::read(&layout, &setup.icons);
            let (mut ja, mut en) = (Vec::new(), Vec::new());
            for square in (1..=SQUARES).filter(|square| orders.moves & (1 << square) != 0) {
                ja.push(format!("{square}へ移動"));
                en.push(format!("move to {square}"));
            }
            for attack in orders.all_attacks() {
                let Text { ja: icon_ja, en: icon_en } = crate::events::icon_name(attack.icon);
                ja.push(format!("{}へ{icon_ja}", attack.square));
                en.push(format!("{icon_en} on {}", attack.square));
            }
            if orders.recover > 0 {
                ja.push(format!("{}枚まで回復", orders.recover));
                en.push(format!("recover up to {}", orders.recover));
            }
            if ja.is_empty() {
                ja.push("指定なし".to_owned());
                en.push("no orders".to_owned());
            }
            Text::new(
                format!("{}({})", ja.join("・"), cards.ja),
                format!("{} ({})", crate::events::capital(&en.join(", ")), cards.en),
            )
        }
        Action::Take(face) => {
            let Text { ja, en } = setup.name(face);
            Text::new(format!("{ja}を拾得する"), format!("Pick up: {en}"))
        }
        Action::Steal(face) => {
            let Text { ja, en } = setup.name(face);
            Text::new(format!("{ja}を奪う"), format!("Steal: {en}"))
        }
        Action::Burn(face) => {
            let Text { ja, en } = setup.name(face);
            Text::new(format!("{ja}を捨てる"), format!("Discard: {en}"))
        }
        Action::Recover(Cards::NONE) => Text::fixed("何も回復しない", "Recover nothing"),
        Action::Recover(cards) => {
            let Text { ja, en } = setup.names(cards);
            Text::new(format!("{ja}を回復する"), format!("Recover: {en}"))
        }
    }
}
