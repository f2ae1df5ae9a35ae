//! How long a call may take.

use std::time::Duration;

use tokio::time::Instant;
use tonic::metadata::MetadataMap;

/// Longest that a call may take, whatever the client says.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// Most that is kept back of the client's time, so that the answer is with it before it gives up.
const WAY_BACK: Duration = Duration::from_millis(100);

/// The time that a call has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallTime {
    end: Instant,
}

impl CallTime {
    /// What the client allows (`grpc-timeout`), else `otherwise`.
    pub(crate) fn of(metadata: &MetadataMap, otherwise: Duration) -> CallTime {
        let within = match asked(metadata) {
            Some(asked) => asked.min(LONGEST) - WAY_BACK.min(asked / 10),
            None => otherwise.min(LONGEST),
        };
        CallTime { end: Instant::now() + within }
    }

    /// What is left of it.
    pub(crate) fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

/// When the client's time for a stream is over, if it has set one.
pub(crate) fn stream_end(metadata: &MetadataMap) -> Option<Instant> {
    asked(metadata).filter(|&asked| asked <= LONGEST).map(|asked| Instant::now() + asked)
}

/// The client's `grpc-timeout`: up to eight digits and a unit.
fn asked(metadata: &MetadataMap) -> Option<Duration> {
    let text = metadata.get("grpc-timeout")?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(number * 3600),
        "M" => Duration::from_secs(number * 60),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(timeout: &str) -> MetadataMap {
        let mut metadata = MetadataMap::new();
        metadata.insert("grpc-timeout", timeout.parse().unwrap());
        metadata
    }

    #[test]
    fn every_unit_is_understood() {
        for (text, expected) in [
            ("2H", Duration::from_secs(7200)),
            ("3M", Duration::from_secs(180)),
            ("15S", Duration::from_secs(15)),
            ("250m", Duration::from_millis(250)),
            ("250u", Duration::from_micros(250)),
            ("99999999n", Duration::from_nanos(99_999_999)),
        ] {
            assert_eq!(asked(&metadata(text)), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_malformed_time_is_none() {
        for text in ["", "S", "5", "5s", "123456789S", "-5S", "5.5S", "5ö"] {
            let mut map = MetadataMap::new();
            if let Ok(value) = text.parse() {
                map.insert("grpc-timeout", value);
            }
            assert_eq!(asked(&map), None, "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_session_gets_a_little_less_than_the_client_allows() {
        let left = |metadata: &MetadataMap| CallTime::of(metadata, Duration::from_secs(5)).left();
        assert_eq!(left(&metadata("10S")), Duration::from_millis(9900));
        assert_eq!(left(&metadata("100m")), Duration::from_millis(90));
        assert_eq!(left(&MetadataMap::new()), Duration::from_secs(5));
        assert_eq!(left(&metadata("99999999H")), LONGEST - WAY_BACK);
    }
}
