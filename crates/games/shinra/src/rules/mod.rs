//! The rules: who decides, what may be done, what it does, and why something may not be done.

mod check;
mod combat;
mod list;
mod turn;

use table::{Seat, SeatSet, Text};

use crate::Shinra;
use crate::board::Stage;

pub(crate) use check::refuse;
pub(crate) use combat::{UNLIMITED, may_attack, takes};
pub(crate) use list::{LAST_PLACE, PLACES};

impl Shinra {
    /// Whose decisions are awaited.
    #[inline]
    pub(crate) fn awaited(&self) -> SeatSet {
        match self.board.stage {
            Stage::Setup => Seat::all(2).filter(|seat| self.board.occupied(*seat) == 0).collect(),
            stage => stage.seat().map_or(SeatSet::EMPTY, SeatSet::one),
        }
    }

    /// What is asked, in words, and the rule that asks it.
    pub(crate) fn ask(&self) -> Option<(Text, &'static str)> {
        Some(match self.board.stage {
            Stage::Setup => (
                Text::fixed(
                    "自陣の2列に、王、単独3枚、2枚重ね3組、3枚重ね2組を並べ、1マスを空けてください。",
                    "Arrange the king, three singles, three stacks of two and two stacks of three on your first two rows; leave one square empty.",
                ),
                "K-33",
            ),
            Stage::Deploy { place: 0 | 1, .. } => (
                Text::fixed(
                    "自陣の空いているマスに置くカードを選んでください。",
                    "Choose a card for the gap in your territory.",
                ),
                "K-35",
            ),
            Stage::Deploy { place: LAST_PLACE, .. } => (
                Text::fixed(
                    "真ん中のマスに置く単独カードを選んでください。",
                    "Choose a single for the middle square.",
                ),
                "K-42",
            ),
            Stage::Deploy { .. } => (
                Text::fixed(
                    "中心地帯(3列目)に単独カードを置いてください。",
                    "Lay a single on the middle ground (row 3).",
                ),
                "K-36",
            ),
            Stage::Act { .. } if self.board.check => (
                Text::fixed(
                    "王手です。進める、置く、退避する、のいずれかを選んでください。",
                    "Your king is in check. Move, put something from your hand, or retreat.",
                ),
                "K-46",
            ),
            Stage::Act { .. } => (
                Text::fixed(
                    "進める、置く、退避する、のいずれかを選んでください。",
                    "Move, put something from your hand, or retreat.",
                ),
                "K-46",
            ),
            Stage::Follow { from, king: true, .. } if self.board.at(from).cards().is_stack() => (
                Text::new(
                    format!("王を攻撃した{from}の駒を自陣に戻すか、味方に重ねてください。"),
                    format!(
                        "The stack on {from} attacked the king: it must go home or join an own piece."
                    ),
                ),
                "K-85",
            ),
            Stage::Follow { from, .. } => (
                Text::new(
                    format!(
                        "取れなかった{from}の駒を、自陣に戻す、味方に重ねる、手持ちにする、のいずれかにしてください。"
                    ),
                    format!(
                        "The piece on {from} took nothing: it goes home, joins an own piece or goes to your hand."
                    ),
                ),
                "K-66",
            ),
            Stage::Settle { cards, .. } => {
                let Text { ja, en } = cards.name();
                (
                    Text::new(
                        format!("王が乗った{ja}を置く自陣のマスを選んでください。"),
                        format!(
                            "Choose a square of your territory for {en}, onto which the king stepped."
                        ),
                    ),
                    "K-87",
                )
            }
            Stage::Queen { .. } => (
                Text::fixed(
                    "取った王妃を相手に返しますか。返すと王の点数が増えます。",
                    "Give the queen back? Your king gains points by it.",
                ),
                "K-75",
            ),
            Stage::Switch { place, .. } => (
                Text::fixed(
                    "自陣の駒2つの位置を入れ替えますか。",
                    "Do you want to switch two pieces of your territory?",
                ),
                if place.is_some_and(|place| place < LAST_PLACE) { "K-39" } else { "K-44" },
            ),
            Stage::Over { .. } => return None,
        })
    }
}
