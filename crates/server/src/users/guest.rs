//! Guests: people without a registered account, each identified by a random token in a cookie.

use std::fmt;

use ring::hmac;
use serde::{Deserialize, Serialize};
use zashiki_core::Bytes32;

use crate::ids;

/// Number of random letters in a token (160 bits). They are followed by an authentication code of 80 bits
/// that only this server can compute.
pub(crate) const RANDOM_LENGTH: usize = 32;

const TOKEN_LENGTH: usize = RANDOM_LENGTH + SEAL_LENGTH;

const SEAL_LENGTH: usize = 16;

/// A browser, identified by the SHA-256 of the token in its cookie. This hash is also the
/// [`Guest`](session::guest::Guest) id of the
/// browser's person, unless the browser was signed in as another person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Bytes32", into = "Bytes32")]
pub(crate) struct Token(pub(crate) [u8; 32]);

macro_rules! of_bytes {
    ($($name:ident)*) => {$(
        impl From<Bytes32> for $name {
            fn from(bytes: Bytes32) -> $name {
                $name(bytes.0)
            }
        }
        impl From<$name> for Bytes32 {
            fn from(name: $name) -> Bytes32 {
                Bytes32(name.0)
            }
        }
    )*};
}

of_bytes!(Token);

/// A secret key of the server, with which it computes message authentication codes.
#[derive(Clone)]
pub(crate) struct Seal(pub(crate) [u8; 32]);

impl fmt::Debug for Seal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Seal(…)")
    }
}

impl Seal {
    /// Creates a random token for the cookie of a new browser.
    pub(crate) fn token(&self) -> String {
        let random = ids::secret::<RANDOM_LENGTH>();
        let seal = self.of(&random);
        random + &seal
    }

    /// Returns true if the token was created by this server, that is, if its authentication code is right.
    pub(crate) fn holds(&self, token: &str) -> bool {
        token.len() == TOKEN_LENGTH
            && token.split_at_checked(RANDOM_LENGTH).is_some_and(|(random, seal)| {
                // The comparison is not constant-time: a timing attack could at most forge a new token, not
                // reveal a guest's token.
                self.of(random) == seal
            })
    }

    /// The message authentication code of the concatenated parts. All parts but the last must have fixed
    /// lengths, so that different parts cannot yield the same concatenation.
    pub(crate) fn over(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = hmac::Context::with_key(&self.key());
        parts.iter().for_each(|part| mac.update(part));
        mac.sign().as_ref().try_into().expect("SHA-256 has 32 bytes")
    }

    /// Returns true if `mac` is the code that [`Seal::over`] computes for these parts. The comparison takes
    /// constant time.
    pub(crate) fn made(&self, parts: &[&[u8]], mac: &[u8]) -> bool {
        hmac::verify(&self.key(), &parts.concat(), mac).is_ok()
    }

    fn key(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.0)
    }

    fn of(&self, random: &str) -> String {
        self.over(&[random.as_bytes()])[..SEAL_LENGTH]
            .iter()
            .map(|byte| ids::letter(*byte))
            .collect()
    }
}
