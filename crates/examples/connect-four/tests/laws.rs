//! Checks the laws that all games must obey.

use conformance::citations::{Change, Decisive};
use connect_four::{Board, ConnectFour};
use zashiki_core::{GameState, Seat, Viewer};

conformance::game_tests!(connect_four::ConnectFour, games = 40);

/// Returns true if the seat has four stones in a row.
fn has_four(board: &Board, seat: Seat) -> bool {
    let own = |column: i32, row: i32| {
        (0..7).contains(&column)
            && (0..6).contains(&row)
            && board.at(column as usize, row as usize) == Some(seat)
    };
    let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let cells = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
    cells.into_iter().any(|(column, row)| {
        ways.iter().any(|(x, y)| (0..4).all(|step| own(column + x * step, row + y * step)))
    })
}

/// The rule statements of RULES.md that decided a change. Both events of the last stone show the final
/// board, so the first of them is skipped.
fn judge(change: &Change<'_, ConnectFour>) -> Vec<&'static str> {
    let [before, after] = [change.before, change.after].map(|game| game.view(Viewer::Spectator));
    if before != after {
        return Vec::new();
    }
    if Seat::all(2).any(|seat| has_four(&after, seat)) { vec!["C-5"] } else { vec!["C-6"] }
}

#[test]
fn every_statement_that_decides_is_cited() {
    let decisive = Decisive { statements: &["C-5", "C-6"], apart: &[], judge };
    conformance::citations::check(&decisive, [], 400);
}
