//! The table that defines all settings.

use super::limits::LIMITS;
use super::parse;
use super::setting::{Flag, Setting, Takes, flag, key};
use super::show::{Show, without_password};

/// All settings, in the order in which `zashiki config` prints them.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    SERVER.iter().chain(LIMITS)
}

/// The settings for addresses, files, the log, engines and backups.
const SERVER: &[Setting] = &[
    flag!(optional "port", "PORT", port, parse::port,
        "Port to listen on; without it 7777, or the next free one. 0 lets the system choose"),
    flag!(one "host", "ADDRESS", host, parse::ip_address,
        "Address to listen on; 0.0.0.0 or :: for all networks of this machine"),
    flag!(one "data-dir", "DIR", data_dir, parse::path,
        "Folder for the database; created if it does not exist"),
    Setting {
        show: |all| all.database.as_deref().map(without_password),
        ..flag!(optional "database", "URL", database, parse::database,
            "PostgreSQL database instead of the data folder, such as \
             postgres://name:password@host:5432/zashiki")
    },
    Setting {
        name: "nats",
        flag: Some(Flag {
            takes: Takes::One("URL"),
            help: "NATS, which connects several servers on one database, such as \
                   nats://name:password@host:4222; separate the addresses of a cluster with commas",
        }),
        read: |all, given| {
            all.nats.address = given.to_owned();
            Ok(())
        },
        show: |all| {
            let address = Some(&all.nats.address).filter(|address| !address.is_empty());
            address.map(|address| without_password(address))
        },
    },
    flag!(optional "nats-ca", "FILE", nats.ca, parse::path,
        "CA certificates for NATS, in PEM; without it those of the system"),
    flag!(optional "nats-credentials", "FILE", nats.credentials, parse::path,
        "Credentials for NATS (.creds), if its address has no name and password"),
    flag!(many "allow-origin", "URL", allowed_origins, parse::origin,
        "Origin of another site whose pages may connect, such as https://games.example. Repeatable"),
    flag!(many "hosts", "NAME", hosts, parse::host,
        "Host name of the server, such as games.example; *.games.example for all subdomains, * for any \
         name. IP addresses and names of the local network are always accepted. Repeatable"),
    flag!(switch "trust-proxy", trust_proxy,
        "Clients reach the server only through a reverse proxy that appends their address to \
         X-Forwarded-For: limits per address then use that address"),
    flag!(many "components", "FILE", components, parse::path,
        "Components file that replaces a game's own at new tables; it names its game with \
         game = \"...\" at the top. Repeatable"),
    flag!(optional "push-key", "FILE", push_key, parse::path,
        "Key made by zashiki generate-push-key: the server then notifies absent players of their turn \
         at tables that last for days"),
    flag!(optional "bot-accounts", "FILE", bot_accounts, parse::path,
        "Accounts made by zashiki create-bot-account, with which external programs join tables; the \
         server reads it again whenever one connects"),
    flag!(one "log-format", "FORMAT", log_format, parse::log_format,
        "Format of the log on standard error: text, or json for programs"),
    flag!(one "log-level", "LEVEL", log_level, parse::log_level,
        "Lowest level that is logged: off, error, warn, info or debug"),
    flag!(optional "metrics", "ADDRESS:PORT", metrics, parse::metrics_address,
        "Address that serves metrics for Prometheus, such as 127.0.0.1:9777; off without it"),
    flag!(optional "admin", "ADDRESS:PORT", admin, parse::admin_address,
        "Address that accepts the commands of zashiki admin, such as 127.0.0.1:7780; a port alone is on \
         this machine; off without it"),
    flag!(optional "admin-token", "FILE", admin_token, parse::path,
        "Token made by zashiki admin token, which the commands of zashiki admin need"),
    flag!(optional "unwanted-words", "FILE", unwanted_words, parse::path,
        "Words that names of users must not contain, one per line"),
    flag!(optional "otlp-endpoint", "URL", otlp_endpoint, parse::origin,
        "OpenTelemetry collector (OTLP over HTTP) that receives a trace of each move, such as \
         http://127.0.0.1:4318; off without it"),
    flag!(many "engine", "NAME=COMMAND", engines, parse::engine,
        "Program that speaks the protocol of docs/reference/engines.md, and its name at the tables, \
         such as fish=\"python3 engine.py\". It runs with the rights of this program. Repeatable"),
    Setting {
        name: "engine-time",
        flag: Some(Flag {
            takes: Takes::One("SECONDS"),
            help: "Time limit of an engine per decision",
        }),
        read: |all, given| all.engine_limits.set_time(given),
        show: |all| all.engine_limits.time.show(),
    },
    Setting {
        name: "on-engine-failure",
        flag: Some(Flag {
            takes: Takes::One("lose|replace=LEVEL"),
            help: "Action when an engine crashes, times out or sends an illegal move: lose, or \
                   replace=LEVEL for a bot of that level",
        }),
        read: |all, given| all.engine_limits.set_fault(given),
        show: |all| all.engine_limits.fault().show(),
    },
    flag!(switch "log-addresses", log_addresses,
        "Logs the address of each client that exceeds a limit, for programs such as fail2ban that \
         block it"),
    key!("backup.folder", backup_folder, |given| parse::path(given).map(Some)),
    key!("backup.every", backup_every, parse::interval),
    key!("backup.keep", backup_keep, parse::positive),
];
