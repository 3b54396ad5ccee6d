//! Types of the messages between a table and its clients, and of requests about games and tables. The page's
//! TypeScript types are generated from them.

mod analysis_board;
mod games;
mod look;
mod matter;
mod people;
mod refusal;
mod socket;
mod table_settings;
mod tables;

pub use self::analysis_board::*;
pub use self::games::*;
pub use self::look::*;
pub use self::matter::*;
pub use self::people::*;
pub use self::refusal::*;
pub use self::socket::*;
pub use self::table_settings::*;
pub use self::tables::*;
