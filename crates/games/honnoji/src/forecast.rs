//! The forecast of a layout that a player is still arranging: its effects if no other seat interferes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::Seat;

use crate::Honnoji;
use crate::face::Cards;
use crate::grid::Layout;
use crate::layout_effects::{Attack, Reading};

/// The interpretation of a layout, with what it gains if no other seat interferes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Forecast {
    /// The orders of the layout.
    #[serde(flatten)]
    pub reading: Reading,
    /// The cards that the seat picks up if its pawn is alone on its square.
    pub picks_up: Cards,
    /// The points of these cards.
    pub points: i32,
    /// True if the pawn ends on a fire square, where the seat picks up nothing and loses a card.
    pub burns: bool,
    /// The other seats that are now on the square where the pawn ends.
    pub company: Vec<Seat>,
    /// The attacks in the order in which they are carried out, each with the other seats that are now on
    /// the attacked square.
    pub targets: Vec<Target>,
}

/// An attack and the seats that it would hit now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Target {
    /// The attack.
    #[serde(flatten)]
    pub attack: Attack,
    /// The other seats that are now on the attacked square.
    pub seats: Vec<Seat>,
}

impl Forecast {
    /// The forecast of a layout of this seat.
    pub(crate) fn of(game: &Honnoji, seat: Seat, layout: &Layout) -> Forecast {
        let (config, board) = (&game.config, &game.board);
        let reading = Reading::of(layout, &config.icons, board.pawns[seat.index()]);
        let others = |square: u8| {
            let is_there = |other: &Seat| *other != seat && board.stands(*other, square);
            Seat::all(config.seats).filter(is_there).collect::<Vec<Seat>>()
        };
        let burns = reading.destination.is_some_and(|square| board.burns(square));
        let picks_up = match reading.destination {
            Some(square) if !burns => board.pile(square).cards(),
            _ => Cards::NONE,
        };
        Forecast {
            picks_up,
            points: config.points(picks_up),
            burns,
            company: reading.destination.map(others).unwrap_or_default(),
            targets: (reading.attacks.iter())
                .map(|attack| Target { attack: *attack, seats: others(attack.square) })
                .collect(),
            reading,
        }
    }
}
