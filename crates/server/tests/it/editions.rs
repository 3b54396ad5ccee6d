//! Tables with components of their own, and the check of components while they are entered.

use serde_json::{Value, json};
use server::{Components, Config};

use crate::common::{Guest, assert_done, assert_in_both_languages, assert_refused};
use crate::server::TestServer;

/// The built-in components of 乾隆後宮.
const OWN: &str = include_str!("../../../games/kokyu/components.toml");

/// Components with which a win needs nine points; the comments are no part of them.
fn mine() -> String {
    let changed = OWN.replace("total = 7", "total = 9").replace("goal = 4", "goal = 5");
    assert_ne!(changed, OWN);
    changed
}

fn order(components: &str) -> Value {
    json!({
        "game": "kokyu",
        "seats": [{ "kind": "me" }, { "kind": "open" }],
        "components": components,
    })
}

#[tokio::test]
async fn a_table_with_its_own_components_says_so_and_keeps_them() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let opened = guest.post("/api/tables", &order(&mine())).await;
    assert_eq!(opened.status, 201, "{}", String::from_utf8_lossy(&opened.body));
    let table = opened.json()["table"].as_str().unwrap().to_owned();
    let state = guest.join(&table).await.state;
    assert_eq!(state["components"]["points"]["total"], 9);
    let differences = state["edition"]["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 2, "{differences:?}");
    assert_eq!(
        differences[0]["en"],
        "Qianlong points, all points, with the one on the tea square: 9 (reconstructed: 7)"
    );
    assert_eq!(differences[1]["ja"], "得点・勝ちになる点: 5(説明書: 4)");
    assert_eq!(state["edition"]["fingerprint"].as_str().unwrap().len(), 8);

    // The built-in components, whatever their sources, are no edition.
    let boxed = OWN.replace("source = \"reconstructed\"", "source = \"box\"");
    let opened = guest.post("/api/tables", &order(&boxed)).await.json();
    let plain = guest.join(opened["table"].as_str().unwrap()).await.state;
    assert_eq!(plain["edition"], Value::Null);
    assert_eq!(plain["components"]["points"]["source"], "box");
    server.stop().await;

    // The server stores the components without comments, and still has them after a restart.
    let server = TestServer::start(data.path()).await;
    let guest = Guest { address: server.address, ..guest };
    assert_eq!(guest.join(&table).await.state["edition"], state["edition"]);
    server.stop().await;
}

#[tokio::test]
async fn t_24_a_rated_table_uses_the_components_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(&data.path().join("plain")).await;
    let mut guest = Guest::new(server.address);
    let hour = json!({ "kind": "decision", "seconds": 3600 });
    let mut rated = order(&mine());
    rated["terms"] = json!({ "rated": true, "time": hour });
    let refused = guest.post("/api/tables", &rated).await;
    assert_eq!(refused.status, 400);
    assert!(refused.problem().contains("cannot be rated"));

    // Nor does a table become rated later.
    let table = guest.post("/api/tables", &order(&mine())).await.json();
    let mut host = guest.join(table["table"].as_str().unwrap()).await;
    let mut terms = host.state["terms"].clone();
    (terms["rated"], terms["time"]) = (json!(true), hour.clone());
    let change = json!({ "type": "arrange", "change": { "what": "terms", "terms": terms } });
    assert_refused(&host.order(change.clone()).await, Some("T-24"));
    server.stop().await;

    // Components of the operator are those of the server.
    let file = data.path().join("operator.toml");
    std::fs::write(&file, mine()).unwrap();
    let mut config = Config::new(data.path().join("data"));
    config.components = Components::read(std::slice::from_ref(&file)).unwrap();
    let server = TestServer::start_with(config).await;
    let mut guest = Guest::new(server.address);
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut host = guest.join(&table).await;
    assert_done(&host.order(change).await);
    server.stop().await;
}

#[tokio::test]
async fn faulty_and_long_components_open_no_table() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    for (components, wanted) in [
        (OWN.replace("tea = 6", "tea = 12"), "`bedroom.tea`: with 12 squares"),
        (
            OWN.replace("icon = \"draw\"", "icon = \"dance\""),
            "`card[5].icon`: `dance` is not one of",
        ),
        (OWN.replace("kokyu", "hostile"), "file of \"hostile\""),
        ("game = ".to_owned(), "line 1"),
        (format!("{OWN}#{}", "x".repeat(32 * 1024)), "longer than 32 KB"),
    ] {
        let refused = guest.post("/api/tables", &order(&components)).await;
        assert_eq!(refused.status, 400, "{wanted}");
        assert!(refused.problem().contains(wanted), "{wanted}: {}", refused.problem());
        assert_in_both_languages(&refused.json()["message"]);
    }
    assert_eq!(guest.get("/api/tables").await.json()["tables"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn components_are_checked_while_they_are_entered() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    for game in registry::ids() {
        let form = guest.get(&format!("/api/games/{game}/components")).await.json();
        assert_eq!(form["schema"]["game"], game);
        let body = json!({ "game": game, "components": form["built_in"] });
        let report = guest.post("/api/components", &body).await.json();
        assert_eq!((&report["faults"], &report["differences"]), (&json!([]), &json!([])), "{game}");
        // The text of the report is the same content.
        let body = json!({ "game": game, "components": report["text"] });
        assert_eq!(guest.post("/api/components", &body).await.json(), report, "{game}");
    }
    let mut content = guest.get("/api/games/kokyu/components").await.json()["built_in"].clone();
    content["card"][3]["icon"] = json!("dance");
    content["bedroom"]["tea"] = json!(99);
    let body = json!({ "game": "kokyu", "components": content });
    let report = guest.post("/api/components", &body).await.json();
    let paths: Vec<&Value> =
        report["faults"].as_array().unwrap().iter().map(|fault| &fault["path"]).collect();
    assert_eq!(paths, ["card[3].icon", "bedroom.tea"]);
    assert_eq!((&report["text"], &report["fingerprint"]), (&Value::Null, &Value::Null));
    for (body, status) in [
        (json!({ "game": "chess", "components": "" }), 400),
        (json!({ "game": "kokyu", "components": "<html>" }), 400),
        (json!({ "game": "kokyu", "components": 7 }), 400),
        (json!({ "game": "kokyu", "components": "x".repeat(40 * 1024) }), 400),
        (json!({ "game": "kokyu", "components": "x".repeat(300 * 1024) }), 413),
        (json!({ "game": "kokyu" }), 400),
    ] {
        let refused = guest.post("/api/components", &body).await;
        assert_eq!(refused.status, status);
        assert_in_both_languages(&refused.json()["message"]);
    }
    assert_eq!(guest.get("/api/games/chess/components").await.status, 404);
    server.stop().await;
}
