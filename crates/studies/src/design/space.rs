//! The space of a search: the varied fields and options with their values.

use serde::Serialize;
use serde_json::Value;
use zashiki_core::{GameInfo, InputError, list, text};

use super::aim::shown;
use super::config::Vary;
use super::search::Point;
use crate::compare::Variant;
use crate::component_override::{field, read_value, with_field};

/// A varied field or option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Variable {
    /// The path of the field, or the id of the option.
    pub name: String,
    /// True if it is an option, false if it is a field of the components file.
    pub option: bool,
    /// The values, that of the game as it is included.
    pub values: Vec<String>,
    /// Index in `values` of that of the game as it is.
    pub original: usize,
}

/// All combinations of the values of the variables.
pub(super) struct Space {
    pub(super) variables: Vec<Variable>,
    options: Value,
    /// The components file of the game as it is; `None` if it has none, or only options are varied and no
    /// file is given.
    pub(super) components: Option<String>,
    info: &'static GameInfo,
}

impl Space {
    /// The space of these variables; `own` is the game's own components file. A name that the game has as an
    /// option means the option.
    ///
    /// # Errors
    /// Returns an error if there is no such field or option, or a name occurs twice.
    pub(super) fn new(
        vary: &[Vary],
        options: &Value,
        components: Option<&str>,
        own: Option<&str>,
        info: &'static GameInfo,
    ) -> Result<Space, InputError> {
        let is_option = |name: &str| info.options.iter().any(|option| option.id == name);
        let has_field = vary.iter().any(|vary| !is_option(&vary.name));
        // A game uses its value network only without a components file. If a field is varied, the game as it
        // is must have a file too.
        let components = components.or(own.filter(|_| has_field)).map(str::to_owned);
        let complete = info.complete_options(options)?;
        let options =
            if options.is_null() { Value::Object(serde_json::Map::new()) } else { options.clone() };
        let mut variables: Vec<Variable> = Vec::new();
        for Vary { name, values } in vary {
            if variables.iter().any(|known| known.name == *name) {
                let name = shown(name);
                return Err(text!(
                    "「{name}」が2回あります。値は一度に書いてください。",
                    "\"{name}\" is varied twice; give all its values at once."
                )
                .into());
            }
            let option = is_option(name);
            let (original, found) = if option {
                let value = &complete[name.as_str()];
                (written(value), values.iter().position(|it| option_value(it) == *value))
            } else {
                let Some(components) = &components else { return Err(no_field(name, info)) };
                let value = field(components, name, info).map_err(|no| with_options(no, info))?;
                (value.to_string(), values.iter().position(|it| read_value(it) == value))
            };
            let mut values = values.clone();
            let original = found.unwrap_or_else(|| {
                values.push(original);
                values.len() - 1
            });
            variables.push(Variable { name: name.clone(), option, values, original });
        }
        Ok(Space { variables, options, components, info })
    }

    /// Number of combinations; `u64::MAX` if there are more.
    pub(super) fn combinations(&self) -> u64 {
        let sizes = self.sizes().into_iter();
        sizes.fold(1, |product: u64, size| product.saturating_mul(size as u64))
    }

    /// Number of values of each variable.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.variables.iter().map(|variable| variable.values.len()).collect()
    }

    /// The game as it is.
    pub(super) fn original(&self) -> Point {
        self.variables.iter().map(|variable| variable.original).collect()
    }

    /// The values of a point.
    pub(super) fn values(&self, point: &[usize]) -> Vec<String> {
        self.variables.iter().zip(point).map(|(it, at)| it.values[*at].clone()).collect()
    }

    /// The variant of the game at a point. Its name says what it changes.
    ///
    /// # Errors
    /// Returns an error if the components file cannot be parsed.
    pub(super) fn variant(&self, point: &[usize]) -> Result<Variant, InputError> {
        let (mut options, mut components) = (self.options.clone(), self.components.clone());
        let mut changes = Vec::new();
        for (variable, at) in self.variables.iter().zip(point) {
            if *at == variable.original {
                continue;
            }
            let Variable { name, option, values, .. } = variable;
            let value = &values[*at];
            changes.push(format!("{name}={value}"));
            if *option {
                options[name.as_str()] = option_value(value);
            } else if let Some(file) = &components {
                components = Some(with_field(file, name, value, self.info)?);
            }
        }
        let name = if changes.is_empty() { "as it is".to_owned() } else { changes.join(", ") };
        Ok(Variant { name, options, components })
    }
}

/// The value of an option that a text means: JSON, or a string.
fn option_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// The text of an option's value.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The error for a name that no option has, in a game without a components file.
fn no_field(name: &str, info: &GameInfo) -> InputError {
    let (name, game) = (shown(name), &info.name);
    with_options(
        text!(
            "{game}には内容物ファイルがなく、「{name}」というオプションもありません。",
            "{game} has no components file, and no option \"{name}\".",
            game
        )
        .into(),
        info,
    )
}

/// The error, followed by the names of the game's options.
fn with_options(error: InputError, info: &GameInfo) -> InputError {
    if info.options.is_empty() {
        return error;
    }
    let options = list(info.options.iter().map(|option| option.id.to_owned()));
    let error = error.text();
    text!("{error} オプションは {options}。", "{error} The options are {options}.", error, options)
        .into()
}

#[cfg(test)]
mod tests {
    use kokyu::Kokyu;
    use serde_json::json;
    use zashiki_core::GameState as _;

    use super::*;

    fn space(vary: &[&str]) -> Result<Space, InputError> {
        let vary: Vec<Vary> = vary.iter().map(|text| Vary::parse(text).unwrap()).collect();
        Space::new(
            &vary,
            &json!({"kohiGoal": 2}),
            None,
            Kokyu::assets().components(),
            Kokyu::info(),
        )
    }

    #[test]
    fn the_game_as_it_is_belongs_to_the_space() {
        let space = space(&["card[5].icon=fly,enter", "kohiGoal=2,3", "scoring.lap=2..4"]).unwrap();
        assert_eq!(space.variables[0].values, ["fly", "enter", "\"draw\""]);
        assert_eq!(space.sizes(), [3, 2, 3]);
        let original = space.original();
        assert_eq!(original[..2], [2, 0]);
        assert_eq!(space.combinations(), 18);
        let same = space.variant(&original).unwrap();
        assert_eq!((&*same.name, &same.options), ("as it is", &json!({"kohiGoal": 2})));
        assert_eq!(same.components.as_deref(), Kokyu::assets().components());
        let other = space.variant(&[0, 1, original[2]]).unwrap();
        assert_eq!(other.name, "card[5].icon=fly, kohiGoal=3");
        assert_eq!(other.options, json!({"kohiGoal": 3}));
        let components = other.components.unwrap();
        let icon = field(&components, "card[5].icon", Kokyu::info()).unwrap();
        assert_eq!(icon.as_str(), Some("fly"));
    }

    #[test]
    fn options_alone_need_no_components_file() {
        let space = space(&["kohiGoal=3"]).unwrap();
        assert_eq!(space.variables[0].values, ["3", "2"]);
        assert_eq!(space.variant(&[0]).unwrap().components, None);
    }

    #[test]
    fn an_unknown_name_is_refused_with_all_fields_and_options() {
        let refused = space(&["speed=1,2"]).err().unwrap();
        for text in [&refused.text().en, &refused.text().ja] {
            assert!(text.contains("speed") && text.contains("].icon"), "{text}");
            assert!(text.contains("kohiGoal"), "{text}");
        }
        let twice = space(&["kohiGoal=2", "kohiGoal=3"]).err().unwrap();
        assert!(twice.text().en.contains("varied twice"), "{twice}");
    }
}
