//! Rule citations in the log: the end, and the sources of points when the stock is empty.

use conformance::citations::{Change, Decisive};
use kokyu::{End, Kokyu};
use serde_json::json;
use zashiki_core::{GameState, Seat};

use super::points::{blue_gains, blue_gains_while_red_holds, six};
use crate::support::*;

/// The rule statements that decided a change of the state, according to RULES.md.
fn judge(change: &Change<'_, Kokyu>) -> Vec<&'static str> {
    let [before, after] = [change.before, change.after].map(|game| game.position().board);
    let mut decided = Vec::new();
    if after.round != before.round {
        decided.push("Q-10");
    }
    for seat in [0, 1] {
        let rival = 1 - seat;
        let taken = after.points[rival] < before.points[rival] || after.kohi < before.kohi;
        if after.points[seat] > before.points[seat] && taken {
            let holds = before.initiative == Seat(seat as u8);
            decided.push(match before.points[rival] == before.kohi {
                false => "Q-52",
                true if holds => "Q-54",
                true => "Q-53",
            });
        }
        if after.points[seat] < before.points[seat] && after.kohi > before.kohi {
            decided.push(if before.points[0] == before.points[1] { "Q-53" } else { "Q-52" });
        }
    }
    if before.end.is_none() {
        decided.extend(after.end.map(|end| match end {
            End::Favour { .. } => "Q-9",
            End::Kohi if change.after.config().options.kohi_goal == 2 => "Q-50",
            End::Kohi => "Q-49",
            End::Rounds => "Q-10",
        }));
    }
    decided
}

#[test]
fn every_statement_that_decides_is_cited() {
    let decisive = Decisive {
        statements: &["Q-9", "Q-10", "Q-49", "Q-50", "Q-52", "Q-53", "Q-54"],
        apart: &[
            ("Q-56", "Q-9 is cited; the second point is not taken, so that nothing happens"),
            ("Q-57", "it follows from Q-9 and Q-39, which are cited"),
        ],
        judge,
    };
    let few = || file_with(&[("total = 7", "total = 4")]);
    let kohi_takes = |holder| {
        Scene::with(json!({}), Some(&few()))
            .points(2, 2, 0)
            .initiative(holder)
            .hand(holder, 1)
            .pile(&[BANISHMENT])
            .acts(&["place 6"])
    };
    let scenes = [
        blue_gains(1, 3, 2).acts(&["place 9"]),
        blue_gains_while_red_holds(2, 2, 2).acts(&["place 9"]),
        blue_gains(2, 2, 2).acts(&["place 9", "take kohi"]),
        blue_gains(2, 2, 2).acts(&["place 9", "take player"]),
        six().points(3, 1, 2).hand(BLUE, 1).pile(&[BANISHMENT]).acts(&["place 6"]),
        kohi_takes(BLUE),
        kohi_takes(RED),
    ];
    conformance::citations::check(&decisive, scenes, 3);
}
