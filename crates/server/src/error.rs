//! All error answers of the server, in Japanese and English.
//!
//! Many errors refer to a rule that is common to all games; these rules are defined in
//! [`zashiki_core::common_rules`].

mod database;
mod limits;
mod people;
mod refused;
mod requests;

pub(crate) use self::database::{is_lost, not_saved};
pub(crate) use self::refused::{Limit, Refused};
