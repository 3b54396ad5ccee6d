//! The stage of a loaded position, checked against the rest of the position.

use zashiki_core::{LocalizedText, Seat, fault, plural};

use super::StagePosition;
use crate::Hostile;
use crate::board::Stage;
use crate::glossary::who;
use crate::rules::TurnState;
use crate::skill::Skills;

impl Hostile {
    /// Sets the stage. Returns an error if the stage contradicts the rest of the position.
    pub(super) fn set_stage(&mut self, stage: StagePosition) -> Result<(), LocalizedText> {
        let seats = self.config.seats;
        let seat = match stage {
            StagePosition::SkillDraft { seat }
            | StagePosition::TileDraft { seat, .. }
            | StagePosition::Turn { seat, .. } => seat,
            StagePosition::RoundStart | StagePosition::Over => Seat(0),
        };
        if seat.0 >= seats {
            let last = seats - 1;
            fault!(
                "stage の seat が {seat} です(席は 0〜{last})",
                "the `seat` of `stage` is {seat}, but the seats are 0 to {last}"
            );
        }
        self.board.stage = match stage {
            StagePosition::RoundStart => {
                if self.board.end_condition(&self.config).is_some() {
                    fault!(
                        "終了条件を満たしているので、stage を round_start にできません",
                        "`stage` cannot be round_start: an end condition holds, so no round begins"
                    );
                }
                Stage::RoundStart
            }
            StagePosition::SkillDraft { seat } => {
                self.check_skill_draft(seat)?;
                Stage::SkillDraft { seat }
            }
            StagePosition::TileDraft { seat, left } => {
                let left = left.unwrap_or(2);
                if !(1..=2).contains(&left) {
                    fault!("stage の left は 1〜2 です", "the `left` of `stage` must be 1 or 2");
                }
                if self.board.line.is_empty() {
                    fault!(
                        "line が空なので、stage を tile_draft にできません(ドラフトするタイルがありません)",
                        "`stage` cannot be tile_draft: `line` is empty, so there is no tile to draft"
                    );
                }
                Stage::TileDraft { seat, left }
            }
            StagePosition::Turn { seat, points, stopped, crashes, rotations, recalls } => {
                self.turn_at(seat, stopped, [points, crashes, rotations, recalls])?
            }
            StagePosition::Over => {
                let Some(reason) = self.board.end_condition(&self.config) else {
                    fault!(
                        "終了条件(ジェムの数か short)を満たしていないので、stage を over にできません",
                        "`stage` cannot be over: no end condition holds, neither the gems nor `short`"
                    )
                };
                self.board.end = Some(self.end(reason));
                Stage::Over
            }
        };
        Ok(())
    }

    /// Checks each seat's number of skill cards during a skill draft: seats before the drafting
    /// seat have a card of this pass, the others have none.
    fn check_skill_draft(&self, seat: Seat) -> Result<(), LocalizedText> {
        let mut other = self.board.start_seat;
        let mut expected = usize::from(self.board.pass);
        for _ in 0..self.config.seats {
            if other == seat {
                expected -= 1;
            }
            let held = self.board.skills[other.index()].len();
            if held != expected {
                fault!(
                    "{seat}の skills が{held}枚です(この時点では{expected}枚)",
                    "{seat} has {held} in `skills`; at this point it is {expected}",
                    seat = who(other),
                    held = plural(held, "card", "cards")
                );
            }
            other = self.clockwise(other);
        }
        if self.board.undrafted() == Skills::default() {
            fault!(
                "取れるスキルカードがないので、stage を skill_draft にできません",
                "`stage` cannot be skill_draft: there is no skill card to take"
            );
        }
        Ok(())
    }

    /// The stage of a turn in progress. Values that the position leaves out are those at the start
    /// of the turn.
    fn turn_at(
        &self,
        seat: Seat,
        stopped: bool,
        left: [Option<u8>; 4],
    ) -> Result<Stage, LocalizedText> {
        let start = self.new_turn(seat);
        let names = ["points", "crashes", "rotations", "recalls"];
        let limits = [start.points, start.crashes, start.rotations, start.recalls];
        for ((name, most), left) in names.iter().zip(limits).zip(left) {
            if left.is_some_and(|left| left > most) {
                fault!(
                    "stage の {name} は 0〜{most} です(スキルと行動点による)",
                    "the `{name}` of `stage` must be 0 to {most}, by skills and action points"
                );
            }
        }
        let [points, crashes, rotations, recalls] =
            std::array::from_fn(|at| left[at].unwrap_or(limits[at]));
        let turn = TurnState { points, stopped, crashes, rotations, recalls, ..start };
        Ok(turn.stage())
    }
}
