//! Storage of the operator's decisions: bans, blocked networks, invitations, reports and the audit log. They
//! are written so rarely that the writes bypass the store's writer, and so do not delay moves.

use serde::{Deserialize, Serialize};
use session::guest::Guest;
use zashiki_core::LocalizedText;

use super::database::{Query, Row, query};
use super::handle::Store;
use super::rows::to_json;
use super::rows::{decode, read, read_guest};

/// A ban of a person or a block of a network: its end and start (milliseconds since 1970) and its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ban {
    /// The end, in milliseconds since 1970; `None` if the ban is permanent.
    pub(crate) until: Option<i64>,
    pub(crate) reason: String,
    pub(crate) since: i64,
}

impl Ban {
    /// Returns true if the ban or block is in force at `now` (milliseconds since 1970).
    pub(crate) fn holds(&self, now: i64) -> bool {
        self.until.is_none_or(|until| until > now)
    }
}

/// The server's mode and the operator's announcement.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ServerState {
    pub(crate) mode: crate::protocol::Mode,
    /// The text of the announcement, if there is one.
    pub(crate) text: Option<LocalizedText>,
    /// The announced time of the server's shutdown, in milliseconds since 1970.
    pub(crate) closes_at: Option<i64>,
    /// The id of the announcement, which is new after each change; empty without an announcement.
    pub(crate) id: String,
}

/// Name of the row in the database table `house` that contains the server state.
const STATE: &str = "operator";

/// A new report by a player about another person's name.
pub(crate) struct Report {
    pub(crate) reporter: Guest,
    pub(crate) table: String,
    pub(crate) seat: u8,
    pub(crate) person: Guest,
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A report as read from the database.
pub(crate) struct StoredReport {
    pub(crate) id: i64,
    pub(crate) at: i64,
    pub(crate) reporter: Option<Guest>,
    pub(crate) table: String,
    pub(crate) seat: u8,
    pub(crate) person: Option<Guest>,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) done: bool,
}

/// An invitation as read from the database, without its code: only the code's hash is stored.
pub(crate) struct Invitation {
    pub(crate) id: i64,
    pub(crate) uses: i64,
    pub(crate) until: Option<i64>,
    pub(crate) note: String,
    pub(crate) since: i64,
}

/// An entry of the audit log: an executed operator command that changed something.
pub(crate) struct Audited {
    pub(crate) id: i64,
    pub(crate) at: i64,
    pub(crate) actor: String,
    pub(crate) command: String,
    pub(crate) person: Option<Guest>,
    pub(crate) details: String,
}

/// A search filter for tables; a field that is `None` does not restrict the search.
#[derive(Default)]
pub(crate) struct TableFilter<'a> {
    pub(crate) game: Option<&'a str>,
    pub(crate) state: Option<&'a str>,
    pub(crate) person: Option<Guest>,
    /// Finds only tables created before this time, in milliseconds since 1970.
    pub(crate) before: i64,
    pub(crate) limit: u32,
}

/// A person found by a search, with the number of tables at which the person has a seat.
pub(crate) struct FoundPerson {
    pub(crate) person: Guest,
    pub(crate) name: String,
    pub(crate) tables: i64,
}

/// The states of a table: the name of each state, and the SQL condition for it.
pub(crate) const STATES: [(&str, &str); 4] = [
    ("waiting", "secret IS NOT NULL AND NOT cancelled"),
    ("cancelled", "cancelled"),
    ("playing", "secret IS NULL AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)"),
    ("finished", "secret IS NULL AND EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)"),
];

impl Store {
    /// The server's mode and announcement.
    pub(crate) async fn server_state(&self) -> Result<ServerState, sqlx::Error> {
        let stored = query("SELECT value FROM house WHERE name = $1").bind(STATE);
        match stored.scalar::<Vec<u8>>(&mut *self.pool()).await? {
            Some(bytes) => {
                let text = String::from_utf8(bytes).map_err(|_| decode("the state is UTF-8"))?;
                read(&text)
            }
            None => Ok(ServerState::default()),
        }
    }

    /// Stores the server's mode and announcement.
    pub(crate) async fn set_server_state(&self, state: &ServerState) -> Result<(), sqlx::Error> {
        self.done(
            query(
                "INSERT INTO house (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = $2",
            )
            .bind(STATE)
            .bind(to_json(state).into_bytes()),
        )
        .await
        .map(drop)
    }

    /// The bans of all people, latest first.
    pub(crate) async fn bans(&self) -> Result<Vec<(Guest, Ban)>, sqlx::Error> {
        let rows = query("SELECT * FROM bans ORDER BY since DESC").all(&mut *self.pool()).await?;
        rows.iter().map(|row| Ok((read_guest(row.get("person")?)?, read_ban(row)?))).collect()
    }

    /// Bans a person, or lifts the ban if `ban` is `None`. Returns true if anything changed.
    pub(crate) async fn set_ban(
        &self,
        person: Guest,
        ban: Option<&Ban>,
    ) -> Result<bool, sqlx::Error> {
        let person = person.0.as_slice();
        let changed = match ban {
            None => query("DELETE FROM bans WHERE person = $1").bind(person),
            Some(ban) => query(
                "INSERT INTO bans (person, until, reason, since) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (person) DO UPDATE SET until = $2, reason = $3, since = $4",
            )
            .bind(person)
            .bind(ban.until)
            .bind(&ban.reason)
            .bind(ban.since),
        };
        Ok(self.done(changed).await? > 0)
    }

    /// The blocks of all networks, latest first.
    pub(crate) async fn blocks(&self) -> Result<Vec<(String, Ban)>, sqlx::Error> {
        let rows = query("SELECT * FROM blocks ORDER BY since DESC").all(&mut *self.pool()).await?;
        rows.iter().map(|row| Ok((row.get("network")?, read_ban(row)?))).collect()
    }

    /// Blocks a network, or lifts the block if `ban` is `None`. Returns true if anything changed.
    pub(crate) async fn set_block(
        &self,
        network: &str,
        ban: Option<&Ban>,
    ) -> Result<bool, sqlx::Error> {
        let changed = match ban {
            None => query("DELETE FROM blocks WHERE network = $1").bind(network),
            Some(ban) => query(
                "INSERT INTO blocks (network, until, reason, since) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (network) DO UPDATE SET until = $2, reason = $3, since = $4",
            )
            .bind(network)
            .bind(ban.until)
            .bind(&ban.reason)
            .bind(ban.since),
        };
        Ok(self.done(changed).await? > 0)
    }

    /// Returns true if the person has accepted an invitation.
    pub(crate) async fn is_invited(&self, person: Guest) -> Result<bool, sqlx::Error> {
        let invited = query("SELECT invited FROM people WHERE person = $1");
        let invited = invited.bind(person.0.as_slice()).scalar(&mut *self.pool()).await?;
        Ok(invited.unwrap_or_default())
    }

    /// Records that a person uses the invitation with this hashed code. Returns false if the invitation is
    /// invalid.
    pub(crate) async fn invite(
        &self,
        person: Guest,
        code: [u8; 32],
        now: i64,
    ) -> Result<bool, sqlx::Error> {
        let used = query(
            "UPDATE invitations SET uses = uses - 1 \
             WHERE code = $1 AND uses > 0 AND (until IS NULL OR until > $2)",
        );
        if self.done(used.bind(code.as_slice()).bind(now)).await? == 0 {
            return Ok(false);
        }
        let invited = query(
            "INSERT INTO people (person, invited) VALUES ($1, $2) \
             ON CONFLICT (person) DO UPDATE SET invited = $2",
        );
        self.done(invited.bind(person.0.as_slice()).bind(true)).await?;
        Ok(true)
    }

    /// Stores an invitation with the hash of its code.
    pub(crate) async fn add_invitation(
        &self,
        code: [u8; 32],
        Invitation { uses, until, note, since, .. }: &Invitation,
    ) -> Result<(), sqlx::Error> {
        self.done(
            query("INSERT INTO invitations (code, uses, until, note, since) VALUES ($1, $2, $3, $4, $5)")
                .bind(code.as_slice())
                .bind(*uses)
                .bind(*until)
                .bind(note)
                .bind(*since),
        )
        .await
        .map(drop)
    }

    /// All invitations, oldest first.
    pub(crate) async fn invitations(&self) -> Result<Vec<Invitation>, sqlx::Error> {
        let rows = query("SELECT * FROM invitations ORDER BY id").all(&mut *self.pool()).await?;
        let invitation = |row: &Row| {
            Ok(Invitation {
                id: row.get("id")?,
                uses: row.get("uses")?,
                until: row.get("until")?,
                note: row.get("note")?,
                since: row.get("since")?,
            })
        };
        rows.iter().map(invitation).collect()
    }

    /// Deletes an invitation. Returns true if it existed.
    pub(crate) async fn revoke(&self, id: i64) -> Result<bool, sqlx::Error> {
        Ok(self.done(query("DELETE FROM invitations WHERE id = $1").bind(id)).await? > 0)
    }

    /// Stores a report. Returns false if there are already `most` open reports. A second report of the same
    /// seat by the same person has no effect.
    pub(crate) async fn report(
        &self,
        Report { reporter, table, seat, person, name, text }: &Report,
        now: i64,
        most: u32,
    ) -> Result<bool, sqlx::Error> {
        let open: i64 = query("SELECT COUNT(*) FROM reports WHERE NOT done")
            .the_scalar(&mut *self.pool())
            .await?;
        if open >= i64::from(most) {
            return Ok(false);
        }
        self.done(
            query(
                "INSERT INTO reports (at, reporter, seat_of, seat, person, name, text) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
            )
            .bind(now)
            .bind(reporter.0.as_slice())
            .bind(table)
            .bind(*seat)
            .bind(person.0.as_slice())
            .bind(name)
            .bind(text),
        )
        .await?;
        Ok(true)
    }

    /// The reports about names, latest first: only those that are open, or all.
    pub(crate) async fn reports(
        &self,
        all: bool,
        limit: u32,
    ) -> Result<Vec<StoredReport>, sqlx::Error> {
        let rows = query("SELECT * FROM reports WHERE $1 OR NOT done ORDER BY id DESC LIMIT $2")
            .bind(all)
            .bind(limit)
            .all(&mut *self.pool())
            .await?;
        let report = |row: &Row| {
            let guest = |bytes: Option<Vec<u8>>| bytes.map(read_guest).transpose();
            Ok(StoredReport {
                id: row.get("id")?,
                at: row.get("at")?,
                reporter: guest(row.get("reporter")?)?,
                table: row.get("seat_of")?,
                seat: row.number("seat")?,
                person: guest(row.get("person")?)?,
                name: row.get("name")?,
                text: row.get("text")?,
                done: row.get("done")?,
            })
        };
        rows.iter().map(report).collect()
    }

    /// Marks a report as done. Returns true if the report exists.
    pub(crate) async fn close_report(&self, id: i64) -> Result<bool, sqlx::Error> {
        let done = query("UPDATE reports SET done = $1 WHERE id = $2").bind(true).bind(id);
        Ok(self.done(done).await? > 0)
    }

    /// Adds an entry to the audit log.
    pub(crate) async fn audit(&self, entry: &Audited) -> Result<(), sqlx::Error> {
        self.done(
            query("INSERT INTO audit (at, actor, command, person, details) VALUES ($1, $2, $3, $4, $5)")
                .bind(entry.at)
                .bind(&entry.actor)
                .bind(&entry.command)
                .bind(entry.person.as_ref().map(|person| person.0.as_slice()))
                .bind(&entry.details),
        )
        .await
        .map(drop)
    }

    /// The latest entries of the audit log, newest first; at most `limit`.
    pub(crate) async fn audited(&self, limit: u32) -> Result<Vec<Audited>, sqlx::Error> {
        let rows = query("SELECT * FROM audit ORDER BY id DESC LIMIT $1");
        let rows = rows.bind(limit).all(&mut *self.pool()).await?;
        let entry = |row: &Row| {
            Ok(Audited {
                id: row.get("id")?,
                at: row.get("at")?,
                actor: row.get("actor")?,
                command: row.get("command")?,
                person: row.get::<Option<Vec<u8>>>("person")?.map(read_guest).transpose()?,
                details: row.get("details")?,
            })
        };
        rows.iter().map(entry).collect()
    }

    /// The ids and states of the tables that match a filter, most recently created first.
    pub(crate) async fn find_tables(
        &self,
        wanted: &TableFilter<'_>,
    ) -> Result<Vec<(String, String)>, sqlx::Error> {
        let cases = STATES.map(|(name, is)| format!("WHEN {is} THEN '{name}'")).join(" ");
        let state = STATES.iter().find(|(name, _)| Some(*name) == wanted.state);
        let state = state.map_or("1 = 1", |(_, is)| is);
        let rows = query(format!(
            "SELECT id, CASE {cases} END AS state FROM tables WHERE created < $1 \
             AND ($2 = '' OR game = $2) AND ({state}) AND ($3 OR opened_by = $4 \
             OR id IN (SELECT table_id FROM seats WHERE guest = $4)) \
             ORDER BY created DESC, id LIMIT $5"
        ))
        .bind(wanted.before)
        .bind(wanted.game.unwrap_or_default())
        .bind(wanted.person.is_none())
        .bind(wanted.person.map_or(Vec::new(), |person| person.0.to_vec()))
        .bind(wanted.limit)
        .all(&mut *self.pool())
        .await?;
        rows.iter().map(|row| Ok((row.get("id")?, row.get("state")?))).collect()
    }

    /// People whose name at a seat or in the profile contains `text`, ignoring case; at most `limit`.
    pub(crate) async fn find_people(
        &self,
        text: &str,
        limit: u32,
    ) -> Result<Vec<FoundPerson>, sqlx::Error> {
        let like: String = text
            .to_lowercase()
            .chars()
            .flat_map(|letter| match letter {
                '%' | '_' | '\\' => vec!['\\', letter],
                _ => vec![letter],
            })
            .collect();
        self.found(
            query(
                "SELECT person, MIN(name) AS name, (SELECT COUNT(DISTINCT table_id) FROM seats \
                 WHERE guest = person) AS tables FROM (SELECT person, name FROM people \
                 UNION SELECT guest, name FROM seats WHERE guest IS NOT NULL) AS everybody \
                 WHERE LOWER(name) LIKE $1 ESCAPE '\\' GROUP BY person ORDER BY tables DESC, person \
                 LIMIT $2",
            )
            .bind(format!("%{like}%"))
            .bind(limit),
        )
        .await
    }

    /// People whose id is in the range `from..=to`, in order of their ids; at most `limit`.
    pub(crate) async fn people_between(
        &self,
        from: [u8; 32],
        to: [u8; 32],
        limit: u32,
    ) -> Result<Vec<FoundPerson>, sqlx::Error> {
        self.found(
            query(
                "SELECT person, MAX(name) AS name, (SELECT COUNT(DISTINCT table_id) FROM seats \
                 WHERE guest = person) AS tables FROM (SELECT person, name FROM people \
                 UNION SELECT guest, name FROM seats WHERE guest IS NOT NULL \
                 UNION SELECT opened_by, '' FROM tables WHERE opened_by IS NOT NULL \
                 UNION SELECT person, '' FROM bans) AS everybody \
                 WHERE person >= $1 AND person <= $2 GROUP BY person ORDER BY person LIMIT $3",
            )
            .bind(from.as_slice())
            .bind(to.as_slice())
            .bind(limit),
        )
        .await
    }

    async fn found(&self, query: Query) -> Result<Vec<FoundPerson>, sqlx::Error> {
        let rows = query.all(&mut *self.pool()).await?;
        let found = |row: &Row| {
            let person = read_guest(row.get("person")?)?;
            Ok(FoundPerson { person, name: row.get("name")?, tables: row.get("tables")? })
        };
        rows.iter().map(found).collect()
    }

    /// Changes the name in a person's profile. Does nothing if the person has no profile.
    pub(crate) async fn rename_profile(
        &self,
        person: Guest,
        name: &str,
    ) -> Result<(), sqlx::Error> {
        let renamed = query("UPDATE people SET name = $1 WHERE person = $2");
        self.done(renamed.bind(name).bind(person.0.as_slice())).await.map(drop)
    }

    /// Returns the disk space of deleted rows to the file system. Writes must wait meanwhile.
    pub(crate) async fn vacuum(&self) -> Result<(), sqlx::Error> {
        self.done(query("VACUUM")).await.map(drop)
    }

    async fn done(&self, query: Query) -> Result<u64, sqlx::Error> {
        query.execute(&mut *self.pool()).await
    }
}

fn read_ban(row: &Row) -> Result<Ban, sqlx::Error> {
    Ok(Ban { until: row.get("until")?, reason: row.get("reason")?, since: row.get("since")? })
}
