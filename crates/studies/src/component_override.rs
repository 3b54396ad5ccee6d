//! Replaces the value of a field in the text of a game's components file.

use toml::{Table, Value};
use zashiki_core::{GameInfo, InputError, LocalizedText, read_toml, text};

/// The text of a components file in which one field has another value. `path` names the field as error
/// messages about such files do: `points.total`, `card[3].icon`. `value` is written as in the file; text that
/// is not a TOML value is taken as a string.
///
/// # Errors
/// Returns an error if the file cannot be parsed or has no such field.
pub fn with_field(
    components: &str,
    path: &str,
    value: &str,
    info: &GameInfo,
) -> Result<String, InputError> {
    let mut table = parse(components)?;
    let Some(field) = find(&mut table, path) else { return Err(missing(path, &table, info)) };
    *field = read_value(value);
    Ok(toml::to_string(&table).expect("what was read from TOML can be written so"))
}

/// The value of a field in the text of a components file. `path` names the field as in [`with_field`].
///
/// # Errors
/// Returns an error if the file cannot be parsed or has no such field.
pub(crate) fn field(components: &str, path: &str, info: &GameInfo) -> Result<Value, InputError> {
    let mut table = parse(components)?;
    match find(&mut table, path) {
        Some(value) => Ok(value.clone()),
        None => Err(missing(path, &table, info)),
    }
}

fn parse(components: &str) -> Result<Table, InputError> {
    read_toml(components, LocalizedText::fixed("内容物ファイル", "the components file"))
}

/// The value that a text means in a components file; text that is not a TOML value is taken as a string.
pub(crate) fn read_value(text: &str) -> Value {
    let line = format!("value = {text}");
    let read = line.parse::<Table>().ok().and_then(|mut table| table.remove("value"));
    read.unwrap_or_else(|| Value::String(text.to_owned()))
}

fn find<'a>(table: &'a mut Table, path: &str) -> Option<&'a mut Value> {
    let mut steps = path.split('.').flat_map(|part| {
        let (key, places) = part.split_once('[').unwrap_or((part, ""));
        let places = places.split('[').filter(|place| !place.is_empty());
        std::iter::once(key).chain(places)
    });
    let mut value = table.get_mut(steps.next()?)?;
    for step in steps {
        value = match step.strip_suffix(']') {
            Some(place) => value.as_array_mut()?.get_mut(place.parse::<usize>().ok()?)?,
            None => value.as_table_mut()?.get_mut(step)?,
        };
    }
    Some(value)
}

/// Maximum number of fields that an error lists.
const LISTED: usize = 40;

fn missing(path: &str, table: &Table, info: &GameInfo) -> InputError {
    let path: String = path.chars().take(80).collect();
    let mut fields = Vec::new();
    table.iter().for_each(|(key, value)| add_fields(key.clone(), &[value], &mut fields));
    let more = if fields.len() > LISTED { ", …" } else { "" };
    fields.truncate(LISTED);
    let fields = fields.join(", ") + more;
    InputError::components(
        &info.name,
        text!(
            "「{path}」という項目はありません。あるもの(番号は0から、一つを選んで書く): {fields}",
            "it has no field `{path}`; it has, with one number in each bracket: {fields}"
        ),
    )
}

/// Adds the paths of all fields in these values, which have the same path. The elements of a list are
/// one entry, with the range of their numbers.
fn add_fields(path: String, values: &[&Value], fields: &mut Vec<String>) {
    let tables: Vec<&Table> = values.iter().filter_map(|value| value.as_table()).collect();
    let lists: Vec<&Vec<Value>> = values.iter().filter_map(|value| value.as_array()).collect();
    if tables.len() + lists.len() < values.len() {
        fields.push(path.clone());
    }
    let mut keys: Vec<&String> = tables.iter().flat_map(|table| table.keys()).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let values: Vec<&Value> = tables.iter().filter_map(|table| table.get(key)).collect();
        add_fields(format!("{path}.{key}"), &values, fields);
    }
    let elements: Vec<&Value> = lists.iter().copied().flatten().collect();
    if let Some(last) =
        lists.iter().map(|list| list.len()).max().and_then(|most| most.checked_sub(1))
    {
        let numbers = if last == 0 { "0".to_owned() } else { format!("0–{last}") };
        add_fields(format!("{path}[{numbers}]"), &elements, fields);
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::GameState as _;

    use super::*;

    const FILE: &str = "game = \"kokyu\"\n[points]\ntotal = 7\n[[card]]\nnumber = 1\n[[card]]\nnumber = 2\nicon = \"fly\"\n";

    fn info() -> &'static GameInfo {
        kokyu::Kokyu::info()
    }

    #[test]
    fn the_field_has_the_value_and_all_else_is_as_it_was() {
        for (path, value, before, after) in [
            ("points.total", "9", "total = 7", "total = 9"),
            ("card[1].icon", "draw", "icon = \"fly\"", "icon = \"draw\""),
            ("card[0].number", "\"one\"", "number = 1", "number = \"one\""),
        ] {
            let changed: Table = with_field(FILE, path, value, info()).unwrap().parse().unwrap();
            let expected: Table = FILE.replace(before, after).parse().unwrap();
            assert_eq!(changed, expected, "{path}");
        }
    }

    #[test]
    fn a_field_that_is_not_there_is_named() {
        for path in [
            "",
            "point",
            "points.most",
            "points[0]",
            "card.number",
            "card[2].number",
            "card[x]",
            "card[1",
            "game.x",
        ] {
            let refused = with_field(FILE, path, "1", info()).unwrap_err();
            assert!(refused.text().en.contains(&format!("`{path}`")), "{refused}");
            assert!(refused.text().ja.contains(&format!("「{path}」")), "{refused}");
        }
        assert!(with_field("game = ", "game", "1", info()).is_err());
    }

    #[test]
    fn the_error_for_a_missing_field_lists_the_fields() {
        let refused = with_field(FILE, "points.most", "1", info()).unwrap_err();
        for text in [&refused.text().en, &refused.text().ja] {
            let list = "card[0–1].icon, card[0–1].number, game, points.total";
            assert!(text.contains(list), "{text}");
        }
        let many: String = (0..50).map(|at| format!("f{at:02} = {at}\n")).collect();
        let refused = with_field(&many, "x", "1", info()).unwrap_err();
        let text = &refused.text().en;
        assert!(text.contains("f39, …") && !text.contains("f40"), "{text}");
        assert_eq!(field(FILE, "card[1].icon", info()).unwrap(), Value::String("fly".to_owned()));
        assert!(field(FILE, "card[1]x", info()).is_err());
    }
}
