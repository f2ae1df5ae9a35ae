//! An engine, and what it remembers from run to run.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Fingerprints, Ports, Vision};
use deskhand_engine::{Engine, EngineOptions, Heal, HealingMode, HealingOptions, Mirroring, Strategy};
use deskhand_fingerprints::{FingerprintFile, Place};
use deskhand_model::Result;
use deskhand_vision::{Eyes, EyesOptions};

use crate::heard::Heard;

/// How to connect to a desktop.
///
/// ```
/// use deskhand::{ConnectOptions, HealingMode};
///
/// let options = ConnectOptions::default().fingerprints("tests/deskhand.fingerprints.json").heal(HealingMode::Report);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ConnectOptions {
    /// Settings of the engine.
    pub engine: EngineOptions,
    /// The file that remembers how elements looked. Without one, nothing is healed.
    pub fingerprints: Option<PathBuf>,
    /// Where heals are reported; beside the fingerprints when not given.
    pub heal_report: Option<PathBuf>,
    /// How elements are looked for in pictures when nothing else has found them.
    pub vision: EyesOptions,
}

impl ConnectOptions {
    /// Remembers in this file how elements look, and heals by it.
    #[must_use]
    pub fn fingerprints(mut self, file: impl Into<PathBuf>) -> ConnectOptions {
        self.fingerprints = Some(file.into());
        self
    }

    /// What to do about a locator that matches nothing.
    #[must_use]
    pub fn heal(mut self, mode: HealingMode) -> ConnectOptions {
        self.engine.healing.mode = mode;
        self
    }

    /// All settings of healing at once.
    #[must_use]
    pub fn configure_healing(mut self, healing: HealingOptions) -> ConnectOptions {
        self.engine.healing = healing;
        self
    }

    /// The healing strategies that may be used.
    #[must_use]
    pub fn strategies(mut self, strategies: impl Into<Vec<Strategy>>) -> ConnectOptions {
        self.engine.healing.strategies = strategies.into();
        self
    }

    /// Most milliseconds that healing may take.
    #[must_use]
    pub fn max_heal_time_ms(mut self, milliseconds: u64) -> ConnectOptions {
        self.engine.healing.budget = Duration::from_millis(milliseconds);
        self
    }

    /// Whether a locator that was healed goes straight to what it was healed to the next time.
    #[must_use]
    pub fn cache_healed(mut self, cache: bool) -> ConnectOptions {
        self.engine.healing.cache = cache;
        self
    }

    /// Whether live trees are kept.
    #[must_use]
    pub fn mirror(mut self, mode: Mirroring) -> ConnectOptions {
        self.engine.mirror.mode = mode;
        self
    }

    /// Where the files lie, when there are any.
    fn place(&self) -> Option<Place> {
        let place = Place::of(self.fingerprints.as_ref()?);
        Some(match &self.heal_report {
            Some(report) => place.reporting_to(report),
            None => place,
        })
    }
}

/// An engine on a desktop, with the file that it remembers elements by.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The engine.
    pub engine: Arc<Engine>,
    /// The file, when there is one. It is written at the latest when nobody uses it any more.
    pub fingerprints: Option<Arc<FingerprintFile>>,
    heard: Option<Arc<Heard>>,
}

impl Connection {
    /// An engine that remembers nothing.
    #[cfg(target_os = "linux")]
    pub(crate) fn forgetful(engine: Engine) -> Connection {
        Connection { engine: Arc::new(engine), fingerprints: None, heard: None }
    }

    /// Puts an engine on these ports.
    pub(crate) fn compose(ports: Ports, options: &ConnectOptions) -> Result<Connection> {
        let fingerprints = options.place().map(FingerprintFile::open_at).transpose()?.map(Arc::new);
        // Pictures are only looked at for healing.
        let eyes = fingerprints.as_ref().map(|_| Eyes::new(options.vision.clone())).transpose()?;
        let heard = fingerprints.clone().map(|file| Arc::new(Heard::new(file)));
        let ports = Ports {
            fingerprints: heard.clone().map(|heard| heard as Arc<dyn Fingerprints>),
            vision: eyes.map(|eyes| Arc::new(eyes) as Arc<dyn Vision>),
            ..ports
        };
        let engine = Arc::new(Engine::with_options(ports, options.engine.clone()));
        Ok(Connection { engine, fingerprints, heard })
    }

    /// What was healed since connecting, or would have been: of each locator the last. Receipts and elements carry their
    /// heals themselves; texts and pictures do not.
    pub fn heals(&self) -> Vec<Arc<Heal>> {
        self.heard.as_ref().map(|heard| heard.heals()).unwrap_or_default()
    }

    /// Writes what is remembered and not in the file yet.
    pub fn flush(&self) -> Result<()> {
        self.fingerprints.as_ref().map_or(Ok(()), |file| file.flush())
    }
}
