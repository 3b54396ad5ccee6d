//! Export of all stored data about one person, as JSON.

use serde_json::{Map, Value, json};
use session::guest::Guest;
use session::table::record::rfc3339;
use zashiki_core::Bytes32;

use super::database::{Query, Row, query};
use super::handle::Store;
use super::rows::read;

/// The format in which the values of a column are exported.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Number,
    Real,
    Bool,
    /// A time in milliseconds since 1970, written as RFC 3339.
    Time,
    /// Bytes, written in hexadecimal digits.
    Hash,
    /// JSON text, exported as a JSON value.
    Json,
}
use Form::{Bool, Hash, Json, Number, Real, Text, Time};

/// A part of the export: the rows of a query that refer to the person. The person is the query's parameter
/// `$1`.
struct Part {
    name: &'static str,
    query: &'static str,
    columns: &'static [(&'static str, Form)],
}

/// The parts of the export that do not belong to a table.
const OF_A_PERSON: &[Part] = &[
    Part {
        name: "profile",
        query: "SELECT *, code IS NOT NULL AS has_recovery_code FROM people WHERE person = $1",
        columns: &[
            ("name", Text),
            ("crest", Text),
            ("colour", Text),
            ("rated_from", Time),
            ("rated_until", Time),
            ("has_recovery_code", Bool),
            ("invited", Bool),
        ],
    },
    Part {
        name: "devices",
        query: "SELECT id, token AS token_hash, since FROM devices WHERE person = $1 ORDER BY id",
        columns: &[("id", Number), ("token_hash", Hash), ("since", Time)],
    },
    Part {
        name: "passkeys",
        query: "SELECT id, key, since FROM passkeys WHERE person = $1 ORDER BY since",
        columns: &[("id", Hash), ("key", Hash), ("since", Time)],
    },
    Part {
        name: "push_subscriptions",
        query: "SELECT endpoint, lang FROM subscriptions WHERE browser = $1 \
                OR browser IN (SELECT token FROM devices WHERE person = $1) ORDER BY endpoint",
        columns: &[("endpoint", Text), ("lang", Text)],
    },
    Part {
        name: "rating_history",
        query: "SELECT * FROM rating_history WHERE person = $1 ORDER BY at",
        columns: &[
            ("game", Text),
            ("seats", Number),
            ("at", Time),
            ("table_id", Text),
            ("rating", Real),
            ("uncertainty", Real),
        ],
    },
    Part {
        name: "bans",
        query: "SELECT * FROM bans WHERE person = $1",
        columns: &[("until", Time), ("reason", Text), ("since", Time)],
    },
    Part {
        name: "reports_by_you",
        query: "SELECT * FROM reports WHERE reporter = $1 ORDER BY id",
        columns: &[
            ("at", Time),
            ("seat_of", Text),
            ("seat", Number),
            ("name", Text),
            ("text", Text),
            ("done", Bool),
        ],
    },
    Part {
        name: "reports_about_you",
        query: "SELECT * FROM reports WHERE person = $1 ORDER BY id",
        columns: &[
            ("at", Time),
            ("seat_of", Text),
            ("seat", Number),
            ("name", Text),
            ("done", Bool),
        ],
    },
    Part {
        name: "operator_actions",
        query: "SELECT * FROM audit WHERE person = $1 ORDER BY id",
        columns: &[("at", Time), ("command", Text)],
    },
    Part {
        name: "ratings",
        query: "SELECT * FROM ratings WHERE person = $1 ORDER BY game, seats",
        columns: &[
            ("game", Text),
            ("seats", Number),
            ("rating", Real),
            ("uncertainty", Real),
            ("plays", Number),
        ],
    },
];

/// The parts of the export that belong to one table (parameter `$2`) and concern the person.
const OF_A_TABLE: &[Part] = &[
    Part {
        name: "seats",
        query: "SELECT * FROM seats WHERE guest = $1 AND table_id = $2 ORDER BY seat",
        columns: &[("seat", Number), ("name", Text), ("crest", Text), ("colour", Text)],
    },
    Part {
        name: "deal",
        query: "SELECT hash, share FROM shares WHERE guest = $1 AND table_id = $2",
        columns: &[("hash", Hash), ("share", Hash)],
    },
    Part {
        name: "changes",
        query: "SELECT * FROM changes WHERE table_id = $2 \
                AND seat IN (SELECT seat FROM seats WHERE guest = $1 AND table_id = $2) ORDER BY seq",
        columns: &[
            ("seq", Number),
            ("seat", Number),
            ("kind", Text),
            ("action", Text),
            ("client_id", Text),
            ("at", Time),
        ],
    },
];

/// The part of the export with the data of the table itself, which everybody at the table can see.
const TABLE: Part = Part {
    name: "table",
    query: "SELECT *, opened_by = $1 AS opened_by_you, secret IS NULL AS has_begun, \
            (SELECT record FROM records WHERE table_id = id) AS record FROM tables WHERE id = $2",
    columns: &[
        ("id", Text),
        ("game", Text),
        ("created", Time),
        ("opened_by_you", Bool),
        ("has_begun", Bool),
        ("cancelled", Bool),
        ("options", Json),
        ("terms", Json),
        ("record", Json),
    ],
};

impl Store {
    /// The data about a person that does not belong to a table, as JSON.
    pub(crate) async fn export_person(
        &self,
        person: Guest,
    ) -> Result<Map<String, Value>, sqlx::Error> {
        let mut all = Map::new();
        for part in OF_A_PERSON {
            let rows = self.rows_of(part, query(part.query).bind(person.0.as_slice())).await?;
            all.insert(part.name.to_owned(), rows.into());
        }
        Ok(all)
    }

    /// The data about a person at one table, as JSON; `None` if the table does not exist.
    pub(crate) async fn export_table(
        &self,
        person: Guest,
        table: &str,
    ) -> Result<Option<Value>, sqlx::Error> {
        let of = |part: &Part| query(part.query).bind(person.0.as_slice()).bind(table);
        let found = self.rows_of(&TABLE, of(&TABLE)).await?;
        let Some(mut one) = found.into_iter().next() else { return Ok(None) };
        for part in OF_A_TABLE {
            one[part.name] = self.rows_of(part, of(part)).await?.into();
        }
        Ok(Some(one))
    }

    async fn rows_of(&self, part: &Part, query: Query) -> Result<Vec<Value>, sqlx::Error> {
        let rows = query.all(&mut *self.pool()).await?;
        let value = |row: &Row| -> Result<Value, sqlx::Error> {
            let columns = part.columns.iter().map(|(column, form)| {
                Ok::<_, sqlx::Error>(((*column).to_owned(), written(row, column, *form)?))
            });
            Ok(Value::Object(columns.collect::<Result<_, _>>()?))
        };
        rows.iter().map(value).collect()
    }
}

fn written(row: &Row, column: &str, form: Form) -> Result<Value, sqlx::Error> {
    let hex = |bytes: Vec<u8>| match <[u8; 32]>::try_from(bytes) {
        Ok(bytes) => json!(Bytes32(bytes)),
        Err(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
    };
    Ok(match form {
        Text => json!(row.get::<Option<String>>(column)?),
        Number => json!(row.get::<Option<i64>>(column)?),
        Real => json!(row.get::<Option<f64>>(column)?),
        Bool => json!(row.get::<Option<bool>>(column)?.unwrap_or_default()),
        Time => json!(row.get::<Option<i64>>(column)?.map(rfc3339)),
        Hash => row.get::<Option<Vec<u8>>>(column)?.map_or(Value::Null, hex),
        Json => {
            let text: Option<String> = row.get(column)?;
            text.as_deref().map(read).transpose()?.unwrap_or_default()
        }
    })
}
