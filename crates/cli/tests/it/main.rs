//! The integration tests of `zashiki`, in one program.

mod cli;
mod common;
mod conventions;
mod engines;
mod features;
mod figures;
mod formats;
mod frozen_output;
mod lab;
mod operating;
mod operator;
#[path = "../../../server/tests/it/common.rs"]
mod people;
mod proxies;
mod serve;
mod version;
