//! Types of the HTTP and WebSocket messages between the server and its clients. The page's TypeScript types
//! are generated from them.

mod lobby;
mod operator;
mod users;

pub use self::lobby::*;
pub use self::operator::*;
pub use self::users::*;
pub use session::protocol::*;
