//! Failures of engines, with a description for the person who runs the engine.

use bots::BotErrorKind;
use zashiki_core::{LocalizedText, text};

use crate::process::{LONGEST_LINE, ReadError};

/// A failure of an engine.
#[derive(Debug)]
pub(crate) struct EngineError {
    pub(crate) kind: BotErrorKind,
    /// The cause, as a sentence without a full stop.
    pub(crate) why: LocalizedText,
    /// True if the engine may have written its answer into a buffer without flushing it.
    pub(crate) may_be_buffered: bool,
}

impl EngineError {
    pub(crate) fn new(kind: BotErrorKind, why: LocalizedText) -> EngineError {
        EngineError { kind, why, may_be_buffered: false }
    }

    /// The failure of an engine from which no usable line could be read.
    pub(crate) fn unreadable(error: ReadError) -> EngineError {
        let (kind, why) = match error {
            ReadError::Ended => {
                (BotErrorKind::Ended, LocalizedText::fixed("終了しました", "it exited"))
            }
            ReadError::Late => (
                BotErrorKind::Late,
                LocalizedText::fixed("時間内に答えませんでした", "it did not answer in time"),
            ),
            ReadError::TooLong => (
                BotErrorKind::Nonsense,
                text!(
                    "{LONGEST_LINE}バイトより長い行を書きました",
                    "it wrote a line of more than {LONGEST_LINE} bytes"
                ),
            ),
            ReadError::NotText => (
                BotErrorKind::Nonsense,
                LocalizedText::fixed(
                    "UTF-8ではない行を書きました",
                    "it wrote a line that is not UTF-8",
                ),
            ),
        };
        EngineError::new(kind, why)
    }

    /// The failure of an engine that sends a line that is not the requested answer.
    pub(crate) fn nonsense(line: &str) -> EngineError {
        let line = excerpt(line);
        let why = text!(
            "答えではないこと(「{line}」)を書きました",
            "it sent \"{line}\", which is not an answer"
        );
        EngineError::new(BotErrorKind::Nonsense, why)
    }

    /// The failure of an engine that answers with an illegal action.
    pub(crate) fn illegal(notation: &str, why: &LocalizedText) -> EngineError {
        let notation = excerpt(notation);
        let why = text!(
            "できない行動「{notation}」を答えました({why})",
            "it answered \"{notation}\": {why}",
            why
        );
        EngineError::new(BotErrorKind::IllegalAction, why)
    }

    /// The complete message about a failure of the engine with this name, with advice.
    pub(crate) fn message(&self, engine: &str) -> LocalizedText {
        let LocalizedText { ja, en } = &self.why;
        let (ja, en) = (ja.trim_end_matches('。'), en.trim_end_matches('.'));
        LocalizedText::new(
            format!(
                "エンジン {engine} が失敗しました: {ja}。`zashiki engine --check` で確かめられます。"
            ),
            format!(
                "Engine {engine} failed: {en}. To find the cause, run: zashiki engine --check COMMAND"
            ),
        )
    }
}

/// The message about a program that cannot be started.
pub(crate) fn cannot_start(engine: &str, program: &str, error: &std::io::Error) -> LocalizedText {
    let program = excerpt(program);
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => LocalizedText::fixed("見つかりません", "it does not exist"),
        std::io::ErrorKind::PermissionDenied => {
            LocalizedText::fixed("実行する権限がありません", "permission to run it is denied")
        }
        _ => LocalizedText::same(error.to_string()),
    };
    text!(
        "エンジン {engine} のプログラム「{program}」を起動できません({why})。パスと権限を確かめてください。",
        "The program \"{program}\" of engine {engine} cannot be started ({why}); check its path and permissions.",
        why
    )
}

/// The first 120 characters of a line, with control characters replaced so that it stays one line.
fn excerpt(line: &str) -> String {
    let plain = line.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(120).collect()
}
