//! Why an action may not be taken: decided square by square, without the list.

use zashiki_core::{IllegalAction, Seat, plural, text};

use crate::Shinra;
use crate::actions::Action;
use crate::board::{LAST_PLACE, PLACES};
use crate::board::{Piece, Stage};
use crate::kind::{Cards, Item, Kind, STACK_CARDS};
use crate::rules::combat::may_attack;
use crate::square::{MIDDLE_ROW, Square};

/// Refuses with a sentence in both languages.
macro_rules! no {
    ($rule:expr, $($sentence:tt)+) => {
        Err(IllegalAction::new($rule, text!($($sentence)+)))
    };
}

impl Shinra {
    /// Whether the seat may decide so.
    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        if matches!(self.board.stage, Stage::Over { .. }) {
            return Err(IllegalAction::over());
        }
        if !self.awaited().contains(seat) {
            return Err(IllegalAction::not_awaited());
        }
        match (self.board.stage, action) {
            (Stage::Setup, Action::Arrange(arrangement)) => {
                arrangement.check(seat, &self.config.components)
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
                    "Somebody has declined, so there is no more switching in this game; choose another action."
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
            _ => Err(IllegalAction::not_asked()),
        }
    }

    /// K-35 to K-38, K-42, K-79, K-80, K-86; AK20, AK29.
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
            return no!(
                "K-38",
                "配備で配せるのは単独カードだけです({card}は配せません)。単独カードを選んでください。",
                "Only singles are laid in the deployment, not {card}; choose a single.",
                card
            );
        }
        self.check_special(seat, item)?;
        if self.board.hands[seat.index()].count(item) == 0 {
            return no!(
                rule,
                "手持ちに{card}がありません。手持ちのカードを選んでください。",
                "There is no {card} in your hand; choose a card that is.",
                card
            );
        }
        if place < 2 {
            if !to.is_home_of(seat) || self.board.at(to).is_some() {
                return no!(
                    "K-35",
                    "まず自陣の空いているマスに配します({to}ではありません)。光っているマスを選んでください。",
                    "First the gap in your own territory is filled, and {to} is not it; choose the lit square."
                );
            }
            if item.cards.within(Cards::ORDINARY) && !self.ordinary_to_spare(place) {
                let later = PLACES.iter().skip(2).filter(|other| **other == seat).count();
                return no!(
                    "K-36",
                    "このあと3列目に守・攻・台が{later}枚必要です。ここには王妃か将軍を配してください。",
                    "Row 3 will need {later} of your Shu, Ko and Dai; lay the queen or the general here."
                );
            }
            return Ok(());
        }
        if item.cards.meets(Cards::COURT) {
            return no!(
                "K-86",
                "{card}は手持ちからは自陣にしか配せません。守・攻・台を選んでください。",
                "{card} comes from the hand into your own territory only; choose Shu, Ko or Dai.",
                card
            );
        }
        if middle {
            if to != Square::MIDDLE {
                let middle = Square::MIDDLE;
                return no!(
                    "K-42",
                    "残っているのは真ん中の{middle}だけです。そこに配してください。",
                    "Only the middle square {middle} is left; lay it there."
                );
            }
            return Ok(());
        }
        if to == Square::MIDDLE {
            return no!(
                "K-37",
                "真ん中の{to}には、ほかがすべて埋まるまで配せません。光っているマスを選んでください。",
                "The middle square {to} stays empty until all the others are full; choose a lit square."
            );
        }
        if MIDDLE_ROW & to.bit() == 0 || self.board.at(to).is_some() {
            return no!(
                "K-36",
                "中心地帯(3列目)の空いているマスに配してください({to}には配せません)。",
                "Lay it on an empty square of row 3, which {to} is not."
            );
        }
        Ok(())
    }

    /// Whether the seat's 八とび or Joker may be put now (K-79, K-80).
    pub(crate) fn check_special(&self, seat: Seat, item: Item) -> Result<(), IllegalAction> {
        let battle = !matches!(
            self.board.stage,
            Stage::Setup | Stage::Deploy { .. } | Stage::Switch { place: Some(0..LAST_PLACE), .. }
        );
        match item.cards.single() {
            Some(Kind::Hachitobi) if !battle => no!(
                "K-79",
                "八とびは戦闘が始まるまで使えません。別のカードを選んでください。",
                "Hachitobi is not used before the battle begins; choose another card."
            ),
            Some(Kind::Joker) if !battle || !self.joker_ready(seat) => {
                let most = self.config.components.points.joker_king;
                no!(
                    "K-80",
                    "ジョーカーは自分の王が{most}点以下にならないと配せません。別のカードを選んでください。",
                    "The Joker is put only while your own king has {most} points or fewer; choose another card."
                )
            }
            _ => Ok(()),
        }
    }

    /// Why something in a hand can be put nowhere at all now, whosever turn it is.
    pub(crate) fn unusable(&self, seat: Seat, item: Item) -> Option<IllegalAction> {
        match self.board.stage {
            Stage::Over { .. } => Some(IllegalAction::over()),
            Stage::Setup => self.check_special(seat, item).err(),
            _ => self.check_captive(item).and_then(|()| self.check_special(seat, item)).err(),
        }
    }

    /// K-74, K-78.
    fn check_captive(&self, item: Item) -> Result<(), IllegalAction> {
        if !item.is_captive() {
            Ok(())
        } else if item.cards.is_stack() {
            no!(
                "K-78",
                "相手の王妃を含むコンバインカードは、王妃を返すまで使えません。使うには、先に王妃を返してください。",
                "A stack with the enemy's queen in it cannot be used until she is given back; give her back first."
            )
        } else {
            no!(
                "K-74",
                "相手の王妃は自分のカードとして使えません。返すことができます。",
                "The enemy's queen cannot be used; you can give her back."
            )
        }
    }

    /// Whether it lies in the seat's hand; if only something like it does, that is said.
    fn check_held(&self, seat: Seat, item: Item) -> Result<(), IllegalAction> {
        let hand = &self.board.hands[seat.index()];
        if hand.count(item) > 0 {
            return Ok(());
        }
        let alike = hand.stacks().iter().find(|stack| item.cards.within(stack.cards));
        match alike {
            Some(stack) if stack.is_captive() => self.check_captive(*stack)?,
            Some(stack) if stack.cards == item.cards => {
                return no!(
                    "K-85",
                    "手持ちにあるのは{stack}です({item}ではありません)。そちらを選んでください。",
                    "What lies in your hand is {stack}, not {item}; choose that.",
                    stack,
                    item
                );
            }
            Some(stack) => {
                return no!(
                    "K-71",
                    "手持ちの{stack}は、配備するまで組み合わせを変えられません({item}だけは配せません)。そのまま配してください。",
                    "{stack} in your hand stays as it is, so {item} cannot be taken out of it; put the whole stack.",
                    stack = stack.cards,
                    item
                );
            }
            None => {}
        }
        no!(
            "K-50",
            "手持ちに{item}がありません。手持ちの中から選んでください。",
            "There is no {item} in your hand; choose something that is.",
            item
        )
    }

    /// K-38, K-50 to K-52, K-80, K-81, K-86; AK9, AK10, AK33, AK46.
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
        let there = self.board.at(to);
        match there.owner() {
            None => {}
            Some(owner) if owner != seat => {
                return no!(
                    "K-50",
                    "{to}には相手のカードがあります。空いているマスに配してください。",
                    "There is an enemy piece on {to}; put it on an empty square."
                );
            }
            Some(_) if item.cards.is_stack() => {
                return no!(
                    "K-52",
                    "手持ちのコンバインカードは、シート上のカードに重ねられません({to})。自陣の空いているマスを選んでください。",
                    "A stack of the hand cannot be put onto a card of the sheet ({to})."
                );
            }
            Some(_) if item.cards.meets(Cards::SPECIAL) => {
                return no!(
                    "K-81",
                    "{card}は単独でしか使えず、重ねられません。空いているマスに配してください。",
                    "{card} is used alone and joins nothing; put it on an empty square.",
                    card
                );
            }
            Some(_) => {
                check_combine(item.cards, there.cards(), to)?;
                if !there.cards().is_stack() {
                    return no!(
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
            return no!(
                "K-38",
                "コンバインカードは手持ちからは自陣にしか配せません({to}は自陣の外)。自陣の空いているマスを選んでください。",
                "A stack comes from the hand into your own territory only; choose an empty square there, not {to}."
            );
        }
        if item.cards.meets(Cards::COURT) {
            return no!(
                "K-86",
                "{card}は手持ちからは自陣にしか配せません({to}は自陣の外)。自陣のマスを選んでください。",
                "{card} comes from the hand into your own territory only; choose a square there, not {to}.",
                card
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
    ) -> Result<(), IllegalAction> {
        let remainder = Item::remainder(first);
        if self.board.hands[seat.index()].count(remainder) == 0 {
            let card = remainder.cards;
            return no!(
                "K-53",
                "手持ちの{card}は、王妃を返した残りではないので、2枚重ねで始められません。1枚で配してください。",
                "No {card} of your hand is left of a stack whose queen went back, so it cannot start as a stack; put it alone.",
                card
            );
        }
        self.check_held(seat, second)?;
        if self.board.at(to).is_some() {
            return no!(
                "K-53",
                "2枚重ねは空いているマスから始めます({to}はふさがっています)。光っているマスを選んでください。",
                "The new stack starts on an empty square, which {to} is not; choose a lit one."
            );
        }
        if !to.is_home_of(seat) {
            return no!(
                "K-38",
                "コンバインカードは手持ちからは自陣にしか配せません({to}は自陣の外)。自陣の空いているマスを選んでください。",
                "A stack comes from the hand into your own territory only; choose an empty square there, not {to}."
            );
        }
        Ok(())
    }

    /// K-54 to K-56.
    pub(crate) fn check_retreat(&self, seat: Seat, from: Square) -> Result<(), IllegalAction> {
        let piece = self.board.at(from);
        if piece.owner() != Some(seat) {
            return no!(
                "K-55",
                "{from}に自分のカードはありません。退避する自分のカードを選んでください。",
                "You have no piece on {from}; choose one of yours to retreat."
            );
        }
        if piece.cards() == Cards::KING {
            return no!(
                "K-56",
                "王は退避できません。別のカードを選んでください。",
                "The king cannot retreat; choose another piece."
            );
        }
        Ok(())
    }

    /// K-76.
    fn check_return(&self, seat: Seat, item: Item) -> Result<(), IllegalAction> {
        if self.board.hands[seat.index()].count(item) > 0 {
            return Ok(());
        }
        no!(
            "K-76",
            "手持ちに{item}がないので、返せません。別の手を選んでください。",
            "There is no {item} in your hand to give back; choose another action.",
            item
        )
    }

    /// K-39, K-40.
    fn check_switch(&self, seat: Seat, a: Square, b: Square) -> Result<(), IllegalAction> {
        for square in [a, b] {
            if self.board.at(square).owner() != Some(seat) {
                return no!(
                    "K-40",
                    "{square}に自分のカードはありません。自陣の自分のカード2つを選んでください。",
                    "You have no piece on {square}; choose two of yours in your territory."
                );
            }
            if !square.is_home_of(seat) {
                return no!(
                    "K-40",
                    "{square}は自陣ではありません。自陣のカード2つを選んでください。",
                    "{square} is not in your territory; choose two pieces there."
                );
            }
        }
        Ok(())
    }

    /// K-66, K-67.
    fn check_back(&self, seat: Seat, from: Square, to: Square) -> Result<(), IllegalAction> {
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
                "戻れるのは自陣(手前の2列)の空いているマスだけです({to}は自陣の外)。光っているマスを選んでください。",
                "It goes home to an empty square of your first two rows; choose one of those, not {to}."
            );
        }
        if self.board.at(to).is_some() {
            return no!(
                "K-66",
                "{to}はふさがっています。自陣の空いているマスを選んでください。",
                "{to} is not empty; choose an empty square of your territory."
            );
        }
        Ok(())
    }

    /// K-68; AK49.
    fn check_join_after(&self, seat: Seat, from: Square, to: Square) -> Result<(), IllegalAction> {
        let (piece, there) = (self.board.at(from), self.board.at(to));
        if there.owner() != Some(seat) || to == from {
            return no!(
                "K-68",
                "{to}に重なれる自分のカードはありません。光っているマスを選んでください。",
                "There is no other piece of yours on {to} to join; choose a lit square."
            );
        }
        if piece.cards().meets(Cards::SPECIAL) {
            let card = piece.cards();
            return no!(
                "K-81",
                "{card}は重ねられません。自陣に戻すか、手持ちにしてください。",
                "{card} joins nothing; it goes home or to your hand.",
                card
            );
        }
        check_combine(piece.cards(), there.cards(), to)
    }

    /// K-69, K-85.
    fn check_to_hand(&self, seat: Seat, from: Square, king: bool) -> Result<(), IllegalAction> {
        let piece = self.board.at(from);
        if !king || !piece.cards().is_stack() {
            return Ok(());
        }
        let home = crate::square::squares(self.board.empty()).any(|to| to.is_home_of(seat));
        let join = self.board.of(seat).any(|(_, there)| piece.cards().combine_with(there.cards()));
        if home || join {
            return no!(
                "K-85",
                "王を攻撃したコンバインカードは、自陣に戻るか味方に重なれるうちは退避できません。どちらかを選んでください。",
                "A stack that attacked the king may not go to the hand while it can go home or join; choose one of those."
            );
        }
        Ok(())
    }

    /// K-87.
    fn check_settle(&self, seat: Seat, to: Square) -> Result<(), IllegalAction> {
        if !to.is_home_of(seat) || self.board.at(to).is_some() {
            return no!(
                "K-87",
                "{to}には戻せません。自陣の空いているマスを選んでください。",
                "It cannot be set on {to}; choose an empty square of your territory."
            );
        }
        Ok(())
    }

    /// K-2 to K-20, K-47 to K-49, K-60, K-82, K-84, K-87.
    pub(crate) fn check_move(
        &self,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> Result<(), IllegalAction> {
        let piece = self.board.at(from);
        if piece.owner() != Some(seat) {
            return no!(
                "K-46",
                "{from}に自分のカードはありません。自分のカードを選んでください。",
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
        let (ways, _) = self.config.arrows.ways(&self.board, from, to);
        (!ways.is_empty()).then_some(())
    }

    /// K-60, K-82, K-84.
    fn check_attack(&self, piece: Piece, there: Piece, to: Square) -> Result<(), IllegalAction> {
        let attack = self.attack_of(piece);
        if may_attack(piece, attack, there) {
            return Ok(());
        }
        let points = there.points();
        if there.cards() == Cards::KING {
            return no!(
                "K-82",
                "{to}の王は{points}点です。ジョーカーは王を取れないので、{attack}点以下の王は攻撃できません。別の手を選んでください。",
                "The king on {to} has only {points} left; the Joker takes no king and cannot attack one of {attack} or fewer. Choose another action.",
                points = plural(points, "point", "points")
            );
        }
        let card = there.cards();
        if there.cards().meets(Cards::SPECIAL) {
            return no!(
                "K-60",
                "{to}の{card}({points}点)は、攻撃力{attack}のカードでは攻撃できません。別の相手を選んでください。",
                "{card} on {to} has {points} and cannot be attacked with {attack}; choose another target.",
                card,
                points = plural(points, "point", "points")
            );
        }
        no!(
            "K-84",
            "{to}の単独の{card}は{points}点として扱うので、攻撃力{attack}のカードでは攻撃できません。別の相手を選んでください。",
            "{card} alone on {to} counts {points} and cannot be attacked with {attack}; choose another target.",
            card
        )
    }

    /// K-87, K-89; AK36. The king reaches the square, and a piece of his side stands there.
    fn check_step(&self, seat: Seat, from: Square, to: Square) -> Result<(), IllegalAction> {
        if self.config.arrows.beside(seat, from) & to.bit() == 0 {
            return no!(
                "K-87",
                "王が味方の上へ動けるのは、矢印で隣のマスへだけです({to}は隣ではありません)。光っているマスを選んでください。",
                "The king steps only onto a piece beside him, which {to} is not; choose a lit square."
            );
        }
        if self.board.stepped[seat.index()] {
            return no!(
                "K-89",
                "王が味方の上へ動けるのはゲーム中1回だけで、もう使いました。別の手を選んでください。",
                "The king may step onto a piece of yours once a game, and has done so; choose another action."
            );
        }
        if !self.in_check(seat) {
            return no!(
                "K-89",
                "王が味方の上へ動けるのは、王手がかかっているときだけです。別の手を選んでください。",
                "The king may step onto a piece of yours only when he is in check; choose another action."
            );
        }
        if !self.may_step(seat, true) {
            return no!(
                "K-87",
                "自陣に空いているマスがないので、{to}のカードを戻せません。別の手を選んでください。",
                "There is no empty square in your territory for the piece on {to}; choose another action."
            );
        }
        Ok(())
    }

    /// Why the piece does not reach the square, though it may look so.
    pub(crate) fn not_reached(&self, from: Square, to: Square) -> IllegalAction {
        let piece = self.board.at(from);
        let (seat, cards) = (piece.seat(), piece.cards());
        let arrows = &self.config.arrows;
        let far = |rule: &'static str| {
            IllegalAction::new(
                rule,
                text!(
                    "{from}の{cards}は{to}へ届きません。光っているマスを選んでください。",
                    "{cards} on {from} does not reach {to}; choose a lit square.",
                    cards
                ),
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
        let own = beside.owner() == Some(seat);
        let Some(double) = arrows.arrow(seat, cards, dir) else {
            if distance == 2 && own {
                return IllegalAction::new(
                    "K-15",
                    text!(
                        "{from}の{cards}は{next}の向きに矢印がないので、飛び越えられません。光っているマスを選んでください。",
                        "{cards} on {from} has no arrow towards {next} and cannot jump over it; choose a lit square.",
                        cards
                    ),
                );
            }
            return far(leaper.unwrap_or("K-2"));
        };
        let (rule, why) = match beside.owner() {
            Some(_) if !own => (
                "K-13",
                text!(
                    "{next}の相手のカードは飛び越えられません",
                    "the enemy piece on {next} cannot be jumped"
                ),
            ),
            Some(_) if beside.cards() == Cards::KING => (
                "K-14",
                text!("{next}の王は飛び越えられません", "your own king on {next} cannot be jumped"),
            ),
            Some(_) if !arrows.may_jump(cards, beside) => (
                "K-10",
                text!(
                    "{next}の{there}とは重ねられないので、飛び越えられません",
                    "{there} on {next} could not be joined, so it cannot be jumped",
                    there = beside.cards()
                ),
            ),
            Some(_)
                if next.step(dir).is_some_and(|two| self.board.at(two).owner() == Some(seat)) =>
            {
                ("K-11", text!("飛び越えられる味方は1つだけです", "a jump passes one piece only"))
            }
            Some(_) => (
                "K-12",
                text!(
                    "{next}の味方を飛び越えて進めるのは2マス先までです",
                    "a jump over {next} goes two squares and no further"
                ),
            ),
            None if double => (
                "K-4",
                text!(
                    "{to}までの間にカードがあり、飛び越えられません",
                    "there is a card between {from} and {to}, and it cannot be passed"
                ),
            ),
            None => (
                "K-2",
                text!(
                    "{cards}はその向きには1マスしか進めません",
                    "{cards} goes one square that way",
                    cards
                ),
            ),
        };
        IllegalAction::new(
            rule,
            text!(
                "{from}から{to}へは進めません({why})。光っているマスを選んでください。",
                "{from} to {to} cannot be played: {why}. Choose a lit square.",
                why
            ),
        )
    }
}

/// K-17, K-18, K-20.
fn check_combine(mover: Cards, there: Cards, to: Square) -> Result<(), IllegalAction> {
    for cards in [mover, there] {
        if let Some(kind) = cards.without(Cards::COMBINABLE).first() {
            let card = Cards::one(kind);
            return no!(
                "K-20",
                "{card}は重ねられません({to})。光っているマスを選んでください。",
                "{card} cannot be part of a stack ({to}); choose a lit square.",
                card
            );
        }
    }
    let both = Cards(mover.0 & there.0);
    if let Some(kind) = both.first() {
        let card = Cards::one(kind);
        return no!(
            "K-18",
            "{to}にはすでに{card}があります。同じ名称のカードは重ねられません。光っているマスを選んでください。",
            "There is {card} on {to} already; cards of the same name cannot be stacked. Choose a lit square.",
            card
        );
    }
    let height = mover.len() + there.len();
    if height > STACK_CARDS {
        return no!(
            "K-17",
            "{to}では{height}枚になります。重ねられるのは{STACK_CARDS}枚までなので、別のマスを選んでください。",
            "There would be {height} cards on {to}, and a stack has {STACK_CARDS} at most; choose another square."
        );
    }
    Ok(())
}
