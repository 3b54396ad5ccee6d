//! Checks that rule statements are complete, and that every text of a game names its statement.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    Action, Event, Game, GameConfig, GameRng, GameStateExt as _, LocalizedText, Rule, RuleId, Turn,
    episodes,
};

/// Number of random matches per number of seats and option from which texts are collected.
const MATCHES: u64 = 2;

/// A text of a game, with its origin.
pub struct GameText {
    /// The kind of text: a statement, an event, a label …
    pub what: String,
    /// The text, with seat placeholders.
    pub text: LocalizedText,
    /// The id of the statement that the text names, if any.
    pub rule: Option<&'static str>,
    /// True if the text consists of whole sentences.
    pub sentence: bool,
}

/// Checks that statements are numbered without gaps (except rulings cited by the log, `A-…`), complete
/// in both languages and all different; that options, end reasons, events, prompts and errors name
/// statements and exist in both languages, in whole sentences for events and errors; and that the
/// glossary names only statements. Several checks share the [`match_texts`] texts.
///
/// # Panics
/// Panics if a check fails; the message names the text.
pub fn check<G: Game>(match_texts: &[GameText]) {
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
        let mut unique = BTreeSet::new();
        for rule in rules {
            assert!(
                unique.insert(text(rule)),
                "{} repeats another statement: {}",
                rule.id,
                text(rule)
            );
        }
    }
    let common: Vec<&str> = zashiki_core::common_rules().iter().map(|rule| rule.id).collect();
    for GameText { what, text, rule, sentence } in static_texts::<G>().iter().chain(match_texts) {
        assert!(!text.ja.trim().is_empty() && !text.en.trim().is_empty(), "{what} says nothing");
        let whole = text.ja.ends_with('。') && text.en.ends_with('.');
        assert!(whole || !*sentence, "{what} is no sentence: {text:#}");
        if let Some(named) = rule {
            let known = rules.iter().any(|rule| rule.id == *named) || common.contains(named);
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
pub fn static_texts<G: Game>() -> Vec<GameText> {
    let info = G::info();
    let mut texts = Vec::new();
    let mut name = |what: String, text: &LocalizedText, rule: Option<&'static str>| {
        texts.push(GameText { what, text: text.clone(), rule, sentence: false });
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
    let configurations = crate::laws::configurations::<G>();
    for (seats, options) in &configurations {
        let config =
            G::Config::new(*seats, options, None).expect("a listed configuration is valid");
        visit_texts(&config.components(), &mut |text| name("a component".into(), &text, None));
    }
    let mut statement = |what: String, text: LocalizedText, rule: &'static str| {
        texts.push(GameText { what, text, rule: Some(rule), sentence: true });
    };
    for rule in G::assets().rules() {
        statement(
            format!("statement {}", rule.id),
            LocalizedText::fixed(rule.ja, rule.en),
            rule.id,
        );
    }
    texts
}

/// All texts of some random matches with every option: events, prompts, labels and errors, each once.
pub fn match_texts<G: Game>() -> Vec<GameText> {
    let mut collector = Collector::default();
    for (seats, options) in crate::laws::configurations::<G>() {
        let config =
            G::Config::new(seats, &options, None).expect("a listed configuration is valid");
        for seed in 0..MATCHES {
            collect::<G>(&config, seed, &mut collector);
        }
    }
    collector.texts
}

/// The texts found so far, each once.
#[derive(Default)]
struct Collector {
    texts: Vec<GameText>,
    known: HashSet<(LocalizedText, Option<&'static str>, bool)>,
}

impl Collector {
    fn add(
        &mut self,
        what: impl FnOnce() -> String,
        (text, rule): (LocalizedText, Option<RuleId>),
        sentence: bool,
    ) {
        let rule = rule.map(|rule| rule.0);
        if self.known.insert((text.clone(), rule, sentence)) {
            self.texts.push(GameText { what: what(), text, rule, sentence });
        }
    }
}

/// Calls `visit` with every text in two languages within the JSON value.
fn visit_texts(json: &Value, visit: &mut impl FnMut(LocalizedText)) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| visit_texts(item, visit)),
        Value::Object(fields) => match (fields.get("ja"), fields.get("en")) {
            (Some(Value::String(ja)), Some(Value::String(en))) => {
                visit(LocalizedText::new(ja.clone(), en.clone()));
            }
            _ => fields.values().for_each(|field| visit_texts(field, visit)),
        },
        _ => {}
    }
}

/// Plays a random match and collects its texts.
fn collect<G: Game>(config: &Arc<G::Config>, seed: u64, collector: &mut Collector) {
    let mut rng = GameRng::from_seed(seed);
    let mut events = Vec::new();
    let mut game = G::deal(config, rng.fork(), Some(&mut events));
    loop {
        for event in &events {
            let (text, rule) = event.describe(config);
            collector.add(|| format!("{event:?}"), (text, Some(rule)), true);
        }
        for episode in episodes::<G>(config, &events) {
            collector.add(|| "an episode".into(), (episode.text, None), true);
        }
        events.clear();
        let Turn::Awaiting(awaited) = game.turn() else { break };
        let awaiting: Vec<_> = awaited.iter().collect();
        let seat = *rng.pick(&awaiting);
        let (text, rule) = game.prompt(seat).expect("a seat to move has a prompt");
        collector.add(|| "a prompt".into(), (text, Some(rule)), false);
        let legal = game.legal(seat);
        for _ in 0..3 {
            let action = *rng.pick(&legal);
            collector.add(|| format!("the label of {action}"), (game.label(action), None), false);
        }
        for _ in 0..5 {
            let index = rng.below(G::Action::COUNT as u32) as usize;
            let Some(action) = G::Action::from_index(index) else { continue };
            if let Err(illegal) = game.is_legal(seat, action) {
                let what = || format!("the error for {action}");
                collector.add(what, (illegal.message, Some(illegal.rule)), true);
            }
        }
        game.play_unchecked(seat, *rng.pick(&legal), Some(&mut events));
    }
}
