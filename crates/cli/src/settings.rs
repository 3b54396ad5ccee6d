//! The settings of the server: one table of them, from which the flags, the names in the
//! environment, the keys of the file, the help and what `zashiki config` prints follow.

mod file;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use external_engines::EngineLimits;
use server::{Backups, Limits, NatsConfig, Retention};
use tracing_subscriber::filter::LevelFilter;
use zashiki_core::{InputError, LocalizedText, text};

use crate::features::{self, Feature};

/// Settings of the server.
#[derive(Debug)]
pub struct Settings {
    /// The port; none: 7777, or the next free one.
    pub port: Option<u16>,
    /// The address to listen on.
    pub host: IpAddr,
    /// The data folder.
    pub data_dir: PathBuf,
    /// The PostgreSQL database that replaces it.
    pub database: Option<String>,
    /// The NATS connection between several servers: address, CA certificates and credentials.
    pub nats: NatsConfig,
    /// Other sites whose pages may connect.
    pub allowed_origins: Vec<String>,
    /// Host names of the server, besides those that no other site can have.
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
    /// The folder for scheduled backups, if any are made.
    pub backup_folder: Option<PathBuf>,
    /// The time between two scheduled backups.
    pub backup_every: Duration,
    /// The number of scheduled backups that are kept.
    pub backup_keep: usize,
    /// The address that serves metrics.
    pub metrics: Option<SocketAddr>,
    /// The collector to which traces are sent.
    pub otlp_endpoint: Option<String>,
    /// External engines that can play at tables, each with its name and command.
    pub engines: Vec<String>,
    /// Time limit, failure policy and processes of each engine.
    pub engine_terms: EngineLimits,
    /// Limits for clients, tables and memory.
    pub limits: Limits,
    /// Retention times of tables.
    pub retention: Retention,
    /// The address that accepts operator commands.
    pub admin: Option<SocketAddr>,
    /// The file of the operator's token.
    pub admin_token: Option<PathBuf>,
    /// The file of words that no name may contain.
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

/// One setting.
struct Setting {
    /// Its key in the file. Without a dot it is a flag as well; see [`Setting::variable`].
    name: &'static str,
    takes: Takes,
    help: &'static str,
    /// Reads one value; says what is expected if it is none.
    read: fn(&mut Settings, &str) -> Result<(), LocalizedText>,
    /// Its value as in the file; none if it has none.
    show: fn(&Settings) -> Option<String>,
}

/// The kind of value of a setting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Yes or no.
    Switch,
    /// A value of this kind.
    One(&'static str),
    /// Any number of them.
    Many(&'static str),
}

macro_rules! count {
    ($name:literal, $($field:ident).+, $help:literal) => {
        Setting {
            name: $name,
            takes: Takes::One("N"),
            help: $help,
            read: |all, given| { all.limits.$($field).+ = whole(given)?; Ok(()) },
            show: |all| Some(all.limits.$($field).+.to_string()),
        }
    };
}

macro_rules! time {
    ($name:literal, $($field:ident).+, $help:literal) => {
        Setting {
            name: $name,
            takes: Takes::One("SECONDS"),
            help: $help,
            read: |all, given| { all.limits.$($field).+ = seconds(given)?; Ok(()) },
            show: |all| Some(all.limits.$($field).+.as_secs_f64().to_string()),
        }
    };
}

macro_rules! days {
    ($name:literal, $field:ident, $help:literal) => {
        Setting {
            name: $name,
            takes: Takes::One("DAYS"),
            help: $help,
            read: |all, given| {
                all.retention.$field = days(given)?;
                Ok(())
            },
            show: |all| Some(all.retention.$field.map_or(0.0, in_days).to_string()),
        }
    };
}

/// All settings.
const SETTINGS: &[Setting] = &[
    Setting {
        name: "port",
        takes: Takes::One("PORT"),
        help: "Port to listen on; without it 7777, or the next free one. 0 lets the system \
               choose",
        read: |all, given| {
            all.port = Some(parsed(given, "0から65535までの整数", "a whole number up to 65535")?);
            Ok(())
        },
        show: |all| all.port.map(|port| port.to_string()),
    },
    Setting {
        name: "host",
        takes: Takes::One("ADDRESS"),
        help: "Address to listen on; 0.0.0.0 or :: for all networks of this machine",
        read: |all, given| {
            all.host = parsed(given, "127.0.0.1 のようなIPアドレス", "an address like 127.0.0.1")?;
            Ok(())
        },
        show: |all| Some(quoted(&all.host.to_string())),
    },
    Setting {
        name: "data-dir",
        takes: Takes::One("DIR"),
        help: "Folder for the database; created if it does not exist",
        read: |all, given| {
            all.data_dir = path(given)?;
            Ok(())
        },
        show: |all| Some(quoted(&all.data_dir.to_string_lossy())),
    },
    Setting {
        name: "database",
        takes: Takes::One("URL"),
        help: "PostgreSQL database instead of the data folder, such as \
               postgres://name:password@host:5432/zashiki",
        read: |all, given| {
            if !given.starts_with("postgres://") && !given.starts_with("postgresql://") {
                return Err(LocalizedText::fixed(
                    "postgres://名前:パスワード@ホスト:5432/データベース の形のアドレス",
                    "an address like postgres://name:password@host:5432/database",
                ));
            }
            all.database = Some(given.to_owned());
            Ok(())
        },
        show: |all| all.database.as_deref().map(without_password),
    },
    Setting {
        name: "nats",
        takes: Takes::One("URL"),
        help: "NATS, which connects several servers on one database, such as \
               nats://name:password@host:4222; separate the addresses of a cluster with \
               commas",
        read: |all, given| {
            all.nats.address = given.to_owned();
            Ok(())
        },
        show: |all| {
            Some(&all.nats.address)
                .filter(|address| !address.is_empty())
                .map(|it| without_password(it))
        },
    },
    Setting {
        name: "nats-ca",
        takes: Takes::One("FILE"),
        help: "CA certificates for NATS, in PEM; without it those of the system",
        read: |all, given| {
            all.nats.ca = Some(path(given)?);
            Ok(())
        },
        show: |all| all.nats.ca.as_ref().map(|file| quoted(&file.to_string_lossy())),
    },
    Setting {
        name: "nats-credentials",
        takes: Takes::One("FILE"),
        help: "Credentials for NATS (.creds), if its address has no name and password",
        read: |all, given| {
            all.nats.credentials = Some(path(given)?);
            Ok(())
        },
        show: |all| all.nats.credentials.as_ref().map(|file| quoted(&file.to_string_lossy())),
    },
    Setting {
        name: "allow-origin",
        takes: Takes::Many("URL"),
        help: "Origin of another site whose pages may connect, such as https://games.example",
        read: |all, given| {
            all.allowed_origins.push(origin(given)?);
            Ok(())
        },
        show: |all| list(all.allowed_origins.iter().map(|origin| quoted(origin))),
    },
    Setting {
        name: "hosts",
        takes: Takes::Many("NAME"),
        help: "Host name of the server, such as games.example; *.games.example for all \
               subdomains, * for any name. IP addresses and names of the local network are \
               always accepted",
        read: |all, given| {
            all.hosts.push(host(given)?);
            Ok(())
        },
        show: |all| list(all.hosts.iter().map(|host| quoted(host))),
    },
    Setting {
        name: "trust-proxy",
        takes: Takes::Switch,
        help: "Clients reach the server only through a reverse proxy that appends their \
               address to X-Forwarded-For: limits per address then use that address",
        read: |all, given| {
            all.trust_proxy = parsed(given, "true か false", "true or false")?;
            Ok(())
        },
        show: |all| Some(all.trust_proxy.to_string()),
    },
    Setting {
        name: "components",
        takes: Takes::Many("FILE"),
        help: "Components file that replaces a game's own at new tables; it names its game \
               with game = \"...\" at the top",
        read: |all, given| {
            all.components.push(path(given)?);
            Ok(())
        },
        show: |all| list(all.components.iter().map(|file| quoted(&file.to_string_lossy()))),
    },
    Setting {
        name: "push-key",
        takes: Takes::One("FILE"),
        help: "Key made by zashiki generate-push-key: the server then notifies absent players \
               of their turn at tables that last for days",
        read: |all, given| {
            all.push_key = Some(path(given)?);
            Ok(())
        },
        show: |all| all.push_key.as_ref().map(|file| quoted(&file.to_string_lossy())),
    },
    Setting {
        name: "bot-accounts",
        takes: Takes::One("FILE"),
        help: "Accounts made by zashiki create-bot-account, with which external programs join \
               tables; the server reads it again whenever one connects",
        read: |all, given| {
            all.bot_accounts = Some(path(given)?);
            Ok(())
        },
        show: |all| all.bot_accounts.as_ref().map(|file| quoted(&file.to_string_lossy())),
    },
    Setting {
        name: "log-format",
        takes: Takes::One("FORM"),
        help: "Format of the log on standard error: text, or json for programs",
        read: |all, given| {
            all.log_format = match given {
                "text" => LogFormat::Text,
                "json" => LogFormat::Json,
                _ => return Err(LocalizedText::fixed("text か json", "text or json")),
            };
            Ok(())
        },
        show: |all| Some(quoted(if all.log_format == LogFormat::Json { "json" } else { "text" })),
    },
    Setting {
        name: "log-level",
        takes: Takes::One("LEVEL"),
        help: "Lowest level that is logged: off, error, warn, info or debug",
        read: |all, given| {
            all.log_level = match given {
                "off" | "error" | "warn" | "info" | "debug" => given.parse().expect("a level"),
                _ => {
                    return Err(LocalizedText::fixed(
                        "off、error、warn、info、debug のどれか",
                        "off, error, warn, info or debug",
                    ));
                }
            };
            Ok(())
        },
        show: |all| Some(quoted(&all.log_level.to_string())),
    },
    Setting {
        name: "metrics",
        takes: Takes::One("ADDRESS:PORT"),
        help: "Address that serves metrics for Prometheus, such as 127.0.0.1:9777; off \
               without it",
        read: |all, given| {
            all.metrics = Some(parsed(
                given,
                "127.0.0.1:9777 のようなアドレスとポート",
                "an address with a port like 127.0.0.1:9777",
            )?);
            Ok(())
        },
        show: |all| all.metrics.map(|address| quoted(&address.to_string())),
    },
    Setting {
        name: "admin",
        takes: Takes::One("ADDRESS:PORT"),
        help: "Address that accepts the commands of zashiki admin, such as 127.0.0.1:7780; a \
               port alone is on this machine; off without it",
        read: |all, given| {
            let local = given.parse().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
            all.admin = Some(match local {
                Ok(address) => address,
                Err(_) => parsed(
                    given,
                    "127.0.0.1:7780 のようなアドレスとポート",
                    "an address with a port like 127.0.0.1:7780",
                )?,
            });
            Ok(())
        },
        show: |all| all.admin.map(|address| quoted(&address.to_string())),
    },
    Setting {
        name: "admin-token",
        takes: Takes::One("FILE"),
        help: "Token made by zashiki admin token, which the commands of zashiki admin need",
        read: |all, given| {
            all.admin_token = Some(path(given)?);
            Ok(())
        },
        show: |all| all.admin_token.as_ref().map(|file| quoted(&file.to_string_lossy())),
    },
    Setting {
        name: "unwanted-words",
        takes: Takes::One("FILE"),
        help: "Words that names of users must not contain, one per line",
        read: |all, given| {
            all.unwanted_words = Some(path(given)?);
            Ok(())
        },
        show: |all| all.unwanted_words.as_ref().map(|file| quoted(&file.to_string_lossy())),
    },
    Setting {
        name: "otlp-endpoint",
        takes: Takes::One("URL"),
        help: "OpenTelemetry collector (OTLP over HTTP) that receives a trace of each move, \
               such as http://127.0.0.1:4318; off without it",
        read: |all, given| {
            all.otlp_endpoint = Some(origin(given)?);
            Ok(())
        },
        show: |all| all.otlp_endpoint.as_deref().map(quoted),
    },
    Setting {
        name: "engine",
        takes: Takes::Many("NAME=COMMAND"),
        help: "Program that speaks the protocol of docs/reference/engines.md, and its name at \
               the tables, such as fish=\"python3 engine.py\". It runs with the rights of \
               this program",
        read: |all, given| {
            external_engines::named(given).map_err(LocalizedText::from)?;
            all.engines.push(given.to_owned());
            Ok(())
        },
        show: |all| list(all.engines.iter().map(|engine| quoted(engine))),
    },
    Setting {
        name: "engine-time",
        takes: Takes::One("SECONDS"),
        help: "Time limit of an engine per decision",
        read: |all, given| all.engine_terms.set_time(given),
        show: |all| Some(all.engine_terms.time.as_secs_f64().to_string()),
    },
    Setting {
        name: "on-engine-failure",
        takes: Takes::One("lose|replace=LEVEL"),
        help: "Action when an engine crashes, times out or sends an illegal move: lose, or \
               replace=LEVEL for a bot of that level",
        read: |all, given| all.engine_terms.set_fault(given),
        show: |all| Some(quoted(&all.engine_terms.fault())),
    },
    Setting {
        name: "log-addresses",
        takes: Takes::Switch,
        help: "Logs the address of each client that exceeds a limit, for programs such as \
               fail2ban that block it",
        read: |all, given| {
            all.log_addresses = parsed(given, "true か false", "true or false")?;
            Ok(())
        },
        show: |all| Some(all.log_addresses.to_string()),
    },
    Setting {
        name: "backup.folder",
        takes: Takes::One("DIR"),
        help: "folder for scheduled backups of the data folder; without it there are none",
        read: |all, given| {
            all.backup_folder = Some(path(given)?);
            Ok(())
        },
        show: |all| all.backup_folder.as_ref().map(|folder| quoted(&folder.to_string_lossy())),
    },
    Setting {
        name: "backup.every",
        takes: Takes::One("SECONDS"),
        help: "between two scheduled backups",
        read: |all, given| {
            all.backup_every = seconds(given)?;
            if all.backup_every < Duration::from_secs(1) {
                return Err(LocalizedText::fixed("1以上の秒数", "at least 1 second"));
            }
            Ok(())
        },
        show: |all| Some(all.backup_every.as_secs_f64().to_string()),
    },
    Setting {
        name: "backup.keep",
        takes: Takes::One("N"),
        help: "scheduled backups that are kept; older ones are removed",
        read: |all, given| {
            all.backup_keep = whole(given)?;
            if all.backup_keep == 0 {
                return Err(LocalizedText::fixed("1以上の整数", "a whole number of at least 1"));
            }
            Ok(())
        },
        show: |all| Some(all.backup_keep.to_string()),
    },
    count!("limits.sockets", sockets, "TCP connections in all"),
    count!("limits.sockets-per-address", sockets_per_address, "TCP connections from one address"),
    time!("limits.head", head, "for the head of a request"),
    time!("limits.request", request, "for a whole request"),
    time!("limits.stalled", stalled, "for a client to take 16 KiB of an answer that waits for it"),
    count!("limits.onlookers", onlookers, "connections without a seat, in all"),
    count!(
        "limits.onlookers-per-table",
        onlookers_per_table,
        "connections without a seat, at one table"
    ),
    count!("limits.live-per-guest", live_per_guest, "connections to tables of one guest"),
    count!(
        "limits.live-per-guest-and-table",
        live_per_guest_and_table,
        "connections to one table of one guest"
    ),
    count!("limits.live-per-address", live_per_address, "connections to tables from one address"),
    count!("limits.waiting-per-guest", waiting_per_guest, "tables of one guest that wait, a day"),
    count!("limits.open-per-guest", open_per_guest, "tables of one guest that go on, a day"),
    count!("limits.devices", devices, "devices of one person"),
    count!("limits.draft", draft, "bytes of a draft"),
    count!("limits.reading", reading, "bytes of what a draft means"),
    count!("limits.reviews", reviews, "reviews of finished games in memory"),
    count!(
        "limits.reviews-at-once-per-address",
        reviews_at_once_per_address,
        "reviews in the making for one address"
    ),
    Setting {
        name: "limits.engine-processes",
        takes: Takes::One("N"),
        help: "processes of each engine at once; another play ends the one unused longest",
        read: |all, given| {
            let processes = whole(given)?;
            if processes == 0 {
                return Err(LocalizedText::fixed("1以上の整数", "a whole number of at least 1"));
            }
            all.engine_terms.processes = processes;
            Ok(())
        },
        show: |all| Some(all.engine_terms.processes.to_string()),
    },
    time!("limits.linger", linger, "in memory with nobody connected"),
    Setting {
        name: "limits.max-pages",
        takes: Takes::One("N"),
        help: "pages of 4 KiB of the database; as many as the disk holds without it",
        read: |all, given| {
            all.limits.max_pages = Some(whole(given)?);
            Ok(())
        },
        show: |all| all.limits.max_pages.map(|pages| pages.to_string()),
    },
    count!(
        "limits.openings-per-address.at-once",
        openings_per_address.at_once,
        "tables opened from one address at once"
    ),
    time!(
        "limits.openings-per-address.every",
        openings_per_address.every,
        "until one more may be opened"
    ),
    count!(
        "limits.studies-per-address.at-once",
        studies_per_address.at_once,
        "plays looked at from one address at once"
    ),
    time!(
        "limits.studies-per-address.every",
        studies_per_address.every,
        "until one more may be looked at"
    ),
    count!(
        "limits.help-per-guest.at-once",
        help_per_guest.at_once,
        "questions for advice or a review of one guest at once"
    ),
    time!("limits.help-per-guest.every", help_per_guest.every, "until one more may be asked"),
    count!(
        "limits.help-per-address.at-once",
        help_per_address.at_once,
        "questions for advice or a review from one address at once"
    ),
    time!("limits.help-per-address.every", help_per_address.every, "until one more may be asked"),
    count!(
        "limits.reviews-per-address.at-once",
        reviews_per_address.at_once,
        "reviews begun from one address at once"
    ),
    time!("limits.reviews-per-address.every", reviews_per_address.every, "until one more may be"),
    count!(
        "limits.settings-per-address.at-once",
        settings_per_address.at_once,
        "things set about oneself from one address at once"
    ),
    time!(
        "limits.settings-per-address.every",
        settings_per_address.every,
        "until one more may be set"
    ),
    count!(
        "limits.codes-per-address.at-once",
        codes_per_address.at_once,
        "recovery codes tried from one address at once"
    ),
    time!("limits.codes-per-address.every", codes_per_address.every, "until one more may be tried"),
    count!("limits.phrases.at-once", phrases.at_once, "set phrases of a seat at once"),
    time!("limits.phrases.every", phrases.every, "until one more may be said"),
    count!("limits.calls.at-once", calls.at_once, "push notifications to one guest at once"),
    time!("limits.calls.every", calls.every, "until one more is sent"),
    days!(
        "retention.waiting",
        waiting,
        "days after its opening a table is deleted whose game has not begun; 0: never"
    ),
    days!(
        "retention.cancelled",
        cancelled,
        "days after its opening a cancelled table is deleted; 0: never"
    ),
    days!(
        "retention.abandoned",
        abandoned,
        "days after its last change a game without a time limit is deleted that nobody goes on with; \
         0: never"
    ),
    days!(
        "retention.compact",
        compact,
        "days after its end a finished game is compacted to its record and summary; 0: never"
    ),
    days!(
        "retention.finished",
        finished,
        "days after its end a finished game is deleted; 0: never"
    ),
];

/// The setting that names the file of settings, which cannot be in the file.
const FILE: &str = "config";

impl Setting {
    /// Returns true if the setting is a flag of the command line.
    fn is_flag(&self) -> bool {
        !self.name.contains('.')
    }

    /// The feature that it needs, if it needs one.
    fn feature(&self) -> Option<Feature> {
        match self.name {
            "nats" | "nats-ca" | "nats-credentials" => Some(Feature::Cluster),
            "database" => Some(Feature::Postgres),
            "push-key" => Some(Feature::Push),
            "otlp-endpoint" => Some(Feature::Otel),
            _ => None,
        }
    }

    /// Its name in the environment: `trust-proxy` is `ZASHIKI_TRUST_PROXY`, `limits.head`
    /// is `ZASHIKI_LIMITS_HEAD`.
    fn variable(&self) -> String {
        variable(self.name)
    }
}

fn variable(name: &str) -> String {
    format!("ZASHIKI_{}", name.replace(['-', '.'], "_").to_uppercase())
}

/// Values of settings on the command line, by name.
#[derive(Clone, Default, Debug)]
pub struct Flags(HashMap<&'static str, Vec<String>>);

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Flags, clap::Error> {
        let given = |name: &'static str| {
            // Not every command has all of them.
            let values = matches.try_get_many::<String>(name).ok()??;
            Some((name, values.cloned().collect()))
        };
        let names = SETTINGS.iter().map(|setting| setting.name);
        Ok(Flags(names.chain([FILE]).filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Flags::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Flags {
    fn augment_args(command: Command) -> Command {
        augment(command, Setting::is_flag)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Flags::augment_args(command)
    }
}

/// The flags of `zashiki` without a command: all are accepted, and its help shows those that a first
/// server needs.
#[derive(Clone, Debug)]
pub struct CommonFlags(Flags);

impl CommonFlags {
    /// Names of the settings whose flags are shown.
    const SHOWN: [&str; 6] = ["config", "port", "host", "data-dir", "allow-origin", "trust-proxy"];

    /// The flags of the command line, shown or not.
    pub fn all(&self) -> &Flags {
        &self.0
    }
}

impl FromArgMatches for CommonFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<CommonFlags, clap::Error> {
        Flags::from_arg_matches(matches).map(CommonFlags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl clap::Args for CommonFlags {
    fn augment_args(command: Command) -> Command {
        Flags::augment_args(command).mut_args(|flag| {
            let is_shown = CommonFlags::SHOWN.contains(&flag.get_id().as_str());
            flag.hide(!is_shown)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        CommonFlags::augment_args(command)
    }
}

/// The flags of commands that concern the data folder alone.
#[derive(Clone, Debug)]
pub struct FolderFlags(Flags);

impl FolderFlags {
    /// The data folder in effect.
    ///
    /// # Errors
    /// As of [`settings`], but for settings that need features: a folder needs none.
    pub fn data(&self) -> Result<PathBuf, InputError> {
        let (all, sources) = read(&self.0)?;
        check_together(&sources)?;
        Ok(all.data_dir)
    }
}

impl FromArgMatches for FolderFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FolderFlags, clap::Error> {
        Flags::from_arg_matches(matches).map(FolderFlags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl clap::Args for FolderFlags {
    fn augment_args(command: Command) -> Command {
        augment(command, |setting| setting.name == "data-dir")
    }

    fn augment_args_for_update(command: Command) -> Command {
        FolderFlags::augment_args(command)
    }
}

/// The flags of the operator's commands: the address of a running server, or where a server that is
/// closed keeps its data.
#[derive(Clone, Debug)]
pub struct OperatorFlags(Flags);

impl OperatorFlags {
    /// Names of the settings of which these are the flags.
    const NAMES: [&str; 4] = ["admin", "admin-token", "data-dir", "database"];

    /// The settings in effect.
    ///
    /// # Errors
    /// As of [`settings`].
    pub fn settings(&self) -> Result<Settings, InputError> {
        settings(&self.0).map(|(all, _)| all)
    }

    /// Returns true if the data folder or the database is named on the command line.
    pub fn names_store(&self) -> bool {
        ["data-dir", "database"].iter().any(|name| self.0.0.contains_key(name))
    }

    /// The flags of a command line.
    ///
    /// # Errors
    /// None: what was given is read later.
    pub fn of(matches: &ArgMatches) -> Result<OperatorFlags, clap::Error> {
        Flags::from_arg_matches(matches).map(OperatorFlags)
    }

    /// Gives a command these flags.
    pub fn augment(command: Command) -> Command {
        augment(command, |setting| OperatorFlags::NAMES.contains(&setting.name))
    }
}

/// Gives a command the flag that names the file, and those of some settings.
fn augment(command: Command, is_wanted: fn(&Setting) -> bool) -> Command {
    let file = Arg::new(FILE).long(FILE).value_name("FILE");
    let help = "Settings file in TOML; flags and the environment take precedence over it";
    let command = command.arg(file.help(format!("{help} [env: {}]", variable(FILE))));
    let defaults = Settings::default();
    SETTINGS.iter().filter(|setting| is_wanted(setting)).fold(command, |command, setting| {
        let mut help = format!("{} [env: {}]", setting.help, setting.variable());
        if let Some(feature) = setting.feature() {
            help = feature.help(&help);
        }
        let default = (setting.show)(&defaults).filter(|shown| shown != "[]");
        if let Some(default) = default.filter(|_| setting.takes != Takes::Switch) {
            write!(help, " [default: {}]", default.trim_matches('"')).expect("it is in memory");
        }
        let flag = Arg::new(setting.name).long(setting.name).help(help);
        command.arg(match setting.takes {
            // So that `--trust-proxy=false` says no to what the environment says.
            Takes::Switch => flag
                .value_name("true|false")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true"),
            Takes::One(value) => flag.value_name(value),
            Takes::Many(value) => flag.value_name(value).action(ArgAction::Append),
        })
    })
}

/// The source of a setting's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The built-in default.
    Default,
    /// A line of the file.
    File(PathBuf, usize),
    /// The environment.
    Environment(String),
    /// The command line.
    Flag(&'static str),
}

impl Source {
    /// For the beginning of a sentence.
    fn named(&self) -> LocalizedText {
        match self {
            Source::Default => LocalizedText::fixed("既定値", "The default"),
            Source::File(file, line) => {
                let file = file.display();
                text!(
                    "設定ファイル「{file}」の{line}行目",
                    "The settings file \"{file}\", line {line}"
                )
            }
            Source::Environment(name) => text!("環境変数 {name}", "The environment's {name}"),
            Source::Flag(name) => text!("--{name}", "--{name}"),
        }
    }

    fn short(&self) -> String {
        match self {
            Source::Default => "default".to_owned(),
            Source::File(file, line) => format!("{}:{line}", file.display()),
            Source::Environment(name) => name.clone(),
            Source::Flag(name) => format!("--{name}"),
        }
    }
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
            engine_terms: EngineLimits::default(),
            limits: Limits::for_files(files()),
            retention: Retention::default(),
            admin: None,
            admin_token: None,
            unwanted_words: None,
        }
    }
}

impl Settings {
    /// The timed backups, if any are made.
    pub fn backups(&self) -> Option<Backups> {
        let folder = self.backup_folder.clone()?;
        Some(Backups { folder, every: self.backup_every, keep: self.backup_keep })
    }
}

/// As many files as this process may have open at most, each connection being one.
fn files() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024)
}

/// The settings in effect, and where each is from: flags come before the environment, that before
/// the file, and that before the defaults. What an environment says of a list is one of it.
///
/// # Errors
/// When a value cannot be used, or the file cannot be read or has a key that is no setting; the
/// message names the place, and what is expected there. When this program was built without a feature
/// that a setting needs.
pub fn settings(flags: &Flags) -> Result<(Settings, Vec<Source>), InputError> {
    let (all, sources) = read(flags)?;
    check_built(&sources)?;
    check_together(&sources)?;
    Ok((all, sources))
}

fn read(flags: &Flags) -> Result<(Settings, Vec<Source>), InputError> {
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let named = flags.0.get(FILE).and_then(|named| named.last().cloned());
    let file = match named.or_else(|| environment(&variable(FILE))) {
        Some(file) => file::read(Path::new(&file))?,
        None => HashMap::new(),
    };
    let mut all = Settings::default();
    let mut sources = Vec::new();
    for setting in SETTINGS {
        let from_flags = || {
            let values = flags.0.get(setting.name)?;
            Some((values.clone(), Source::Flag(setting.name)))
        };
        let from_environment = || {
            let name = setting.variable();
            Some((vec![environment(&name)?], Source::Environment(name)))
        };
        let from_file = || file.get(setting.name).cloned();
        let given = from_flags().or_else(from_environment).or_else(from_file);
        let (values, source) = given.unwrap_or((Vec::new(), Source::Default));
        for value in &values {
            (setting.read)(&mut all, value).map_err(|wanted| unusable(&source, value, &wanted))?;
        }
        sources.push(source);
    }
    Ok((all, sources))
}

/// Returns an error for settings whose features this program was built without.
fn check_built(sources: &[Source]) -> Result<(), InputError> {
    let given = SETTINGS.iter().zip(sources).filter(|(_, source)| **source != Source::Default);
    let needs = given.filter_map(|(setting, source)| {
        let (place, name) = (source.named(), setting.name);
        let what = match source {
            Source::File(..) => text!("{place}({name})", "{place} ({name})", place),
            _ => place,
        };
        Some((what, setting.feature()?))
    });
    features::check(&needs.collect::<Vec<_>>())
}

/// Returns an error for settings that exclude each other, or lack one that they need.
fn check_together(sources: &[Source]) -> Result<(), InputError> {
    let given = |name: &str| {
        let named = SETTINGS.iter().zip(sources).find(|(setting, _)| setting.name == name);
        named.map(|(_, source)| source).filter(|source| **source != Source::Default)
    };
    if let (Some(data), Some(database)) = (given("data-dir"), given("database")) {
        let (data, database) = (data.named(), database.named());
        return Err(InputError::new(
            format!(
                "{} と {} は、それぞれ別の保存先を指定しています。どちらか一つにしてください。",
                data.ja, database.ja
            ),
            format!("{} and {} name two stores; name only one of them.", data.en, database.en),
        ));
    }
    let pairs = [
        ("nats", "database"),
        ("nats-ca", "nats"),
        ("nats-credentials", "nats"),
        ("admin", "admin-token"),
    ];
    for (one, needs) in pairs {
        if let (Some(source), None) = (given(one), given(needs)) {
            let place = source.named();
            return Err(InputError::new(
                format!("{} には、--{needs} も必要です。一緒に指定してください。", place.ja),
                format!("{} needs --{needs} as well; name both.", place.en),
            ));
        }
    }
    Ok(())
}

/// The settings in effect as a file that would have the same effect, with where each is from.
pub fn shown(all: &Settings, sources: &[Source]) -> String {
    let (mut text, mut section) = (String::new(), "");
    for (setting, source) in SETTINGS.iter().zip(sources) {
        let (of, key) = setting.name.rsplit_once('.').unwrap_or(("", setting.name));
        if of != section {
            section = of;
            writeln!(text, "\n[{section}]").expect("it is in memory");
        }
        let source = source.short();
        let line = match (setting.show)(all) {
            Some(value) => writeln!(text, "{key} = {value}  # {source}"),
            None => writeln!(text, "# {key} is not set"),
        };
        line.expect("it is in memory");
    }
    text
}

fn unusable(source: &Source, value: &str, wanted: &LocalizedText) -> InputError {
    let place = source.named();
    let LocalizedText { ja, en } = &place;
    InputError::new(
        format!("{ja}: 「{value}」は使えません。{}を指定してください。", wanted.ja),
        format!("{en}: \"{value}\" cannot be used; give {}.", wanted.en),
    )
}

fn parsed<T: FromStr>(given: &str, ja: &'static str, en: &'static str) -> Result<T, LocalizedText> {
    given.parse().map_err(|_| LocalizedText::fixed(ja, en))
}

fn whole<T: FromStr>(given: &str) -> Result<T, LocalizedText> {
    parsed(given, "0以上の整数", "a whole number")
}

fn seconds(given: &str) -> Result<Duration, LocalizedText> {
    let wanted =
        || LocalizedText::fixed("秒数(0.5 のように書けます)", "a number of seconds, such as 0.5");
    let seconds: f64 = given.parse().map_err(|_| wanted())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wanted())
}

/// 0 stands for never.
fn days(given: &str) -> Result<Option<Duration>, LocalizedText> {
    let wanted = || {
        LocalizedText::fixed(
            "日数(0.5 のように書けます。0 はしない)",
            "a number of days, such as 0.5, or 0 for never",
        )
    };
    let days: f64 = given.parse().map_err(|_| wanted())?;
    let time = Duration::try_from_secs_f64(days * DAY).map_err(|_| wanted())?;
    Ok(Some(time).filter(|time| !time.is_zero()))
}

fn in_days(time: Duration) -> f64 {
    time.as_secs_f64() / DAY
}

/// The seconds of a day.
const DAY: f64 = 24.0 * 60.0 * 60.0;

fn path(given: &str) -> Result<PathBuf, LocalizedText> {
    if given.is_empty() {
        return Err(LocalizedText::fixed("パス", "a path"));
    }
    Ok(given.into())
}

/// Browsers send origins without a slash at the end; people copy them with one.
fn origin(given: &str) -> Result<String, LocalizedText> {
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

/// The name of a host without its port, or `*` for one or more of its first parts.
fn host(given: &str) -> Result<String, LocalizedText> {
    let wanted = || {
        LocalizedText::fixed(
            "games.example のような、ポートのないホスト名(*.games.example や * も可)",
            "the name of a host without a port, like games.example (or *.games.example, or *)",
        )
    };
    let rest = given.strip_prefix("*.").unwrap_or(given);
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let name = !rest.is_empty() && !rest.starts_with('.') && rest.chars().all(plain);
    if given == "*" || name { Ok(given.to_owned()) } else { Err(wanted()) }
}

/// An address as it is printed: its password may be read over a shoulder, or stand in a log.
fn without_password(address: &str) -> String {
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

/// As TOML writes it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("text is plain data")
}

fn list(items: impl Iterator<Item = String>) -> Option<String> {
    Some(format!("[{}]", items.collect::<Vec<_>>().join(", ")))
}
