//! Checks of a components file.

use zashiki_core::{LocalizedText, fault};

use super::{Bedroom, Components, Scoring, Square, SquareSpec};
use crate::limits::{CARDS, MAX_PALACE, MAX_PLOTS};

impl Components {
    /// Checks the numbers in the entries, and the order of the entries.
    pub(super) fn check(&self) -> Result<(), LocalizedText> {
        if !self.cards.iter().map(|card| usize::from(card.number)).eq(1..=CARDS) {
            fault!(
                "[[card]] は番号1〜9が順に1枚ずつ必要です",
                "there must be one `[[card]]` for each number 1 to 9, in order"
            );
        }
        if self.cards.iter().all(|card| card.closed) {
            fault!(
                "[[card]] の closed は、少なくとも1枚では外してください（表で始まるカードが必要です）",
                "`closed` must be left out for at least one `[[card]]`, which begins face up"
            );
        }
        self.check_palace()?;
        let Bedroom { squares, tea, .. } = self.bedroom;
        if !(3..=60).contains(&squares) {
            fault!(
                "[bedroom] の squares は3〜60です（{squares}になっています）",
                "`squares` of `[bedroom]` must be 3 to 60, not {squares}"
            );
        }
        if tea == 0 || tea >= squares {
            let last = squares - 1;
            fault!(
                "[bedroom] の tea は1〜{last}です（{tea}になっています。0は開始のマスです）",
                "`tea` of `[bedroom]` must be 1 to {last}, not {tea}; 0 is the start square"
            );
        }
        let Scoring { goal, lap, .. } = self.scoring;
        if !(1..=20).contains(&goal) {
            fault!(
                "[scoring] の goal は1〜20です（{goal}になっています）",
                "`goal` of `[scoring]` must be 1 to 20, not {goal}"
            );
        }
        if !(1..=10).contains(&lap) {
            fault!(
                "[scoring] の lap は1〜10です（{lap}になっています）",
                "`lap` of `[scoring]` must be 1 to 10, not {lap}"
            );
        }
        let total = self.points.total;
        if !(goal..=60).contains(&total) {
            fault!(
                "[points] の total は{goal}（[scoring] の goal）〜60です（{total}になっています）",
                "`total` of `[points]` must be {goal}, the `goal` of `[scoring]`, to 60, not {total}"
            );
        }
        if !(1..=MAX_PLOTS).contains(&self.plots.len()) {
            let count = self.plots.len();
            fault!(
                "[[plot]] は1〜{MAX_PLOTS}枚です（{count}枚になっています）",
                "there must be 1 to {MAX_PLOTS} `[[plot]]`, not {count}"
            );
        }
        for plot in &self.plots {
            let (amounts, amount, name) = (plot.effect.amounts(), plot.amount, &plot.name);
            let (least, most) = (*amounts.start(), *amounts.end());
            if most == 0 && amount != 0 {
                fault!(
                    "[[plot]]「{name}」の効果に amount はありません。消してください",
                    "the effect of the `[[plot]]` {name} has no `amount`; leave it out",
                    name
                );
            }
            if !amounts.contains(&amount) {
                fault!(
                    "[[plot]]「{name}」の amount は{least}〜{most}です（{amount}になっています）",
                    "`amount` of the `[[plot]]` {name} must be {least} to {most}, not {amount}",
                    name
                );
            }
        }
        Ok(())
    }

    fn check_palace(&self) -> Result<(), LocalizedText> {
        let is_return = |entry: &SquareSpec| entry.square == Square::Return;
        let count = self.palace.len();
        if !(2..=MAX_PALACE).contains(&count) {
            fault!(
                "[[palace]] は2〜{MAX_PALACE}マスです（{count}マスになっています）",
                "there must be 2 to {MAX_PALACE} `[[palace]]` squares, not {count}"
            );
        }
        let returns = self.palace.iter().filter(|entry| is_return(entry)).count();
        if returns != 1 || !self.palace.last().is_some_and(is_return) {
            fault!(
                "[[palace]] の kind = \"return\" は、最後のマスだけに必要です",
                "the last `[[palace]]` square, and no other, must have `kind = \"return\"`"
            );
        }
        if self.palace.iter().skip(1).any(|entry| entry.square == Square::Entry) {
            fault!(
                "[[palace]] の kind = \"entry\" は、最初のマスだけに書けます",
                "only the first `[[palace]]` square can have `kind = \"entry\"`"
            );
        }
        for entry in &self.palace {
            let (steps, draws) = match entry.square {
                Square::Advance { steps } => (steps, 1),
                Square::Choice { steps, draws } => (steps, draws),
                _ => (1, 1),
            };
            if !(1..=20).contains(&steps) {
                fault!(
                    "[[palace]] の steps は1〜20です（{steps}になっています）",
                    "`steps` of a `[[palace]]` square must be 1 to 20, not {steps}"
                );
            }
            if !(1..=4).contains(&draws) {
                fault!(
                    "[[palace]] の draws は1〜4です（{draws}になっています）",
                    "`draws` of a `[[palace]]` square must be 1 to 4, not {draws}"
                );
            }
        }
        Ok(())
    }
}
