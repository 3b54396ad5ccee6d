//! Passkeys (Web Authentication Level 3), by which a person signs in on other devices.

pub(crate) mod ceremony;
