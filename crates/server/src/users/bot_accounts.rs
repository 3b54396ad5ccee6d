//! Bot accounts, by which other people's programs play over the network. The operator gives each account a
//! token and stores only its SHA-256 in a file. The file is read whenever a token is used, so deleting a line
//! revokes that account at once.

use std::collections::{BTreeMap, HashMap};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use session::guest::Guest;
use sha2::{Digest, Sha256};
use zashiki_core::{Bytes32, InputError, LocalizedText, read_toml, text};

use crate::ids;
use crate::system;
use crate::users::guest::Token;
use crate::users::names::kept_of;

/// The prefix of every bot account's token, so that leaked tokens can be recognized by scanners.
const PREFIX: &str = "zashiki_bot_";

/// Length of the random part of a token, in letters; each letter has five random bits.
const RANDOM: usize = 32;

/// The prefix of a bot account's displayed name.
const TITLE: &str = "BOT ";

/// The bot accounts that are listed in a file.
#[derive(Debug)]
pub struct BotAccounts {
    file: PathBuf,
    /// The displayed names of all accounts found so far, by guest. An account stays in this map after its
    /// line has been deleted from the file, so that a connected program is not taken for a person.
    names: Mutex<HashMap<Guest, String>>,
}

impl BotAccounts {
    /// Opens a file of accounts, which has one line `name = "SHA-256 of the token"` for each. The file is
    /// checked now, and read again whenever a token is used.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or contains an invalid account; the message names the
    /// file.
    pub fn open(file: impl Into<PathBuf>) -> Result<BotAccounts, InputError> {
        let file = file.into();
        read(&file)?;
        Ok(BotAccounts { file, names: Mutex::default() })
    }

    /// Creates an account and adds it to the file, which is created if it does not exist, with access for its
    /// owner only. Returns the account's token, which is stored nowhere.
    ///
    /// # Errors
    /// Returns an error if the name is invalid or has a token already, or the file cannot be read or written.
    pub fn add(file: &Path, name: &str) -> Result<String, InputError> {
        check(name)?;
        let accounts = match std::fs::metadata(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            _ => read(file)?,
        };
        if accounts.contains_key(name) {
            return Err(text!(
                "「{name}」にはすでにトークンがあります。作り直すには、ファイルからその行を消してください。古いトークンは使えなくなります。",
                "\"{name}\" already has a token. To create another, delete its line from the file, which revokes the old token."
            )
            .into());
        }
        let token = format!("{PREFIX}{}", ids::secret::<RANDOM>());
        let line = BTreeMap::from([(name, Bytes32(hash(&token).0))]);
        let line = toml::to_string(&line).expect("a name and a text are TOML");
        let content = std::fs::read(file).unwrap_or_default();
        if str::from_utf8(&content).is_err() {
            let file = file.display();
            return Err(text!(
                "「{file}」はUTF-8ではないため、書き足せません。UTF-8で保存し直してください。",
                "\"{file}\" is not UTF-8, so no line can be added; save it as UTF-8."
            )
            .into());
        }
        let is_unterminated = content.last().is_some_and(|end| *end != b'\n');
        let line = if is_unterminated { format!("\n{line}") } else { line };
        let mut open = std::fs::OpenOptions::new();
        open.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
        let written = open.open(file).and_then(|mut file| file.write_all(line.as_bytes()));
        written.map_err(|error| {
            let (file, why) = (file.display(), system::why(&error));
            InputError::from(text!(
                "ボットアカウントを「{file}」に書けません({why})。パスと権限を確かめてください。",
                "The bot account cannot be written to \"{file}\" ({why}); check its path and permissions.",
                why
            ))
        })?;
        Ok(token)
    }

    /// The guest that the account with this token plays as, according to the current content of the file.
    pub(crate) fn find(&self, token: Token) -> Option<Guest> {
        let accounts = read(&self.file).inspect_err(|error| {
            tracing::error!(%error, "the file of bot accounts cannot be read");
        });
        let (name, _) = accounts.ok()?.into_iter().find(|(_, hash)| hash.0 == token.0)?;
        let guest = guest_of(&name);
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.insert(guest, format!("{TITLE}{name}"));
        Some(guest)
    }

    /// The displayed name of the account that plays as this guest; `None` if the guest is a person.
    pub(crate) fn name_of(&self, guest: Guest) -> Option<String> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).get(&guest).cloned()
    }
}

/// The hash of a token, which is stored instead of the token.
fn hash(token: &str) -> Token {
    Token(Sha256::digest(token.as_bytes()).into())
}

/// The guest that an account plays as. It depends only on the account's name, so that the account keeps its
/// seats when its token changes. No person can have the same id, because people's ids are hashes of random
/// cookies.
fn guest_of(name: &str) -> Guest {
    Guest(Sha256::digest(format!("bot account {name}").as_bytes()).into())
}

/// Reads the accounts in a file: the hash of each account's token, by the account's name.
fn read(file: &Path) -> Result<BTreeMap<String, Bytes32>, InputError> {
    let shown = file.display();
    let label = LocalizedText::new(
        format!("ボットアカウントのファイル「{shown}」"),
        format!("File of bot accounts \"{shown}\""),
    );
    let written = system::read(file, &label)?;
    let accounts: BTreeMap<String, Bytes32> = read_toml(&written, label.clone())?;
    for name in accounts.keys() {
        check(name).map_err(|fault| {
            let fault = fault.text().clone();
            text!("{label}: {fault}", "{label}: {fault}", label, fault)
        })?;
    }
    Ok(accounts)
}

/// Returns an error if a bot account's name would not be displayed exactly as it is written.
fn check(name: &str) -> Result<(), InputError> {
    let shown = format!("{TITLE}{name}");
    if !name.is_empty() && name.trim_start() == name && kept_of(&shown) == shown {
        return Ok(());
    }
    Err(InputError::new(
        "ボットアカウントの名前は1〜20文字で、制御文字や、前後の空白は使えません。",
        "The name of a bot account must have 1 to 20 characters, no control characters, and no blanks at its ends.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_while_its_line_exists_and_the_name_stays_known() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bots.toml");
        let tokens = ["Kitsune", "狐 2"].map(|name| BotAccounts::add(&file, name).unwrap());
        let accounts = BotAccounts::open(&file).unwrap();
        let found = tokens.clone().map(|token| accounts.find(hash(&token)).unwrap());
        let names = found.map(|guest| accounts.name_of(guest).unwrap());
        assert_eq!(names, ["BOT Kitsune", "BOT 狐 2"]);
        assert_eq!(accounts.find(hash("zashiki_bot_")), None);
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(tokens.iter().all(|token| !written.contains(&token[PREFIX.len()..])));

        let rest: Vec<&str> = written.lines().filter(|line| !line.contains("Kitsune")).collect();
        std::fs::write(&file, rest.join("\n") + "\n").unwrap();
        assert_eq!(accounts.find(hash(&tokens[0])), None);
        assert_eq!(accounts.find(hash(&tokens[1])), Some(found[1]));
        assert_eq!(accounts.name_of(found[0]).as_deref(), Some("BOT Kitsune"));

        // A new token for the same name belongs to the same account.
        let again = BotAccounts::add(&file, "Kitsune").unwrap();
        assert_ne!(again, tokens[0]);
        assert_eq!(accounts.find(hash(&again)), Some(found[0]));
    }

    #[test]
    fn invalid_accounts_are_rejected_without_writing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bots.toml");
        let refused = |name: &str| BotAccounts::add(&file, name).unwrap_err().text().en.clone();
        let long = "a".repeat(21);
        for name in ["", " a", "a\u{202e}b", long.as_str()] {
            assert!(refused(name).contains("1 to 20 characters"), "{name:?}");
        }
        assert!(!file.exists());
        BotAccounts::add(&file, "a").unwrap();
        assert!(refused("a").contains("already has a token"));

        for written in ["a = 1", "a = \"short\"", "\" \" = \"00\"", "["] {
            std::fs::write(&file, written).unwrap();
            let bad = BotAccounts::open(&file).unwrap_err();
            assert!(bad.text().en.contains("bots.toml"), "{written}: {bad}");
        }
        assert!(BotAccounts::open(folder.path().join("none")).is_err());
    }

    #[test]
    fn an_unreadable_file_admits_no_account() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bots.toml");
        let token = BotAccounts::add(&file, "a").unwrap();
        let accounts = BotAccounts::open(&file).unwrap();
        assert!(accounts.find(hash(&token)).is_some());
        std::fs::write(&file, "a = ").unwrap();
        assert_eq!(accounts.find(hash(&token)), None);
    }
}
