//! The benchmarks of `cargo xtask bench`. It prints every figure with its spread, then all of them as plain
//! text lines.

use bench::{
    connect_four, largest_table, observing, open_games, random, read_ahead, search_opening,
};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
    bench::figures();
}

/// Plays random games; counts decisions.
#[divan::bench(args = registry::ids())]
fn random_play(bencher: Bencher, id: &str) {
    let seats = largest_table(id);
    bencher.counter(ItemsCount::new(random(id, seats, 100))).bench(|| random(id, seats, 100));
}

/// Encodes observations; counts them.
#[divan::bench(args = registry::ids())]
fn observation(bencher: Bencher, id: &str) {
    let observe = observing(id);
    bencher.counter(ItemsCount::new(observe(10_000))).bench_local(|| observe(10_000));
}

/// Searches the opening decision with ISMCTS; counts simulations.
#[divan::bench(args = registry::ids())]
fn ismcts_opening(bencher: Bencher, id: &str) {
    bencher.counter(ItemsCount::new(2_000u32)).bench(|| search_opening(id, 2_000));
}

/// Searches a position in mid-game with alpha–beta; counts positions.
#[divan::bench(args = open_games())]
fn alphabeta_midgame(bencher: Bencher, id: &str) {
    bencher.counter(ItemsCount::new(2_000u32)).bench(|| read_ahead(id, 2_000));
}

/// Plays random games of connect four on this engine; counts games.
#[divan::bench]
fn connect_four_random(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1000u32)).bench(|| connect_four(1000));
}

/// Plays random games of connect four with the crate `board-game`; counts games.
#[cfg(feature = "peer")]
#[divan::bench]
fn connect_four_random_of_board_game(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1000u32)).bench(|| bench::peer::connect_four(1000));
}
