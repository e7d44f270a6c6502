//! A thread that waits for the keyring, so that the caller's wait can be bounded.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

type Job = Box<dyn FnOnce() + Send>;

/// Runs jobs one at a time, in order. After it is dropped, it ends when its jobs are done.
pub(crate) struct Worker {
    /// Absent if the system could not start a thread.
    jobs: Option<Sender<Job>>,
}

/// Why a job has no result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// Not yet: the job will still run when its turn comes.
    Yet,
    /// Never: the thread could not start, or a job before this one ended it.
    Ever,
}

impl Worker {
    pub(crate) fn start(name: &str) -> Self {
        let (jobs, queue) = channel::<Job>();
        let started = thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || queue.iter().for_each(|job| job()));
        Self { jobs: started.ok().map(|_| jobs) }
    }

    /// Runs the job and returns its result, or [`NoAnswer`] after `patience`. A result that comes too late is dropped,
    /// and a key in it is wiped.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        patience: Duration,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoAnswer> {
        let (answer, answered) = channel();
        let job = Box::new(move || drop(answer.send(job())));
        let jobs = self.jobs.as_ref().ok_or(NoAnswer::Ever)?;
        jobs.send(job).map_err(|_| NoAnswer::Ever)?;
        answered.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoAnswer::Yet,
            RecvTimeoutError::Disconnected => NoAnswer::Ever,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{NoAnswer, Worker};

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn a_job_that_blocks_does_not_block_its_caller() {
        let worker = Worker::start("test");
        let (unlock, locked) = channel::<()>();
        let (done, was_done) = channel();
        let waiting = worker.ask(Duration::ZERO, move || {
            locked.recv().ok();
            done.send("kept").ok();
        });
        assert_eq!(waiting, Err(NoAnswer::Yet), "nobody has unlocked the keyring");
        unlock.send(()).expect("the job is waiting for this");
        assert_eq!(was_done.recv(), Ok("kept"), "the job is done once it can be");
        assert_eq!(worker.ask(LONG, || 7), Ok(7), "the next job gets its answer");
    }

    #[test]
    fn jobs_are_done_in_the_order_they_were_given() {
        let worker = Worker::start("test");
        let (unlock, locked) = channel::<()>();
        let (done, order) = channel();
        let first = done.clone();
        let late = worker.ask(Duration::ZERO, move || {
            locked.recv().ok();
            first.send(1).ok();
        });
        assert_eq!(late, Err(NoAnswer::Yet), "the first job waits");
        let later = worker.ask(Duration::ZERO, move || done.send(2).ok());
        assert_eq!(later, Err(NoAnswer::Yet), "the second waits behind it");
        unlock.send(()).expect("the first job is waiting for this");
        assert_eq!(order.iter().collect::<Vec<_>>(), [1, 2], "forgetting never overtakes setting");
    }

    #[test]
    fn a_worker_that_ended_says_so() {
        let worker = Worker::start("test");
        let ended = worker.ask(LONG, || std::panic::resume_unwind(Box::new("ended by the test")));
        assert_eq!(ended, Err::<(), _>(NoAnswer::Ever), "the job never answered");
        assert_eq!(worker.ask(LONG, || 7), Err(NoAnswer::Ever), "and none will");
    }
}
