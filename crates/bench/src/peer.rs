//! The reference for comparison: connect four on the crate `board-game`.

use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use board_game::util::tiny::consistent_rng;

/// Plays random games of connect four with that crate's own random move selection; returns the number of
/// decisions.
pub fn connect_four(games: u64) -> u64 {
    let mut rng = consistent_rng();
    let mut decisions = 0;
    for _ in 0..games {
        let mut board = Connect4::default();
        while board.play_random_available_move(&mut rng).is_ok() {
            decisions += 1;
        }
    }
    decisions
}
