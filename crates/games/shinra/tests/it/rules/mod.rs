//! Tests of every statement of RULES.md. The name of a test begins with the ids of its statements and
//! rulings.

mod arrows;
mod attack;
mod citations;
mod differential;
mod drafts;
mod ending;
mod formations;
mod queen;
mod setup;
mod stacks;
mod statements;
mod threats;
mod turn;
