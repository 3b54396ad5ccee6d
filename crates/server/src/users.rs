//! People and bot accounts: identity, names, profiles, sign-in on other devices, ratings and data export.

pub(crate) mod bot_accounts;
pub(crate) mod export;
pub(crate) mod guest;
pub(crate) mod names;
pub(crate) mod passkeys;
pub(crate) mod played;
pub(crate) mod profile;
pub(crate) mod ratings;
pub(crate) mod recovery;
pub(crate) mod unwanted_words;
