//! The tests of `zashiki`, in one program.

mod cli;
mod common;
mod figures;
mod formats;
mod serve;
