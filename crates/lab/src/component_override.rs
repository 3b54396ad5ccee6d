//! Replaces the value of a field in the text of a game's components file.

use toml::{Table, Value};
use zashiki_core::{GameInfo, InputError, LocalizedText, read_toml, text};

/// The text of a game's own components file.
///
/// # Errors
/// Returns an error if there is no such game, or the game has no components file.
pub fn own_components(game: &str) -> Result<&'static str, InputError> {
    registry::game(game)?.assets().components().ok_or_else(|| {
        let game: String = game.chars().take(40).collect();
        InputError::new(
            format!("「{game}」には部品ファイルがありません。"),
            format!("The game \"{game}\" has no components file."),
        )
    })
}

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
    let name = LocalizedText::fixed("部品ファイル", "the components file");
    let mut table: Table = read_toml(components, name)?;
    *find(&mut table, path).ok_or_else(|| missing(path, info))? = read_value(value);
    Ok(toml::to_string(&table).expect("what was read from TOML can be written so"))
}

fn read_value(text: &str) -> Value {
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

fn missing(path: &str, info: &GameInfo) -> InputError {
    let path: String = path.chars().take(80).collect();
    InputError::components(
        &info.name,
        text!(
            "「{path}」という項目はありません。例: points.total、card[0].number(番号は0から)",
            "it has no field `{path}`; a path is written like points.total or card[0].number, counted from 0"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "game = \"kokyu\"\n[points]\ntotal = 7\n[[card]]\nnumber = 1\n[[card]]\nnumber = 2\nicon = \"fly\"\n";

    fn info() -> &'static GameInfo {
        registry::info("kokyu").unwrap()
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
}
