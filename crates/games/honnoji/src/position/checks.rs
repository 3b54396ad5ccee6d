//! Checks that a position can occur in a game: all cards, layouts, pawns and the stage.

use zashiki_core::{LocalizedText, Seat, SeatSet, fault};

use crate::board::Stage;
use crate::face::{Cards, Face};
use crate::glossary::seat_name;
use crate::layout_effects::Orders;
use crate::ring::SQUARES;
use crate::{Honnoji, ROUNDS};

impl Honnoji {
    pub(super) fn check_pawns(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let before = matches!(board.stage, Stage::Preparation | Stage::Decision);
        for seat in Seat::all(self.config.seats) {
            let owner = seat_name(seat);
            let stands = board.pawns[seat.index()] > 0;
            if stands != (board.round > 1 || !before) {
                if stands {
                    fault!(
                        "{owner}のコマは、最初の移動までどのマスにもいません(square を書かない)",
                        "{owner}'s pawn stands nowhere before the first movement; leave out `square`",
                        owner
                    );
                }
                fault!(
                    "{owner}のコマのいるマス(square)がありません",
                    "the `square` of {owner}'s pawn is missing",
                    owner
                );
            }
        }
        Ok(())
    }

    /// Checks the layouts, and that the pawns are on the squares to which the layouts led them.
    /// Reveals the layouts if the stage is after the reveal.
    pub(super) fn check_layouts(&mut self) -> Result<(), LocalizedText> {
        let all = SeatSet::all(self.config.seats);
        let stage = self.board.stage;
        let seats = || Seat::all(self.config.seats);
        match stage {
            Stage::Preparation | Stage::Over if !self.board.declared.is_empty() => {
                fault!("この段階で laid は書けません", "nothing is `laid` at this stage")
            }
            Stage::Preparation | Stage::Over | Stage::Decision => {
                if seats().any(|seat| self.board.squares_before[seat.index()] > 0) {
                    fault!("この段階で from は書けません", "there is no `from` at this stage");
                }
            }
            _ => {
                if self.board.declared != all {
                    fault!(
                        "この段階では全員の laid が必要です",
                        "at this stage everybody has `laid` a layout"
                    );
                }
            }
        }
        if stage == Stage::Decision && self.config.options.placing == crate::Placing::InTurn {
            let first: Vec<bool> = (0..self.config.seats)
                .map(|turn| self.board.declared.contains(self.board.seat_at(&self.config, turn)))
                .collect();
            if first.windows(2).any(|pair| !pair[0] && pair[1]) {
                fault!(
                    "laid は一番槍から時計回りの順に埋まります",
                    "layouts are declared clockwise from the first player, so `laid` must be filled in that order"
                );
            }
        }
        for seat in seats() {
            if !self.board.declared.contains(seat) {
                continue;
            }
            let owner = seat_name(seat);
            let layout = &self.board.laid[seat.index()];
            let orders = Orders::read(layout, &self.config.icons);
            if self.board.round == 1 && orders.plan(0).to == 0 {
                fault!(
                    "{owner}の laid は移動先を指定していません(最初のラウンドでは必要です)",
                    "`laid` of {owner} designates no destination, as it must in round 1",
                    owner
                );
            }
            if stage == Stage::Decision {
                continue;
            }
            let (from, to) =
                (self.board.squares_before[seat.index()], self.board.pawns[seat.index()]);
            if (from > 0) != (self.board.round > 1) || orders.plan(from).to != to {
                fault!(
                    "{owner}のコマが、配置の指定する移動の先(from から square)にいません",
                    "the `square` of {owner}'s pawn is not the one to which its layout moves it `from` the former square",
                    owner
                );
            }
        }
        if !matches!(stage, Stage::Preparation | Stage::Over | Stage::Decision) {
            self.reveal_layouts();
        }
        Ok(())
    }

    /// Checks that the decision awaited at this stage can occur.
    pub(super) fn check_stage(&mut self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let seats = self.config.seats;
        match board.stage {
            Stage::Preparation if (1..=SQUARES).any(|square| board.burns(square)) => {
                fault!(
                    "火ノ手マスは前のラウンドの終わりに片付いています",
                    "fire squares are cleared before a round begins"
                )
            }
            Stage::PickUp { square, turn } => {
                let pickers = (turn..seats).map(|turn| board.seat_at(&self.config, turn));
                let pickers: Vec<Seat> =
                    pickers.filter(|seat| board.stands(*seat, square)).collect();
                let alone = Seat::all(seats).filter(|seat| board.stands(*seat, square)).count() < 2;
                if pickers.first() != Some(&board.seat_at(&self.config, turn))
                    || alone
                    || board.burns(square)
                    || board.pile(square).len() < pickers.len()
                {
                    fault!(
                        "{square}のマスでこの席が札を選ぶことはありません",
                        "this seat has nothing to choose on square {square}"
                    );
                }
            }
            Stage::Attack { turn, attack, victim } => {
                let (seat, victim) =
                    (board.seat_at(&self.config, turn), board.seat_at(&self.config, victim));
                let current = board.plans[seat.index()].attacks().nth(attack.into());
                if victim == seat
                    || current.is_none_or(|current| !board.stands(victim, current.square))
                {
                    fault!(
                        "この席がその相手を攻撃することはありません",
                        "this seat does not attack that victim with that attack"
                    );
                }
            }
            Stage::Fire { turn } => {
                let seat = board.seat_at(&self.config, turn);
                if !board.burns(board.pawns[seat.index()]) {
                    fault!("この席は火ノ手マスにいません", "this seat is not on a fire square");
                }
            }
            Stage::Recovery { turn } => {
                let seat = board.seat_at(&self.config, turn);
                if board.plans[seat.index()].recover == 0 {
                    fault!("この席は回復を指定していません", "this seat has requested no recovery");
                }
            }
            Stage::Over => {
                if board.round != ROUNDS || (1..=SQUARES).any(|square| board.burns(square)) {
                    fault!(
                        "ゲームは第{ROUNDS}ラウンドの終わり、火ノ手マスを片付けた後に終わります",
                        "the game is over after round {ROUNDS} only, when fire squares are cleared"
                    );
                }
                self.board.end = Some(self.decide_winners());
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks that no card is missing or superfluous (H-17).
    pub(crate) fn check_card_counts(&self) -> Result<(), LocalizedText> {
        self.check_seats()?;
        let board = &self.board;
        if !board.discards.only(Cards::BASIC).is_empty() {
            fault!("捨て場に基本札があります", "a basic card is among the discards");
        }
        let Some(unlocated) = self.unlocated_cards() else { return self.unknown_cards() };
        if unlocated != board.deck.cards() {
            let (there, wanted) = (board.deck.len(), unlocated.len());
            fault!(
                "札の数が合いません(山札が{there}枚、ほかにない札が{wanted}枚)",
                "the cards do not add up: the deck has {there}, and {wanted} are in no other place"
            );
        }
        Ok(())
    }

    /// Checks that every seat has only cards that the rules allow it to have (H-146 to H-148,
    /// H-151).
    pub(super) fn check_seats(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        for seat in Seat::all(self.config.seats) {
            let owner = seat_name(seat);
            let index = seat.index();
            let owned = board.owned(seat);
            for face in Face::ALL.into_iter().filter(|face| face.is_basic()) {
                let there = owned.count(face);
                if there != 1 {
                    fault!(
                        "{owner}の「{card}」が{there}枚あります(1枚のはずです)",
                        "{owner} has {there} cards of this kind instead of one: {card}",
                        owner,
                        card = self.config.name(face)
                    );
                }
            }
            let hand = board.hands[index];
            if let Some(face) = self.config.never_in_hand(hand) {
                fault!(
                    "{owner}の手札に「{card}」は入りません",
                    "this card is never in {owner}'s hand: {card}",
                    owner,
                    card = self.config.name(face)
                );
            }
            let exposed = board.exposed[index];
            if exposed.contains(Face::CREST) || exposed.contains(Face::FIRE) {
                fault!(
                    "{owner}の晒し場に家紋札や火ノ手札は置かれません",
                    "neither crest nor fire card is ever exposed by {owner}",
                    owner
                );
            }
            let in_play = hand.plus(board.laid[index].cards());
            if in_play.only(Cards::NUMBERS).is_empty() {
                fault!(
                    "{owner}の手札には数字札が1枚以上あるはずです",
                    "{owner} always keeps at least one number in hand",
                    owner
                );
            }
        }
        Ok(())
    }
    pub(super) fn unknown_cards(&self) -> Result<(), LocalizedText> {
        fault!(
            "この内容物にない札があるか、同じ札が多すぎます",
            "there are cards that these components do not have, or more of a card than they have"
        )
    }
}
