//! Checks of a game's tutorial against the rules: its scenes are legal matches, its examples cause the events
//! that they announce, its lesson can be completed, its advice fits the prompts, and each rule statement
//! belongs to exactly one chapter.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use serde_json::Value;
use zashiki_core::{
    DynMatch, Game, GameConfig as _, GameRng, GameStateExt as _, LessonStep, LocalizedText, Match,
    Move, Scene, Seat, Turn, Tutorial, Viewer,
};

use crate::terminology;

/// Maximum number of different states in which a learner may be at a step of a lesson. If there would be
/// more, the step must begin with a scene of its own.
const WAYS: usize = 64;

/// Allowed number of pieces of advice for a first match. No piece may be shown more than twice.
const ADVICES: RangeInclusive<usize> = 5..=9;

/// Maximum number of characters (Japanese, English) of a text that fits in three lines beside a board on a
/// phone.
const BESIDE: (usize, usize) = (62, 124);

/// Number of pictures of the introduction, for each number of seats.
const MINUTE: RangeInclusive<usize> = 3..=6;

/// Number of random matches in which prompts are counted. One that is not found in them counts as never
/// occurring.
const GAMES: u64 = 60;

/// Checks the game's own tutorial.
///
/// # Panics
/// Panics if the game has no tutorial, or with all statements of it that are wrong.
pub fn check<G: Game>() {
    let book = G::assets().tutorial().expect("the game has a tutorial");
    let faults = faults::<G>(book);
    assert!(faults.is_empty(), "the tutorial is wrong:\n{}", faults.join("\n"));
}

/// Describes all faults of a tutorial for this game.
pub fn faults<G: Game>(book: &Tutorial) -> Vec<String> {
    let mut check =
        Check::<G> { book, plays: BTreeMap::new(), used: BTreeSet::new(), faults: Vec::new() };
    check.scenes();
    check.facts();
    check.chapters();
    for (number, figure) in (1..).zip(&book.minute) {
        check.figure(&format!("minute {number}"), figure);
    }
    check.minute();
    check.lesson("lesson", &book.lesson);
    if !book.second.is_empty() {
        check.lesson("second lesson", &book.second);
    }
    check.first_game();
    let unused = book.scenes.keys().filter(|name| !check.used.contains(name.as_str()));
    check.faults.extend(unused.map(|name| format!("scene {name} is unused")));
    check.faults
}

/// A tutorial, the matches of its scenes, and the faults found so far.
struct Check<'a, G: Game> {
    book: &'a Tutorial,
    plays: BTreeMap<&'a str, Match<G>>,
    used: BTreeSet<&'a str>,
    faults: Vec<String>,
}

/// One of the matches in which the learner may be at a step of a lesson, and the learner's seat.
struct Way<G: Game> {
    play: Match<G>,
    seat: Seat,
}

impl<G: Game> Clone for Way<G> {
    fn clone(&self) -> Way<G> {
        Way { play: self.play.clone(), seat: self.seat }
    }
}

impl<'a, G: Game> Check<'a, G> {
    fn wrong(&mut self, place: &str, what: impl std::fmt::Display) {
        self.faults.push(format!("{place}: {what}"));
    }

    fn text(&mut self, place: &str, text: &LocalizedText) {
        let LocalizedText { ja, en } = text;
        let whole = |text: &str| !text.is_empty() && text.trim() == text;
        if !whole(ja) || !whole(en) {
            self.wrong(place, "both languages need a text, without spaces at the ends");
        }
        if let Some(fault) = terminology::fault(G::assets().glossary(), text) {
            self.wrong(place, fault);
        }
    }

    fn facts(&mut self) {
        let facts = &self.book.facts;
        self.text("facts", &facts.mood);
        if !(1..=5).contains(&facts.weight) || facts.minutes == 0 {
            self.wrong("facts", "needs a weight from 1 to 5 and a duration in minutes");
        }
    }

    fn scenes(&mut self) {
        for (name, scene) in &self.book.scenes {
            match played(scene) {
                Ok(play) => drop(self.plays.insert(name, play)),
                Err(fault) => self.wrong(&format!("scene {name}"), fault),
            }
        }
    }

    /// The match of a scene and its viewing seat; `None` if the scene is broken, which was already
    /// reported.
    fn scene(&mut self, place: &str, name: &'a str) -> Option<(Match<G>, Option<Seat>)> {
        self.used.insert(name);
        match self.book.scenes.get(name) {
            None => {
                self.wrong(place, format!("there is no scene {name}"));
                None
            }
            Some(scene) => Some((self.plays.get(name)?.clone(), scene.eyes)),
        }
    }

    fn figure(&mut self, place: &str, figure: &'a zashiki_core::Figure) {
        self.text(place, &figure.text);
        let Some(name) = &figure.scene else {
            if !(figure.lit.is_empty() && figure.play.is_empty() && figure.happens.is_empty()) {
                self.wrong(place, "needs a scene for its highlights and its example");
            }
            return;
        };
        let Some((mut play, eyes)) = self.scene(place, name) else { return };
        for action in &figure.lit {
            let lit = eyes.map(|seat| play.check(seat, action));
            if !matches!(lit, Some(Ok(()))) {
                self.wrong(place, format!("{action} is illegal there for the viewing seat"));
            }
        }
        if figure.play.is_empty() != figure.happens.is_empty() {
            self.wrong(place, "`play` and `happens` need each other");
        }
        let before = play.length();
        if let Err(fault) = take(&mut play, &figure.play) {
            return self.wrong(place, fault);
        }
        let kinds: Vec<String> =
            (before + 1..=play.length()).flat_map(|number| kinds(&play, number, eyes)).collect();
        let mut rest = kinds.iter();
        for wanted in &figure.happens {
            if !rest.any(|kind| kind == wanted) {
                self.wrong(place, format!("{wanted} does not happen; the events are {kinds:?}"));
            }
        }
    }

    fn chapters(&mut self) {
        let mut margins: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut terms: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for chapter in &self.book.chapters {
            let place = format!("chapter {}", chapter.id);
            if !ids.insert(&chapter.id) {
                self.wrong(&place, "its name is taken");
            }
            self.text(&place, &chapter.title);
            for (number, part) in (1..).zip(&chapter.parts) {
                self.figure(&format!("{place}, part {number}"), part);
            }
            for rule in &chapter.rules {
                margins.entry(rule).or_default().push(&chapter.id);
            }
            let texts = || chapter.parts.iter().map(|part| &part.text);
            for key in &chapter.terms {
                terms.entry(key).or_default().push(&chapter.id);
                let Some((_, term)) =
                    G::assets().glossary().terms().find(|(known, _)| known == key)
                else {
                    self.wrong(&place, format!("the glossary has no term {key}"));
                    continue;
                };
                let (ja, en) = (&*term.name.ja, term.name.en.to_lowercase());
                let said = texts().any(|text| text.ja.contains(ja))
                    && texts().any(|text| text.en.to_lowercase().contains(&en));
                if !said {
                    self.wrong(&place, format!("it does not mention {key} ({ja}, {en})"));
                }
            }
        }
        for rule in G::assets().rules() {
            match margins.remove(rule.id).as_deref() {
                Some([_]) => {}
                chapters => self
                    .wrong(rule.id, format!("is in the chapters {chapters:?}, not in exactly one")),
            }
        }
        for (rule, chapters) in margins {
            self.wrong(rule, format!("is in the chapters {chapters:?}, but is not a statement"));
        }
        for (term, chapters) in terms {
            if chapters.len() > 1 {
                self.wrong(
                    term,
                    format!("is explained in the chapters {chapters:?}, not in exactly one"),
                );
            }
        }
    }

    /// Checks that the introduction has the right number of pictures for every number of seats.
    fn minute(&mut self) {
        let (least, most) = G::info().seats;
        for seats in least..=most {
            let count = (self.book.minute.iter())
                .filter(|figure| figure.seats.is_empty() || figure.seats.contains(&seats))
                .count();
            if !MINUTE.contains(&count) {
                self.wrong("minute", format!("{count} pictures for {seats} seats, not {MINUTE:?}"));
            }
        }
    }

    fn lesson(&mut self, name: &str, steps: &'a [LessonStep]) {
        let mut ways: Vec<Way<G>> = Vec::new();
        for (number, step) in (1..).zip(steps) {
            let place = format!("{name} {number}");
            if let Some(title) = &step.title {
                self.text(&place, title);
                if step.scene.is_none() {
                    self.wrong(&place, "a chapter begins with a scene");
                }
            }
            let texts =
                [Some(&step.say), step.hint.as_ref(), step.well.as_ref(), step.other.as_ref()];
            texts.into_iter().flatten().for_each(|text| self.text(&place, text));
            if let Some(name) = &step.scene {
                let begun = self.scene(&place, name);
                match begun {
                    Some((play, Some(seat))) => ways = vec![Way { play, seat }],
                    Some((_, None)) => {
                        self.wrong(&place, "the scenes of a lesson need a viewing seat")
                    }
                    None => {}
                }
            }
            if ways.is_empty() {
                return self.wrong(&place, "the first step needs a scene");
            }
            if ways.len() > WAYS {
                return self
                    .wrong(&place, format!("{} states lead here; start a new scene", ways.len()));
            }
            let mut next: Vec<Way<G>> = Vec::new();
            for way in ways {
                for mut way in self.step(&place, step, &way) {
                    match take(&mut way.play, &step.then) {
                        Err(fault) => self.wrong(&place, fault),
                        Ok(()) => {
                            let truth = way.play.position();
                            if next.iter().all(|other| other.play.position() != truth) {
                                next.push(way);
                            }
                        }
                    }
                }
            }
            ways = next;
        }
        if steps.last().is_none_or(|step| !step.done.is_empty()) {
            self.wrong(name, "the last step must say what comes next");
        }
    }

    /// Checks the advice for a first match. A first match has the fewest seats that the game allows.
    fn first_game(&mut self) {
        let fewest = G::info().seats.0;
        let told = |figure: &&zashiki_core::Figure| {
            figure.seats.is_empty() || figure.seats.contains(&fewest)
        };
        if let Some(aim) = self.book.minute.iter().find(told) {
            self.beside("minute", &aim.text);
        }
        if !ADVICES.contains(&self.book.advice.len()) {
            let count = self.book.advice.len();
            self.wrong("advice", format!("{count} are not {ADVICES:?}"));
        }
        let mut wanted: BTreeMap<&str, u32> = BTreeMap::new();
        for (number, advice) in (1..).zip(&self.book.advice) {
            let place = format!("advice {number}");
            self.text(&place, &advice.say);
            self.beside(&place, &advice.say);
            if !(1..=2).contains(&advice.times) {
                self.wrong(&place, "advice is shown once or twice");
            }
            *wanted.entry(&advice.rule).or_default() += u32::from(advice.times);
        }
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for (number, advice) in (1..).zip(&self.book.situations) {
            let place = format!("situation {number}");
            self.text(&place, &advice.say);
            self.beside(&place, &advice.say);
            if advice.times == Some(0) {
                self.wrong(&place, "advice is shown at least once");
            }
            if !known.insert(&advice.id) {
                self.wrong(&place, format!("{} has advice already", advice.id));
            }
        }
        let Asked { most: asked, situations } = Asked::of::<G>(&wanted);
        for id in situations.difference(&known) {
            self.wrong("situation", format!("{id} has no advice"));
        }
        for (rule, times) in wanted {
            let most = asked.get(rule).copied().unwrap_or_default();
            if most < times {
                let most = format!("in {GAMES} matches it prompts no seat more than {most} times");
                self.wrong(rule, format!("has {times} pieces of advice, but {most}"));
            }
        }
    }

    /// Reports a text that is too long to fit beside a board.
    fn beside(&mut self, place: &str, LocalizedText { ja, en }: &LocalizedText) {
        let (ja, en) = (ja.chars().count(), en.chars().count());
        if ja > BESIDE.0 || en > BESIDE.1 {
            self.wrong(place, format!("{ja} and {en} characters exceed {BESIDE:?}"));
        }
    }

    /// Checks a step of the lesson and returns the matches after each action that completes it; the same
    /// match if the step has no task.
    fn step(&mut self, place: &str, step: &LessonStep, way: &Way<G>) -> Vec<Way<G>> {
        for forbidden in &step.forbidden {
            self.text(place, &forbidden.say);
            let zashiki_core::Forbidden { action, rule, .. } = forbidden;
            match way.play.check(way.seat, action) {
                Ok(()) => self.wrong(place, format!("{action} is not forbidden")),
                Err(no) if no.rule.0 != rule => {
                    self.wrong(place, format!("{action} is forbidden by {}, not {rule}", no.rule));
                }
                Err(_) => {}
            }
        }
        if step.done.is_empty() {
            if !step.then.is_empty()
                || step.event.is_some()
                || step.hint.is_some()
                || step.well.is_some()
                || step.other.is_some()
            {
                self.wrong(place, "a step without a task has no answers");
            }
            return vec![way.clone()];
        }
        if step.hint.is_none() || step.well.is_none() {
            self.wrong(place, "a task needs a hint and a text for its completion");
        }
        if step.well.as_ref().is_some_and(asks_to_watch) {
            self.wrong(
                place,
                "the text for its completion is shown when all is over: nothing is left to watch",
            );
        }
        let legal: Vec<String> =
            way.play.legal(way.seat).into_iter().map(|choice| choice.action).collect();
        let mut done = Vec::new();
        for action in &step.done {
            let mut after = way.clone();
            match DynMatch::play(&mut after.play, way.seat, action) {
                Err(no) => self.wrong(place, format!("{action}: {no}")),
                Ok(()) => {
                    if let Some(event) = &step.event
                        && !happened(&after, event)
                    {
                        self.wrong(place, format!("{action} does not cause {event}"));
                    }
                    done.push(after);
                }
            }
        }
        // Any other action that causes the required event also completes the step.
        let rest: Vec<&String> =
            legal.iter().filter(|action| !step.done.contains(action)).collect();
        let mut others = rest.len();
        if let Some(event) = &step.event {
            for action in rest {
                let mut after = way.clone();
                DynMatch::play(&mut after.play, way.seat, action)
                    .expect("listed actions are legal");
                if happened(&after, event) {
                    others -= 1;
                    done.push(after);
                }
            }
        }
        if (others > 0) != step.other.is_some() {
            self.wrong(place, format!("{others} other actions are legal: they need an answer"));
        }
        done
    }
}

/// Returns true if a text asks its reader to watch what comes.
fn asks_to_watch(LocalizedText { ja, en }: &LocalizedText) -> bool {
    let ja_asks = ["見ていて", "見てみ", "見てください"].iter().any(|words| ja.contains(words));
    ja_asks || en.to_lowercase().contains("watch")
}

/// The prompts and situations of random matches.
struct Asked {
    /// For each rule, the highest number of times that it prompts one seat.
    most: BTreeMap<&'static str, u32>,
    /// The situations that occur.
    situations: BTreeSet<&'static str>,
}

impl Asked {
    /// Plays random matches until all numbers in `wanted` are reached.
    fn of<G: Game>(wanted: &BTreeMap<&str, u32>) -> Asked {
        let info = G::info();
        let options = info.complete_options(&Value::Null).expect("the default options are valid");
        let config =
            G::Config::new(info.seats.0, &options, None).expect("the default options are valid");
        let mut asked = Asked { most: BTreeMap::new(), situations: BTreeSet::new() };
        for seed in 0..GAMES {
            let mut rng = GameRng::from_seed(seed);
            let mut game = G::deal(&config, rng.fork(), None);
            let mut times: BTreeMap<(Seat, &'static str), u32> = BTreeMap::new();
            while let Turn::Awaiting(awaited) = game.turn() {
                let seat = awaited.first().expect("a seat is to move");
                if let Some((_, rule)) = game.prompt(seat) {
                    let times = times.entry((seat, rule.0)).or_default();
                    *times += 1;
                    let most = asked.most.entry(rule.0).or_default();
                    *most = (*most).max(*times);
                }
                asked.situations.extend(game.situations(seat).iter().map(|each| each.id));
                let legal = game.legal(seat);
                game.play_unchecked(seat, *rng.pick(&legal), None);
            }
            let most = |rule: &str| asked.most.get(rule).copied().unwrap_or_default();
            if wanted.iter().all(|(rule, times)| most(rule) >= *times) {
                break;
            }
        }
        asked
    }
}

/// Returns true if the last action caused an event with all fields of `wanted`, as its seat sees it.
fn happened<G: Game>(way: &Way<G>, wanted: &Value) -> bool {
    let wanted = wanted.as_object().into_iter().flatten();
    told(&way.play, way.play.length(), Some(way.seat))
        .iter()
        .any(|event| wanted.clone().all(|(field, value)| event[field] == *value))
}

/// The kinds of events of a step, as the viewer sees them.
fn kinds<G: Game>(play: &Match<G>, number: usize, eyes: Option<Seat>) -> Vec<String> {
    let events = told(play, number, eyes);
    events.iter().filter_map(|event| Some(event["event"].as_str()?.to_owned())).collect()
}

/// The events of a step, as the viewer sees them.
fn told<G: Game>(play: &Match<G>, number: usize, eyes: Option<Seat>) -> Vec<Value> {
    let viewer = Viewer::from(eyes);
    let step = play.step(number, viewer).expect("the step was taken");
    step.told.into_iter().map(|told| told.event.value()).collect()
}

/// Plays the match of a scene.
fn played<G: Game>(scene: &Scene) -> Result<Match<G>, String> {
    let mut play = Match::<G>::start(&scene.start()).map_err(|bad| bad.to_string())?;
    take(&mut play, &scene.actions)?;
    if scene.eyes.is_some_and(|seat| seat.0 >= scene.seats) {
        return Err("the viewing seat does not exist".into());
    }
    Ok(play)
}

/// Plays the decisions; the error names the first illegal one and the legal alternatives.
fn take<G: Game>(play: &mut Match<G>, moves: &[Move]) -> Result<(), String> {
    for Move { seat, action } in moves {
        DynMatch::play(play, *seat, action).map_err(|no| {
            let awaited: Vec<String> = (play.turn().awaited().iter())
                .map(|seat| {
                    let legal: Vec<String> = play
                        .sample_legal(seat, 30)
                        .into_iter()
                        .map(|choice| choice.action)
                        .collect();
                    format!("{seat} may {}", legal.join(" | "))
                })
                .collect();
            format!("{seat} {action}: {no} ({})", awaited.join("; "))
        })?;
    }
    Ok(())
}
