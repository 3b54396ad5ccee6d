//! The page and the routes that need no table.

use std::io::Read;

use crate::common::Guest;
use crate::server::TestServer;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use server::{Components, Config};

#[tokio::test]
async fn the_page_answers_every_path_outside_the_api() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let index = guest.get("/").await;
    assert_eq!(index.status, 200);
    assert!(index.header("content-type").unwrap().starts_with("text/html"));
    assert_eq!(index.header("cache-control"), Some("private, no-cache"));
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
        ("permissions-policy", "camera=()"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert!(index.header(name).unwrap().contains(value), "{name}");
    }
    // Other sites' pages cannot embed any response.
    for path in ["/api/games", "/api/nothing", "/icon.svg", "/healthz"] {
        let reply = guest.get(path).await;
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
    }

    // The notice for a missing style sheet is hidden by the style sheet.
    assert!(html.contains("class=\"unloaded\"") && html.contains("a host name of its own"));
    let sheet = html.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".css"));
    let sheet = guest.get(sheet.expect("the page has a style sheet")).await;
    let sheet = String::from_utf8(sheet.body).unwrap();
    assert!(sheet.contains(".unloaded{display:none}") && sheet.contains("display:block}@supports"));

    // The page's script exists, is cacheable forever, and is sent without a cookie.
    let script = html.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js"));
    let script = script.expect("the page has a script");
    let mut stranger = Guest::new(server.address);
    let file = stranger.get(script).await;
    assert_eq!(file.status, 200);
    assert!(file.header("content-type").unwrap().contains("javascript"));
    assert!(file.header("cache-control").unwrap().contains("immutable"));
    assert_eq!(stranger.cookie, None);
    // The script is protected by the page's policy and cannot be used as anything but a script.
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(file.header("content-security-policy"), None);
    let tag = file.header("etag").unwrap().to_owned();
    let again = guest.request("GET", script, &[("If-None-Match", &tag)], b"").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    // It is sent in the smallest encoding that the client accepts, with a single entity tag.
    for (accepted, coding) in
        [("gzip, deflate, br", Some("br")), ("gzip", Some("gzip")), ("identity", None)]
    {
        let packed = guest.request("GET", script, &[("Accept-Encoding", accepted)], b"").await;
        assert_eq!(packed.header("content-encoding"), coding, "{accepted}");
        assert_eq!(packed.header("vary"), Some("accept-encoding"), "{accepted}");
        assert_eq!(packed.header("etag"), Some(tag.as_str()), "{accepted}");
        assert_eq!(packed.header("content-type"), file.header("content-type"), "{accepted}");
        assert_eq!(coding.is_some(), packed.body.len() < file.body.len() / 2, "{accepted}");
    }
    let packed = guest.request("GET", "/", &[("Accept-Encoding", "br")], b"").await;
    assert_eq!(packed.header("content-encoding"), Some("br"));
    assert!(packed.header("set-cookie").is_some());
    assert_eq!(guest.get(&format!("{script}.br")).await.status, 404);
    assert_eq!(guest.get("/assets/gone-12345678.js").await.status, 404);
    assert_eq!(guest.get("/../../etc/passwd").await.body, index.body);
    // The engine's modules, if they were built: each file is at the address of its content.
    let catalogue = guest.get("/api/games").await.json();
    for file in catalogue["modules"].as_object().into_iter().flat_map(|modules| modules.values()) {
        for file in file.as_array().unwrap() {
            let served = stranger.get(&format!("/{}", file["path"].as_str().unwrap())).await;
            assert_eq!((served.status, json!(served.body.len())), (200, file["bytes"].clone()));
            assert!(served.header("cache-control").unwrap().contains("immutable"));
            let kind = served.header("content-type").unwrap();
            assert!(["text/javascript", "application/wasm"].contains(&kind), "{kind}");
        }
    }
    let gone = guest.get("/wasm/kokyu-0123456789abcdef/kokyu.js").await;
    assert_eq!(gone.status, 404);
    assert!(gone.json()["message"]["en"].as_str().unwrap().contains("--features offline"));
    let policy = index.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
    // A missing file does not get the page.
    for path in ["/gone.js", "/t/gone.png", "/.env", "/wp-login.php"] {
        assert_eq!(guest.get(path).await.status, 404, "{path}");
    }
    for (path, kind) in [
        ("/robots.txt", "text/plain"),
        ("/favicon.ico", "image/x-icon"),
        ("/icon.svg", "image/svg+xml"),
        ("/sw.js", "text/javascript"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ] {
        let file = stranger.get(path).await;
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(file.header("cache-control"), Some("no-cache"), "{path}");
    }
    assert_eq!(stranger.cookie, None);
    server.stop().await;
}

#[tokio::test]
async fn the_catalogue_and_the_games() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    assert_eq!(guest.get("/healthz").await.status, 200);
    let catalogue = guest.get("/api/games").await.json();
    let ids: Vec<&str> = catalogue["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, registry::ids());
    let kinds = catalogue["bots"].as_array().unwrap();
    let offered: Vec<&Value> =
        kinds.iter().filter(|kind| kind["offered"] == true).map(|kind| &kind["id"]).collect();
    assert_eq!(offered, zashiki_core::Level::ALL.map(zashiki_core::Level::id));
    assert_eq!(kinds.len(), bots::kinds().count());
    for id in ids {
        let page = guest.get(&format!("/api/games/{id}")).await.json();
        assert_eq!(page["info"]["id"], id);
        assert!(page["bots"].as_array().unwrap().iter().all(|bot| {
            let games = bot["games"].as_array().unwrap();
            games.contains(&json!(id)) && catalogue["bots"].as_array().unwrap().contains(bot)
        }));
        let rules = guest.get(&format!("/api/games/{id}/rules")).await.json();
        let stated: Vec<_> =
            rules["rules"].as_array().unwrap().iter().map(|rule| rule["id"].clone()).collect();
        let house_rules: Vec<_> =
            zashiki_core::common_rules().iter().map(|rule| rule.id.into()).collect();
        assert!(stated.len() > house_rules.len() && stated.ends_with(&house_rules), "{stated:?}");
        assert!(rules["components"].is_object());
        let book = guest.get(&format!("/api/games/{id}/book")).await.json();
        assert_eq!(book["facts"], catalogue["facts"][id]);
        assert!(!book["minute"].as_array().unwrap().is_empty());
    }
    server.stop().await;
}

#[tokio::test]
async fn puzzles_are_sent_without_solutions_until_the_player_gives_up() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    for id in registry::ids() {
        let own = registry::puzzles(id).unwrap();
        let list = guest.get(&format!("/api/games/{id}/puzzles")).await.json();
        let headings: Vec<_> = own.iter().map(zashiki_core::Puzzle::heading).collect();
        assert_eq!(list, json!(headings));
        // One puzzle of each length; all others use the same lookup.
        for turns in 1..=3 {
            let Some(puzzle) = own.iter().find(|puzzle| puzzle.turns == turns) else { continue };
            let path = format!("/api/games/{id}/puzzles/{}", puzzle.id);
            let told = guest.get(&path).await.json();
            let secrets = (told.get("solution"), told.get("replies"));
            assert_eq!((&told["id"], secrets), (&json!(puzzle.id), (None, None)));
            let solution = guest.get(&format!("{path}/solution")).await.json();
            assert_eq!(solution, json!(puzzle.solution));
            let hint = guest.get(&format!("{path}/hint")).await.json();
            let hint = hint.as_array().unwrap();
            assert!((1..=3).contains(&hint.len()), "{hint:?}");
            assert!(hint.iter().any(|choice| choice["action"] == puzzle.solution[0]), "{hint:?}");
            // A wrong solution gets no reply.
            let wrong = guest.get(&format!("{path}/reply?to=nothing")).await.json();
            assert_eq!(wrong, json!([]));
            for (line, replies) in &puzzle.replies {
                let line = line.replace('>', "%3E").replace('+', "%2B").replace(' ', "%20");
                let told = guest.get(&format!("{path}/reply?to={line}")).await.json();
                assert_eq!(told, json!(replies));
            }
        }
    }
    for path in [
        "/api/games/chess/puzzles",
        "/api/games/hostile/puzzles/none",
        "/api/games/hostile/puzzles/none/solution",
        "/api/games/hostile/puzzles/none/hint",
        "/api/games/hostile/puzzles/none/reply?to=end",
    ] {
        let reply = guest.get(path).await;
        assert_eq!(reply.status, 404);
        assert!(reply.json()["message"]["ja"].is_string());
    }
    server.stop().await;
}

#[tokio::test]
async fn guests_are_known_by_an_unguessable_cookie_that_is_not_stored() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let reply = guest.get("/").await;
    let cookie = reply.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"));
    let token = guest.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    assert_eq!(token.len(), 48);
    // The cookie is renewed with the same value whenever the page is opened, even from the cache. No other
    // response sets it for a known guest.
    let tag = reply.header("etag").unwrap().to_owned();
    let again = guest.request("GET", "/t/x", &[("If-None-Match", &tag)], b"").await;
    assert_eq!((again.status, again.header("set-cookie")), (304, Some(cookie)));
    assert_eq!(again.header("cache-control"), Some("private, no-cache"));
    assert_eq!(guest.get("/api/games").await.header("set-cookie"), None);
    // Over HTTPS the cookie is secure and restricted to the host.
    let mut other = Guest::new(server.address);
    let secure = other.request("GET", "/", &[("X-Forwarded-Proto", "https")], b"").await;
    let secure = secure.header("set-cookie").unwrap();
    assert!(secure.starts_with("__Host-") && secure.contains("; Secure"), "{secure}");
    assert_ne!(other.cookie, guest.cookie);
    // A forged cookie is not accepted.
    let name = cookie.split('=').next().unwrap();
    let planted = format!("{name}={}", "0".repeat(48));
    let mut victim = Guest { cookie: Some(planted.clone()), ..Guest::new(server.address) };
    victim.get("/").await;
    assert_ne!(victim.cookie, Some(planted));

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

/// The catalogue has the names of levels in both languages, and the table lists those of the bots themselves.
#[tokio::test]
async fn bots_are_listed_by_their_names_in_both_languages() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let bot = guest.get("/api/games").await.json()["bots"][0].clone();
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": bot["id"] }]);
    let table = guest.open(seats).await;
    let listed = guest.get("/api/tables").await.json();
    let stored = guest.get(&format!("/api/tables/{table}")).await.json();
    assert_ne!(bot["name"]["ja"], bot["name"]["en"]);
    let own = json!({ "ja": "すずめ", "en": "Sparrow" });
    assert_eq!((&bot["id"], &listed["tables"][0]["names"][1]), (&json!("novice"), &own));
    assert_eq!(stored["names"], listed["tables"][0]["names"]);
    server.stop().await;
}

/// A form on another site is sent without the guest's cookie, so the answer must never set another one.
#[tokio::test]
async fn no_other_site_can_replace_a_guests_cookie() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let body =
        json!({ "game": registry::ids()[0], "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let body = body.to_string();
    for origin in ["http://evil.example", "https://127.0.0.1", "null"] {
        for path in ["/", "/t/x", "/api", "/api/tables", "/healthz"] {
            let headers = [("Origin", origin)];
            let reply = guest.request("POST", path, &headers, body.as_bytes()).await;
            assert!(reply.status >= 400, "{origin} {path}");
            assert_eq!(reply.header("set-cookie"), None, "{origin} {path}");
        }
    }
    // Neither do images and frames from the API, which browsers request without an origin.
    for path in ["/api/games", "/api/tables", "/api/tables/x", "/healthz", "/api/nothing"] {
        assert_eq!(guest.get(path).await.header("set-cookie"), None, "{path}");
    }
    // A program receives a cookie with its first successful change.
    assert!(guest.post("/api/tables", &json!({})).await.header("set-cookie").is_none());
    let opened = guest.request("POST", "/api/tables", &[], body.as_bytes()).await;
    assert_eq!(opened.status, 201);
    assert!(opened.header("set-cookie").is_some());
    let listed = guest.get("/api/tables").await.json();
    assert_eq!(listed["tables"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn components_can_be_replaced_and_are_checked() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("mine.toml");
    let own = include_str!("../../../games/kokyu/components.toml");
    assert!(own.contains("Summons"));
    std::fs::write(&file, own.replace("Summons", "Another name")).unwrap();
    let mut config = Config::new(data.path().join("data"));
    config.components = Components::read(std::slice::from_ref(&file)).unwrap();
    let server = TestServer::start_with(config).await;
    let plain = TestServer::start(&data.path().join("plain")).await;
    let mut guest = Guest::new(server.address);
    let mut elsewhere = Guest::new(plain.address);
    let rules = guest.get("/api/games/kokyu/rules").await.json();
    let theirs = elsewhere.get("/api/games/kokyu/rules").await.json();
    assert_ne!(rules["components"], theirs["components"]);
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    assert_eq!(guest.join(&table).await.state["components"], rules["components"]);
    server.stop().await;

    // The table keeps its original components.
    let server = TestServer::start(&data.path().join("data")).await;
    let guest = Guest { address: server.address, ..guest };
    assert_eq!(guest.join(&table).await.state["components"], rules["components"]);
    server.stop().await;
    plain.stop().await;

    let broken = data.path().join("broken.toml");
    for (text, named) in [
        ("game = ", "line 1"),
        ("x = 1", "game ="),
        ("game = \"go\"", "no game \"go\""),
        ("game = \"kokyu\"", "broken.toml"),
    ] {
        std::fs::write(&broken, text).unwrap();
        let error = Components::read(std::slice::from_ref(&broken)).unwrap_err();
        let said = error.text();
        assert!(said.en.contains("broken.toml") && said.en.contains(named), "{error}");
        assert!(!said.en.contains('\n') && !said.ja.contains('\n'), "{error}");
    }
    let missing = data.path().join("missing.toml");
    assert!(Components::read(&[missing]).unwrap_err().text().en.contains("missing.toml"));
    assert!(
        Components::read(&[file.clone(), file]).unwrap_err().text().en.contains("two components")
    );
}

#[tokio::test]
async fn constant_answers_are_compressed_once_and_equal_in_all_encodings() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let mut paths = vec!["/api/games".to_owned()];
    for id in registry::ids() {
        paths.extend(
            ["", "/rules", "/book", "/puzzles"].map(|part| format!("/api/games/{id}{part}")),
        );
    }
    for path in paths {
        let plain = guest.get(&path).await;
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        let mut packed = Vec::new();
        for _ in 0..2 {
            let reply = guest.request("GET", &path, &[("Accept-Encoding", "br, gzip")], b"").await;
            assert_eq!(reply.header("content-encoding"), Some("gzip"), "{path}");
            assert_eq!(reply.header("vary"), Some("accept-encoding"), "{path}");
            assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
            // The answer is compressed as a whole beforehand, so its length is known.
            let length = reply.header("content-length").map(str::parse);
            assert_eq!(length, Some(Ok(reply.body.len())), "{path}");
            let mut text = Vec::new();
            GzDecoder::new(&reply.body[..]).read_to_end(&mut text).unwrap();
            assert_eq!(text, plain.body, "{path}");
            packed.push(reply.body);
        }
        assert_eq!(packed[0], packed[1]);
    }
    // Unknown games get an error message, and escaped spellings of a path still work.
    assert_eq!(guest.get("/api/games/none/rules").await.status, 404);
    let id = registry::ids()[0];
    let escaped = format!("/api/games/%{:x}{}/rules", id.as_bytes()[0], &id[1..]);
    let usual = guest.get(&format!("/api/games/{id}/rules")).await.body;
    assert_eq!(guest.get(&escaped).await.body, usual);
    server.stop().await;
}
