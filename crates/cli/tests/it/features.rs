//! Commands and settings that need a feature without which the program was built: the program rejects
//! them in one line, before it opens, writes or plays anything.
//!
//! The tests are compiled with all features. A variable that only debug builds read disables some of
//! them. The tests also pass with a program that was really built without features:
//! `ZASHIKI_BIN=target/release/zashiki cargo test --package cli --test it features::`.

use std::path::Path;

use crate::common::{Folder, command};

const ALL: [&str; 7] = ["charts", "cluster", "offline", "otel", "parquet", "postgres", "push"];
const POSTGRES: &str = "postgres://zashiki:secret@127.0.0.1:1/zashiki";

/// A command line with environment variables, for a program without the features `without`.
struct Asked<'a> {
    without: &'a [&'a str],
    args: &'a [&'a str],
    environment: &'a [(&'a str, &'a str)],
}

impl Asked<'_> {
    /// The error message in a language. Checks that it is one line.
    fn error(&self, lang: &str) -> String {
        let mut command = command(self.args);
        command.args(["--lang", lang]).envs(self.environment.iter().copied());
        let output = command.env("ZASHIKI_TEST_WITHOUT", self.without.join(",")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!said.contains("secret"), "{said}");
        said
    }

    /// Checks that the command is rejected in both languages. `needs` has pairs of a phrase that must be
    /// in the message and the feature it needs.
    fn is_refused(&self, needs: &[(&str, &str)]) {
        let (en, ja) = (self.error("en"), self.error("ja"));
        assert!(en.is_ascii() && !ja.is_ascii(), "{en}{ja}");
        for said in [&en, &ja] {
            let (_, command) = said.split_once("cargo run --release --features ").expect(said);
            let built: Vec<&str> = command.split(' ').next().unwrap().split(',').collect();
            for (what, feature) in needs {
                let is_built = built.contains(feature) || built == ["full"];
                assert!(said.contains(what) && is_built, "{what}: {said}");
            }
        }
        let missing =
            needs.iter().filter(|(_, feature)| en.contains(&format!("feature {feature}")));
        assert_eq!(missing.count(), needs.len(), "{en}");
        assert_eq!(en.matches(" feature ").count(), needs.len(), "{en}");
    }
}

/// Checks that the program rejects these arguments without the feature. The message must contain `what`.
fn refused(feature: &str, what: &str, args: &[&str]) {
    Asked { without: &[feature], args, environment: &[] }.is_refused(&[(what, feature)]);
}

#[test]
fn settings_of_features_that_are_not_built_are_rejected_from_every_source() {
    let folder = Folder::new("features");
    let data = folder.path("data");
    let database = [("ZASHIKI_DATABASE", POSTGRES)];
    for (feature, name, value) in [
        ("postgres", "database", POSTGRES),
        ("cluster", "nats", "nats://127.0.0.1:1"),
        ("cluster", "nats-ca", "x.pem"),
        ("cluster", "nats-credentials", "x.creds"),
        ("push", "push-key", "no-such.toml"),
        ("otel", "otlp-endpoint", "http://127.0.0.1:1"),
    ] {
        // A server over NATS needs PostgreSQL, which a real build without it lacks as well.
        let without: &[&str] =
            if feature == "cluster" { &["cluster", "postgres"] } else { &[feature] };
        let flag = format!("--{name}");
        let variable = format!("ZASHIKI_{}", name.replace('-', "_").to_uppercase());
        let (mut settings, mut environment) = (format!("{name} = \"{value}\"\n"), Vec::new());
        let mut needs = vec![(flag.as_str(), feature)];
        if feature == "cluster" {
            environment.extend(database);
            needs.push(("ZASHIKI_DATABASE", "postgres"));
        }
        if name.starts_with("nats-") {
            environment.push(("ZASHIKI_NATS", "nats://127.0.0.1:1"));
            needs.push(("ZASHIKI_NATS", "cluster"));
        }
        for serve in ["serve", "config"] {
            let args = [serve, &flag, value];
            Asked { without, args: &args, environment: &environment }.is_refused(&needs);
        }
        let with = [&environment[..], &[(variable.as_str(), value)]].concat();
        needs[0].0 = &variable;
        Asked { without, args: &["serve"], environment: &with }.is_refused(&needs);
        settings.insert_str(0, "port = 0\n");
        let file = folder.file("zashiki.toml", &settings);
        let line = "zashiki.toml";
        needs[0].0 = line;
        let args = ["serve", "--config", &file];
        let asked = Asked { without, args: &args, environment: &environment };
        asked.is_refused(&needs);
        assert!(asked.error("en").contains(&format!("line 2 ({name})")));
    }
    // All in one line, and nothing was done before it.
    let all = [
        "--nats",
        "nats://127.0.0.1:1",
        "--push-key",
        "x",
        "--otlp-endpoint",
        "http://127.0.0.1:1",
    ];
    let args = [&["serve", "--database", POSTGRES][..], &all].concat();
    let needs = [("--nats", "cluster"), ("--push-key", "push"), ("--otlp-endpoint", "otel")];
    let needs = [&needs[..], &[("--database", "postgres")]].concat();
    Asked { without: &ALL, args: &args, environment: &[] }.is_refused(&needs);
    let key = ["serve", "--data-dir", &data, "--push-key", "x"];
    refused("push", "--push-key", &key);
    assert!(!Path::new(&data).exists());
    // A folder is backed up whatever else the file of settings asks for.
    let file = folder.file("push.toml", "push-key = \"x\"\n");
    let backup = ["backup", &folder.path("copy.db"), "--data-dir", &data, "--config", &file];
    let said = Asked { without: &ALL, args: &backup, environment: &[] }.error("en");
    assert!(said.contains("There is no database"), "{said}");
}

#[test]
fn commands_and_formats_of_features_that_are_not_built_are_rejected() {
    let folder = Folder::new("features-files");
    let path = |name: &str| folder.path(name);
    let parquet = path("games.parquet");
    let (play, named) = (["simulate", "kokyu", "--games", "100000000"], "games.parquet");
    refused("parquet", named, &[&play[..], &["--games-out", &parquet]].concat());
    // A program from outside would be started before the first game.
    let mark = path("started");
    let engine = format!("it=touch {mark}");
    let played = ["--games-out", &parquet, "--resume", "--engine", &engine, "--bots", "it"];
    refused("parquet", named, &[&play[..], &played].concat());
    let page = path("page.html");
    let balance = ["lab", "balance", "kokyu", "--games", "100000000", "--out", &page];
    refused("charts", "lab balance --out", &balance);
    refused("charts", "lab balance --out", &[&balance[..], &["--json"]].concat());
    let key = path("push.toml");
    let make = ["generate-push-key", &key, "--contact", "mailto:operator@games.example"];
    refused("push", "zashiki generate-push-key", &make);
    let here = format!("sqlite:{}", path("here"));
    refused("postgres", "--to", &["migrate-database", "--from", &here, "--to", POSTGRES]);
    refused("postgres", "--from", &["migrate-database", "--from", POSTGRES, "--to", &here]);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "nothing was begun");
}

#[test]
fn the_help_marks_features_that_are_not_built() {
    let said = |args: &[&str], without: &str| {
        let output = command(args).env("ZASHIKI_TEST_WITHOUT", without).output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let serve = said(&["serve", "--help"], &ALL.join(","));
    for (flag, feature) in [
        ("DATABASE", "postgres"),
        ("NATS", "cluster"),
        ("NATS_CA", "cluster"),
        ("PUSH_KEY", "push"),
        ("OTLP_ENDPOINT", "otel"),
    ] {
        let note =
            format!("[env: ZASHIKI_{flag}] [not in this program: needs --features {feature}]");
        assert!(serve.contains(&note), "{note} in {serve}");
    }
    assert_eq!(serve.matches("not in this program").count(), 6);
    for (args, feature) in
        [(&["simulate", "--help"][..], "parquet"), (&["lab", "balance", "--help"], "charts")]
    {
        let note = format!("needs --features {feature}");
        assert!(said(args, feature).contains(&note));
    }
    assert!(said(&["--version"], &ALL.join(",")).ends_with("features: none"));
}
