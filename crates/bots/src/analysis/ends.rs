//! The knowledge of an evaluation about the end of the game.

use zashiki_core::{MAX_SEATS, Seat};

/// The part of an evaluation that reached the end of the game. An outcome is a fact and not a value, so it is
/// kept apart from the values of positions in which the game continues.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ends {
    /// The part of the simulations that reached the end of the game, from 0 to 1; 1 if the result is proved.
    pub part: f64,
    /// For each seat, its side's share of the wins in these simulations, as a part of all simulations: the
    /// shares of all sides add to `part`.
    pub won: [f64; MAX_SEATS],
    /// Mean value for each seat of the simulations that did not end, from −1000 to 1000.
    pub open: [f64; MAX_SEATS],
    /// If the result is the same against every defence: the number of steps until the end, at most, counting
    /// those of all seats and the action itself.
    pub steps: Option<u32>,
}

impl Ends {
    /// No end was reached; these are the mean values.
    pub fn none(open: [f64; MAX_SEATS]) -> Ends {
        Ends { part: 0.0, won: [0.0; MAX_SEATS], open, steps: None }
    }

    /// The game certainly ends with these shares of the win for the seats.
    pub fn certain(won: [f64; MAX_SEATS], steps: Option<u32>) -> Ends {
        Ends { part: 1.0, won, open: [0.0; MAX_SEATS], steps }
    }

    /// Returns true if the seat certainly wins alone or with its side, or certainly does not win.
    pub fn decides(&self, seat: Seat) -> bool {
        let won = self.won[seat.index()];
        self.part >= 1.0 && (won <= 0.0 || won >= 1.0)
    }
}
