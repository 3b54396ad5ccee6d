//! The secret token that authorizes the operator.

use std::fmt;
use std::io::Write as _;
use std::path::Path;

use ring::hmac;
use zashiki_core::{InputError, text};

use crate::ids;
use crate::system;

/// The prefix of every operator token, so that leaked tokens can be recognized by scanners.
const PREFIX: &str = "zashiki_admin_";

/// Length of the random part of a token, in letters; each letter has five random bits.
const RANDOM: usize = 40;

/// The secret token that authorizes the operator, kept so that a given token can be compared in constant
/// time.
#[derive(Clone)]
pub struct AdminToken {
    key: hmac::Key,
    tag: hmac::Tag,
}

impl fmt::Debug for AdminToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("AdminToken(…)")
    }
}

impl AdminToken {
    fn of(token: &str) -> AdminToken {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &ids::random::<32>());
        let tag = hmac::sign(&key, token.as_bytes());
        AdminToken { key, tag }
    }

    /// Creates a random token and writes it to a new file that only its owner may read.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub fn create(file: &Path) -> Result<(), InputError> {
        let mut open = std::fs::OpenOptions::new();
        open.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
        let token = format!("{PREFIX}{}\n", ids::secret::<RANDOM>());
        let written = open.open(file).and_then(|mut file| {
            file.write_all(token.as_bytes())?;
            file.sync_all()
        });
        written.map_err(|error| {
            let (file, why) = (file.display(), system::why(&error));
            let exists = error.kind() == std::io::ErrorKind::AlreadyExists;
            let text = match exists {
                true => text!(
                    "「{file}」はすでにあります。作り直すなら、先に消してください。",
                    "\"{file}\" already exists; delete it first to create another token."
                ),
                false => text!(
                    "トークンを「{file}」に書けません({why})。パスと権限を確かめてください。",
                    "The token cannot be written to \"{file}\" ({why}); check its path and permissions.",
                    why
                ),
            };
            text.into()
        })
    }

    /// Reads the token from a file as text, for a client that sends it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is readable by other users, or contains no token.
    pub fn text(file: &Path) -> Result<String, InputError> {
        let name = file.display();
        let label = text!("トークンのファイル「{name}」", "The file \"{name}\" of the token");
        let text = system::read(file, &label)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let open =
                std::fs::metadata(file).is_ok_and(|about| about.permissions().mode() & 0o077 != 0);
            if open {
                return Err(text!(
                    "「{name}」はほかの利用者にも読めます。chmod 600 で、持ち主だけのものにしてください。",
                    "Other users can read \"{name}\"; restrict it to its owner with chmod 600."
                )
                .into());
            }
        }
        let token = text.trim();
        if token.len() != PREFIX.len() + RANDOM || !token.starts_with(PREFIX) {
            return Err(text!(
                "「{name}」にトークンがありません。zashiki admin token {name} で作ってください。",
                "\"{name}\" has no token; create one with: zashiki admin token {name}"
            )
            .into());
        }
        Ok(token.to_owned())
    }

    /// Reads the token from a file, for a server that compares it with received tokens.
    ///
    /// # Errors
    /// See [`AdminToken::text`].
    pub fn read(file: &Path) -> Result<AdminToken, InputError> {
        AdminToken::text(file).map(|token| AdminToken::of(&token))
    }

    /// Returns true if `given` is the token. The comparison takes constant time, so that its duration reveals
    /// nothing about the token.
    pub(super) fn is(&self, given: &str) -> bool {
        hmac::verify(&self.key, given.as_bytes(), self.tag.as_ref()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_token_is_accepted() {
        let token = AdminToken::of("zashiki_admin_abc");
        assert!(token.is("zashiki_admin_abc"));
        for wrong in ["", "zashiki_admin_ab", "zashiki_admin_abcd", "Zashiki_admin_abc"] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "AdminToken(…)");
    }
}
