//! In progress.
fn main() {}
