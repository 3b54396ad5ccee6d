//! The parlour: tables where people and bots sit.

pub mod wire;
