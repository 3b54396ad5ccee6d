//! Work in parallel threads.

/// Runs the jobs in parallel; results keep input order. This thread runs the first job, and a thread of its
/// own each other one, where threads exist.
///
/// # Panics
/// Panics if one of them does.
pub(crate) fn in_parallel<W: Send, T: Send>(
    mut works: impl ExactSizeIterator<Item = W>,
    work: impl Fn(W) -> T + Sync,
) -> Vec<T> {
    if works.len() == 1 || cfg!(target_family = "wasm") {
        return works.map(work).collect();
    }
    let work = &work;
    std::thread::scope(|scope| {
        let own = works.next();
        let threads: Vec<_> = works.map(|one| scope.spawn(move || work(one))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let own: Option<T> = own.map(work);
        own.into_iter().chain(threads.into_iter().map(join)).collect()
    })
}
