//! A table's complete state, read from the store by the test itself, and checks of what clients receive of
//! it.
use serde_json::{Value, json};
use sqlx::Row;
use sqlx::any::AnyRow;
use zashiki_core::{DynMatch, MatchStart, Seat, Termination, Viewer};

use crate::common::Client;
use crate::server::stored;

/// The complete state of a table, read from the store by the test itself.
pub struct StoredState {
    pub game: String,
    pub seats: usize,
    pub bots: usize,
    pub options: Value,
    pub seed: u64,
    pub position: Option<Value>,
    pub changes: Vec<(u8, String, String)>,
}

impl StoredState {
    pub async fn read(data: &std::path::Path, id: &str) -> StoredState {
        let pool = stored(data).await;
        let row = sqlx::query("SELECT * FROM tables WHERE id = $1");
        let row = row.bind(id).fetch_one(&pool).await.unwrap();
        let seats: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM seats WHERE table_id = $1")
            .bind(id)
            .fetch_one(&pool)
            .await
            .unwrap();
        let bots: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM seats WHERE table_id = $1 AND bot IS NOT NULL",
        )
        .bind(id)
        .fetch_one(&pool)
        .await
        .unwrap();
        let changes = sqlx::query("SELECT * FROM changes WHERE table_id = $1 ORDER BY seq");
        let changes = changes.bind(id).fetch_all(&pool).await.unwrap();
        let seat = |row: &AnyRow| u8::try_from(row.get::<i64, _>("seat")).unwrap();
        let stored = StoredState {
            game: row.get("game"),
            seats: seats.try_into().unwrap(),
            bots: bots.try_into().unwrap(),
            options: serde_json::from_str(&row.get::<String, _>("options")).unwrap(),
            seed: row.get::<i64, _>("seed").cast_unsigned(),
            position: row
                .get::<Option<String>, _>("position")
                .map(|text: String| serde_json::from_str(&text).unwrap()),
            changes: changes
                .iter()
                .map(|row| (seat(row), row.get("kind"), row.get("action")))
                .collect(),
        };
        pool.close().await;
        stored
    }

    /// The match after its first `version` changes.
    pub fn at(&self, version: u64) -> Box<dyn DynMatch> {
        let beginning = MatchStart {
            options: self.options.clone(),
            position: self.position.clone(),
            ..MatchStart::dealt(self.seats, self.seed)
        };
        let mut table = registry::start(&self.game, &beginning).unwrap();
        let mut agreed = 0;
        let mut asker = None;
        for (seat, kind, action) in &self.changes[..usize::try_from(version).unwrap()] {
            let seat = Seat(*seat);
            match kind.as_str() {
                "act" | "expire" => table.play(seat, action).unwrap(),
                "undo" => table.undo(seat).unwrap(),
                "resign" => table.terminate(Termination::Resigned { seat }).unwrap(),
                "offer" => (agreed, asker) = (1, None),
                // Bots always consent.
                "ask" => (agreed, asker) = (1 + self.bots, Some(seat)),
                "accept" => {
                    agreed += 1;
                    if agreed == self.seats {
                        match asker {
                            Some(asker) => table.rewind(asker).unwrap(),
                            None => table.terminate(Termination::Agreed).unwrap(),
                        }
                    }
                }
                _ => {}
            }
        }
        table
    }
}

pub fn json_of(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// Collects the JSON of every list in `value` that has at least four items and no nested lists or objects,
/// for example the order of a pile.
fn lists(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            if items.len() >= 4 && items.iter().all(|item| !item.is_array() && !item.is_object()) {
                found.push(value.to_string());
            }
            items.iter().for_each(|item| lists(item, found));
        }
        Value::Object(fields) => fields.values().for_each(|field| lists(field, found)),
        _ => {}
    }
}

/// Checks that every message to a client contains exactly the information of the client's viewpoint, which is
/// computed independently from the game. The messages must contain neither the seed nor an order hidden from
/// that viewpoint. Returns the number of hidden orders checked.
pub fn scan(stored: &StoredState, client: &Client) -> usize {
    let mut looked_for = 0;
    for text in &client.received {
        assert!(!text.contains(&stored.seed.to_string()), "the seed was sent");
        assert!(!text.contains(&stored.seed.cast_signed().to_string()), "the seed was sent");
    }
    for state in &client.states {
        let seat = state["you"].as_u64().map(|seat| Seat(seat.try_into().unwrap()));
        if state["started"] != true {
            assert_eq!(state["view"], Value::Null);
            assert_eq!(state["legal"], json!([]));
            assert_eq!(state["steps"], json!([]));
            continue;
        }
        let viewer = Viewer::from(seat);
        let table = stored.at(state["version"].as_u64().unwrap());
        let view = table.view(viewer).value();
        assert_eq!(state["view"], view);
        assert_eq!(state["scores"], json_of(table.scores()));
        assert_eq!(state["awaiting"], json_of(table.turn().awaited()));
        assert_eq!(state["outcome"], json_of(table.turn().outcome()));
        let complete = seat.is_none_or(|seat| table.lists_all(seat));
        assert_eq!(state["complete"], complete);
        let most = if complete { usize::MAX } else { 60 };
        let legal = seat.map(|seat| table.sample_legal(seat, most)).unwrap_or_default();
        assert_eq!(state["legal"], json_of(legal));
        assert_eq!(state["decided"], json_of(table.decided()));
        for draft in state["drafts"].as_array().unwrap() {
            assert!(table.drafts_open() && draft["seat"] != state["you"], "{draft}");
        }
        assert_eq!(state["question"], json_of(seat.and_then(|seat| table.prompt(seat))));
        let sitters = state["seats"].as_array().unwrap();
        let bots = sitters.iter().filter(|sitter| !sitter["bot"].is_null()).count();
        let alone = bots + 1 == sitters.len();
        // Decisions made after time ran out are final.
        let decided = |seat| {
            let of_seat = |number: &usize| table.step(*number, viewer).unwrap().seat == Some(seat);
            (1..=table.length()).rev().find(of_seat)
        };
        let expired = state["expired"].as_array().unwrap();
        let stands = |seat| decided(seat).is_some_and(|number| expired.contains(&json!(number)));
        let can_undo =
            |seat| (table.can_undo(seat) || alone && table.can_rewind(seat)) && !stands(seat);
        assert_eq!(state["can_undo"], seat.is_some_and(can_undo));
        for step in state["steps"].as_array().unwrap() {
            let number = usize::try_from(step["number"].as_u64().unwrap()).unwrap();
            let plain = json_of(table.step(number, viewer));
            let frames = json_of(table.frames(number, viewer));
            assert!(*step == plain || *step == frames, "{step} is {plain} or {frames}");
        }
        // The steps were compared with the game's; an order once public in them may by chance equal the one
        // hidden now.
        let mut shown = state.clone();
        shown["steps"] = Value::Null;
        let shown = shown.to_string();
        let mut orders = Vec::new();
        lists(&table.position(), &mut orders);
        let known = [view.to_string(), table.components().to_string()].concat();
        for order in orders.iter().filter(|order| !known.contains(*order)) {
            looked_for += 1;
            assert!(!shown.contains(order), "a hidden order was sent: {order}");
        }
    }
    looked_for
}
