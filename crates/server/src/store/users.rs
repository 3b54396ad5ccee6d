//! Storage of people, their browsers and their ratings. A person without any settings has no row.

use std::collections::HashMap;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::Value;
use zashiki_core::Record;

use super::database::{Dialect, Row, Sql, query};
use super::queries::{decode, read, read_guest};
use super::{Store, WriteResult};
use crate::ids;
use crate::protocol::{Device, Look, Passkey, Played, Profile};
use crate::users::guest::{Guest, Token};
use crate::users::names::NAMELESS;
use crate::users::ratings::{self, Counting, LATELY, Met, PROVISIONAL, Player, Rating};

/// A write that concerns people.
pub(crate) enum UserWrite {
    /// Replaces a person's profile.
    Profile { person: Guest, profile: Profile, now: i64 },
    /// Sets a recovery code, replacing any earlier one.
    Code { person: Guest, token: Token, code: [u8; 32], now: i64 },
    /// Adds a passkey to a person. Returns [`WriteResult::Conflict`] if the passkey belongs to another
    /// person.
    Passkey { person: Guest, token: Token, id: Vec<u8>, key: Vec<u8>, now: i64 },
    /// Deletes a passkey of a person.
    DropPasskey { person: Guest, id: Vec<u8> },
    /// Signs a browser in as a person by a key. If the browser's previous person (`before`) has no other way
    /// to return, that person is merged into this one. Returns [`WriteResult::Conflict`] if the key no longer
    /// belongs to the person, or if `before.only` no longer holds.
    Enter { person: Guest, key: Key, token: Token, before: Before, now: i64 },
    /// Signs out a browser of a person.
    SignOut { person: Guest, device: i64 },
    /// Signs out all browsers of a person except this one.
    SignOutOthers { person: Guest, token: Token },
    /// Removes or replaces a person's name and id at some tables; callers repeat it in batches.
    LeaveTables { person: Guest, name: Option<String>, tables: Vec<String> },
    /// Deletes all data about a person that does not belong to a table.
    Forget { person: Guest },
    /// Counts the result of a match once; `None` if it does not affect ratings.
    Count { table: String, result: Option<Counting> },
}

/// A credential that signs a browser in as a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// The SHA-256 hash of a recovery code.
    Code([u8; 32]),
    /// The id of a passkey whose signature was verified.
    Passkey(Vec<u8>),
}

/// The previous person of a browser.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    pub(crate) person: Guest,
    pub(crate) token: Token,
    /// True if this browser was the person's only credential.
    pub(crate) only: bool,
}

/// An entry in a list of ratings.
pub(crate) struct Listed {
    pub(crate) player: Player,
    pub(crate) profile: Profile,
    pub(crate) rating: Rating,
}

/// A person's rating at a game with a number of seats.
pub(crate) struct Rated {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) rating: Rating,
}

impl Store {
    /// The person that this browser is signed in as; `None` for a browser that is a person by itself.
    pub(crate) async fn person_of(&self, token: Token) -> Result<Option<Guest>, sqlx::Error> {
        let person: Option<Vec<u8>> = query("SELECT person FROM devices WHERE token = $1")
            .bind(token.0.as_slice())
            .scalar(&mut *self.pool())
            .await?;
        person.map(read_guest).transpose()
    }

    /// A person's profile, and true if there is a recovery code.
    pub(crate) async fn profile(&self, person: Guest) -> Result<(Profile, bool), sqlx::Error> {
        let row = query(
            "SELECT name, crest, colour, rated_from IS NOT NULL AND rated_until IS NULL AS rated, \
             code IS NOT NULL AS coded FROM people WHERE person = $1",
        )
        .bind(person.0.as_slice())
        .first(&mut *self.pool())
        .await?;
        let Some(row) = row else { return Ok((Profile::default(), false)) };
        Ok((read_profile(&row)?, row.get("coded")?))
    }

    /// The person that this credential belongs to.
    pub(crate) async fn owner_of(&self, key: &Key) -> Result<Option<Guest>, sqlx::Error> {
        owner_of(&mut *self.pool(), key).await
    }

    /// Returns true if this browser is the person's only credential: no recovery code, no passkey and no
    /// other browser.
    pub(crate) async fn is_only_credential(
        &self,
        person: Guest,
        token: Token,
    ) -> Result<bool, sqlx::Error> {
        is_only_credential(&mut *self.pool(), person, token).await
    }

    /// The public key of a passkey.
    pub(crate) async fn passkey(&self, id: &[u8]) -> Result<Option<Vec<u8>>, sqlx::Error> {
        query("SELECT key FROM passkeys WHERE id = $1").bind(id).scalar(&mut *self.pool()).await
    }

    /// The passkeys of a person, oldest first.
    pub(crate) async fn passkeys(&self, person: Guest) -> Result<Vec<Passkey>, sqlx::Error> {
        let rows = query("SELECT id, since FROM passkeys WHERE person = $1 ORDER BY since, id")
            .bind(person.0.as_slice())
            .all(&mut *self.pool())
            .await?;
        let passkey = |row: &Row| {
            let id = BASE64_URL_SAFE_NO_PAD.encode(row.get::<Vec<u8>>("id")?);
            Ok(Passkey { id, since: row.get("since")? })
        };
        rows.iter().map(passkey).collect()
    }

    /// The browsers of a person, oldest first.
    pub(crate) async fn devices(
        &self,
        person: Guest,
        this: Token,
    ) -> Result<Vec<(Device, Token)>, sqlx::Error> {
        let rows = query("SELECT id, token, since FROM devices WHERE person = $1 ORDER BY id")
            .bind(person.0.as_slice())
            .all(&mut *self.pool())
            .await?;
        let device = |row: &Row| {
            let Guest(token) = read_guest(row.get("token")?)?;
            let (id, since) = (row.get("id")?, row.get("since")?);
            Ok((Device { id, since, this: token == this.0 }, Token(token)))
        };
        rows.iter().map(device).collect()
    }

    /// The tables at which `one` has a seat, each with true if `other` has a seat there too.
    pub(crate) async fn shared_tables(
        &self,
        one: Guest,
        other: Guest,
    ) -> Result<Vec<(String, bool)>, sqlx::Error> {
        let rows = query(
            "SELECT DISTINCT table_id, EXISTS (SELECT 1 FROM seats AS their \
             WHERE their.table_id = seats.table_id AND their.guest = $1) AS shared \
             FROM seats WHERE guest = $2",
        )
        .bind(other.0.as_slice())
        .bind(one.0.as_slice())
        .all(&mut *self.pool())
        .await?;
        rows.iter().map(|row| Ok((row.get("table_id")?, row.get("shared")?))).collect()
    }

    /// Ids of tables that contain a person's id, sorted, after `after`; at most `limit`.
    pub(crate) async fn tables_with(
        &self,
        person: Guest,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, sqlx::Error> {
        query(
            "SELECT id FROM (SELECT table_id AS id FROM seats WHERE guest = $1 \
             UNION SELECT id FROM tables WHERE opened_by = $1 \
             UNION SELECT table_id FROM shares WHERE guest = $1) AS theirs \
             WHERE id > $2 ORDER BY id LIMIT $3",
        )
        .bind(person.0.as_slice())
        .bind(after)
        .bind(limit)
        .scalars(&mut *self.pool())
        .await
    }

    /// The unfinished tables at which a person has a seat or which the person created.
    pub(crate) async fn unfinished_of(&self, person: Guest) -> Result<Vec<String>, sqlx::Error> {
        query(
            "SELECT id FROM tables WHERE NOT cancelled \
             AND (opened_by = $1 OR id IN (SELECT table_id FROM seats WHERE guest = $1)) \
             AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)",
        )
        .bind(person.0.as_slice())
        .scalars(&mut *self.pool())
        .await
    }

    /// A person's finished matches and wins by game, most played first.
    pub(crate) async fn played(&self, person: Guest) -> Result<Vec<Played>, sqlx::Error> {
        let rows =
            query(played(self.dialect())).bind(person.0.as_slice()).all(&mut *self.pool()).await?;
        let played = |row: &Row| {
            Ok(Played {
                game: row.get("game")?,
                plays: row.number("plays")?,
                won: row.number("won")?,
            })
        };
        rows.iter().map(played).collect()
    }

    /// The ratings of a person.
    pub(crate) async fn ratings_of(&self, person: Guest) -> Result<Vec<Rated>, sqlx::Error> {
        let rows = query("SELECT * FROM ratings WHERE person = $1 ORDER BY game, seats")
            .bind(person.0.as_slice())
            .all(&mut *self.pool())
            .await?;
        let rated = |row: &Row| {
            let (game, seats) = (row.get("game")?, row.number("seats")?);
            Ok(Rated { game, seats, rating: read_rating(row)? })
        };
        rows.iter().map(rated).collect()
    }

    /// A person's rating at a game with this number of seats after each rated match: table, end time and
    /// rating. At most the `limit` newest, oldest first.
    pub(crate) async fn rating_history(
        &self,
        person: Guest,
        game: &str,
        seats: u8,
        limit: u32,
    ) -> Result<Vec<(String, i64, Rating)>, sqlx::Error> {
        let rows = query(
            "SELECT table_id, at, rating, uncertainty, plays FROM rating_history \
             WHERE game = $1 AND seats = $2 AND person = $3 AND bot = '' \
             ORDER BY at DESC, plays DESC LIMIT $4",
        )
        .bind(game)
        .bind(seats)
        .bind(person.0.as_slice())
        .bind(limit)
        .all(&mut *self.pool())
        .await?;
        let step = |row: &Row| Ok((row.get("table_id")?, row.get("at")?, read_rating(row)?));
        rows.iter().rev().map(step).collect()
    }

    /// The people with the highest ratings at a game with this number of seats who take part in ratings; at
    /// most `limit`, provisional ratings last.
    pub(crate) async fn rated(
        &self,
        game: &str,
        seats: u8,
        limit: u32,
    ) -> Result<Vec<Listed>, sqlx::Error> {
        let rows = query(
            "SELECT ratings.*, COALESCE(name, '') AS name, crest, colour, TRUE AS rated \
             FROM ratings LEFT JOIN people ON people.person = ratings.person \
             WHERE game = $1 AND seats = $2 AND bot = '' \
             AND rated_from IS NOT NULL AND rated_until IS NULL \
             ORDER BY uncertainty > $3, rating DESC, ratings.person LIMIT $4",
        )
        .bind(game)
        .bind(seats)
        .bind(PROVISIONAL)
        .bind(limit)
        .all(&mut *self.pool())
        .await?;
        let listed = |row: &Row| {
            let player = Player::Person(read_guest(row.get("person")?)?);
            Ok(Listed { player, profile: read_profile(row)?, rating: read_rating(row)? })
        };
        rows.iter().map(listed).collect()
    }

    /// The people at a table who took part in ratings when its match started.
    pub(crate) async fn wanting(&self, table: &str) -> Result<Vec<Guest>, sqlx::Error> {
        let people: Vec<Vec<u8>> = query(
            "SELECT person FROM seats JOIN people ON person = guest \
             JOIN changes ON changes.table_id = seats.table_id AND changes.seq = 1 \
             WHERE seats.table_id = $1 AND rated_from <= changes.at \
             AND (rated_until IS NULL OR rated_until > changes.at)",
        )
        .bind(table)
        .scalars(&mut *self.pool())
        .await?;
        people.into_iter().map(read_guest).collect()
    }

    /// The finished rated matches that have not been counted yet.
    pub(crate) async fn uncounted(&self) -> Result<Vec<String>, sqlx::Error> {
        query(
            "SELECT id FROM tables JOIN records ON table_id = id \
             WHERE rated AND NOT EXISTS (SELECT 1 FROM counted WHERE table_id = tables.id) \
             ORDER BY created",
        )
        .scalars(&mut *self.pool())
        .await
    }
}

/// The query for [`Store::played`]. Abandoned matches do not count.
fn played(Dialect { winners, reason, .. }: &Dialect) -> String {
    format!(
        "SELECT game, COUNT(*) AS plays, COUNT(*) FILTER (WHERE EXISTS (SELECT 1 FROM {winners} \
         AS winners JOIN seats ON winner = seats.seat \
         WHERE seats.table_id = tables.id AND seats.guest = $1)) AS won FROM tables \
         JOIN changes ON changes.table_id = tables.id AND changes.seq = \
         (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) \
         WHERE tables.id IN (SELECT table_id FROM seats WHERE guest = $1) \
         AND {reason} <> 'abandoned' GROUP BY game ORDER BY plays DESC, game"
    )
}

/// Executes a write.
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

/// Signs out the other browsers of a person; each becomes a person by itself.
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

/// The person that this credential belongs to.
async fn owner_of(database: &mut dyn Sql, key: &Key) -> Result<Option<Guest>, sqlx::Error> {
    let (text, id) = match key {
        Key::Code(hash) => ("SELECT person FROM people WHERE code = $1", hash.as_slice()),
        Key::Passkey(id) => ("SELECT person FROM passkeys WHERE id = $1", id.as_slice()),
    };
    let person: Option<Vec<u8>> = query(text).bind(id).scalar(database).await?;
    person.map(read_guest).transpose()
}

/// Returns true if the person has no key and no browser except this one.
async fn is_only_credential(
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

/// Links a browser to a person, unless it is linked already.
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

/// Signs a browser out: links its token to a new random person.
async fn sign_out(connection: &mut dyn Sql, token: Token) -> Result<(), sqlx::Error> {
    query("UPDATE devices SET person = $1 WHERE token = $2")
        .bind(ids::random::<32>().as_slice())
        .bind(token.0.as_slice())
        .execute(connection)
        .await?;
    Ok(())
}

/// Transfers the seats of `one` to `other`, except at tables where `other` has a seat already.
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

/// Deletes all data about a person that does not belong to a table. The person's browsers then become persons
/// by themselves, without stored data.
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

/// Removes a person from a table. If the match has not started, the seat becomes open and a waiting table
/// that the person created is cancelled; otherwise the seat gets a random id. With a `name`, the person keeps
/// the seat and is shown by that name instead, also in the record.
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

/// Changes the names of seats in a record, if there is one.
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

/// Counts a result: updates people's ratings and adds a history row for each participant; the rows also tell
/// how often the same people have met.
async fn count(connection: &mut dyn Sql, result: &Counting) -> Result<(), sqlx::Error> {
    let (mut before, mut lately) = (HashMap::new(), HashMap::new());
    for player in result.players() {
        let rating = match player {
            Player::Bot(bot) => ratings::of_bot(&result.game, result.seats, bot),
            Player::Person(person) => {
                lately.insert(player.clone(), met(connection, result, *person).await?);
                rating(connection, result, *person).await?
            }
        };
        before.extend(rating.map(|rating| (player.clone(), rating)));
    }
    let after = result.after(&before, &lately);
    for (player, Rating { rating, uncertainty, plays }) in &after {
        let (person, bot) = key(player);
        query(
            "INSERT INTO ratings (game, seats, person, bot, rating, uncertainty, plays) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game, seats, person, bot) \
             DO UPDATE SET rating = $5, uncertainty = $6, plays = $7",
        )
        .bind(&result.game)
        .bind(result.seats)
        .bind(person)
        .bind(bot)
        .bind(*rating)
        .bind(*uncertainty)
        .bind(*plays)
        .execute(&mut *connection)
        .await?;
    }
    let bots = before.iter().filter(|(player, _)| matches!(player, Player::Bot(_)));
    for (player, rating) in bots.chain(&after) {
        let newcomer = before.get(player).copied().unwrap_or_default().provisional();
        keep(connection, result, player, *rating, newcomer).await?;
    }
    Ok(())
}

/// The rating of a person before a result.
async fn rating(
    connection: &mut dyn Sql,
    result: &Counting,
    person: Guest,
) -> Result<Option<Rating>, sqlx::Error> {
    let row =
        query("SELECT * FROM ratings WHERE game = $1 AND seats = $2 AND person = $3 AND bot = ''")
            .bind(&result.game)
            .bind(result.seats)
            .bind(person.0.as_slice())
            .first(&mut *connection)
            .await?;
    row.as_ref().map(read_rating).transpose()
}

/// A person's recent opponents before a result; only the most recent results if there are many.
async fn met(
    connection: &mut dyn Sql,
    result: &Counting,
    person: Guest,
) -> Result<Vec<Met>, sqlx::Error> {
    let rows = query(
        "SELECT other.table_id, other.person, other.bot, other.newcomer \
         FROM rating_history AS own JOIN rating_history AS other \
         ON other.table_id = own.table_id \
         AND other.game = own.game AND other.seats = own.seats AND other.person <> own.person \
         WHERE own.game = $1 AND own.seats = $2 AND own.person = $3 AND own.bot = '' \
         AND own.at > $4 ORDER BY own.at DESC LIMIT 1000",
    )
    .bind(&result.game)
    .bind(result.seats)
    .bind(person.0.as_slice())
    .bind(lately(result.at))
    .all(&mut *connection)
    .await?;
    let met = |row: &Row| {
        let bot: String = row.get("bot")?;
        let player = match bot.is_empty() {
            true => Player::Person(read_guest(row.get("person")?)?),
            false => Player::Bot(bot),
        };
        Ok(Met { table: row.get("table_id")?, player, newcomer: row.get("newcomer")? })
    };
    rows.iter().map(met).collect()
}

/// The start of the period that counts as recent.
fn lately(at: i64) -> i64 {
    at - i64::try_from(LATELY.as_millis()).unwrap_or(i64::MAX)
}

/// Adds a history row. Rows of bots only record opponents, so old ones are deleted.
async fn keep(
    connection: &mut dyn Sql,
    result: &Counting,
    player: &Player,
    rating: Rating,
    newcomer: bool,
) -> Result<(), sqlx::Error> {
    let (person, bot) = key(player);
    if !bot.is_empty() {
        query(
            "DELETE FROM rating_history WHERE game = $1 AND seats = $2 AND person = $3 \
             AND bot = $4 AND at <= $5",
        )
        .bind(&result.game)
        .bind(result.seats)
        .bind(person)
        .bind(bot)
        .bind(lately(result.at))
        .execute(&mut *connection)
        .await?;
    }
    query(
        "INSERT INTO rating_history \
         (game, seats, person, bot, at, table_id, rating, uncertainty, plays, newcomer) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING",
    )
    .bind(&result.game)
    .bind(result.seats)
    .bind(person)
    .bind(bot)
    .bind(result.at)
    .bind(&result.table)
    .bind(rating.rating)
    .bind(rating.uncertainty)
    .bind(rating.plays)
    .bind(newcomer)
    .execute(connection)
    .await?;
    Ok(())
}

/// The database key of a player: person id and bot id.
fn key(player: &Player) -> (&[u8], &str) {
    match player {
        Player::Person(person) => (&person.0, ""),
        Player::Bot(bot) => (&[], bot),
    }
}

fn read_rating(row: &Row) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        rating: row.get("rating")?,
        uncertainty: row.get("uncertainty")?,
        plays: row.number("plays")?,
    })
}

fn read_profile(row: &Row) -> Result<Profile, sqlx::Error> {
    let Look { crest, colour } = read_look(row)?;
    Ok(Profile { name: row.get("name")?, crest, colour, rated: row.get("rated")? })
}

pub(super) fn read_look(row: &Row) -> Result<Look, sqlx::Error> {
    Ok(Look {
        crest: row.get::<Option<String>>("crest")?.map(read_word).transpose()?,
        colour: row.get::<Option<String>>("colour")?.map(read_word).transpose()?,
    })
}

/// The stored word for a crest or a colour.
pub(super) fn word(of: impl serde::Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(Value::String(word)) => word,
        _ => unreachable!("crests and colours are words"),
    }
}

fn read_word<T: serde::de::DeserializeOwned>(word: String) -> Result<T, sqlx::Error> {
    serde_json::from_value(Value::String(word))
        .map_err(|_| decode("a crest or a colour is one of ours"))
}
