//! `cargo bench -p bench`: every figure with its spread, then all in plain words.

use bench::{connect_four, connect_four_of_board_game, kokyu, search, usual};
use divan::Bencher;
use divan::counter::ItemsCount;
use kokyu::Kokyu;

fn main() {
    divan::main();
    bench::figures();
}

/// Items are decisions.
#[divan::bench]
fn kokyu_random(bencher: Bencher) {
    bencher.counter(ItemsCount::new(kokyu(100))).bench(|| kokyu(100));
}

/// Items are simulations.
#[divan::bench]
fn kokyu_ismcts_opening(bencher: Bencher) {
    let setup = usual::<Kokyu>();
    bencher.counter(ItemsCount::new(10_000u32)).bench(|| search::<Kokyu>(&setup, 10_000));
}

/// Items are games.
#[divan::bench]
fn connect_four_random(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1000u32)).bench(|| connect_four(1000));
}

/// Items are games.
#[divan::bench]
fn connect_four_random_of_board_game(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1000u32)).bench(|| connect_four_of_board_game(1000));
}
