//! Integration tests of the game, in one program.

mod components;
mod laws;
mod rules;
mod situations;
mod support;
