//! People, their browsers and their ratings. Who set nothing has no row.

use std::collections::HashMap;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::Value;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteExecutor, SqliteRow};

use super::reading::{decode, read_guest};
use super::{Store, Written};
use crate::guest::{Guest, NAMELESS, Token};
use crate::ids;
use crate::ratings::{Counting, PROVISIONAL, Player, Rating};
use crate::wire::{Device, Look, Passkey, Played, Profile};

/// What is written about people.
pub(crate) enum Deed {
    /// What somebody set about themselves.
    Profile { person: Guest, profile: Profile, now: i64 },
    /// A new recovery code, in the place of any former one.
    Code { person: Guest, token: Token, code: [u8; 32], now: i64 },
    /// A passkey by which a person comes to other browsers. [`Written::Conflict`]: it is somebody's.
    Passkey { person: Guest, token: Token, id: Vec<u8>, key: Vec<u8>, now: i64 },
    /// A passkey of the person is nobody's from now on.
    DropPasskey { person: Guest, id: Vec<u8> },
    /// A new browser of a person, which was another's `before`. If nobody could come back to that
    /// one it becomes one with the person. [`Written::Conflict`]: the key is no longer theirs, or
    /// somebody could come back to the one before by now, or no longer.
    Enter { person: Guest, key: Key, token: Token, before: Before, now: i64 },
    /// A browser of the person is nobody's from now on.
    SignOut { person: Guest, device: i64 },
    /// All browsers of the person but this one are nobody's from now on.
    SignOutOthers { person: Guest, token: Token },
    /// The person is forgotten; this browser alone keeps the seats of plays that go on.
    Forget { person: Guest, token: Token },
    /// The result of a play is taken in, unless it has been; none if it does not count.
    Count { table: String, result: Option<Counting> },
}

/// What makes a browser somebody's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// The SHA-256 of a recovery code.
    Code([u8; 32]),
    /// The id of a passkey that signed.
    Passkey(Vec<u8>),
}

/// Whose a browser was.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    pub(crate) person: Guest,
    pub(crate) token: Token,
    /// Whether it was the only way to be that person.
    pub(crate) only: bool,
}

/// Someone in a list of ratings.
pub(crate) struct Listed {
    pub(crate) player: Player,
    pub(crate) profile: Profile,
    pub(crate) rating: Rating,
}

/// A rating of somebody: at which game, at how many seats.
pub(crate) struct Rated {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) rating: Rating,
}

impl Store {
    /// Whose browser this is, if it is not a person of its own.
    pub(crate) async fn person_of(&self, token: Token) -> Result<Option<Guest>, sqlx::Error> {
        let person: Option<Vec<u8>> =
            sqlx::query_scalar("SELECT person FROM devices WHERE token = ?")
                .bind(token.0.as_slice())
                .fetch_optional(&self.readers)
                .await?;
        person.map(read_guest).transpose()
    }

    /// What a person set, and whether there is a recovery code.
    pub(crate) async fn profile(&self, person: Guest) -> Result<(Profile, bool), sqlx::Error> {
        let row = sqlx::query(
            "SELECT name, crest, colour, rated_from IS NOT NULL AND rated_until IS NULL AS rated, \
             code IS NOT NULL AS coded FROM people WHERE person = ?",
        )
        .bind(person.0.as_slice())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok((Profile::default(), false)) };
        Ok((read_profile(&row)?, row.try_get("coded")?))
    }

    /// Whose key this is.
    pub(crate) async fn whose(&self, key: &Key) -> Result<Option<Guest>, sqlx::Error> {
        whose(&self.readers, key).await
    }

    /// Whether nobody could come back to a person whose browser this is, were it another's.
    pub(crate) async fn only_here(&self, person: Guest, token: Token) -> Result<bool, sqlx::Error> {
        only_here(&self.readers, person, token).await
    }

    /// The public key of a passkey.
    pub(crate) async fn passkey(&self, id: &[u8]) -> Result<Option<Vec<u8>>, sqlx::Error> {
        sqlx::query_scalar("SELECT key FROM passkeys WHERE id = ?")
            .bind(id)
            .fetch_optional(&self.readers)
            .await
    }

    /// The passkeys of a person, the oldest first.
    pub(crate) async fn passkeys(&self, person: Guest) -> Result<Vec<Passkey>, sqlx::Error> {
        let rows =
            sqlx::query("SELECT id, since FROM passkeys WHERE person = ? ORDER BY since, id")
                .bind(person.0.as_slice())
                .fetch_all(&self.readers)
                .await?;
        let passkey = |row: &SqliteRow| {
            let id = Base64UrlUnpadded::encode_string(row.try_get("id")?);
            Ok(Passkey { id, since: row.try_get("since")? })
        };
        rows.iter().map(passkey).collect()
    }

    /// The browsers of a person, the oldest first.
    pub(crate) async fn devices(
        &self,
        person: Guest,
        this: Token,
    ) -> Result<Vec<(Device, Token)>, sqlx::Error> {
        let rows = sqlx::query("SELECT id, token, since FROM devices WHERE person = ? ORDER BY id")
            .bind(person.0.as_slice())
            .fetch_all(&self.readers)
            .await?;
        let device = |row: &SqliteRow| {
            let Guest(token) = read_guest(row.try_get("token")?)?;
            let (id, since) = (row.try_get("id")?, row.try_get("since")?);
            Ok((Device { id, since, this: token == this.0 }, Token(token)))
        };
        rows.iter().map(device).collect()
    }

    /// The tables at which one has a seat, and at which of these the other has one too.
    pub(crate) async fn shared_tables(
        &self,
        one: Guest,
        other: Guest,
    ) -> Result<Vec<(String, bool)>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT DISTINCT table_id, EXISTS (SELECT 1 FROM seats AS their \
             WHERE their.table_id = seats.table_id AND their.guest = ?) AS shared \
             FROM seats WHERE guest = ?",
        )
        .bind(other.0.as_slice())
        .bind(one.0.as_slice())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Ok((row.try_get("table_id")?, row.try_get("shared")?))).collect()
    }

    /// How often a person has played each game to its end, and won; the most played first.
    pub(crate) async fn played(&self, person: Guest) -> Result<Vec<Played>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT game, COUNT(*) AS plays, SUM(EXISTS (SELECT 1 FROM \
             json_each(changes.standing, '$.outcome.winners') JOIN seats ON value = seats.seat \
             WHERE seats.table_id = tables.id AND seats.guest = ?1)) AS won FROM tables \
             JOIN changes ON changes.table_id = tables.id AND changes.seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) \
             WHERE tables.id IN (SELECT table_id FROM seats WHERE guest = ?1) \
             AND json_extract(changes.standing, '$.outcome.reason') <> 'abandoned' \
             GROUP BY game ORDER BY plays DESC, game",
        )
        .bind(person.0.as_slice())
        .fetch_all(&self.readers)
        .await?;
        let played = |row: &SqliteRow| {
            Ok(Played {
                game: row.try_get("game")?,
                plays: row.try_get("plays")?,
                won: row.try_get("won")?,
            })
        };
        rows.iter().map(played).collect()
    }

    /// The ratings of a person.
    pub(crate) async fn ratings_of(&self, person: Guest) -> Result<Vec<Rated>, sqlx::Error> {
        let rows = sqlx::query("SELECT * FROM ratings WHERE person = ? ORDER BY game, seats")
            .bind(person.0.as_slice())
            .fetch_all(&self.readers)
            .await?;
        let rated = |row: &SqliteRow| {
            let (game, seats) = (row.try_get("game")?, row.try_get("seats")?);
            Ok(Rated { game, seats, rating: read_rating(row)? })
        };
        rows.iter().map(rated).collect()
    }

    /// Those with the highest ratings at a game with so many seats who want to be rated, and bots;
    /// at most `limit`, those that are less certain than this last.
    pub(crate) async fn rated(
        &self,
        game: &str,
        seats: u8,
        limit: u32,
    ) -> Result<Vec<Listed>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT ratings.*, COALESCE(name, '') AS name, crest, colour, 1 AS rated \
             FROM ratings LEFT JOIN people ON people.person = ratings.person \
             WHERE game = ? AND seats = ? \
             AND (bot <> '' OR rated_from IS NOT NULL AND rated_until IS NULL) \
             ORDER BY uncertainty > ?, rating DESC, ratings.person, bot LIMIT ?",
        )
        .bind(game)
        .bind(seats)
        .bind(PROVISIONAL)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        let listed = |row: &SqliteRow| {
            let bot: String = row.try_get("bot")?;
            let player = match bot.is_empty() {
                true => Player::Person(read_guest(row.try_get("person")?)?),
                false => Player::Bot(bot),
            };
            Ok(Listed { player, profile: read_profile(row)?, rating: read_rating(row)? })
        };
        rows.iter().map(listed).collect()
    }

    /// Those at a table who wanted to be rated when its play began.
    pub(crate) async fn wanting(&self, table: &str) -> Result<Vec<Guest>, sqlx::Error> {
        let people: Vec<Vec<u8>> = sqlx::query_scalar(
            "SELECT person FROM seats JOIN people ON person = guest \
             JOIN changes ON changes.table_id = seats.table_id AND changes.seq = 1 \
             WHERE seats.table_id = ? AND rated_from <= changes.at \
             AND (rated_until IS NULL OR rated_until > changes.at)",
        )
        .bind(table)
        .fetch_all(&self.readers)
        .await?;
        people.into_iter().map(read_guest).collect()
    }

    /// The rated plays that have ended and were not counted.
    pub(crate) async fn uncounted(&self) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT id FROM tables JOIN records ON table_id = id \
             WHERE json_extract(terms, '$.rated') \
             AND NOT EXISTS (SELECT 1 FROM counted WHERE table_id = tables.id) ORDER BY created",
        )
        .fetch_all(&self.readers)
        .await
    }
}

/// Does it.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    deed: &Deed,
) -> Result<Written, sqlx::Error> {
    match deed {
        Deed::Profile { person, profile, now } => {
            let Profile { name, crest, colour, rated } = profile;
            // Who wants to be rated again wants so from now on.
            sqlx::query(
                "INSERT INTO people (person, name, crest, colour, rated_from) \
                 VALUES (?1, ?2, ?3, ?4, CASE WHEN ?5 THEN ?6 END) \
                 ON CONFLICT (person) DO UPDATE SET name = ?2, crest = ?3, colour = ?4, \
                 rated_from = CASE WHEN ?5 AND (rated_from IS NULL OR rated_until IS NOT NULL) \
                 THEN ?6 ELSE rated_from END, \
                 rated_until = CASE WHEN ?5 OR rated_from IS NULL THEN NULL \
                 ELSE COALESCE(rated_until, ?6) END",
            )
            .bind(person.0.as_slice())
            .bind(name)
            .bind(crest.map(word))
            .bind(colour.map(word))
            .bind(rated)
            .bind(now)
            .execute(&mut *connection)
            .await?;
        }
        Deed::Code { person, token, code, now } => {
            sqlx::query(
                "INSERT INTO people (person, code) VALUES (?1, ?2) \
                 ON CONFLICT (person) DO UPDATE SET code = ?2",
            )
            .bind(person.0.as_slice())
            .bind(code.as_slice())
            .execute(&mut *connection)
            .await?;
            join(connection, *person, *token, *now).await?;
        }
        Deed::Passkey { person, token, id, key, now } => {
            let made = sqlx::query(
                "INSERT INTO passkeys (id, person, key, since) VALUES (?, ?, ?, ?) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(id)
            .bind(person.0.as_slice())
            .bind(key)
            .bind(now)
            .execute(&mut *connection)
            .await?;
            if made.rows_affected() == 0 {
                return Ok(Written::Conflict);
            }
            join(connection, *person, *token, *now).await?;
        }
        Deed::DropPasskey { person, id } => {
            sqlx::query("DELETE FROM passkeys WHERE id = ? AND person = ?")
                .bind(id)
                .bind(person.0.as_slice())
                .execute(&mut *connection)
                .await?;
        }
        Deed::Enter { person, key, token, before, now } => {
            let theirs = whose(&mut *connection, key).await? == Some(*person);
            let only = only_here(&mut *connection, before.person, before.token).await?;
            if !theirs || only != before.only {
                return Ok(Written::Conflict);
            }
            sign_out(connection, before.token).await?;
            join(connection, *person, *token, *now).await?;
            if before.only {
                merge(connection, before.person, *person).await?;
            }
        }
        Deed::SignOut { person, device } => {
            // It is a person of its own again, but not the one it may have begun.
            sqlx::query("UPDATE devices SET person = ? WHERE id = ? AND person = ?")
                .bind(ids::random::<32>().as_slice())
                .bind(device)
                .bind(person.0.as_slice())
                .execute(&mut *connection)
                .await?;
        }
        Deed::SignOutOthers { person, token } => {
            sqlx::query(SIGN_OUT_OTHERS)
                .bind(person.0.as_slice())
                .bind(token.0.as_slice())
                .execute(&mut *connection)
                .await?;
        }
        Deed::Forget { person, token } => forget(connection, *person, *token).await?,
        Deed::Count { table, result } => {
            let new =
                sqlx::query("INSERT INTO counted (table_id) VALUES (?) ON CONFLICT DO NOTHING")
                    .bind(table)
                    .execute(&mut *connection)
                    .await?;
            if let Some(result) = result
                && new.rows_affected() > 0
            {
                count(connection, result).await?;
            }
        }
    }
    Ok(Written::Yes)
}

/// Each becomes a person of its own.
const SIGN_OUT_OTHERS: &str =
    "UPDATE devices SET person = randomblob(32) WHERE person = ?1 AND token <> ?2";

/// Whose key this is.
async fn whose(database: impl SqliteExecutor<'_>, key: &Key) -> Result<Option<Guest>, sqlx::Error> {
    let (asked, id) = match key {
        Key::Code(hash) => ("SELECT person FROM people WHERE code = ?", hash.as_slice()),
        Key::Passkey(id) => ("SELECT person FROM passkeys WHERE id = ?", id.as_slice()),
    };
    let person: Option<Vec<u8>> =
        sqlx::query_scalar(asked).bind(id).fetch_optional(database).await?;
    person.map(read_guest).transpose()
}

/// Whether a person has no key and no browser but this one.
async fn only_here(
    database: impl SqliteExecutor<'_>,
    person: Guest,
    token: Token,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT NOT EXISTS (SELECT 1 FROM people WHERE person = ?1 AND code IS NOT NULL) \
         AND NOT EXISTS (SELECT 1 FROM passkeys WHERE person = ?1) \
         AND NOT EXISTS (SELECT 1 FROM devices WHERE person = ?1 AND token <> ?2)",
    )
    .bind(person.0.as_slice())
    .bind(token.0.as_slice())
    .fetch_one(database)
    .await
}

/// Takes a browser among those of a person, unless it is there.
async fn join(
    connection: &mut SqliteConnection,
    person: Guest,
    token: Token,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO devices (token, person, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(token.0.as_slice())
    .bind(person.0.as_slice())
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// A browser's token is nobody's any more.
async fn sign_out(connection: &mut SqliteConnection, token: Token) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE devices SET person = ? WHERE token = ?")
        .bind(ids::random::<32>().as_slice())
        .bind(token.0.as_slice())
        .execute(connection)
        .await?;
    Ok(())
}

/// Gives the seats of one to the other, but not where the other has one already.
async fn merge(
    connection: &mut SqliteConnection,
    one: Guest,
    other: Guest,
) -> Result<(), sqlx::Error> {
    for change in [
        "UPDATE tables SET arranged = arranged + 1 WHERE id IN \
         (SELECT table_id FROM seats WHERE guest = ?1) \
         AND id NOT IN (SELECT table_id FROM seats WHERE guest = ?2)",
        "UPDATE seats SET guest = ?2 WHERE guest = ?1 \
         AND table_id NOT IN (SELECT table_id FROM seats WHERE guest = ?2)",
        "UPDATE tables SET opened_by = ?2 WHERE opened_by = ?1",
        "DELETE FROM people WHERE person = ?1",
        "DELETE FROM ratings WHERE person = ?1",
    ] {
        sqlx::query(change)
            .bind(one.0.as_slice())
            .bind(other.0.as_slice())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn forget(
    connection: &mut SqliteConnection,
    person: Guest,
    token: Token,
) -> Result<(), sqlx::Error> {
    let seats = sqlx::query(
        "SELECT table_id, seat FROM seats JOIN records USING (table_id) WHERE guest = ?",
    )
    .bind(person.0.as_slice())
    .fetch_all(&mut *connection)
    .await?;
    for seat in &seats {
        sqlx::query(
            "UPDATE records SET record = json_set(record, '$.names[' || ? || ']', ?) \
             WHERE table_id = ?",
        )
        .bind(seat.try_get::<u8, _>("seat")?)
        .bind(NAMELESS)
        .bind(seat.try_get::<&str, _>("table_id")?)
        .execute(&mut *connection)
        .await?;
    }
    for change in [
        "DELETE FROM people WHERE person = ?1",
        "DELETE FROM ratings WHERE person = ?1",
        "DELETE FROM subscriptions WHERE browser = ?2 \
         OR browser IN (SELECT token FROM devices WHERE person = ?1)",
        "DELETE FROM passkeys WHERE person = ?1",
        SIGN_OUT_OTHERS,
        // A browser whose person began with it is theirs without being listed.
        "DELETE FROM devices WHERE person = ?1 AND token = ?1",
        "UPDATE tables SET opened_by = NULL, arranged = arranged + 1 WHERE id IN \
         (SELECT table_id FROM records JOIN seats USING (table_id) WHERE guest = ?1)",
        "UPDATE seats SET name = ?3, crest = NULL, colour = NULL, guest = randomblob(32) \
         WHERE guest = ?1 \
         AND table_id IN (SELECT table_id FROM records)",
    ] {
        sqlx::query(change)
            .bind(person.0.as_slice())
            .bind(token.0.as_slice())
            .bind(NAMELESS)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn count(connection: &mut SqliteConnection, result: &Counting) -> Result<(), sqlx::Error> {
    let mut before = HashMap::new();
    for player in result.players() {
        let (person, bot) = key(player);
        let row = sqlx::query(
            "SELECT * FROM ratings WHERE game = ? AND seats = ? AND person = ? AND bot = ?",
        )
        .bind(&result.game)
        .bind(result.seats)
        .bind(person)
        .bind(bot)
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(row) = row {
            before.insert(player.clone(), read_rating(&row)?);
        }
    }
    for (player, Rating { rating, uncertainty, plays }) in result.after(&before) {
        let (person, bot) = key(&player);
        sqlx::query("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)")
            .bind(&result.game)
            .bind(result.seats)
            .bind(person)
            .bind(bot)
            .bind(rating)
            .bind(uncertainty)
            .bind(plays)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// How a player is called in the store.
fn key(player: &Player) -> (&[u8], &str) {
    match player {
        Player::Person(person) => (&person.0, ""),
        Player::Bot(bot) => (&[], bot),
    }
}

fn read_rating(row: &SqliteRow) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        uncertainty: row.try_get("uncertainty")?,
        plays: row.try_get("plays")?,
    })
}

fn read_profile(row: &SqliteRow) -> Result<Profile, sqlx::Error> {
    let Look { crest, colour } = read_look(row)?;
    Ok(Profile { name: row.try_get("name")?, crest, colour, rated: row.try_get("rated")? })
}

pub(super) fn read_look(row: &SqliteRow) -> Result<Look, sqlx::Error> {
    Ok(Look {
        crest: row.try_get::<Option<String>, _>("crest")?.map(read_word).transpose()?,
        colour: row.try_get::<Option<String>, _>("colour")?.map(read_word).transpose()?,
    })
}

/// The word for a crest or a colour.
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
