//! Jobs of bots: decisions, advice and reviews.

use session::protocol::Word;
use session::table::change::ChangeKind;
use session::{BotRequest, Request};
use zashiki_core::Seat;

use super::state::{Engine, JobUse, Slot};
use super::table::{Event, Operation, Origin};
use super::table_requests;
use crate::job::{Job, JobResult, Task};
use crate::messages::Effect;

impl Engine {
    pub(super) fn cancel_jobs(&mut self, table: &str) {
        let of_table = |purpose: &JobUse| match purpose {
            JobUse::Bot { table: of } | JobUse::Review { table: of } => of == table,
            JobUse::Advice { table: of, .. } => of == table,
        };
        let jobs: Vec<u32> = self
            .jobs
            .iter()
            .filter(|(_, purpose)| of_table(purpose))
            .map(|(job, _)| *job)
            .collect();
        for job in jobs {
            self.jobs.remove(&job);
            self.effects.push(Effect::Cancel { job });
        }
    }

    /// Makes any legal decision for a seat whose bot failed.
    pub(super) fn substitute(&mut self, table: &str, seat: Seat, version: u64) {
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        let host = self.device.at(open.now(&self.device));
        let Some(kind) = open.session.substitute_change(seat, &host) else { return };
        let request = Request::ChangeFor { seat, id: self.message_id(), version, kind };
        let origin = Origin::Bot { seat, version, is_substitute: true };
        self.start(table, Operation { request, origin });
    }

    /// Requests a decision from a bot.
    pub(super) fn think(&mut self, table: &str, request: BotRequest) {
        let job = self.next_number();
        let Some(open) = self.table(table) else { return };
        let BotRequest { seat, draw, may_resign, .. } = request;
        let spec = request.bot.clone();
        let seed = open.seeds.get(seat.index()).copied().unwrap_or_default();
        let task = match draw {
            true => Task::Draw { seat, spec, seed },
            false => Task::Choose { seat, spec, seed, may_resign },
        };
        open.thinking.insert(job, request);
        let record = open.session.history().table().record();
        self.jobs.insert(job, JobUse::Bot { table: table.to_owned() });
        self.give(job, &Job { table: table.to_owned(), record, task });
    }

    pub(super) fn progress(&mut self, job: u32, done: u32, of: u32) {
        let Some(JobUse::Review { table }) = self.jobs.get(&job) else { return };
        let table = table.clone();
        if let Some(review) = self.table(&table).and_then(|open| open.review.as_mut())
            && review.job == job
        {
            (review.done, review.of) = (done, of);
        }
    }

    pub(super) fn thought(&mut self, job: u32, result: Option<String>) {
        match self.jobs.remove(&job) {
            None => {}
            Some(JobUse::Bot { table }) => {
                let Some(open) = self.table(&table) else { return };
                let Some(request) = open.thinking.remove(&job) else { return };
                self.event(&table, Event::Thought { request, result });
            }
            Some(JobUse::Advice { request, version, .. }) => {
                self.reply(request, table_requests::advised(version, result));
            }
            Some(JobUse::Review { table }) => {
                if let Some(review) = self.table(&table).and_then(|open| open.review.as_mut())
                    && review.job == job
                {
                    review.result = Some(table_requests::reviewed(result));
                }
            }
        }
    }

    /// A bot has decided or answered.
    pub(super) fn decided(&mut self, table: &str, request: BotRequest, result: Option<String>) {
        let BotRequest { seat, version, draw, .. } = request;
        let result = result.and_then(|text| serde_json::from_str(&text).ok());
        let decision = match result {
            Some(JobResult::Choice(action)) => Some(ChangeKind::Act(action)),
            Some(JobResult::Resign) => Some(ChangeKind::Resign),
            Some(JobResult::Draw(true)) => Some(ChangeKind::Talk(Word::Accept)),
            Some(JobResult::Draw(false)) => Some(ChangeKind::Talk(Word::Decline)),
            // A bot that fails declines.
            _ => draw.then_some(ChangeKind::Talk(Word::Decline)),
        };
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        let Some(decision) = decision else { return self.substitute(table, seat, version) };
        let now = open.now(&self.device);
        let kind = match draw {
            true => Some(decision),
            false => open.session.bot_change(seat, decision, now),
        };
        let Some(kind) = kind else { return };
        let request = Request::ChangeFor { seat, id: self.message_id(), version, kind };
        // The answer to an offer that has ended is not made up for.
        let origin = Origin::Bot { seat, version, is_substitute: draw };
        self.start(table, Operation { request, origin });
    }
}
