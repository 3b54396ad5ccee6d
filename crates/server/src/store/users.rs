//! Queries about people, their browsers and their ratings. A person who has not changed any settings has no
//! row.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use session::guest::Guest;

use super::database::{Dialect, Row, query};
use super::handle::Store;
use super::rows::{read_guest, read_profile, read_rating};
use super::user_writes::{Key, is_only_credential, owner_of};
use crate::protocol::{Device, Passkey, Played, Profile};
use crate::users::guest::Token;
use crate::users::ratings::{PROVISIONAL, Player, Rating};

/// An entry in the list of the highest ratings.
pub(crate) struct Listed {
    pub(crate) player: Player,
    pub(crate) profile: Profile,
    pub(crate) rating: Rating,
}

/// A person's rating at a game with a certain number of seats.
pub(crate) struct Rated {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) rating: Rating,
}

impl Store {
    /// The person that this browser is signed in as; `None` if the browser was never signed in, so that it is
    /// a person by itself.
    pub(crate) async fn person_of(&self, token: Token) -> Result<Option<Guest>, sqlx::Error> {
        let person: Option<Vec<u8>> = query("SELECT person FROM devices WHERE token = $1")
            .bind(token.0.as_slice())
            .scalar(&mut *self.pool())
            .await?;
        person.map(read_guest).transpose()
    }

    /// A person's profile; the boolean is true if the person has a recovery code.
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

    /// The person that this credential belongs to; `None` if it is unknown.
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

    /// The public key of the passkey with this id; `None` if it is unknown.
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

    /// The browsers that are linked to a person, oldest first. `this` is the browser of the request, which is
    /// marked in the result.
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

    /// The tables at which `one` has a seat; each boolean is true if `other` has a seat there too.
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

    /// The ids of tables whose stored data contains a person's id, in alphabetical order, beginning after the
    /// id `after`; at most `limit`.
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

    /// The numbers of a person's finished matches and wins for each game, most played game first.
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

    /// The ratings of a person at all games and numbers of seats.
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

    /// A person's rating at a game with this number of seats after each rated match: the table, the end time
    /// and the rating. Contains at most the `limit` newest matches, oldest first.
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

    /// The people with the highest ratings at a game with this number of seats, at most `limit`. Only people
    /// who take part in ratings are listed, and those with provisional ratings come last.
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

    /// The ids of finished rated matches whose results have not been applied to the ratings yet, oldest table
    /// first.
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

/// The SQL query for [`Store::played`]. Abandoned matches do not count.
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
