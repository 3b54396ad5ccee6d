//! Requests about one table.

use serde::Serialize;
use serde_json::value::RawValue;
use session::protocol::{Refusal, StoredTable};
use session::request_error::RequestError;
use session::table::card::stored_table;
use session::table::seats::{Requester, names};
use session::table::snapshot::StepRequest;
use session::table::summary::whole_log;
use session::{Decision, Session};
use zashiki_core::{LocalizedText, Record, Seat, Viewer, text};

use super::host::ME;
use super::requests::{Answer, Answered, Failure, Request};
use super::state::{Engine, JobUse, Slot};
use super::table::{ReviewState, Table};
use crate::job::{Job, JobResult, Task};

/// Answers a request about an open table.
pub(crate) fn answer(engine: &mut Engine, table: &str, id: u32, request: &Request<'_>) {
    let path: Vec<&str> = request.path.iter().skip(2).map(String::as_str).collect();
    let now = match engine.tables.get(table) {
        Some(Slot::Open(open)) => open.now(&engine.device),
        _ => return,
    };
    let Some(open) = engine.table(table) else { return };
    let answered = match (request.method, &path[..]) {
        ("GET", []) => Answer::ok(&stored(open)),
        ("GET", ["preview"]) => preview(&open.session, request),
        ("GET", ["steps", number]) => step(number, request).and_then(|wanted| {
            let state = open.session.past_step(requester(None), wanted, now)?;
            Answer::ok(&state)
        }),
        ("GET", ["record"]) => match open.session.record() {
            Some(body) => Ok(Answer { status: 200, body }),
            None => Err(RequestError::not_over().into()),
        },
        ("GET", ["advice"]) => return advise(engine, table, id, request),
        ("GET", ["review"]) => return review(engine, table, id),
        _ => Err(Failure::needs_server()),
    };
    engine.reply(id, answered);
}

fn requester(seat: Option<Seat>) -> Requester {
    Requester { guest: ME, seat, lang: None }
}

fn stored(open: &Table) -> StoredTable {
    let (setup, sitters) = (open.session.setup(), open.session.sitters());
    let history = open.session.history();
    let log = if setup.begun() { whole_log(history.table()) } else { Vec::new() };
    stored_table(setup, sitters, history.summary(), log, ME, history.changed())
}

fn preview(session: &Session, request: &Request<'_>) -> Answered {
    let action = request.query.action()?;
    let seat = request.query.seat().map_err(|_| RequestError::no_action())?;
    Answer::ok(&session.preview(requester(seat), action))
}

/// The step and the viewpoint that a request is about.
fn step(number: &str, request: &Request<'_>) -> Result<StepRequest, Failure> {
    let eyes = match request.query.get("eyes") {
        None => Viewer::Spectator,
        Some("all") => Viewer::Omniscient,
        Some(seat) => Viewer::Seat(Seat(seat.parse().map_err(|_| RequestError::no_such_seat())?)),
    };
    let number = number.parse().map_err(|_| RequestError::no_moment())?;
    let seen = request.query.number("seen").map_err(|_| RequestError::no_such_seat())?;
    Ok(StepRequest { number, eyes, seen: seen.unwrap_or_default() })
}

fn advise(engine: &mut Engine, table: &str, id: u32, request: &Request<'_>) {
    let Ok(seat) = request.query.seat() else {
        return engine.reply(id, Err(RequestError::no_such_seat().into()));
    };
    let Some(open) = engine.table(table) else { return };
    let Decision { version, seen, game, .. } = open.session.decision(requester(seat));
    let game = registry::game(&game).map_err(RequestError::from);
    let task = match (seen, open.session.seat_of(requester(seat)), game) {
        (Ok(_), Some(seat), Ok(game)) => Task::Advice { seat, spec: game.adviser().to_owned() },
        (Err(refusal), ..) => {
            return engine
                .reply_with(id, &Advised { version, advice: None, refused: Some(refusal) });
        }
        (_, None, _) => {
            let refused = Some(Refusal::NO_SEAT);
            return engine.reply_with(id, &Advised { version, advice: None, refused });
        }
        (.., Err(error)) => return engine.reply(id, Err(error.into())),
    };
    let record = named_record(&open.session);
    let job = engine.next_number();
    let purpose = JobUse::Advice { table: table.to_owned(), request: id, version };
    engine.jobs.insert(job, purpose);
    engine.give(job, &Job { table: table.to_owned(), record, task });
}

/// The record of the match so far, with the names of the players, which tell the levels of the bots.
fn named_record(session: &Session) -> Record {
    Record { names: names(session.sitters()), ..session.history().table().record() }
}

/// A [`session::protocol::Advised`], whose advice is JSON already.
#[derive(Serialize)]
struct Advised {
    version: u64,
    advice: Option<Box<RawValue>>,
    refused: Option<Refusal>,
}

/// The answer to a request for advice, from the result of its job.
pub(crate) fn advised(version: u64, result: Option<String>) -> Answered {
    match result_of(result) {
        Some(JobResult::Advice(advice)) => {
            Answer::ok(&Advised { version, advice: Some(advice), refused: None })
        }
        Some(JobResult::Refused(message)) => Err(Failure::new(409, message)),
        _ => Err(failed()),
    }
}

fn review(engine: &mut Engine, table: &str, id: u32) {
    let Some(open) = engine.table(table) else { return };
    if open.review.is_none() {
        if !open.session.history().over() {
            return engine.reply(id, Err(RequestError::not_over().into()));
        }
        let record = named_record(&open.session);
        let spec = match registry::game(&record.game) {
            Ok(game) => game.reviewer().to_owned(),
            Err(error) => return engine.reply(id, Err(RequestError::from(error).into())),
        };
        let job = engine.next_number();
        engine.jobs.insert(job, JobUse::Review { table: table.to_owned() });
        engine.give(job, &Job { table: table.to_owned(), record, task: Task::Review { spec } });
        if let Some(open) = engine.table(table) {
            open.review = Some(ReviewState { job, done: 0, of: 0, result: None });
        }
    }
    let Some(ReviewState { done, of, result, .. }) =
        engine.table(table).and_then(|open| open.review.as_ref())
    else {
        return;
    };
    let answered = match result {
        None => Answer::ok(&Reviewed { done: *done, of: *of, review: None }),
        Some(Ok(review)) => Answer::ok(&Reviewed { done: *of, of: *of, review: Some(review) }),
        Some(Err(message)) => Err(RequestError::not_reviewed(message.clone()).into()),
    };
    if matches!(result, Some(Err(_))) {
        // The next request tries again.
        if let Some(open) = engine.table(table) {
            open.review = None;
        }
    }
    engine.reply(id, answered);
}

/// A [`session::protocol::Reviewed`], whose review is JSON already.
#[derive(Serialize)]
struct Reviewed<'a> {
    done: u32,
    of: u32,
    review: Option<&'a RawValue>,
}

/// The review in the result of a job.
pub(crate) fn reviewed(result: Option<String>) -> Result<Box<RawValue>, LocalizedText> {
    match result_of(result) {
        Some(JobResult::Review(review)) => Ok(review),
        Some(JobResult::Refused(message)) => Err(message),
        _ => Err(failed().refusal.message),
    }
}

fn result_of(result: Option<String>) -> Option<JobResult> {
    serde_json::from_str(&result?).ok()
}

/// The worker of a job failed.
fn failed() -> Failure {
    let message = text!(
        "計算の途中で止まりました。もう一度お試しください。",
        "The computation stopped before its end; try again."
    );
    Failure::new(500, message)
}
