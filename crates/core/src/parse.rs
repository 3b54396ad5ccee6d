//! Parsing of user input: options, components files, positions, records, requests. Errors are one
//! paragraph that names the field.
//!
//! [`decode_text`] is the single reader of text files, so that the command line, the server and the
//! Python package accept the same bytes.

use serde::de::{Deserialize as _, DeserializeOwned};
use serde_json::Value;
use serde_json::error::Category;
use toml::de::DeTable;

use crate::document::{Fault, Node};
use crate::{GameInfo, InputError, InputErrorKind, Localize, LocalizedText, text};

/// Decodes the bytes of a text file from any system: UTF-8 with or without a byte order mark, or UTF-16
/// of either byte order with a mark (as written by Windows PowerShell). CR LF becomes LF.
///
/// # Errors
/// Returns an error, as part of a sentence, if the encoding is neither.
pub fn decode_text(bytes: &[u8]) -> Result<String, LocalizedText> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        if rest.is_empty() { String::from_utf16(&units).ok() } else { None }
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => str::from_utf8(bytes).ok().map(|text| without_mark(text).to_owned()),
    };
    let neither = LocalizedText::fixed(
        "UTF-8でも、バイト順マーク付きのUTF-16でもありません",
        "it is neither UTF-8 nor UTF-16 with a byte order mark",
    );
    let text = text.ok_or(neither)?;
    Ok(if text.contains("\r\n") { text.replace("\r\n", "\n") } else { text })
}

/// The text without its byte order mark, if it has one.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Parses a TOML text; error messages call it `file`.
///
/// # Errors
/// Returns an error with the line, the field and the problem if the text is not TOML or not a `T`.
pub fn read_toml<T: DeserializeOwned>(text: &str, file: impl Localize) -> Result<T, InputError> {
    parse_toml(text).map_err(|fault| InputError::wrong(file.name(), fault))
}

/// Deserializes complete options (see [`GameInfo::complete_options`]).
///
/// # Errors
/// Returns an error if an option is missing, unknown or of the wrong type.
pub fn read_options<T: DeserializeOwned>(options: &Value) -> Result<T, InputError> {
    parse(options)
        .map_err(|fault| {
            InputError::wrong(LocalizedText::fixed("オプション", "the options object"), fault)
        })
        .map_err(|bad| bad.of(InputErrorKind::Options))
}

/// Deserializes the position of a game.
///
/// # Errors
/// Returns an error if a field is missing, unknown or of the wrong type.
pub fn read_position<T: DeserializeOwned>(
    position: &Value,
    info: &GameInfo,
) -> Result<T, InputError> {
    parse(position).map_err(|fault| {
        let id = info.id;
        let text = text!(
            "「{id}」の局面として読めません: {fault}。docs/reference/formats.md の例を見てください。",
            "This is not a position of {id}: {fault}. See the example in docs/reference/formats.md.",
            fault
        );
        InputError::from(text).of(InputErrorKind::Position)
    })
}

/// Deserializes a view of a game.
///
/// # Errors
/// Returns an error if a field is missing or of the wrong type.
pub fn read_view<T: DeserializeOwned>(view: &Value, info: &GameInfo) -> Result<T, InputError> {
    parse(view).map_err(|fault| {
        let id = info.id;
        text!(
            "「{id}」の view として読めません: {fault}。受け取ったまま渡してください。",
            "This is not a view of {id}: {fault}. Pass it on as it was given.",
            fault
        )
        .into()
    })
}

/// Parses a JSON text.
///
/// # Errors
/// Returns an error if the text is not JSON (line and column) or not a `T` (field and problem). The
/// error is part of a sentence; the caller adds the name of the input and the way out.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, LocalizedText> {
    let text = without_mark(text);
    let mut source = serde_json::Deserializer::from_str(text);
    let tree = Node::deserialize(&mut source).map_err(|error| json_fault(text, &error))?;
    source.end().map_err(|error| json_fault(text, &error))?;
    tree.read().map_err(fault)
}

/// Describes the problem in a text that is not JSON, with its line and column.
fn json_fault(text: &str, error: &serde_json::Error) -> LocalizedText {
    let (line, column) = (error.line(), error.column());
    if error.classify() == Category::Eof {
        return LocalizedText::fixed("途中で終わっています", "it ends too early");
    }
    // serde_json counts bytes, people count characters.
    let row = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let before = String::from_utf8_lossy(&row.as_bytes()[..column.min(row.len())]);
    let column = before.chars().count();
    text!(
        "{line}行目の{column}文字目からJSONになっていません",
        "it is not JSON from line {line}, column {column}"
    )
}

fn parse<T: DeserializeOwned>(source: &Value) -> Result<T, LocalizedText> {
    Node::from(source).read().map_err(fault)
}

/// Describes a value of the wrong form, with the path of its field.
fn fault(fault: Fault) -> LocalizedText {
    at(&fault.path(), explain(fault.message()))
}

pub(crate) fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, LocalizedText> {
    let tree = toml_tree(text)?;
    tree.read().map_err(|error| placed(without_mark(text), error.start(), fault(error)))
}

/// The tree of a TOML text.
fn toml_tree(text: &str) -> Result<Node, LocalizedText> {
    let text = without_mark(text);
    let table = DeTable::parse(text).map_err(|error| {
        let message = one_line(error.message());
        if is_cut_off(text, &error) {
            let line = text.lines().count().max(1);
            return text!(
                "{line}行目、途中で切れています",
                "line {line}, it ends too early: {message}"
            );
        }
        let start = error.span().map(|span| span.start);
        placed(text, start, text!("TOMLになっていません", "it is not TOML: {message}"))
    })?;
    Ok(Node::of_toml(table.into_inner()))
}

/// Prefixes the error with its line, if it is known.
fn placed(text: &str, start: Option<usize>, fault: LocalizedText) -> LocalizedText {
    let Some(start) = start else { return fault };
    let line = 1 + text[..start.min(text.len())].matches('\n').count();
    text!("{line}行目、{fault}", "line {line}, {fault}", fault)
}

/// Returns true if a TOML text was truncated: the error is after the last character, or in an array that is
/// not closed.
fn is_cut_off(text: &str, error: &toml::de::Error) -> bool {
    error.span().is_some_and(|span| span.start == text.len())
        || error.message().starts_with("unclosed array,")
}

/// Prefixes the error with the path of its field.
fn at(path: &str, fault: LocalizedText) -> LocalizedText {
    if path == "." { fault } else { text!("{path}: {fault}", "`{path}`: {fault}", fault) }
}

/// A serde error message in both languages.
pub(crate) fn explain(message: &str) -> LocalizedText {
    // The project's own types write their messages in both languages (see
    // [`Token::read`](crate::Token::read)).
    if let Some((ja, en)) = message.split_once(" / ").filter(|(ja, _)| !ja.is_ascii()) {
        return LocalizedText::new(ja, en);
    }
    let quoted = |start: &str| message.strip_prefix(start)?.split_once('`').map(|(name, _)| name);
    let expected = message.split_once(", expected ").map(|(_, expected)| expected);
    let choices = expected.map(|expected| {
        expected.trim_start_matches("one of ").replace('`', "").replace(" or ", ", ")
    });
    if let Some(field) = quoted("missing field `") {
        return text!("「{field}」がありません", "`{field}` is missing");
    }
    if let Some(field) = quoted("duplicate field `") {
        return text!("「{field}」が二度書かれています", "`{field}` is written twice");
    }
    if let (Some(field), Some(choices)) = (quoted("unknown field `"), &choices) {
        return text!(
            "「{field}」という項目はありません(使えるもの: {choices})",
            "there is no field `{field}`; the fields are: {choices}"
        );
    }
    if let (Some(word), Some(choices)) = (quoted("unknown variant `"), &choices) {
        return text!(
            "「{word}」は使えません(使えるもの: {choices})",
            "`{word}` is not one of: {choices}"
        );
    }
    let found = ["invalid type: ", "invalid value: ", "invalid "]
        .iter()
        .find_map(|start| message.strip_prefix(start)?.split_once(", expected "));
    if let Some((found, wanted)) = found {
        let (found, wanted) = (kind(found), kind(wanted));
        return text!(
            "{wanted}が必要です(書かれているもの: {found})",
            "{wanted} is needed, not {found}",
            found,
            wanted
        );
    }
    LocalizedText::new("書き方が正しくありません", one_line(message))
}

/// A message as part of a sentence.
fn one_line(message: &str) -> String {
    message.trim_end().trim_end_matches('.').replace('\n', "; ")
}

/// The name for people of a value type in serde's messages, such as `u8`.
fn kind(words: &str) -> LocalizedText {
    let number = |min: &str, max: &str| {
        text!("{min}から{max}までの整数", "a whole number from {min} to {max}")
    };
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    match (first, rest) {
        ("u8", _) => number("0", "255"),
        ("i8", _) => number("-128", "127"),
        ("u16", _) => number("0", "65535"),
        ("i16", _) => number("-32768", "32767"),
        ("u32" | "u64" | "usize", _) => {
            LocalizedText::fixed("0以上の整数", "a whole number, 0 or more")
        }
        ("i32" | "i64" | "isize", _) => LocalizedText::fixed("整数", "a whole number"),
        ("integer" | "boolean", value) => LocalizedText::same(value.replace('`', "")),
        ("floating", value) => {
            LocalizedText::same(value.trim_start_matches("point ").replace('`', ""))
        }
        ("string", value) => LocalizedText::same(value.to_owned()),
        ("a", "string" | "borrowed string") => LocalizedText::fixed("文字列", "a string"),
        ("a", "boolean") => LocalizedText::fixed("true か false ", "true or false"),
        ("length", count) => text!("{count}個のリスト", "a list of {count}"),
        ("an", array) if array.starts_with("array of length ") => {
            let count = array.trim_start_matches("array of length ");
            text!("{count}個のリスト", "a list of {count}")
        }
        ("an", array) if array.starts_with("array with no more than ") => {
            let most = array.trim_start_matches("array with no more than ");
            let most = most.trim_end_matches(" items");
            text!("{most}個までのリスト", "a list of at most {most}")
        }
        ("null", _) | ("unit", "value") => LocalizedText::fixed("null", "null"),
        ("sequence", _) | ("a", "sequence") => LocalizedText::fixed("リスト", "a list"),
        ("struct" | "map" | "internally", _) | ("a", "map") => {
            LocalizedText::fixed("項目の組", "a set of named fields")
        }
        _ => LocalizedText::new("別の種類の値", words.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Card {
        name: String,
        count: u8,
        #[serde(default)]
        colour: Colour,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        #[default]
        Red,
        Blue,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Deck {
        game: String,
        card: Vec<Card>,
    }

    fn refused(text: &str) -> LocalizedText {
        let file = LocalizedText::fixed("試しのファイル", "the file of the test");
        read_toml::<Deck>(text, file).unwrap_err().text().clone()
    }

    #[test]
    fn texts_of_every_system_are_read_alike() {
        let plain = "{\"game\": \"本能寺 𠮷\",\n \"card\": []}\n";
        let windows = plain.replace('\n', "\r\n");
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        for text in [plain, &windows] {
            let marked = format!("\u{feff}{text}");
            let little: Vec<u8> = units(&marked).into_iter().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units(&marked).into_iter().flat_map(u16::to_be_bytes).collect();
            for bytes in [text.as_bytes(), marked.as_bytes(), &little, &big] {
                assert_eq!(decode_text(bytes).unwrap(), plain);
            }
            // A string may still begin with the mark.
            assert_eq!(read_json::<Deck>(&marked).unwrap().game, "本能寺 𠮷");
        }
        let toml = "\u{feff}game = \"x\"\ncard = []\n";
        assert_eq!(read_toml::<Deck>(toml, "x").unwrap().game, "x");
        assert_eq!(decode_text(b"").unwrap(), "");
        for bytes in [&b"\x82\xa0"[..], b"\xff\xfea", b"\xff\xfe\x00\xd8", b"\xfe\xff\xdc\x00"] {
            let fault = decode_text(bytes).unwrap_err();
            assert!(fault.en.contains("neither UTF-8 nor UTF-16"), "{bytes:?}: {fault:?}");
        }
    }

    #[test]
    fn a_broken_file_names_the_line_and_the_field_in_both_languages() {
        for (text, ja, en) in [
            (
                "game = \"x\"\n[[card]]\nname = \"a\"\ncount = 300\n",
                "4行目、card[0].count: 0から255までの整数が必要です(書かれているもの: 300)",
                "line 4, `card[0].count`: a whole number from 0 to 255 is needed, not 300",
            ),
            (
                "game = \"x\"\n[[card]]\nname = \"a\"\n",
                "「count」がありません",
                "`count` is missing",
            ),
            (
                "game = \"x\"\n[[card]]\nname = \"a\"\ncount = 1\nsize = 2\n",
                "「size」という項目はありません(使えるもの: name, count, colour)",
                "there is no field `size`; the fields are: name, count, colour",
            ),
            (
                "game = \"x\"\n[[card]]\nname = 3\ncount = 1\n",
                "文字列が必要です(書かれているもの: 3)",
                "a string is needed, not 3",
            ),
            (
                "game = \"x\"\n[[card]]\nname = \"a\"\ncount = 1\ncolour = \"green\"\n",
                "「green」は使えません(使えるもの: red, blue)",
                "`green` is not one of: red, blue",
            ),
            ("game = \n", "1行目、TOMLになっていません。", "line 1, it is not TOML: "),
        ] {
            let LocalizedText { ja: said_ja, en: said_en } = refused(text);
            assert!(said_ja.contains(ja), "{said_ja}");
            assert!(said_en.contains(en), "{said_en}");
            assert!(said_ja.starts_with("試しのファイルに誤りがあります: "), "{said_ja}");
            assert!(said_en.starts_with("The file of the test is wrong: "), "{said_en}");
            assert!(!said_ja.contains('\n') && !said_en.contains('\n'), "one paragraph: {said_en}");
        }
    }

    #[test]
    fn a_file_that_was_cut_off_says_that_it_ends_too_early_and_where() {
        let whole =
            "game = \"x\"\n[[card]]\nname = \"a\"\ncount = 1\nnotes = [\n  1, # one\n  2,\n]\n";
        let cut = |end: &str| &whole[..whole.find(end).unwrap() + end.len()];
        for (text, line) in [
            ("game", 1),
            (cut("\"x"), 1),
            (cut("[[ca"), 2),
            (cut("nam"), 3),
            (cut("count ="), 4),
            (cut("[\n"), 5),
            (cut("  1,"), 6),
            (cut("# o"), 6),
            (cut("one\n"), 6),
            (cut("2"), 7),
            ("game = \"\"\"a\nb\n", 2),
            ("game = { a = 1,", 1),
        ] {
            let LocalizedText { ja, en } = refused(text);
            let said = format!("{line}行目、途中で切れています。");
            assert!(ja.contains(&said), "{text:?}: {ja}");
            assert!(en.contains(&format!("line {line}, it ends too early: ")), "{text:?}: {en}");
        }
        // Errors before the end are reported at their own lines.
        for text in ["game = \"x\n[[card]]\n", "card = [1 2]\n", "card = [\nb = 2\n"] {
            assert!(refused(text).en.contains("it is not TOML"), "{text}");
        }
    }

    #[test]
    fn options_and_positions_name_the_field() {
        let fault = read_options::<Card>(&json!({"name": "a", "count": true})).unwrap_err();
        let said = &fault.text().en;
        assert!(
            said.contains("`count`: a whole number from 0 to 255 is needed, not true"),
            "{said}"
        );
        let position = json!({"game": "x", "card": [{"name": "a", "count": 1}, {"name": "b"}]});
        let fault = parse::<Deck>(&position).unwrap_err();
        assert_eq!(fault.en, "`card[1]`: `count` is missing");
        assert_eq!(fault.ja, "card[1]: 「count」がありません");
    }

    #[test]
    fn broken_json_names_the_place_or_the_field_in_one_language_each() {
        for (text, ja, en) in [
            ("", "途中で終わっています", "it ends too early"),
            ("{\"game\": \"x\",", "途中で終わっています", "it ends too early"),
            (
                "{\n \"game\": \"本能寺\" 1}",
                "2行目の16文字目からJSONになっていません",
                "it is not JSON from line 2, column 16",
            ),
            (
                "{\"game\": \"x\", \"card\": []} {}",
                "1行目の27文字目からJSONになっていません",
                "it is not JSON from line 1, column 27",
            ),
            (
                "{\"game\": \"x\", \"card\": [{\"name\": \"a\", \"count\": -1}]}",
                "card[0].count: 0から255までの整数が必要です(書かれているもの: -1)",
                "`card[0].count`: a whole number from 0 to 255 is needed, not -1",
            ),
            (
                "{\"game\": null, \"card\": []}",
                "game: 文字列が必要です(書かれているもの: null)",
                "`game`: a string is needed, not null",
            ),
            ("{\"card\": []}", "「game」がありません", "`game` is missing"),
            (
                "[]",
                "項目の組が必要です(書かれているもの: 0個のリスト)",
                "a set of named fields is needed, not a list of 0",
            ),
        ] {
            let fault = read_json::<Deck>(text).unwrap_err();
            assert_eq!((&*fault.ja, &*fault.en), (ja, en), "{text}");
        }
        assert!(read_json::<Deck>(" {\"game\": \"x\", \"card\": []}\n").is_ok());
    }
}
