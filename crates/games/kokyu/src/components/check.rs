//! Checks of a components file that concern several fields or entries at once.

use zashiki_core::{FieldFault, field_fault};

use super::{Bedroom, Components, Square, SquareSpec};

impl Components {
    /// Checks what the schema does not state: dependencies between numbers, and the order of squares.
    pub(super) fn check(&self) -> Result<(), FieldFault> {
        if self.cards.iter().all(|card| card.closed) {
            field_fault!(
                "card",
                "closed は、少なくとも1枚では外してください（表で始まるカードが必要です）",
                "`closed` must be left out for at least one `[[card]]`, which begins face up"
            );
        }
        self.check_palace()?;
        let Bedroom { squares, tea, .. } = self.bedroom;
        if tea >= squares {
            let last = squares - 1;
            field_fault!(
                "bedroom.tea",
                "{squares}マスでは1〜{last}です（{tea}になっています。0は開始のマスです）",
                "with {squares} squares, `tea` must be 1 to {last}, not {tea}; 0 is the start square"
            );
        }
        let (goal, total) = (self.scoring.goal, self.points.total);
        if total < goal {
            field_fault!(
                "points.total",
                "勝ちになる点（[scoring] の goal）の{goal}以上が必要です（{total}になっています）",
                "`total` must be {goal} or more, the `goal` of `[scoring]`, not {total}"
            );
        }
        Ok(())
    }

    fn check_palace(&self) -> Result<(), FieldFault> {
        let is = |entry: &SquareSpec, square: Square| entry.square == square;
        let last = self.palace.len() - 1;
        for (index, entry) in self.palace.iter().enumerate() {
            if is(entry, Square::Return) != (index == last) {
                field_fault!(
                    "palace[{index}].kind",
                    "\"return\"（強制送還）は、最後のマスだけに必要です",
                    "the last `[[palace]]` square, and no other, must have `kind = \"return\"`"
                );
            }
            if is(entry, Square::Entry) && index > 0 {
                field_fault!(
                    "palace[{index}].kind",
                    "\"entry\"（初）は、最初のマスだけに書けます",
                    "only the first `[[palace]]` square can have `kind = \"entry\"`"
                );
            }
        }
        Ok(())
    }
}
