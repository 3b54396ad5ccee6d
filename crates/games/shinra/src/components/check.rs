//! Checks of a components file that concern several fields or entries at once.

use zashiki_core::{FieldFault, LocalizedText, Seat, field_fault, text};

use super::{Components, FormationSpec, part_of};
use crate::formation::Arrangement;
use crate::kind::{Cards, Kind};
use crate::limits::MAX_COMBINABLE;
use crate::square::{Square, TERRITORY};

/// The number of cards that 先手, the first seat, lays in the deployment. All but the one for its gap must
/// be ordinary.
const LAID_BY_FIRST: u8 = 4;

impl Components {
    /// Checks what the schema does not state; returns the first fault found.
    pub(super) fn check(&self) -> Result<(), FieldFault> {
        let (config, points) = (&self.setup, &self.points);
        let arranged =
            u32::from(config.single) + 2 * u32::from(config.stack2) + 3 * u32::from(config.stack3);
        let pieces = [config.king, config.single, config.stack2, config.stack3];
        let faults = [
            (
                pieces.iter().map(|count| usize::from(*count)).sum::<usize>() != TERRITORY - 1,
                "setup",
                "[setup] は king が 1 で、合わせて 9 組です",
                "[setup] must have one king and nine pieces in all",
            ),
            (
                self.count(Cards::COMBINABLE) > u32::from(MAX_COMBINABLE)
                    || self.count(Cards::SPECIAL) > 4
                    || self.card(Kind::Queen).count > 2,
                "card",
                "[[card]] の count は、重ねられるカードが合わせて24枚、王妃が2枚、八とびとジョーカーが合わせて4枚までです",
                "the `count`s of the [[card]]s must make at most 24 combinable cards, two queens, and four hachitobi and jokers in all",
            ),
            (
                self.count(Cards::ORDINARY) < arranged + u32::from(LAID_BY_FIRST) - 1
                    || self.count(Cards::COMBINABLE) < arranged + u32::from(LAID_BY_FIRST),
                "card",
                "[[card]] の count が足りません。守・攻・台は、並べる枚数に3枚、王妃と将軍を入れて4枚を加えただけ必要です(配備できなくなります)",
                "the `count`s are too small: there must be three more shu, ko and dai than are arranged, and four more with queen and general, or the deployment could not be completed",
            ),
            (
                points.king > points.king_most,
                "points.king_most",
                "[points] は king ≦ king_most です",
                "[points] must have `king` ≤ `king_most`",
            ),
            (
                points.stack_base > points.stack_most,
                "points.stack_base",
                "[points] は stack_base ≦ stack_most です",
                "[points] must have `stack_base` ≤ `stack_most`",
            ),
        ];
        if let Some((_, path, ja, en)) = faults.into_iter().find(|(wrong, ..)| *wrong) {
            return Err(FieldFault::new(path, LocalizedText::fixed(ja, en)));
        }
        for (index, card) in self.cards.iter().enumerate() {
            if card.step.iter().any(|dir| card.slide.contains(dir)) {
                field_fault!(
                    "card[{index}].slide",
                    "step と slide に同じ向きが2つあります",
                    "a [[card]] has two arrows in one direction in `step` and `slide`"
                );
            }
        }
        if !self.king_can_always_move() {
            let king = Kind::King as usize;
            field_fault!(
                "card[{king}].step",
                "[[card]] の king には、どのマスからもシートの中へ動ける矢印(step, slide, leap)が必要です",
                "the [[card]] of the king needs an arrow (`step`, `slide` or `leap`) that stays on the sheet from every square"
            );
        }
        self.formations
            .iter()
            .enumerate()
            .try_for_each(|(index, spec)| self.check_formation(index, spec))
    }

    fn check_formation(&self, index: usize, spec: &FormationSpec) -> Result<(), FieldFault> {
        let laid = Arrangement::read(&spec.squares)
            .and_then(|arrangement| arrangement.check(Seat(0), self));
        laid.map(drop).map_err(|no| {
            let (id, why) = (&spec.id, part_of(no.message));
            let message = text!(
                "陣形「{id}」(formation の squares)が並べられません({why})",
                "the formation \"{id}\" cannot be laid by its `squares` ({why})",
                why
            );
            FieldFault::new(format!("formation[{index}].squares"), message)
        })
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
