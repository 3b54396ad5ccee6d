//! Keys of states, views and information sets: short, stable names of what they contain.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::{GameRng, GameState, Seat, Viewer};

/// A key of 128 bits: the first half of a SHA-256. Equal contents have equal keys in every process, on every
/// platform and in every version with the same rules and the same JSON formats; different contents have
/// different ones. [Texts](crate::LocalizedText) do not count: they follow from the rest, and their words may
/// change. Keys compare matches of one configuration: seats, options and components are not part of what they
/// contain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub [u8; 16]);

impl Key {
    /// The key of these bytes, of a kind of content.
    fn of(kind: &str, parts: &[&[u8]]) -> Key {
        let mut hash = Sha256::new_with_prefix(kind);
        hash.update(b"\n");
        parts.iter().for_each(|part| hash.update(part));
        let mut key = [0; 16];
        key.copy_from_slice(&hash.finalize()[..16]);
        Key(key)
    }

    /// The key of a value written as JSON, without its texts.
    fn of_json(kind: &str, value: &impl Serialize) -> Key {
        let json = serde_json::to_string(value).expect("views and positions are plain data");
        Key::of(kind, &[without_texts(&json).as_bytes()])
    }

    /// The key of a complete state: of its [position](GameState::position), with the RNG at the beginning of
    /// seed 0. States that differ only in what chance has yet to decide have the same key.
    #[doc(alias = "zobrist")]
    pub fn of_state<G: GameState>(state: &G) -> Key {
        let mut state = state.clone();
        if let Some(rng) = state.rng_mut() {
            *rng = GameRng::from_seed(0);
        }
        Key::of_json("state", &state.position())
    }

    /// The key of what a viewer sees now: of the JSON of the [view](GameState::view), and of the viewer.
    pub fn of_view<G: GameState>(state: &G, viewer: Viewer) -> Key {
        Key::of_seen(&state.view(viewer), viewer)
    }

    /// The key of a view: of its JSON, and of the viewer.
    pub fn of_seen(view: &impl Serialize, viewer: Viewer) -> Key {
        match viewer {
            Viewer::Seat(seat) => Key::of_json(&format!("view of seat {seat}"), view),
            Viewer::Spectator => Key::of_json("view of a spectator", view),
            Viewer::Omniscient => Key::of_json("view of all seats", view),
        }
    }
}

/// The beginning of a [text](crate::LocalizedText) in JSON. Quotes in a string are escaped, so it is nothing
/// else.
const TEXT: &str = r#"{"ja":"#;

/// The JSON with `null` in place of each text.
fn without_texts(json: &str) -> Cow<'_, str> {
    if !json.contains(TEXT) {
        return json.into();
    }
    let (mut kept, mut rest) = (String::with_capacity(json.len()), json);
    while let Some(at) = rest.find(TEXT) {
        let (before, text) = rest.split_at(at);
        kept.push_str(before);
        let (instead, after) =
            after_text(text).map_or_else(|| text.split_at(TEXT.len()), |after| ("null", after));
        kept.push_str(instead);
        rest = after;
    }
    (kept + rest).into()
}

/// The rest of a JSON that begins with a text; `None` if it begins with another object.
fn after_text(json: &str) -> Option<&str> {
    let after = after_string(json.strip_prefix(TEXT)?)?;
    after_string(after.strip_prefix(r#","en":"#)?)?.strip_prefix('}')
}

/// The rest of a JSON that begins with a string; `None` if it begins with something else.
fn after_string(json: &str) -> Option<&str> {
    let mut rest = json.strip_prefix('"')?;
    loop {
        let (_, after) = rest.split_at(rest.find(['"', '\\'])?);
        if let Some(after) = after.strip_prefix('"') {
            return Some(after);
        }
        // What is escaped may be a quote.
        rest = after.get(2..)?;
    }
}

/// Hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The memory of a match that a seat with perfect recall has, as a key: all that it saw and did, in order.
/// Two states in which a seat has the same memory are in the same information set of the seat.
///
/// An unchanged view leaves no trace: otherwise a seat could tell how many decisions others had taken while
/// it saw nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Memory {
    history: Key,
    /// The key of the latest view.
    view: Key,
}

impl Memory {
    /// The memory of a seat that has seen one view, given by its key.
    pub fn new(view: Key) -> Memory {
        Memory { history: Key::of("saw", &[&view.0]), view }
    }

    /// The memory of a seat in the first state of a match.
    pub fn first<G: GameState>(state: &G, seat: Seat) -> Memory {
        Memory::new(Key::of_view(state, Viewer::Seat(seat)))
    }

    /// Adds a view, given by its key, if it differs from the latest one.
    pub fn saw(&mut self, view: Key) {
        if view != self.view {
            *self = Memory { history: Key::of("saw", &[&self.history.0, &view.0]), view };
        }
    }

    /// Adds the seat's own action, in notation.
    pub fn did(&mut self, action: &str) {
        self.history = Key::of("did", &[&self.history.0, action.as_bytes()]);
    }

    /// The key of the information set: of everything remembered.
    #[doc(alias = "information_state")]
    pub fn key(&self) -> Key {
        self.history
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LocalizedText;

    #[test]
    fn the_key_of_a_value_never_changes() {
        // Solutions and tables that people stored have these keys.
        let view = Key::of_seen(&[3, 1, 2], Viewer::Seat(Seat(1)));
        assert_eq!(view.to_string(), VIEW);
        let mut memory = Memory::new(view);
        memory.did("pass");
        memory.saw(Key::of_seen(&[3, 1], Viewer::Seat(Seat(1))));
        assert_eq!(memory.key().to_string(), MEMORY);
    }

    const VIEW: &str = "35d9ef2c4d2b3a4448fa0111299964c6";
    const MEMORY: &str = "60b2718a720649a85c02eba3e7d4a15b";

    #[test]
    fn viewers_and_kinds_count() {
        let viewers = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];
        let mut keys: Vec<Key> = viewers.iter().map(|it| Key::of_seen(&[1], *it)).collect();
        keys.push(Key::of_json("state", &[1]));
        keys.push(Key::of_seen(&[2], viewers[0]));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 5);
    }

    #[test]
    fn the_words_of_texts_do_not_count() {
        let key = |rule: &str, words: &str| {
            let text = LocalizedText::same(words.to_owned());
            Key::of_seen(&(rule, &text, [&text], 7), Viewer::Spectator)
        };
        let without = Key::of_seen(&("T-1", (), [()], 7), Viewer::Spectator);
        let words =
            ["Place a card.", r#"Say "no\."#, r"\\", r#"{"ja":"a","en":"b"}"#, "座敷\n\u{1}"];
        for words in words {
            assert_eq!(key("T-1", words), without, "{words}");
            assert_ne!(key("T-2", words), without);
        }
    }

    #[test]
    fn all_that_only_looks_like_a_text_counts() {
        let text = r#"{"ja":"座","en":""}"#;
        assert_eq!(without_texts(text), "null");
        assert_eq!(without_texts(&format!("[{text},1,{text}]")), "[null,1,null]");
        for json in [
            r#"{"ja":"a","en":"b","more":1}"#,
            r#"{"ja":"a"}"#,
            r#"{"en":"a","ja":"b"}"#,
            r#"{"ja":"a","en":["b"]}"#,
            r#"["{\"ja\":\"a\",\"en\":\"b\"}"]"#,
        ] {
            assert_eq!(without_texts(json), json);
            assert_eq!(without_texts(&format!("[{json},{text}]")), format!("[{json},null]"));
        }
        // A text in what only begins like one.
        let within = format!(r#"{{"ja":{text},"en":{text}}}"#);
        assert_eq!(without_texts(&within), r#"{"ja":null,"en":null}"#);
    }

    #[test]
    fn order_counts_and_what_is_unchanged_does_not() {
        let [one, other] = [1, 2].map(|it| Key::of_seen(&it, Viewer::Spectator));
        let after = |seen: &[Key]| {
            let mut memory = Memory::new(one);
            seen.iter().for_each(|view| memory.saw(*view));
            memory
        };
        assert_eq!(after(&[one, one, other]), after(&[other]));
        assert_ne!(after(&[other, one]).key(), after(&[]).key());
        let mut did = after(&[]);
        did.did("pass");
        assert_ne!(did.key(), after(&[]).key());
    }
}
