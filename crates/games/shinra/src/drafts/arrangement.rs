//! Drafts of an arrangement: explains which rules it violates, which pieces are missing and how it could
//! be completed.

use zashiki_core::{Draft, IllegalAction, Seat, Token as _, text};

use super::to_json;
use crate::Shinra;
use crate::actions::Action;
use crate::autofill::{complete, tidy};
use crate::formation::{
    Arrangement, check_piece, doubled, no_card, no_square, outside, too_many, twice,
};
use crate::kind::{Cards, KINDS, Kind};
use crate::reading::{KindCount, LaidView, Missing, Problem, Reading};
use crate::square::{Square, TERRITORY};

impl Shinra {
    /// Explains an unfinished arrangement.
    ///
    /// # Errors
    /// Returns a short error for texts that the page never sends: more squares than the two rows have, a
    /// square named twice, more cards than the deck. The server sends the answer to all clients of the
    /// table, so it must stay small.
    pub(super) fn read_arrangement(
        &self,
        seat: Seat,
        words: &[&str],
    ) -> Result<Draft, IllegalAction> {
        if words.len() > TERRITORY {
            return Err(too_many_squares(words.len()));
        }
        let deck = self.config.components.deck();
        let mut left: usize = deck.iter().map(|count| usize::from(*count)).sum();
        let mut problems = Vec::new();
        let mut laid: Vec<(Square, Vec<Kind>)> = Vec::new();
        for word in words {
            let Some((name, cards)) = word.split_once('=') else {
                return Err(IllegalAction::unknown_action(word, "arrange a1=shu+ko b1=king"));
            };
            let kinds: Option<Vec<Kind>> = if cards.is_empty() {
                Some(Vec::new())
            } else {
                cards.split('+').map(Kind::from_word).collect()
            };
            let kinds = kinds.ok_or_else(|| no_card(cards))?;
            left = left.checked_sub(kinds.len()).ok_or_else(too_many_cards)?;
            let Some(square) = Square::from_word(name) else {
                problems.push(Problem { square: None, why: no_square(name) });
                continue;
            };
            if !square.is_home_of(seat) {
                problems.push(Problem { square: Some(square), why: outside(square) });
            } else if laid.iter().any(|(there, _)| *there == square) {
                return Err(doubled(square));
            } else if !kinds.is_empty() {
                laid.push((square, kinds));
            }
        }
        let mut used = [0usize; KINDS];
        for (square, kinds) in &laid {
            kinds.iter().for_each(|kind| used[*kind as usize] += 1);
            if let Err(why) = check_kinds(*square, kinds) {
                problems.push(Problem { square: Some(*square), why });
            }
        }
        for kind in Kind::ALL {
            let (used, there) = (used[kind as usize], usize::from(deck[kind as usize]));
            if used > there {
                problems.push(Problem { square: None, why: too_many(kind, used, there) });
            }
        }
        let left = Kind::ALL.map(|kind| KindCount {
            kind,
            count: deck[kind as usize].saturating_sub(used[kind as usize] as u8),
        });
        let order = laid.iter().flat_map(|(square, kinds)| {
            let at = square.relative_to(seat).index();
            kinds.iter().map(move |kind| (at, *kind))
        });
        let completed = complete(&self.config, seat, tidy(&self.config, order));
        let refused = match problems.first() {
            Some(problem) => Some(problem.why.clone()),
            None => {
                let mut cards = [Cards::NONE; TERRITORY];
                for (square, kinds) in &laid {
                    cards[square.relative_to(seat).index()] = kinds.iter().copied().collect();
                }
                Arrangement::new(seat, cards).check(seat, &self.config.components).err()
            }
        };
        let reading = Reading::Arrange {
            seat,
            missing: self.missing(&laid),
            warnings: self.warnings(seat, &laid),
            squares: laid
                .iter()
                .map(|(square, kinds)| self.laid_view(seat, *square, kinds))
                .collect(),
            left: left.into_iter().filter(|left| left.count > 0).collect(),
            problems,
        };
        Ok(Draft {
            reading: to_json(&reading),
            completed: Some(Action::Arrange(completed).to_string()),
            refused,
        })
    }

    fn laid_view(&self, seat: Seat, square: Square, kinds: &[Kind]) -> LaidView {
        let cards: Cards = kinds.iter().copied().collect();
        let points = check_kinds(square, kinds).is_ok().then(|| {
            if cards == Cards::KING {
                self.config.king_points(seat)
            } else {
                self.config.arrows.full(cards)
            }
        });
        LaidView { square, cards: kinds.to_vec(), points }
    }

    fn missing(&self, laid: &[(Square, Vec<Kind>)]) -> Missing {
        let mut counts = [0i8; 4];
        for (_, kinds) in laid {
            counts[if kinds.contains(&Kind::King) { 0 } else { kinds.len().min(3) }] += 1;
        }
        let spec = &self.config.components.setup;
        let lacks = |wanted: u8, at: usize| wanted as i8 - counts[at];
        Missing {
            king: lacks(spec.king, 0),
            single: lacks(spec.single, 1),
            stack2: lacks(spec.stack2, 2),
            stack3: lacks(spec.stack3, 3),
        }
    }

    /// Warns of a king in the front row if the options allow kings to jump: the enemy king may capture
    /// it as soon as the battle begins.
    fn warnings(&self, seat: Seat, laid: &[(Square, Vec<Kind>)]) -> Vec<Problem> {
        if self.config.options.jump_needs_combinable {
            return Vec::new();
        }
        let king = laid.iter().find(|(_, kinds)| kinds[..] == [Kind::King]);
        let Some(king) = king.map(|(square, _)| *square) else { return Vec::new() };
        let enemy = seat.other();
        let why = match self.board.king_square(enemy) {
            Some(from) => {
                let reaches = from.line_to(king).is_some_and(|(dir, distance)| {
                    distance == 2 && self.config.arrows.arrow(enemy, Cards::KING, dir).is_some()
                });
                reaches.then(|| {
                    IllegalAction::new("K-10", text!("{from}の相手の王が、間の味方を飛び越えて{king}の王を取れる位置です。", "The enemy King on {from} may jump over a card of his between and take your King on {king}."))
                })
            }
            None => (king.relative_to(seat).row() == 1).then(|| {
                IllegalAction::new("K-10", text!("{king}の王は前列にいるので、相手の王が中心地帯のカードを飛び越えて取りに来るかもしれません。", "Your King on {king} stands in front: the enemy King may jump at it over row 3."))
            }),
        };
        why.map(|why| Problem { square: Some(king), why }).into_iter().collect()
    }
}

/// Checks that these cards may form one piece of an arrangement (K-17, K-18, K-20, K-79, K-80).
fn check_kinds(square: Square, kinds: &[Kind]) -> Result<(), IllegalAction> {
    let mut cards = Cards::NONE;
    for kind in kinds {
        if cards.contains(*kind) {
            return Err(twice(square, *kind));
        }
        cards = cards.union(Cards::one(*kind));
    }
    check_piece(square, cards)
}

/// `K-32`: the error for a text that names more squares than the two rows have.
fn too_many_squares(squares: usize) -> IllegalAction {
    IllegalAction::new(
        "K-32",
        text!(
            "自陣は{TERRITORY}マスです({squares}マス書かれています)。自陣のマスだけに並べてください。",
            "Your two rows have {TERRITORY} squares, and {squares} are named; lay cards on those only."
        ),
    )
}

/// `K-33`: the error for a text that names more cards than the deck has.
fn too_many_cards() -> IllegalAction {
    IllegalAction::new(
        "K-33",
        text!(
            "箱にあるカードより多く並べられています。箱のカードだけを並べてください。",
            "More cards are laid than the box holds; lay only cards of the box."
        ),
    )
}
