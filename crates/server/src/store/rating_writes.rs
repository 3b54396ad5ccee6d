//! Writes of ratings and of their history to the database.

use std::collections::HashMap;

use session::guest::Guest;

use super::database::{Row, Sql, query};
use super::rows::{read_guest, read_rating};
use crate::users::ratings::{self, Counting, Opponent, Player, RECENT, Rating};

/// Applies the result of a match: updates people's ratings, and adds a row to the rating history for each
/// participant. The history also records how often the same people have met.
pub(super) async fn count(connection: &mut dyn Sql, result: &Counting) -> Result<(), sqlx::Error> {
    let (mut before, mut recent) = (HashMap::new(), HashMap::new());
    for player in result.players() {
        let rating = match player {
            Player::Bot(bot) => ratings::of_bot(&result.game, result.seats, bot),
            Player::Person(person) => {
                recent.insert(player.clone(), opponents(connection, result, *person).await?);
                rating(connection, result, *person).await?
            }
        };
        before.extend(rating.map(|rating| (player.clone(), rating)));
    }
    let after = result.after(&before, &recent);
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

/// The rating of a person before a result; `None` for a person without one.
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

/// A person's opponents in recent matches before a result. If there are very many, only the latest are
/// returned.
async fn opponents(
    connection: &mut dyn Sql,
    result: &Counting,
    person: Guest,
) -> Result<Vec<Opponent>, sqlx::Error> {
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
    .bind(recent_since(result.at))
    .all(&mut *connection)
    .await?;
    let met = |row: &Row| {
        let bot: String = row.get("bot")?;
        let player = match bot.is_empty() {
            true => Player::Person(read_guest(row.get("person")?)?),
            false => Player::Bot(bot),
        };
        Ok(Opponent { table: row.get("table_id")?, player, newcomer: row.get("newcomer")? })
    };
    rows.iter().map(met).collect()
}

/// The start of the period before `at` in which results count as recent, in milliseconds since 1970.
fn recent_since(at: i64) -> i64 {
    at - i64::try_from(RECENT.as_millis()).unwrap_or(i64::MAX)
}

/// Adds a row to the rating history. A bot's rows are needed only as its opponents' recent matches, so its
/// older rows are deleted.
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
        .bind(recent_since(result.at))
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

/// The columns that identify a player in the database: the person's id, and the bot's id. One of them is
/// empty.
fn key(player: &Player) -> (&[u8], &str) {
    match player {
        Player::Person(person) => (&person.0, ""),
        Player::Bot(bot) => (&[], bot),
    }
}
