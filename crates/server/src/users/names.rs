//! The names of people: cleaning of entered names, and detection of names that look alike.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;
use unicode_segmentation::UnicodeSegmentation;

pub(crate) use session::table::seats::NAMELESS;

/// Maximum length of a name, in extended grapheme clusters (UAX #29).
pub(crate) const NAME_LENGTH: usize = 24;

/// Maximum number of combining marks, such as accents, on one letter.
const MARKS: usize = 4;
/// Maximum number of characters (code points) in one grapheme cluster; a family emoji has ten.
const LETTER_LENGTH: usize = 16;

/// Titles at the start of a name that are reserved for bot accounts.
const TITLES: [&str; 2] = ["bot", "ボット"];

/// The name by which a person is displayed: cleaned by [`kept_of`] and never empty, since an empty name marks
/// an open seat. If it looks like the name of a bot or one of the names `others`, or if a record would take it
/// for a bot's, it gets a number.
pub(crate) fn clean_name(name: &str, others: &[String]) -> String {
    let name = kept_of(name);
    let name = if name.is_empty() { NAMELESS.to_owned() } else { name };
    let mut taken: Vec<String> = others.iter().map(|other| look_of(other)).collect();
    taken.extend(session::catalog::names().map(look_of));
    if !taken.contains(&look_of(&name)) && bots::level_named(&name).is_none() {
        return name;
    }
    let prefix = cut(&name, NAME_LENGTH - 4);
    let mut numbered = (2..).map(|number| format!("{prefix} ({number})"));
    numbered.find(|name| !taken.contains(&look_of(name))).expect("numbers do not end")
}

/// A person's name, cleaned and without any titles at its start that are reserved for bot accounts.
pub(crate) fn personal(name: &str) -> String {
    let mut rest = kept_of(name);
    while let Some(after) = without_title(&rest) {
        rest = after;
    }
    rest
}

/// The rest of the name after a reserved title at its start; `None` if it does not start with one.
fn without_title(name: &str) -> Option<String> {
    let start = name.find(char::is_alphanumeric)?;
    let word = &name[start..];
    let end = word.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(word.len());
    let titled = TITLES.map(look_of).contains(&look_of(&word[..end]));
    titled.then(|| {
        word[end..].trim_start_matches(|letter: char| !letter.is_alphanumeric()).to_owned()
    })
}

/// Cleans a name: runs of white space become one blank, and invisible characters are dropped, except joiners
/// and variation selectors where they have an effect: in emoji, ideographs, and Arabic and Indic scripts. At
/// most [`NAME_LENGTH`] grapheme clusters are kept.
pub(crate) fn kept_of(name: &str) -> String {
    cleaned(name, NAME_LENGTH)
}

/// A text of a person as one line, cleaned like a name but not cut.
pub(crate) fn clean_text(text: &str) -> String {
    cleaned(text, text.len())
}

/// A text as one line of at most `most` grapheme clusters, without invisible characters.
fn cleaned(text: &str, most: usize) -> String {
    let spaced: String =
        text.chars().map(|each| if each.is_whitespace() { ' ' } else { each }).collect();
    let mut kept: Vec<String> = Vec::new();
    for letter in spaced.graphemes(true) {
        let letter = kept_of_letter(letter);
        let blank_before = kept.last().is_none_or(|last| last == " ");
        if !(letter.is_empty() || letter == " " && blank_before) {
            kept.push(letter);
        }
        // Longer input need not be processed.
        if kept.len() > most {
            break;
        }
    }
    cut(&kept.concat(), most)
}

/// The first `most` grapheme clusters of a text, without blanks at the end.
fn cut(text: &str, most: usize) -> String {
    let first: String = text.graphemes(true).take(most).collect();
    first.trim_end().to_owned()
}

/// Removes unwanted characters from a grapheme cluster; the result is empty if nothing visible remains.
fn kept_of_letter(letter: &str) -> String {
    let mut kept = String::new();
    let mut marks = 0;
    let mut each = letter.chars().peekable();
    while let Some(part) = each.next() {
        // Marks are not placed on a blank.
        let before = kept.chars().next_back().filter(|before| *before != ' ');
        let keep = match part {
            _ if kept.chars().count() == LETTER_LENGTH => false,
            // A joiner between two parts of an emoji or of a conjunct.
            '\u{200D}' => {
                before.is_some_and(|before| !is_invisible(before) || is_selector(before))
                    && each.peek().is_some_and(|next| !is_invisible(*next))
            }
            // A non-joiner in the scripts of Persian and Indic languages.
            '\u{200C}' => before.is_some_and(joins),
            _ if is_selector(part) => before.is_some_and(|before| !is_invisible(before)),
            // Tags in the flags of subdivisions such as England.
            '\u{E0020}'..='\u{E007F}' => kept.starts_with('\u{1F3F4}'),
            _ if is_invisible(part) => false,
            _ if is_combining_mark(part) => {
                marks += 1;
                before.is_some() && marks <= MARKS
            }
            _ => true,
        };
        if keep {
            kept.push(part);
        }
    }
    kept
}

/// A normal form of a name for comparison: it is the same for names that people would confuse. It is not for
/// display.
pub(crate) fn look_of(name: &str) -> String {
    let visible: String = name.nfkc().filter(|each| !is_invisible(*each)).collect();
    // Look-alikes of capital letters must be replaced first, because their lower-case forms look different.
    let latin: String = visible.chars().map(of_latin).collect();
    let plain: String = skeleton(&fold(&latin)).collect();
    let plain = fold(&plain).replace(['l', '|'], "i");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The Latin letter that looks like this letter of another script, or the letter itself.
fn of_latin(letter: char) -> char {
    let mut buffer = [0; 4];
    let mut lookalike = skeleton(letter.encode_utf8(&mut buffer));
    match (lookalike.next(), lookalike.next()) {
        (Some(lookalike), None) if !letter.is_ascii() && lookalike.is_ascii_alphabetic() => {
            lookalike
        }
        _ => letter,
    }
}

/// Converts a text to a form in which upper and lower case are the same.
fn fold(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

/// Returns true for a letter of a script whose letters are joined, such as Arabic.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{18AF}')
}

/// Returns true for a variation selector, which chooses the form of the preceding character.
fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Returns true for control characters, format characters (which could hide or reorder the surrounding text),
/// and characters without a visible shape.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{6DD}' | '\u{70F}' | '\u{8E2}' | '\u{115F}' | '\u{1160}'
            | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFC}'
            | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1345F}' | '\u{16FE4}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(name: &str) -> String {
        clean_name(name, &[])
    }

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean("  富察\u{0}\u{202e} \n"), "富察");
        assert_eq!(clean(" \u{200b} "), "Guest");
        assert_eq!(clean("a b"), "a b");
        assert_eq!(clean("a \u{3000}\t b\u{A0}"), "a b");
        // These look like a blank, or like nothing.
        assert_eq!(clean("\u{3164}\u{2800}\u{ad}"), "Guest");
        for alone in [
            "\u{1BCA0}",
            "\u{1D173}",
            "\u{1D159}",
            "\u{13441}",
            "\u{301}",
            "\u{FE0F}",
            "\u{200D}",
            "\u{E0100}",
            "\u{E0041}",
            "\u{180E}",
            "\u{FFFC}",
            "\u{200C}\u{200D}",
        ] {
            assert_eq!(clean(alone), "Guest", "{}", alone.escape_unicode());
            assert_eq!(clean(&format!("Ada {alone} Lo")), "Ada Lo", "{}", alone.escape_unicode());
        }
    }

    #[test]
    fn legitimate_names_are_unchanged() {
        for name in [
            "👨\u{200D}👩\u{200D}👧\u{200D}👦",
            "👩🏽\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨🏿",
            "❤\u{FE0F}",
            "葛\u{E0100}城",
            "می\u{200C}خواهم",
            "क्\u{200D}ष",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "1\u{FE0F}\u{20E3}",
            "José",
            "Jose\u{301}",
            "か\u{3099}く",
            "ｻｸﾗ",
            "Ａｄａ",
            "Nguyễn Thị Ánh",
            "Botan",
            "🇯🇵",
        ] {
            assert_eq!(clean(name), name, "{}", name.escape_unicode());
            assert_eq!(personal(name), name, "{}", name.escape_unicode());
        }
    }

    #[test]
    fn names_are_truncated_between_grapheme_clusters() {
        assert_eq!(clean(&"あ".repeat(30)), "あ".repeat(NAME_LENGTH));
        let flags = format!("{}🇯🇵🇯🇵", "a".repeat(NAME_LENGTH - 1));
        assert_eq!(clean(&flags), format!("{}🇯🇵", "a".repeat(NAME_LENGTH - 1)));
        let family = "👨\u{200D}👩\u{200D}👧\u{200D}👦";
        assert_eq!(clean(&family.repeat(30)), family.repeat(NAME_LENGTH));
        // The number of combining marks is limited.
        let tower = format!("a{}", "\u{301}".repeat(1000));
        assert_eq!(clean(&tower).chars().count(), 1 + MARKS);
        let endless = "👨\u{200D}".repeat(1000);
        assert!(clean(&endless).chars().count() <= LETTER_LENGTH);
    }

    #[test]
    fn names_that_look_the_same_are_equal() {
        for (one, other) in [
            ("がく", "か\u{3099}く"),
            ("José", "Jose\u{301}"),
            ("Ada Lo", "Ada  Lo"),
            ("Ada Lo", "Ada\u{A0}Lo"),
            ("Ada Lo", "ada\u{2009}\u{3000}lo"),
            ("Ada", "Ａｄａ"),
            ("サクラ", "ｻｸﾗ"),
            ("Ada", "\u{410}da"),
            ("Ada", "Ada\u{FE0F}"),
            ("Ada", "A\u{200D}da"),
            ("Straße", "STRASSE"),
            ("bo0k", "bOOk"),
        ] {
            assert_eq!(look_of(one), look_of(other), "{one} {}", other.escape_unicode());
            let others = [one.to_owned()];
            assert!(clean_name(other, &others).ends_with(" (2)"), "{}", other.escape_unicode());
        }
        for (one, other) in
            [("Ada", "Ida"), ("さくら", "サクラ"), ("田中", "田辺"), ("Ann", "Anna")]
        {
            assert_ne!(look_of(one), look_of(other), "{one} {other}");
        }
    }

    #[test]
    fn a_name_in_use_gets_a_number() {
        let others = ["Ada".to_owned(), "Guest".to_owned(), "ada (2)".to_owned()];
        assert_eq!(clean_name("ada\u{200b} ", &others), "ada (3)");
        assert_eq!(clean_name("", &others), "Guest (2)");
        assert_eq!(clean_name("Ida", &others), "Ida");
        let long = "あ".repeat(NAME_LENGTH);
        let numbered = clean_name(&long, std::slice::from_ref(&long));
        assert!(numbered != long && numbered.chars().count() <= NAME_LENGTH, "{numbered}");
    }

    #[test]
    fn no_person_is_named_like_a_bot() {
        for name in [
            "BOT Kitsune",
            "bot\u{3000}Kitsune",
            "ＢＯＴ Kitsune",
            "[BOT] Kitsune",
            "B0T: Kitsune",
            "ВОТ Kitsune",
            "BOT BOT Kitsune",
            "ボット Kitsune",
            "B\u{200D}OT Kitsune",
        ] {
            assert_eq!(personal(name), "Kitsune", "{}", name.escape_unicode());
        }
        assert_eq!(personal("BOT"), "");
        for bot in session::catalog::names() {
            assert_eq!(clean(bot), format!("{bot} (2)"));
        }
        assert_eq!(clean("Tengu (Master)"), "Tengu (Master) (2)");
    }
}
