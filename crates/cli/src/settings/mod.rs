//! The settings of the server. One [table](table::all) defines them all. The flags, the environment
//! variables, the keys of the settings file, the help and the output of `zashiki config` are derived
//! from it.

mod file;
mod flag_sets;
mod flags;
mod limits;
mod parse;
mod print;
mod resolve;
mod setting;
mod show;
mod source;
mod table;
mod values;

pub use flag_sets::{CommonFlags, FolderFlags, OperatorFlags, ServeFlags};
pub use flags::Flags;
pub use print::to_file;
pub use resolve::settings;
pub use values::{LogFormat, Settings};
