//! Changes to the stored data of people and their browsers.

use session::guest::Guest;
use zashiki_core::Record;

use super::database::{Sql, query};
use super::rating_writes::count;
use super::rows::{read, read_guest, word};
use super::write_result::WriteResult;
use crate::ids;
use crate::protocol::Profile;
use crate::users::guest::Token;
use crate::users::names::NAMELESS;
use crate::users::ratings::Counting;

/// A change to the stored data of people and their browsers.
pub(crate) enum UserWrite {
    /// Replaces a person's profile.
    Profile { person: Guest, profile: Profile, now: i64 },
    /// Stores a person's recovery code, replacing any earlier one, and links the browser `token` to the
    /// person.
    Code { person: Guest, token: Token, code: [u8; 32], now: i64 },
    /// Adds a passkey to a person. Writing it gives [`WriteResult::Conflict`] if the passkey belongs to
    /// another person.
    Passkey { person: Guest, token: Token, id: Vec<u8>, key: Vec<u8>, now: i64 },
    /// Deletes one of a person's passkeys.
    DropPasskey { person: Guest, id: Vec<u8> },
    /// Signs a browser in as the person to whom `key` belongs. If the browser's previous person (`before`)
    /// has no other way to return, that person is merged into the new one. Writing it gives
    /// [`WriteResult::Conflict`] if the key no longer belongs to the person, or `before.only` is no longer
    /// right.
    Enter { person: Guest, key: Key, token: Token, before: Before, now: i64 },
    /// Signs out one of a person's browsers.
    SignOut { person: Guest, device: i64 },
    /// Signs out all browsers of a person except the one with this token.
    SignOutOthers { person: Guest, token: Token },
    /// Removes a person's name and id from some tables or, with a `name`, only replaces the name. Callers
    /// write this for one batch of tables after another.
    LeaveTables { person: Guest, name: Option<String>, tables: Vec<String> },
    /// Deletes all data about a person that does not belong to a table.
    Forget { person: Guest },
    /// Applies the result of a match to the ratings, at most once. `None` only marks the match as counted, if
    /// it does not affect ratings.
    Count { table: String, result: Option<Counting> },
}

/// A credential with which a browser can be signed in as a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// The SHA-256 hash of a recovery code.
    Code([u8; 32]),
    /// The id of a passkey whose signature was verified.
    Passkey(Vec<u8>),
}

/// The person that a browser belonged to before it was signed in as another one.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    pub(crate) person: Guest,
    pub(crate) token: Token,
    /// True if this browser was that person's only credential.
    pub(crate) only: bool,
}

/// Executes a change to the data of people.
pub(super) async fn write(
    connection: &mut dyn Sql,
    write: &UserWrite,
) -> Result<WriteResult, sqlx::Error> {
    match write {
        UserWrite::Profile { person, profile, now } => {
            let Profile { name, crest, colour, rated } = profile;
            // A person who opts in again takes part from now on, not retroactively.
            query(
                "INSERT INTO people (person, name, crest, colour, rated_from) \
                 VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN $6 END) \
                 ON CONFLICT (person) DO UPDATE SET name = $2, crest = $3, colour = $4, \
                 rated_from = CASE WHEN $5 \
                 AND (people.rated_from IS NULL OR people.rated_until IS NOT NULL) \
                 THEN $6 ELSE people.rated_from END, \
                 rated_until = CASE WHEN $5 OR people.rated_from IS NULL THEN NULL \
                 ELSE COALESCE(people.rated_until, $6) END",
            )
            .bind(person.0.as_slice())
            .bind(name)
            .bind(crest.map(word))
            .bind(colour.map(word))
            .bind(*rated)
            .bind(*now)
            .execute(&mut *connection)
            .await?;
        }
        UserWrite::Code { person, token, code, now } => {
            query(
                "INSERT INTO people (person, code) VALUES ($1, $2) \
                 ON CONFLICT (person) DO UPDATE SET code = $2",
            )
            .bind(person.0.as_slice())
            .bind(code.as_slice())
            .execute(&mut *connection)
            .await?;
            join(connection, *person, *token, *now).await?;
        }
        UserWrite::Passkey { person, token, id, key, now } => {
            let made = query(
                "INSERT INTO passkeys (id, person, key, since) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(id.as_slice())
            .bind(person.0.as_slice())
            .bind(key.as_slice())
            .bind(*now)
            .execute(&mut *connection)
            .await?;
            if made == 0 {
                return Ok(WriteResult::Conflict);
            }
            join(connection, *person, *token, *now).await?;
        }
        UserWrite::DropPasskey { person, id } => {
            query("DELETE FROM passkeys WHERE id = $1 AND person = $2")
                .bind(id.as_slice())
                .bind(person.0.as_slice())
                .execute(&mut *connection)
                .await?;
        }
        UserWrite::Enter { person, key, token, before, now } => {
            let theirs = owner_of(&mut *connection, key).await? == Some(*person);
            let only = is_only_credential(&mut *connection, before.person, before.token).await?;
            if !theirs || only != before.only {
                return Ok(WriteResult::Conflict);
            }
            sign_out(connection, before.token).await?;
            join(connection, *person, *token, *now).await?;
            if before.only {
                merge(connection, before.person, *person).await?;
            }
        }
        UserWrite::SignOut { person, device } => {
            // The browser becomes a person by itself again, with a new random id.
            query("UPDATE devices SET person = $1 WHERE id = $2 AND person = $3")
                .bind(ids::random::<32>().as_slice())
                .bind(*device)
                .bind(person.0.as_slice())
                .execute(&mut *connection)
                .await?;
        }
        UserWrite::SignOutOthers { person, token } => {
            sign_out_others(connection, *person, *token).await?;
        }
        UserWrite::LeaveTables { person, name, tables } => {
            for table in tables {
                leave_table(connection, *person, name.as_deref(), table).await?;
            }
        }
        UserWrite::Forget { person } => forget(connection, *person).await?,
        UserWrite::Count { table, result } => {
            let new = query("INSERT INTO counted (table_id) VALUES ($1) ON CONFLICT DO NOTHING")
                .bind(table)
                .execute(&mut *connection)
                .await?;
            if let Some(result) = result
                && new > 0
            {
                count(connection, result).await?;
            }
        }
    }
    Ok(WriteResult::Yes)
}

/// Signs out all browsers of a person except one. Each then becomes a person by itself.
async fn sign_out_others(
    connection: &mut dyn Sql,
    person: Guest,
    token: Token,
) -> Result<(), sqlx::Error> {
    let others = query("SELECT token FROM devices WHERE person = $1 AND token <> $2")
        .bind(person.0.as_slice())
        .bind(token.0.as_slice())
        .scalars(connection)
        .await?;
    for other in others {
        let Guest(token) = read_guest(other)?;
        sign_out(connection, Token(token)).await?;
    }
    Ok(())
}

/// The person that this credential belongs to; `None` if it is unknown.
pub(super) async fn owner_of(
    database: &mut dyn Sql,
    key: &Key,
) -> Result<Option<Guest>, sqlx::Error> {
    let (text, id) = match key {
        Key::Code(hash) => ("SELECT person FROM people WHERE code = $1", hash.as_slice()),
        Key::Passkey(id) => ("SELECT person FROM passkeys WHERE id = $1", id.as_slice()),
    };
    let person: Option<Vec<u8>> = query(text).bind(id).scalar(database).await?;
    person.map(read_guest).transpose()
}

/// Returns true if this browser is the person's only credential: no recovery code, no passkey and no other
/// browser.
pub(super) async fn is_only_credential(
    database: &mut dyn Sql,
    person: Guest,
    token: Token,
) -> Result<bool, sqlx::Error> {
    query(
        "SELECT NOT EXISTS (SELECT 1 FROM people WHERE person = $1 AND code IS NOT NULL) \
         AND NOT EXISTS (SELECT 1 FROM passkeys WHERE person = $1) \
         AND NOT EXISTS (SELECT 1 FROM devices WHERE person = $1 AND token <> $2)",
    )
    .bind(person.0.as_slice())
    .bind(token.0.as_slice())
    .the_scalar(database)
    .await
}

/// Links a browser to a person, unless it is already linked to one.
async fn join(
    connection: &mut dyn Sql,
    person: Guest,
    token: Token,
    now: i64,
) -> Result<(), sqlx::Error> {
    query("INSERT INTO devices (token, person, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(token.0.as_slice())
        .bind(person.0.as_slice())
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Signs a browser out by linking its token to a new person with a random id.
async fn sign_out(connection: &mut dyn Sql, token: Token) -> Result<(), sqlx::Error> {
    query("UPDATE devices SET person = $1 WHERE token = $2")
        .bind(ids::random::<32>().as_slice())
        .bind(token.0.as_slice())
        .execute(connection)
        .await?;
    Ok(())
}

/// Transfers the seats and tables of `one` to `other`, except seats at tables where `other` already has one.
/// The profile and the ratings of `one` are deleted.
async fn merge(connection: &mut dyn Sql, one: Guest, other: Guest) -> Result<(), sqlx::Error> {
    for change in [
        "UPDATE tables SET arranged = arranged + 1 WHERE id IN \
         (SELECT table_id FROM seats WHERE guest = $1) \
         AND id NOT IN (SELECT table_id FROM seats WHERE guest = $2)",
        "UPDATE seats SET guest = $2 WHERE guest = $1 \
         AND table_id NOT IN (SELECT table_id FROM seats WHERE guest = $2)",
        "UPDATE shares SET guest = $2 WHERE guest = $1 \
         AND table_id NOT IN (SELECT table_id FROM shares WHERE guest = $2)",
        "UPDATE tables SET opened_by = $2 WHERE opened_by = $1",
        "DELETE FROM people WHERE person = $1",
        "DELETE FROM ratings WHERE person = $1",
        "DELETE FROM rating_history WHERE person = $1",
    ] {
        query(change)
            .bind(one.0.as_slice())
            .bind(other.0.as_slice())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Deletes all data about a person that does not belong to a table. Each of the person's browsers then counts
/// as a separate person without stored data.
async fn forget(connection: &mut dyn Sql, person: Guest) -> Result<(), sqlx::Error> {
    for delete in [
        "DELETE FROM people WHERE person = $1",
        "DELETE FROM ratings WHERE person = $1",
        "DELETE FROM rating_history WHERE person = $1",
        "DELETE FROM subscriptions WHERE browser = $1 \
         AND NOT EXISTS (SELECT 1 FROM devices WHERE token = $1) \
         OR browser IN (SELECT token FROM devices WHERE person = $1)",
        "DELETE FROM passkeys WHERE person = $1",
        "DELETE FROM devices WHERE person = $1",
        "UPDATE reports SET reporter = NULL, text = '' WHERE reporter = $1",
        "UPDATE reports SET person = NULL, name = '' WHERE person = $1",
        "UPDATE audit SET person = NULL, details = '{}' WHERE person = $1",
    ] {
        query(delete).bind(person.0.as_slice()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Removes a person from a table. If the match has not started, the seat becomes open, and a table that the
/// person created is cancelled. Otherwise the seat gets a random id and a placeholder name. With a `name`,
/// the person keeps the seat and is shown by that name instead, also in the record.
async fn leave_table(
    connection: &mut dyn Sql,
    person: Guest,
    name: Option<&str>,
    table: &str,
) -> Result<(), sqlx::Error> {
    let seats = query("SELECT seat FROM seats WHERE table_id = $1 AND guest = $2")
        .bind(table)
        .bind(person.0.as_slice())
        .scalars::<i64>(&mut *connection)
        .await?;
    if name.is_none() {
        for change in [
            "UPDATE seats SET guest = NULL, name = '', bot = NULL, crest = NULL, colour = NULL \
             WHERE table_id = $1 AND guest = $2 \
             AND EXISTS (SELECT 1 FROM tables WHERE id = $1 AND secret IS NOT NULL)",
            "UPDATE tables SET cancelled = TRUE \
             WHERE id = $1 AND opened_by = $2 AND secret IS NOT NULL",
            "DELETE FROM shares WHERE table_id = $1 AND guest = $2",
            "UPDATE tables SET opened_by = NULL WHERE id = $1 AND opened_by = $2",
        ] {
            let change = query(change).bind(table).bind(person.0.as_slice());
            change.execute(&mut *connection).await?;
        }
    }
    query("UPDATE tables SET arranged = arranged + 1 WHERE id = $1")
        .bind(table)
        .execute(&mut *connection)
        .await?;
    let guest = if name.is_some() { person.0 } else { ids::random::<32>() };
    let shown = name.unwrap_or(NAMELESS);
    let renamed = query(
        "UPDATE seats SET name = $1, guest = $2, crest = CASE WHEN $3 THEN crest END, \
         colour = CASE WHEN $3 THEN colour END WHERE table_id = $4 AND guest = $5",
    )
    .bind(shown)
    .bind(guest.as_slice())
    .bind(name.is_some())
    .bind(table)
    .bind(person.0.as_slice())
    .execute(&mut *connection)
    .await?;
    if renamed > 0 {
        rename_in_record(connection, table, &seats, shown).await?;
    }
    Ok(())
}

/// Changes the name of some seats to `shown` in the record of a table, if there is one.
async fn rename_in_record(
    connection: &mut dyn Sql,
    table: &str,
    seats: &[i64],
    shown: &str,
) -> Result<(), sqlx::Error> {
    let record = query("SELECT record FROM records WHERE table_id = $1").bind(table);
    let Some(record) = record.scalar::<String>(&mut *connection).await? else { return Ok(()) };
    let mut record: Record = read(&record)?;
    for seat in seats {
        let name = usize::try_from(*seat).ok().and_then(|seat| record.names.get_mut(seat));
        if let Some(name) = name {
            shown.clone_into(name);
        }
    }
    query("UPDATE records SET record = $1 WHERE table_id = $2")
        .bind(serde_json::to_string(&record).expect("a record is plain data"))
        .bind(table)
        .execute(connection)
        .await?;
    Ok(())
}
