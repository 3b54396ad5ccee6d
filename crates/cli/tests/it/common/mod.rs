//! Functions that run the real program in tests.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// A temporary folder, removed at the end of a test.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates a folder; the name must be unique among the tests of a file.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("zashiki-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A command that runs the program with these arguments, in English whatever the locale of the machine.
/// The variable `ZASHIKI_BIN` may name another build of the program.
pub fn command(args: &[&str]) -> Command {
    let program = std::env::var_os("ZASHIKI_BIN");
    let mut command = signalled(program.unwrap_or(env!("CARGO_BIN_EXE_zashiki").into()));
    command.args(args).env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command
}

/// A command that runs `program` with default signal handling. Without it, a test that was started in
/// the background of a shell or under `nohup` would pass on ignored signals, and the program would keep
/// ignoring them.
pub fn signalled(program: std::ffi::OsString) -> Command {
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,HUP").arg(program);
    command
}

/// Splits a command line at blanks that are not inside quotes.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for character in line.chars() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}

/// Runs the program with these arguments.
pub fn zashiki(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// The standard output of a command. Panics if the command fails or prints anything on standard error.
pub fn good(args: &[&str]) -> String {
    let output = zashiki(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {errors}");
    assert_eq!(errors, "", "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The standard output of a successful command, parsed as JSON.
pub fn good_json(args: &[&str]) -> Value {
    serde_json::from_str(&good(args)).unwrap()
}

/// The standard error of a command. Panics unless the command fails with exit code 1 and prints nothing
/// else.
pub fn bad(args: &[&str]) -> String {
    let output = zashiki(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {errors}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{args:?}");
    assert!(errors.lines().count() < 12 && errors.starts_with("zashiki: "), "{args:?}: {errors}");
    errors
}

/// Checks that a command fails with an error that contains `en` in English, and with an error without
/// English words in Japanese.
pub fn bad_in_both_languages(args: &[&str], en: &str) {
    let english = bad(args);
    assert!(english.contains(en), "{english}");
    let japanese = bad(&[args, &["--lang", "ja"]].concat());
    assert!(!japanese.is_ascii(), "{japanese}");
    let words: Vec<&str> = japanese.split(' ').collect();
    let english = |word: &str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_alphabetic());
    assert!(!words.windows(3).any(|words| words.iter().all(|word| english(word))), "{japanese}");
}
