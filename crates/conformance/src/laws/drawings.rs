//! Check of law 17: boards as pictures and as text.

use zashiki_core::{DrawExt as _, Drawing, Game, Lang, Match, Turn, Viewer, display_width};

use super::trial::Trial;

/// Maximum number of columns of a board in plain text.
const COLUMNS: usize = 100;

impl<G: Game> Trial<'_, G> {
    /// Checks law 17 for every viewer: the picture and the text are readable, complete and well-formed.
    pub fn drawings(&self, match_: &Match<G>) {
        for viewer in self.viewers() {
            for lang in [Lang::Ja, Lang::En] {
                let turn = match_.state().turn();
                if let Err(fault) = faults(match_.state(), turn, viewer, lang) {
                    panic!("law 17: {}: {viewer:?}, {lang:?}: {fault}", self.at(match_));
                }
            }
        }
    }
}

/// The first fault of a board as a picture or as text.
fn faults<G: Game>(state: &G, turn: Turn, viewer: Viewer, lang: Lang) -> Result<(), String> {
    let drawing = state.drawing(turn, viewer, lang);
    for (text, [x, y, width, height], size) in drawing.labels() {
        if size < Drawing::MIN_SIZE {
            return Err(format!("\"{text}\" has a size of {size}"));
        }
        if text.ends_with('…') {
            return Err(format!("\"{text}\" is cut"));
        }
        if x < 0 || y < 0 || x + width > Drawing::WIDTH || y + height > drawing.height() {
            return Err(format!("\"{text}\" at {x}, {y} is not within the picture"));
        }
        if lang == Lang::En && text != drawing_title::<G>() && text.chars().any(is_japanese) {
            return Err(format!("\"{text}\" is not English"));
        }
        if lang == Lang::En && is_miscounted(text) {
            return Err(format!("\"{text}\" has a plural of one thing"));
        }
    }
    well_formed(&drawing.to_svg())?;
    let board = state.text_board(turn, viewer, lang);
    for line in board.lines() {
        let width = display_width(line);
        if width > COLUMNS || line.ends_with(char::is_whitespace) {
            return Err(format!("the line \"{line}\" has {width} columns or ends with a blank"));
        }
        if lang == Lang::En && is_miscounted(line) {
            return Err(format!("\"{line}\" has a plural of one thing"));
        }
    }
    let english = board.lines().skip(1);
    match english.filter(|_| lang == Lang::En).find(|line| line.chars().any(is_japanese)) {
        Some(line) => Err(format!("\"{line}\" is not English")),
        None => Ok(()),
    }
}

/// Returns true if an English text has a plural after the number one, as in "1 points".
fn is_miscounted(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().collect();
    words.windows(2).any(|pair| {
        let thing = pair[1].trim_end_matches([',', '.', ';', ':', ')']);
        let is_plural = thing.len() > 2 && thing.ends_with('s') && !thing.ends_with("ss");
        pair[0].trim_start_matches('(') == "1"
            && is_plural
            && thing.chars().all(|letter| letter.is_ascii_lowercase())
    })
}

/// The only text with Japanese in it that an English board may have: the name of the game.
fn drawing_title<G: Game>() -> &'static str {
    &G::info().name.en
}

fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}')
}

/// Checks that this is one well-formed XML element without ids, scripts and references to other files.
fn well_formed(xml: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some((text, after)) = rest.split_once('<') {
        let entities = text.split('&').skip(1);
        if text.contains('>') || entities.into_iter().any(|text| !text.contains(';')) {
            return Err(format!("the text \"{text}\" is not escaped"));
        }
        let (tag, after) = after.split_once('>').ok_or("a tag does not end")?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> ends another element"));
            }
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if tag.matches('"').count() % 2 != 0 || tag.contains('&') {
            return Err(format!("<{tag}> is not well-formed"));
        }
        if name == "script" || [" id=", "href", " on"].iter().any(|part| tag.contains(part)) {
            return Err(format!("<{tag}> is not allowed"));
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
        if open.is_empty() {
            return Err(format!("<{tag}> is outside the picture"));
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} do not end")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_has_no_plural() {
        for wrong in ["1 points (1 exposed)", "Red: (1 points)", "2 castles, 1 flowers"] {
            assert!(is_miscounted(wrong), "{wrong}");
        }
        for right in ["1 point", "11 points", "0.1 points", "Round 1: a pass", "paths 1, tiles 2"] {
            assert!(!is_miscounted(right), "{right}");
        }
    }

    #[test]
    fn only_well_formed_pictures_pass() {
        assert_eq!(
            well_formed("<svg a=\"1\"><rect x=\"0\"/><text>A &amp; B</text></svg>\n"),
            Ok(())
        );
        for wrong in [
            "<svg><text>A & B</text></svg>",
            "<svg><text>a > b</text></svg>",
            "<svg><g></svg></g>",
            "<svg>",
            "<svg a=\"1></svg>",
            "<svg id=\"a\"></svg>",
            "<svg></svg><rect/>",
            "<svg><script></script></svg>",
        ] {
            assert!(well_formed(wrong).is_err(), "{wrong}");
        }
    }
}
