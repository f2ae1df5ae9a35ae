//! `deskhand heal`: what was healed, and writing it into the tests.

mod language;
mod literals;
mod plan;
mod show;
mod sources;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use deskhand::{FingerprintFile, FingerprintPlace, HealReport};
use deskhand_engine::LocatorKey;
use deskhand_model::{Error, ErrorKind, did_you_mean, nearest_names};
use deskhand_schema::{HealChanges, HealEntry, Heals};

use self::plan::Plan;
use self::sources::{Drafts, gather};
use crate::exit;
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;

/// Reviews heals.
#[derive(Debug, Args)]
pub(crate) struct Heal {
    #[command(subcommand)]
    what: What,
}

/// What to do with heals.
#[derive(Debug, Subcommand)]
enum What {
    /// Show what was healed, why, and what came second
    Review(Review),
    /// Write what was healed into the sources of tests
    Apply(Apply),
}

/// Shows heals.
#[derive(Debug, Args)]
struct Review {
    /// The report, or the fingerprints that it lies beside; those of the settings when not given
    file: Option<PathBuf>,
}

/// Writes heals into sources.
#[derive(Debug, Args)]
struct Apply {
    /// The report, or the fingerprints that it lies beside; those of the settings when not given
    file: Option<PathBuf>,
    /// Change the files in which the old queries stand: files, and folders with all that is in them
    #[arg(long, num_args = 1.., value_name = "PATHS")]
    write: Vec<PathBuf>,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Only heals of this query, as it was written; can be repeated
    #[arg(long, value_name = "QUERY")]
    query: Vec<String>,
    /// The sources have been changed by hand: let fingerprints and report follow
    #[arg(long, conflicts_with_all = ["write", "dry_run"], requires = "query")]
    by_hand: bool,
}

impl Heal {
    pub(crate) fn run(self, settings: &Settings, out: &mut Output) -> Result<u8> {
        match self.what {
            What::Review(review) => {
                let report = Named::new(review.file, settings).report()?;
                let heals = || Heals { heals: report.heals.clone() };
                out.answer(heals, |palette| show::heals(&report.heals, palette))?;
                Ok(exit::OK)
            }
            What::Apply(apply) => apply.run(settings, out),
        }
    }
}

impl Apply {
    fn run(self, settings: &Settings, out: &mut Output) -> Result<u8> {
        let named = Named::new(self.file, settings);
        let report = named.report()?;
        let heals = chosen(&report.heals, &self.query)?;
        let fingerprints = named.fingerprints()?;
        let known = fingerprints.as_ref().map(FingerprintFile::locators).unwrap_or_default();
        let folder = vec![report.file.parent().map(folder_of).unwrap_or_default()];
        let paths = if self.write.is_empty() { &folder } else { &self.write };
        let own = fingerprints.as_ref().map_or(report.file.as_path(), FingerprintFile::path);
        let sources = if self.by_hand { Vec::new() } else { gather(paths, &[&report.file, own])? };
        let mut plan = match self.by_hand {
            true => Plan::by_hand(&heals),
            false => Plan::make(&heals, &known, &sources),
        };
        let written = self.by_hand || (!self.write.is_empty() && !self.dry_run);
        if written {
            let unwritten = Drafts::prepare(&sources, &plan.rewritten(&sources))?.put();
            plan.leave(&unwritten, &sources);
            settle(&plan, &report, fingerprints.as_ref()).map_err(|error| {
                error.hint("the sources are changed: say so later with `--by-hand --query QUERY`")
            })?;
        }
        let code = if plan.left.is_empty() { exit::OK } else { exit::CONFLICT };
        let changes = HealChanges { written, changes: plan.changes, left: plan.left };
        out.answer(|| changes.clone(), |palette| show::changes(&changes, palette))?;
        Ok(code)
    }
}

/// Lets fingerprints and report follow what is written now.
fn settle(
    plan: &Plan,
    report: &HealReport,
    fingerprints: Option<&FingerprintFile>,
) -> deskhand_model::Result<()> {
    let renamed = plan.renamed();
    if let Some(file) = fingerprints {
        file.rename(&renamed);
        file.flush()?;
    }
    let settled: Vec<LocatorKey> = renamed.into_iter().map(|(old, _)| old).collect();
    report.settle(&settled)
}

/// The files that are meant.
struct Named {
    report: PathBuf,
    fingerprints: Option<PathBuf>,
}

impl Named {
    /// What is given may be the report, or the fingerprints that it lies beside; else it is as the settings say.
    fn new(given: Option<PathBuf>, settings: &Settings) -> Named {
        let options = settings.connect_options();
        let beside = |file: &Path| FingerprintPlace::of(file).report;
        match given {
            Some(file) if FingerprintFile::is_at(&file) => {
                Named { report: beside(&file), fingerprints: Some(file) }
            }
            Some(report) => Named { report, fingerprints: options.fingerprints },
            None => {
                let file = options.fingerprints.as_deref().unwrap_or(Path::new(FingerprintPlace::FILE));
                let report = options.heal_report.unwrap_or_else(|| beside(file));
                Named { report, fingerprints: options.fingerprints }
            }
        }
    }

    fn report(&self) -> Result<HealReport> {
        let report = HealReport::read(&self.report)?;
        match report.complaints.first() {
            // What is not understood must not be settled by accident.
            Some(complaint) => {
                let message = format!("{}: {complaint}", report.file.display());
                Err(Error::new(ErrorKind::InvalidArgument, message).into())
            }
            None => Ok(report),
        }
    }

    /// The fingerprints that the report belongs to: those that are named, or those beside it.
    fn fingerprints(&self) -> Result<Option<FingerprintFile>> {
        let file = self.fingerprints.clone().or_else(|| FingerprintPlace::beside_report(&self.report));
        Ok(file.map(FingerprintFile::open).transpose()?)
    }
}

/// The heals of the queries that were named; all of them when none was.
fn chosen(heals: &[HealEntry], queries: &[String]) -> Result<Vec<HealEntry>> {
    for query in queries {
        if !heals.iter().any(|entry| entry.heal.query == *query) {
            let known = heals.iter().map(|entry| entry.heal.query.as_str());
            let near = did_you_mean(&nearest_names(query, known, 1));
            let message = format!("No heal of `{query}` is in the report{near}");
            return Err(Error::new(ErrorKind::NotFound, message).into());
        }
    }
    let is_meant = |entry: &&HealEntry| queries.is_empty() || queries.contains(&entry.heal.query);
    Ok(heals.iter().filter(is_meant).cloned().collect())
}

fn folder_of(parent: &Path) -> PathBuf {
    if parent.as_os_str().is_empty() { PathBuf::from(".") } else { parent.to_owned() }
}
