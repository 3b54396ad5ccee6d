//! The reading of a layout, shown to players: each icon with its number and its effect.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::chain::{ChainEnd, chain};
use super::orders::{Attack, Orders, Stay};
use super::returning;
use crate::components::{Icon, Icons};
use crate::face::{Cards, Face};
use crate::grid::{Cell, Direction, LaidCard, Layout};
use crate::ring::{SQUARES, reach};

/// What an icon will do, as seen from the square the pawn stands on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Effect {
    /// It designates no number and does nothing.
    Nothing,
    /// The pawn will stand there.
    Arrives {
        /// Where.
        square: u8,
    },
    /// The pawn will pass there.
    Passes {
        /// Where.
        square: u8,
    },
    /// A movement icon that does nothing.
    Stays {
        /// Why.
        why: Stay,
    },
    /// Everybody else on the square will be attacked.
    Attacks {
        /// Where.
        square: u8,
    },
    /// A sword that does not reach the square.
    OutOfReach {
        /// The square it designates.
        square: u8,
        /// The squares it reaches after the movement; none if the pawn stands nowhere.
        reach: Vec<u8>,
    },
    /// Cards may be recovered.
    Recovers {
        /// At most.
        cards: u8,
    },
}

/// What one icon reads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct IconReading {
    /// The card it is on.
    pub card: Face,
    /// Where that card lies.
    pub cell: Cell,
    /// The icon.
    pub icon: Icon,
    /// Where it points.
    pub direction: Direction,
    /// The numbers it adds, from the icon on.
    pub chain: Vec<LaidCard>,
    /// The number it designates: their sum, if there are any.
    pub number: Option<u8>,
    /// Why the chain ended.
    pub end: ChainEnd,
    /// The cell at which it ended; `null` where the placement area ends.
    pub stop: Option<Cell>,
    /// What the icon will do.
    pub effect: Effect,
}
/// What a layout orders, as seen from the square the pawn stands on before the movement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Reading {
    /// Where the pawn stands; `null` in round 1.
    pub from: Option<u8>,
    /// Every icon, in the order of the layout's cards.
    pub icons: Vec<IconReading>,
    /// Where the pawn will stand; `null` if in round 1 no square is designated.
    pub destination: Option<u8>,
    /// The squares it will enter.
    pub path: Vec<u8>,
    /// Why it stays, if it does.
    pub stays: Option<Stay>,
    /// The attacks, in the order in which they are carried out (A-H47).
    pub attacks: Vec<Attack>,
    /// How many cards may be recovered.
    pub recover: u8,
    /// The cards that return to hand in the exhaustion phase (H-126, H-127).
    pub returns: Cards,
    /// The cards that are exposed then (H-128).
    pub exposes: Cards,
}
impl Reading {
    /// Reads a layout in full, for people.
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
            path: orders.walk(from).squares().to_vec(),
            stays: orders.stays(from),
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
    let path = orders.walk(from);
    let entered = path.squares();
    if entered.last() == Some(&number) {
        return Effect::Arrives { square: number };
    }
    if entered.contains(&number) {
        return Effect::Passes { square: number };
    }
    Effect::Stays { why: orders.why_off_the_way(from, number) }
}
