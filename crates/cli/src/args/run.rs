//! Arguments and functions for long runs: number of threads, checkpoint file, progress bar, and signals
//! that stop the run.

use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, mpsc};

use lab::{Control, Stop, WorkMode};
use server::system;
use zashiki_core::{InputError, text};

use crate::progress::with_bar;
use crate::signals::Signals;

/// The number of threads.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Number of threads; without it one per core. Does not change the results.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

/// The checkpoint and threads of a run that can be resumed.
#[derive(clap::Args, Clone, Debug)]
pub struct RunArgs {
    /// Checkpoint file with the result of every finished game; rerun the same command to resume.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The signal that stops all work of the program. It is set when the program receives the first
/// [signal](Signals).
static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);

impl ThreadArgs {
    /// Runs the work and shows a progress bar if standard error is a terminal. The first
    /// [signal](Signals) stops the work so that its files are complete; the second ends the program at
    /// once.
    pub fn run<T>(self, work: impl FnOnce(&Control<'_>) -> T) -> T {
        self.run_as(WorkMode::Local, work)
    }

    fn run_as<T>(self, mode: WorkMode<'_>, work: impl FnOnce(&Control<'_>) -> T) -> T {
        stop_on_signal();
        with_bar(|progress| {
            let progress = |finished, total| progress(finished, total);
            work(&Control { threads: self.threads, stop: &STOP, progress: &progress, work: mode })
        })
    }
}

/// Starts a thread that listens for signals. Returns once it listens, because a signal before that ends
/// the program.
fn stop_on_signal() {
    let (listens, until_it_listens) = mpsc::channel::<()>();
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let second = runtime.and_then(|runtime| {
            runtime.block_on(async {
                let mut signals = Signals::listen()?;
                drop(listens);
                signals.next().await;
                STOP.set();
                Ok::<i32, io::Error>(signals.next().await)
            })
        });
        if let Ok(signal) = second {
            external_engines::kill_all();
            // The exit code that shells give to a program that a signal ended.
            std::process::exit(128 + signal);
        }
    });
    let _ = until_it_listens.recv();
}

impl RunArgs {
    /// Returns true if results are kept in a checkpoint file.
    pub fn has_checkpoint(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Runs the work of a study of a game. The work returns `None` if a signal stopped it.
    ///
    /// # Errors
    /// Returns the error of the work. Returns an error if a signal stopped it, or the checkpoint file
    /// belongs to a study with other settings or cannot be written.
    pub fn run<T>(
        &self,
        game: &str,
        plan: &impl Debug,
        work: impl FnOnce(&Control<'_>) -> Result<Option<T>, InputError>,
    ) -> Result<T, InputError> {
        let Some(path) = &self.checkpoint else {
            return self.threads.run(work)?.ok_or_else(stopped);
        };
        let not_written = |error: io::Error| not_written(path, &error);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file: File = file.map_err(not_written)?;
        let (checkpoint, length) = lab::read_checkpoint(game, plan, &mut BufReader::new(&file))?;
        file.set_len(length).map_err(not_written)?;
        let opened = file.try_clone().and_then(|out| checkpoint.onto(Box::new(out), length == 0));
        let checkpoint = opened.map_err(|error| {
            // Part of a first line is no checkpoint.
            let _ = file.set_len(length);
            not_written(error)
        })?;
        let result = self.threads.run_as(WorkMode::Checkpointed(&checkpoint), work);
        if let Some(error) = checkpoint.failed() {
            return Err(not_written(error));
        }
        result?.ok_or_else(|| {
            let path = path.display();
            text!(
                "中断しました。「{path}」はここまでの結果を収めています。同じコマンドで続きから始められます。",
                "Stopped; \"{path}\" has the finished games. Run the same command to resume."
            )
            .into()
        })
    }
}

fn not_written(path: &Path, error: &io::Error) -> InputError {
    let (path, why) = (path.display(), system::why(error));
    text!(
        "途中結果を「{path}」に書けません({why})。書けるようにすれば、同じコマンドで続きから始められます。または別の場所を指定してください。",
        "The checkpoint cannot be written to \"{path}\" ({why}). Make it writable and run the same command to resume, or name another file.",
        why
    )
    .into()
}

/// The error after a signal if there is no checkpoint file, so that the results are lost.
fn stopped() -> InputError {
    text!("中断しました。結果はありません。", "Stopped; there is no result.").into()
}
