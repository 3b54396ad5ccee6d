//! Tests of a server's environment: its log, service manager, scheduled backups and the files in the
//! folder `deploy`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::command;
use crate::people::{Guest, Whim, play, soon, two_seated};
use crate::serve::{PROGRAM, Server};
use regex_lite::Regex;
use serde_json::{Value, json};

/// The content of a file of the repository.
fn of_repository(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Starts a server with these environment variables that writes its log to this file.
async fn logging(
    folder: &Path,
    log: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> Server {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--lang", "en", "--port", "0", "--data-dir"]).arg(folder.join("data"));
    command.args(arguments).envs(environment.iter().copied());
    command.stderr(std::fs::File::create(log).unwrap());
    Server::run(command).await
}

/// Requests tables with one open seat, as guests from these addresses. Returns the number of requests
/// that failed with a server error.
async fn open_tables(server: &Server, from: &[&'static str]) -> u64 {
    let mut failures = 0;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    for address in from {
        let mut guest = Guest { from: Some(*address), ..Guest::new(server.address) };
        let reply = guest.post("/api/tables", &json!({ "game": "kokyu", "seats": seats })).await;
        failures += u64::from(reply.status >= 500);
    }
    failures
}

/// An error that every request repeats is written once and then only counted. A log that is written to a
/// file has no colours.
#[tokio::test]
async fn a_repeated_error_is_summarised_and_the_log_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    // A database that is full once it has been made.
    let environment = [("ZASHIKI_LIMITS_MAX_PAGES", "1"), ("NO_COLOR", "")];
    Server::start(&folder.path().join("data"), &["--port", "0"]).await.kill().await;
    let mut server = logging(folder.path(), &log, &[], &environment).await;
    let failures = open_tables(&server, &["192.0.2.1"; 40]).await;
    assert!(failures > 20, "{failures}");
    assert!(server.signal("TERM").await.success());
    let text = std::fs::read_to_string(&log).unwrap();
    let errors: Vec<&str> = text.lines().filter(|line| line.contains(" ERROR ")).collect();
    let summary = Regex::new(r" zashiki::repeated: (\d+) more in the last \d+ s: [a-z ]+").unwrap();
    let left_out: u64 =
        errors.iter().filter_map(|line| summary.captures(line)?[1].parse::<u64>().ok()).sum();
    let written = errors.iter().filter(|line| !summary.is_match(line)).count() as u64;
    assert_eq!(written + left_out, failures, "{text}");
    // Each is written again ten seconds after the last at the earliest, and this took less.
    assert!(written < 5, "{written}: {text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}

/// The regular expressions of the filter in `deploy/fail2ban`, as fail2ban applies them after it has
/// removed the time from a line.
fn fail2ban() -> Vec<Regex> {
    let filter = of_repository("deploy/fail2ban/filter.d/zashiki.conf");
    let prefix = filter.lines().find_map(|line| line.strip_prefix("_prefix = ")).unwrap();
    let mut expressions = Vec::new();
    for line in filter.lines().skip_while(|line| !line.starts_with("failregex")) {
        let line = line.trim_start_matches("failregex =").trim();
        if line.starts_with("%(_prefix)s") {
            let line =
                line.replace("%(_prefix)s", prefix).replace("<HOST>", r"(?<host>[0-9a-f:.]+)");
            expressions.push(Regex::new(&line).unwrap());
        }
    }
    assert_eq!(expressions.len(), 2, "one for each form of the log");
    expressions
}

#[tokio::test]
async fn fail2ban_reads_who_exceeds_limits_where_addresses_are_logged() {
    let expressions = fail2ban();
    let found = |text: &str| -> Vec<String> {
        let host = |line: &str| {
            // fail2ban may or may not have cut off the time, and syslog puts words before.
            let without_time = Regex::new(r"\d{4}-\d\d-\d\dT[\d:.]+Z").unwrap().replace(line, "");
            let in_syslog = format!("host zashiki[12]: {line}");
            let hosts = [line, &without_time, &in_syslog].map(|line| {
                let found = expressions.iter().find_map(|each| each.captures(line));
                found.map(|found| found["host"].to_owned())
            });
            assert!(hosts.iter().all(|host| *host == hosts[0]), "{line}: {hosts:?}");
            hosts[0].clone()
        };
        text.lines().filter_map(host).collect()
    };
    let folder = tempfile::tempdir().unwrap();
    let limits =
        [("ZASHIKI_LIMITS_OPENINGS_PER_ADDRESS_AT_ONCE", "1"), ("ZASHIKI_TRUST_PROXY", "true")];
    for (form, flags) in [
        ("text", &["--log-addresses"][..]),
        ("json", &["--log-addresses", "--log-format", "json"]),
        ("none", &["--log-level", "debug"]),
    ] {
        let log = folder.path().join(form);
        let mut server = logging(folder.path(), &log, flags, &limits).await;
        let from = ["192.0.2.1", "192.0.2.1", "2001:db8::7", "192.0.2.1", "2001:db8::7"];
        open_tables(&server, &from).await;
        server.signal("TERM").await;
        let text = std::fs::read_to_string(&log).unwrap();
        if form == "none" {
            assert_eq!(text.matches("over a limit").count(), 3, "{text}");
            assert!(!text.contains("192.0.2") && !text.contains("2001:db8"), "{text}");
            continue;
        }
        assert_eq!(found(&text), ["192.0.2.1", "192.0.2.1", "2001:db8::7"], "{text}");
        let filter = Path::new(env!("CARGO_MANIFEST_DIR"));
        let filter = filter.join("../../deploy/fail2ban/filter.d/zashiki.conf");
        match Command::new("fail2ban-regex").arg(&log).arg(filter).output() {
            Err(error) => println!("not tried with fail2ban itself: {error}"),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                assert!(said.contains("Failregex: 3 total"), "{said}");
            }
        }
    }
}

/// Tests a service manager that waits for `READY=1`, and one that expects heartbeats.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_service_manager_hears_when_the_server_is_ready_well_and_closing() {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify").display().to_string();
    let abstract_name = format!("zashiki-test-{}", std::process::id());
    let at_path = UnixDatagram::bind(&path).unwrap();
    let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
    let at_name = UnixDatagram::bind_addr(&address).unwrap();
    for (number, (socket, name)) in
        [(at_path, path), (at_name, format!("@{abstract_name}"))].into_iter().enumerate()
    {
        socket.set_nonblocking(true).unwrap();
        let socket = tokio::net::UnixDatagram::from_std(socket).unwrap();
        let hears = async |expected: &str| {
            let mut bytes = [0; 256];
            soon(expected, async {
                loop {
                    let length = socket.recv(&mut bytes).await.unwrap();
                    let said = String::from_utf8_lossy(&bytes[..length]).into_owned();
                    if said == expected {
                        return;
                    }
                    assert_eq!(said, "WATCHDOG=1", "while {expected} is awaited");
                }
            })
            .await;
        };
        let log = folder.path().join("log");
        let environment = [("NOTIFY_SOCKET", name.as_str()), ("WATCHDOG_USEC", "400000")];
        let inner = folder.path().join(number.to_string());
        std::fs::create_dir(&inner).unwrap();
        let mut server = logging(&inner, &log, &[], &environment).await;
        hears("READY=1").await;
        assert_eq!(Guest::new(server.address).get("/readyz").await.status, 200);
        for _ in 0..3 {
            hears("WATCHDOG=1").await;
        }
        assert!(server.signal("TERM").await.success());
        hears("STOPPING=1").await;
    }
}

/// The watchdog receives no heartbeats from a suspended server. A server also works without a service
/// manager.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_that_does_not_answer_is_not_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify").display().to_string();
    let socket = tokio::net::UnixDatagram::bind(&path).unwrap();
    let environment = [("NOTIFY_SOCKET", path.as_str()), ("WATCHDOG_USEC", "200000")];
    let mut server = logging(folder.path(), &folder.path().join("log"), &[], &environment).await;
    let mut bytes = [0; 256];
    let heard = async |bytes: &mut [u8; 256]| {
        let length = socket.recv(bytes).await.unwrap();
        bytes[..length].to_vec()
    };
    assert_eq!(soon("a word", heard(&mut bytes)).await, b"READY=1");
    assert_eq!(soon("a word", heard(&mut bytes)).await, b"WATCHDOG=1");
    let stop = |signal: &str| {
        let pid = server.pid().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
    };
    stop("STOP");
    // What was sent before it stopped; then nothing for five times its time.
    let mut silent = false;
    for _ in 0..20 {
        let second = std::time::Duration::from_secs(1);
        silent = tokio::time::timeout(second, heard(&mut bytes)).await.is_err();
        if silent {
            break;
        }
    }
    assert!(silent);
    stop("CONT");
    assert_eq!(soon("a word", heard(&mut bytes)).await, b"WATCHDOG=1");
    assert!(server.signal("TERM").await.success());
}

/// Whenever the server is killed, every file with the name of a backup is complete.
#[tokio::test]
async fn a_killed_server_leaves_only_whole_backups() {
    let folder = tempfile::tempdir().unwrap();
    let backups = folder.path().join("backups");
    let made = || -> BTreeSet<String> {
        let Ok(entries) = std::fs::read_dir(&backups) else { return BTreeSet::new() };
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".db")).collect()
    };
    let environment = [
        ("ZASHIKI_BACKUP_FOLDER", backups.to_str().unwrap()),
        ("ZASHIKI_BACKUP_EVERY", "1"),
        ("ZASHIKI_BACKUP_KEEP", "3"),
    ];
    let log = folder.path().join("log");
    let mut table = None;
    for cycle in 0..3 {
        let server = logging(folder.path(), &log, &[], &environment).await;
        let before = made();
        let (opened, guests, mut clients) = two_seated(server.address).await;
        play(&mut clients, &mut Whim(cycle), |moves, _| moves >= 3 && made() != before).await;
        let version = clients[0].version();
        server.kill().await;
        table = Some((opened, guests, version));
        assert!((1..=3).contains(&made().len()), "{:?}", made());
        for (number, name) in made().into_iter().enumerate() {
            let data = folder.path().join(format!("restored-{cycle}-{number}"));
            let mut restore = command(&["restore"]);
            let restored =
                restore.arg(backups.join(&name)).arg("--data-dir").arg(&data).output().unwrap();
            let said = String::from_utf8_lossy(&restored.stderr).into_owned();
            assert!(restored.status.success(), "{name}: {said}");
        }
    }
    // A restored one opens, and has a version of the game that was played.
    let (table, guests, version) = table.unwrap();
    let newest = folder.path().join(format!("restored-2-{}", made().len() - 1));
    let server = Server::start(&newest, &["--port", "0"]).await;
    let stored = Guest::new(server.address).get(&format!("/api/tables/{table}")).await;
    if stored.status == 200 {
        let guest = Guest { address: server.address, ..guests[0].clone() };
        assert!(guest.join(&table).await.version() <= version);
    }
}

#[test]
fn invalid_backup_settings_are_rejected() {
    let refused = |name: &str, value: &str| {
        let output = command(&["config"]).env(name, value).output().unwrap();
        assert!(!output.status.success(), "{name} {value}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused("ZASHIKI_BACKUP_EVERY", "0").contains("at least 1 second"));
    assert!(refused("ZASHIKI_BACKUP_KEEP", "0").contains("at least 1"));
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_data_folder_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let data = folder.path().join("one/two");
    let server = Server::start(&data, &["--port", "0"]).await;
    assert_eq!((mode(&data), mode(&folder.path().join("one"))), (0o700, 0o700));
    // One that was there is left as its owner made it.
    let made = folder.path().join("made");
    std::fs::create_dir(&made).unwrap();
    std::fs::set_permissions(&made, std::fs::Permissions::from_mode(0o750)).unwrap();
    let other = Server::start(&made, &["--port", "0"]).await;
    assert_eq!(mode(&made), 0o750);
    drop((server, other));
}

/// The server provides every metric that the alert rules and the dashboard use.
#[tokio::test]
async fn alert_rules_and_the_dashboard_name_metrics_that_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let address = free.to_string();
    let backups = folder.path().join("backups");
    let environment = [
        ("ZASHIKI_LIMITS_OPENINGS_PER_ADDRESS_AT_ONCE", "1"),
        ("ZASHIKI_TRUST_PROXY", "true"),
        ("ZASHIKI_BACKUP_FOLDER", backups.to_str().unwrap()),
    ];
    let log = folder.path().join("log");
    let server = logging(folder.path(), &log, &["--metrics", &address], &environment).await;
    // One over a limit, so that those are counted.
    open_tables(&server, &["192.0.2.1", "192.0.2.1"]).await;
    let served = soon("a backup", async {
        loop {
            let text = Guest::new(free).get("/metrics").await.body;
            let text = String::from_utf8(text).unwrap();
            if text.contains("zashiki_backups_total{") && text.contains("zashiki_refusals_total{") {
                return text;
            }
        }
    })
    .await;
    let name = Regex::new(r"\bzashiki_[a-z_]+\b").unwrap();
    let names = |text: &str| -> BTreeSet<String> {
        name.find_iter(text).map(|found| found.as_str().to_owned()).collect()
    };
    let served: BTreeSet<String> =
        names(&served.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n"));
    let rules = of_repository("deploy/prometheus/alerts.yaml");
    let dashboard = of_repository("deploy/grafana/zashiki.json");
    for (file, text) in [("alerts.yaml", &rules), ("zashiki.json", &dashboard)] {
        let named = names(text);
        assert!(named.len() > 5, "{file}: {named:?}");
        let unknown: Vec<&String> = named.difference(&served).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?} of {served:?}");
    }
    let dashboard: Value = serde_json::from_str(&dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let shown = |panel: &Value| panel["targets"].to_string();
    let shown: String = panels.iter().map(shown).collect();
    // And the dashboard leaves none out.
    let ends = Regex::new("_(bucket|sum|count)$").unwrap();
    for metric in served.iter().map(|metric| ends.replace(metric, "")) {
        assert!(shown.contains(&*metric), "the dashboard shows nothing of {metric}");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/prometheus/alerts.yaml");
    match Command::new("promtool").args(["check", "rules"]).arg(file).output() {
        Err(error) => println!("not checked with promtool: {error}"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{said}");
        }
    }
}

/// Containers and services have no more rights than they need, and their resources are limited.
#[test]
fn what_is_deployed_has_few_rights_and_bounds() {
    let compose = of_repository("deploy/compose.yaml");
    let hardened = compose.split("\n\n").find(|part| part.contains("&hardened")).unwrap();
    for line in ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "pids_limit:"] {
        assert!(hardened.contains(line), "{line} in\n{hardened}");
    }
    let services =
        compose.split_once("\nservices:\n").unwrap().1.split_once("\nvolumes:").unwrap().0;
    let begins = Regex::new(r"(?m)^  [a-z0-9-]+:(.*)$").unwrap();
    let begins: Vec<_> = begins.find_iter(services).collect();
    assert_eq!(begins.len(), 6);
    let ends = begins.iter().skip(1).map(|next| next.start()).chain([services.len()]);
    for (begin, end) in begins.iter().zip(ends) {
        let service = &services[begin.start()..end];
        let is_server = service.contains("*server");
        let bounded = service.contains("<<: *hardened") && service.contains("mem_limit:");
        assert!(is_server || bounded, "{service}");
    }
    let server = compose.split("\n\n").find(|part| part.contains("&server")).unwrap();
    assert!(server.contains("<<: *hardened") && server.contains("mem_limit:"), "{server}");

    let kubernetes = of_repository("deploy/kubernetes.yaml");
    for line in [
        "limits: { memory: 2Gi }",
        "capabilities: { drop: [\"ALL\"] }",
        "seccompProfile: { type: RuntimeDefault }",
        "allowPrivilegeEscalation: false",
        "readOnlyRootFilesystem: true",
        "automountServiceAccountToken: false",
        "kind: PodDisruptionBudget",
    ] {
        assert!(kubernetes.contains(line), "{line}");
    }
    let unit = of_repository("deploy/zashiki.service");
    for line in ["Type=notify", "WatchdogSec=60", "MemoryMax=2G", "TasksMax=1024"] {
        assert!(unit.lines().any(|it| it == line), "{line}");
    }
    // The way to the service manager.
    assert!(unit.contains("RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX\n"));
}
