//! The game's rule of thumb, for bots. The rules do not depend on it.

use table::Seat;

use crate::Board;
use crate::board::{End, Group};
use crate::components::{Icon, Square};
use crate::setup::Setup;

/// What a point is worth; everything else is measured in hundredths of it.
const POINT: i32 = 100;

impl Board {
    /// How good the board looks for a seat, from −1000 to 1000.
    pub(crate) fn appraise(&self, setup: &Setup, seat: Seat) -> i32 {
        match self.end {
            Some(End::Favour { seat: winner }) if winner == seat => return 1000,
            Some(End::Favour { .. }) => return -1000,
            Some(End::Kohi | End::Rounds) => return 0,
            None => {}
        }
        let lead = self.prospects(setup, seat) - self.prospects(setup, seat.other());
        // The nearer 香妃 is to her goal, the less any lead is worth.
        let left = i32::from(setup.options.kohi_goal.saturating_sub(self.kohi));
        let doubt = 250 + 200 / left.max(1);
        950 * lead / (lead.abs() + doubt)
    }

    /// What one seat has and may expect, in hundredths of a point.
    fn prospects(&self, setup: &Setup, seat: Seat) -> i32 {
        let components = &setup.components;
        let squares = i32::from(components.bedroom.squares);
        let lap = i32::from(components.scoring.lap) * POINT;
        let step = lap / squares;
        let consort = self.consorts[seat.index()];
        let mut worth = i32::from(self.points[seat.index()]) * POINT;
        worth += i32::from(consort.square) * step;
        let before_tea = consort.laps == 0 && consort.square < components.bedroom.tea;
        if self.tea > 0 && before_tea {
            // The nearer to 茶休憩, the likelier its bonus.
            worth += POINT / 2 * i32::from(consort.square) / i32::from(components.bedroom.tea);
        }
        worth += self.palace_worth(setup, seat, step) / 2;
        for (card, spec) in self.cards.iter().zip(&components.cards) {
            let own = card.eunuchs.iter().filter(|eunuch| eunuch.seat == seat).count() as i32;
            if own > 0 {
                worth += own * self.icon_worth(setup, spec.icon, seat, step);
            }
        }
        worth + if self.initiative == seat { 8 } else { 0 }
    }

    fn palace_worth(&self, setup: &Setup, seat: Seat, step: i32) -> i32 {
        self.palace
            .iter()
            .zip(&setup.components.palace)
            .map(|(groups, spec)| {
                let Group { weak, strong } = groups[seat.index()];
                i32::from(weak + strong) * square_worth(spec.square, step)
            })
            .sum()
    }

    fn icon_worth(&self, setup: &Setup, icon: Icon, seat: Seat, step: i32) -> i32 {
        match icon {
            Icon::Advance => step,
            Icon::Fly => step,
            Icon::Enter => step / 2,
            Icon::Draw => step / 2,
            Icon::Initiative => {
                if self.initiative == seat {
                    0
                } else {
                    8
                }
            }
            Icon::Reshuffle => 2,
            Icon::PalaceAdvance => {
                self.shift_worth(setup, seat, step) - self.shift_worth(setup, seat.other(), step)
            }
            Icon::Activate => {
                (self.palace_worth(setup, seat, step)
                    - self.palace_worth(setup, seat.other(), step))
                    / 2
            }
        }
    }

    /// What a seat's palace eunuchs gain by advancing one square.
    fn shift_worth(&self, setup: &Setup, seat: Seat, step: i32) -> i32 {
        self.palace
            .iter()
            .zip(setup.components.palace.windows(2))
            .map(|(groups, pair)| {
                let gain = square_worth(pair[1].square, step) - square_worth(pair[0].square, step);
                i32::from(groups[seat.index()].total()) * gain / 2
            })
            .sum()
    }
}

/// What executing a palace square is worth.
fn square_worth(square: Square, step: i32) -> i32 {
    match square {
        Square::Entry => step / 2,
        Square::Advance { steps } | Square::Choice { steps, .. } => i32::from(steps) * step,
        Square::Strong => step * 3 / 2,
        Square::Point => POINT,
        Square::Return => 0,
    }
}
