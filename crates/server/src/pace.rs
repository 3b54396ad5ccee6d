//! Network connections that fail when their clients do not read, so that unread answers do not occupy the
//! server.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::time_source::{TimeSource, Waiting};

/// Number of bytes that a client must accept within one period of the time limit.
const PIECE: usize = 16 * 1024;

/// A connection that fails when its client reads too slowly: when the server has waited for `limit` in total
/// since the client accepted the last [`PIECE`] bytes.
pub(crate) struct Paced<Stream> {
    stream: Stream,
    clock: TimeSource,
    limit: Duration,
    /// Number of bytes that the client has accepted, and time that the server has waited, since the last
    /// complete piece of [`PIECE`] bytes.
    taken: usize,
    waited: Duration,
    /// The start of the current wait for the client, and the future that completes when the time limit is
    /// reached.
    waiting: Option<(Duration, Waiting)>,
}

impl<Stream> Paced<Stream> {
    pub(crate) fn new(stream: Stream, clock: TimeSource, limit: Duration) -> Paced<Stream> {
        Paced { stream, clock, limit, taken: 0, waited: Duration::ZERO, waiting: None }
    }

    /// Updates the counters after an attempt to write. Turns the result into an error if the time limit is
    /// reached.
    fn count(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let now = self.clock.now();
        let Poll::Ready(written) = written else {
            let left = self.limit.saturating_sub(self.waited);
            let begin = || (now, self.clock.wait_until(now + left));
            let (_, late) = self.waiting.get_or_insert_with(begin);
            ready!(Pin::new(late).poll(context));
            (self.waiting, self.waited) = (None, self.limit);
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        };
        if let Some((since, _)) = self.waiting.take() {
            self.waited += now.saturating_sub(since);
        }
        self.taken += written.as_ref().map_or(0, |bytes| *bytes);
        if self.taken >= PIECE {
            (self.taken, self.waited) = (0, Duration::ZERO);
        }
        Poll::Ready(written)
    }
}

impl<Stream: AsyncRead + Unpin> AsyncRead for Paced<Stream> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<Stream: AsyncWrite + Unpin> AsyncWrite for Paced<Stream> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.count(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.count(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_disconnected_at_the_limit() {
        let (clock, time) = TimeSource::manual();
        let (server, _client) = duplex(1024);
        let mut paced = Paced::new(server, clock, LIMIT);
        let answer = vec![0; 10 * 1024];
        let mut sending = Box::pin(paced.write_all(&answer));
        assert!(sending.as_mut().now_or_never().is_none());
        time.advance(LIMIT - Duration::from_secs(1));
        assert!(sending.as_mut().now_or_never().is_none());
        time.advance(Duration::from_secs(1));
        let error = sending.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_reads_too_slowly_is_disconnected() {
        let (clock, time) = TimeSource::manual();
        let (server, mut client) = duplex(1024);
        let mut paced = Paced::new(server, clock, LIMIT);
        let answer = vec![0; 1024 * 1024];
        let mut sending = Box::pin(paced.write_all(&answer));
        let mut taken = 0;
        let error = loop {
            if let Some(sent) = sending.as_mut().now_or_never() {
                break sent.unwrap_err();
            }
            time.advance(Duration::from_secs(2));
            taken += client.read(&mut [0; 100]).await.unwrap();
        };
        assert_eq!((error.kind(), taken), (ErrorKind::TimedOut, 1000));
    }

    #[tokio::test]
    async fn a_slow_client_within_the_limit_receives_everything() {
        let (clock, time) = TimeSource::manual();
        let (server, mut client) = duplex(1024);
        let mut paced = Paced::new(server, clock, LIMIT);
        let answer = vec![0; 256 * 1024];
        let mut sending = Box::pin(paced.write_all(&answer));
        let mut taken = 0;
        while taken < answer.len() {
            if let Some(sent) = sending.as_mut().now_or_never() {
                sent.unwrap();
                break;
            }
            time.advance(Duration::from_secs(1));
            // Without it, tokio's cooperative budget would delay the reader.
            tokio::task::yield_now().await;
            taken += client.read(&mut [0; 1024]).await.unwrap();
        }
        assert!(taken >= answer.len() - 1024, "{taken}");
    }
}
