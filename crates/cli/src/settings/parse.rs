//! Parsers for the values of settings. On failure each returns a description of the expected form, to be
//! used as "give {form}".

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use tracing_subscriber::filter::LevelFilter;
use zashiki_core::LocalizedText;

use super::values::LogFormat;

/// The parsed value, or a description of the expected form.
type Parsed<T> = Result<T, LocalizedText>;

/// Seconds per day.
pub const DAY: f64 = 24.0 * 60.0 * 60.0;

pub fn switch(given: &str) -> Parsed<bool> {
    parsed(given, "true か false", "true or false")
}

pub fn port(given: &str) -> Parsed<u16> {
    parsed(given, "0から65535までの整数", "a whole number up to 65535")
}

pub fn ip_address(given: &str) -> Parsed<IpAddr> {
    parsed(given, "127.0.0.1 のようなIPアドレス", "an IP address like 127.0.0.1")
}

pub fn metrics_address(given: &str) -> Parsed<SocketAddr> {
    parsed(
        given,
        "127.0.0.1:9777 のようなアドレスとポート",
        "an address with a port like 127.0.0.1:9777",
    )
}

/// Parses an address with a port, or only a port, which means a port of this machine.
pub fn admin_address(given: &str) -> Parsed<SocketAddr> {
    let local = given.parse().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    local.or_else(|_| {
        parsed(
            given,
            "127.0.0.1:7780 のようなアドレスとポート",
            "an address with a port like 127.0.0.1:7780",
        )
    })
}

pub fn count<T: FromStr>(given: &str) -> Parsed<T> {
    parsed(given, "0以上の整数", "a whole number")
}

/// Parses a number of 1 or more.
pub fn positive(given: &str) -> Parsed<usize> {
    let form = || LocalizedText::fixed("1以上の整数", "a whole number of at least 1");
    count(given).and_then(|count| if count > 0 { Ok(count) } else { Err(form()) })
}

pub fn seconds(given: &str) -> Parsed<Duration> {
    let form =
        || LocalizedText::fixed("秒数(0.5 のように書けます)", "a number of seconds, such as 0.5");
    let seconds: f64 = given.parse().map_err(|_| form())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| form())
}

/// Parses a time interval of one second or more.
pub fn interval(given: &str) -> Parsed<Duration> {
    let form = || LocalizedText::fixed("1以上の秒数", "at least 1 second");
    seconds(given)
        .and_then(|time| if time < Duration::from_secs(1) { Err(form()) } else { Ok(time) })
}

/// Parses a number of days; returns `None` for 0, which means never.
pub fn days(given: &str) -> Parsed<Option<Duration>> {
    let form = || {
        LocalizedText::fixed(
            "日数(0.5 のように書けます。0 はしない)",
            "a number of days, such as 0.5, or 0 for never",
        )
    };
    let days: f64 = given.parse().map_err(|_| form())?;
    let time = Duration::try_from_secs_f64(days * DAY).map_err(|_| form())?;
    Ok(Some(time).filter(|time| !time.is_zero()))
}

pub fn path(given: &str) -> Parsed<PathBuf> {
    if given.is_empty() {
        return Err(LocalizedText::fixed("パス", "a path"));
    }
    Ok(given.into())
}

/// Checks the address of a PostgreSQL database.
pub fn database(given: &str) -> Parsed<String> {
    if given.starts_with("postgres://") || given.starts_with("postgresql://") {
        return Ok(given.to_owned());
    }
    Err(LocalizedText::fixed(
        "postgres://名前:パスワード@ホスト:5432/データベース の形のアドレス",
        "an address like postgres://name:password@host:5432/database",
    ))
}

/// Parses the origin of a web page. A slash at the end is removed: people copy it with the address, but
/// browsers do not send it.
pub fn origin(given: &str) -> Parsed<String> {
    let origin = given.trim_end_matches('/');
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => Ok(origin.into()),
        _ => Err(LocalizedText::fixed(
            "https://games.example のような、パスのないURL",
            "a URL without a path, like https://games.example",
        )),
    }
}

/// Checks a host pattern: the name of a host without a port, `*.` and the name of a domain, or `*`.
pub fn host(given: &str) -> Parsed<String> {
    let rest = given.strip_prefix("*.").unwrap_or(given);
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let is_name = !rest.is_empty() && !rest.starts_with('.') && rest.chars().all(is_allowed);
    if given == "*" || is_name {
        return Ok(given.to_owned());
    }
    Err(LocalizedText::fixed(
        "games.example のような、ポートのないホスト名(*.games.example や * も可)",
        "a host name without a port, like games.example (or *.games.example, or *)",
    ))
}

pub fn log_format(given: &str) -> Parsed<LogFormat> {
    match given {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err(LocalizedText::fixed("text か json", "text or json")),
    }
}

pub fn log_level(given: &str) -> Parsed<LevelFilter> {
    match given {
        "off" => Ok(LevelFilter::OFF),
        "error" => Ok(LevelFilter::ERROR),
        "warn" => Ok(LevelFilter::WARN),
        "info" => Ok(LevelFilter::INFO),
        "debug" => Ok(LevelFilter::DEBUG),
        _ => Err(LocalizedText::fixed(
            "off、error、warn、info、debug のどれか",
            "off, error, warn, info or debug",
        )),
    }
}

/// Checks the name and the command of an external engine, and returns them unchanged.
pub fn engine(given: &str) -> Parsed<String> {
    external_engines::parse_engine(given).map_err(LocalizedText::from)?;
    Ok(given.to_owned())
}

fn parsed<T: FromStr>(given: &str, ja: &'static str, en: &'static str) -> Parsed<T> {
    given.parse().map_err(|_| LocalizedText::fixed(ja, en))
}
