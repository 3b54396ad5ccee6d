//! The page and the addresses that need no table.

mod common;
#[path = "common/server.rs"]
mod server;

use common::Guest;
use parlour::{Components, Config};
use serde_json::json;
use server::Server;

#[tokio::test]
async fn the_page_answers_every_address_but_the_apis() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let index = guest.get("/").await;
    assert_eq!(index.status, 200);
    assert!(index.header("content-type").unwrap().starts_with("text/html"));
    assert_eq!(index.header("cache-control"), Some("no-cache"));
    assert!(guest.cookie.is_some(), "the page's first answer makes the guest known");
    let html = String::from_utf8(index.body.clone()).unwrap();
    for path in ["/t/abc", "/any/where?x=1", "/index.html"] {
        assert_eq!(guest.get(path).await.body, index.body, "{path}");
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'self'"),
        ("content-security-policy", "frame-ancestors 'none'"),
        ("referrer-policy", "same-origin"),
    ] {
        assert!(index.header(name).unwrap().contains(value), "{name}");
    }

    // The script the page names is there, for ever, and without anybody's cookie.
    let script = html.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js"));
    let script = script.expect("the page has a script");
    let mut stranger = Guest::new(server.address);
    let file = stranger.get(script).await;
    assert_eq!(file.status, 200);
    assert!(file.header("content-type").unwrap().contains("javascript"));
    assert!(file.header("cache-control").unwrap().contains("immutable"));
    assert_eq!(stranger.cookie, None);
    let tag = file.header("etag").unwrap().to_owned();
    let again = guest.request("GET", script, &[("If-None-Match", &tag)], b"").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let packed = guest.request("GET", script, &[("Accept-Encoding", "gzip")], b"").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(guest.get("/assets/gone-12345678.js").await.status, 404);
    assert_eq!(guest.get("/../../etc/passwd").await.body, index.body);
    server.stop().await;
}

#[tokio::test]
async fn the_catalogue_and_the_games() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    assert_eq!(guest.get("/healthz").await.status, 200);
    let catalogue = guest.get("/api/games").await.json();
    let ids: Vec<&str> = catalogue["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, shelf::ids());
    assert_eq!(catalogue["bots"].as_array().unwrap().len(), bots::KINDS.len());
    for id in ids {
        let page = guest.get(&format!("/api/games/{id}")).await.json();
        assert_eq!(page["info"]["id"], id);
        let stated: Vec<_> =
            page["rules"].as_array().unwrap().iter().map(|rule| rule["id"].clone()).collect();
        let house: Vec<_> = table::house_rules().iter().map(|rule| rule.id.into()).collect();
        assert!(stated.len() > house.len() && stated.ends_with(&house), "{stated:?}");
        assert!(page["components"].is_object());
    }
    server.stop().await;
}

#[tokio::test]
async fn guests_are_known_by_an_unguessable_cookie_that_is_not_stored() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let reply = guest.get("/api/games").await;
    let cookie = reply.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"));
    let token = guest.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    assert_eq!(token.len(), 32);
    // Known guests keep their cookie; behind HTTPS it is kept for HTTPS.
    assert_eq!(guest.get("/api/games").await.header("set-cookie"), None);
    let mut other = Guest::new(server.address);
    let secure = other.request("GET", "/api/games", &[("X-Forwarded-Proto", "https")], b"").await;
    assert!(secure.header("set-cookie").unwrap().contains("; Secure"));
    assert_ne!(other.cookie, guest.cookie);

    let table = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    assert_eq!(table.len(), 16);
    let listed = guest.get("/api/tables").await.json();
    assert_eq!(listed["tables"][0]["table"], table);
    assert_eq!(listed["tables"][0]["started"], false);
    assert_eq!(other.get("/api/tables").await.json()["tables"], json!([]));
    server.stop().await;
    for file in std::fs::read_dir(data.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()));
    }
}

#[tokio::test]
async fn components_can_be_replaced_and_are_checked() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("mine.toml");
    let own = include_str!("../../games/kokyu/components.toml");
    assert!(own.contains("Summons"));
    std::fs::write(&file, own.replace("Summons", "Another name")).unwrap();
    let mut config = Config::new(data.path().join("data"));
    config.components = Components::read(std::slice::from_ref(&file)).unwrap();
    let server = Server::start_with(config).await;
    let plain = Server::start(&data.path().join("plain")).await;
    let mut guest = Guest::new(server.address);
    let mut elsewhere = Guest::new(plain.address);
    let page = guest.get("/api/games/kokyu").await.json();
    assert_ne!(page["components"], elsewhere.get("/api/games/kokyu").await.json()["components"]);
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    assert_eq!(guest.join(&table).await.state["components"], page["components"]);
    server.stop().await;

    // The table keeps the components it was opened with.
    let server = Server::start(&data.path().join("data")).await;
    let guest = Guest { address: server.address, ..guest };
    assert_eq!(guest.join(&table).await.state["components"], page["components"]);
    server.stop().await;
    plain.stop().await;

    let broken = data.path().join("broken.toml");
    for (text, named) in [
        ("game = ", "TOML"),
        ("x = 1", "game ="),
        ("game = \"go\"", "no game \"go\""),
        ("game = \"kokyu\"", "broken.toml"),
    ] {
        std::fs::write(&broken, text).unwrap();
        let error = Components::read(std::slice::from_ref(&broken)).unwrap_err();
        assert!(error.0.en.contains("broken.toml") && error.0.en.contains(named), "{error}");
    }
    let missing = data.path().join("missing.toml");
    assert!(Components::read(&[missing]).unwrap_err().0.en.contains("missing.toml"));
    assert!(Components::read(&[file.clone(), file]).unwrap_err().0.en.contains("two components"));
}
