//! Error messages for invalid command lines, in the user's language. English messages are those of clap;
//! Japanese messages are built here from the same data.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::print_message;
use crate::lang::{Lang, of_environment};

/// The conventional exit code for a command line that cannot be parsed.
const USAGE: u8 = 2;

/// Prints the error, or the requested help or version, and returns the exit code.
pub fn report(error: &clap::Error) -> ExitCode {
    let is_requested = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_requested {
        // A closed terminal is not an error.
        let _ = error.print();
    } else if lang() == Lang::En {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        print_message(&format!("zashiki: {text}"));
    } else {
        print_message(&format!("zashiki: {}", japanese(error)));
    }
    if is_requested { ExitCode::SUCCESS } else { ExitCode::from(USAGE) }
}

/// The language that the command line requests, even if the rest of it cannot be parsed.
pub fn lang() -> Lang {
    let words: Vec<String> = std::env::args().collect();
    let after = words.iter().position(|word| word == "--lang").and_then(|at| words.get(at + 1));
    let name = after.or_else(|| words.iter().find(|word| word.starts_with("--lang=")));
    match name.map(|word| word.trim_start_matches("--lang=")) {
        Some("ja") => Lang::Ja,
        Some("en") => Lang::En,
        _ => of_environment(),
    }
}

fn japanese(error: &clap::Error) -> String {
    let value_of = |kind| error.get(kind).map(to_text).unwrap_or_default();
    let argument = value_of(ContextKind::InvalidArg);
    let value = value_of(ContextKind::InvalidValue);
    let mut message = match error.kind() {
        ErrorKind::UnknownArgument => format!("「{argument}」という引数はありません。"),
        ErrorKind::InvalidSubcommand => {
            format!("「{}」というコマンドはありません。", value_of(ContextKind::InvalidSubcommand))
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("「{argument}」には値が必要です。")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("「{argument}」に「{value}」は指定できません。")
        }
        ErrorKind::MissingRequiredArgument => format!("引数 {argument} が足りません。"),
        ErrorKind::ArgumentConflict => format!(
            "「{argument}」は「{}」と一緒に、または二度は指定できません。",
            value_of(ContextKind::PriorArg)
        ),
        _ => format!("コマンドラインを読めません({})。", error.kind()),
    };
    let valid = value_of(ContextKind::ValidValue);
    if !valid.is_empty() {
        message += &format!("使えるもの: {valid}。");
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        let suggested = value_of(kind);
        if !suggested.is_empty() {
            message += &format!("「{suggested}」ではありませんか。");
        }
    }
    message + "使い方は --help で確かめられます。"
}

fn to_text(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(words) => words.join("、"),
        other => other.to_string(),
    }
}
