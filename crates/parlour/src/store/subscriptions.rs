//! The browsers through which people can be called. That is seldom written, and so waits for
//! nobody's moves: it does not go through the writer.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::Store;
use crate::guest::{Guest, Token};
use crate::push::Subscription;

impl Store {
    /// Keeps the subscription of a browser, which has one.
    pub(crate) async fn subscribe(
        &self,
        browser: Token,
        subscription: &Subscription,
    ) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT OR REPLACE INTO subscriptions (browser, endpoint, p256dh, auth, lang) \
             VALUES (?, ?, ?, ?, ?)",
        )
        .bind(browser.0.as_slice())
        .bind(&subscription.endpoint)
        .bind(&subscription.p256dh)
        .bind(&subscription.auth)
        .bind(if subscription.ja { "ja" } else { "en" })
        .execute(&self.readers)
        .await?;
        Ok(())
    }

    /// The subscriptions of a person's browsers, the oldest first.
    pub(crate) async fn subscriptions(
        &self,
        person: Guest,
    ) -> Result<Vec<Subscription>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT subscriptions.* FROM subscriptions \
             LEFT JOIN devices ON devices.token = browser \
             WHERE (browser = ?1 OR browser IN (SELECT token FROM devices WHERE person = ?1)) \
             AND COALESCE(person, browser) = ?1 ORDER BY subscriptions.rowid",
        )
        .bind(person.0.as_slice())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_subscription).collect()
    }

    /// Calls a browser no longer.
    pub(crate) async fn unsubscribe(&self, browser: Token) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM subscriptions WHERE browser = ?")
            .bind(browser.0.as_slice())
            .execute(&self.readers)
            .await?;
        Ok(())
    }

    /// Forgets an address at a push service.
    pub(crate) async fn forget_endpoint(&self, endpoint: &str) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM subscriptions WHERE endpoint = ?")
            .bind(endpoint)
            .execute(&self.readers)
            .await?;
        Ok(())
    }
}

fn read_subscription(row: &SqliteRow) -> Result<Subscription, sqlx::Error> {
    let lang: &str = row.try_get("lang")?;
    Ok(Subscription {
        endpoint: row.try_get("endpoint")?,
        p256dh: row.try_get("p256dh")?,
        auth: row.try_get("auth")?,
        ja: lang == "ja",
    })
}
