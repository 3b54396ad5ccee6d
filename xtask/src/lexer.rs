//! A lexer for Rust source: identifiers, punctuation, string literals and comments with their lines.
//! It serves the checks of module cycles and of prose, which need no syntax tree; a parser library would
//! make the first `cargo xtask` in a clone compile longer.

/// A token and the line on which it begins, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: Kind,
    /// The source text. For a string literal the text between its quotes; for a comment the text
    /// after its marker.
    pub text: &'a str,
    pub line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or a keyword.
    Ident,
    /// The path separator `::`.
    PathSeparator,
    /// Any other character of punctuation.
    Punctuation,
    /// A string literal of any form.
    Text,
    /// A number, a character literal or a lifetime.
    Other,
    /// A comment that documents the item after it (`///`, `/**`).
    OuterDoc,
    /// A comment that documents the item around it (`//!`, `/*!`).
    InnerDoc,
    /// Any other comment.
    Comment,
}

/// Splits Rust source into tokens.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { source, at: 0, line: 1, found: Vec::new() };
    while lexer.at < source.len() {
        lexer.next();
    }
    lexer.found
}

/// The tokens of Rust source without its comments.
pub fn code(source: &str) -> Vec<Token<'_>> {
    let is_code =
        |token: &Token| !matches!(token.kind, Kind::OuterDoc | Kind::InnerDoc | Kind::Comment);
    tokens(source).into_iter().filter(is_code).collect()
}

struct Lexer<'a> {
    source: &'a str,
    /// The byte index at which the next token is searched.
    at: usize,
    line: usize,
    found: Vec<Token<'a>>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn next(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else if rest.starts_with("//") {
            self.line_comment(rest);
        } else if rest.starts_with("/*") {
            self.block_comment(rest);
        } else if let Some((start, hashes)) = raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let length = rest[start..].find(&end).unwrap_or(rest.len() - start);
            self.push(Kind::Text, start, length, start + length + end.len());
        } else if let Some(start) = string(rest) {
            let length = quoted(&rest[start..], '"');
            self.push(Kind::Text, start, length, start + length + 1);
        } else if first == '\'' || rest.starts_with("b'") {
            self.character_or_lifetime(rest);
        } else if first.is_alphabetic() || first == '_' {
            let raw = if rest.starts_with("r#") { 2 } else { 0 };
            let length = word(&rest[raw..]);
            self.push(Kind::Ident, raw, length, raw + length);
        } else if first.is_ascii_digit() {
            let length = word(rest);
            self.push(Kind::Other, 0, length, length);
        } else if rest.starts_with("::") {
            self.push(Kind::PathSeparator, 0, 2, 2);
        } else {
            let length = first.len_utf8();
            self.push(Kind::Punctuation, 0, length, length);
        }
    }

    fn line_comment(&mut self, rest: &'a str) {
        let length = rest.find('\n').unwrap_or(rest.len());
        let (kind, marker) = match () {
            () if rest.starts_with("////") => (Kind::Comment, 2),
            () if rest.starts_with("///") => (Kind::OuterDoc, 3),
            () if rest.starts_with("//!") => (Kind::InnerDoc, 3),
            () => (Kind::Comment, 2),
        };
        self.push(kind, marker, length - marker, length);
    }

    fn block_comment(&mut self, rest: &'a str) {
        let (kind, marker) = match () {
            () if rest.starts_with("/***") || rest.starts_with("/**/") => (Kind::Comment, 2),
            () if rest.starts_with("/**") => (Kind::OuterDoc, 3),
            () if rest.starts_with("/*!") => (Kind::InnerDoc, 3),
            () => (Kind::Comment, 2),
        };
        let (mut depth, mut end) = (0_usize, 0);
        while end < rest.len() {
            let here = &rest[end..];
            let step = if here.starts_with("/*") {
                depth += 1;
                2
            } else if here.starts_with("*/") {
                depth -= 1;
                2
            } else {
                here.chars().next().map_or(1, char::len_utf8)
            };
            end += step;
            if depth == 0 {
                break;
            }
        }
        let length = end.saturating_sub(2).max(marker) - marker;
        self.push(kind, marker, length, end);
    }

    fn character_or_lifetime(&mut self, rest: &'a str) {
        let start = if rest.starts_with('b') { 2 } else { 1 };
        let mut signs = rest[start..].chars();
        let (first, second) = (signs.next(), signs.next());
        if first == Some('\\') || second == Some('\'') {
            let end = start + quoted(&rest[start..], '\'') + 1;
            self.push(Kind::Other, 0, end, end);
        } else {
            let end = start + word(&rest[start..]);
            self.push(Kind::Other, 0, end, end);
        }
    }

    /// Adds the token of `length` bytes that begins `start` bytes after the current index, and continues
    /// after `end` bytes.
    fn push(&mut self, kind: Kind, start: usize, length: usize, end: usize) {
        let text = &self.rest()[start..start + length];
        self.found.push(Token { kind, text, line: self.line });
        self.skip(end);
    }

    fn skip(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.source.len());
        self.line += self.source[self.at..end].matches('\n').count();
        self.at = end;
    }
}

/// The length of the word at the start of this text, in bytes.
fn word(text: &str) -> usize {
    text.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(text.len())
}

/// If the text begins with a raw string literal: the index of the literal's first character after the quote,
/// and the number of its `#`.
fn raw_string(text: &str) -> Option<(usize, usize)> {
    let prefix = ["r", "br", "cr"].into_iter().find(|prefix| {
        text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['#', '"']))
    })?;
    let rest = &text[prefix.len()..];
    let hashes = rest.find(|sign| sign != '#')?;
    rest[hashes..].starts_with('"').then_some((prefix.len() + hashes + 1, hashes))
}

/// If the text begins with a string literal with escapes: the index of the first character after the quote.
fn string(text: &str) -> Option<usize> {
    ["\"", "b\"", "c\""].into_iter().find(|start| text.starts_with(start)).map(str::len)
}

/// The length of the text before the closing quote, in bytes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, sign) in text.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if sign == quote => return index,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> Vec<(Kind, &str, usize)> {
        tokens(source).into_iter().map(|token| (token.kind, token.text, token.line)).collect()
    }

    #[test]
    fn tokens_have_their_kinds_and_lines() {
        let source = "//! Module.\nuse a::r#type; // why\n/// Item.\n/* one /* two */\n*/ fn";
        let expected = [
            (Kind::InnerDoc, " Module.", 1),
            (Kind::Ident, "use", 2),
            (Kind::Ident, "a", 2),
            (Kind::PathSeparator, "::", 2),
            (Kind::Ident, "type", 2),
            (Kind::Punctuation, ";", 2),
            (Kind::Comment, " why", 2),
            (Kind::OuterDoc, " Item.", 3),
            (Kind::Comment, " one /* two */\n", 4),
            (Kind::Ident, "fn", 5),
        ];
        assert_eq!(shown(source), expected);
    }

    #[test]
    fn literals_hide_what_looks_like_code() {
        let source = "\"a \\\" // b\" r#\"c \" d\"# b\"e\" '\"' '\\'' b'x' 'life 座 //";
        let expected = [
            (Kind::Text, "a \\\" // b", 1),
            (Kind::Text, "c \" d", 1),
            (Kind::Text, "e", 1),
            (Kind::Other, "'\"'", 1),
            (Kind::Other, "'\\''", 1),
            (Kind::Other, "b'x'", 1),
            (Kind::Other, "'life", 1),
            (Kind::Ident, "座", 1),
            (Kind::Comment, "", 1),
        ];
        assert_eq!(shown(source), expected);
    }

    #[test]
    fn unfinished_source_ends_without_a_panic() {
        for source in ["\"open", "r#\"open", "/* open", "'", "/**", "b'", "r#"] {
            tokens(source);
        }
    }

    #[test]
    fn code_has_no_comments() {
        let texts: Vec<&str> = code("/// A\nfn b() {} // c").iter().map(|it| it.text).collect();
        assert_eq!(texts, ["fn", "b", "(", ")", "{", "}"]);
    }
}
