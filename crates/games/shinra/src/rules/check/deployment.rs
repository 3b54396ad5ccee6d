//! Checks of the cards laid in the deployment, and of switches; each names the violated rule.

use zashiki_core::{IllegalAction, Seat, text};

use super::refuse;
use crate::Shinra;
use crate::board::{LAST_PLACE, PLACES};
use crate::kind::{Cards, Item};
use crate::square::{MIDDLE_ROW, Square};

impl Shinra {
    /// Checks a card laid in the deployment (K-35 to K-38, K-42, K-79, K-80, K-86; AK20, AK29).
    pub(crate) fn check_deploy(
        &self,
        seat: Seat,
        place: u8,
        item: Item,
        to: Square,
    ) -> Result<(), IllegalAction> {
        let middle = place == LAST_PLACE;
        let rule = match place {
            0 | 1 => "K-35",
            LAST_PLACE => "K-42",
            _ => "K-36",
        };
        let card = item.cards;
        if item.cards.is_stack() || item.cards == Cards::KING {
            return refuse!(
                "K-38",
                "配備で配せるのは単独カードだけです({card}は配せません)。単独カードを選んでください。",
                "Only singles are laid in the deployment, not {card}; choose a single.",
                card
            );
        }
        self.check_special(seat, item)?;
        if self.board.hands[seat.index()].count(item) == 0 {
            return refuse!(
                rule,
                "手持ちに{card}がありません。手持ちのカードを選んでください。",
                "There is no {card} in your hand; choose a card that is.",
                card
            );
        }
        if place < 2 {
            if !to.is_home_of(seat) || self.board.at(to).is_some() {
                return refuse!(
                    "K-35",
                    "まず自陣の空いているマスに配します({to}ではありません)。光っているマスを選んでください。",
                    "The empty square of your own territory is filled first, and {to} is another; choose the lit square."
                );
            }
            if item.cards.is_subset_of(Cards::ORDINARY) && !self.ordinary_to_spare(place) {
                let later = PLACES.iter().skip(2).filter(|other| **other == seat).count();
                return refuse!(
                    "K-36",
                    "このあと3列目に守・攻・台が{later}枚必要です。ここには王妃か将軍を配してください。",
                    "Row 3 will need {later} of your Guards, Strikers and Bases; lay the Queen or the General here."
                );
            }
            return Ok(());
        }
        if item.cards.intersects(Cards::COURT) {
            return refuse!(
                "K-86",
                "{card}は手持ちからは自陣にしか配せません。守・攻・台を選んでください。",
                "{card} comes from the hand into your own territory only; choose a Guard, Striker or Base.",
                card
            );
        }
        if middle {
            if to != Square::MIDDLE {
                let middle = Square::MIDDLE;
                return refuse!(
                    "K-42",
                    "残っているのは真ん中の{middle}だけです。そこに配してください。",
                    "Only the middle square {middle} is left; lay it there."
                );
            }
            return Ok(());
        }
        if to == Square::MIDDLE {
            return refuse!(
                "K-37",
                "真ん中の{to}には、ほかがすべて埋まるまで配せません。光っているマスを選んでください。",
                "The middle square {to} stays empty until all the others are full; choose a lit square."
            );
        }
        if MIDDLE_ROW & to.bit() == 0 || self.board.at(to).is_some() {
            return refuse!(
                "K-36",
                "中心地帯(3列目)の空いているマスに配してください({to}には配せません)。",
                "Lay it on an empty square of row 3, which {to} is not."
            );
        }
        Ok(())
    }

    /// Checks an exchange of two pieces (K-39, K-40).
    pub(super) fn check_switch(
        &self,
        seat: Seat,
        a: Square,
        b: Square,
    ) -> Result<(), IllegalAction> {
        for square in [a, b] {
            if self.board.at(square).owner() != Some(seat) {
                return refuse!(
                    "K-40",
                    "{square}に自分のカードはありません。自陣の自分のカード2つを選んでください。",
                    "You have no piece on {square}; choose two of yours in your territory."
                );
            }
            if !square.is_home_of(seat) {
                return refuse!(
                    "K-40",
                    "{square}は自陣ではありません。自陣のカード2つを選んでください。",
                    "{square} is not in your territory; choose two pieces there."
                );
            }
        }
        Ok(())
    }
}
