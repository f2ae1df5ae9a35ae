use std::rc::Rc;

use deskhand_page::{Fault, FaultKind};
use futures_util::future::{Either, LocalBoxFuture, select};
use tokio::sync::{mpsc, oneshot};

use super::desk::Desk;
use super::tasks::spawn;

type Job = Box<dyn FnOnce(Rc<Desk>) -> LocalBoxFuture<'static, ()> + Send>;

/// The way to the main thread, from any other.
#[derive(Clone)]
pub(crate) struct MainThread {
    jobs: mpsc::UnboundedSender<Job>,
}

impl MainThread {
    /// Begins to carry out on this thread, which must be the main one, what the others send.
    pub(super) fn new(desk: Rc<Desk>) -> MainThread {
        let (jobs, mut sent) = mpsc::unbounded_channel::<Job>();
        spawn(async move {
            while let Some(job) = sent.recv().await {
                desk.note_driven();
                spawn(job(Rc::clone(&desk)));
            }
        });
        MainThread { jobs }
    }

    /// Runs a function and the future that it returns on the main thread. When nobody waits for the answer any more, the
    /// future is dropped.
    pub(crate) async fn run<F, W, T>(&self, work: F) -> Result<T, Fault>
    where
        F: FnOnce(Rc<Desk>) -> W + Send + 'static,
        W: Future<Output = T> + 'static,
        T: Send + 'static,
    {
        let (mut answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |desk| {
            Box::pin(async move {
                let work = std::pin::pin!(work(desk));
                let outcome = {
                    let closed = std::pin::pin!(answer.closed());
                    match select(work, closed).await {
                        Either::Left((outcome, _)) => outcome,
                        Either::Right(_) => return,
                    }
                };
                // Who asked may have gone in this very moment.
                let _ = answer.send(outcome);
            })
        });
        let ended = |_| Fault::new(FaultKind::Gone, "The application is ending");
        self.jobs.send(job).map_err(|_| ended(()))?;
        answered.await.map_err(|_| ended(()))
    }
}
