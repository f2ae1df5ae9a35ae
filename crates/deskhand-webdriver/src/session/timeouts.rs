use std::time::Duration;

/// What stands for "for ever" where a number is needed: the longest time that a timer of a page takes.
const FOR_EVER: Duration = Duration::from_millis(i32::MAX as u64);

/// The timeouts of a session, as it was told. `None` is for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    pub(crate) script: Option<Duration>,
    pub(crate) page_load: Option<Duration>,
    pub(crate) implicit: Option<Duration>,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            script: Some(Duration::from_secs(30)),
            page_load: Some(Duration::from_secs(300)),
            implicit: Some(Duration::ZERO),
        }
    }
}

impl Timeouts {
    /// How long a script may take.
    pub(crate) fn script(&self) -> Duration {
        bounded(self.script)
    }

    /// How long a page may take to load.
    pub(crate) fn page_load(&self) -> Duration {
        bounded(self.page_load)
    }

    /// How long is waited for an element that is not there, or that nothing can be done with yet.
    pub(crate) fn implicit(&self) -> Duration {
        bounded(self.implicit)
    }
}

fn bounded(told: Option<Duration>) -> Duration {
    told.unwrap_or(FOR_EVER).min(FOR_EVER)
}

/// A time for a timer of a page.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_of_a_page_takes_the_longest_time_that_can_be_told() {
        let longest = Some(Duration::from_millis((1 << 53) - 1));
        for told in [None, longest] {
            let timeouts = Timeouts { script: told, page_load: told, implicit: told };
            for time in [timeouts.script(), timeouts.page_load(), timeouts.implicit()] {
                assert_eq!(milliseconds(time), 0x7fff_ffff, "{told:?}");
            }
        }
        assert_eq!(Timeouts::default().script(), Duration::from_secs(30));
    }
}
