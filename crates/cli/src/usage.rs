//! What is said of a command line that cannot be read, in the reader's language. In English clap
//! says it; in Japanese its findings are put into sentences here.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::say;
use crate::lang::{Lang, of_environment};

/// The exit code of a command line that cannot be read, as programs agree.
const USAGE: u8 = 2;

/// Says what is wrong with the command line, or prints the help or version that it asked for.
pub fn report(error: &clap::Error) -> ExitCode {
    let asked_for = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if asked_for {
        // A closed terminal is not an error.
        let _ = error.print();
    } else if lang() == Lang::En {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        say(&format!("zashiki: {text}"));
    } else {
        say(&format!("zashiki: {}", japanese(error)));
    }
    if asked_for { ExitCode::SUCCESS } else { ExitCode::from(USAGE) }
}

/// The language asked for, also where the rest of the line cannot be read.
pub fn lang() -> Lang {
    let words: Vec<String> = std::env::args().collect();
    let after = words.iter().position(|word| word == "--lang").and_then(|at| words.get(at + 1));
    let named = after.or_else(|| words.iter().find(|word| word.starts_with("--lang=")));
    match named.map(|word| word.trim_start_matches("--lang=")) {
        Some("ja") => Lang::Ja,
        Some("en") => Lang::En,
        _ => of_environment(),
    }
}

fn japanese(error: &clap::Error) -> String {
    let found = |kind| error.get(kind).map(shown).unwrap_or_default();
    let argument = found(ContextKind::InvalidArg);
    let value = found(ContextKind::InvalidValue);
    let mut said = match error.kind() {
        ErrorKind::UnknownArgument => format!("「{argument}」という引数はありません。"),
        ErrorKind::InvalidSubcommand => {
            format!("「{}」というコマンドはありません。", found(ContextKind::InvalidSubcommand))
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
            found(ContextKind::PriorArg)
        ),
        _ => format!("コマンドラインを読めません({})。", error.kind()),
    };
    let valid = found(ContextKind::ValidValue);
    if !valid.is_empty() {
        said += &format!("使えるもの: {valid}。");
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        let suggested = found(kind);
        if !suggested.is_empty() {
            said += &format!("「{suggested}」ではありませんか。");
        }
    }
    said + "使い方は --help で確かめられます。"
}

fn shown(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(words) => words.join("、"),
        other => other.to_string(),
    }
}
