//! The databases beneath the store: SQLite in a folder, or PostgreSQL, where the program is built with
//! it (feature `postgres`). The same statements are put to both; the parts that have to differ are in
//! their [`Dialect`]. Parameters are written `$1`, `$2`, which both know.

#[cfg(feature = "postgres")]
pub(super) mod postgres;
pub(super) mod sqlite;

use std::borrow::Cow;
use std::fmt::Debug;

use futures_util::future::BoxFuture;
#[cfg(feature = "postgres")]
use sqlx::postgres::{PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{Decode, Row as _, Type};

/// What comes of something that was put to a database.
pub(super) type Answer<'a, T> = BoxFuture<'a, Result<T, sqlx::Error>>;

/// The SQL of a database where the databases differ.
#[derive(Debug)]
pub(super) struct Dialect {
    /// The time of day by the database's clock, in milliseconds since 1970.
    pub(super) day: &'static str,
    /// The winners of a finished game, as rows of `winner`, from the `summary` of its last change.
    pub(super) winners: &'static str,
    /// Why it ended, from the same.
    pub(super) reason: &'static str,
    /// Whether columns that are numbered by themselves have a sequence, which has to be set after rows
    /// were inserted with numbers of their own.
    pub(super) has_sequences: bool,
}

/// A database that is open.
pub(super) trait Database: Debug + Send + Sync {
    /// The SQL it speaks.
    fn dialect(&self) -> &'static Dialect;

    /// Where to read, and to write what waits for nobody's moves.
    fn pool(&self) -> Box<dyn Sql + '_>;

    /// A connection of one's own, in which what belongs together is written.
    fn session(&self) -> Answer<'_, Box<dyn Session>>;

    /// Closes what [`Database::pool`] needs.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// Where statements can be put.
pub(super) trait Sql: Send {
    /// Does it; gives how many rows were written.
    fn execute(&mut self, query: Query) -> Answer<'_, u64>;

    /// Gives all its rows.
    fn fetch(&mut self, query: Query) -> Answer<'_, Vec<Row>>;
}

/// A connection that keeps what is written in it together.
pub(super) trait Session: Sql {
    /// Begins a transaction. One that is never committed is undone when it is rolled back or its
    /// connection ends.
    fn begin(&mut self) -> Answer<'_, ()>;

    /// Ends it: all of it is on disk now.
    fn commit(&mut self) -> Answer<'_, ()>;

    /// Undoes it.
    fn roll_back(&mut self) -> Answer<'_, ()>;

    /// Finishes and closes.
    fn close(self: Box<Self>) -> Answer<'static, ()>;
}

/// A statement with its parameters.
pub(super) struct Query {
    text: Cow<'static, str>,
    values: Vec<Value>,
}

/// This statement, without parameters yet.
pub(super) fn query(text: impl Into<Cow<'static, str>>) -> Query {
    Query { text: text.into(), values: Vec::new() }
}

impl Query {
    /// With its next parameter.
    pub(super) fn bind(mut self, value: impl Into<Value>) -> Query {
        self.values.push(value.into());
        self
    }

    /// With its next parameter as it goes to a database.
    pub(super) fn value(mut self, value: Value) -> Query {
        self.values.push(value);
        self
    }

    /// With rows of `width` parameters each after `VALUES`.
    pub(super) fn rows(mut self, width: usize, values: Vec<Value>) -> Query {
        let mut text = self.text.into_owned();
        text.push_str("VALUES ");
        for place in 0..values.len() {
            let first = place.is_multiple_of(width);
            text.push_str(match place {
                0 => "(",
                _ if first => "), (",
                _ => ", ",
            });
            text.push('$');
            text.push_str(&(place + 1).to_string());
        }
        text.push(')');
        self.text = text.into();
        self.values = values;
        self
    }

    /// And with this at its end.
    pub(super) fn and(mut self, end: &str) -> Query {
        self.text.to_mut().push_str(end);
        self
    }

    /// Does it; gives how many rows were written.
    pub(super) async fn execute(self, sql: &mut dyn Sql) -> Result<u64, sqlx::Error> {
        sql.execute(self).await
    }

    /// All rows.
    pub(super) async fn all(self, sql: &mut dyn Sql) -> Result<Vec<Row>, sqlx::Error> {
        sql.fetch(self).await
    }

    /// The first row, if there is one.
    pub(super) async fn first(self, sql: &mut dyn Sql) -> Result<Option<Row>, sqlx::Error> {
        Ok(sql.fetch(self).await?.into_iter().next())
    }

    /// What stands first in each row.
    pub(super) async fn scalars<T: Column>(self, sql: &mut dyn Sql) -> Result<Vec<T>, sqlx::Error> {
        sql.fetch(self).await?.iter().map(Row::scalar).collect()
    }

    /// What stands first in the first row, if there is one.
    pub(super) async fn scalar<T: Column>(
        self,
        sql: &mut dyn Sql,
    ) -> Result<Option<T>, sqlx::Error> {
        self.first(sql).await?.as_ref().map(Row::scalar).transpose()
    }

    /// What stands first in the one row that there is in any case.
    pub(super) async fn the_scalar<T: Column>(self, sql: &mut dyn Sql) -> Result<T, sqlx::Error> {
        self.one(sql).await?.scalar()
    }

    /// The one row that there is in any case.
    pub(super) async fn one(self, sql: &mut dyn Sql) -> Result<Row, sqlx::Error> {
        self.first(sql).await?.ok_or(sqlx::Error::RowNotFound)
    }
}

/// A value as it goes to a database. Its kind is known also where there is none.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Bool(Option<bool>),
    Int(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! values {
    ($($from:ty => $kind:ident($value:ident) $to:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Value {
                Value::$kind(Some($to))
            }
        }
        impl From<Option<$from>> for Value {
            fn from(value: Option<$from>) -> Value {
                Value::$kind(value.map(|$value| $to))
            }
        }
    )*};
}

values! {
    bool => Bool(value) value;
    i64 => Int(value) value;
    u32 => Int(value) value.into();
    u8 => Int(value) value.into();
    f64 => Real(value) value;
    &str => Text(value) value.to_owned();
    &String => Text(value) value.clone();
    String => Text(value) value;
    &[u8] => Bytes(value) value.to_owned();
    Vec<u8> => Bytes(value) value;
}

/// A row that a database gave.
pub(super) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

impl Row {
    /// What stands in this column.
    pub(super) fn get<T: Column>(&self, column: &str) -> Result<T, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(column),
        }
    }

    fn scalar<T: Column>(&self) -> Result<T, sqlx::Error> {
        match self {
            Row::Sqlite(row) => row.try_get(0),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get(0),
        }
    }

    /// A number in this column that is never below 0 and never too large for its kind.
    pub(super) fn number<T: TryFrom<i64>>(&self, column: &str) -> Result<T, sqlx::Error> {
        let number: i64 = self.get(column)?;
        T::try_from(number)
            .map_err(|_| sqlx::Error::Decode(format!("{column} is not {number}").into()))
    }
}

/// What every database can give.
#[cfg(not(feature = "postgres"))]
pub(super) trait Column: for<'r> Decode<'r, Sqlite> + Type<Sqlite> {}
#[cfg(not(feature = "postgres"))]
impl<T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>> Column for T {}

/// What every database can give.
#[cfg(feature = "postgres")]
pub(super) trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}
#[cfg(feature = "postgres")]
impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

/// The query as sqlx puts it to one of its databases.
macro_rules! of_sqlx {
    ($query:expr) => {{
        let $crate::store::database::Query { text, values } = $query;
        let mut query = match text {
            std::borrow::Cow::Borrowed(text) => sqlx::query(text),
            std::borrow::Cow::Owned(text) => sqlx::query(sqlx::AssertSqlSafe(text)),
        };
        for value in values {
            query = match value {
                $crate::store::database::Value::Bool(value) => query.bind(value),
                $crate::store::database::Value::Int(value) => query.bind(value),
                $crate::store::database::Value::Real(value) => query.bind(value),
                $crate::store::database::Value::Text(value) => query.bind(value),
                $crate::store::database::Value::Bytes(value) => query.bind(value),
            };
        }
        query
    }};
}

/// How a pool and a connection of sqlx are put statements: the same for both databases, but sqlx has
/// a type of its own for each.
macro_rules! spoken_by {
    ($pool:ty, $connection:ty, $row:expr, begins: $begin:literal) => {
        $crate::store::database::sql!(&$pool, $row, |pool| *pool);
        $crate::store::database::sql!($connection, $row, |connection| &mut *connection);

        impl Session for $connection {
            fn begin(&mut self) -> Answer<'_, ()> {
                Box::pin(async { sqlx::query($begin).execute(self).await.map(drop) })
            }

            fn commit(&mut self) -> Answer<'_, ()> {
                Box::pin(async { sqlx::query("COMMIT").execute(self).await.map(drop) })
            }

            fn roll_back(&mut self) -> Answer<'_, ()> {
                Box::pin(async { sqlx::query("ROLLBACK").execute(self).await.map(drop) })
            }

            fn close(self: Box<Self>) -> Answer<'static, ()> {
                Box::pin(Connection::close(*self))
            }
        }
    };
}

macro_rules! sql {
    ($on:ty, $row:expr, |$this:ident| $executor:expr) => {
        impl Sql for $on {
            fn execute(&mut self, query: $crate::store::database::Query) -> Answer<'_, u64> {
                let $this = self;
                Box::pin(async move {
                    let query = $crate::store::database::of_sqlx!(query);
                    Ok(query.execute($executor).await?.rows_affected())
                })
            }

            fn fetch(&mut self, query: $crate::store::database::Query) -> Answer<'_, Vec<Row>> {
                let $this = self;
                Box::pin(async move {
                    let query = $crate::store::database::of_sqlx!(query);
                    Ok(query.fetch_all($executor).await?.into_iter().map($row).collect())
                })
            }
        }
    };
}
use {of_sqlx, spoken_by, sql};
