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
        ' ' | '\u{A0}' | 'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 34,
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

/// The lines of the text and their size such that they fit into this width and height: a text that is too
/// long is smaller, on several lines if they fit, and then cut.
pub(super) fn fit(text: &str, most: i32, width: i32, height: i32) -> (Vec<String>, i32) {
    for size in (MIN_SIZE..=most).rev() {
        // A slightly smaller line is better than two.
        let room = if size * 10 >= most * 9 { 1 } else { (height / leading(size)).max(1) };
        let lines = if room == 1 { vec![text.to_owned()] } else { broken(text, size, width) };
        let fits = |line: &String| label_width(line, size) <= width;
        if lines.len() <= room as usize && lines.iter().all(fits) {
            return (lines, size);
        }
    }
    let room = (height / leading(MIN_SIZE)).max(1) as usize;
    let mut lines = broken(text, MIN_SIZE, width);
    if lines.len() > room {
        let rest = lines.split_off(room - 1);
        lines.push(rest.join(" "));
    }
    (lines.into_iter().map(|line| cut(line, MIN_SIZE, width)).collect(), MIN_SIZE)
}

/// Distance of the lines of a label.
pub(super) fn leading(size: i32) -> i32 {
    size * 6 / 5
}

/// The text on lines of this width, as far as there are places where it can be broken.
fn broken(text: &str, size: i32, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive([' ', '　', '。', '、']) {
        let longer = lines.last().map(|line| format!("{line}{part}"));
        match longer.filter(|line| label_width(line.trim_end(), size) <= width) {
            Some(line) => *lines.last_mut().expect("it was just made longer") = line,
            None => lines.push(part.to_owned()),
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The text, cut with an ellipsis if it is too long.
pub(super) fn cut(mut text: String, size: i32, width: i32) -> String {
    if label_width(&text, size) > width {
        let room = width - label_width("…", size);
        while label_width(&text, size) > room && text.pop().is_some() {}
        text.push('…');
    }
    text
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
        for (text, width, fitted, size) in [
            ("太監", 50, "太監", 20),
            ("太監", 30, "太監", 14),
            ("太監配置", 36, "太監…", 11),
            ("太監", 1, "…", 11),
        ] {
            assert_eq!(fit(text, 20, width, 24), (vec![fitted.to_owned()], size), "{text} {width}");
        }
    }

    #[test]
    fn a_long_text_has_several_lines_where_there_is_space_for_them() {
        let lines = |text: &str, width, height| fit(text, 17, width, height);
        assert_eq!(lines("Palace advance", 90, 24), (vec!["Palace advan…".to_owned()], 11));
        let two = vec!["Palace".to_owned(), "advance".to_owned()];
        assert_eq!(lines("Palace advance", 90, 40), (two, 15));
        // The last line has all that is left.
        let cut = vec!["one two".to_owned(), "three fo…".to_owned()];
        assert_eq!(lines("one two three four five", 60, 27), (cut, 11));
        assert_eq!(lines("", 60, 27), (vec![String::new()], 17));
    }
}
