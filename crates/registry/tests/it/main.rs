//! Tests of every registered game, in one binary: each further binary would link all games again.

mod add_a_game;
mod conclusions;
mod every_game;
mod frozen;
mod frozen_forms;
mod observations;
mod playthroughs;
mod positions;
mod records;
