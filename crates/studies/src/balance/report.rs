//! The result of a balance study.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use zashiki_core::{GameInfo, SeatSet};

use super::config::BalanceConfig;
use super::kind::Kind;
use crate::simulate::Won;
use crate::stats::{Mean, Share};

/// The result of a balance study: as [numbers](BalanceReport::measures), and as an HTML page with the feature
/// `charts`.
#[cfg_attr(not(feature = "charts"), expect(dead_code, reason = "only the page uses all fields"))]
pub struct BalanceReport {
    pub(super) plan: BalanceConfig,
    pub(super) info: &'static GameInfo,
    pub(super) seats: u8,
    pub(super) options: Value,
    pub(super) sides: usize,
    pub(super) by_seat: Vec<Won>,
    pub(super) by_order: Vec<Won>,
    pub(super) shared: u64,
    pub(super) draws: u64,
    pub(super) end_reasons: BTreeMap<&'static str, u64>,
    pub(super) lengths: Vec<u64>,
    pub(super) turns: Vec<u64>,
    /// Means over all decisions: the number of listed actions; the same without forced decisions; and the
    /// share of decisions that were not forced.
    pub(super) branching: Mean,
    pub(super) deciding: Mean,
    pub(super) free: f64,
    /// Mean number of listed actions at each of [`MOMENTS`](super::drama::MOMENTS) points over the course of
    /// a game.
    pub(super) choices: Vec<f64>,
    pub(super) margins: Vec<i32>,
    pub(super) lead_changes: Mean,
    pub(super) drama: Mean,
    pub(super) decided: Vec<f64>,
    pub(super) decisiveness: Mean,
    pub(super) comebacks: Share,
    /// Mean heuristic values, for the winner and for the best of the others, over the course of a game.
    pub(super) course: Vec<(f64, f64)>,
    pub(super) luck: Luck,
    pub(super) skill: Skill,
    pub(super) kinds: Vec<Kind>,
}

/// Influence of the deal: the agreement of the winners when the same deal is played again.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Luck {
    /// Number of deals that were played twice.
    pub deals: u64,
    /// Share of deals with the same winners both times.
    pub again: Share,
    /// Agreement beyond chance (Fleiss' kappa), from 0 (as between any two deals) to 1 (always): Fleiss,
    /// "Measuring Nominal Scale Agreement Among Many Raters", 1971.
    pub kappa: f64,
}

/// Influence of search strength: the result of a search against one with a quarter of its simulations.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Skill {
    /// Number of simulations for each decision of the weaker search.
    pub weaker: u32,
    /// Number of simulations for each decision of the stronger search.
    pub stronger: u32,
    /// Number of games between the two searches.
    pub games: u64,
    /// Share of wins of the stronger search, which plays one side.
    pub share: Share,
}

impl Luck {
    /// Compares the winners of deals with the winners when the same deals were played again.
    pub(super) fn of(once: &[SeatSet], again: &[SeatSet]) -> Luck {
        let deals = once.len() as u64;
        let same = once.iter().zip(again).filter(|(one, other)| one == other).count() as u64;
        let all: Vec<SeatSet> = once.iter().chain(again).copied().collect();
        // Share of pairs of games of any deals with the same winners.
        let mut shares: Vec<(SeatSet, f64)> = Vec::new();
        for winners in &all {
            match shares.iter_mut().find(|(known, _)| known == winners) {
                Some((_, count)) => *count += 1.0,
                None => shares.push((*winners, 1.0)),
            }
        }
        let by_chance: f64 =
            shares.iter().map(|(_, count)| (count / all.len() as f64).powi(2)).sum();
        let observed = same as f64 / deals as f64;
        let beyond = if by_chance < 1.0 { (observed - by_chance) / (1.0 - by_chance) } else { 0.0 };
        Luck { deals, again: Share::of(same, deals), kappa: beyond }
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Seat;

    use super::*;

    #[test]
    fn luck_is_the_agreement_beyond_chance() {
        let of =
            |seats: &[u8]| seats.iter().map(|seat| SeatSet::one(Seat(*seat))).collect::<Vec<_>>();
        assert_eq!(Luck::of(&of(&[0, 1, 0, 1]), &of(&[0, 1, 0, 1])).kappa, 1.0);
        assert!(Luck::of(&of(&[0, 1, 0, 1]), &of(&[0, 0, 1, 1])).kappa.abs() < 1e-9);
        // Always the same seat: the deal has no influence.
        assert_eq!(Luck::of(&of(&[1, 1]), &of(&[1, 1])).kappa, 0.0);
    }
}
