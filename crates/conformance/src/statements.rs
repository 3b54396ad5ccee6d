//! Checks of rule statements, and that all texts of a game name one.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    Action, Event, Game, GameConfig, GameRng, GameStateExt as _, LocalizedText, Rule, RuleId, Turn,
};

/// Number of random matches per number of seats and option from which texts are collected.
const PLAYS: u64 = 2;

/// A text of a game, with its origin.
pub struct Said {
    /// The kind of text: a statement, an event, a label …
    pub what: String,
    /// The text, with seat placeholders.
    pub text: LocalizedText,
    /// The statement that it names, if any.
    pub rule: Option<&'static str>,
    /// True if the text consists of whole sentences.
    pub sentence: bool,
}

/// Checks that statements are numbered without gaps (except rulings cited by the log, `A-…`), complete
/// in both languages and all different; that options, end reasons, events, prompts and errors name
/// statements and exist in both languages, in whole sentences for events and errors; and that the
/// glossary names only statements. Several checks share the [`heard`] texts.
///
/// # Panics
/// Panics if a check fails; the message names the text.
pub fn check<G: Game>(heard: &[Said]) {
    let rules = G::assets().rules();
    let (letters, _) = rules.first().expect("a game states its rules").id.split_once('-').unwrap();
    // Rulings that the log cites may be among them, with names such as A-X15.
    let (numbered, rulings): (Vec<&Rule>, Vec<&Rule>) =
        rules.iter().partition(|rule| rule.id.split_once('-').unwrap().0 == letters);
    for (number, rule) in (1..).zip(numbered) {
        assert_eq!(rule.id, format!("{letters}-{number}"), "statements are numbered without gaps");
    }
    for rule in rulings {
        assert!(rule.id.starts_with("A-"), "{} is neither a statement nor a ruling", rule.id);
    }
    for rule in rules {
        assert!(!rule.source.is_empty(), "{} has no source", rule.id);
    }
    for text in [|rule: &Rule| rule.en, |rule: &Rule| rule.ja] {
        let mut seen = BTreeSet::new();
        for rule in rules {
            assert!(
                seen.insert(text(rule)),
                "{} repeats another statement: {}",
                rule.id,
                text(rule)
            );
        }
    }
    let house: Vec<&str> = zashiki_core::common_rules().iter().map(|rule| rule.id).collect();
    for Said { what, text, rule, sentence } in written::<G>().iter().chain(heard) {
        assert!(!text.ja.trim().is_empty() && !text.en.trim().is_empty(), "{what} says nothing");
        let whole = text.ja.ends_with('。') && text.en.ends_with('.');
        assert!(whole || !*sentence, "{what} is no sentence: {text:#}");
        if let Some(named) = rule {
            let known = rules.iter().any(|rule| rule.id == *named) || house.contains(named);
            assert!(known, "{what} names {named}, which is not stated");
        }
    }
    for (key, term) in G::assets().glossary().terms() {
        for named in &term.rules {
            let known = rules.iter().any(|rule| rule.id == named);
            assert!(known, "[terms.{key}] names {named}, which is not stated");
        }
    }
}

/// The static texts of a game: its description, its statements and the names of its components.
pub fn written<G: Game>() -> Vec<Said> {
    let info = G::info();
    let mut said = Vec::new();
    let mut name = |what: String, text: &LocalizedText, rule: Option<&'static str>| {
        said.push(Said { what, text: text.clone(), rule, sentence: false });
    };
    name("the summary".into(), &info.summary, None);
    info.seat_names.iter().for_each(|seat| name("the name of a seat".into(), seat, None));
    for option in info.options {
        name(format!("option {}", option.id), &option.name, Some(option.rule.0));
        if let zashiki_core::OptionKind::Choice { choices } = &option.kind {
            choices.iter().for_each(|choice| {
                name(format!("a choice of {}", option.id), &choice.name, None);
            });
        }
    }
    for reason in info.end_reasons {
        name(format!("ending {}", reason.id), &reason.text, Some(reason.rule.0));
    }
    let setups = crate::laws::configurations::<G>();
    for (seats, options) in &setups {
        let config =
            G::Config::new(*seats, options, None).expect("a listed configuration is valid");
        named(&config.components(), &mut |text| name("a component".into(), &text, None));
    }
    let mut tell = |what: String, text: LocalizedText, rule: &'static str| {
        said.push(Said { what, text, rule: Some(rule), sentence: true });
    };
    for rule in G::assets().rules() {
        tell(format!("statement {}", rule.id), LocalizedText::fixed(rule.ja, rule.en), rule.id);
    }
    said
}

/// All texts of some random matches with every option: events, prompts, labels and errors, each once.
pub fn heard<G: Game>() -> Vec<Said> {
    let mut ears = Ears::default();
    for (seats, options) in crate::laws::configurations::<G>() {
        let config =
            G::Config::new(seats, &options, None).expect("a listed configuration is valid");
        for seed in 0..PLAYS {
            listen::<G>(&config, seed, &mut ears);
        }
    }
    ears.said
}

/// Collects each text once.
#[derive(Default)]
struct Ears {
    said: Vec<Said>,
    known: HashSet<(LocalizedText, Option<&'static str>, bool)>,
}

impl Ears {
    fn hear(
        &mut self,
        what: impl FnOnce() -> String,
        (text, rule): (LocalizedText, Option<RuleId>),
        sentence: bool,
    ) {
        let rule = rule.map(|rule| rule.0);
        if self.known.insert((text.clone(), rule, sentence)) {
            self.said.push(Said { what: what(), text, rule, sentence });
        }
    }
}

/// The texts in the JSON.
fn named(json: &Value, say: &mut impl FnMut(LocalizedText)) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| named(item, say)),
        Value::Object(fields) => match (fields.get("ja"), fields.get("en")) {
            (Some(Value::String(ja)), Some(Value::String(en))) => {
                say(LocalizedText::new(ja.clone(), en.clone()));
            }
            _ => fields.values().for_each(|field| named(field, say)),
        },
        _ => {}
    }
}

/// Collects the texts of a random match.
fn listen<G: Game>(config: &Arc<G::Config>, seed: u64, ears: &mut Ears) {
    let mut rng = GameRng::from_seed(seed);
    let mut events = Vec::new();
    let mut game = G::deal(config, rng.fork(), Some(&mut events));
    loop {
        for event in events.drain(..) {
            let (text, rule) = event.describe(config);
            ears.hear(|| format!("{event:?}"), (text, Some(rule)), true);
        }
        let Turn::Awaiting(awaited) = game.turn() else { break };
        let awaiting: Vec<_> = awaited.iter().collect();
        let seat = *rng.pick(&awaiting);
        let (text, rule) = game.prompt(seat).expect("a seat to move has a prompt");
        ears.hear(|| "a question".into(), (text, Some(rule)), false);
        let legal = game.legal(seat);
        for _ in 0..3 {
            let action = *rng.pick(&legal);
            ears.hear(|| format!("the label of {action}"), (game.label(action), None), false);
        }
        for _ in 0..5 {
            let index = rng.below(G::Action::COUNT as u32) as usize;
            let Some(action) = G::Action::from_index(index) else { continue };
            if let Err(no) = game.is_legal(seat, action) {
                let what = || format!("the error for {action}");
                ears.hear(what, (no.message, Some(no.rule)), true);
            }
        }
        game.play_unchecked(seat, *rng.pick(&legal), Some(&mut events));
    }
}
