//! Bot accounts: programs of other people's that come to the tables over the network. The operator
//! gives each a token, of which only the SHA-256 is kept, in a file that is read again whenever a
//! token comes: who deletes a line has let that program go.

use std::collections::{BTreeMap, HashMap};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Extension, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::Response;
use sha2::{Digest, Sha256};
use zashiki_core::{Bytes32, InputError, LocalizedText, read_toml, text};

use crate::app::App;
use crate::error::Refused;
use crate::ids;
use crate::system;
use crate::users::guest::{Guest, Token};
use crate::users::names::kept_of;

/// What every token begins with, so that it is known for one where it should not be.
const PREFIX: &str = "zashiki_bot_";
/// So many letters follow, five random bits each.
const RANDOM: usize = 32;
/// What stands before the name of a program wherever it is shown.
const TITLE: &str = "BOT ";

/// The bot accounts of a file.
#[derive(Debug)]
pub struct BotAccounts {
    file: PathBuf,
    /// How every account that was ever found is shown: what came as a program sits as one, also when
    /// its line is gone by then.
    names: Mutex<HashMap<Guest, String>>,
}

impl BotAccounts {
    /// The accounts of this file, `name = "SHA-256 of the token"` a line, which is read now and
    /// whenever a token comes.
    ///
    /// # Errors
    /// When it cannot be read, or what it says is no account; the message names the file.
    pub fn open(file: impl Into<PathBuf>) -> Result<BotAccounts, InputError> {
        let file = file.into();
        read(&file)?;
        Ok(BotAccounts { file, names: Mutex::default() })
    }

    /// Makes a token for a new account of this name and adds the account to the file, which is made
    /// if it is not there, readable for its owner alone. Gives the token, which is kept nowhere.
    ///
    /// # Errors
    /// When the name is none or has a token already, or the file cannot be read or written.
    pub fn add(file: &Path, name: &str) -> Result<String, InputError> {
        check(name)?;
        let known = match std::fs::metadata(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            _ => read(file)?,
        };
        if known.contains_key(name) {
            return Err(text!(
                "「{name}」にはすでにトークンがあります。作り直すには、ファイルからその行を消してください。古いトークンは使えなくなります。",
                "\"{name}\" has a token already. For another, delete its line from the file; the old token ends with that."
            )
            .into());
        }
        let token = format!("{PREFIX}{}", ids::secret::<RANDOM>());
        let line = BTreeMap::from([(name, Bytes32(hash(&token).0))]);
        let line = toml::to_string(&line).expect("a name and a text are TOML");
        let held = std::fs::read(file).unwrap_or_default();
        if str::from_utf8(&held).is_err() {
            let file = file.display();
            return Err(text!(
                "「{file}」はUTF-8ではないため、書き足せません。UTF-8で保存し直してください。",
                "\"{file}\" is not UTF-8, so no line can be added; save it as UTF-8."
            )
            .into());
        }
        let cut = held.last().is_some_and(|end| *end != b'\n');
        let line = if cut { format!("\n{line}") } else { line };
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

    /// Whose token this is, as the file says now: whom the program sits as.
    pub(crate) fn find(&self, token: Token) -> Option<Guest> {
        let accounts = read(&self.file).inspect_err(|error| {
            tracing::error!(%error, "no bot account is known");
        });
        let (name, _) = accounts.ok()?.into_iter().find(|(_, hash)| hash.0 == token.0)?;
        let guest = guest_of(&name);
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.insert(guest, format!("{TITLE}{name}"));
        Some(guest)
    }

    /// How the account of this guest is shown, if it is one.
    pub(crate) fn name_of(&self, guest: Guest) -> Option<String> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).get(&guest).cloned()
    }
}

/// Refuses what bot accounts may not ask for: all that is about a person.
pub(crate) async fn people_only(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    match app.account_of(guest) {
        Some(_) => Err(Refused::for_people()),
        None => Ok(next.run(request).await),
    }
}

/// The token with which a program comes.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// What is kept of a token.
fn hash(token: &str) -> Token {
    Token(Sha256::digest(token.as_bytes()).into())
}

/// Whom the account of this name sits as, so that its seats stay when the token is another. Nobody's
/// cookie has this hash: cookies are random.
fn guest_of(name: &str) -> Guest {
    Guest(Sha256::digest(format!("bot account {name}").as_bytes()).into())
}

/// The accounts of a file by their names.
fn read(file: &Path) -> Result<BTreeMap<String, Bytes32>, InputError> {
    let shown = file.display();
    let called = LocalizedText::new(
        format!("ボットアカウントのファイル「{shown}」"),
        format!("File of bot accounts \"{shown}\""),
    );
    let written = system::read(file, &called)?;
    let accounts: BTreeMap<String, Bytes32> = read_toml(&written, called.clone())?;
    for name in accounts.keys() {
        check(name).map_err(|fault| {
            let fault = fault.text().clone();
            text!("{called}: {fault}", "{called}: {fault}", called, fault)
        })?;
    }
    Ok(accounts)
}

/// Refuses a name that would be shown otherwise than it is written.
fn check(name: &str) -> Result<(), InputError> {
    let shown = format!("{TITLE}{name}");
    if !name.is_empty() && name.trim_start() == name && kept_of(&shown) == shown {
        return Ok(());
    }
    Err(InputError::new(
        "ボットアカウントの名前は1〜20文字で、制御文字や、前後の空白は使えません。",
        "The name of a bot account has 1 to 20 characters, no control among them and no blank at its ends.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_until_its_line_is_gone_and_the_name_stays_known() {
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

        // Another token for the same name is the same account.
        let again = BotAccounts::add(&file, "Kitsune").unwrap();
        assert_ne!(again, tokens[0]);
        assert_eq!(accounts.find(hash(&again)), Some(found[0]));
    }

    #[test]
    fn what_is_no_account_is_refused_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bots.toml");
        let refused = |name: &str| BotAccounts::add(&file, name).unwrap_err().text().en.clone();
        let long = "a".repeat(21);
        for name in ["", " a", "a\u{202e}b", long.as_str()] {
            assert!(refused(name).contains("1 to 20 characters"), "{name:?}");
        }
        assert!(!file.exists());
        BotAccounts::add(&file, "a").unwrap();
        assert!(refused("a").contains("has a token already"));

        for written in ["a = 1", "a = \"short\"", "\" \" = \"00\"", "["] {
            std::fs::write(&file, written).unwrap();
            let bad = BotAccounts::open(&file).unwrap_err();
            assert!(bad.text().en.contains("bots.toml"), "{written}: {bad}");
        }
        assert!(BotAccounts::open(folder.path().join("none")).is_err());
    }

    #[test]
    fn a_file_that_has_become_unreadable_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bots.toml");
        let token = BotAccounts::add(&file, "a").unwrap();
        let accounts = BotAccounts::open(&file).unwrap();
        assert!(accounts.find(hash(&token)).is_some());
        std::fs::write(&file, "a = ").unwrap();
        assert_eq!(accounts.find(hash(&token)), None);
    }
}
