//! The reading of a layout, which is its interpretation as shown to players: each icon with its
//! number and its effect.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::chain::{ChainEnd, chain};
use super::orders::{Attack, Orders, StayReason};
use super::returning;
use crate::components::{Icon, Icons};
use crate::face::{Cards, Face};
use crate::grid::{Cell, Direction, LaidCard, Layout};
use crate::ring::{SQUARES, reach};

/// The effect of an icon, for the square of the pawn before the movement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Effect {
    /// The icon designates no number and has no effect.
    Nothing,
    /// Movement: the pawn ends on the square.
    Arrives {
        /// The square on which the pawn ends, 1..=5.
        square: u8,
    },
    /// Movement: the pawn passes the square.
    Passes {
        /// The square that the pawn passes, 1..=5.
        square: u8,
    },
    /// Movement: the icon has no effect.
    Stays {
        /// The reason why the icon has no effect.
        why: StayReason,
    },
    /// Attack on every other seat on the square.
    Attacks {
        /// The attacked square, 1..=5.
        square: u8,
    },
    /// Sword attack on a square that is out of reach.
    OutOfReach {
        /// The designated square, 1..=5.
        square: u8,
        /// The squares within reach after the movement; empty if the pawn is not on the board.
        reach: Vec<u8>,
    },
    /// Recovery: exposed cards may return to the hand.
    Recovers {
        /// Maximum number of cards to recover.
        cards: u8,
    },
}

/// The interpretation of one icon of a layout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct IconReading {
    /// The card with the icon.
    pub card: Face,
    /// The cell of the card.
    pub cell: Cell,
    /// The interpreted icon.
    pub icon: Icon,
    /// The direction of the icon.
    pub direction: Direction,
    /// The numbers of the chain, beginning at the icon.
    pub chain: Vec<LaidCard>,
    /// The designated number: the sum of the chain. `null` if the chain is empty.
    pub number: Option<u8>,
    /// The reason why the chain ends.
    pub end: ChainEnd,
    /// The cell at which the chain ends; `null` at the edge of the placement area.
    pub stop: Option<Cell>,
    /// The effect of the icon.
    pub effect: Effect,
}
/// The interpretation of a layout, for the square of the pawn before the movement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Reading {
    /// The square of the pawn before the movement; `null` in round 1.
    pub from: Option<u8>,
    /// The interpreted icons, in the order of the layout's cards.
    pub icons: Vec<IconReading>,
    /// The square of the pawn after the movement; `null` if no square is designated in round 1.
    pub destination: Option<u8>,
    /// The squares that the pawn enters.
    pub path: Vec<u8>,
    /// The reason why the pawn does not move; `null` if it moves.
    pub stays: Option<StayReason>,
    /// The attacks in the order in which they are carried out (A-H47).
    pub attacks: Vec<Attack>,
    /// Maximum number of cards to recover.
    pub recover: u8,
    /// The cards that return to the hand in the exhaustion phase (H-126, H-127).
    pub returns: Cards,
    /// The cards that are exposed in the exhaustion phase (H-128).
    pub exposes: Cards,
}
impl Reading {
    /// Interprets a layout for a pawn on square `from` (0: not on the board yet).
    pub(crate) fn of(layout: &Layout, icons: &Icons, from: u8) -> Reading {
        let orders = Orders::read(layout, icons);
        let plan = orders.plan(from);
        let mut readings = Vec::new();
        for card in layout.iter() {
            for spec in icons.of(card.face) {
                let chain = chain(layout, card.cell, spec.direction);
                let mut cell = card.cell;
                let numbers = (0..chain.cards).filter_map(|_| {
                    cell = cell.step(spec.direction)?;
                    Some(LaidCard { face: layout.at(cell)?, cell })
                });
                readings.push(IconReading {
                    card: card.face,
                    cell: card.cell,
                    icon: spec.icon,
                    direction: spec.direction,
                    chain: numbers.collect(),
                    number: (chain.number > 0).then_some(chain.number),
                    end: chain.end,
                    stop: chain.stop,
                    effect: effect(&orders, from, plan.to, spec.icon, chain.number),
                });
            }
        }
        let cards = layout.cards();
        let returns = returning(cards);
        Reading {
            from: (from > 0).then_some(from),
            icons: readings,
            destination: (plan.to > 0).then_some(plan.to),
            path: orders.path(from).squares().to_vec(),
            stays: orders.stay_reason(from),
            attacks: plan.attacks().collect(),
            recover: plan.recover,
            returns,
            exposes: cards.minus(returns),
        }
    }
}

fn effect(orders: &Orders, from: u8, to: u8, icon: Icon, number: u8) -> Effect {
    if number == 0 {
        return Effect::Nothing;
    }
    match icon {
        Icon::Move => effect_of_move(orders, from, number),
        Icon::Sword if reach(to) & (1 << number) == 0 => Effect::OutOfReach {
            square: number,
            reach: (1..=SQUARES).filter(|square| reach(to) & (1 << square) != 0).collect(),
        },
        Icon::Sword | Icon::Gun => Effect::Attacks { square: number },
        Icon::Recover => Effect::Recovers { cards: number },
    }
}

fn effect_of_move(orders: &Orders, from: u8, number: u8) -> Effect {
    let path = orders.path(from);
    let entered = path.squares();
    if entered.last() == Some(&number) {
        return Effect::Arrives { square: number };
    }
    if entered.contains(&number) {
        return Effect::Passes { square: number };
    }
    Effect::Stays { why: orders.reason_off_path(from, number) }
}
