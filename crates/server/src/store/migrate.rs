//! Copying a complete store to another database. Every row is read back and compared before the copy is
//! committed.

use sha2::{Digest, Sha256};
use zashiki_core::{InputError, text};

#[cfg(feature = "postgres")]
use super::database::postgres::OnServer;
use super::database::sqlite::{FILE, InFolder};
use super::database::{Database, Query, Row, Sql, Value, query};
use super::handle::unusable;
use super::lock::DatabaseLock;
use crate::config::Place;

/// The number of rows read and written at once.
const BATCH_SIZE: usize = 500;

/// The type of the values in a column.
#[derive(Clone, Copy)]
enum Kind {
    Bool,
    Int,
    Real,
    Text,
    Bytes,
}
use Kind::{Bool, Bytes, Int, Real, Text};

/// A database table that is to be copied.
struct Moved {
    name: &'static str,
    /// The columns with their types; the first `keys` of them are the primary key.
    columns: &'static [(&'static str, Kind)],
    keys: usize,
}

/// All database tables, ordered so that a referenced table comes before the tables that refer to it. Running
/// servers and the leases of game tables are not copied.
const TABLES: &[Moved] = &[
    Moved {
        name: "tables",
        keys: 1,
        columns: &[
            ("id", Text),
            ("game", Text),
            ("rules_version", Int),
            ("options", Text),
            ("components", Text),
            ("seed", Int),
            ("created", Int),
            ("rematch_of", Text),
            ("program", Text),
            ("opened_by", Bytes),
            ("position", Text),
            ("standing", Text),
            ("terms", Text),
            ("timed", Bool),
            ("rated", Bool),
            ("begun", Int),
            ("cancelled", Bool),
            ("arranged", Int),
            ("secret", Bytes),
            ("deal", Text),
            ("compacted", Int),
            ("removed", Bool),
        ],
    },
    Moved {
        name: "seats",
        keys: 2,
        columns: &[
            ("table_id", Text),
            ("seat", Int),
            ("guest", Bytes),
            ("name", Text),
            ("bot", Text),
            ("crest", Text),
            ("colour", Text),
        ],
    },
    Moved {
        name: "changes",
        keys: 2,
        columns: &[
            ("table_id", Text),
            ("seq", Int),
            ("seat", Int),
            ("kind", Text),
            ("action", Text),
            ("client_id", Text),
            ("at", Int),
            ("standing", Text),
            ("time", Int),
        ],
    },
    Moved { name: "records", keys: 1, columns: &[("table_id", Text), ("record", Text)] },
    Moved {
        name: "shares",
        keys: 2,
        columns: &[
            ("table_id", Text),
            ("guest", Bytes),
            ("hash", Bytes),
            ("share", Bytes),
            ("void", Bool),
        ],
    },
    Moved { name: "house", keys: 1, columns: &[("name", Text), ("value", Bytes)] },
    Moved { name: "time", keys: 1, columns: &[("time", Int)] },
    Moved {
        name: "people",
        keys: 1,
        columns: &[
            ("person", Bytes),
            ("name", Text),
            ("crest", Text),
            ("colour", Text),
            ("rated_from", Int),
            ("rated_until", Int),
            ("code", Bytes),
            ("invited", Bool),
        ],
    },
    Moved {
        name: "devices",
        keys: 1,
        columns: &[("id", Int), ("token", Bytes), ("person", Bytes), ("since", Int)],
    },
    Moved {
        name: "passkeys",
        keys: 1,
        columns: &[("id", Bytes), ("person", Bytes), ("key", Bytes), ("since", Int)],
    },
    Moved {
        name: "ratings",
        keys: 4,
        columns: &[
            ("game", Text),
            ("seats", Int),
            ("person", Bytes),
            ("bot", Text),
            ("rating", Real),
            ("uncertainty", Real),
            ("plays", Int),
        ],
    },
    Moved {
        name: "rating_history",
        keys: 6,
        columns: &[
            ("game", Text),
            ("seats", Int),
            ("person", Bytes),
            ("bot", Text),
            ("at", Int),
            ("table_id", Text),
            ("rating", Real),
            ("uncertainty", Real),
            ("plays", Int),
            ("newcomer", Bool),
        ],
    },
    Moved { name: "counted", keys: 1, columns: &[("table_id", Text)] },
    Moved {
        name: "subscriptions",
        keys: 1,
        columns: &[
            ("rowid", Int),
            ("browser", Bytes),
            ("endpoint", Text),
            ("p256dh", Bytes),
            ("auth", Bytes),
            ("lang", Text),
        ],
    },
    Moved {
        name: "bans",
        keys: 1,
        columns: &[("person", Bytes), ("until", Int), ("reason", Text), ("since", Int)],
    },
    Moved {
        name: "blocks",
        keys: 1,
        columns: &[("network", Text), ("until", Int), ("reason", Text), ("since", Int)],
    },
    Moved {
        name: "invitations",
        keys: 1,
        columns: &[
            ("id", Int),
            ("code", Bytes),
            ("uses", Int),
            ("until", Int),
            ("note", Text),
            ("since", Int),
        ],
    },
    Moved {
        name: "reports",
        keys: 1,
        columns: &[
            ("id", Int),
            ("at", Int),
            ("reporter", Bytes),
            ("seat_of", Text),
            ("seat", Int),
            ("person", Bytes),
            ("name", Text),
            ("text", Text),
            ("done", Bool),
        ],
    },
    Moved {
        name: "audit",
        keys: 1,
        columns: &[
            ("id", Int),
            ("at", Int),
            ("actor", Text),
            ("command", Text),
            ("person", Bytes),
            ("details", Text),
        ],
    },
];

/// The columns with automatic numbers, each as database table and column.
const NUMBERED: [(&str, &str); 5] = [
    ("devices", "id"),
    ("subscriptions", "rowid"),
    ("invitations", "id"),
    ("reports", "id"),
    ("audit", "id"),
];

/// The number of rows that were copied from one database table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedRows {
    /// The name of the database table.
    pub table: &'static str,
    /// The number of copied rows.
    pub rows: u64,
}

/// Copies a store to another, empty database. No server may run on either. The copy is read back and
/// committed only if every row is identical.
///
/// # Errors
/// Returns an error if a database cannot be used, a server runs on it, the target is not empty, or a row
/// differs in the copy; then nothing is changed.
pub async fn move_store(from: &Place, to: &Place) -> Result<Vec<MovedRows>, InputError> {
    let source = open(from, true).await?;
    let target = open(to, false).await?;
    let moved = copy(&*source, &*target).await;
    source.close().await;
    target.close().await;
    moved
}

async fn open(place: &Place, is_source: bool) -> Result<Box<dyn Database>, InputError> {
    let database: Box<dyn Database> = match place {
        Place::Folder(folder) => {
            if is_source && !folder.join(FILE).is_file() {
                let folder = folder.display();
                return Err(text!(
                    "「{folder}」に座敷のデータベースがありません。--from のパスを確かめてください。",
                    "\"{folder}\" has no Zashiki database; check the path in --from."
                )
                .into());
            }
            Box::new(InFolder::open_held(folder, None, DatabaseLock::alone).await?)
        }
        #[cfg(feature = "postgres")]
        Place::Postgres(address) => Box::new(OnServer::open(address).await?),
    };
    if has_servers(&*database).await.map_err(|error| unusable(&error))? {
        return Err(InputError::new(
            "このデータベースでは、サーバーが動いています。すべて終了してから移してください。何も変えていません。",
            "A server runs on this database; stop all its servers, and then migrate it. Nothing was changed.",
        ));
    }
    Ok(database)
}

async fn has_servers(database: &dyn Database) -> Result<bool, sqlx::Error> {
    let servers = super::servers::all(&mut *database.pool(), database.dialect()).await?;
    Ok(servers.iter().any(|server| server.alive))
}

async fn copy(source: &dyn Database, target: &dyn Database) -> Result<Vec<MovedRows>, InputError> {
    let unreadable = |error: sqlx::Error| unusable(&error);
    let mut reading = source.session().await.map_err(unreadable)?;
    let mut writing = target.session().await.map_err(unreadable)?;
    reading.begin().await.map_err(unreadable)?;
    writing.begin().await.map_err(unreadable)?;
    if !is_empty(&mut *writing).await.map_err(unreadable)? {
        return Err(InputError::new(
            "--to のデータベースは空ではありません。新しく作ったデータベースを指定してください。何も変えていません。",
            "The database in --to is not empty; give a new one. Nothing was changed.",
        ));
    }
    let mut moved = Vec::new();
    for table in TABLES {
        let written = table.copy(&mut *reading, &mut *writing).await.map_err(unreadable)?;
        let found = table.read(&mut *writing, async |_, _| Ok(())).await.map_err(unreadable)?;
        if written != found {
            let name = table.name;
            return Err(text!(
                "移したデータが元と同じになりませんでした({name})。何も変えていません。この誤りを知らせてください。",
                "The copied data differs from the original ({name}). Nothing was changed; please report this."
            )
            .into());
        }
        moved.push(MovedRows { table: table.name, rows: found.0 });
    }
    if target.dialect().has_sequences {
        for (table, column) in NUMBERED {
            let next = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), \
                 COALESCE(MAX({column}), 0) + 1, FALSE) FROM {table}"
            );
            query(next).all(&mut *writing).await.map_err(unreadable)?;
        }
    }
    writing.commit().await.map_err(unreadable)?;
    for session in [reading, writing] {
        if let Err(error) = session.close().await {
            tracing::debug!(%error, "a connection was not closed in order");
        }
    }
    Ok(moved)
}

async fn is_empty(sql: &mut dyn Sql) -> Result<bool, sqlx::Error> {
    for table in TABLES.iter().filter(|table| table.name != "time") {
        let found = query(format!("SELECT EXISTS (SELECT 1 FROM {})", table.name));
        if found.the_scalar::<bool>(&mut *sql).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The checksum of a database table: the number of rows, and a digest that does not depend on their order.
type Sum = (u64, [u8; 32]);

impl Moved {
    async fn copy(&self, from: &mut dyn Sql, to: &mut dyn Sql) -> Result<Sum, sqlx::Error> {
        if self.name == "time" {
            query("DELETE FROM time").execute(&mut *to).await?;
        }
        // A table may be the rematch of one that is copied after it.
        let late = self.columns.iter().position(|(name, _)| *name == "rematch_of");
        let mut rematches = Vec::new();
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let insert = format!("INSERT INTO {} ({}) ", self.name, names.join(", "));
        let sum = self
            .read(from, async |rows, _| {
                let mut rows = rows.to_vec();
                for row in &mut rows {
                    if let Some(late) = late
                        && let Value::Text(Some(of)) = &row[late]
                    {
                        rematches.push((row[0].clone(), of.clone()));
                        row[late] = Value::Text(None);
                    }
                }
                let values = rows.into_iter().flatten().collect();
                let written = query(insert.clone()).rows(self.columns.len(), values);
                written.execute(&mut *to).await.map(drop)
            })
            .await?;
        for (id, of) in rematches {
            let refer = query("UPDATE tables SET rematch_of = $1 WHERE id = $2").bind(of).value(id);
            refer.execute(&mut *to).await?;
        }
        Ok(sum)
    }

    /// Reads all rows in batches and returns their checksum. Each batch is passed to `each`, with the number
    /// of rows read so far.
    async fn read(
        &self,
        sql: &mut dyn Sql,
        mut each: impl AsyncFnMut(&[Vec<Value>], u64) -> Result<(), sqlx::Error>,
    ) -> Result<Sum, sqlx::Error> {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let (keys, places) = (names[..self.keys].join(", "), places(self.keys));
        let all = format!("SELECT {} FROM {}", names.join(", "), self.name);
        let order = format!(" ORDER BY {keys} LIMIT {BATCH_SIZE}");
        let (mut sum, mut last): (Sum, Option<Vec<Value>>) = ((0, [0; 32]), None);
        loop {
            let some = match last.take() {
                None => query(all.clone()).and(&order),
                Some(last) => last
                    .into_iter()
                    .take(self.keys)
                    .fold(query(format!("{all} WHERE ({keys}) > ({places})")), Query::value)
                    .and(&order),
            };
            let rows = some.all(&mut *sql).await?;
            let rows = rows.iter().map(|row| self.values(row)).collect::<Result<Vec<_>, _>>()?;
            let Some(end) = rows.last() else { return Ok(sum) };
            last = Some(end.clone());
            for row in &rows {
                sum.0 += 1;
                for (byte, more) in sum.1.iter_mut().zip(digest(row)) {
                    *byte ^= more;
                }
            }
            each(&rows, sum.0).await?;
        }
    }

    fn values(&self, row: &Row) -> Result<Vec<Value>, sqlx::Error> {
        let value = |(name, kind): &(&str, Kind)| {
            Ok(match kind {
                Bool => Value::Bool(row.get(name)?),
                Int => Value::Int(row.get(name)?),
                Real => Value::Real(row.get(name)?),
                Text => Value::Text(row.get(name)?),
                Bytes => Value::Bytes(row.get(name)?),
            })
        };
        self.columns.iter().map(value).collect()
    }
}

/// The placeholders `$1, $2, …` of `count` parameters, separated by commas.
fn places(count: usize) -> String {
    (1..=count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

fn digest(row: &[Value]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for value in row {
        // The column determines the value's type, and the length comes first, so the encoding is unambiguous.
        let bytes = match value {
            Value::Bool(value) => value.map(|value| vec![u8::from(value)]),
            Value::Int(value) => value.map(|value| value.to_be_bytes().to_vec()),
            Value::Real(value) => value.map(|value| value.to_be_bytes().to_vec()),
            Value::Text(value) => value.clone().map(String::into_bytes),
            Value::Bytes(value) => value.clone(),
        };
        let length = bytes.as_ref().map_or(u64::MAX, |bytes| bytes.len() as u64);
        digest.update(length.to_be_bytes());
        digest.update(bytes.unwrap_or_default());
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::sqlite::SqlitePool;

    use super::*;

    #[tokio::test]
    async fn every_column_is_copied_except_those_about_servers() {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        crate::store::migrations::sqlite().run(&mut *pool.acquire().await.unwrap()).await.unwrap();
        let expected: Vec<(String, String)> = sqlx::query_as(
            "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' \
             AND t.name NOT IN ('_sqlx_migrations', 'servers', 'homes')",
        )
        .fetch_all(&pool)
        .await
        .unwrap();
        let expected: BTreeSet<(String, String)> = expected.into_iter().collect();
        let moved = TABLES.iter().flat_map(|table| {
            table.columns.iter().map(|(column, _)| (table.name.to_owned(), (*column).to_owned()))
        });
        // This column has a name only in PostgreSQL.
        let moved = moved.filter(|(_, column)| column != "rowid").collect();
        assert_eq!(expected, moved);
    }
}
