//! Running jobs in parallel threads.

/// Runs the jobs in parallel if threads are available; results keep input order. This thread runs the first
/// job, new threads run the others.
///
/// # Panics
/// Panics if a job does.
pub(crate) fn in_parallel<W: Send, T: Send>(
    mut jobs: impl ExactSizeIterator<Item = W>,
    run: impl Fn(W) -> T + Sync,
) -> Vec<T> {
    if jobs.len() == 1 || cfg!(target_family = "wasm") {
        return jobs.map(run).collect();
    }
    let run = &run;
    std::thread::scope(|scope| {
        let own = jobs.next();
        let threads: Vec<_> = jobs.map(|job| scope.spawn(move || run(job))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let own: Option<T> = own.map(run);
        own.into_iter().chain(threads.into_iter().map(join)).collect()
    })
}
