//! Operator commands (ADR 57): a single list of commands from which the command line, its help and the
//! listener of a running server are derived, with one implementation of each command.
//!
//! | module | contents |
//! |---|---|
//! | `call` | a command with its arguments, and its answer |
//! | `list` | the commands: names, arguments, help |
//! | `actions` | what each does |
//! | `token` | the token that admits the operator |
//! | `routes` | the operator's own address of a running server |

mod actions;
mod call;
mod list;
mod routes;
mod run;
mod token;

pub use call::{Answer, Request};
pub use list::{COMMANDS, CommandInfo, Parameter, Takes};
pub(crate) use routes::router;
pub(crate) use run::run;
pub use token::AdminToken;
