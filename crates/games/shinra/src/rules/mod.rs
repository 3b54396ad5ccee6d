//! The rules: lists of legal actions ([`list`]), checks of one action with reasons ([`check`]), effects
//! of actions ([`turn`]), and attack and check ([`combat`]).

mod check;
mod combat;
mod list;
mod turn;

use zashiki_core::{LocalizedText, RuleId, Seat, SeatSet, describe, either};

use crate::Shinra;
use crate::board::{LAST_PLACE, PLACES, Stage};

pub(crate) use combat::{UNLIMITED, may_attack, takes};

impl Shinra {
    /// The seats whose decisions are awaited.
    #[inline]
    pub(crate) fn awaited(&self) -> SeatSet {
        match self.board.stage {
            Stage::Setup => Seat::all(2).filter(|seat| self.board.occupied(*seat) == 0).collect(),
            stage => stage.seat().map_or(SeatSet::EMPTY, SeatSet::one),
        }
    }

    /// The prompt for the awaited decision, and the rule that asks for it; `None` after the end.
    pub(crate) fn current_prompt(&self) -> Option<(LocalizedText, RuleId)> {
        Some(match self.board.stage {
            Stage::Setup => describe!(
                "K-33",
                "自陣の2列に、王とあと8組のカードを並べ、1マスを空けてください。",
                "Arrange the King and eight more pieces on your two rows; one square stays empty."
            ),
            Stage::Deploy { place, .. } => {
                let (number, all) = deployed(place);
                match place {
                    0 | 1 => describe!(
                        "K-35",
                        "自陣の空いているマスに配すカードを選んでください(配備{all}枚のうち{number}枚目)。",
                        "Choose a card for the empty square of your territory (card {number} of {all}).",
                        number,
                        all
                    ),
                    LAST_PLACE => describe!(
                        "K-42",
                        "真ん中のマスに配す単独カードを選んでください(配備{all}枚のうち{number}枚目)。",
                        "Choose a single for the middle square (card {number} of {all}).",
                        number,
                        all
                    ),
                    _ => describe!(
                        "K-36",
                        "中心地帯(3列目)に単独カードを配してください(配備{all}枚のうち{number}枚目)。",
                        "Lay a single on the middle ground, row 3 (card {number} of {all}).",
                        number,
                        all
                    ),
                }
            }
            Stage::Act { seat } => {
                let ways = self.ways_of_a_turn(seat);
                if self.board.check {
                    describe!(
                        "K-46",
                        "王手です。{ways}、のいずれかを選んでください。",
                        "Your King is in check: {ways}.",
                        ways
                    )
                } else {
                    describe!(
                        "K-46",
                        "{ways}、のいずれかを選んでください。",
                        "Your turn: {ways}.",
                        ways
                    )
                }
            }
            Stage::Follow { from, king: true, .. } if self.board.at(from).cards().is_stack() => {
                describe!(
                    "K-85",
                    "王を攻撃した{from}のカードを自陣に戻すか、味方に重ねてください。",
                    "Your stack on {from} attacked the King: it goes home or joins a piece of yours."
                )
            }
            Stage::Follow { from, .. } => describe!(
                "K-66",
                "攻撃した{from}のカードを、自陣に戻す、味方に重ねる、手持ちにする、のいずれかにしてください。",
                "Your piece on {from} captured nothing: it goes home, joins a piece of yours, or goes into your hand."
            ),
            Stage::Settle { cards, .. } => describe!(
                "K-87",
                "王が乗った{cards}を戻す自陣のマスを選んでください。",
                "Choose a square of your territory for the {cards} on which the King stepped.",
                cards
            ),
            Stage::Queen { .. } => describe!(
                "K-75",
                "取った王妃を相手に返しますか。返すと自分の王が{gain}点増えます({most}点まで)。",
                "Give the captured Queen back? Your King gains {gain} life points, up to {most}.",
                gain = self.config.components.points.queen_return,
                most = self.config.components.points.king_most
            ),
            Stage::Switch { place: Some(place), .. } if place < LAST_PLACE => describe!(
                "K-39",
                "自陣のカード2つの位置を入れ替えられます。",
                "You may switch two pieces in your territory."
            ),
            Stage::Switch { .. } => describe!(
                "K-44",
                "自陣のカード2つの位置を入れ替えられます。断ると、この対局ではもうスイッチできません。",
                "You may switch two pieces in your territory. Once a player declines, nobody may switch again."
            ),
            Stage::Over { .. } => return None,
        })
    }

    /// The kinds of action that the seat may choose on this turn, as a list in words (K-46).
    fn ways_of_a_turn(&self, seat: Seat) -> LocalizedText {
        let king = self.board.king(seat);
        let steps = self.may_step(seat, self.board.check)
            && self.config.arrows.beside(seat, king) & self.board.occupied(seat) != 0;
        let ways = [
            (true, LocalizedText::fixed("カードを進める", "move a piece")),
            (true, LocalizedText::fixed("手持ちを配す", "put down a card")),
            (true, LocalizedText::fixed("カードを退避する", "take one back")),
            (
                self.board.hands[seat.index()].holds_captive(),
                LocalizedText::fixed("王妃を返す", "give the Queen back"),
            ),
            (steps, LocalizedText::fixed("王の一歩を使う", "use the King's step")),
        ];
        let available = ways.into_iter().filter(|(available, _)| *available).map(|(_, way)| way);
        let LocalizedText { en, .. } = either(available.clone());
        LocalizedText { ja: zashiki_core::list(available).ja, en }
    }
}

/// The number of a card of the deployment among those of its seat, from 1, and the number of all of them.
fn deployed(place: u8) -> (usize, usize) {
    let last = usize::from(place);
    let own = |seats: &[Seat]| seats.iter().filter(|seat| **seat == PLACES[last]).count();
    (own(&PLACES[..=last]), own(&PLACES))
}
