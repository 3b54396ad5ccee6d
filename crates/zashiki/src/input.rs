//! Files that commands read and write.

use std::io::{self, Read};
use std::path::Path;

use serde_json::Value;
use table::{BadInput, Record};

/// The text of a file, or of the standard input for `-`.
///
/// # Errors
/// When it cannot be read or is not UTF-8.
pub fn text(path: &Path) -> Result<String, BadInput> {
    let read = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    let text = read.map_err(|error| {
        let path = path.display();
        BadInput::new(
            format!("「{path}」を読めません({error})。ファイルの名前と場所を確かめてください。"),
            format!("\"{path}\" cannot be read ({error}); check the name and place of the file."),
        )
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// A record from a file, or from the standard input for `-`.
///
/// # Errors
/// When it cannot be read or is not a whole record.
pub fn record(path: &Path) -> Result<Record, BadInput> {
    Record::from_json(&text(path)?)
}

/// Options from the command line.
///
/// # Errors
/// When they are not JSON.
pub fn options(text: Option<&str>) -> Result<Value, BadInput> {
    let Some(text) = text else { return Ok(Value::Null) };
    serde_json::from_str(text).map_err(|error| {
        BadInput::new(
            format!("--options のJSONを読めません({error})。例: --options '{{\"kohiGoal\": 2}}'"),
            format!(
                "The JSON of --options cannot be read ({error}); write it like --options '{{\"kohiGoal\": 2}}'."
            ),
        )
    })
}

/// Writes a record to a file.
///
/// # Errors
/// When it cannot be written.
pub fn save(path: &Path, record: &Record) -> Result<(), BadInput> {
    let mut json = serde_json::to_string_pretty(record).expect("a record is plain data");
    json.push('\n');
    std::fs::write(path, json).map_err(|error| {
        let path = path.display();
        BadInput::new(
            format!("記録を「{path}」に書けません({error})。書き込める場所を指定してください。"),
            format!("The record cannot be written to \"{path}\" ({error}); name a place that can be written to."),
        )
    })
}
