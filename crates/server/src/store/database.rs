//! The databases that the store can use: SQLite in a folder, or PostgreSQL (feature `postgres`). Both get the
//! same statements, except for the parts of their [`Dialect`]. Parameters are written `$1`, `$2`, which both
//! understand.

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

/// Maximum number of entries that are committed together.
pub(super) const GROUP: usize = 256;

/// The future of a database operation's result.
pub(super) type Answer<'a, T> = BoxFuture<'a, Result<T, sqlx::Error>>;

/// The pieces of SQL that differ between SQLite and PostgreSQL.
#[derive(Debug)]
pub(super) struct Dialect {
    /// SQL expression: the current time on the database's clock, in milliseconds since 1970.
    pub(super) day: &'static str,
    /// SQL subquery: the winners of a finished match, as rows with the column `winner`, read from the summary
    /// stored with its last change.
    pub(super) winners: &'static str,
    /// SQL expression: the reason for the end of a match, read from the summary stored with its last change.
    pub(super) reason: &'static str,
    /// True if columns with automatic numbers use a sequence, which must be advanced after rows are inserted
    /// with explicit numbers.
    pub(super) has_sequences: bool,
}

/// An open database that the store uses.
pub(super) trait Database: Debug + Send + Sync {
    /// The database's SQL dialect.
    fn dialect(&self) -> &'static Dialect;

    /// The connection pool for reads and low-priority writes.
    fn pool(&self) -> Box<dyn Sql + '_>;

    /// A dedicated connection for transactions, outside the pool.
    fn session(&self) -> Answer<'_, Box<dyn Session>>;

    /// Closes the connection pool.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// An executor of SQL statements: a connection pool or a single connection.
pub(super) trait Sql: Send {
    /// Executes the statement; returns the number of rows written.
    fn execute(&mut self, query: Query) -> Answer<'_, u64>;

    /// Executes the query; returns all rows.
    fn fetch(&mut self, query: Query) -> Answer<'_, Vec<Row>>;
}

/// A connection that supports transactions.
pub(super) trait Session: Sql {
    /// Begins a transaction. Its changes take effect when it is committed; if the connection ends before,
    /// they are discarded.
    fn begin(&mut self) -> Answer<'_, ()>;

    /// Commits the transaction. When the future completes, the changes are on disk.
    fn commit(&mut self) -> Answer<'_, ()>;

    /// Discards the changes of the transaction.
    fn roll_back(&mut self) -> Answer<'_, ()>;

    /// Closes the connection.
    fn close(self: Box<Self>) -> Answer<'static, ()>;
}

/// An SQL statement with the values of its parameters.
pub(super) struct Query {
    text: Cow<'static, str>,
    values: Vec<Value>,
}

/// Creates an SQL statement without parameters.
pub(super) fn query(text: impl Into<Cow<'static, str>>) -> Query {
    Query { text: text.into(), values: Vec::new() }
}

impl Query {
    /// Adds a value for the statement's next parameter.
    pub(super) fn bind(mut self, value: impl Into<Value>) -> Query {
        self.values.push(value.into());
        self
    }

    /// Adds the value of the statement's next parameter, already converted to [`Value`].
    pub(super) fn value(mut self, value: Value) -> Query {
        self.values.push(value);
        self
    }

    /// Appends a `VALUES` list: the values are divided into rows of `width` parameters.
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

    /// Appends text to the SQL statement.
    pub(super) fn and(mut self, end: &str) -> Query {
        self.text.to_mut().push_str(end);
        self
    }

    /// Executes the statement; returns the number of rows written.
    pub(super) async fn execute(self, sql: &mut dyn Sql) -> Result<u64, sqlx::Error> {
        sql.execute(self).await
    }

    /// Executes the query; returns all rows.
    pub(super) async fn all(self, sql: &mut dyn Sql) -> Result<Vec<Row>, sqlx::Error> {
        sql.fetch(self).await
    }

    /// Executes the query; returns the first row, if any.
    pub(super) async fn first(self, sql: &mut dyn Sql) -> Result<Option<Row>, sqlx::Error> {
        Ok(sql.fetch(self).await?.into_iter().next())
    }

    /// Executes the query; returns the first column of each row.
    pub(super) async fn scalars<T: Column>(self, sql: &mut dyn Sql) -> Result<Vec<T>, sqlx::Error> {
        sql.fetch(self).await?.iter().map(Row::scalar).collect()
    }

    /// Executes the query; returns the first column of the first row, if any.
    pub(super) async fn scalar<T: Column>(
        self,
        sql: &mut dyn Sql,
    ) -> Result<Option<T>, sqlx::Error> {
        self.first(sql).await?.as_ref().map(Row::scalar).transpose()
    }

    /// Executes a query that always has a row; returns its first column.
    pub(super) async fn the_scalar<T: Column>(self, sql: &mut dyn Sql) -> Result<T, sqlx::Error> {
        self.one(sql).await?.scalar()
    }

    /// Executes a query that always has a row; returns that row.
    pub(super) async fn one(self, sql: &mut dyn Sql) -> Result<Row, sqlx::Error> {
        self.first(sql).await?.ok_or(sqlx::Error::RowNotFound)
    }
}

/// The value of a parameter. Every value has a type, even if it is null.
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

/// A row of a query's result, from either database.
pub(super) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

impl Row {
    /// The value in the column with this name.
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

    /// A non-negative number in the column with this name, converted to the wanted integer type.
    pub(super) fn number<T: TryFrom<i64>>(&self, column: &str) -> Result<T, sqlx::Error> {
        let number: i64 = self.get(column)?;
        T::try_from(number)
            .map_err(|_| sqlx::Error::Decode(format!("{column} is not {number}").into()))
    }
}

/// A type of values that can be read from columns of every supported database.
#[cfg(not(feature = "postgres"))]
pub(super) trait Column: for<'r> Decode<'r, Sqlite> + Type<Sqlite> {}

#[cfg(not(feature = "postgres"))]
impl<T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>> Column for T {}

/// A type of values that can be read from columns of every supported database.
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

/// Converts a [`Query`] to a query of sqlx for one of the databases.
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

/// Implements [`Sql`] and [`Session`] for a pool and a connection of sqlx. The code is identical for both
/// databases, but sqlx has separate types for each.
macro_rules! implement_sql {
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

use {implement_sql, of_sqlx, sql};
