//! Removal of people from their tables, and deletion of their data.

use std::sync::Arc;

use session::guest::Guest;

use crate::error::Refused;
use crate::room::command::Command;
use crate::rooms::Rooms;
use crate::store::UserWrite;
use crate::users::Users;

/// Number of tables changed in one transaction when a person is removed from many tables.
const TABLE_BATCH: u32 = 50;

/// Removes people from tables and deletes their data.
#[derive(Clone)]
pub(crate) struct Departure {
    pub(crate) users: Arc<Users>,
    pub(crate) rooms: Rooms,
}

impl Departure {
    /// Deletes or anonymizes all data about a person. First the person leaves all unfinished tables, and bots
    /// take over their seats.
    pub(crate) async fn forget_person(&self, person: Guest) -> Result<(), Refused> {
        self.withdraw(person).await?;
        self.leave_tables(person, None).await?;
        self.users.played.forget(person);
        self.users.write(UserWrite::Forget { person }).await.map(drop)
    }

    /// Makes a person leave all unfinished tables: a bot takes over in matches in progress, and waiting
    /// tables that the person created are cancelled.
    pub(crate) async fn withdraw(&self, person: Guest) -> Result<(), Refused> {
        for table in self.users.store.unfinished_of(person).await? {
            let withdraw = |reply| Command::Withdraw { guest: person, reply };
            let left = match self.rooms.ask(&table, withdraw).await {
                Ok((_, left)) => left,
                Err(refused) => Err(refused),
            };
            if let Err(refused) = left {
                // A match with an unsupported rules version cannot continue anyway; the name is deleted there
                // too.
                tracing::warn!(?refused, "a table that a person leaves cannot be loaded");
            }
        }
        Ok(())
    }

    /// Removes a person's name and id from all tables. With a `name`, the person keeps the seats and is shown
    /// by that name.
    pub(crate) async fn leave_tables(
        &self,
        person: Guest,
        name: Option<&str>,
    ) -> Result<(), Refused> {
        let mut after = String::new();
        loop {
            let tables = self.users.store.tables_with(person, &after, TABLE_BATCH).await?;
            let Some(last) = tables.last() else { return Ok(()) };
            after.clone_from(last);
            let name = name.map(str::to_owned);
            self.users
                .write(UserWrite::LeaveTables { person, name, tables: tables.clone() })
                .await?;
            self.rooms.reload_occupants(tables.iter()).await;
        }
    }
}
