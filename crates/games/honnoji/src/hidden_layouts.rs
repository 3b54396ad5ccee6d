//! What lies face down, as everybody else may take it: for search. The rules do not depend on it.

use std::collections::BTreeMap;

use zashiki_core::{GameRng, Seat, SeatSet};

use crate::actions::Action;
use crate::board::Stage;
use crate::face::{Cards, Face};
use crate::grid::{Cell, LaidCard, Layout};
use crate::layout_effects::Orders;
use crate::layouts::LayoutEffect;
use crate::{Honnoji, Placing};

/// How many ways to put a hand on the cells are looked at: where there are more, so many drawn at
/// random.
const MOST_WAYS: usize = 5_000;

/// For each effect and set of cards one layout.
type Ways = BTreeMap<(LayoutEffect, Cards), Layout>;

impl Honnoji {
    /// The play before anybody has laid anything in this round.
    pub(crate) fn reopened(&self) -> Option<Honnoji> {
        if self.board.stage != Stage::Decision {
            return None;
        }
        let mut before = self.clone();
        for seat in std::mem::replace(&mut before.board.declared, SeatSet::EMPTY).iter() {
            let index = seat.index();
            let laid = std::mem::replace(&mut before.board.laid[index], Layout::EMPTY);
            before.board.hands[index] = before.board.hands[index].plus(laid.cards());
        }
        Some(before)
    }

    /// What a seat may have laid: on the cells that are seen, or where nothing is seen whatever its
    /// hand can order.
    pub(crate) fn may_have_laid(&self, seat: Seat) -> Vec<Action> {
        let (board, index) = (&self.board, seat.index());
        if board.stage != Stage::Decision || !board.declared.contains(seat) {
            return Vec::new();
        }
        let laid = board.laid[index];
        let hand = board.hands[index].plus(laid.cards());
        match self.config.options.placing {
            Placing::Together => {
                let mut list = Vec::new();
                self.config.lists.list_into(hand, board.pawns[index], Action::Lay, &mut list);
                list
            }
            Placing::InTurn => {
                self.layouts_on(seat, hand, &laid.cells().iter().collect::<Vec<_>>())
            }
        }
    }

    /// What a seat can order by laying cards of this hand on just these cells.
    fn layouts_on(&self, seat: Seat, hand: Cards, cells: &[Cell]) -> Vec<Action> {
        let mut ways = Ways::new();
        let few = (0..cells.len() as u32).try_fold(1, |ways: usize, laid| {
            let left = hand.variety().saturating_sub(laid).max(1) as usize;
            Some(ways * left).filter(|ways| *ways <= MOST_WAYS)
        });
        if few.is_some() {
            self.lay_all(seat, hand, cells, &mut Vec::new(), &mut ways);
        } else {
            let mut hand = hand.to_vec();
            let mut rng = GameRng::from_seed(0);
            for _ in 0..MOST_WAYS {
                rng.shuffle(&mut hand);
                let laid = cells.iter().zip(&hand);
                let laid: Vec<_> =
                    laid.map(|(cell, face)| LaidCard { face: *face, cell: *cell }).collect();
                self.add_way(seat, &laid, &mut ways);
            }
        }
        ways.into_values().map(Action::Lay).collect()
    }

    fn lay_all(
        &self,
        seat: Seat,
        left: Cards,
        cells: &[Cell],
        laid: &mut Vec<LaidCard>,
        ways: &mut Ways,
    ) {
        let Some((cell, rest)) = cells.split_first() else { return self.add_way(seat, laid, ways) };
        let faces: Vec<Face> = left.kinds().collect();
        for face in faces {
            laid.push(LaidCard { face, cell: *cell });
            self.lay_all(seat, left.minus(Cards::one(face)), rest, laid, ways);
            laid.pop();
        }
    }

    fn add_way(&self, seat: Seat, laid: &[LaidCard], ways: &mut Ways) {
        let Some(layout) = Layout::new(laid) else { return };
        let (effect, cards) = self.comes_to(seat, &layout);
        // In round 1 a destination is needed (H-59).
        if effect.to != 0 {
            ways.entry((effect, cards)).or_insert(layout);
        }
    }

    /// What a seat's layout orders, and with which cards.
    fn comes_to(&self, seat: Seat, layout: &Layout) -> (LayoutEffect, Cards) {
        let orders = Orders::read(layout, &self.config.icons);
        (LayoutEffect::of(orders.plan(self.board.pawns[seat.index()])), layout.cards())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zashiki_core::{GameConfig as _, GameState, InfoState, Turn};

    use super::*;
    use crate::Config;

    /// What lies there is always among what may lie there, which does not depend on what does.
    #[test]
    fn what_was_laid_is_among_what_may_have_been_laid() {
        for placing in ["in_turn", "together"] {
            let options = json!({ "placing": placing, "firstPlayer": "random" });
            let config = Config::new(3, &options, None).unwrap();
            let mut rng = GameRng::from_seed(1);
            let (mut judged, mut others) = (0, 0);
            while judged < 200 {
                let mut game = Honnoji::deal(&config, rng.fork(), None);
                while let Turn::Awaiting(awaited) = game.turn() {
                    let seat = awaited.first().unwrap();
                    let world = InfoState::new(&game, seat).determinize(&mut rng);
                    for taken in Seat::all(3) {
                        let ways = game.possible_hidden_actions(taken);
                        assert_eq!(world.possible_hidden_actions(taken), ways);
                        if game.board.stage != Stage::Decision
                            || !game.board.declared.contains(taken)
                        {
                            assert!(ways.is_empty());
                            continue;
                        }
                        judged += 1;
                        let truth = game.board.laid[taken.index()];
                        let ways: Vec<_> = ways
                            .iter()
                            .filter_map(|way| match way {
                                Action::Lay(layout) => Some(game.comes_to(taken, layout)),
                                _ => None,
                            })
                            .collect();
                        // Of more cards there are too many ways to look at all of them.
                        let all = truth.len() <= 4;
                        assert!(!all || ways.contains(&game.comes_to(taken, &truth)), "{truth}");
                        others += ways.len().saturating_sub(1);
                    }
                    let legal = game.legal(seat);
                    game.play_unchecked(seat, *rng.pick(&legal), None);
                }
            }
            assert!(others > judged, "{placing}: {others} other ways in {judged}");
        }
    }

    #[test]
    fn a_moment_is_opened_again_with_everything_back_in_hand() {
        let options = json!({ "placing": "in_turn", "firstPlayer": "random" });
        let config = Config::new(3, &options, None).unwrap();
        let game = Honnoji::deal(&config, GameRng::from_seed(2), None);
        let mut later = game.clone();
        for _ in 0..2 {
            let seat = later.turn().awaited().first().unwrap();
            later.play_unchecked(seat, later.legal(seat)[5], None);
        }
        let before = later.state_before_hidden().unwrap();
        assert_eq!(before.turn(), game.turn());
        assert_eq!(before.board.hands, game.board.hands);
        let seat = later.turn().awaited().first().unwrap();
        later.play_unchecked(seat, later.legal(seat)[5], None);
        assert_eq!(later.is_simultaneous(), later.state_before_hidden().is_some());
    }
}
