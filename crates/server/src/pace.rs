//! Connections whose clients take what they ask for: one that does not is closed, so that answers nobody
//! reads hold no place.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::time_source::{TimeSource, Waiting};

/// How many bytes a client has to take within the time that its connection may stand still.
const PIECE: usize = 16 * 1024;

/// A connection that fails once the client has let it wait for `limit` in all while it took less than
/// [`PIECE`].
pub(crate) struct Paced<Stream> {
    stream: Stream,
    clock: TimeSource,
    limit: Duration,
    /// Bytes taken, and time waited, since the client last took a whole piece.
    taken: usize,
    waited: Duration,
    /// Since when bytes wait for the client, and the end of its time.
    waiting: Option<(Duration, Waiting)>,
}

impl<Stream> Paced<Stream> {
    pub(crate) fn new(stream: Stream, clock: TimeSource, limit: Duration) -> Paced<Stream> {
        Paced { stream, clock, limit, taken: 0, waited: Duration::ZERO, waiting: None }
    }

    /// Counts what came of writing.
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
    async fn a_client_that_takes_nothing_is_cut_after_the_time_there_is() {
        let (clock, hand) = TimeSource::manual();
        let (ours, _theirs) = duplex(1024);
        let mut paced = Paced::new(ours, clock, LIMIT);
        let answer = vec![0; 10 * 1024];
        let mut sending = Box::pin(paced.write_all(&answer));
        assert!(sending.as_mut().now_or_never().is_none());
        hand.advance(LIMIT - Duration::from_secs(1));
        assert!(sending.as_mut().now_or_never().is_none());
        hand.advance(Duration::from_secs(1));
        let cut = sending.await.unwrap_err();
        assert_eq!(cut.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn one_that_takes_a_few_bytes_now_and_then_is_cut_too() {
        let (clock, hand) = TimeSource::manual();
        let (ours, mut theirs) = duplex(1024);
        let mut paced = Paced::new(ours, clock, LIMIT);
        let answer = vec![0; 1024 * 1024];
        let mut sending = Box::pin(paced.write_all(&answer));
        let mut taken = 0;
        let cut = loop {
            if let Some(sent) = sending.as_mut().now_or_never() {
                break sent.unwrap_err();
            }
            hand.advance(Duration::from_secs(2));
            taken += theirs.read(&mut [0; 100]).await.unwrap();
        };
        assert_eq!((cut.kind(), taken), (ErrorKind::TimedOut, 1000));
    }

    #[tokio::test]
    async fn a_slow_client_that_takes_its_pieces_gets_everything() {
        let (clock, hand) = TimeSource::manual();
        let (ours, mut theirs) = duplex(1024);
        let mut paced = Paced::new(ours, clock, LIMIT);
        let answer = vec![0; 256 * 1024];
        let mut sending = Box::pin(paced.write_all(&answer));
        let mut taken = 0;
        while taken < answer.len() {
            if let Some(sent) = sending.as_mut().now_or_never() {
                sent.unwrap();
                break;
            }
            hand.advance(Duration::from_secs(1));
            // Or else the runtime holds the reader back, which has done so much at once.
            tokio::task::yield_now().await;
            taken += theirs.read(&mut [0; 1024]).await.unwrap();
        }
        assert!(taken >= answer.len() - 1024, "{taken}");
    }
}
