//! The words and patterns that the lint of prose rejects because they hide a meaning, each with the standard
//! term.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::passages::{CODE, Kind, PARAGRAPH, Passage, Word};

/// A phrase to write differently. In `words`, `|` separates alternatives for one word. A match is allowed if
/// it is part of a phrase in `except`.
pub struct Phrase {
    pub words: &'static str,
    pub instead: &'static str,
    pub except: &'static [&'static str],
}

const fn phrase(words: &'static str, instead: &'static str) -> Phrase {
    Phrase { words, instead, except: &[] }
}

const fn unless(
    words: &'static str,
    instead: &'static str,
    except: &'static [&'static str],
) -> Phrase {
    Phrase { words, instead, except }
}

pub const PHRASES: &[Phrase] = &[
    phrase("anew", "again, or new"),
    phrase("by lot", "at random"),
    phrase("draw|draws|drew|drawn|drawing lots", "at random"),
    phrase("hang|hangs|hung on|upon", "depends on"),
    unless("so many", "at most N, or the number of", &["so many that"]),
    unless(
        "as many",
        "the number of, or at most N",
        &["as many as", "times as many", "twice as many", "half as many", "just as many"],
    ),
    unless("the house", "the server, or the built-in rules", &["the house rules"]),
    phrase("a|an|one|each|every|another|this|whole|finished|running play", "a game, or a match"),
    phrase("the play of", "the game of"),
    unless("truth", "state", &["source of truth", "ground truth", "truth value|values|table"]),
    phrase("rule|rules of thumb", "heuristic"),
    phrase("go|goes|going|gone|went on with|from", "resume, or continue"),
    phrase("goes|go|went on", "continues"),
    phrase("come|comes|came|coming of it|them|this|that", "result"),
    phrase("what comes|came of", "result of"),
    phrase("what becomes|became of", "fate of, or name the outcome"),
    phrase("look|looks|looked|looking back", "review, or analyze"),
    phrase("in the place of", "instead of"),
    phrase("imagined|imagine|imagines|imagining", "determinize, determinization"),
    phrase("is|are|was|were|be|been|being told", "is sent, is notified, or receives"),
    phrase("told of|to|by|about", "sent, or notified"),
    phrase("tells what|who|how|whether|where|which", "describes, or reports"),
    phrase("is|are|was|were|be|been asked of", "is requested of"),
    unless("hold|holds|held to", "check against, or conform to", &["held to be"]),
    phrase("keep|keeps|kept to", "conform to"),
    phrase("hear|hears|heard of", "is notified of, or receives"),
    phrase("take|takes|took|taken it|them|tables|table home", "acquire the lease"),
    phrase("let|lets go", "disconnect, or release"),
    phrase("foresee|foresees|foreseen|foresaw|foresight", "preview"),
    phrase("somebody|someone", "name the actor: the user, the client, the caller"),
    phrase("whoever", "name the actor: the user, the client, the caller"),
    phrase("asker|askers", "the caller, or the client"),
    phrase("is|are|was|were|be|can had", "is available, or exists"),
    phrase("to be had", "available"),
    phrase("nothing|anything is|was to be", "name the thing"),
    phrase("what|who|which is meant", "name it"),
    phrase("appraise|appraises|appraised|appraisal", "evaluate, evaluation"),
    phrase("word for word", "verbatim"),
    phrase("by heart", "by default, or stored"),
    phrase("for good", "permanently"),
    phrase("no longer not", "a positive statement"),
    phrase("the parlour", "the server"),
    phrase("the shelf", "the registry"),
    phrase("the testkit", "the conformance tests"),
    phrase("the minds", "the bot seats, or the bot pool"),
    phrase("the like", "name the things"),
    phrase("stands|stand for itself|themselves", "name the thing"),
    phrase("small choices|choice", "sub-actions"),
    phrase("gives back", "returns"),
    phrase("says|say whether", "returns true if"),
    phrase("it is had", "name the actor"),
    phrase("form|forms of the database", "schema version"),
    phrase("concealed decision|decisions", "simultaneous decision"),
    phrase("sort|sorts of action|actions", "category of actions"),
    unless(
        "journal|journals",
        "checkpoint",
        &["journal mode", "systemd journal", "journal of the systemd", "ahead journal"],
    ),
    phrase("play|plays looks|look", "heuristic value"),
    unless("world|worlds", "determinization", &["of the world"]),
    phrase("chore|chores", "command, or task"),
];

/// The phrases by their first word, in lower case.
static BY_FIRST_WORD: LazyLock<HashMap<&str, Vec<&Phrase>>> = LazyLock::new(|| {
    let mut index: HashMap<&str, Vec<&Phrase>> = HashMap::new();
    for phrase in PHRASES {
        let first = phrase.words.split(' ').next().unwrap_or_default();
        for word in first.split('|') {
            index.entry(word).or_default().push(phrase);
        }
    }
    index
});

/// Words that begin a headless clause, such as "What each seat has said.", each with its replacement.
const HEADLESS: [(&str, &str); 9] = [
    ("what", "a noun that says what it is"),
    ("who", "a noun: the user, the seat, the client"),
    ("whom", "a noun: the user, the seat, the client"),
    ("whose", "a noun: the owner, the seat"),
    ("whether", "\"Returns true if …\" or \"True if …\""),
    ("where", "a noun: the folder, the address, the position"),
    ("how", "a noun: the number, the duration, the method"),
    ("which", "a noun: the seat, the game"),
    ("why", "a noun: the reason"),
];

/// Beginnings of headless clauses that are rejected in messages as well. The others can be a label or a
/// subject in a message: "Who begins", "What was moved is not the same".
const MEASURES: [&str; 2] = ["whether", "how many|much|long|far|often"];

/// Words that carry no meaning in a description of only one or two words.
const EMPTY: [&str; 32] = [
    "the",
    "it",
    "its",
    "itself",
    "he",
    "she",
    "they",
    "them",
    "this",
    "that",
    "these",
    "those",
    "there",
    "here",
    "then",
    "so",
    "of",
    "to",
    "at",
    "in",
    "on",
    "by",
    "is",
    "are",
    "was",
    "who",
    "where",
    "not",
    "nothing",
    "all",
    "alone",
    "everything",
];

/// A place in the prose to write differently.
#[derive(Debug, PartialEq, Eq)]
pub struct Hit {
    pub line: usize,
    /// The rejected words as written.
    pub found: String,
    pub instead: &'static str,
}

/// All hits in a passage.
pub fn hits(passage: &Passage) -> Vec<Hit> {
    let mut found = Vec::new();
    if passage.kind == Kind::Message
        && MEASURES.iter().any(|it| matches(&passage.words, it).is_some())
    {
        found.extend(headless(&passage.words));
    }
    if passage.kind == Kind::Documentation {
        found.extend(headless(&passage.words).or_else(|| fragment(&passage.words)));
        found.extend(errors(&passage.words));
    }
    for (at, word) in passage.words.iter().enumerate() {
        for phrase in BY_FIRST_WORD.get(&*word.text.to_lowercase()).into_iter().flatten() {
            let Some(length) = matches(&passage.words[at..], phrase.words) else { continue };
            let is_allowed = phrase.except.iter().any(|except| {
                (0..=at).any(|from| {
                    matches(&passage.words[from..], except).is_some_and(|length| from + length > at)
                })
            });
            if !is_allowed {
                let words = passage.words[at..at + length].iter().map(|word| word.text.as_str());
                let text = words.collect::<Vec<_>>().join(" ");
                found.push(Hit { line: word.line, found: text, instead: phrase.instead });
            }
        }
    }
    // Of two patterns that begin at the same word the longer says more.
    found.sort_by(|one, other| {
        one.line.cmp(&other.line).then(other.found.len().cmp(&one.found.len()))
    });
    let mut longest: Vec<Hit> = Vec::new();
    for hit in found {
        if !longest.iter().any(|it| it.line == hit.line && it.found.contains(&hit.found)) {
            longest.push(hit);
        }
    }
    longest
}

/// If `words` begins with the pattern: the number of words that the pattern covers.
fn matches(words: &[Word], pattern: &str) -> Option<usize> {
    let mut length = 0;
    for alternatives in pattern.split(' ') {
        let word = &words.get(length)?.text;
        if !alternatives.split('|').any(|it| it.eq_ignore_ascii_case(word)) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// The hit if a description begins with a headless clause and is not a question.
fn headless(words: &[Word]) -> Option<Hit> {
    let first = words.first()?;
    let (_, instead) = HEADLESS.iter().find(|(word, _)| first.text.eq_ignore_ascii_case(word))?;
    let end = words.iter().find(|word| matches!(word.text.as_str(), "." | "?" | PARAGRAPH));
    if end.is_some_and(|word| word.text == "?") {
        return None;
    }
    let start = words.iter().take(3).take_while(|word| !word.is_mark());
    let start: Vec<&str> = start.map(|word| word.text.as_str()).collect();
    Some(Hit { line: first.line, found: format!("{} …", start.join(" ")), instead })
}

/// The hit if a description consists of one or two words without a meaning.
fn fragment(words: &[Word]) -> Option<Hit> {
    let end = words.iter().position(|word| word.text == PARAGRAPH).unwrap_or(words.len());
    if end < words.len() || words.iter().any(|word| word.text == CODE) {
        return None;
    }
    let spoken: Vec<&str> =
        words.iter().filter(|word| !word.is_mark()).map(|word| word.text.as_str()).collect();
    let is_empty = |word: &str| EMPTY.iter().any(|it| it.eq_ignore_ascii_case(word));
    let is_fragment = match spoken[..] {
        [word] => is_empty(word),
        [one, other] => is_empty(one) && !one.eq_ignore_ascii_case("the") || is_empty(other),
        _ => false,
    };
    is_fragment.then(|| Hit {
        line: words[0].line,
        found: format!("{}.", spoken.join(" ")),
        instead: "a noun phrase with its unit or range, or no comment",
    })
}

/// The hit if an `# Errors` section begins with a condition, without "Returns an error".
fn errors(words: &[Word]) -> Option<Hit> {
    let at = (0..words.len()).find(|at| matches(&words[*at..], "# Errors").is_some())?;
    let start = words[at + 2..].iter().find(|word| word.text != PARAGRAPH)?;
    let is_condition = ["when", "if", "where", "what", "whatever"]
        .iter()
        .any(|it| start.text.eq_ignore_ascii_case(it));
    is_condition.then(|| Hit {
        line: start.line,
        found: format!("# Errors {} …", start.text),
        instead: "\"Returns an error if …\"",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::passages::passages;

    /// The rejected words in the doc comments and comments of this Rust source.
    fn found(source: &str) -> Vec<String> {
        let passages = passages("src/lib.rs", source).expect("Rust has prose");
        passages.iter().flat_map(hits).map(|hit| hit.found).collect()
    }

    #[test]
    fn a_description_that_begins_with_a_headless_clause_is_found() {
        assert_eq!(found("/// What each seat has said.\nfn f() {}"), ["What each seat …"]);
        assert_eq!(found("/// Whether `a` is.\nfn f() {}"), ["Whether …"]);
        assert_eq!(found("//! How much."), ["How much …"]);
        assert_eq!(found("const A: &str = \"How many cards lie here.\";"), ["How many cards …"]);
        assert_eq!(found("const A: &str = \"Who begins the game\";"), [""; 0]);
        for good in ["/// What is a seat?", "// What each said.", "/// The seat who said it."] {
            assert_eq!(found(good), [""; 0], "{good}");
        }
    }

    #[test]
    fn a_fragment_is_found() {
        assert_eq!(found("/// Who.\nfn f() {}"), ["Who …"]);
        assert_eq!(found("/// It.\nfn f() {}"), ["It."]);
        assert_eq!(found("/// By seat.\nfn f() {}"), ["By seat."]);
        for good in
            ["/// Milliseconds.", "/// The seat.", "/// RNG seed.", "/// 手札.", "/// By `a`."]
        {
            assert_eq!(found(good), [""; 0], "{good}");
        }
    }

    #[test]
    fn a_section_on_errors_says_that_it_returns_one() {
        let section =
            |text| format!("/// Reads it now.\n///\n/// # Errors\n/// {text}\nfn f() {{}}");
        assert_eq!(found(&section("When there is none.")), ["# Errors When …"]);
        assert_eq!(found(&section("Returns an error if there is none.")), [""; 0]);
    }

    #[test]
    fn phrases_are_found_across_lines_and_not_in_code() {
        assert_eq!(found("// The rule\n// of thumb"), ["rule of thumb"]);
        assert_eq!(found("// A Rule, of thumb; `anew`; rules\n//\n// of thumb"), [""; 0]);
        assert_eq!(found("fn f() { bail!(\"begin it anew\") }"), ["anew"]);
        assert_eq!(found("// goes on with it"), ["goes on with"]);
    }

    #[test]
    fn a_phrase_may_be_part_of_a_longer_one_that_is_allowed() {
        assert_eq!(found("// truth"), ["truth"]);
        assert_eq!(found("// the source of truth"), [""; 0]);
        assert_eq!(found("// a truth value"), [""; 0]);
        assert_eq!(found("// as many of each"), ["as many"]);
        assert_eq!(found("// as many as needed"), [""; 0]);
    }
}
