//! Checks of moves, attacks, steps of the king and retreats; each names the violated rule.

use zashiki_core::{IllegalAction, Seat, plural, text};

use super::refuse;
use crate::Shinra;
use crate::board::Piece;
use crate::kind::{Cards, Kind, STACK_CARDS};
use crate::rules::combat::may_attack;
use crate::square::Square;

impl Shinra {
    /// Checks a move of the piece on `from`, which may also be an attack or a step of the king (K-2 to
    /// K-20, K-47 to K-49, K-60, K-82, K-84, K-87).
    pub(crate) fn check_move(
        &self,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> Result<(), IllegalAction> {
        let piece = self.board.at(from);
        if piece.owner() != Some(seat) {
            return refuse!(
                "K-46",
                "{from}に自分のカードはありません。自分のカードを選んでください。",
                "You have no piece on {from}; choose one of yours."
            );
        }
        if from == to {
            return refuse!(
                "K-46",
                "{from}に留まることはできません。別のマスを選んでください。",
                "A piece cannot stay on {from}; choose another square."
            );
        }
        if !self.reaches(from, to) {
            return Err(self.not_reached(from, to));
        }
        let occupant = self.board.at(to);
        match occupant.owner() {
            None => Ok(()),
            Some(owner) if owner != seat => self.check_attack(piece, occupant, to),
            Some(_) if piece.cards() == Cards::KING => self.check_step(seat, from, to),
            Some(_) => check_combine(piece.cards(), occupant.cards(), to),
        }
    }

    /// Returns true if the piece on `from` reaches the square `to`.
    fn reaches(&self, from: Square, to: Square) -> bool {
        let (ways, _) = self.config.arrows.ways(&self.board, from, to);
        !ways.is_empty()
    }

    /// Checks that a piece may attack the enemy piece `occupant` on `to` (K-60, K-82, K-84).
    fn check_attack(&self, piece: Piece, occupant: Piece, to: Square) -> Result<(), IllegalAction> {
        let attack = self.attack_of(piece);
        if may_attack(piece, attack, occupant) {
            return Ok(());
        }
        let points = occupant.points();
        if occupant.cards() == Cards::KING {
            return refuse!(
                "K-82",
                "{to}の王は{points}点です。ジョーカーは王を取れないので、{attack}点以下の王は攻撃できません。別の手を選んでください。",
                "The King on {to} has only {points} left; the Joker takes no King and cannot attack one of {attack} or fewer. Choose another action.",
                points = plural(points, "point", "points")
            );
        }
        let card = occupant.cards();
        if occupant.cards().intersects(Cards::SPECIAL) {
            return refuse!(
                "K-60",
                "{to}の{card}({points}点)は、攻撃力{attack}のカードでは攻撃できません。別の相手を選んでください。",
                "{card} on {to} has {points} and cannot be attacked with {attack}; choose another target.",
                card,
                points = plural(points, "point", "points")
            );
        }
        refuse!(
            "K-84",
            "{to}の単独の{card}は{points}点として扱うので、攻撃力{attack}のカードでは攻撃できません。別の相手を選んでください。",
            "{card} alone on {to} counts {points} and cannot be attacked with {attack}; choose another target.",
            card
        )
    }

    /// Checks that the king may step onto the piece of his own seat on `to` (K-87, K-89; AK36).
    fn check_step(&self, seat: Seat, from: Square, to: Square) -> Result<(), IllegalAction> {
        if self.config.arrows.beside(seat, from) & to.bit() == 0 {
            return refuse!(
                "K-87",
                "王が味方の上へ動けるのは、矢印で隣のマスへだけです({to}は隣ではありません)。光っているマスを選んでください。",
                "The King steps only onto a piece beside him, which {to} is not; choose a lit square."
            );
        }
        if self.board.stepped[seat.index()] {
            return refuse!(
                "K-89",
                "王が味方の上へ動けるのはゲーム中1回だけで、もう使いました。別の手を選んでください。",
                "The King may step onto a piece of yours once a game, and has done so; choose another action."
            );
        }
        if !self.in_check(seat) {
            return refuse!(
                "K-89",
                "王が味方の上へ動けるのは、王手がかかっているときだけです。別の手を選んでください。",
                "The King may step onto a piece of yours only when he is in check; choose another action."
            );
        }
        if !self.may_step(seat, true) {
            return refuse!(
                "K-87",
                "自陣に空いているマスがないので、{to}のカードを戻せません。別の手を選んでください。",
                "There is no empty square in your territory for the piece on {to}; choose another action."
            );
        }
        Ok(())
    }

    /// Checks that the piece on `from` may retreat to the hand as the action of the turn (K-54 to K-56).
    pub(crate) fn check_retreat(&self, seat: Seat, from: Square) -> Result<(), IllegalAction> {
        let piece = self.board.at(from);
        if piece.owner() != Some(seat) {
            return refuse!(
                "K-55",
                "{from}に自分のカードはありません。退避する自分のカードを選んでください。",
                "You have no piece on {from}; choose one of yours to retreat."
            );
        }
        if piece.cards() == Cards::KING {
            return refuse!(
                "K-56",
                "王は退避できません。別のカードを選んでください。",
                "The King cannot retreat; choose another piece."
            );
        }
        Ok(())
    }

    /// The error that explains why the piece on `from` does not reach `to`.
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
                    "the enemy piece on {next} cannot be jumped over"
                ),
            ),
            Some(_) if beside.cards() == Cards::KING => (
                "K-14",
                text!(
                    "{next}の王は飛び越えられません",
                    "your King on {next} cannot be jumped over"
                ),
            ),
            Some(_) if !arrows.may_jump(cards, beside) => (
                "K-10",
                text!(
                    "{next}の{there}とは重ねられないので、飛び越えられません",
                    "{there} on {next} could not be joined, so it cannot be jumped over",
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

/// Checks that the pieces `mover` and `occupant` (on `to`) may be combined (K-17, K-18, K-20).
pub(super) fn check_combine(
    mover: Cards,
    occupant: Cards,
    to: Square,
) -> Result<(), IllegalAction> {
    for cards in [mover, occupant] {
        if let Some(kind) = cards.without(Cards::COMBINABLE).first() {
            let card = Cards::one(kind);
            return refuse!(
                "K-20",
                "{card}は重ねられません({to})。光っているマスを選んでください。",
                "{card} cannot be part of a stack ({to}); choose a lit square.",
                card
            );
        }
    }
    let both = Cards(mover.0 & occupant.0);
    if let Some(kind) = both.first() {
        let card = Cards::one(kind);
        return refuse!(
            "K-18",
            "{to}にはすでに{card}があります。同じ名称のカードは重ねられません。光っているマスを選んでください。",
            "There is {card} on {to} already; cards of the same name cannot be stacked. Choose a lit square.",
            card
        );
    }
    let height = mover.len() + occupant.len();
    if height > STACK_CARDS {
        return refuse!(
            "K-17",
            "{to}では{height}枚になります。重ねられるのは{STACK_CARDS}枚までなので、別のマスを選んでください。",
            "There would be {height} cards on {to}, and a stack has {STACK_CARDS} at most; choose another square."
        );
    }
    Ok(())
}
