//! Options of long-running commands: threads, checkpoint, progress, and signals that stop them.

use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, mpsc};

use lab::{Control, Stop, WorkMode};
use server::system;
use zashiki_core::{InputError, text};

use crate::progress::Bar;
use crate::signals::Signals;

/// The number of threads.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Number of threads; without it one per core. Does not change the results.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

impl Threads {
    /// Does it, with a progress bar while a person watches. The first [signal](Signals) ends it early
    /// and in order, the next one at once.
    pub fn run<T>(self, work: impl FnOnce(&Control<'_>) -> T) -> T {
        self.playing(WorkMode::Local, work)
    }

    fn playing<T>(self, mode: WorkMode<'_>, work: impl FnOnce(&Control<'_>) -> T) -> T {
        static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);
        let (listens, listening) = mpsc::channel::<()>();
        std::thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let ended = runtime.and_then(|runtime| {
                runtime.block_on(async {
                    let mut signals = Signals::listen()?;
                    drop(listens);
                    signals.next().await;
                    STOP.set();
                    Ok::<i32, io::Error>(signals.next().await)
                })
            });
            if let Ok(signal) = ended {
                external_engines::kill_all();
                // As a program that the signal ends by itself.
                std::process::exit(128 + signal);
            }
        });
        // Before that a signal would end it without order.
        let _ = listening.recv();
        let bar = Bar::new();
        let progress = |finished, most| bar.set(finished, most);
        let control =
            Control { threads: self.threads, stop: &STOP, progress: &progress, work: mode };
        let done = work(&control);
        bar.clear();
        done
    }
}

/// Checkpoint and threads of a run that can be resumed.
#[derive(clap::Args, Clone, Debug)]
pub struct Long {
    /// Checkpoint file with the result of every finished game; rerun the same command to resume.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl Long {
    /// Returns true if results are kept in a checkpoint file.
    pub fn keeps(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Does the work of a plan for a game, which gives nothing if it is stopped.
    ///
    /// # Errors
    /// Those of the work; when it was stopped; when the journal is of another plan, or cannot be
    /// written.
    pub fn run<T>(
        &self,
        game: &str,
        plan: &impl Debug,
        work: impl FnOnce(&Control<'_>) -> Result<Option<T>, InputError>,
    ) -> Result<T, InputError> {
        let Some(path) = &self.checkpoint else {
            return self.threads.run(work)?.ok_or_else(stopped);
        };
        let unwritten = |error: io::Error| unwritten(path, &error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file: File = file.map_err(unwritten)?;
        let (journal, whole) = lab::read_checkpoint(game, plan, &mut BufReader::new(&file))?;
        file.set_len(whole).map_err(unwritten)?;
        let begun = file.try_clone().and_then(|out| journal.onto(Box::new(out), whole == 0));
        let journal = begun.map_err(|error| {
            // Half of a first line is no journal to go on from.
            let _ = file.set_len(whole);
            unwritten(error)
        })?;
        let found = self.threads.playing(WorkMode::Checkpointed(&journal), work);
        if let Some(error) = journal.failed() {
            return Err(unwritten(error));
        }
        found?.ok_or_else(|| {
            let named = path.display();
            text!(
                "中断しました。「{named}」はここまでの結果を収めています。同じコマンドで続きから始められます。",
                "Stopped; \"{named}\" has the finished games. Run the same command to resume."
            )
            .into()
        })
    }
}

fn unwritten(path: &Path, error: &io::Error) -> InputError {
    let (path, why) = (path.display(), system::why(error));
    text!(
        "途中結果を「{path}」に書けません({why})。書けるようにすれば、同じコマンドで続きから始められます。または別の場所を指定してください。",
        "The checkpoint cannot be written to \"{path}\" ({why}). Make it writable and run the same command to resume, or name another file.",
        why
    )
    .into()
}

/// What is said after a signal that stops, where nothing is kept.
pub fn stopped() -> InputError {
    text!("中断しました。結果はありません。", "Stopped; there is no result.").into()
}
