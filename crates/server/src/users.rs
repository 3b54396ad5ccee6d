//! People and bot accounts: identity, names, profiles, sign-in on other devices, and ratings.

pub(crate) mod bot_accounts;
pub(crate) mod guest;
pub(crate) mod names;
pub(crate) mod passkeys;
pub(crate) mod played;
pub(crate) mod ratings;
pub(crate) mod recovery;
pub(crate) mod sign_outs;
pub(crate) mod unwanted_words;

use std::sync::Arc;
use std::time::Duration;

use self::bot_accounts::BotAccounts;
use self::guest::{Seal, Token};
use self::names::personal;
use self::played::PlayedCounts;
use self::sign_outs::SignOuts;
use self::unwanted_words::UnwantedWords;
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::config::{Limits, Rate};
use crate::error::Refused;
use crate::limits::{ConcurrencyLimiter, LimitKey, Permit, RateLimiter, networks};
use crate::policy::Policy;
use crate::protocol::{Device, Me, MyRating};
use crate::server_clock::ServerClock;
use crate::store::{Entry, Rated, Store, UserWrite, WriteResult};
use session::Arrival;
use session::guest::Guest;

/// Rate limit of reports that one person makes about names.
const REPORTS: Rate = Rate { at_once: 5, every: Duration::from_secs(60 * 60) };
/// Rate limit of exports of data by one person, since an export can take long.
const EXPORTS: Rate = Rate { at_once: 4, every: Duration::from_secs(15 * 60) };

/// The parts of the server that [`Users`] needs.
pub(crate) struct UsersParts {
    pub(crate) store: Store,
    pub(crate) clock: ServerClock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) seal: Seal,
    pub(crate) bot_accounts: Option<Arc<BotAccounts>>,
    pub(crate) unwanted_words: UnwantedWords,
    pub(crate) sign_outs: SignOuts,
}

/// The people and bot accounts that use the server.
pub(crate) struct Users {
    parts: UsersParts,
    pub(crate) played: PlayedCounts,
    /// Rate limit of changes to profiles and devices.
    changes: RateLimiter<LimitKey>,
    /// Rate limit of attempts to sign in.
    credentials: RateLimiter<LimitKey>,
    exports: RateLimiter<Guest>,
    exporting: ConcurrencyLimiter<Guest>,
    reports: RateLimiter<Guest>,
}

impl std::ops::Deref for Users {
    type Target = UsersParts;

    fn deref(&self) -> &UsersParts {
        &self.parts
    }
}

impl Users {
    pub(crate) fn new(parts: UsersParts) -> Users {
        Users {
            parts,
            played: PlayedCounts::new(),
            changes: RateLimiter::new(),
            credentials: RateLimiter::new(),
            exports: RateLimiter::new(),
            exporting: ConcurrencyLimiter::new(),
            reports: RateLimiter::new(),
        }
    }

    /// The person or program that is about to take a seat. The displayed name is a bot account's own name, or
    /// else the given name, or else the name in the person's profile.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read, the person is banned, or the name contains an unwanted
    /// word.
    pub(crate) async fn arrival(&self, guest: Guest, given: &str) -> Result<Arrival, Refused> {
        if let Some(ban) = self.policy.now().ban(guest, self.clock.day()) {
            return Err(Refused::banned(ban.until, &ban.reason));
        }
        let profile = self.store.profile(guest).await?.0;
        let look = profile.look();
        let account = self.bot_account_name(guest);
        let program = account.is_some();
        let name = account.unwrap_or_else(|| match personal(given) {
            given if given.is_empty() => profile.name,
            given => given,
        });
        if !program {
            self.unwanted_words.check(&name)?;
        }
        Ok(Arrival { guest, name, look, program })
    }

    /// The displayed name of a bot account; `None` if the guest is a person.
    pub(crate) fn bot_account_name(&self, guest: Guest) -> Option<String> {
        self.bot_accounts.as_ref()?.name_of(guest)
    }

    /// The data about a person that is shown to this person: profile, devices, passkeys, ratings and counts
    /// of matches.
    pub(crate) async fn me(
        &self,
        person: Guest,
        token: Token,
        address: Address,
    ) -> Result<Me, Refused> {
        let (account, count) = (QueueAccount::new(person, address), self.store.played(person));
        let played = self.played.of(person, account, || self.clock.now(), count).await?;
        let (profile, coded) = self.store.profile(person).await?;
        let devices = self.store.devices(person, token).await?;
        let rating =
            |Rated { game, seats, rating }| MyRating { game, seats, strength: rating.strength() };
        Ok(Me {
            profile,
            coded,
            passkeys: self.store.passkeys(person).await?,
            devices: devices.into_iter().map(|(device, _)| device).collect(),
            ratings: self.store.ratings_of(person).await?.into_iter().map(rating).collect(),
            played,
        })
    }

    /// Writes a change to the data of people.
    pub(crate) async fn write(&self, entry: UserWrite) -> Result<WriteResult, Refused> {
        let written = self.store.write(Entry::People(Box::new(entry))).await;
        written.map_err(|error| Refused::not_saved(&error))
    }

    /// Closes the connections of all browsers of a person, on all servers.
    pub(crate) async fn close_all(&self, person: Guest) -> Result<(), Refused> {
        let first = Token(person.0);
        for (_, browser) in self.store.devices(person, first).await? {
            self.sign_outs.close_everywhere(browser);
        }
        self.sign_outs.close_everywhere(first);
        Ok(())
    }

    /// Closes the connections of all `devices` except the browser `token`, on all servers.
    pub(crate) fn close_all_but(&self, token: Token, devices: Vec<(Device, Token)>) {
        for (_, other) in devices.into_iter().filter(|(_, other)| *other != token) {
            self.sign_outs.close_everywhere(other);
        }
    }

    /// Applies the rate limit of changes to profiles and devices, by network.
    pub(crate) fn check_change_rate(&self, address: Address) -> Result<(), Refused> {
        let parties = networks(address, self.limits.settings_per_address);
        let may = self.changes.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::set_too_often()) }
    }

    /// Applies the rate limit of attempts to sign in, by network.
    pub(crate) fn check_credential_rate(&self, address: Address) -> Result<(), Refused> {
        let parties = networks(address, self.limits.codes_per_address);
        let may = self.credentials.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::too_many_codes()) }
    }

    /// Applies the rate limit of reports about names, by person.
    pub(crate) fn check_report_rate(&self, person: Guest) -> Result<(), Refused> {
        let may = self.reports.take(person, REPORTS, self.clock.now());
        if may { Ok(()) } else { Err(Refused::reported_too_often()) }
    }

    /// Applies the limits of exports, by person: their rate, and one at a time. The export counts as running
    /// as long as the caller keeps the permit.
    pub(crate) fn start_export(&self, person: Guest) -> Result<Permit<Guest>, Refused> {
        let permit = self.exporting.open(person, 1).ok_or_else(Refused::exported_too_often)?;
        match self.exports.take(person, EXPORTS, self.clock.now()) {
            true => Ok(permit),
            false => Err(Refused::exported_too_often()),
        }
    }
}
