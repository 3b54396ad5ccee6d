//! Hidden layouts from the viewpoint of the other seats, for search: the state before the layouts
//! of a round, and the layouts that a seat may have declared. The rules do not depend on it.

use std::collections::BTreeMap;

use zashiki_core::{GameRng, Seat, SeatSet};

use crate::actions::Action;
use crate::board::Stage;
use crate::face::{Cards, Face};
use crate::grid::{Cell, LaidCard, Layout};
use crate::layout_effects::Orders;
use crate::layouts::LayoutEffect;
use crate::{Honnoji, Placing};

/// Maximum number of arrangements of a hand on given cells that are enumerated. If there are more,
/// this number of arrangements is sampled at random.
const MAX_CANDIDATES: usize = 5_000;

/// One layout for each combination of an effect and a set of laid cards.
type Candidates = BTreeMap<(LayoutEffect, Cards), Layout>;

impl Honnoji {
    /// The state before any seat declared a layout in this round. `None` outside the decision phase.
    pub(crate) fn before_layouts(&self) -> Option<Honnoji> {
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

    /// Layouts that a seat may have declared, from the viewpoint of the others: on the cells that
    /// they see, or, in the variant where they see none, all listed layouts of its hand.
    pub(crate) fn possible_layouts(&self, seat: Seat) -> Vec<Action> {
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

    /// One layout for each combination of an effect and a set of cards that a hand can lay on
    /// exactly these cells.
    fn layouts_on(&self, seat: Seat, hand: Cards, cells: &[Cell]) -> Vec<Action> {
        let mut candidates = Candidates::new();
        let count = (0..cells.len() as u32).try_fold(1, |count: usize, laid| {
            let left = hand.variety().saturating_sub(laid).max(1) as usize;
            Some(count * left).filter(|count| *count <= MAX_CANDIDATES)
        });
        if count.is_some() {
            self.add_all(seat, hand, cells, &mut Vec::new(), &mut candidates);
        } else {
            let mut hand = hand.to_vec();
            let mut rng = GameRng::from_seed(0);
            for _ in 0..MAX_CANDIDATES {
                rng.shuffle(&mut hand);
                let laid = cells.iter().zip(&hand);
                let laid: Vec<_> =
                    laid.map(|(cell, face)| LaidCard { face: *face, cell: *cell }).collect();
                self.add_candidate(seat, &laid, &mut candidates);
            }
        }
        candidates.into_values().map(Action::Lay).collect()
    }

    /// Adds every layout that consists of the cards of `laid` and one card of `left` on each of
    /// `cells`.
    fn add_all(
        &self,
        seat: Seat,
        left: Cards,
        cells: &[Cell],
        laid: &mut Vec<LaidCard>,
        candidates: &mut Candidates,
    ) {
        let Some((cell, rest)) = cells.split_first() else {
            return self.add_candidate(seat, laid, candidates);
        };
        let faces: Vec<Face> = left.kinds().collect();
        for face in faces {
            laid.push(LaidCard { face, cell: *cell });
            self.add_all(seat, left.minus(Cards::one(face)), rest, laid, candidates);
            laid.pop();
        }
    }

    fn add_candidate(&self, seat: Seat, laid: &[LaidCard], candidates: &mut Candidates) {
        let Some(layout) = Layout::new(laid) else { return };
        let (effect, cards) = self.effect_of(seat, &layout);
        // In round 1 a destination is needed (H-59).
        if effect.to != 0 {
            candidates.entry((effect, cards)).or_insert(layout);
        }
    }

    /// The effect of a seat's layout, and the cards in it.
    fn effect_of(&self, seat: Seat, layout: &Layout) -> (LayoutEffect, Cards) {
        let orders = Orders::read(layout, &self.config.icons);
        (LayoutEffect::of(orders.plan(self.board.pawns[seat.index()])), layout.cards())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zashiki_core::{
        GameConfig as _, GameState, GameStateExt as _, InfoState, SearchHints as _, Turn,
    };

    use super::*;
    use crate::Config;

    /// The possible layouts include the declared one, and do not depend on it.
    #[test]
    fn the_declared_layout_is_among_the_possible_ones() {
        for placing in ["in_turn", "together"] {
            let options = json!({ "placing": placing, "firstPlayer": "random" });
            let config = Config::new(3, &options, None).unwrap();
            let mut rng = GameRng::from_seed(1);
            let (mut layouts, mut alternatives) = (0, 0);
            while layouts < 200 {
                let mut game = Honnoji::deal(&config, rng.fork(), None);
                while let Turn::Awaiting(awaited) = game.turn() {
                    let seat = awaited.first().unwrap();
                    let sampled = InfoState::new(&game, seat).determinize(&mut rng);
                    for other in Seat::all(3) {
                        let candidates = game.possible_hidden_actions(other);
                        assert_eq!(sampled.possible_hidden_actions(other), candidates);
                        if game.board.stage != Stage::Decision
                            || !game.board.declared.contains(other)
                        {
                            assert!(candidates.is_empty());
                            continue;
                        }
                        layouts += 1;
                        let declared = game.board.laid[other.index()];
                        let candidates: Vec<_> = candidates
                            .iter()
                            .filter_map(|action| match action {
                                Action::Lay(layout) => Some(game.effect_of(other, layout)),
                                _ => None,
                            })
                            .collect();
                        // With more cards the candidates are a sample.
                        let is_complete = declared.len() <= 4;
                        assert!(
                            !is_complete || candidates.contains(&game.effect_of(other, &declared)),
                            "{declared}"
                        );
                        alternatives += candidates.len().saturating_sub(1);
                    }
                    let legal = game.legal(seat);
                    game.play_unchecked(seat, *rng.pick(&legal), None);
                }
            }
            assert!(
                alternatives > layouts,
                "{placing}: {alternatives} alternatives to {layouts} layouts"
            );
        }
    }

    #[test]
    fn the_state_before_the_layouts_has_all_cards_in_hand() {
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
