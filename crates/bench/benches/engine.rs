//! `cargo xtask bench`: every figure with its spread, then all in plain words.

use bench::{
    connect_four, largest_table, observing, open_games, random, read_ahead, search_opening,
};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
    bench::figures();
}

/// Items are decisions.
#[divan::bench(args = registry::ids())]
fn random_play(bencher: Bencher, id: &str) {
    let seats = largest_table(id);
    bencher.counter(ItemsCount::new(random(id, seats, 100))).bench(|| random(id, seats, 100));
}

/// Items are observations.
#[divan::bench(args = registry::ids())]
fn observation(bencher: Bencher, id: &str) {
    let observe = observing(id);
    bencher.counter(ItemsCount::new(observe(10_000))).bench_local(|| observe(10_000));
}

/// Items are simulations.
#[divan::bench(args = registry::ids())]
fn ismcts_opening(bencher: Bencher, id: &str) {
    bencher.counter(ItemsCount::new(2_000u32)).bench(|| search_opening(id, 2_000));
}

/// Items are positions.
#[divan::bench(args = open_games())]
fn alphabeta_midgame(bencher: Bencher, id: &str) {
    bencher.counter(ItemsCount::new(2_000u32)).bench(|| read_ahead(id, 2_000));
}

/// Items are games.
#[divan::bench]
fn connect_four_random(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1000u32)).bench(|| connect_four(1000));
}

/// Items are games.
#[cfg(feature = "peer")]
#[divan::bench]
fn connect_four_random_of_board_game(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1000u32)).bench(|| bench::peer::connect_four(1000));
}
