//! Conversion between the rows of the database and the types of the program.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use session::guest::Guest;
use session::table::change::{Change, ChangeKind};
use session::table::seed::{Contribution, SeedState};
use session::table::setup::{Sitter, TableSetup};
use session::table::summary::TableSummary;
use zashiki_core::{Bytes32, Seat};

use super::database::Row;
use crate::protocol::{Look, Profile};
use crate::users::ratings::Rating;

/// The stored data of a table that can be read without knowledge of the game's rules.
#[derive(Clone, Debug)]
pub(crate) struct StoredTableRow {
    pub(crate) setup: TableSetup,
    /// Time of the last change, in milliseconds since 1970.
    pub(crate) changed: i64,
    /// The summary after the last change; `None` if an older program wrote that change.
    pub(crate) summary: Option<TableSummary>,
}

pub(super) fn read_setup(row: &Row) -> Result<TableSetup, sqlx::Error> {
    let position: Option<String> = row.get("position")?;
    let terms: Option<String> = row.get("terms")?;
    Ok(TableSetup {
        id: row.get("id")?,
        game: row.get("game")?,
        rules_version: row.number("rules_version")?,
        options: read(&row.get::<String>("options")?)?,
        components: row.get("components")?,
        deal: read_deal(row)?,
        created: row.get("created")?,
        rematch_of: row.get("rematch_of")?,
        program: row.get("program")?,
        opened_by: row.get::<Option<Vec<u8>>>("opened_by")?.map(read_guest).transpose()?,
        position: position.as_deref().map(read).transpose()?,
        terms: terms.as_deref().map(read).transpose()?.unwrap_or_default(),
        begun_at: row.get::<Option<i64>>("begun")?.unwrap_or_default(),
        cancelled: row.get("cancelled")?,
        arranged: row.get::<i64>("arranged")?.cast_unsigned(),
        compacted: row.get::<Option<i64>>("compacted")?.map(i64::cast_unsigned),
    })
}

/// The state of a table's seed exchange. The exchange is finished once the column `secret` is empty; the seed
/// is then stored in the column `seed`.
fn read_deal(row: &Row) -> Result<SeedState, sqlx::Error> {
    if let Some(secret) = row.get::<Option<Vec<u8>>>("secret")? {
        return read_bytes(secret).map(SeedState::Not);
    }
    let deal: Option<String> = row.get("deal")?;
    let seed = row.get::<i64>("seed")?.cast_unsigned();
    Ok(SeedState::Yes(seed, deal.as_deref().map(read).transpose()?))
}

/// Parses the JSON text of a column.
pub(super) fn read<T: DeserializeOwned>(json: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(json).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn read_bytes(bytes: Vec<u8>) -> Result<Bytes32, sqlx::Error> {
    bytes.try_into().map(Bytes32).map_err(|_| decode("a secret, a hash and a share are 32 bytes"))
}

pub(super) fn read_part(row: &Row) -> Result<Contribution, sqlx::Error> {
    let share: Option<Vec<u8>> = row.get("share")?;
    Ok(Contribution {
        guest: read_guest(row.get("guest")?)?,
        hash: read_bytes(row.get("hash")?)?,
        share: share.map(read_bytes).transpose()?,
        void: row.get("void")?,
    })
}

pub(super) fn read_filed(row: &Row) -> Result<StoredTableRow, sqlx::Error> {
    let setup = read_setup(row)?;
    let changed: Option<i64> = row.get("at")?;
    let summary = read_standing(row, if changed.is_some() { "last" } else { "standing" })?;
    Ok(StoredTableRow { changed: changed.unwrap_or(setup.created), setup, summary })
}

pub(super) fn read_standing(row: &Row, column: &str) -> Result<Option<TableSummary>, sqlx::Error> {
    let text: Option<String> = row.get(column)?;
    text.as_deref().map(read).transpose()
}

pub(super) fn read_guest(bytes: Vec<u8>) -> Result<Guest, sqlx::Error> {
    bytes.try_into().map(Guest).map_err(|_| decode("a guest is 32 bytes"))
}

pub(super) fn read_sitter(row: &Row) -> Result<Sitter, sqlx::Error> {
    let guest: Option<Vec<u8>> = row.get("guest")?;
    let bot: Option<String> = row.get("bot")?;
    Ok(match (guest, bot) {
        (Some(guest), bot) => Sitter::Person {
            guest: read_guest(guest)?,
            name: row.get("name")?,
            look: read_look(row)?,
            program: bot.is_some(),
        },
        (None, Some(bot)) => Sitter::Bot { bot },
        (None, None) => Sitter::Nobody,
    })
}

pub(super) fn read_change(row: &Row) -> Result<Change, sqlx::Error> {
    let kind = ChangeKind::read(&row.get::<String>("kind")?, row.get("action")?)
        .ok_or_else(|| decode("a change is of a known kind"))?;
    let seat = Seat(row.number("seat")?);
    Ok(Change {
        seat,
        kind,
        client_id: row.get("client_id")?,
        at: row.get("at")?,
        time: row.get("time")?,
    })
}

pub(super) fn decode(why: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(why.into())
}

pub(super) fn read_rating(row: &Row) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        rating: row.get("rating")?,
        uncertainty: row.get("uncertainty")?,
        plays: row.number("plays")?,
    })
}

pub(super) fn read_profile(row: &Row) -> Result<Profile, sqlx::Error> {
    let Look { crest, colour } = read_look(row)?;
    Ok(Profile { name: row.get("name")?, crest, colour, rated: row.get("rated")? })
}

fn read_look(row: &Row) -> Result<Look, sqlx::Error> {
    Ok(Look {
        crest: row.get::<Option<String>>("crest")?.map(read_word).transpose()?,
        colour: row.get::<Option<String>>("colour")?.map(read_word).transpose()?,
    })
}

/// The word by which a crest or a colour is stored.
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

pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("stored values are plain data")
}
