//! The heuristic, for bots. The rules do not depend on it.

use zashiki_core::Seat;

use crate::Board;
use crate::board::{End, Group};
use crate::components::{Icon, Square};
use crate::config::Config;
use crate::eval_weights::EvalWeights;

/// Value of one point. All other values are in hundredths of a point.
const POINT: i32 = 100;

impl Board {
    /// Heuristic value of the board for `seat`, −1000..=1000.
    pub(crate) fn evaluate(&self, config: &Config, seat: Seat) -> i32 {
        match self.end {
            Some(End::Favour { seat: winner }) if winner == seat => return 1000,
            Some(End::Favour { .. }) => return -1000,
            Some(End::Kohi | End::Rounds) => return 0,
            None => {}
        }
        let lead = self.seat_value(config, seat) - self.seat_value(config, seat.other());
        // The nearer Xiang Fei is to her goal, the less a lead counts.
        let left = i32::from(config.options.kohi_goal.saturating_sub(self.kohi));
        let doubt = config.eval_weights.doubt + config.eval_weights.doubt_at_goal / left.max(1);
        let value = 950 * lead / (lead.abs() + doubt.max(1));
        let correction =
            config.network.as_ref().map_or(0, |network| self.correction(network, seat));
        (value + correction).clamp(-999, 999)
    }

    /// Value of a seat's points, consort and eunuchs, in hundredths of a point.
    fn seat_value(&self, config: &Config, seat: Seat) -> i32 {
        let (components, weights) = (&config.components, &config.eval_weights);
        let squares = i32::from(components.bedroom.squares);
        let lap = i32::from(components.scoring.lap) * POINT;
        let step = lap / squares;
        let consort = self.consorts[seat.index()];
        let mut value = i32::from(self.points[seat.index()]) * POINT;
        value += i32::from(consort.square) * step * weights.progress / 100;
        let before_tea = consort.laps == 0 && consort.square < components.bedroom.tea;
        if self.tea > 0 && before_tea {
            // The nearer the consort is to the tea square, the more its bonus counts.
            value += weights.tea * i32::from(consort.square) / i32::from(components.bedroom.tea);
        }
        value += self.palace_value(config, seat, step) * weights.palace / 100;
        for (card, spec) in self.cards.iter().zip(&components.cards) {
            let own = card.eunuchs.iter().filter(|eunuch| eunuch.seat == seat).count() as i32;
            if own > 0 {
                value += own * self.icon_value(config, spec.icon, seat, step);
            }
        }
        value + if self.initiative == seat { weights.initiative } else { 0 }
    }

    fn palace_value(&self, config: &Config, seat: Seat, step: i32) -> i32 {
        self.palace
            .iter()
            .zip(&config.components.palace)
            .map(|(groups, spec)| {
                let Group { weak, strong } = groups[seat.index()];
                i32::from(weak + strong) * config.eval_weights.square_value(spec.square, step)
            })
            .sum()
    }

    fn icon_value(&self, config: &Config, icon: Icon, seat: Seat, step: i32) -> i32 {
        let weights = &config.eval_weights;
        match icon {
            Icon::Advance => step * weights.advance / 100,
            Icon::Fly => step * weights.fly / 100,
            Icon::Enter => step * weights.enter / 100,
            Icon::Draw => step * weights.draw / 100,
            Icon::Initiative if self.initiative == seat => 0,
            Icon::Initiative => weights.take_initiative,
            Icon::Reshuffle => weights.reshuffle,
            Icon::PalaceAdvance => {
                let shift = |seat| self.shift_value(config, seat, step);
                (shift(seat) - shift(seat.other())) * weights.palace_advance / 100
            }
            Icon::Activate => {
                let palace = |seat| self.palace_value(config, seat, step);
                (palace(seat) - palace(seat.other())) * weights.activate / 100
            }
        }
    }

    /// The value that a seat's palace eunuchs gain by advancing one square. `step` is the value of
    /// one step of a consort.
    fn shift_value(&self, config: &Config, seat: Seat, step: i32) -> i32 {
        self.palace
            .iter()
            .zip(config.components.palace.windows(2))
            .map(|(groups, pair)| {
                let [from, to] = [&pair[0], &pair[1]]
                    .map(|spec| config.eval_weights.square_value(spec.square, step));
                i32::from(groups[seat.index()].total()) * (to - from) / 2
            })
            .sum()
    }
}

impl EvalWeights {
    /// Value of resolving a palace square. `step` is the value of one step of a consort.
    fn square_value(&self, square: Square, step: i32) -> i32 {
        match square {
            Square::Entry => step * self.entry / 100,
            Square::Advance { steps } | Square::Choice { steps, .. } => {
                i32::from(steps) * step * self.stride / 100
            }
            Square::Strong => step * self.strong / 100,
            Square::Point => self.point,
            Square::Return => step * self.back / 100,
        }
    }
}
