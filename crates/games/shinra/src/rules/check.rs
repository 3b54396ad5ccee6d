//! Why an action may not be taken: decided square by square, without the list.

use table::{Illegal, Seat, Text};

use crate::Shinra;
use crate::actions::Action;
use crate::board::{Piece, Stage};
use crate::kind::{Cards, Item, Kind, STACK_CARDS};
use crate::rules::combat::may_attack;
use crate::rules::list::{LAST_PLACE, PLACES};
use crate::square::{MIDDLE_ROW, Square};

/// A refusal made on the spot.
pub(crate) fn refuse(rule: &'static str, ja: impl Into<String>, en: impl Into<String>) -> Illegal {
    Illegal::new(rule, Text::new(ja, en))
}

/// Refuses with texts in both languages.
macro_rules! no {
    ($rule:expr, $ja:literal, $en:literal) => {
        Err(refuse($rule, format!($ja), format!($en)))
    };
}

/// A card's or stack's name in both languages.
fn name(cards: Cards) -> (String, String) {
    let Text { ja, en } = cards.name();
    (ja.into_owned(), en.into_owned())
}

impl Shinra {
    /// Whether the seat may decide so.
    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        if matches!(self.board.stage, Stage::Over { .. }) {
            return Err(Illegal::over());
        }
        if !self.awaited().contains(seat) {
            return Err(Illegal::not_awaited());
        }
        match (self.board.stage, action) {
            (Stage::Setup, Action::Arrange(arrangement)) => {
                arrangement.check(seat, &self.setup.components)
            }
            (Stage::Deploy { place, .. }, Action::Put { item, to }) => {
                self.check_deploy(seat, place, item, to)
            }
            (Stage::Act { .. }, Action::Move { from, to }) => self.check_move(seat, from, to),
            (Stage::Act { .. }, Action::Put { item, to }) => self.check_put(seat, item, to),
            (Stage::Act { .. }, Action::Pair { first, second, to }) => {
                self.check_pair(seat, first, second, to)
            }
            (Stage::Act { .. }, Action::Retreat { from }) => self.check_retreat(seat, from),
            (Stage::Act { .. }, Action::ReturnLater { item }) => self.check_return(seat, item),
            (Stage::Act { .. } | Stage::Follow { .. }, Action::Switch { .. } | Action::Decline)
                if !self.board.switches =>
            {
                no!(
                    "K-45",
                    "スイッチは一度パスされたので、もうできません。別の手を選んでください。",
                    "Somebody has declined to switch, so nobody may any more; choose another action."
                )
            }
            (Stage::Follow { from, .. }, Action::Back { to }) => self.check_back(seat, from, to),
            (Stage::Follow { from, .. }, Action::Join { to }) => {
                self.check_join_after(seat, from, to)
            }
            (Stage::Follow { from, king, .. }, Action::ToHand) => {
                self.check_to_hand(seat, from, king)
            }
            (Stage::Settle { .. }, Action::Settle { to }) => self.check_settle(seat, to),
            (Stage::Queen { .. }, Action::ReturnQueen | Action::KeepQueen)
            | (Stage::Switch { .. }, Action::Decline) => Ok(()),
            (Stage::Switch { .. }, Action::Switch { a, b }) => self.check_switch(seat, a, b),
            _ => Err(Illegal::not_asked()),
        }
    }

    /// K-35 to K-38, K-42, K-79, K-80, K-86; AK20, AK29.
    pub(crate) fn check_deploy(
        &self,
        seat: Seat,
        place: u8,
        item: Item,
        to: Square,
    ) -> Result<(), Illegal> {
        let middle = place == LAST_PLACE;
        let rule = match place {
            0 | 1 => "K-35",
            LAST_PLACE => "K-42",
            _ => "K-36",
        };
        let (ja, en) = name(item.cards);
        if item.cards.is_stack() || item.cards == Cards::KING {
            return no!(
                "K-38",
                "配備で置けるのは単独カードだけです({ja}は置けません)。",
                "Only singles are laid in the deployment, not {en}."
            );
        }
        self.check_special(seat, item)?;
        if self.board.hands[seat.index()].count(item) == 0 {
            return no!(
                rule,
                "手持ちに{ja}がありません。手持ちのカードを選んでください。",
                "There is no {en} in your hand; choose a card that is."
            );
        }
        if place < 2 {
            if !to.is_home_of(seat) || self.board.at(to).is_some() {
                return no!(
                    "K-35",
                    "まず自陣の空いているマスに置きます({to}ではありません)。",
                    "First the gap in your own territory is filled; {to} is not it."
                );
            }
            if item.cards.within(Cards::ORDINARY) && !self.ordinary_to_spare(place) {
                let later = PLACES.iter().skip(2).filter(|other| **other == seat).count();
                return no!(
                    "K-36",
                    "このあと3列目に守・攻・台が{later}枚必要です。ここには王妃か将軍を置いてください。",
                    "Row 3 will need {later} of your ordinary singles; lay the queen or the general here."
                );
            }
            return Ok(());
        }
        if item.cards.meets(Cards::COURT) {
            return no!(
                "K-86",
                "{ja}は手持ちからは自陣にしか置けません。守・攻・台を選んでください。",
                "{en} comes from the hand into the own territory only; choose shu, ko or dai."
            );
        }
        if middle {
            if to != Square::MIDDLE {
                let middle = Square::MIDDLE;
                return no!(
                    "K-42",
                    "残っているのは真ん中の{middle}だけです。",
                    "Only the middle square {middle} is left."
                );
            }
            return Ok(());
        }
        if to == Square::MIDDLE {
            return no!(
                "K-37",
                "真ん中の{to}には、ほかがすべて埋まるまで置けません。",
                "The middle square {to} stays empty until all the others are full."
            );
        }
        if MIDDLE_ROW & to.bit() == 0 || self.board.at(to).is_some() {
            return no!(
                "K-36",
                "中心地帯(3列目)の空いているマスに置いてください({to}には置けません)。",
                "Lay it on an empty square of row 3; {to} is none."
            );
        }
        Ok(())
    }

    /// Whether the seat's 八とび or Joker may be put now (K-79, K-80).
    pub(crate) fn check_special(&self, seat: Seat, item: Item) -> Result<(), Illegal> {
        let battle = !matches!(
            self.board.stage,
            Stage::Setup | Stage::Deploy { .. } | Stage::Switch { place: Some(0..LAST_PLACE), .. }
        );
        match item.cards.single() {
            Some(Kind::Hachitobi) if !battle => no!(
                "K-79",
                "八とびは戦闘が始まるまで使えません。",
                "Hachitobi 八とび is not used before the battle begins."
            ),
            Some(Kind::Joker) if !battle || !self.joker_ready(seat) => {
                let most = self.setup.components.points.joker_king;
                no!(
                    "K-80",
                    "ジョーカーは自分の王が{most}点以下にならないと置けません。",
                    "The Joker is put only while your own king has {most} points or fewer."
                )
            }
            _ => Ok(()),
        }
    }

    /// Why something in a hand can be put nowhere at all now, whosever turn it is.
    pub(crate) fn unusable(&self, seat: Seat, item: Item) -> Option<Illegal> {
        if matches!(self.board.stage, Stage::Setup) {
            return self.check_special(seat, item).err();
        }
        self.check_captive(item).and_then(|()| self.check_special(seat, item)).err()
    }

    /// K-74, K-78.
    fn check_captive(&self, item: Item) -> Result<(), Illegal> {
        if !item.is_captive() {
            Ok(())
        } else if item.cards.is_stack() {
            no!(
                "K-78",
                "相手の王妃を含むコンバインカードは、王妃を返すまで使えません。",
                "A stack with the enemy's queen in it cannot be used until she is given back."
            )
        } else {
            no!(
                "K-74",
                "相手の王妃は自分のカードとして使えません。返すことだけができます。",
                "The enemy's queen cannot be used; she can only be given back."
            )
        }
    }

    /// Whether it lies in the seat's hand; if only something like it does, that is said.
    fn check_held(&self, seat: Seat, item: Item) -> Result<(), Illegal> {
        let hand = &self.board.hands[seat.index()];
        if hand.count(item) > 0 {
            return Ok(());
        }
        let Text { ja, en } = item.name();
        let alike = hand.stacks().iter().find(|stack| item.cards.within(stack.cards));
        match alike {
            Some(stack) if stack.is_captive() => self.check_captive(*stack)?,
            Some(stack) if stack.cards == item.cards => {
                let Text { ja: there_ja, en: there_en } = stack.name();
                return no!(
                    "K-85",
                    "手持ちにあるのは{there_ja}です({ja}ではありません)。",
                    "What lies in your hand is {there_en}, not {en}."
                );
            }
            Some(stack) => {
                let (there_ja, there_en) = name(stack.cards);
                return no!(
                    "K-71",
                    "手持ちの{there_ja}は、置くまで組み合わせを変えられません({ja}だけは置けません)。",
                    "{there_en} in your hand stays as it is; {en} cannot be taken out of it."
                );
            }
            None => {}
        }
        no!(
            "K-50",
            "手持ちに{ja}がありません。手持ちの中から選んでください。",
            "There is no {en} in your hand; choose something that is."
        )
    }

    /// K-38, K-50 to K-52, K-80, K-81, K-86; AK9, AK10, AK33, AK46.
    pub(crate) fn check_put(&self, seat: Seat, item: Item, to: Square) -> Result<(), Illegal> {
        self.check_held(seat, item)?;
        self.check_captive(item)?;
        self.check_special(seat, item)?;
        let (ja, en) = name(item.cards);
        let there = self.board.at(to);
        match there.owner() {
            None => {}
            Some(owner) if owner != seat => {
                return no!(
                    "K-50",
                    "{to}には相手の駒があります。空いているマスに置いてください。",
                    "There is an enemy piece on {to}; put it on an empty square."
                );
            }
            Some(_) if item.cards.is_stack() => {
                return no!(
                    "K-52",
                    "手持ちのコンバインカードは、盤上のカードに重ねられません({to})。",
                    "A stack of the hand cannot be put onto a card of the sheet ({to})."
                );
            }
            Some(_) if item.cards.meets(Cards::SPECIAL) => {
                return no!(
                    "K-81",
                    "{ja}は単独でしか使えず、重ねられません。空いているマスに置いてください。",
                    "{en} is used alone and joins nothing; put it on an empty square."
                );
            }
            Some(_) => {
                check_combine(item.cards, there.cards(), to)?;
                if !there.cards().is_stack() {
                    return no!(
                        "K-51",
                        "手持ちの単独カードを重ねられるのは盤上のコンバインカードだけです({to}は単独)。",
                        "A single of the hand is added to a stack of the sheet only; {to} holds a single."
                    );
                }
            }
        }
        if to.is_home_of(seat) {
            return Ok(());
        }
        if item.cards.is_stack() {
            return no!(
                "K-38",
                "コンバインカードは手持ちからは自陣にしか置けません({to}は自陣の外)。",
                "A stack comes from the hand into the own territory only; {to} is outside."
            );
        }
        if item.cards.meets(Cards::COURT) {
            return no!(
                "K-86",
                "{ja}は手持ちからは自陣にしか置けません({to}は自陣の外)。",
                "{en} comes from the hand into the own territory only; {to} is outside."
            );
        }
        Ok(())
    }

    /// K-53; AK17, AK35.
    pub(crate) fn check_pair(
        &self,
        seat: Seat,
        first: Kind,
        second: Item,
        to: Square,
    ) -> Result<(), Illegal> {
        let remainder = Item::remainder(first);
        if self.board.hands[seat.index()].count(remainder) == 0 {
            let (ja, en) = name(remainder.cards);
            return no!(
                "K-53",
                "手持ちの{ja}は、王妃を返して残ったカードではないので、2枚重ねで始められません。",
                "No {en} of your hand is left of a stack whose queen went back, so it cannot start as a stack."
            );
        }
        self.check_held(seat, second)?;
        if self.board.at(to).is_some() {
            return no!(
                "K-53",
                "2枚重ねは空いているマスから始めます({to}はふさがっています)。",
                "The new stack starts on an empty square, and {to} is not."
            );
        }
        if !to.is_home_of(seat) {
            return no!(
                "K-38",
                "コンバインカードは手持ちからは自陣にしか置けません({to}は自陣の外)。",
                "A stack comes from the hand into the own territory only; {to} is outside."
            );
        }
        Ok(())
    }

    /// K-54 to K-56.
    pub(crate) fn check_retreat(&self, seat: Seat, from: Square) -> Result<(), Illegal> {
        let piece = self.board.at(from);
        if piece.owner() != Some(seat) {
            return no!(
                "K-55",
                "{from}に自分の駒はありません。退避する自分の駒を選んでください。",
                "You have no piece on {from}; choose one of yours to retreat."
            );
        }
        if piece.cards() == Cards::KING {
            return no!("K-56", "王は退避できません。", "The king cannot retreat.");
        }
        Ok(())
    }

    /// K-76.
    fn check_return(&self, seat: Seat, item: Item) -> Result<(), Illegal> {
        if self.board.hands[seat.index()].count(item) > 0 {
            return Ok(());
        }
        let Text { ja, en } = item.name();
        no!(
            "K-76",
            "手持ちに{ja}がないので、返せません。",
            "There is no {en} in your hand to give back."
        )
    }

    /// K-39, K-40.
    fn check_switch(&self, seat: Seat, a: Square, b: Square) -> Result<(), Illegal> {
        for square in [a, b] {
            if self.board.at(square).owner() != Some(seat) {
                return no!(
                    "K-40",
                    "{square}に自分の駒はありません。自陣の自分の駒2つを選んでください。",
                    "You have no piece on {square}; choose two of your own in your territory."
                );
            }
            if !square.is_home_of(seat) {
                return no!(
                    "K-40",
                    "{square}は自陣ではありません。スイッチは自陣の駒同士だけです。",
                    "{square} is not in your territory; only pieces there are switched."
                );
            }
        }
        Ok(())
    }

    /// K-66, K-67.
    fn check_back(&self, seat: Seat, from: Square, to: Square) -> Result<(), Illegal> {
        if to == from {
            return no!(
                "K-67",
                "攻撃する前の{from}には戻れません。別のマスを選んでください。",
                "It cannot go back to {from}, from where it attacked; choose another square."
            );
        }
        if !to.is_home_of(seat) {
            return no!(
                "K-66",
                "戻れるのは自陣(手前の2列)の空きマスだけです({to}は自陣の外)。",
                "It goes home to an empty square of your first two rows; {to} is outside."
            );
        }
        if self.board.at(to).is_some() {
            return no!(
                "K-66",
                "{to}はふさがっています。自陣の空きマスを選んでください。",
                "{to} is not empty; choose an empty square of your territory."
            );
        }
        Ok(())
    }

    /// K-68; AK49.
    fn check_join_after(&self, seat: Seat, from: Square, to: Square) -> Result<(), Illegal> {
        let (piece, there) = (self.board.at(from), self.board.at(to));
        if there.owner() != Some(seat) || to == from {
            return no!(
                "K-68",
                "{to}に重なれる自分の駒はありません。",
                "There is no other piece of yours on {to} to join."
            );
        }
        if piece.cards().meets(Cards::SPECIAL) {
            let (ja, en) = name(piece.cards());
            return no!(
                "K-81",
                "{ja}は重ねられません。自陣に戻すか、手持ちにしてください。",
                "{en} joins nothing; it goes home or to your hand."
            );
        }
        check_combine(piece.cards(), there.cards(), to)
    }

    /// K-69, K-85.
    fn check_to_hand(&self, seat: Seat, from: Square, king: bool) -> Result<(), Illegal> {
        let piece = self.board.at(from);
        if !king || !piece.cards().is_stack() {
            return Ok(());
        }
        let home = crate::square::squares(self.board.empty()).any(|to| to.is_home_of(seat));
        let join = self.board.of(seat).any(|(_, there)| piece.cards().combine_with(there.cards()));
        if home || join {
            return no!(
                "K-85",
                "王を攻撃したコンバインカードは、自陣に戻るか味方に重なれるうちは退避できません。",
                "A stack that attacked the king may not go to the hand while it can go home or join."
            );
        }
        Ok(())
    }

    /// K-87.
    fn check_settle(&self, seat: Seat, to: Square) -> Result<(), Illegal> {
        if !to.is_home_of(seat) || self.board.at(to).is_some() {
            return no!(
                "K-87",
                "{to}には置けません。自陣の空きマスを選んでください。",
                "It cannot be set on {to}; choose an empty square of your territory."
            );
        }
        Ok(())
    }

    /// K-2 to K-20, K-47 to K-49, K-60, K-82, K-84, K-87.
    pub(crate) fn check_move(&self, seat: Seat, from: Square, to: Square) -> Result<(), Illegal> {
        let piece = self.board.at(from);
        if piece.owner() != Some(seat) {
            return no!(
                "K-46",
                "{from}に自分の駒はありません。自分の駒を選んでください。",
                "You have no piece on {from}; choose one of yours."
            );
        }
        if from == to {
            return no!(
                "K-46",
                "{from}に留まることはできません。別のマスを選んでください。",
                "A piece cannot stay on {from} as a turn; choose another square."
            );
        }
        if self.ways(from, to).is_none() {
            return Err(self.not_reached(from, to));
        }
        let there = self.board.at(to);
        match there.owner() {
            None => Ok(()),
            Some(owner) if owner != seat => self.check_attack(piece, there, to),
            Some(_) if piece.cards() == Cards::KING => self.check_step(seat, from, to),
            Some(_) => check_combine(piece.cards(), there.cards(), to),
        }
    }

    /// Whether the square is reached at all.
    fn ways(&self, from: Square, to: Square) -> Option<()> {
        let (ways, _) = self.setup.arrows.ways(&self.board, from, to);
        (!ways.is_empty()).then_some(())
    }

    /// K-60, K-82, K-84.
    fn check_attack(&self, piece: Piece, there: Piece, to: Square) -> Result<(), Illegal> {
        let attack = self.attack_of(piece);
        if may_attack(piece, attack, there) {
            return Ok(());
        }
        let points = there.points();
        if there.cards() == Cards::KING {
            return no!(
                "K-82",
                "{to}の王は{points}点です。ジョーカーは王を取れないので、{attack}点以下の王は攻撃できません。",
                "The king on {to} has {points} points; the Joker takes no king and cannot attack one of {attack} or fewer."
            );
        }
        let (ja, en) = name(there.cards());
        if there.cards().meets(Cards::SPECIAL) {
            return no!(
                "K-60",
                "{to}の{ja}({points}点)は、攻撃力{attack}の駒では攻撃できません。",
                "{en} on {to} has {points} points and cannot be attacked with {attack}."
            );
        }
        no!(
            "K-84",
            "{to}の単独の{ja}は{points}点と同じで、攻撃力{attack}の駒では取れません。",
            "{en} alone on {to} counts {points} and cannot be taken with {attack}."
        )
    }

    /// K-87, K-89; AK36. The king reaches the square, and an own piece stands there.
    fn check_step(&self, seat: Seat, from: Square, to: Square) -> Result<(), Illegal> {
        if self.setup.arrows.beside(seat, from) & to.bit() == 0 {
            return no!(
                "K-87",
                "王が味方の上へ動けるのは、矢印で隣のマスへだけです({to}は隣ではありません)。",
                "The king steps onto an own piece beside him only, and {to} is not beside him."
            );
        }
        if self.board.stepped[seat.index()] {
            return no!(
                "K-89",
                "王が味方の上へ動けるのはゲーム中1回だけで、もう使いました。",
                "The king may step onto an own piece once a game, and has done so."
            );
        }
        if !self.in_check(seat) {
            return no!(
                "K-89",
                "王が味方の上へ動けるのは、王手がかかっているときだけです。",
                "The king may step onto an own piece only when he is in check."
            );
        }
        if !self.may_step(seat, true) {
            return no!(
                "K-87",
                "自陣に空きマスがないので、{to}の駒を戻せません。",
                "There is no empty square in your territory for the piece on {to}."
            );
        }
        Ok(())
    }

    /// Why the piece does not reach the square, though it may look so.
    pub(crate) fn not_reached(&self, from: Square, to: Square) -> Illegal {
        let piece = self.board.at(from);
        let (seat, cards) = (piece.seat(), piece.cards());
        let (ja, en) = name(cards);
        let arrows = &self.setup.arrows;
        let far = |rule| {
            refuse(
                rule,
                format!("{from}の{ja}は{to}へ届きません。光っているマスを選んでください。"),
                format!("{en} on {from} does not reach {to}; choose a lit square."),
            )
        };
        let leaper = match cards.single() {
            Some(Kind::Hachitobi) => Some("K-6"),
            Some(Kind::Dai) => Some("K-5"),
            _ => None,
        };
        let Some((dir, distance)) = from.line_to(to) else {
            return far(leaper.unwrap_or("K-2"));
        };
        let Some(next) = from.step(dir) else { return far("K-2") };
        let beside = self.board.at(next);
        let Some(double) = arrows.arrow(seat, cards, dir) else {
            if distance == 2 && beside.owner() == Some(seat) {
                return refuse(
                    "K-15",
                    format!("{from}の{ja}は{next}の向きに矢印がないので、飛び越えられません。"),
                    format!("{en} on {from} has no arrow towards {next} and cannot jump over it."),
                );
            }
            return far(leaper.unwrap_or("K-2"));
        };
        match beside.owner() {
            Some(owner) if owner != seat => refuse(
                "K-13",
                format!("{next}の相手の駒は飛び越えられません。"),
                format!("The enemy piece on {next} cannot be jumped."),
            ),
            Some(_) if beside.cards() == Cards::KING => refuse(
                "K-14",
                format!("{next}の自分の王は飛び越えられません。"),
                format!("The own king on {next} cannot be jumped."),
            ),
            Some(_) if !arrows.may_jump(cards, beside) => refuse(
                "K-10",
                format!("{next}の駒とは重ねられないので、飛び越えられません。"),
                format!("The piece on {next} could not be joined, so it cannot be jumped."),
            ),
            Some(_)
                if next.step(dir).is_some_and(|two| self.board.at(two).owner() == Some(seat)) =>
            {
                refuse(
                    "K-11",
                    format!("飛び越えられる味方は1枚だけです({to}は遠すぎます)。"),
                    format!("A jump passes one own piece only; {to} is too far."),
                )
            }
            Some(_) => refuse(
                "K-12",
                format!("{next}の味方を飛び越えて進めるのは2マス先までです({to}は遠すぎます)。"),
                format!("A jump over {next} goes two squares and no further; {to} is too far."),
            ),
            None if double => refuse(
                "K-4",
                format!("{to}までの間にカードがあり、飛び越えられません。"),
                format!("There is a card between {from} and {to}, and it cannot be passed."),
            ),
            None => refuse(
                "K-2",
                format!("{from}の{ja}はその向きには1マスしか進めません({to}は遠すぎます)。"),
                format!("{en} on {from} goes one square that way; {to} is too far."),
            ),
        }
    }
}

/// K-17, K-18, K-20.
fn check_combine(mover: Cards, there: Cards, to: Square) -> Result<(), Illegal> {
    for cards in [mover, there] {
        if let Some(kind) = cards.without(Cards::COMBINABLE).first() {
            let (ja, en) = name(Cards::one(kind));
            return no!(
                "K-20",
                "{ja}は重ねられません({to})。",
                "{en} cannot be part of a stack ({to})."
            );
        }
    }
    let both = Cards(mover.0 & there.0);
    if let Some(kind) = both.first() {
        let (ja, en) = name(Cards::one(kind));
        return no!(
            "K-18",
            "{to}にはすでに{ja}があります。同じ名称のカードは重ねられません。",
            "There is {en} on {to} already; cards of the same name cannot be stacked."
        );
    }
    let height = mover.len() + there.len();
    if height > STACK_CARDS {
        return no!(
            "K-17",
            "{to}では{height}枚になります。重ねられるのは{STACK_CARDS}枚までです。",
            "There would be {height} cards on {to}; a stack has {STACK_CARDS} at most."
        );
    }
    Ok(())
}
