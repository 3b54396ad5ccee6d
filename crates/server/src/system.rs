//! Messages for errors of the operating system, in Japanese and English.

use std::io::{Error, ErrorKind};
use std::path::Path;

use zashiki_core::{InputError, LocalizedText, decode_text, text};

/// Reads a file as text, decoded by [`decode_text`].
///
/// # Errors
/// Returns the reason as part of a sentence.
pub fn read_text(file: &Path) -> Result<String, LocalizedText> {
    decode_text(&std::fs::read(file).map_err(|error| why(&error))?)
}

/// Reads one of the operator's files as text. `label` is the name of the file in error messages.
pub(crate) fn read(file: &Path, label: &LocalizedText) -> Result<String, InputError> {
    read_text(file).map_err(|why| {
        let text = text!(
            "{label}を読めません({why})。パスと権限を確かめてください。",
            "{label} cannot be read ({why}); check its path and permissions.",
            label,
            why
        );
        text.into()
    })
}

/// The meaning of an operating system error in Japanese and English, as part of a sentence.
pub fn why(error: &Error) -> LocalizedText {
    let (ja, en) = match error.kind() {
        ErrorKind::NotFound => ("存在しません", "it does not exist"),
        ErrorKind::PermissionDenied => ("権限がありません", "permission is denied"),
        ErrorKind::IsADirectory => ("フォルダーです", "it is a folder"),
        ErrorKind::NotADirectory => {
            ("途中がフォルダーではありません", "part of its path is not a folder")
        }
        ErrorKind::InvalidData => ("UTF-8ではありません", "it is not UTF-8"),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            ("空き容量がありません", "there is no space left")
        }
        ErrorKind::ReadOnlyFilesystem => ("読み取り専用です", "it is read-only"),
        ErrorKind::AddrInUse => ("使用中です", "it is in use"),
        ErrorKind::AddrNotAvailable => {
            ("この機械のアドレスではありません", "it is not an address of this machine")
        }
        _ => {
            let code = error.raw_os_error().map_or_else(String::new, |code| code.to_string());
            return text!("システムのエラー{code}", "{error}");
        }
    };
    LocalizedText::fixed(ja, en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_is_in_one_language() {
        for kind in [ErrorKind::NotFound, ErrorKind::PermissionDenied, ErrorKind::StorageFull] {
            let LocalizedText { ja, en } = why(&Error::from(kind));
            assert!(en.is_ascii() && ja.chars().all(|letter| !letter.is_ascii()), "{ja} {en}");
        }
        let other = why(&Error::from_raw_os_error(11));
        assert_eq!(other.ja, "システムのエラー11");
        assert!(other.en.contains("os error 11"), "{}", other.en);
    }
}
