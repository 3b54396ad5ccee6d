//! Checks of actions with items of a hand; each names the violated rule.

use zashiki_core::{IllegalAction, Seat, text};

use super::movement::check_combine;
use super::refuse;
use crate::Shinra;
use crate::board::{LAST_PLACE, Stage};
use crate::kind::{Cards, Item, Kind};
use crate::square::Square;

impl Shinra {
    /// Checks an item put on a square in the battle (K-38, K-50 to K-52, K-80, K-81, K-86; AK9, AK10,
    /// AK33, AK46).
    pub(crate) fn check_put(
        &self,
        seat: Seat,
        item: Item,
        to: Square,
    ) -> Result<(), IllegalAction> {
        self.check_held(seat, item)?;
        self.check_captive(item)?;
        self.check_special(seat, item)?;
        let card = item.cards;
        let occupant = self.board.at(to);
        match occupant.owner() {
            None => {}
            Some(owner) if owner != seat => {
                return refuse!(
                    "K-50",
                    "{to}には相手のカードがあります。空いているマスに配してください。",
                    "There is an enemy piece on {to}; put it on an empty square."
                );
            }
            Some(_) if item.cards.is_stack() => {
                return refuse!(
                    "K-52",
                    "手持ちのコンバインカードは、シート上のカードに重ねられません({to})。自陣の空いているマスを選んでください。",
                    "A stack of the hand cannot be put onto a card of the sheet ({to}); choose an empty square of your territory."
                );
            }
            Some(_) if item.cards.intersects(Cards::SPECIAL) => {
                return refuse!(
                    "K-81",
                    "{card}は単独でしか使えず、重ねられません。空いているマスに配してください。",
                    "{card} is used alone and cannot join a stack; put it on an empty square.",
                    card
                );
            }
            Some(_) => {
                check_combine(item.cards, occupant.cards(), to)?;
                if !occupant.cards().is_stack() {
                    return refuse!(
                        "K-51",
                        "手持ちの単独カードを重ねられるのはシート上のコンバインカードだけです({to}は単独)。ほかのマスを選んでください。",
                        "A single of the hand is added to a stack of the sheet only, and {to} holds a single; choose another square."
                    );
                }
            }
        }
        if to.is_home_of(seat) {
            return Ok(());
        }
        if item.cards.is_stack() {
            return refuse!(
                "K-38",
                "コンバインカードは手持ちからは自陣にしか配せません({to}は自陣の外)。自陣の空いているマスを選んでください。",
                "A stack comes from the hand into your own territory only; choose an empty square there, not {to}."
            );
        }
        if item.cards.intersects(Cards::COURT) {
            return refuse!(
                "K-86",
                "{card}は手持ちからは自陣にしか配せません({to}は自陣の外)。自陣のマスを選んでください。",
                "{card} comes from the hand into your own territory only; choose a square there, not {to}.",
                card
            );
        }
        Ok(())
    }

    /// Checks that a remainder and another single may be put on the board as a new stack (K-53; AK17,
    /// AK35).
    pub(crate) fn check_pair(
        &self,
        seat: Seat,
        first: Kind,
        second: Item,
        to: Square,
    ) -> Result<(), IllegalAction> {
        let remainder = Item::remainder(first);
        if self.board.hands[seat.index()].count(remainder) == 0 {
            let card = remainder.cards;
            return refuse!(
                "K-53",
                "手持ちの{card}は、王妃を返した残りではないので、2枚重ねで始められません。1枚で配してください。",
                "No {card} of your hand is left of a stack whose Queen went back, so it cannot start as a stack; put it alone.",
                card
            );
        }
        self.check_held(seat, second)?;
        if self.board.at(to).is_some() {
            return refuse!(
                "K-53",
                "2枚重ねは空いているマスから始めます({to}はふさがっています)。光っているマスを選んでください。",
                "The new stack starts on an empty square, which {to} is not; choose a lit one."
            );
        }
        if !to.is_home_of(seat) {
            return refuse!(
                "K-38",
                "コンバインカードは手持ちからは自陣にしか配せません({to}は自陣の外)。自陣の空いているマスを選んでください。",
                "A stack comes from the hand into your own territory only; choose an empty square there, not {to}."
            );
        }
        Ok(())
    }

    /// Checks that the seat may return the queen as the action of its turn (K-76).
    pub(super) fn check_return(&self, seat: Seat, item: Item) -> Result<(), IllegalAction> {
        if self.board.hands[seat.index()].count(item) > 0 {
            return Ok(());
        }
        refuse!(
            "K-76",
            "手持ちに{item}がないので、返せません。別の手を選んでください。",
            "There is no {item} in your hand to give back; choose another action.",
            item
        )
    }

    /// Checks that 八とび or the Joker may be put on the board now (K-79, K-80); all other items pass.
    pub(crate) fn check_special(&self, seat: Seat, item: Item) -> Result<(), IllegalAction> {
        let battle = !matches!(
            self.board.stage,
            Stage::Setup | Stage::Deploy { .. } | Stage::Switch { place: Some(0..LAST_PLACE), .. }
        );
        match item.cards.single() {
            Some(Kind::Hachitobi) if !battle => refuse!(
                "K-79",
                "八とびは戦闘が始まるまで使えません。別のカードを選んでください。",
                "The Leaper is not used before the battle begins; choose another card."
            ),
            Some(Kind::Joker) if !battle || !self.joker_ready(seat) => {
                let most = self.config.components.points.joker_king;
                refuse!(
                    "K-80",
                    "ジョーカーは自分の王が{most}点以下にならないと配せません。別のカードを選んでください。",
                    "The Joker is put only while your own King has {most} points or fewer; choose another card."
                )
            }
            _ => Ok(()),
        }
    }

    /// The reason why an item cannot be put on any square now, regardless of whose turn it is; `None` if
    /// it can.
    pub(crate) fn unusable(&self, seat: Seat, item: Item) -> Option<IllegalAction> {
        match self.board.stage {
            Stage::Over { .. } => Some(IllegalAction::over()),
            Stage::Setup => self.check_special(seat, item).err(),
            _ => self.check_captive(item).and_then(|()| self.check_special(seat, item)).err(),
        }
    }

    /// Checks that the item does not contain a captured queen, which cannot be put on the board (K-74,
    /// K-78).
    fn check_captive(&self, item: Item) -> Result<(), IllegalAction> {
        if !item.is_captive() {
            Ok(())
        } else if item.cards.is_stack() {
            refuse!(
                "K-78",
                "相手の王妃を含むコンバインカードは、王妃を返すまで使えません。使うには、先に王妃を返してください。",
                "A stack with the enemy's Queen in it cannot be used until she is given back; give her back first."
            )
        } else {
            refuse!(
                "K-74",
                "相手の王妃は自分のカードとして使えません。返すことができます。",
                "The enemy's Queen cannot be used; you can give her back."
            )
        }
    }

    /// Checks that the item is in the seat's hand. If it is not, the error names a similar item that is.
    fn check_held(&self, seat: Seat, item: Item) -> Result<(), IllegalAction> {
        let hand = &self.board.hands[seat.index()];
        if hand.count(item) > 0 {
            return Ok(());
        }
        let alike = hand.stacks().iter().find(|stack| item.cards.is_subset_of(stack.cards));
        match alike {
            Some(stack) if stack.is_captive() => self.check_captive(*stack)?,
            Some(stack) if stack.cards == item.cards => {
                return refuse!(
                    "K-85",
                    "手持ちにあるのは{stack}です({item}ではありません)。そちらを選んでください。",
                    "What lies in your hand is {stack}, not {item}; choose that.",
                    stack,
                    item
                );
            }
            Some(stack) => {
                return refuse!(
                    "K-71",
                    "手持ちの{stack}は、配備するまで組み合わせを変えられません({item}だけは配せません)。そのまま配してください。",
                    "{stack} in your hand stays as it is, so {item} cannot be taken out of it; put the whole stack.",
                    stack = stack.cards,
                    item
                );
            }
            None => {}
        }
        refuse!(
            "K-50",
            "手持ちに{item}がありません。手持ちの中から選んでください。",
            "There is no {item} in your hand; choose something that is.",
            item
        )
    }
}
