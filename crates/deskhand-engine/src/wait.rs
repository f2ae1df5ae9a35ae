//! Deadlines and the pauses between two looks.

use std::future::Future;
use std::time::Duration;

use futures_util::future::select;

use crate::options::EngineOptions;
use crate::ports::{Clock, Moment};

/// The time that an operation has.
#[derive(Clone, Copy)]
pub(crate) struct Deadline<'a> {
    clock: &'a dyn Clock,
    start: Moment,
    end: Moment,
    grace: Duration,
}

impl<'a> Deadline<'a> {
    /// `within` from now on.
    pub(crate) fn starting_now(
        clock: &'a dyn Clock,
        within: Duration,
        options: &EngineOptions,
    ) -> Deadline<'a> {
        let start = clock.now();
        Deadline { clock, start, end: start.plus(within), grace: options.grace }
    }

    /// The same, but over in `most` at the latest.
    pub(crate) fn at_most(self, most: Duration) -> Deadline<'a> {
        let now = self.clock.now();
        Deadline { start: now, end: self.end.min(now.plus(most)), ..self }
    }

    /// How long one call may take: what is left, and never so little that a healthy application cannot answer.
    pub(crate) fn for_call(&self) -> Duration {
        self.end.since(self.clock.now()).max(self.grace)
    }

    /// How much time is left.
    pub(crate) fn left(&self) -> Duration {
        self.end.since(self.clock.now())
    }

    /// Time since the start.
    pub(crate) fn waited(&self) -> Duration {
        self.clock.now().since(self.start)
    }

    /// Whether the time is over.
    pub(crate) fn passed(&self) -> bool {
        self.clock.now() >= self.end
    }

    /// When the time is over.
    pub(crate) fn end(&self) -> Moment {
        self.end
    }

    /// The clock behind it.
    pub(crate) fn clock(&self) -> &'a dyn Clock {
        self.clock
    }
}

/// Pauses that grow from look to look, so that a short wait ends soon and a long one costs little.
pub(crate) struct Pauses {
    next: Duration,
    longest: Duration,
}

impl Pauses {
    pub(crate) fn new(options: &EngineOptions) -> Pauses {
        Pauses { next: options.first_pause, longest: options.longest_pause }
    }

    /// Sleeps for the next pause, or for `at_least` when that is longer. Says whether there is time for another look.
    pub(crate) async fn pause(&mut self, deadline: &Deadline<'_>, at_least: Duration) -> bool {
        if deadline.passed() {
            return false;
        }
        let until = self.next(deadline, at_least);
        deadline.clock.sleep_until(until).await;
        !deadline.passed()
    }

    /// The same, but it ends as soon as there is news and at least `at_least` is over. It takes `quiet` when that is longer
    /// and there is none.
    pub(crate) async fn pause_unless(
        &mut self,
        deadline: &Deadline<'_>,
        at_least: Duration,
        quiet: Duration,
        news: impl Future<Output = ()>,
    ) -> bool {
        if deadline.passed() {
            return false;
        }
        let soonest = deadline.clock.now().plus(at_least).min(deadline.end);
        let until = self.next(deadline, at_least.max(quiet));
        deadline.clock.sleep_until(soonest).await;
        select(std::pin::pin!(news), deadline.clock.sleep_until(until)).await;
        !deadline.passed()
    }

    /// When the next pause ends, and makes the one after it longer.
    fn next(&mut self, deadline: &Deadline<'_>, at_least: Duration) -> Moment {
        let until = deadline.clock.now().plus(self.next.max(at_least));
        self.next = (self.next * 2).min(self.longest);
        until.min(deadline.end)
    }
}

/// A duration as error messages show it.
pub(crate) fn shown(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{} ms", duration.as_millis())
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::SystemClock;

    #[tokio::test(start_paused = true)]
    async fn pauses_double_up_to_the_longest_and_stop_at_the_deadline() {
        let (clock, options) = (SystemClock::new(), EngineOptions::default());
        let deadline = Deadline::starting_now(&clock, Duration::from_millis(100), &options);
        let mut pauses = Pauses::new(&options);
        let mut ends = Vec::new();
        while pauses.pause(&deadline, Duration::ZERO).await {
            ends.push(deadline.waited().as_millis());
        }
        assert_eq!(ends, [5, 15, 35, 75]);
        assert_eq!(deadline.waited().as_millis(), 100);
    }

    #[tokio::test(start_paused = true)]
    async fn news_end_a_pause_that_was_long_enough() {
        let (clock, options) = (SystemClock::new(), EngineOptions::default());
        let deadline = Deadline::starting_now(&clock, Duration::from_secs(1), &options);
        let mut pauses = Pauses::new(&options);
        let [least, quiet] = [3, 400].map(Duration::from_millis);
        assert!(pauses.pause_unless(&deadline, least, quiet, async {}).await);
        assert_eq!(deadline.waited().as_millis(), 3, "a slow application has its rest");
        assert!(pauses.pause_unless(&deadline, least, quiet, std::future::pending()).await);
        assert_eq!(deadline.waited().as_millis(), 403);
        assert!(!pauses.pause_unless(&deadline, least, quiet * 2, std::future::pending()).await);
        assert_eq!(deadline.waited().as_millis(), 1000);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_near_the_deadline_still_gets_its_grace() {
        let (clock, options) = (SystemClock::new(), EngineOptions::default());
        let deadline = Deadline::starting_now(&clock, Duration::from_secs(5), &options);
        assert_eq!(deadline.for_call(), Duration::from_secs(5));
        tokio::time::advance(Duration::from_millis(4990)).await;
        assert_eq!(deadline.for_call(), options.grace);
    }

    #[test]
    fn durations_read_naturally() {
        assert_eq!(shown(Duration::from_millis(20)), "20 ms");
        assert_eq!(shown(Duration::from_millis(5020)), "5.0 s");
    }
}
