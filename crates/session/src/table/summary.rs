//! Public summaries of a table that are readable without the game's rules; one is stored with every change.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    DynMatch, Episode, GameInfo, LocalizedText, Outcome, Seat, SeatSet, Step, Viewer,
};

use crate::protocol::{Ending, LogLine, LogStep};

/// The public state of a table after a change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableSummary {
    /// The seats whose decisions are pending.
    pub awaiting: Vec<u8>,
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// The result, if the match has ended.
    pub outcome: Option<Ending>,
    /// The number of steps, including the setup.
    pub steps: usize,
    /// The last step, if the change made it.
    pub step: Option<LogStep>,
}

impl TableSummary {
    /// The summary of a match; it includes the last step if `step` is true.
    pub fn of(table: &dyn DynMatch, step: bool) -> TableSummary {
        let last = table.length();
        let turn = table.turn();
        let step = step.then(|| table.step(last, Viewer::Spectator)).flatten();
        TableSummary {
            awaiting: turn.awaited().iter().map(|seat| seat.0).collect(),
            scores: table.scores(),
            outcome: turn.outcome().map(|outcome| ending(table.info(), outcome)),
            steps: last + 1,
            step: step.map(in_words),
        }
    }
}

/// Serializes the summary of a match directly, since this happens for every change; `step` is the public form
/// of the last step, if it is new.
pub fn written(table: &dyn DynMatch, step: Option<&Step>) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        text: &'a LocalizedText,
    }
    #[derive(Serialize)]
    struct InWords<'a> {
        number: usize,
        seat: Option<Seat>,
        words: Vec<Line<'a>>,
    }
    #[derive(Serialize)]
    struct Written<'a> {
        awaiting: SeatSet,
        scores: Vec<i32>,
        outcome: Option<Ending>,
        steps: usize,
        step: Option<InWords<'a>>,
    }
    let turn = table.turn();
    let summary = Written {
        awaiting: turn.awaited(),
        scores: table.scores(),
        outcome: turn.outcome().map(|outcome| ending(table.info(), outcome)),
        steps: table.length() + 1,
        step: step.map(|step| InWords {
            number: step.number,
            seat: step.seat,
            words: step.episodes.iter().map(|it| Line { text: &it.text }).collect(),
        }),
    };
    serde_json::to_string(&summary).expect("a summary is plain data")
}

/// The log that a series of summaries describes, without steps taken back.
pub fn log(summaries: impl IntoIterator<Item = TableSummary>) -> Vec<LogStep> {
    let mut log: Vec<LogStep> = Vec::new();
    for summary in summaries {
        log.truncate(summary.steps - usize::from(summary.step.is_some()));
        log.extend(summary.step);
    }
    log
}

/// The complete log of a match.
pub fn whole_log(table: &dyn DynMatch) -> Vec<LogStep> {
    let step = |number| table.step(number, Viewer::Spectator).map(in_words);
    (0..=table.length()).filter_map(step).collect()
}

fn in_words(step: Step) -> LogStep {
    let line = |episode: Episode| LogLine { text: json(&episode.text), rule: None };
    LogStep {
        number: step.number,
        seat: step.seat.map(|seat| seat.0),
        words: step.episodes.into_iter().map(line).collect(),
    }
}

fn ending(info: &GameInfo, outcome: Outcome) -> Ending {
    let reason = info.end_reason(outcome.reason);
    Ending {
        winners: outcome.winners.iter().map(|seat| seat.0).collect(),
        reason: outcome.reason.to_owned(),
        text: reason.map(|reason| json(&reason.text)),
        rule: reason.map(|reason| reason.rule.0.to_owned()),
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("texts are plain data")
}
