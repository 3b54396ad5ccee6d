//! The commands of the program, one module for each.

pub mod admin;
pub mod analyze;
pub mod backup;
pub mod config;
pub mod create_bot_account;
pub mod engine;
pub mod games;
#[cfg(feature = "push")]
pub mod generate_push_key;
pub mod lab;
pub mod migrate_database;
pub mod position;
pub mod replay;
pub mod review;
pub mod show;
pub mod simulate;
pub mod trace;
