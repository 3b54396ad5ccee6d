//! Writes of new tables, of changes to their seats and settings, and of the seed exchange.

use session::guest::Guest;
use session::table::seed::SeedState;
use session::table::setup::{Sitter, TableSetup};
use session::table::summary::TableSummary;
use zashiki_core::{Bytes32, Deal};

use super::database::{Sql, Value, query};
use super::rows::{to_json, word};
use super::write_result::WriteResult;
use crate::protocol::Look;

/// Stores a new table with its seats and its first summary.
pub(super) async fn found(
    connection: &mut dyn Sql,
    setup: &TableSetup,
    sitters: &[Sitter],
    summary: &TableSummary,
) -> Result<WriteResult, sqlx::Error> {
    let (secret, seed, deal) = match &setup.deal {
        SeedState::Not(secret) => (Some(secret.0.as_slice()), 0, None),
        SeedState::Yes(seed, deal) => (None, *seed, deal.as_ref()),
    };
    let inserted = query(
        "INSERT INTO tables \
         (id, game, rules_version, options, components, seed, created, rematch_of, program, \
         opened_by, position, standing, terms, timed, rated, begun, secret, deal) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&setup.id)
    .bind(&setup.game)
    .bind(setup.rules_version)
    .bind(setup.options.to_string())
    .bind(setup.components.as_deref())
    .bind(seed.cast_signed())
    .bind(setup.created)
    .bind(setup.rematch_of.as_deref())
    .bind(setup.program.as_deref())
    .bind(setup.opened_by.as_ref().map(|guest| guest.0.as_slice()))
    .bind(setup.position.as_ref().map(|position| position.to_string()))
    .bind(to_json(summary))
    .bind(terms(setup))
    .bind(setup.terms.time.is_some())
    .bind(setup.terms.rated)
    .bind(setup.begun().then_some(setup.begun_at))
    .bind(secret)
    .bind(deal.map(to_json))
    .execute(&mut *connection)
    .await?;
    if inserted == 0 {
        return Ok(WriteResult::Conflict);
    }
    seat(connection, setup, sitters).await?;
    Ok(WriteResult::Yes)
}

/// Stores changed seats, options and settings of a table, unless its setup was changed after the first
/// `known` times.
pub(super) async fn arrange(
    connection: &mut dyn Sql,
    known: u64,
    setup: &TableSetup,
    sitters: &[Sitter],
    summary: &TableSummary,
) -> Result<WriteResult, sqlx::Error> {
    let updated = query(
        "UPDATE tables SET options = $1, terms = $2, timed = $3, rated = $4, cancelled = $5, \
         standing = CASE WHEN begun IS NULL THEN $6 ELSE standing END, arranged = arranged + 1 \
         WHERE id = $7 AND arranged = $8",
    )
    .bind(setup.options.to_string())
    .bind(terms(setup))
    .bind(setup.terms.time.is_some())
    .bind(setup.terms.rated)
    .bind(setup.cancelled)
    .bind(to_json(summary))
    .bind(&setup.id)
    .bind(known.cast_signed())
    .execute(&mut *connection)
    .await?;
    if updated == 0 {
        return Ok(WriteResult::Conflict);
    }
    query("DELETE FROM seats WHERE table_id = $1")
        .bind(&setup.id)
        .execute(&mut *connection)
        .await?;
    seat(connection, setup, sitters).await?;
    Ok(WriteResult::Yes)
}

/// Value in the column `bot` for a seat whose guest is not a person but a program with a bot account.
const ACCOUNT: &str = "account";

/// Stores the occupants of a table's seats.
async fn seat(
    connection: &mut dyn Sql,
    setup: &TableSetup,
    sitters: &[Sitter],
) -> Result<(), sqlx::Error> {
    let row = |(seat, sitter): (u8, &Sitter)| -> [Value; 7] {
        let (guest, name, look, bot) = match sitter {
            Sitter::Nobody => (None, "", Look::default(), None),
            Sitter::Person { guest, name, look, program } => {
                let bot = program.then_some(ACCOUNT);
                (Some(guest.0.as_slice()), name.as_str(), *look, bot)
            }
            Sitter::Bot { bot } => (None, "", Look::default(), Some(bot.as_str())),
        };
        [
            (&setup.id).into(),
            seat.into(),
            guest.into(),
            name.into(),
            look.crest.map(word).into(),
            look.colour.map(word).into(),
            bot.into(),
        ]
    };
    query("INSERT INTO seats (table_id, seat, guest, name, crest, colour, bot) ")
        .rows(7, (0u8..).zip(sitters).flat_map(row).collect())
        .execute(connection)
        .await?;
    Ok(())
}

fn terms(setup: &TableSetup) -> String {
    serde_json::to_string(&setup.terms).expect("terms are plain data")
}

/// Stores a seated guest's commitment to a share of the seed. Once any share has been revealed, no new
/// commitment is accepted, since it could be chosen to fit that share.
pub(super) async fn promise(
    connection: &mut dyn Sql,
    table: &str,
    guest: Guest,
    hash: Bytes32,
) -> Result<WriteResult, sqlx::Error> {
    let kept = query(
        "INSERT INTO shares (table_id, guest, hash) SELECT id, $1, $2 FROM tables \
         WHERE id = $3 AND secret IS NOT NULL \
         AND EXISTS (SELECT 1 FROM seats WHERE table_id = $3 AND guest = $1) \
         AND NOT EXISTS (SELECT 1 FROM shares WHERE table_id = $3 AND share IS NOT NULL) \
         ON CONFLICT (table_id, guest) DO UPDATE SET hash = excluded.hash, void = FALSE",
    )
    .bind(guest.0.as_slice())
    .bind(hash.0.as_slice())
    .bind(table)
    .execute(connection)
    .await?;
    Ok(if kept == 1 { WriteResult::Yes } else { WriteResult::Conflict })
}

/// Stores the revealed share of a guest who has committed to it, unless the match has started.
pub(super) async fn add(
    connection: &mut dyn Sql,
    table: &str,
    guest: Guest,
    share: Bytes32,
) -> Result<WriteResult, sqlx::Error> {
    let kept =
        query("UPDATE shares SET share = $1 WHERE table_id = $2 AND guest = $3 AND NOT void")
            .bind(share.0.as_slice())
            .bind(table)
            .bind(guest.0.as_slice())
            .execute(connection)
            .await?;
    Ok(if kept == 1 { WriteResult::Yes } else { WriteResult::Conflict })
}

/// Voids all commitments to shares of a table's seed, and deletes the revealed shares. The guests who had
/// committed stay recorded.
pub(super) async fn void(connection: &mut dyn Sql, table: &str) -> Result<(), sqlx::Error> {
    query("UPDATE shares SET share = NULL, void = TRUE WHERE table_id = $1")
        .bind(table)
        .execute(connection)
        .await?;
    Ok(())
}

/// Starts a match: stores its seed, the seed's origin and the summary. Returns [`WriteResult::Conflict`] if
/// the match has already started.
pub(super) async fn begin(
    connection: &mut dyn Sql,
    table: &str,
    seed: u64,
    deal: &Deal,
    time: i64,
    summary: &TableSummary,
) -> Result<WriteResult, sqlx::Error> {
    let begun = query(
        "UPDATE tables SET secret = NULL, seed = $1, deal = $2, begun = $3, standing = $4 \
         WHERE id = $5 AND secret IS NOT NULL",
    )
    .bind(seed.cast_signed())
    .bind(to_json(deal))
    .bind(time)
    .bind(to_json(summary))
    .bind(table)
    .execute(&mut *connection)
    .await?;
    if begun == 0 {
        return Ok(WriteResult::Conflict);
    }
    query("DELETE FROM shares WHERE table_id = $1").bind(table).execute(connection).await?;
    Ok(WriteResult::Yes)
}
