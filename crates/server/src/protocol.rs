//! Types of the HTTP and WebSocket messages between the server and its clients. The page's TypeScript types
//! are generated from them.

mod analysis_board;
mod games;
mod lobby;
mod operator;
mod refusal;
mod socket;
pub(crate) mod table_settings;
mod tables;
mod users;

pub use self::analysis_board::*;
pub use self::games::*;
pub use self::lobby::*;
pub use self::operator::*;
pub use self::refusal::*;
pub use self::socket::*;
pub use self::tables::*;
pub use self::users::*;
pub use crate::protocol::table_settings::{Late, Terms, TimeControl};
