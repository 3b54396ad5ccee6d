//! The game's rule of thumb, for bots. The rules do not depend on it.

use table::Seat;

use crate::Sengoku;
use crate::rules::most;
use crate::sheet::{MAX_SEATS, Settlement};

/// What a flower on a 花道 is worth; everything else is measured by it.
const FLOWER: i32 = 100;
/// What a castle is worth, beyond being half of a victory.
const CASTLE: i32 = 550;
/// What being ahead on an open 花道 is worth, at least and at most.
const AHEAD: (i32, i32) = (15, 70);
/// What a domino still to come is worth, and what a general is.
const DOMINO: i32 = 12;
const GENERAL: i32 = 60;

impl Sengoku {
    /// How good the play looks for a seat, from −1000 to 1000.
    pub(crate) fn rule_of_thumb(&self, seat: Seat) -> i32 {
        if self.sheet.end.is_some() {
            let won = self.sheet.winners.contains(&seat);
            return if won { 1000 } else { -1000 };
        }
        let worth = self.prospects();
        let rival = (Seat::all(self.sheet.seats()).filter(|other| *other != seat))
            .map(|other| worth[other.index()])
            .max()
            .unwrap_or_default();
        let lead = worth[seat.index()] - rival;
        950 * lead / (lead.abs() + 600)
    }

    /// What each seat has and may expect.
    fn prospects(&self) -> [i32; MAX_SEATS] {
        let sheet = &self.sheet;
        let field = usize::from(sheet.field);
        let mut worth = [0; MAX_SEATS];
        // In the battlefield: flowers taken, and hopes of more, in tenths of a flower.
        let mut likely = [0u8; MAX_SEATS];
        let lines = self.setup.quarter(sheet.field).lines();
        for (squares, settlement) in lines.iter().zip(&sheet.lines[field]) {
            match settlement {
                Settlement::Won(seat) => likely[seat.index()] += 10,
                Settlement::Nobody => {}
                Settlement::Open => {
                    let sums = self.grid.sums(*squares);
                    if let Some(leader) = most(&sums) {
                        let filled = squares.without(self.grid.empty()).0.count_ones() as i32;
                        let best = i32::from(sums[leader.index()]);
                        let next = (sums.iter().enumerate())
                            .filter(|(index, _)| *index != leader.index())
                            .map(|(_, sum)| i32::from(*sum))
                            .max()
                            .unwrap_or_default();
                        let margin = (best - next).clamp(-4, 8);
                        let hope = (AHEAD.0 + margin * 3 + filled * 5).clamp(AHEAD.0, AHEAD.1);
                        worth[leader.index()] += hope;
                        likely[leader.index()] += (hope / 10) as u8;
                    }
                    for (sum, worth) in sums.iter().zip(&mut worth) {
                        *worth += i32::from(*sum);
                    }
                }
            }
        }
        if let Some(leader) = most(&likely) {
            let best = likely[leader.index()];
            let next = (likely.iter().enumerate())
                .filter(|(index, _)| *index != leader.index())
                .map(|(_, count)| *count)
                .max()
                .unwrap_or_default();
            let settled =
                sheet.lines[field].iter().filter(|line| **line != Settlement::Open).count();
            let margin = i32::from(best.saturating_sub(next)).min(20);
            worth[leader.index()] += margin * (5 + settled as i32);
        }
        let victory = &self.setup.components.victory;
        for seat in Seat::all(sheet.seats()) {
            let flowers = i32::from(sheet.flowers(seat));
            let goal = i32::from(victory.flowers);
            let worth = &mut worth[seat.index()];
            *worth += flowers * FLOWER + flowers * flowers * FLOWER / (2 * goal);
            *worth += i32::from(sheet.castles_of(seat)) * CASTLE;
            let left = self.hands[seat.index()].len() + self.piles[seat.index()].len();
            *worth += left as i32 * DOMINO;
            if sheet.generals[seat.index()] {
                *worth += GENERAL;
            }
        }
        // What lies beyond the border counts there later.
        for quarter in self.setup.components.fields.iter().skip(field + 1) {
            let ahead = self.grid.sums(quarter.quarter.squares());
            for (sum, worth) in ahead.iter().zip(&mut worth) {
                *worth += i32::from(*sum) * 2;
            }
        }
        worth
    }
}
