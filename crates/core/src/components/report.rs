//! The check of components while an owner enters them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::read::{of_game, parse_components};
use super::{ComponentDifference, ComponentsSchema, MAX_COMPONENTS};
use crate::{FieldFault, GameConfig as _, GameInfo, GameState, InputError, LocalizedText, text};

/// The form in which an owner enters the components of a game.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ComponentsForm {
    /// The form of the game's components file.
    pub schema: ComponentsSchema,
    /// The built-in components, with the structure of the file.
    #[ts(type = "Record<string, unknown>")]
    pub built_in: Value,
    /// Maximum length of a components file, in bytes.
    pub max_length: usize,
}

/// Components to check: the text of a components file, or its content as JSON.
#[derive(Clone, PartialEq, Debug, Deserialize, TS)]
#[serde(untagged)]
#[ts(export, export_to = "core.ts")]
pub enum ComponentsInput {
    /// The text of a file: TOML, or JSON with the same structure.
    Text(String),
    /// The content of a file.
    Content(#[ts(type = "Record<string, unknown>")] Value),
}

/// The result of a check.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ComponentsReport {
    /// The content of the file, with the defaults of fields that were left out.
    #[ts(type = "Record<string, unknown>")]
    pub content: Value,
    /// The faults; none if the game can be played with the components.
    pub faults: Vec<FieldFault>,
    /// The differences from the built-in components; empty while there are faults.
    pub differences: Vec<ComponentDifference>,
    /// A short hash of the components without their sources; `null` while there are faults.
    pub fingerprint: Option<String>,
    /// The text of a components file with this content; `null` while there are faults.
    pub text: Option<String>,
}

impl ComponentsReport {
    /// The text of a components file with the content.
    ///
    /// # Errors
    /// Returns the first fault, as an error about a components file of this game.
    pub fn into_text(self, info: &GameInfo) -> Result<String, InputError> {
        match (self.text, self.faults.into_iter().next()) {
            (Some(text), None) => Ok(text),
            (_, fault) => {
                let FieldFault { path, message } = fault.expect("without faults there is a text");
                let fault = text!("{path}: {message}", "`{path}`: {message}", message);
                Err(InputError::components(&info.name, fault))
            }
        }
    }
}

/// An edition of a game with other components than the built-in ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Edition {
    /// A short hash of the components without their sources.
    pub fingerprint: String,
    /// The differences from the built-in components, in words.
    pub differences: Vec<LocalizedText>,
}

/// The form for the components of the game `G`; `None` if it has no components file.
pub(crate) fn form<G: GameState>() -> Option<ComponentsForm> {
    let schema = G::Config::components_schema()?;
    let built_in = built_in::<G>(schema)?;
    Some(ComponentsForm { schema: schema.clone(), built_in, max_length: MAX_COMPONENTS })
}

/// The content of the built-in components file.
fn built_in<G: GameState>(schema: &ComponentsSchema) -> Option<Value> {
    let text = G::assets().components()?;
    let mut file = parse_components(text, G::info()).expect("the built-in file is valid");
    let faults = schema.check(&mut file);
    assert!(faults.is_empty(), "the built-in file conforms to its schema: {faults:?}");
    Some(file)
}

/// Checks components of the game `G`.
///
/// # Errors
/// Returns an error if the game has no components file, or if the input is too long or no components file of
/// this game.
pub(crate) fn report<G: GameState>(
    input: &ComponentsInput,
) -> Result<ComponentsReport, InputError> {
    let info = G::info();
    let (schema, built_in) = G::Config::components_schema()
        .and_then(|schema| Some((schema, built_in::<G>(schema)?)))
        .ok_or_else(|| no_components(&info.name))?;
    let mut content = content_of::<G>(input)?;
    let faults = schema.check(&mut content);
    let broken = |content, faults| ComponentsReport {
        content,
        faults,
        differences: Vec::new(),
        fingerprint: None,
        text: None,
    };
    if !faults.is_empty() {
        return Ok(broken(content, faults));
    }
    let text = schema.to_toml(&content);
    if let Err(bad) = try_out::<G>(&text) {
        let whole = || FieldFault::new("", bad.text().clone());
        let fault = bad.field().cloned().unwrap_or_else(whole);
        return Ok(broken(content, vec![fault]));
    }
    Ok(ComponentsReport {
        differences: schema.differences(&content, &built_in),
        fingerprint: Some(schema.fingerprint(&content)),
        text: Some(text),
        faults,
        content,
    })
}

/// Configures the game with the components for each number of seats.
fn try_out<G: GameState>(components: &str) -> Result<(), InputError> {
    let info = G::info();
    let options = info.complete_options(&Value::Null)?;
    let (min, max) = info.seats;
    (min..=max).try_for_each(|seats| G::Config::new(seats, &options, Some(components)).map(drop))
}

fn content_of<G: GameState>(input: &ComponentsInput) -> Result<Value, InputError> {
    let info = G::info();
    let wrong = |fault| InputError::components(&info.name, fault);
    let too_long = || {
        let most = MAX_COMPONENTS / 1024;
        wrong(text!("{most} KBを超えています", "it is longer than {most} KB"))
    };
    match input {
        ComponentsInput::Text(text) => {
            if text.len() > MAX_COMPONENTS {
                return Err(too_long());
            }
            if !text.trim_start().starts_with('{') {
                return parse_components(text, info);
            }
            let file: Value = crate::read_json(text).map_err(wrong)?;
            of_game(&file, info).map_err(wrong)?;
            Ok(file)
        }
        ComponentsInput::Content(file) => {
            if file.to_string().len() > 2 * MAX_COMPONENTS {
                return Err(too_long());
            }
            of_game(file, info).map_err(wrong)?;
            Ok(file.clone())
        }
    }
}

fn no_components(game: &LocalizedText) -> InputError {
    text!("「{game}」には内容物ファイルがありません。", "{game} has no components file.", game)
        .into()
}

/// The edition of a match with the text of this components file; `None` if it equals the built-in components
/// except for sources, or cannot be read.
pub(crate) fn edition<G: GameState>(components: &str) -> Option<Edition> {
    let schema = G::Config::components_schema()?;
    let built_in = built_in::<G>(schema)?;
    let mut content = parse_components(components, G::info()).ok()?;
    if !schema.check(&mut content).is_empty() {
        return None;
    }
    let differences = schema.differences(&content, &built_in);
    let texts: Vec<LocalizedText> = differences.into_iter().map(|one| one.text).collect();
    let fingerprint = schema.fingerprint(&content);
    (!texts.is_empty()).then_some(Edition { fingerprint, differences: texts })
}
