//! Checks that a components file is valid.

use zashiki_core::{InputError, LocalizedText};

use super::{Components, broken};
use crate::kind::{Cards, Kind, MAX_KEPT};
use crate::limits::{MAX_COMBINABLE, MAX_POINTS};
use crate::square::{Dir, Square, TERRITORY, TERRITORY_ROWS};

/// The number of cards that 先手, the first seat, lays in the deployment. All but the one for its gap must
/// be ordinary.
const LAID_BY_FIRST: u8 = 4;

impl Components {
    /// Checks the components; returns an error that names the first fault found.
    pub(super) fn check(&self) -> Result<(), InputError> {
        if !self.cards.iter().map(|card| card.kind).eq(Kind::ALL) {
            return Err(broken(LocalizedText::fixed(
                "[[card]] は8種類を king, queen, general, shu, ko, dai, hachitobi, joker の順に1度ずつ書きます",
                "there must be one [[card]] for each of king, queen, general, shu, ko, dai, hachitobi, joker, in this order",
            )));
        }
        let config = &self.setup;
        let points = &self.points;
        let arranged =
            u32::from(config.single) + 2 * u32::from(config.stack2) + 3 * u32::from(config.stack3);
        let pieces = [config.king, config.single, config.stack2, config.stack3];
        let faults = [
            (
                [self.sheet.rows, self.sheet.columns, self.sheet.territory].map(usize::from)
                    != [Square::SIDE, Square::SIDE, TERRITORY_ROWS],
                "[sheet] は 5×5、territory は 2 だけです",
                "[sheet] must have 5 rows, 5 columns and a territory of 2",
            ),
            (
                config.king != 1
                    || pieces.iter().map(|count| usize::from(*count)).sum::<usize>()
                        != TERRITORY - 1,
                "[setup] は king が 1 で、合わせて 9 組です",
                "[setup] must have one king and nine pieces in all",
            ),
            (
                self.card(Kind::King).count != 1,
                "[[card]] の king の count は 1 です",
                "the `count` of the [[card]] of the king must be 1: there is exactly one king",
            ),
            (
                self.cards.iter().any(|card| card.count > MAX_COMBINABLE)
                    || self.count(Cards::COMBINABLE) > u32::from(MAX_COMBINABLE)
                    || self.count(Cards::SPECIAL) > 4
                    || self.card(Kind::Queen).count > 2,
                "[[card]] の count は、重ねられるカードが合わせて24枚、王妃が2枚、八とびとジョーカーが合わせて4枚までです",
                "the `count`s of the [[card]]s must make at most 24 combinable cards, two queens, and four hachitobi and jokers in all",
            ),
            (
                self.count(Cards::ORDINARY) < arranged + u32::from(LAID_BY_FIRST) - 1
                    || self.count(Cards::COMBINABLE) < arranged + u32::from(LAID_BY_FIRST),
                "[[card]] の count が足りません。守・攻・台は、並べる枚数に3枚、王妃と将軍を入れて4枚を加えただけ必要です(配備できなくなります)",
                "the `count`s are too small: there must be three more shu, ko and dai than are arranged, and four more with queen and general, or the deployment could not be completed",
            ),
            (
                !(1..=MAX_POINTS).contains(&points.king)
                    || !(points.king..=MAX_POINTS).contains(&points.king_most),
                "[points] は 1 ≦ king ≦ king_most ≦ 15 です",
                "[points] must have 1 ≤ `king` ≤ `king_most` ≤ 15",
            ),
            (
                !(1..=MAX_KEPT + 1).contains(&points.stack_most)
                    || points.stack_base > points.stack_most,
                "[points] は stack_base ≦ stack_most ≦ 15、stack_most は1以上です",
                "[points] must have `stack_base` ≤ `stack_most` ≤ 15, and `stack_most` of 1 or more",
            ),
            (
                [points.single_life, points.single_attack, points.strong_single]
                    .iter()
                    .any(|value| !(1..=MAX_POINTS).contains(value)),
                "[points] の single_life, single_attack, strong_single は 1〜15 です",
                "[points] `single_life`, `single_attack` and `strong_single` must be 1 to 15",
            ),
            (
                [points.queen_return, points.step_single, points.step_stack, points.joker_king]
                    .iter()
                    .any(|value| *value > MAX_POINTS),
                "[points] の queen_return, step_single, step_stack, joker_king は 15 までです",
                "[points] `queen_return`, `step_single`, `step_stack` and `joker_king` must be 15 at most",
            ),
            (
                self.cards.iter().any(|card| {
                    let least = if card.kind == Kind::King { 0 } else { 1 };
                    !(least..=MAX_POINTS).contains(&card.points)
                }),
                "[[card]] の points は 1〜15 です",
                "the `points` of a [[card]] must be 1 to 15",
            ),
            (
                self.cards.iter().any(|card| {
                    card.step.iter().any(|dir| card.slide.contains(dir))
                        || Dir::ALL.iter().any(|dir| {
                            let times = |dirs: &[Dir]| dirs.iter().filter(|d| *d == dir).count();
                            times(&card.step) > 1 || times(&card.slide) > 1
                        })
                }),
                "1つの [[card]] の step と slide に同じ向きが2つあります",
                "a [[card]] has two arrows in one direction in `step` and `slide`",
            ),
            (
                self.cards.iter().any(|card| {
                    card.leap.iter().any(|(forward, right)| {
                        !(1..Square::SIDE as u8)
                            .contains(&forward.unsigned_abs().max(right.unsigned_abs()))
                    })
                }),
                "leap は [前, 右] で、0 でない 4 マス以内です",
                "a `leap` is [forward, right], not [0, 0], and at most 4 squares far",
            ),
            (
                !self.king_can_always_move(),
                "[[card]] の king には、どのマスからもシートの中へ動ける矢印(step, slide, leap)が必要です",
                "the [[card]] of the king needs an arrow (`step`, `slide` or `leap`) that stays on the sheet from every square",
            ),
            (
                self.formations.is_empty(),
                "[[formation]] が1つは必要です",
                "there must be at least one [[formation]]",
            ),
        ];
        match faults.into_iter().find(|(wrong, _, _)| *wrong) {
            Some((_, ja, en)) => Err(broken(LocalizedText::fixed(ja, en))),
            None => Ok(()),
        }
    }

    /// The number of cards of these kinds in each seat's deck.
    fn count(&self, cards: Cards) -> u32 {
        cards.iter().map(|kind| u32::from(self.card(kind).count)).sum()
    }

    /// Returns true if a king alone on the sheet can move from every square (AK40).
    fn king_can_always_move(&self) -> bool {
        let king = self.card(Kind::King);
        Square::all().all(|square| {
            king.step.iter().chain(&king.slide).any(|dir| square.step(*dir).is_some())
                || king
                    .leap
                    .iter()
                    .any(|(forward, right)| square.offset(*right, *forward).is_some())
        })
    }
}
