//! Tests of running a server: settings, logs, metrics, backups, and the files in the folder `deploy`.

use std::path::Path;
use std::process::Command;

use crate::common::{Folder, command};
use crate::people::{Client, Guest, Whim, assert_done, play, two_seated};
use crate::serve::{PROGRAM, Server};
use serde_json::{Value, json};

/// The content of a file of the repository.
fn of_repository(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The standard output of a command with these environment variables, or its error message if it fails.
fn run(args: &[&str], environment: &[(&str, &str)]) -> Result<String, String> {
    let output = command(args).envs(environment.iter().copied()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn flags_take_precedence_over_the_environment_and_the_environment_over_the_file() {
    let folder = Folder::new("settings");
    let file = folder.file(
        "zashiki.toml",
        "port = 8001\nhost = \"0.0.0.0\"\ndata-dir = \"file\"\ntrust-proxy = true\n\
         allow-origin = [\"https://a.example\", \"https://b.example/\"]\n\n[limits]\nhead = 0.5\n",
    );
    let environment = [("ZASHIKI_CONFIG", file.as_str()), ("ZASHIKI_DATA_DIR", "environment")];
    let environment =
        [&environment[..], &[("ZASHIKI_PORT", "8002"), ("ZASHIKI_LIMITS_DRAFT", "99")]];
    let environment = environment.concat();
    let shown = run(&["config", "--port", "8003", "--trust-proxy=false"], &environment).unwrap();
    for line in [
        "port = 8003  # --port",
        "host = \"0.0.0.0\"  # ",
        "data-dir = \"environment\"  # ZASHIKI_DATA_DIR",
        "trust-proxy = false  # --trust-proxy",
        "allow-origin = [\"https://a.example\", \"https://b.example\"]  # ",
        "log-format = \"text\"  # default",
        "# metrics is not set",
        "head = 0.5  # ",
        "draft = 99  # ZASHIKI_LIMITS_DRAFT",
    ] {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    assert!(shown.contains("zashiki.toml:2\n"), "{shown}");
    // What it prints is a file of settings with the same effect.
    let again = folder.file("again.toml", &shown);
    let again = run(&["config", "--config", &again], &[]).unwrap();
    let values = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split("  # ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(values(&again), values(&shown));
}

#[test]
fn invalid_settings_are_rejected_with_their_source() {
    let folder = Folder::new("bad-settings");
    let refused = |text: &str| {
        let file = folder.file("bad.toml", text);
        let said = |lang| run(&["config", "--config", &file, "--lang", lang], &[]).unwrap_err();
        let (ja, en) = (said("ja"), said("en"));
        assert!(en.is_ascii() && ja.contains("設定ファイル"), "{ja}{en}");
        assert!(ja.contains("bad.toml") && en.contains("bad.toml"), "{ja}{en}");
        en
    };
    for (text, place, what) in [
        ("\nprot = 1\n", "line 2", "Did you mean \"port\""),
        ("port = 70000\n", "line 1", "up to 65535"),
        ("log-format = \"xml\"\n", "line 1", "text or json"),
        ("# \n\n[limits]\nhead = -1\n", "line 4", "seconds"),
        ("[limits.openings-per-address]\nat_once = 1\n", "line 2", "at-once"),
        ("port = [1]\n", "line 1", "plain value"),
        ("allow-origin = [\"games.example\"]\n", "line 1", "https://games.example"),
        ("port = \n", "line 1", "TOML"),
    ] {
        let said = refused(text);
        assert!(said.contains(place) && said.contains(what), "{text}: {said}");
    }
    let said = run(&["config"], &[("ZASHIKI_METRICS", "9777")]).unwrap_err();
    assert!(said.contains("ZASHIKI_METRICS") && said.contains("127.0.0.1:9777"), "{said}");
    let said = run(&["serve", "--log-level", "loud"], &[]).unwrap_err();
    assert!(said.contains("--log-level") && said.contains("debug"), "{said}");
    let said = run(&["config", "--config", "no/such/file"], &[]).unwrap_err();
    assert!(said.contains("no/such/file"), "{said}");
}

/// The names of all settings, as in the settings file.
fn names() -> Vec<String> {
    let (mut names, mut section) = (Vec::new(), String::new());
    for line in run(&["config"], &[]).unwrap().lines() {
        if let Some(of) = line.strip_prefix('[') {
            section = format!("{}.", of.trim_end_matches(']'));
        } else if let Some(key) =
            line.strip_prefix("# ").or(Some(line)).filter(|key| !key.is_empty())
        {
            names.push(format!("{section}{}", key.split(' ').next().unwrap()));
        }
    }
    names
}

#[test]
fn docs_operating_has_every_setting_and_the_example_is_real() {
    let names = names();
    assert!(names.len() > 25 && names.contains(&"limits.phrases.every".to_owned()), "{names:?}");
    // Every limit there is, as Rust names it.
    let limits = format!("{:?}", server::Limits::default());
    for field in limits.split([' ', '{']).filter_map(|word| word.strip_suffix(':')) {
        let named = field.replace('_', "-");
        assert!(names.iter().any(|name| name.split('.').any(|part| part == named)), "{field}");
    }
    let page = conformance::documents::document("docs/guides/operating.md");
    for name in &names {
        let named = if name.contains('.') { format!("`{name}`") } else { format!("`--{name}") };
        assert!(page.contains(&named), "docs/guides/operating.md says nothing of {named}");
    }
    let folder = Folder::new("example");
    let example = of_repository("deploy/zashiki.toml");
    let file = folder.file("zashiki.toml", &example);
    let shown = run(&["config", "--config", &file], &[]).unwrap();
    let settings = example.lines().filter(|line| line.contains(" = "));
    for line in settings {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    assert!(
        page.contains(example.split_once("\n\n").unwrap().1.trim()),
        "it is in the page as it is"
    );
}

/// Many people may read logs. Even at the most detailed level they contain nothing that gives access to
/// a table or to its hidden information.
#[tokio::test]
async fn logs_name_no_secrets() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let mut command = Command::new(PROGRAM);
    command.args([
        "serve",
        "--lang",
        "en",
        "--port",
        "0",
        "--log-format",
        "json",
        "--log-level",
        "debug",
    ]);
    command.arg("--data-dir").arg(data.path()).stderr(std::fs::File::create(&log).unwrap());
    let mut server = Server::run(command).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let actions = std::cell::RefCell::new(Vec::new());
    play(&mut clients, &mut Whim(61), |moves, clients: &[Client; 2]| {
        actions.borrow_mut().extend(clients.iter().flat_map(Client::legal));
        moves == 20
    })
    .await;
    // Messages that cannot be read, deeds that are refused, and sockets that end badly.
    clients[0].send("{\"type\":\"act\",\"id\":\"my secret id\"").await;
    clients[0].hear("refused").await;
    assert_eq!(clients[0].act("nonsense").await["type"], "refused");
    let mut rude = guests[0].join(&table).await;
    rude.send("x".repeat(20 * 1024)).await;
    rude.close_code().await;
    let bot = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let with_bot = guests[0].clone().open(bot).await;
    guests[0].join(&with_bot).await;
    server.signal("TERM").await;
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON a line")).collect();
    assert!(lines.iter().any(|line| line["level"] == "DEBUG"), "{text}");
    assert!(lines.iter().any(|line| line["fields"]["message"] == "open"), "{text}");
    let token = guests[0].cookie.as_deref().unwrap().split_once('=').unwrap().1;
    let mut secrets = vec![table, with_bot, token.to_owned(), "my secret id".to_owned()];
    secrets.extend(["Opener", "Second", "127.0.0.2"].map(str::to_owned));
    secrets.extend(actions.into_inner().into_iter().filter(|action| action.len() > 3));
    let database = data.path().join("zashiki.db");
    secrets.extend(seeds(&database).await);
    for secret in secrets {
        assert!(!text.contains(&secret), "{secret} in\n{text}");
    }
}

/// The seeds of all tables in the forms in which the log might contain them.
async fn seeds(database: &Path) -> Vec<String> {
    use sqlx::Connection;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let mut database = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    let seeds: Vec<i64> =
        sqlx::query_scalar("SELECT seed FROM tables").fetch_all(&mut database).await.unwrap();
    assert!(seeds.len() == 2);
    seeds
        .into_iter()
        .flat_map(|seed| [seed.to_string(), seed.cast_unsigned().to_string()])
        .collect()
}

#[tokio::test]
async fn metrics_are_served_where_they_are_asked_for() {
    let data = tempfile::tempdir().unwrap();
    // A port that is free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let address = free.to_string();
    let server = Server::start(data.path(), &["--port", "0", "--metrics", &address]).await;
    let text = Guest::new(free).get("/metrics").await.body;
    assert!(String::from_utf8(text).unwrap().contains("\nzashiki_connections 0\n"));
    assert_eq!(Guest::new(server.address).get("/readyz").await.status, 200);
    let other = tempfile::tempdir().unwrap();
    let taken = command(&["serve", "--port", "0", "--metrics", &address, "--data-dir"]);
    let output = { taken }.arg(other.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--metrics") && said.contains("in use"), "{said}");
}

/// Makes and restores backups while clients play. Each view after a restore is one that a client saw
/// before.
#[tokio::test]
async fn a_backup_made_during_play_is_whole() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--port", "0"]).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let folder = data.path().to_str().unwrap().to_owned();
    let to = |number: usize| format!("{folder}/backup-{number}.db");
    let backing = {
        let (folder, files) = (folder.clone(), [to(0), to(1), to(2)]);
        tokio::task::spawn_blocking(move || {
            for file in files {
                let said = run(&["backup", &file, "--data-dir", &folder], &[]).unwrap();
                assert!(said.contains("1 tables with"), "{said}");
            }
        })
    };
    play(&mut clients, &mut Whim(67), |_, _| backing.is_finished()).await;
    backing.await.unwrap();
    let acknowledged = clients[0].version();
    let seen: Vec<Vec<Value>> = clients.iter().map(|client| client.states.clone()).collect();

    // What exists is not overwritten, and where nothing is there is nothing to save.
    let said = run(&["backup", &to(0), "--data-dir", &folder], &[]).unwrap_err();
    assert!(said.contains("already exists"), "{said}");
    let said = run(&["backup", &to(9), "--data-dir", "no-such-folder"], &[]).unwrap_err();
    assert!(said.contains("no-such-folder") && !Path::new(&to(9)).exists(), "{said}");
    // Not while a server runs, even with --replace.
    let said = run(&["restore", &to(0), "--data-dir", &folder, "--replace"], &[]).unwrap_err();
    assert!(said.contains("server runs"), "{said}");
    assert_done(&clients_move(&mut clients).await);

    let mut before = 0;
    for number in 0..3 {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(to(number)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let new = tempfile::tempdir().unwrap();
        let new_folder = new.path().join("data");
        let new_folder = new_folder.to_str().unwrap();
        run(&["restore", &to(number), "--data-dir", new_folder], &[]).unwrap();
        let said = run(&["restore", &to(number), "--data-dir", new_folder], &[]).unwrap_err();
        assert!(said.contains("--replace"), "{said}");
        let restored = Server::start(Path::new(new_folder), &["--port", "0"]).await;
        for (guest, seen) in guests.iter().zip(&seen) {
            let client = Guest { address: restored.address, ..guest.clone() }.join(&table).await;
            let version = client.version();
            assert!(version >= before && version <= acknowledged, "{version}");
            let then = seen.iter().rfind(|state| state["version"] == version);
            // The first state came before the others had sat down.
            if let Some(then) = then.filter(|_| version > 0) {
                assert_eq!(client.state["view"], then["view"], "at version {version}");
            }
            before = version;
        }
    }
    assert!(before > 0, "people played while it was saved");
}

async fn clients_move(clients: &mut [Client; 2]) -> Value {
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let action = clients[mover].legal()[0].clone();
    clients[mover].act(&action).await
}

#[tokio::test]
async fn only_a_whole_backup_is_restored_and_what_it_replaces_is_kept() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("data");
    let server = Server::start(&folder, &["--port", "0"]).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(71), |moves, _| moves == 5).await;
    let (data, folder) = (data.path().to_str().unwrap(), folder.to_str().unwrap());
    let whole = format!("{data}/whole.db");
    run(&["backup", &whole, "--data-dir", folder], &[]).unwrap();
    let later = play(&mut clients, &mut Whim(72), |moves, _| moves == 4).await;
    assert_eq!(later, 4);
    // Killed, so that its log is still there.
    server.kill().await;

    let bytes = std::fs::read(&whole).unwrap();
    let mut torn = bytes.clone();
    torn[8192..12288].fill(0x5a);
    let text = "certainly no database ".repeat(500);
    let cases: [(&str, &[u8]); 4] = [
        ("half", &bytes[..bytes.len() / 2]),
        ("torn", &torn),
        ("text", text.as_bytes()),
        ("empty", b""),
    ];
    for (name, bytes) in cases {
        let file = format!("{data}/{name}.db");
        std::fs::write(&file, bytes).unwrap();
        for lang in ["ja", "en"] {
            let args = ["restore", &file, "--data-dir", folder, "--replace", "--lang", lang];
            let said = run(&args, &[]).unwrap_err();
            assert!(said.contains(&file) && said.is_ascii() == (lang == "en"), "{said}");
        }
    }
    // A copy of a running server's file alone is not whole.
    let copied = format!("{data}/copied.db");
    for end in ["", "-wal"] {
        std::fs::copy(format!("{folder}/zashiki.db{end}"), format!("{copied}{end}")).unwrap();
    }
    let said = run(&["restore", &copied, "--data-dir", folder, "--replace"], &[]).unwrap_err();
    assert!(said.contains("copied.db-wal"), "{said}");
    let newer = format!("{data}/newer.db");
    std::fs::write(&newer, &bytes).unwrap();
    write_newer(Path::new(&newer)).await;
    let said = run(&["restore", &newer, "--data-dir", folder, "--replace"], &[]).unwrap_err();
    assert!(said.contains("newer Zashiki"), "{said}");

    // None of that has changed anything: everything is there still.
    let version = |server: &Server| {
        let guest = Guest { address: server.address, ..guests[0].clone() };
        let table = table.clone();
        async move { guest.join(&table).await.version() }
    };
    let server = Server::start(Path::new(folder), &["--port", "0"]).await;
    assert_eq!(version(&server).await, 9);
    server.kill().await;
    run(&["restore", &whole, "--data-dir", folder, "--replace"], &[]).unwrap();
    let server = Server::start(Path::new(folder), &["--port", "0"]).await;
    assert_eq!(version(&server).await, 5);
    server.kill().await;
    // What was replaced is a whole database, with its log.
    let again = format!("{data}/again");
    std::fs::create_dir(&again).unwrap();
    for end in ["", "-wal"] {
        let (from, to) =
            (format!("{folder}/zashiki.db.replaced{end}"), format!("{again}/zashiki.db{end}"));
        std::fs::copy(from, to).unwrap();
    }
    let server = Server::start(Path::new(&again), &["--port", "0"]).await;
    assert_eq!(version(&server).await, 9);
}

async fn write_newer(database: &Path) {
    use sqlx::Connection;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let mut database = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'later', 1, x'00', 0)";
    sqlx::query(newer).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

/// The systemd unit uses only settings that exist. `cargo xtask deploy` also starts it.
#[test]
fn the_systemd_unit_holds() {
    let help = run(&["serve", "--help"], &[]).unwrap();
    // Lines are broken where the program was built with that.
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_setting = |name: &str| help.contains(&format!("[env: {name}]"));
    let unit = of_repository("deploy/zashiki.service");
    let environment = unit.lines().find_map(|line| line.strip_prefix("Environment=")).unwrap();
    for pair in environment.split(' ') {
        let name = pair.split_once('=').unwrap().0;
        assert!(is_setting(name), "{name}");
    }
    let container = of_repository("deploy/Containerfile");
    for word in container.split(['\n', ' ', '=']).filter(|word| word.starts_with("ZASHIKI_")) {
        let is_of_build = ["ZASHIKI_PAGE", "ZASHIKI_COMMIT"].contains(&word);
        assert!(is_of_build || is_setting(word), "{word}");
    }
    let folder = Folder::new("unit");
    let file = folder.file("zashiki.service", &unit.replace("/usr/local/bin/zashiki", PROGRAM));
    match Command::new("systemd-analyze").args(["verify", "--man=no", &file]).output() {
        Err(error) => println!("skipped: systemd-analyze cannot be run here ({error})"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && !said.contains("zashiki.service:"), "{said}");
        }
    }
}

#[cfg(feature = "otel")]
#[tokio::test]
async fn the_way_of_moves_is_told_to_a_collector() {
    let collector = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", collector.local_addr().unwrap());
    let folder = Folder::new("traces");
    let data = folder.0.join("data");
    let server = Server::start(&data, &["--otlp-endpoint", &address]).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(4), |moves, _| moves >= 3).await;
    let collected = async {
        let (mut stream, _) = collector.accept().await.unwrap();
        let (mut heard, mut bytes) = (Vec::new(), [0; 4096]);
        let there = |heard: &[u8], word: &str| {
            heard.windows(word.len()).any(|part| part == word.as_bytes())
        };
        let words = ["POST /v1/traces", "zashiki", "message", "rules", "store", "tell", "send"];
        while !words.iter().all(|word| there(&heard, word)) {
            let count = tokio::io::AsyncReadExt::read(&mut stream, &mut bytes).await.unwrap();
            assert_ne!(count, 0, "{}", String::from_utf8_lossy(&heard));
            heard.extend_from_slice(&bytes[..count]);
        }
    };
    crate::people::soon("traces", collected).await;
    drop(clients);
    server.kill().await;
}

#[cfg(feature = "cluster")]
#[test]
fn databases_that_exclude_or_need_each_other_are_rejected() {
    let postgres = "postgres://zashiki:secret@127.0.0.1:1/zashiki";
    let cases: [(&[&str], &str); 6] = [
        (&["--data-dir", "here", "--database", postgres], "set only one"),
        (&["--nats", "nats://127.0.0.1:1"], "needs --database"),
        (&["--database", postgres, "--nats-ca", "x.pem"], "needs --nats"),
        (&["--database", "mysql://x"], "postgres://name"),
        (&["--database", postgres], "PostgreSQL cannot be used"),
        (&["--database", postgres, "--nats", "nats://127.0.0.1:1"], "NATS cannot be reached"),
    ];
    for (flags, what) in cases {
        let said = run(&[&["serve", "--port", "0"], flags].concat(), &[]).unwrap_err();
        assert!(said.contains(what) && !said.contains("secret"), "{flags:?}: {said}");
        let said = run(&[&["serve", "--lang", "ja"], flags].concat(), &[]).unwrap_err();
        assert!(!said.is_ascii(), "{said}");
    }
    let shown = run(&["config", "--database", postgres], &[]).unwrap();
    assert!(shown.contains("postgres://zashiki:***@127.0.0.1:1/zashiki"), "{shown}");
}

#[test]
fn databases_are_given_with_their_kind() {
    for to in ["mysql://x", "sqlite:", "zashiki-data"] {
        let said =
            run(&["migrate-database", "--from", "sqlite:no/such", "--to", to], &[]).unwrap_err();
        assert!(said.contains("is no database"), "{said}");
    }
}
