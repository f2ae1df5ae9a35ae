//! Applications in memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Page, PageApp, PageApps, StartedApp};
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_page::Ability;
use tokio::sync::{Notify, watch};

use super::FakePage;

/// Starts applications. One called `broken` does not start, `slow` starts when it is let, `empty` has no window, `short`
/// ends as soon as it has started, `fixed` can do nothing beyond calling functions, and `clinging` ends when it is let.
#[derive(Default)]
pub(crate) struct Apps {
    pub(crate) started: Mutex<Vec<(PageApp, Arc<FakePage>)>>,
    /// How many run.
    pub(crate) running: Arc<AtomicUsize>,
    /// Lets one that is slow start.
    pub(crate) let_start: Notify,
    /// Lets one that clings to life end.
    pub(crate) let_end: Arc<Notify>,
}

impl Apps {
    /// The pages of the application that was started last.
    pub(crate) fn last(&self) -> Arc<FakePage> {
        self.started.lock().unwrap().last().expect("an application was started").1.clone()
    }

    pub(crate) fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl PageApps for Apps {
    async fn start(&self, app: &PageApp, _: Duration) -> Result<Box<dyn StartedApp>> {
        if app.binary == "broken" {
            return Err(Error::new(ErrorKind::NotFound, "There is no program broken").hint("Is it built?"));
        }
        let abilities = match app.binary.as_str() {
            "fixed" => vec![],
            _ => vec![Ability::Windows, Ability::InsecureCertificates],
        };
        let page = Arc::new(FakePage::new(app.binary != "empty", abilities));
        let clings = (app.binary == "clinging").then(|| self.let_end.clone());
        let started = Started { page: page.clone(), running: self.running.clone(), clings };
        self.running.fetch_add(1, Ordering::SeqCst);
        if app.binary == "slow" {
            self.let_start.notified().await;
        }
        if app.binary == "short" {
            page.die("exit status 3");
        }
        self.started.lock().unwrap().push((app.clone(), page));
        Ok(Box::new(started))
    }
}

struct Started {
    page: Arc<FakePage>,
    running: Arc<AtomicUsize>,
    /// What it waits for before it ends.
    clings: Option<Arc<Notify>>,
}

impl Drop for Started {
    fn drop(&mut self) {
        self.page.die("dropped");
        self.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl StartedApp for Started {
    fn page(&self) -> Arc<dyn Page> {
        self.page.clone()
    }

    fn ended(&self) -> Option<String> {
        self.page.ended.borrow().clone()
    }

    async fn until_ended(&self) -> String {
        let mut ended: watch::Receiver<Option<String>> = self.page.ended.subscribe();
        ended.wait_for(Option::is_some).await.unwrap().clone().unwrap()
    }

    async fn end(&self, _: Duration) {
        if let Some(let_end) = &self.clings {
            let_end.notified().await;
        }
        self.page.die("ended by the server");
    }
}
