//! The prose of a source file, split into words: its comments, documentation and messages.

use crate::lexer::{Kind as Token, tokens};

/// The role of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The documentation of an item or of a module: a doc comment or a docstring.
    Documentation,
    /// Any other comment.
    Comment,
    /// A paragraph, a list item or a table row in Markdown.
    Markdown,
    /// A string for people: help, an error, a message.
    Message,
}

/// A connected piece of prose, such as one comment or one paragraph.
#[derive(Debug)]
pub struct Passage {
    pub kind: Kind,
    pub words: Vec<Word>,
}

/// A word, a mark of punctuation, or a piece of code within prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub line: usize,
}

/// The word that replaces a piece of code within prose.
pub const CODE: &str = "`";

/// The word that marks the end of a paragraph in documentation.
pub const PARAGRAPH: &str = "\n";

impl Word {
    /// Returns true for punctuation and for pieces of code.
    pub fn is_mark(&self) -> bool {
        !self.text.starts_with(|sign: char| sign.is_alphanumeric() || sign == '#')
    }
}

/// Returns true if [`passages`] supports files with this ending.
pub fn is_known(path: &str) -> bool {
    passages(path, "").is_some()
}

/// The passages of a file. The ending of `path` determines the language; `None` if there is no prose to check
/// in it.
pub fn passages(path: &str, text: &str) -> Option<Vec<Passage>> {
    let (_, ending) = path.rsplit_once('.')?;
    let mut found = match ending {
        "rs" => rust(path, text),
        "md" => markdown(text),
        "ts" | "js" | "mjs" => script(text, 1, path.ends_with("messages/en.ts")),
        "svelte" => svelte(text),
        "py" | "pyi" => python(text, true),
        "toml" | "sh" | "yml" | "yaml" | "service" | "conf" => python(text, false),
        _ => return None,
    };
    found.sort_by_key(|passage| passage.words[0].line);
    Some(found)
}

/// A passage whose lines are still being collected.
struct Growing<'a> {
    kind: Kind,
    lines: Vec<(usize, &'a str)>,
}

impl<'a> Growing<'a> {
    fn new(kind: Kind) -> Growing<'a> {
        Growing { kind, lines: Vec::new() }
    }

    /// Adds the passage to `found`, if it has words, and starts a new one.
    fn finish(&mut self, found: &mut Vec<Passage>) {
        let lines = std::mem::take(&mut self.lines);
        let words = words(&lines);
        if words.iter().any(|word| !word.is_mark()) {
            found.push(Passage { kind: self.kind, words });
        }
    }
}

fn rust(path: &str, source: &str) -> Vec<Passage> {
    let is_test = path.contains("/tests/") || path.contains("/benches/");
    // Unit tests are at the end of their file.
    let tests_from = source
        .find("#[cfg(test)]\nmod ")
        .map_or(usize::MAX, |start| source[..start].matches('\n').count() + 1);
    let mut found = Vec::new();
    let mut growing = Growing::new(Kind::Comment);
    let mut last = (Token::Other, 0);
    for token in tokens(source) {
        let kind = match token.kind {
            Token::OuterDoc | Token::InnerDoc => Kind::Documentation,
            Token::Comment => Kind::Comment,
            Token::Text => {
                let is_message = !is_test && token.line < tests_from;
                if is_message && token.text.split_whitespace().count() > 2 {
                    let text = token.text.replace("\\n", "\n").replace('\\', " ");
                    let lines: Vec<(usize, &str)> =
                        text.lines().map(|line| (token.line, line)).collect();
                    found.push(Passage { kind: Kind::Message, words: words(&lines) });
                }
                last.1 = 0;
                continue;
            }
            _ => {
                last.1 = 0;
                continue;
            }
        };
        if token.kind != last.0 || token.line != last.1 + 1 {
            growing.finish(&mut found);
            growing.kind = kind;
        }
        let lines = token.text.split('\n').enumerate();
        growing.lines.extend(
            lines.map(|(index, text)| {
                (token.line + index, text.trim_start().trim_start_matches("* "))
            }),
        );
        last = (token.kind, token.line + token.text.matches('\n').count());
    }
    growing.finish(&mut found);
    found
}

fn markdown(text: &str) -> Vec<Passage> {
    let mut found = Vec::new();
    let mut growing = Growing::new(Kind::Markdown);
    let mut fence: Option<&str> = None;
    let mut is_comment = false;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let marker = ["```", "~~~"].into_iter().find(|it| trimmed.starts_with(it));
        match (fence, marker) {
            (Some(open), Some(marker)) if open == marker => {
                fence = None;
                continue;
            }
            (Some(_), _) => continue,
            (None, Some(marker)) => {
                growing.finish(&mut found);
                fence = Some(marker);
                continue;
            }
            (None, None) => {}
        }
        if trimmed.starts_with("<!--") {
            growing.finish(&mut found);
            is_comment = true;
        }
        if is_comment {
            is_comment = !trimmed.contains("-->");
            continue;
        }
        let starts = ["#", "- ", "* ", "|", "> "].iter().any(|it| trimmed.starts_with(it));
        if trimmed.is_empty() || starts {
            growing.finish(&mut found);
        }
        if trimmed.is_empty() {
            continue;
        }
        growing.lines.push((index + 1, trimmed.trim_start_matches(['#', '-', '*', '>', ' '])));
    }
    growing.finish(&mut found);
    found
}

/// The passages of TypeScript or JavaScript. `first` is the number of the first line. Strings count as prose
/// if `messages` is true.
fn script(text: &str, first: usize, messages: bool) -> Vec<Passage> {
    let mut found = Vec::new();
    let mut growing = Growing::new(Kind::Comment);
    let (mut at, mut line) = (0, first);
    let mut last_line = 0;
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        let length = if rest.starts_with("//") && !text[..at].ends_with([':', '\\']) {
            let length = rest.find('\n').unwrap_or(rest.len());
            if line != last_line + 1 || growing.kind != Kind::Comment {
                growing.finish(&mut found);
                growing.kind = Kind::Comment;
            }
            growing.lines.push((line, rest[2..length].trim_start_matches('/')));
            last_line = line;
            length
        } else if rest.starts_with("/*") {
            growing.finish(&mut found);
            let is_documentation = rest.starts_with("/**");
            growing.kind = if is_documentation { Kind::Documentation } else { Kind::Comment };
            let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
            let inner = rest[..length].trim_start_matches(['/', '*']).trim_end_matches(['/', '*']);
            let lines = inner.split('\n').enumerate();
            let lines =
                lines.map(|(index, text)| (line + index, text.trim_start_matches([' ', '*'])));
            growing.lines.extend(lines);
            growing.finish(&mut found);
            length
        } else if matches!(first, '"' | '\'' | '`') {
            let length = quoted(&rest[1..], first) + 2;
            let inner = rest.get(1..length - 1).unwrap_or_default();
            if messages && inner.contains(' ') {
                let lines: Vec<_> = inner
                    .split('\n')
                    .enumerate()
                    .map(|(index, text)| (line + index, text))
                    .collect();
                found.push(Passage { kind: Kind::Message, words: words(&lines) });
            }
            length.min(rest.len())
        } else {
            first.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    growing.finish(&mut found);
    found
}

/// The length of the text before the closing quote. Strings in `'` and `"` end at the end of their line at
/// the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, sign) in text.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if quote != '`' => return index,
            _ if sign == quote => return index,
            _ => {}
        }
    }
    text.len()
}

/// The passages of a Svelte component: those of its scripts, and the comments of its markup and style.
fn svelte(text: &str) -> Vec<Passage> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let length = if rest.starts_with("<script") {
            let length = rest.find("</script>").unwrap_or(rest.len());
            found.extend(script(&rest[..length], line, false));
            length
        } else if rest.starts_with("<!--") || rest.starts_with("/*") {
            let end = if rest.starts_with('<') { "-->" } else { "*/" };
            let length = rest.find(end).unwrap_or(rest.len());
            let inner = rest[..length].trim_start_matches(['<', '!', '-', '/', '*']);
            let lines: Vec<_> =
                inner.split('\n').enumerate().map(|(index, text)| (line + index, text)).collect();
            found.push(Passage { kind: Kind::Comment, words: words(&lines) });
            length
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// The passages of Python, or of another language whose comments begin with `#` and that has no docstrings.
fn python(text: &str, has_docstrings: bool) -> Vec<Passage> {
    let mut found = Vec::new();
    let mut growing = Growing::new(Kind::Comment);
    let mut docstring: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let (number, trimmed) = (index + 1, line.trim());
        if let Some(quotes) = docstring {
            let (inner, is_end) =
                trimmed.split_once(quotes).map_or((trimmed, false), |(inner, _)| (inner, true));
            growing.lines.push((number, inner));
            if is_end {
                growing.finish(&mut found);
                docstring = None;
            }
            continue;
        }
        let opening = ["\"\"\"", "'''"].into_iter().find_map(|quotes| {
            Some((quotes, trimmed.trim_start_matches(['r', 'f']).strip_prefix(quotes)?))
        });
        if let Some((quotes, rest)) = opening.filter(|_| has_docstrings) {
            growing.finish(&mut found);
            growing.kind = Kind::Documentation;
            let (inner, is_end) =
                rest.split_once(quotes).map_or((rest, false), |(inner, _)| (inner, true));
            growing.lines.push((number, inner));
            if is_end {
                growing.finish(&mut found);
            } else {
                docstring = Some(quotes);
            }
        } else if let Some(comment) = trimmed.strip_prefix('#') {
            if growing.kind != Kind::Comment {
                growing.finish(&mut found);
                growing.kind = Kind::Comment;
            }
            growing.lines.push((number, comment.trim_start_matches(['#', '!', ':'])));
        } else {
            growing.finish(&mut found);
            if let Some((_, comment)) = line.split_once("  # ") {
                growing.kind = Kind::Comment;
                growing.lines.push((number, comment));
                growing.finish(&mut found);
            }
        }
    }
    growing.finish(&mut found);
    found
}

/// Splits lines of prose into words. Code in backquotes and fences and the targets of links are left out.
fn words(lines: &[(usize, &str)]) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut is_fenced = false;
    // Code in backquotes may run over the end of a line.
    let mut is_code = false;
    for &(line, text) in lines {
        let push = |found: &mut Vec<Word>, text: &str| {
            found.push(Word { text: text.to_owned(), line });
        };
        if text.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            push(&mut found, PARAGRAPH);
            continue;
        }
        if is_fenced {
            continue;
        }
        if text.trim().is_empty() {
            push(&mut found, PARAGRAPH);
            is_code = false;
            continue;
        }
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if first == '`' {
                let ticks = rest.find(|sign| sign != '`').unwrap_or(rest.len());
                if !is_code {
                    push(&mut found, CODE);
                }
                is_code = !is_code;
                ticks
            } else if is_code || first.is_whitespace() {
                first.len_utf8()
            } else if rest.starts_with("http://") || rest.starts_with("https://") {
                push(&mut found, CODE);
                rest.find(|sign: char| sign.is_whitespace() || sign == ')').unwrap_or(rest.len())
            } else if rest.starts_with("](") {
                rest.find(')').map_or(rest.len(), |end| end + 1)
            } else if first.is_alphanumeric() {
                let length = word(rest);
                push(&mut found, &rest[..length]);
                length
            } else {
                push(&mut found, &rest[..first.len_utf8()]);
                first.len_utf8()
            };
            rest = &rest[length..];
        }
    }
    found
}

/// The length of the word at the start of the text. An apostrophe belongs to it, except in a possessive.
fn word(text: &str) -> usize {
    let is_end = |(index, sign): (usize, char)| {
        let after = &text[index + sign.len_utf8()..];
        let is_apostrophe = matches!(sign, '\'' | '’')
            && after.starts_with(|next: char| next.is_alphabetic())
            && !(after.starts_with('s') && word_ends(&after[1..]));
        !sign.is_alphanumeric() && sign != '_' && !is_apostrophe
    };
    text.char_indices().find(|it| is_end(*it)).map_or(text.len(), |(index, _)| index)
}

fn word_ends(text: &str) -> bool {
    !text.starts_with(|sign: char| sign.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The passages of a file, each as its kind, the number of its first line and its text.
    fn shown(path: &str, text: &str) -> Vec<(Kind, usize, String)> {
        let passages = passages(path, text).expect("a file with prose");
        let show = |passage: &Passage| {
            let words: Vec<&str> = passage.words.iter().map(|word| word.text.as_str()).collect();
            (passage.kind, passage.words[0].line, words.join(" "))
        };
        passages.iter().map(show).collect()
    }

    fn expect(path: &str, text: &str, expected: &[(Kind, usize, &str)]) {
        let found = shown(path, text);
        let found: Vec<(Kind, usize, &str)> =
            found.iter().map(|(kind, line, words)| (*kind, *line, words.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rust_has_documentation_comments_and_messages() {
        let text = "//! The module\n//! of a game's rules.\n\n/// Its `seed = 1`.\nfn f() { // why so\n\
             bail!(\"no seat\\n for you\"); g(\"key\") }\n\
             #[cfg(test)]\nmod tests { const T: &str = \"not for people to read\"; }";
        expect(
            "crates/a/src/lib.rs",
            text,
            &[
                (Kind::Documentation, 1, "The module of a game ' s rules ."),
                (Kind::Documentation, 4, "Its ` ."),
                (Kind::Comment, 5, "why so"),
                (Kind::Message, 6, "no seat for you"),
            ],
        );
    }

    #[test]
    fn markdown_has_paragraphs_items_and_rows() {
        let text = "# Title\n<!-- a\nb -->\nOne [link](a/b.md)\nin two lines.\n- item\n```\ncode\n```\n| a | b |\n";
        expect(
            "docs/a.md",
            text,
            &[
                (Kind::Markdown, 1, "Title"),
                (Kind::Markdown, 4, "One [ link in two lines ."),
                (Kind::Markdown, 6, "item"),
                (Kind::Markdown, 10, "| a | b |"),
            ],
        );
    }

    #[test]
    fn scripts_and_components_have_comments() {
        let text = "/** What\n * it is. */\nconst a = 'it // is'; // why\nconst b = `x\n// y`;\n";
        let expected = [(Kind::Documentation, 1, "What it is ."), (Kind::Comment, 3, "why")];
        expect("web/src/a.ts", text, &expected);
        let text =
            "<script>\n// One.\n</script>\n<p>don't</p>\n<!-- Two. -->\n<style>\n/* Three. */";
        let expected = [
            (Kind::Comment, 2, "One ."),
            (Kind::Comment, 5, "Two ."),
            (Kind::Comment, 7, "Three ."),
        ];
        expect("web/src/A.svelte", text, &expected);
        let text = "export const en = { a: 'It is over', b: 'x' };";
        expect("web/src/lib/i18n/messages/en.ts", text, &[(Kind::Message, 1, "It is over")]);
    }

    #[test]
    fn settings_have_comments() {
        let text = "# One\n# two.\nname = \"\"\"\ntext\n\"\"\"\nx = 1  # three\n";
        expect("a.toml", text, &[(Kind::Comment, 1, "One two ."), (Kind::Comment, 6, "three")]);
    }

    #[test]
    fn python_has_docstrings_and_comments() {
        let text = "\"\"\"One.\n\nTwo.\"\"\"\n# Three\n# four.\nx = 1  # five\n";
        expect(
            "a.py",
            text,
            &[
                (Kind::Documentation, 1, "One . \n Two ."),
                (Kind::Comment, 4, "Three four ."),
                (Kind::Comment, 6, "five"),
            ],
        );
    }
}
