//! Golden playthroughs: matches printed in full, so that a change of rules shows as a readable
//! difference.
//!
//! The text begins with `# key value` lines (seats, options, seed and, for a match from a position, the
//! position as JSON on one line). Actions are lines `> seat action`. A termination is the last line, `!
//! seat resigns` or `! all agree`. [`render`] derives everything else from those lines and rewrites it.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;

use zashiki_core::{
    DynMatch, Game, GameRng, GameStateExt as _, InputError, Match, MatchStart, ScoreChange, Seat,
    Termination, Turn, Viewer,
};

/// Number of legal actions above which they are printed as products of words.
const LONG_LIST: usize = 200;

/// Prints the match that the `#`, `>` and `!` lines of `text` describe, with the state, each viewer's
/// view, all legal actions and all events. States and views show only changed lines; what is equal for
/// all viewers is printed once.
///
/// # Errors
/// Returns an error if the match cannot be started or an action is illegal.
pub fn render<G: Game>(text: &str) -> Result<String, InputError> {
    let header = |key: &str| {
        text.lines().find_map(|line| line.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(' '))
    };
    let wrong = |what: &str| {
        InputError::new(
            format!("棋譜に「{what}」の行がありません。"),
            format!("The playthrough needs a line \"{what}\"."),
        )
    };
    let seats = header("seats").and_then(|n| n.parse().ok()).ok_or_else(|| wrong("# seats ..."))?;
    let seed = header("seed").and_then(|n| n.parse().ok()).ok_or_else(|| wrong("# seed ..."))?;
    let options: Value = header("options")
        .and_then(|json| serde_json::from_str(json).ok())
        .ok_or_else(|| wrong("# options ..."))?;
    let position: Option<Value> = header("position")
        .map(|json| serde_json::from_str(json).map_err(|_| wrong("# position {...}")))
        .transpose()?;
    let mut out =
        format!("# {}\n# seats {seats}\n# options {options}\n# seed {seed}\n", G::info().id);
    if let Some(position) = &position {
        out += &format!("# position {position}\n");
    }
    let beginning = MatchStart { options, position, ..MatchStart::dealt(seats, seed) };
    let mut play = Match::<G>::start(&beginning)?;
    let mut shown = Shown::default();
    shown.step(&play, &mut out);
    for line in text.lines() {
        let done = match line.split_at_checked(2) {
            Some(("> ", taken)) => {
                let (seat, action) = taken.split_once(' ').unwrap_or(("", taken));
                let seat = seat.parse().map_err(|_| wrong("> seat action"))?;
                DynMatch::play(&mut play, Seat(seat), action)
            }
            Some(("! ", end)) => {
                let conclusion = conclusion(end).ok_or_else(|| wrong("! seat resigns"))?;
                play.terminate(conclusion)
            }
            _ => continue,
        };
        done.map_err(InputError::from)?;
        shown.step(&play, &mut out);
    }
    Ok(out)
}

/// Parses the end of the match from the text after `! `.
fn conclusion(end: &str) -> Option<Termination> {
    if end == "all agree" {
        return Some(Termination::Agreed);
    }
    let seat = end.strip_suffix(" resigns")?.parse().ok()?;
    Some(Termination::Resigned { seat: Seat(seat) })
}

/// Plays a random match to its end and returns its `#` and `>` lines, as input for [`render`].
///
/// # Errors
/// Returns an error if the match cannot be started.
pub fn random<G: Game>(
    seats: usize,
    options: &Value,
    seed: u64,
    rng: &mut GameRng,
) -> Result<String, InputError> {
    let mut play = Match::<G>::new(seats, options, None, seed)?;
    let mut out = format!("# seats {seats}\n# options {options}\n# seed {seed}\n");
    while let Turn::Awaiting(awaited) = play.turn() {
        let awaited: Vec<Seat> = awaited.iter().collect();
        let seat = *rng.pick(&awaited);
        let choice = rng.pick(&play.legal(seat)).action.clone();
        out += &format!("> {seat} {choice}\n");
        DynMatch::play(&mut play, seat, &choice).map_err(InputError::from)?;
    }
    Ok(out)
}

/// The last printed lines of the state and of each view, so that only changed lines are printed.
#[derive(Default)]
struct Shown {
    before: Vec<Vec<String>>,
}

impl Shown {
    fn step<G: Game>(&mut self, play: &Match<G>, out: &mut String) {
        let number = play.length();
        if let Some(conclusion) = play.termination() {
            *out += &match conclusion {
                Termination::Resigned { seat } => format!("\n! {seat} resigns\n"),
                Termination::Agreed => "\n! all agree\n".to_owned(),
                Termination::Abandoned => "\n! all break off\n".to_owned(),
                Termination::OutOfTime { seat } => format!("\n! {seat} runs out of time\n"),
                Termination::Forfeited { seat } => format!("\n! {seat} forfeits\n"),
            };
        } else if let Some(last) = play.played().last() {
            *out += &format!("\n> {} {}\n", last.seat, last.action);
        }
        let step = play.step(number, Viewer::Spectator).expect("the last step is there");
        for told in step.told {
            let rule = told.rule.map(|rule| rule.to_string()).unwrap_or_default();
            let text = told.text.named(G::info().seat_names, None);
            *out += &format!("  * {} [{rule}] {}\n", text.en, text.ja);
        }
        for episode in step.episodes {
            let text = episode.text.named(G::info().seat_names, None);
            let changes = episode.changes.iter().map(|ScoreChange { seat, amount, cause }| {
                format!(" [{seat}: {amount:+} {cause}]")
            });
            let changes: String = changes.collect();
            *out += &format!("  = {} {}{changes}\n", text.en, text.ja);
        }
        *out += &format!("\nstep {number}\n");
        let game = play.state();
        let truth = self.changed(0, &game.position());
        print("truth", &truth, out);
        let seen: Vec<(String, Vec<String>)> = (1..)
            .zip(Viewer::all(game.seats()))
            .map(|(slot, viewer)| {
                let name = match viewer.seat() {
                    Some(seat) => format!("seat {seat} sees"),
                    None => "a spectator sees".to_owned(),
                };
                (name, self.changed(slot, &game.view(viewer)))
            })
            .collect();
        let (everybody, own): (Vec<String>, Vec<String>) = (seen.iter())
            .flat_map(|(_, lines)| lines)
            .cloned()
            .partition(|line| seen.iter().all(|(_, lines)| lines.contains(line)));
        let once = &everybody[..everybody.len() / seen.len()];
        print("everybody sees", once, out);
        for (name, mut lines) in seen {
            lines.retain(|line| own.contains(line));
            print(&name, &lines, out);
        }
        *out += &format!("scores {:?}\n", game.scores());
        match play.turn() {
            Turn::Awaiting(awaited) => {
                for seat in awaited.iter() {
                    if let Some((question, rule)) = game.prompt(seat) {
                        let question = question.named(G::info().seat_names, None);
                        *out += &format!("seat {seat} is asked: {question} [{rule}]\n");
                    }
                    let choices: Vec<String> =
                        play.legal(seat).into_iter().map(|choice| choice.action).collect();
                    let choices =
                        if choices.len() > LONG_LIST { compact(&choices) } else { choices };
                    *out += &format!("seat {seat} may: {}\n", choices.join(", "));
                }
            }
            Turn::Over(outcome) => {
                let winners: Vec<String> = outcome.winners.iter().map(|s| s.to_string()).collect();
                *out += &format!("over: {} wins [{}]\n", outcome.reason, winners.join(", "));
            }
        }
    }

    /// The lines of a value that differ from those last printed for the state or view `slot`.
    fn changed(&mut self, slot: usize, value: &impl Serialize) -> Vec<String> {
        let value = serde_json::to_value(value).expect("views and positions are plain data");
        let mut lines = Vec::new();
        flatten("", &value, &mut lines);
        if self.before.len() <= slot {
            self.before.resize(slot + 1, Vec::new());
        }
        let before = std::mem::replace(&mut self.before[slot], lines.clone());
        lines.retain(|line| !before.contains(line));
        lines
    }
}

fn print(name: &str, lines: &[String], out: &mut String) {
    if !lines.is_empty() {
        *out += &format!("{name}:\n");
    }
    for line in lines {
        *out += &format!("  {line}\n");
    }
}

/// The actions in a compact notation that makes a long list readable: `place {C1,C2} {n,e}` means `place C1
/// n`, `place C1 e`, `place C2 n` and `place C2 e`.
fn compact(actions: &[String]) -> Vec<String> {
    type Words = Vec<Vec<String>>;
    let words = |action: &String| action.split(' ').map(|word| vec![word.to_owned()]).collect();
    let mut rows: Vec<Words> = actions.iter().map(words).collect();
    for place in (0..rows.iter().map(Vec::len).max().unwrap_or(0)).rev() {
        let mut places: HashMap<Words, usize> = HashMap::new();
        let mut merged: Vec<Words> = Vec::new();
        for mut row in rows {
            let Some(slot) = row.get_mut(place) else {
                merged.push(row);
                continue;
            };
            let own = std::mem::take(slot);
            let at = *places.entry(row.clone()).or_insert(merged.len());
            if at == merged.len() {
                merged.push(row);
            }
            merged[at][place].extend(own);
        }
        rows = merged;
    }
    let print = |words: &Vec<String>| match &words[..] {
        [word] => word.clone(),
        several => format!("{{{}}}", several.join(",")),
    };
    rows.iter().map(|row| row.iter().map(print).collect::<Vec<_>>().join(" ")).collect()
}

/// Appends a JSON value as lines `path = value`, one for each nested value that fits on a line.
fn flatten(path: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(fields) if !fields.is_empty() && depth(value) > 1 => {
            for (key, value) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                flatten(&format!("{path}{dot}{key}"), value, lines);
            }
        }
        Value::Array(items) if depth(value) > 2 => {
            for (index, item) in items.iter().enumerate() {
                flatten(&format!("{path}[{index}]"), item, lines);
            }
        }
        _ => lines.push(format!("{path} = {value}")),
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The actions for which a compact line stands.
    fn spelled_out(line: &str) -> Vec<String> {
        line.split(' ').fold(vec![String::new()], |starts, word| {
            let words = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
            let words: Vec<&str> = words.unwrap_or(word).split(',').collect();
            let joined = |start: &String, word: &&str| match start.as_str() {
                "" => (*word).to_owned(),
                start => format!("{start} {word}"),
            };
            starts.iter().flat_map(|start| words.iter().map(|word| joined(start, word))).collect()
        })
    }

    #[test]
    fn a_long_list_is_told_in_a_few_lines_that_stand_for_all_of_it() {
        let mut actions = vec!["pass".to_owned(), "keep 3".to_owned(), "place A1 n".to_owned()];
        for tile in ["slide", "spring"] {
            for square in 0..64 {
                for way in ["n", "e", "s", "w"] {
                    // One square has no room to the north.
                    if (square, way) != (7, "n") {
                        actions.push(format!("draft {tile} place {square} {way}"));
                    }
                }
            }
        }
        let lines = compact(&actions);
        assert!(lines.len() <= 6, "{lines:#?}");
        let mut told: Vec<String> = lines.iter().flat_map(|line| spelled_out(line)).collect();
        told.sort();
        actions.sort();
        assert_eq!(told, actions);
    }
}
