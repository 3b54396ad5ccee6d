//! Every statement of RULES.md has a test here that fails when the statement is broken; the
//! tests' names begin with the ids.

mod arrows;
mod attack;
mod citations;
mod drafts;
mod ending;
mod queen;
mod setup;
mod stacks;
mod statements;
mod turn;
mod twice;
mod weighing;
