//! `GET /api/me/export`: all data that the server has about the caller, as one JSON file. It is streamed
//! table by table, so that its size does not matter for memory.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde_json::{Map, Value, json};
use session::guest::Guest;
use session::program;
use session::table::record::rfc3339;

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::limits::Permit;

/// Number of table ids read at once.
const BATCH_SIZE: u32 = 100;

/// Answers `GET /api/me/export`: streams all data about the caller as a JSON file.
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(address): Extension<Address>,
) -> Result<Response, Refused> {
    app.users.check_change_rate(address)?;
    let once = app.users.start_export(person)?;
    let mut about = Map::new();
    about.insert("person".to_owned(), json!(person));
    about.insert("exported".to_owned(), json!(rfc3339(app.clock.day())));
    about.insert("program".to_owned(), json!(program::version()));
    about.append(&mut app.store.export_person(person).await?);
    let mut head = Value::Object(about).to_string();
    // The array of tables follows as the object's last member.
    head.truncate(head.len() - 1);
    head.push_str(",\"tables\":[");
    let writing = Writing {
        app,
        person,
        tables: VecDeque::new(),
        after: Some(String::new()),
        first: true,
        _once: once,
    };
    let tables = stream::unfold(writing, async |mut writing| {
        let next = writing.next().await.transpose()?;
        Some((next, writing))
    });
    let body = stream::iter([Ok(head)]).chain(tables).chain(stream::iter([Ok("]}\n".to_owned())]));
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"zashiki-export.json\""),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

/// The state of an export that is being streamed.
struct Writing {
    app: Arc<App>,
    person: Guest,
    /// Ids of the tables in the current batch that are still to be written.
    tables: VecDeque<String>,
    /// Id of the last table of the current batch; none once the last batch has been read.
    after: Option<String>,
    first: bool,
    _once: Permit<Guest>,
}

impl Writing {
    /// The JSON of the next table; `None` at the end.
    async fn next(&mut self) -> Result<Option<String>, sqlx::Error> {
        let store = &self.app.store;
        loop {
            if self.tables.is_empty() {
                let Some(after) = self.after.take() else { return Ok(None) };
                self.tables = store.tables_with(self.person, &after, BATCH_SIZE).await?.into();
                self.after = self.tables.back().cloned();
            }
            let Some(table) = self.tables.pop_front() else { return Ok(None) };
            // The table may have been deleted meanwhile.
            if let Some(table) = store.export_table(self.person, &table).await? {
                let comma = if std::mem::take(&mut self.first) { "" } else { "," };
                return Ok(Some(format!("{comma}\n{table}")));
            }
        }
    }
}
