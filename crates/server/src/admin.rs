//! Operator commands (ADR 57): a single list of commands from which the command line, its help and the
//! listener of a running server are derived, with one implementation of each command.
//!
//! | module | contents |
//! |---|---|
//! | `call` | a request for a command with its arguments, and the answer |
//! | `list` | the commands: names, arguments, help |
//! | `actions` | the implementation of each command |
//! | `token` | the secret token that authorizes the operator |
//! | `routes` | the HTTP interface through which a running server accepts commands |

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
