//! What holds for every game on the shelf, in one program: each further one links them all again.

mod add_a_game;
mod conclusions;
mod every_game;
mod frozen;
mod frozen_forms;
mod observations;
mod playthroughs;
mod positions;
mod records;
