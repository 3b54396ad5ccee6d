//! Formats values in the syntax of the settings file, which is TOML.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use tracing_subscriber::filter::LevelFilter;

use super::parse::DAY;
use super::values::LogFormat;

/// A value that can be written to a settings file.
pub trait Show {
    /// The value in TOML; `None` if the setting has no value.
    fn show(&self) -> Option<String>;
}

/// Implements [`Show`] for types whose usual text form is valid TOML, such as numbers.
macro_rules! plain {
    ($($type:ty),+) => {
        $(impl Show for $type {
            fn show(&self) -> Option<String> {
                Some(self.to_string())
            }
        })+
    };
}

/// Implements [`Show`] for types whose usual text form is written as a TOML string.
macro_rules! text {
    ($($type:ty),+) => {
        $(impl Show for $type {
            fn show(&self) -> Option<String> {
                Some(quoted(&self.to_string()))
            }
        })+
    };
}

plain!(bool, u16, u32, u64, usize);
text!(IpAddr, LevelFilter, SocketAddr, String);

impl Show for PathBuf {
    fn show(&self) -> Option<String> {
        Some(quoted(&self.to_string_lossy()))
    }
}

impl Show for LogFormat {
    fn show(&self) -> Option<String> {
        Some(quoted(match self {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        }))
    }
}

/// A duration is written as a number of seconds.
impl Show for Duration {
    fn show(&self) -> Option<String> {
        Some(self.as_secs_f64().to_string())
    }
}

impl<T: Show> Show for Option<T> {
    fn show(&self) -> Option<String> {
        self.as_ref().and_then(Show::show)
    }
}

impl<T: Show> Show for Vec<T> {
    fn show(&self) -> Option<String> {
        let items: Vec<String> = self.iter().filter_map(Show::show).collect();
        Some(format!("[{}]", items.join(", ")))
    }
}

/// A duration as a number of days; 0 if there is none, which means never.
pub fn days(time: &Option<Duration>) -> Option<String> {
    Some(time.map_or(0.0, |time| time.as_secs_f64() / DAY).to_string())
}

/// The addresses, separated by commas, without their passwords, which must not appear on a screen or in
/// a log.
pub fn without_password(address: &str) -> String {
    let hidden = address.split(',').map(|one| {
        let Some((scheme, rest)) = one.split_once("://") else { return one.to_owned() };
        let Some((user, host)) = rest.rsplit_once('@') else { return one.to_owned() };
        match user.split_once(':') {
            Some((name, _)) => format!("{scheme}://{name}:***@{host}"),
            None => one.to_owned(),
        }
    });
    quoted(&hidden.collect::<Vec<_>>().join(","))
}

/// The text as a TOML string. JSON strings are valid TOML strings.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string is always valid JSON")
}
