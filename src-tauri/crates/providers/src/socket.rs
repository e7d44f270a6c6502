//! A TCP socket that stamps the clock at every read, below TLS and below HTTP.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::Clock;

/// When the last read that brought bytes returned, in nanoseconds since the anchor.
#[derive(Clone, Default)]
pub(crate) struct LastRead(Arc<AtomicU64>);

impl LastRead {
    pub(crate) fn at_ns(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// **Invariant:** the stamp is taken when the kernel has handed the bytes over and before anything looks at one.
pub(crate) struct StampedSocket {
    inner: TcpStream,
    clock: Clock,
    last_read: LastRead,
}

impl StampedSocket {
    pub(crate) fn new(inner: TcpStream, clock: Clock) -> (Self, LastRead) {
        let last_read = LastRead::default();
        (Self { inner, clock, last_read: last_read.clone() }, last_read)
    }
}

impl AsyncRead for StampedSocket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.inner).poll_read(context, buffer);
        if outcome.is_ready() && buffer.filled().len() > before {
            self.last_read.0.store(self.clock.now_ns(), Ordering::Relaxed);
        }
        outcome
    }
}

impl AsyncWrite for StampedSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}
