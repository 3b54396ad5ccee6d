//! The typed values of all settings and their defaults.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use external_engines::EngineLimits;
use server::{Backups, Limits, NatsConfig, Retention};
use tracing_subscriber::filter::LevelFilter;

/// The values of all settings of the server.
#[derive(Debug)]
pub struct Settings {
    /// The port to listen on; `None` for port 7777 or, if it is in use, the next free one.
    pub port: Option<u16>,
    /// The IP address on which the server listens.
    pub host: IpAddr,
    /// The folder in which the server stores its data.
    pub data_dir: PathBuf,
    /// Address of a PostgreSQL database to use instead of the SQLite database in the data folder.
    pub database: Option<String>,
    /// The NATS connection between several servers: address, CA certificates and credentials.
    pub nats: NatsConfig,
    /// Origins of other web sites whose pages may connect to the server.
    pub allowed_origins: Vec<String>,
    /// Host names under which the server is reached. Names that no other site can have are allowed
    /// without being listed.
    pub hosts: Vec<String>,
    /// True if clients reach the server only through a reverse proxy.
    pub trust_proxy: bool,
    /// Components files that replace games' own.
    pub components: Vec<PathBuf>,
    /// The file of the key for push notifications.
    pub push_key: Option<PathBuf>,
    /// The file of the bot accounts.
    pub bot_accounts: Option<PathBuf>,
    /// The format of the log.
    pub log_format: LogFormat,
    /// The lowest level that is logged.
    pub log_level: LevelFilter,
    /// True if the addresses of clients that exceed limits are logged.
    pub log_addresses: bool,
    /// The folder for scheduled backups; `None` if no backups are made.
    pub backup_folder: Option<PathBuf>,
    /// The time between two scheduled backups.
    pub backup_every: Duration,
    /// The number of scheduled backups to keep; older ones are deleted.
    pub backup_keep: usize,
    /// The address at which the server provides metrics; `None` if it does not.
    pub metrics: Option<SocketAddr>,
    /// The address of the OpenTelemetry collector to which traces are sent.
    pub otlp_endpoint: Option<String>,
    /// External engines that can play at tables, each with its name and command.
    pub engines: Vec<String>,
    /// Time limit, failure policy and processes of each engine.
    pub engine_limits: EngineLimits,
    /// Limits for clients, tables and memory.
    pub limits: Limits,
    /// Times after which tables are deleted.
    pub retention: Retention,
    /// The address that accepts operator commands.
    pub admin: Option<SocketAddr>,
    /// The file of the operator's token.
    pub admin_token: Option<PathBuf>,
    /// The file with the words that no name of a user may contain.
    pub unwanted_words: Option<PathBuf>,
}

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// Lines of text for people.
    Text,
    /// One JSON object per line.
    Json,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            port: None,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            data_dir: "zashiki-data".into(),
            database: None,
            nats: NatsConfig::default(),
            allowed_origins: Vec::new(),
            hosts: Vec::new(),
            trust_proxy: false,
            components: Vec::new(),
            push_key: None,
            bot_accounts: None,
            log_format: LogFormat::Text,
            log_level: LevelFilter::WARN,
            log_addresses: false,
            backup_folder: None,
            backup_every: Duration::from_secs(24 * 60 * 60),
            backup_keep: 7,
            metrics: None,
            otlp_endpoint: None,
            engines: Vec::new(),
            engine_limits: EngineLimits::default(),
            limits: Limits::for_files(max_open_files()),
            retention: Retention::default(),
            admin: None,
            admin_token: None,
            unwanted_words: None,
        }
    }
}

impl Settings {
    /// The settings of scheduled backups; `None` if no backups are made.
    pub fn backups(&self) -> Option<Backups> {
        let folder = self.backup_folder.clone()?;
        Some(Backups { folder, every: self.backup_every, keep: self.backup_keep })
    }
}

/// The maximum number of files that this process may have open. Each connection counts as one.
fn max_open_files() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024)
}
