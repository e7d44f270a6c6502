//! Which page the window shows. One that is loaded again, by the user or because its process ended, is another page: what the one
//! before was told, had been allowed or had pasted is not its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tauri::ipc::{Channel, IpcResponse};

/// Counts the pages of the window.
#[derive(Clone, Default)]
pub(crate) struct Pages(Arc<AtomicU32>);

impl Pages {
    /// The page that is shown now.
    pub(crate) fn now(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// From now on another page is shown.
    pub(crate) fn turn(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// A channel of the page that is shown now.
    pub(crate) fn channel<T>(&self, to: Channel<T>) -> PageChannel<T> {
        PageChannel { to, page: self.now(), pages: self.clone() }
    }
}

/// A channel that is silent once its page is gone: nobody would take what is sent, and Tauri would hold it for good.
#[derive(Clone)]
pub(crate) struct PageChannel<T> {
    to: Channel<T>,
    page: u32,
    pages: Pages,
}

impl<T: IpcResponse> PageChannel<T> {
    /// Tells the page, if it is there. A window that is closing receives nothing more either.
    pub(crate) fn send(&self, what: T) {
        if self.pages.now() == self.page {
            let _gone = self.to.send(what);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn a_page_that_is_gone_is_told_nothing_more() {
        let (pages, heard) = (Pages::default(), Arc::new(AtomicUsize::new(0)));
        let counts = Arc::clone(&heard);
        let channel = pages.channel(Channel::<u32>::new(move |_| {
            counts.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }));
        channel.send(1);
        assert_eq!(heard.load(Ordering::Relaxed), 1, "it is there");
        pages.turn();
        channel.send(2);
        assert_eq!(heard.load(Ordering::Relaxed), 1, "another page has no such callback");
    }
}
