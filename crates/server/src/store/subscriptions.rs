//! Storage of web push subscriptions. They are written so rarely that the writes bypass the store's writer,
//! and so do not delay moves.

use session::guest::Guest;

use super::database::{Row, query};
use super::handle::Store;
use crate::push::Subscription;
use crate::users::guest::Token;

impl Store {
    /// Stores the push subscription of a browser, replacing an earlier one.
    pub(crate) async fn subscribe(
        &self,
        browser: Token,
        subscription: &Subscription,
    ) -> Result<(), sqlx::Error> {
        // The endpoint may belong to another browser token until its person takes it over.
        query("DELETE FROM subscriptions WHERE endpoint = $1 AND browser <> $2")
            .bind(&subscription.endpoint)
            .bind(browser.0.as_slice())
            .execute(&mut *self.pool())
            .await?;
        query(
            "INSERT INTO subscriptions (browser, endpoint, p256dh, auth, lang) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (browser) DO UPDATE SET \
             endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, \
             lang = excluded.lang",
        )
        .bind(browser.0.as_slice())
        .bind(&subscription.endpoint)
        .bind(subscription.p256dh.as_slice())
        .bind(subscription.auth.as_slice())
        .bind(if subscription.ja { "ja" } else { "en" })
        .execute(&mut *self.pool())
        .await?;
        Ok(())
    }

    /// The push subscriptions of a person's browsers, oldest first.
    pub(crate) async fn subscriptions(
        &self,
        person: Guest,
    ) -> Result<Vec<Subscription>, sqlx::Error> {
        let rows = query(
            "SELECT subscriptions.* FROM subscriptions \
             LEFT JOIN devices ON devices.token = browser \
             WHERE (browser = $1 OR browser IN (SELECT token FROM devices WHERE person = $1)) \
             AND COALESCE(person, browser) = $1 ORDER BY subscriptions.rowid",
        )
        .bind(person.0.as_slice())
        .all(&mut *self.pool())
        .await?;
        rows.iter().map(read_subscription).collect()
    }

    /// Deletes the push subscription of a browser.
    pub(crate) async fn unsubscribe(&self, browser: Token) -> Result<(), sqlx::Error> {
        query("DELETE FROM subscriptions WHERE browser = $1")
            .bind(browser.0.as_slice())
            .execute(&mut *self.pool())
            .await?;
        Ok(())
    }

    /// Deletes the push subscription with this endpoint URL.
    pub(crate) async fn forget_endpoint(&self, endpoint: &str) -> Result<(), sqlx::Error> {
        query("DELETE FROM subscriptions WHERE endpoint = $1")
            .bind(endpoint)
            .execute(&mut *self.pool())
            .await?;
        Ok(())
    }
}

fn read_subscription(row: &Row) -> Result<Subscription, sqlx::Error> {
    let lang: String = row.get("lang")?;
    Ok(Subscription {
        endpoint: row.get("endpoint")?,
        p256dh: row.get("p256dh")?,
        auth: row.get("auth")?,
        ja: lang == "ja",
    })
}
