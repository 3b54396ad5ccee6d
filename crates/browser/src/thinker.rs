//! Searches in a bot worker.

use bots::{BotError, Clock, DynBot, Spec};
use serde::Serialize;
use serde_json::value::to_raw_value;
use zashiki_core::{DynMatch, InputError, LocalizedText, Record, Seat, text};

use crate::job::{Job, JobResult, Task};

/// Carries out jobs, one after the other. It keeps the match and the bots of the last table, so that a search
/// continues from the one before, as at a table of the server. A bot's choices depend on its spec, its seed
/// and the decisions that it was asked for.
pub struct Thinker {
    clock: Clock,
    table: Option<Table>,
}

/// The table of the last job.
struct Table {
    id: String,
    /// The record that was replayed last, and its match.
    last: (Record, Box<dyn DynMatch>),
    bots: Vec<SeatBot>,
}

/// A bot that has decided at the table before.
struct SeatBot {
    seat: Seat,
    spec: String,
    seed: u64,
    bot: Box<dyn DynBot>,
}

impl Thinker {
    /// A thinker whose bots measure time by this clock.
    pub fn new(clock: Clock) -> Thinker {
        Thinker { clock, table: None }
    }

    /// Carries out one job. A review calls `progress` with the number of reviewed steps and of all steps.
    pub fn think(&mut self, job: Job, progress: &mut dyn FnMut(usize, usize)) -> JobResult {
        self.attempt(job, progress).unwrap_or_else(JobResult::Refused)
    }

    fn attempt(
        &mut self,
        Job { table, record, task }: Job,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<JobResult, LocalizedText> {
        let game = registry::game(&record.game).map_err(text_of)?;
        if let Task::Review { spec } = task {
            let review = game.review(&record, &spec, self.clock, progress);
            return Ok(JobResult::Review(raw(&review.map_err(|error| error.message)?)));
        }
        let clock = self.clock;
        let table = self.table(table, record)?;
        let match_ = &table.last.1;
        let awaited = |seat: Seat| match match_.turn().awaited().contains(seat) {
            true => Ok(match_.info_state(seat)),
            false => Err(not_awaited()),
        };
        match task {
            Task::Choose { seat, spec, seed, may_resign } => {
                let info_state = awaited(seat)?;
                let bot = table.bot(seat, spec, seed, clock).map_err(text_of)?;
                match bot.choose(&info_state) {
                    Ok(_) if may_resign && bot.is_lost() => Ok(JobResult::Resign),
                    Ok(action) => Ok(JobResult::Choice(action)),
                    Err(BotError { message, .. }) => Err(message),
                }
            }
            Task::Draw { seat, spec, seed } => {
                if seat.0 >= match_.seats() {
                    return Err(not_awaited());
                }
                let info_state = match_.info_state(seat);
                let bot = table.bot(seat, spec, seed, clock).map_err(text_of)?;
                Ok(JobResult::Draw(bot.accepts_draw(&info_state)))
            }
            Task::Advice { seat, spec } => {
                let levels = game.levels_of(&table.last.0.names);
                let advice = game.advise(&awaited(seat)?, &spec, &levels, clock);
                let advice = advice.map_err(text_of)?;
                Ok(JobResult::Advice(raw(&advice)))
            }
            Task::Review { .. } => unreachable!("reviews are carried out above"),
        }
    }

    /// The table of a job, with its match at the end of the record.
    fn table(&mut self, id: String, record: Record) -> Result<&mut Table, LocalizedText> {
        let table = self.table.take().filter(|table| table.id == id);
        let (last, bots) = table.map_or((None, Vec::new()), |table| (Some(table.last), table.bots));
        let match_ = match last.and_then(|(before, match_)| continued(&before, match_, &record)) {
            Some(match_) => match_,
            None => registry::replay(&record).map_err(|error| error.message)?,
        };
        Ok(self.table.insert(Table { id, last: (record, match_), bots }))
    }
}

impl Table {
    /// The bot of a seat; makes it if it has not decided at this table before.
    fn bot(
        &mut self,
        seat: Seat,
        spec: String,
        seed: u64,
        clock: Clock,
    ) -> Result<&mut dyn DynBot, InputError> {
        let same = |bot: &SeatBot| bot.spec == spec && bot.seed == seed;
        match self.bots.iter().position(|bot| bot.seat == seat) {
            Some(index) if same(&self.bots[index]) => return Ok(self.bots[index].bot.as_mut()),
            Some(index) => drop(self.bots.swap_remove(index)),
            None => {}
        }
        let game = registry::game(&self.last.0.game)?;
        let bot = game.bot(Spec::parse_for(&spec, game.info())?, seed, clock);
        self.bots.push(SeatBot { seat, spec, seed, bot });
        Ok(self.bots.last_mut().expect("it was added").bot.as_mut())
    }
}

/// Plays the decisions that `record` has more than `before`; `None` if it is no continuation.
fn continued(
    before: &Record,
    mut match_: Box<dyn DynMatch>,
    record: &Record,
) -> Option<Box<dyn DynMatch>> {
    let more = record.actions.strip_prefix(&before.actions[..])?;
    if before.game != record.game || before.start() != record.start() || before.conclusion.is_some()
    {
        return None;
    }
    for step in more {
        match_.play(Seat(step.seat), &step.action).ok()?;
    }
    if let Some(termination) = record.conclusion {
        match_.terminate(termination).ok()?;
    }
    Some(match_)
}

fn raw(value: &impl Serialize) -> Box<serde_json::value::RawValue> {
    to_raw_value(value).expect("it is plain data")
}

fn text_of(error: InputError) -> LocalizedText {
    error.text().clone()
}

fn not_awaited() -> LocalizedText {
    text!("この席の番ではありません。", "It is not this seat's turn.")
}
