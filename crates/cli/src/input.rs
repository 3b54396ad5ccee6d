//! Reading and writing of the files that commands are given.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use lab::{InputFile, PeopleGame};
use serde_json::Value;
use server::system;
use zashiki_core::{InputError, LocalizedText, Record, decode_text, read_json, text};

/// The text of a file, or of standard input if the path is `-`.
///
/// # Errors
/// Returns an error if the file cannot be read or is not text.
pub fn text(path: &Path) -> Result<String, InputError> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().read_to_end(&mut bytes).map_err(|error| system::why(&error));
        read.and_then(|_| decode_text(&bytes))
    } else {
        system::read_text(path)
    };
    read.map_err(|why| {
        let path = path.display();
        text!(
            "「{path}」を読めません({why})。ファイルの名前、場所、文字コードを確かめてください。",
            "\"{path}\" cannot be read ({why}); check its name, folder and encoding.",
            why
        )
        .into()
    })
}

/// The name and the text of a file for a study, or of standard input if the path is `-`.
///
/// # Errors
/// See [`text`](text()).
pub fn file(path: &Path) -> Result<InputFile, InputError> {
    let name = if path == Path::new("-") {
        LocalizedText::fixed("標準入力", "standard input")
    } else {
        let path = path.display();
        LocalizedText::new(format!("「{path}」"), format!("\"{path}\""))
    };
    Ok(InputFile { name, text: text(path)? })
}

/// A record read from a file, or from standard input if the path is `-`.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a complete record.
pub fn record(path: &Path) -> Result<Record, InputError> {
    Record::from_json(&text(path)?)
}

/// Maximum number of records that a folder may have.
const MOST_RECORDS: usize = 100_000;

/// The games of people whose records are in a folder: all files that end with `.json`, by name. Seats with the
/// name of a bot are no people.
///
/// # Errors
/// Returns an error if the folder cannot be read, has no records or too many, or if a file is not a record.
pub fn records(folder: &Path) -> Result<Vec<PeopleGame>, InputError> {
    let unreadable = |error: &io::Error| {
        let (path, why) = (folder.display(), system::why(error));
        InputError::from(text!(
            "フォルダー「{path}」を読めません({why})。記録(.json)の入ったフォルダーを指定してください。",
            "The folder \"{path}\" cannot be read ({why}); name a folder with records (.json).",
            why
        ))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(&error))? {
        let path = entry.map_err(|error| unreadable(&error))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    if files.is_empty() || files.len() > MOST_RECORDS {
        let (path, count) = (folder.display(), files.len());
        return Err(InputError::new(
            format!(
                "フォルダー「{path}」の記録(.json)は{count}件です。1件から{MOST_RECORDS}件までにしてください。"
            ),
            format!(
                "The folder \"{path}\" has {count} records (.json); it must have 1 to {MOST_RECORDS}."
            ),
        ));
    }
    files.sort();
    let game = |path: &PathBuf| {
        let record = record(path).map_err(|bad| bad.named(path.display()))?;
        Ok(PeopleGame::from_record(record))
    };
    files.iter().map(game).collect()
}

/// The error for an existing file that a command does not overwrite. `alternative` begins its second
/// half: in English it is empty or ends with "or ".
pub fn file_exists(path: &Path, alternative: LocalizedText) -> InputError {
    let path = path.display();
    text!(
        "「{path}」はすでにあります。{alternative}別のファイルを指定してください。",
        "\"{path}\" already exists; {alternative}name another file.",
        alternative
    )
    .into()
}

/// Parses the options of a game from the command line; returns null if there are none.
///
/// # Errors
/// Returns an error if the text is not JSON.
pub fn options(text: Option<&str>) -> Result<Value, InputError> {
    let Some(text) = text else { return Ok(Value::Null) };
    let message = |fault: LocalizedText| {
        text!(
            "--options のJSONを読めません: {fault}。例: --options '{{\"kohiGoal\": 2}}'",
            "The JSON of --options is invalid: {fault}. Write it like --options '{{\"kohiGoal\": 2}}'.",
            fault
        )
    };
    Ok(read_json(text).map_err(message)?)
}

/// Writes a record to a file.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn save(path: &Path, record: &Record) -> Result<(), InputError> {
    let mut json = serde_json::to_string_pretty(record).expect("a record is plain data");
    json.push('\n');
    replace(path, |file| file.write_all(json.as_bytes())).map_err(|error| {
        let (path, why) = (path.display(), system::why(&error));
        InputError::from(text!(
            "記録を「{path}」に書けません({why})。書き込める場所を指定してください。",
            "The record cannot be written to \"{path}\" ({why}); name a place that can be written to.",
            why
        ))
    })
}

/// Writes a text to a file, such as a page or components.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), InputError> {
    replace(path, |file| file.write_all(text.as_bytes())).map_err(|error| {
        let (path, why) = (path.display(), system::why(&error));
        InputError::from(text!(
            "「{path}」に書けません({why})。書き込める場所を指定してください。",
            "\"{path}\" cannot be written ({why}); name a place that can be written to.",
            why
        ))
    })
}

/// Writes a file under a temporary name, and renames it when it is complete. Until then, and after an
/// error, the previous file is unchanged.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    // The target of a link is replaced, not the link. Pipes and devices are written to directly.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(path)?);
        return write(&mut file).and_then(|()| file.flush());
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let written = File::create_new(&temporary).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        std::fs::rename(&temporary, path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
