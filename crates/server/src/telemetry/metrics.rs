//! Metrics for Prometheus. They contain no table, guest or address. Counting an event while a move is
//! processed costs a single addition.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use session::program;

/// The single label of a metric: its name and value.
type Label = [(&'static str, &'static str); 1];

/// All metrics: counters that are updated as events happen, and gauges that are set when the metrics are
/// requested.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// Number of open TCP connections.
    pub(crate) connections: Gauge,
    /// Number of open WebSockets at tables.
    pub(crate) sockets: Gauge,
    /// Number of changes by people and bots that were committed.
    pub(crate) accepted: Counter,
    /// Number of people's requests at tables that were rejected.
    pub(crate) declined: Counter,
    /// Number of created tables.
    pub(crate) openings: Counter,
    /// Total size of the messages sent at tables, in bytes.
    pub(crate) sent: Counter,
    /// Number of clients that were disconnected because they did not read.
    pub(crate) disconnected: Counter,
    limits: Family<Label, Counter>,
    groups: Histogram,
    commits: Histogram,
    failed: Counter,
    backups: Family<Label, Counter>,
    last_backup: Gauge,
    tables: Gauge,
    home: Gauge,
    servers: Gauge,
    queues: Family<Label, Gauge>,
    thinking: Gauge,
}

/// Values that are not counted as events happen, but determined when the metrics are requested.
pub(crate) struct Now {
    pub(crate) tables: usize,
    /// The number of tables in memory whose lease this server holds.
    pub(crate) home: usize,
    /// The number of live servers in the cluster, to this server's knowledge.
    pub(crate) servers: usize,
    pub(crate) waiting_writes: usize,
    pub(crate) bots_thinking: usize,
    pub(crate) bots_waiting: usize,
}

impl Metrics {
    /// Creates all metrics with the value 0.
    pub(crate) fn new() -> Metrics {
        let moves = Family::<Label, Counter>::default();
        let of = |result| moves.get_or_create(&[("result", result)]).clone();
        let (accepted, declined) = (of("accepted"), of("refused"));
        let mut metrics = Metrics {
            registry: Registry::with_prefix("zashiki"),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            accepted,
            declined,
            openings: Counter::default(),
            sent: Counter::default(),
            disconnected: Counter::default(),
            limits: Family::default(),
            // 1 to 256 at once; 0.25 ms to 8 s.
            groups: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            commits: Histogram::new(exponential_buckets(0.000_25, 2.0, 16)),
            failed: Counter::default(),
            backups: Family::default(),
            last_backup: Gauge::default(),
            tables: Gauge::default(),
            home: Gauge::default(),
            servers: Gauge::default(),
            queues: Family::default(),
            thinking: Gauge::default(),
        };
        let all = &mut metrics.registry;
        all.register("connections", "TCP connections open now", metrics.connections.clone());
        all.register("sockets", "WebSockets at tables open now", metrics.sockets.clone());
        all.register("tables", "Tables in memory", metrics.tables.clone());
        all.register("tables_home", "Tables whose lease this server holds", metrics.home.clone());
        all.register("servers", "Live servers of this cluster", metrics.servers.clone());
        all.register(
            "moves",
            "Changes of matches: accepted ones, and refused requests of people",
            moves,
        );
        all.register("openings", "Tables created", metrics.openings.clone());
        all.register("sent_bytes", "Size of the messages at tables", metrics.sent.clone());
        all.register(
            "let_go",
            "Clients disconnected because they did not read",
            metrics.disconnected.clone(),
        );
        all.register("refusals", "Requests over a limit, by limit", metrics.limits.clone());
        all.register("commit_entries", "Entries per commit", metrics.groups.clone());
        all.register("commit_seconds", "Duration of a commit", metrics.commits.clone());
        all.register("failed_writes", "Entries that could not be written", metrics.failed.clone());
        all.register("backups", "Scheduled backups, by result", metrics.backups.clone());
        all.register(
            "backup_timestamp_seconds",
            "Creation time of the newest scheduled backup, in seconds since 1970; 0 without one",
            metrics.last_backup.clone(),
        );
        all.register(
            "build",
            "The version of the program",
            Info::new([("version", program::version())]),
        );
        all.register("queue", "Waiting entries, by queue", metrics.queues.clone());
        all.register("bots_thinking", "Bots thinking now", metrics.thinking.clone());
        metrics
    }

    /// Counts a request that exceeded the limit with this name.
    pub(crate) fn over(&self, limit: &'static str) {
        self.limits.get_or_create(&[("limit", limit)]).inc();
    }

    /// Records a commit: its number of entries, the number of those that failed, and its duration.
    pub(crate) fn committed(&self, entries: usize, failed: usize, took: Duration) {
        if entries == 0 {
            return;
        }
        self.groups.observe(entries as f64);
        self.commits.observe(took.as_secs_f64());
        self.failed.inc_by(failed as u64);
    }

    /// Counts a scheduled backup; `made` is true if it succeeded.
    pub(crate) fn backed_up(&self, made: bool) {
        let result = if made { "made" } else { "failed" };
        self.backups.get_or_create(&[("result", result)]).inc();
    }

    /// Sets the creation time of the newest backup, given in milliseconds since 1970; `None` if there is no
    /// backup.
    pub(crate) fn found_backup(&self, made: Option<i64>) {
        self.last_backup.set(made.unwrap_or_default() / 1000);
    }

    /// The values of all metrics in Prometheus' text format.
    pub(crate) fn text(&self, now: &Now) -> String {
        let set = |gauge: &Gauge, value: usize| gauge.set(value.try_into().unwrap_or(i64::MAX));
        set(&self.tables, now.tables);
        set(&self.home, now.home);
        set(&self.servers, now.servers);
        set(&self.thinking, now.bots_thinking);
        for (queue, waiting) in [("writes", now.waiting_writes), ("bots", now.bots_waiting)] {
            set(&self.queues.get_or_create(&[("queue", queue)]), waiting);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("memory takes every byte");
        text
    }
}

/// Counts a connection or other resource as open until this value is dropped.
pub(crate) struct Open(Gauge);

impl Open {
    /// Adds 1 to the gauge.
    pub(crate) fn new(of: &Gauge) -> Open {
        of.inc();
        Open(of.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}
