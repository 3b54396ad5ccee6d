//! Estimates of the width of texts, in terminals and in drawings.

/// Smallest size of a label in pixels.
pub(super) const MIN_SIZE: i32 = 11;

/// Returns true for characters of East Asian scripts, which are twice as wide as Latin ones in a
/// terminal.
fn is_wide(letter: char) -> bool {
    matches!(letter,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1FAFF}'
        | '\u{20000}'..='\u{3FFFD}')
}

/// Number of columns that the text has in a terminal: two for a kanji or kana, one for all else.
pub fn display_width(text: &str) -> usize {
    text.chars().map(|letter| 1 + usize::from(is_wide(letter))).sum()
}

/// Width of a character in hundredths of the size of the font: that of a bold sans serif font, which is
/// the widest that drawings use.
fn advance(letter: char) -> i32 {
    match letter {
        ' ' | 'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 34,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '-' | '/' => 44,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '&' => 96,
        '0'..='9' | 'a'..='z' => 62,
        'A'..='Z' | '+' | '=' | '<' | '>' => 73,
        wide if is_wide(wide) || !wide.is_ascii() => 104,
        _ => 62,
    }
}

/// Estimated width in pixels of a label of this size.
pub(super) fn label_width(text: &str, size: i32) -> i32 {
    (text.chars().map(advance).sum::<i32>() * size + 99) / 100
}

/// The text and its size such that it fits into this width: smaller if it is too long, and then cut.
pub(super) fn fit(text: String, mut size: i32, width: i32) -> (String, i32) {
    while size > MIN_SIZE && label_width(&text, size) > width {
        size -= 1;
    }
    cut(text, size, width)
}

/// The text, cut with an ellipsis if it is too long, and its size.
pub(super) fn cut(mut text: String, size: i32, width: i32) -> (String, i32) {
    if label_width(&text, size) > width {
        let room = width - label_width("…", size);
        while label_width(&text, size) > room && text.pop().is_some() {}
        text.push('…');
    }
    (text, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kanji_and_kana_have_two_columns() {
        for (text, columns) in [("", 0), ("A1", 2), ("太監", 4), ("カード 3", 8), ("+3│", 3)]
        {
            assert_eq!(display_width(text), columns, "{text}");
        }
    }

    #[test]
    fn a_text_becomes_smaller_and_is_then_cut() {
        assert_eq!(fit("太監".into(), 20, 50), ("太監".into(), 20));
        assert_eq!(fit("太監".into(), 20, 30), ("太監".into(), 14));
        assert_eq!(fit("太監配置".into(), 20, 36), ("太監…".into(), 11));
        assert_eq!(fit("太監".into(), 20, 1), ("…".into(), 11));
    }
}
