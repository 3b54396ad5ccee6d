//! What commands that take long have in common: threads, progress, and the key that ends them.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use lab::Control;

/// How to run it.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Threads {
    /// How many threads to use; otherwise one for each core. Does not change the results.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

impl Threads {
    /// Does it, with a progress bar while a person watches. The first Ctrl-C ends it early and in
    /// order, the next one at once.
    pub fn run<T>(self, work: impl FnOnce(&Control<'_>) -> T) -> T {
        static STOP: AtomicBool = AtomicBool::new(false);
        std::thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let pressed = runtime.and_then(|runtime| {
                runtime.block_on(async {
                    tokio::signal::ctrl_c().await?;
                    STOP.store(true, Ordering::Relaxed);
                    tokio::signal::ctrl_c().await
                })
            });
            if pressed.is_ok() {
                // As a program that Ctrl-C ends by itself.
                std::process::exit(130);
            }
        });
        // Hidden by itself when the standard error is not a terminal.
        let bar = ProgressBar::new(0);
        bar.set_style(
            ProgressStyle::with_template("{bar:40} {pos}/{len} ({per_sec}, {eta})")
                .expect("the template is well formed"),
        );
        let progress = |finished, most| {
            bar.set_length(most);
            bar.set_position(finished);
        };
        let done = work(&Control { threads: self.threads, stop: &STOP, progress: &progress });
        bar.finish_and_clear();
        done
    }
}
