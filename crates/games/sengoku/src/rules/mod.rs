//! The rules. Between decisions [`Sengoku::run`] does what follows by itself, and takes every
//! decision that has one answer (AS25).

mod declaring;
mod ending;
mod lines;
mod placing;

pub(crate) use lines::most;
pub(crate) use placing::spots_of;

use arrayvec::ArrayVec;
use table::{Illegal, Log, Seat, Text};

use crate::events::Event;
use crate::sheet::{MAX_SEATS, Stage};
use crate::{Action, Sengoku};

impl Sengoku {
    /// Goes on to the next decision that has more than one answer, or to the end.
    pub(crate) fn run(&mut self, log: &mut impl Log<Sengoku>) {
        loop {
            match self.sheet.stage() {
                Stage::Declare { seat } => match self.only_declaration(seat) {
                    Some(tile) => self.declare(seat, tile, true, log),
                    None => return,
                },
                Stage::Place { seat, tile } => match self.only_placement(seat, tile) {
                    Some(action) => self.resolve(seat, tile, action, true, log),
                    None => return,
                },
                Stage::Over if self.sheet.end.is_some() => return,
                Stage::Over => self.end_round(log),
            }
        }
    }

    /// The round is over; who was first to place is first to declare next (S-13, AS2).
    fn end_round(&mut self, log: &mut impl Log<Sengoku>) {
        if !self.sheet.anyone_placed {
            self.close_if_exhausted(log);
            if self.sheet.end.is_some() {
                return;
            }
        }
        let order: ArrayVec<Seat, MAX_SEATS> =
            self.sheet.placing_order().iter().map(|d| d.seat).collect();
        self.sheet.order = order.into_iter().filter(|seat| self.can_declare(*seat)).collect();
        self.sheet.round += 1;
        self.sheet.declared.clear();
        self.sheet.resolved = 0;
        self.sheet.anyone_placed = false;
        log.push(Event::Round { round: self.sheet.round }, self);
    }

    /// Every decision the seat may take.
    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) {
        match self.sheet.stage() {
            Stage::Declare { seat: awaited } if awaited == seat => {
                self.list_declarations(seat, out)
            }
            Stage::Place { seat: awaited, tile } if awaited == seat => {
                self.list_placements(seat, tile, out);
            }
            _ => {}
        }
    }

    /// Whether the seat may decide so.
    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        match (self.sheet.stage(), action) {
            (Stage::Over, _) => Err(Illegal::over()),
            (Stage::Declare { seat: awaited } | Stage::Place { seat: awaited, .. }, _)
                if awaited != seat =>
            {
                Err(Illegal::not_awaited())
            }
            (Stage::Declare { .. }, Action::Declare(tile)) => self.check_declaration(seat, tile),
            (Stage::Place { tile, .. }, Action::Place(spot)) => self.check_place(tile, spot),
            (Stage::Place { tile, .. }, Action::General(spot)) => {
                self.check_general(seat, tile, spot)
            }
            (Stage::Place { tile, .. }, Action::Lose) => self.check_loss(tile),
            _ => Err(Illegal::not_asked()),
        }
    }

    /// Takes a decision that has been checked.
    pub(crate) fn decide(&mut self, seat: Seat, action: Action, log: &mut impl Log<Sengoku>) {
        match (self.sheet.stage(), action) {
            (Stage::Declare { .. }, Action::Declare(tile)) => self.declare(seat, tile, false, log),
            (Stage::Place { tile, .. }, action) => self.resolve(seat, tile, action, false, log),
            (stage, _) => debug_assert!(false, "unchecked action {action} for {stage:?}"),
        }
        self.run(log);
    }

    /// What is asked, in words, and the rule that asks it.
    pub(crate) fn ask(&self) -> Option<(Text, &'static str)> {
        match self.sheet.stage() {
            Stage::Declare { .. } => Some((
                Text::fixed("出陣させるタイルを選んでください。", "Choose a domino to declare."),
                "S-10",
            )),
            Stage::Place { tile, .. } if tile.is_general() => Some((
                Text::fixed(
                    "総大将を置く場所を選んでください。",
                    "Choose where to place your general.",
                ),
                "S-36",
            )),
            Stage::Place { tile, .. } if self.grid.fits(tile) => Some((
                Text::new(
                    format!("{}を置く場所を選んでください。", tile.name().ja),
                    format!("Choose where to place {}.", tile.name().en),
                ),
                "S-21",
            )),
            Stage::Place { tile, .. } => Some((
                Text::new(
                    format!(
                        "{}を置く場所がありません。代わりに総大将を置くか、タイルをゲームから取り除くかを選んでください。",
                        tile.name().ja
                    ),
                    format!(
                        "There is no place for {}: place your general instead, or lose the tile.",
                        tile.name().en
                    ),
                ),
                "S-37",
            )),
            Stage::Over => None,
        }
    }
}
