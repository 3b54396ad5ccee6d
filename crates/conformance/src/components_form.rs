//! Checks that the form of a game's components, its parser and the check while typing agree.

use serde_json::{Map, Value, json};
use zashiki_core::{
    ComponentField, ComponentsForm, ComponentsInput, ComponentsReport, DynRules, Entries,
    FieldKind, Game, GameConfig as _, GameHandle, GameInfo, GameRng,
};

/// Number of mutated components tried.
const TRIES: usize = 600;

/// Checks the form of the game's components: the built-in ones conform to it; every value outside of its field
/// is refused with the path of the field; under random mutation, components are faulty if and only if the game
/// refuses the file; and what the check writes as a file has the same content.
///
/// # Panics
/// Panics if a check fails.
pub fn check<G: Game>() {
    let game = GameHandle::<G>::new();
    let Some(form) = game.components_form() else { return };
    let own = report(&game, &form.built_in);
    assert_eq!((&own.faults[..], &own.differences[..]), (&[][..], &[][..]), "the built-in ones");
    let text = own.text.expect("without faults there is a text");
    assert!(game.edition(&text).is_none(), "the built-in components are no edition of their own");
    let again = game.check_components(&ComponentsInput::Text(text)).expect("a components file");
    assert_eq!((again.content, again.fingerprint), (own.content, own.fingerprint));
    for group in &form.schema.groups {
        assert!(!group.name.ja.is_empty() && !group.name.en.is_empty(), "{}", group.key);
        for (index, entry) in entries(&form, group.key).iter().enumerate() {
            let path = match group.entries {
                Entries::One => group.key.to_owned(),
                _ => format!("{}[{index}]", group.key),
            };
            fields(&game, &form, &group.fields, entry, &path);
        }
    }
    mutated::<G>(&game, &form);
}

fn report<G: Game>(game: &GameHandle<G>, content: &Value) -> ComponentsReport {
    game.check_components(&ComponentsInput::Content(content.clone())).expect("of this game")
}

fn entries<'a>(form: &'a ComponentsForm, key: &str) -> &'a [Value] {
    match &form.built_in[key] {
        Value::Array(entries) => entries,
        entry => std::slice::from_ref(entry),
    }
}

/// Checks that each field of an entry is refused with its path if its value is wrong or missing.
fn fields<G: Game>(
    game: &GameHandle<G>,
    form: &ComponentsForm,
    fields: &[ComponentField],
    entry: &Value,
    path: &str,
) {
    for field in fields.iter().filter(|field| has(field, entry)) {
        let place = format!("{path}.{}", field.key);
        for wrong in wrong(&field.kind) {
            let changed = with(&form.built_in, &place, Some(wrong.clone()));
            let faults = report(game, &changed).faults;
            assert!(
                faults.iter().any(|fault| fault.path.starts_with(&place)),
                "{place} = {wrong}: {faults:?}"
            );
        }
        let faults = report(game, &with(&form.built_in, &place, None)).faults;
        let named = faults.iter().any(|fault| fault.path == place);
        assert!(named || !field.required, "{place} left out: {faults:?}");
    }
    let extra = format!("{path}.no_such_field");
    let faults = report(game, &with(&form.built_in, &extra, Some(json!(1)))).faults;
    assert!(faults.iter().any(|fault| fault.path == extra), "{extra}: {faults:?}");
}

fn has(field: &ComponentField, entry: &Value) -> bool {
    field.when.as_ref().is_none_or(|when| {
        entry[when.field].as_str().is_some_and(|value| when.values.iter().any(|one| one == value))
    })
}

/// Values that the field cannot have.
fn wrong(kind: &FieldKind) -> Vec<Value> {
    let own = match kind {
        FieldKind::Number { min, max } => vec![json!(min - 1), json!(max + 1), json!("one")],
        FieldKind::Flag => vec![json!("yes"), json!(1)],
        FieldKind::Choice { .. } | FieldKind::Source { .. } => {
            vec![json!("no such word"), json!(1)]
        }
        FieldKind::Several { choices, .. } => {
            vec![json!(["no such word"]), json!([choices[0].value, choices[0].value]), json!("x")]
        }
        FieldKind::Text { max } => {
            vec![json!(""), json!(" x"), json!("x\ny"), json!("字".repeat(max + 1))]
        }
        FieldKind::Localized { max } => vec![
            json!({ "ja": "", "en": "x" }),
            json!({ "ja": "x" }),
            json!({ "ja": "x", "en": "x".repeat(max + 1) }),
            json!("x"),
        ],
        FieldKind::Offsets { most } => {
            vec![json!([[0, 0]]), json!([[1]]), json!([[most + 1, 0]]), json!([[1, 1], [1, 1]])]
        }
        FieldKind::Records { max, .. } => vec![json!([1]), json!(vec![json!({}); max + 1])],
    };
    own.into_iter().chain([json!(null), json!(0.5), json!({ "x": [] })]).collect()
}

/// The content with another value at the path, or without the field.
fn with(content: &Value, path: &str, value: Option<Value>) -> Value {
    let mut changed = content.clone();
    let (above, key) = path.rsplit_once('.').expect("a path of a field");
    let pointer = format!("/{}", above.replace('[', "/").replace(']', ""));
    let record = changed.pointer_mut(&pointer).and_then(Value::as_object_mut).expect("an entry");
    match value {
        Some(value) => drop(record.insert(key.to_owned(), value)),
        None => drop(record.remove(key)),
    }
    changed
}

/// Checks that mutated components have faults if and only if the game refuses them.
fn mutated<G: Game>(game: &GameHandle<G>, form: &ComponentsForm) {
    let mut rng = GameRng::from_seed(17);
    let mut leaves = Vec::new();
    collect(&form.built_in, &mut leaves);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..TRIES {
        let mut content = form.built_in.clone();
        for _ in 0..=rng.below(2) {
            mutate(&mut content, &leaves, &mut rng);
        }
        let Ok(report) = game.check_components(&ComponentsInput::Content(content.clone())) else {
            assert_ne!(content["game"], form.built_in["game"], "only another game is an error");
            continue;
        };
        let Ok(text) = toml::to_string(&content) else { continue };
        let parsed = configure::<G>(G::info(), &text);
        match &parsed {
            Ok(()) => taken += 1,
            Err(_) => refused += 1,
        }
        let first = report.faults.first();
        assert_eq!(first.map(|fault| &fault.path), parsed.err().as_ref(), "{text}");
        if let Some(text) = report.text {
            let again = game.check_components(&ComponentsInput::Text(text.clone()));
            let again = again.expect("a written file");
            assert_eq!((again.faults.len(), again.content), (0, report.content), "{text}");
            assert_eq!(game.edition(&text).is_some(), !again.differences.is_empty(), "{text}");
        }
    }
    assert!(taken > 0 && refused > 0, "{taken} accepted, {refused} refused");
}

/// Configures the game for each number of seats; the error is the path of the wrong field.
fn configure<G: Game>(info: &GameInfo, text: &str) -> Result<(), String> {
    let options = info.complete_options(&Value::Null).expect("the default options");
    (info.seats.0..=info.seats.1).try_for_each(|seats| {
        let configured = G::Config::new(seats, &options, Some(text));
        configured.map(drop).map_err(|bad| bad.field().expect("a fault of a field").path.clone())
    })
}

fn collect(value: &Value, leaves: &mut Vec<Value>) {
    leaves.push(value.clone());
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, leaves)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, leaves)),
        _ => {}
    }
}

/// Changes one value somewhere: another value of the components, a number near it, left out or repeated.
fn mutate(value: &mut Value, leaves: &[Value], rng: &mut GameRng) {
    let deeper = rng.below(8) > 0;
    match value {
        Value::Array(items) if deeper && !items.is_empty() => {
            let index = rng.below(items.len() as u32) as usize;
            match rng.below(10) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                2 => items.swap(0, index),
                _ => mutate(&mut items[index], leaves, rng),
            }
        }
        Value::Object(fields) if deeper && !fields.is_empty() => {
            let index = rng.below(fields.len() as u32) as usize;
            let key = fields.keys().nth(index).expect("one of the keys").clone();
            match rng.below(30) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert(format!("{key}_"), json!(1))),
                _ => mutate(&mut fields[&key], leaves, rng),
            }
        }
        Value::Number(number) if deeper => {
            let near = i64::from(rng.below(5)) - 2 + number.as_i64().expect("a whole number");
            *value = json!(near);
        }
        value => {
            let odd = [json!("x"), json!([]), json!(Map::new()), json!(true), json!(-1)];
            *value =
                if rng.below(4) > 0 { rng.pick(leaves).clone() } else { rng.pick(&odd).clone() };
        }
    }
}
