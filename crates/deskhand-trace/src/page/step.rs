//! One step in full.

use std::fmt::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deskhand_schema::{Candidate, FailureDetail, Heal, LogLine, Receipt, Timing, TracePicture, TraceStep};

use super::escape::Escaped;
use super::strip::{class, time};
use super::{changes, outline, table};
use crate::archive::RecordedStep;

/// Writes a step; `lines` is what is left for lines of trees.
pub(super) fn write(page: &mut String, recorded: &RecordedStep, lines: &mut usize) -> fmt::Result {
    let step = &recorded.step;
    write!(
        page,
        "<article id=\"step-{number}\" class=\"step {class}\" data-number=\"{number}\">\n\
         <h2><span class=\"number\">{number}</span> {title}{badge}</h2>\n<p class=\"outcome\">{outcome}</p>\n",
        number = step.number,
        class = class(step),
        title = Escaped(&step.title),
        badge = badge(step),
        outcome = Escaped(&step.outcome),
    )?;
    write_timing(page, &step.timing)?;
    write_pictures(page, recorded)?;
    if !step.not_recorded.is_empty() {
        table::part(page, "missing", "Not recorded", true, |page| table::list(page, &step.not_recorded))?;
    }
    if let Some(error) = &step.error {
        table::part(page, "error", "Error", true, |page| write_error(page, error))?;
    }
    let heal = step.receipt.as_ref().and_then(|receipt| receipt.healed.as_ref()).or(step.healed.as_ref());
    if let Some(heal) = heal {
        table::part(page, "heal", "Healed", true, |page| write_heal(page, heal))?;
    }
    page.push_str("<div class=\"columns\">\n");
    if let Some(receipt) = &step.receipt {
        table::part(page, "receipt", "Receipt", true, |page| write_receipt(page, receipt))?;
    }
    if !step.candidates.is_empty() {
        let title = match step.matches {
            Some(0) | None => "Nearest".to_owned(),
            Some(count) => format!("Candidates ({count})"),
        };
        table::part(page, "candidates", title, true, |page| write_candidates(page, &step.candidates))?;
    }
    page.push_str("</div>\n");
    if let Some(diff) = &step.diff {
        let count = diff.added.len() + diff.removed.len() + diff.changed.len() + diff.more;
        table::part(page, "changes", format!("Changes ({count})"), true, |page| changes::write(page, diff))?;
    }
    write_tree(page, recorded, lines)?;
    if !step.log.is_empty() {
        let title = format!("Log ({})", step.log.len());
        table::part(page, "log", title, true, |page| write_log(page, &step.log, step.log_left_out))?;
    }
    table::part(page, "asked", "Asked", false, |page| write_asked(page, step))?;
    page.push_str("</article>\n");
    Ok(())
}

fn badge(step: &TraceStep) -> String {
    let masked = if step.masked { "<span class=\"badge\">text hidden</span>" } else { "" };
    let how = match (&step.error, class(step)) {
        (Some(error), _) => format!("<span class=\"badge bad\">{}</span>", Escaped(&error.code)),
        (None, "healed") => "<span class=\"badge warn\">healed</span>".to_owned(),
        (None, _) => String::new(),
    };
    format!("{how}{masked}")
}

fn write_timing(page: &mut String, timing: &Timing) -> fmt::Result {
    let Timing { started_ms, took_ms, before_ms, after_ms } = *timing;
    let all = (took_ms + before_ms + after_ms).max(0.001);
    let width = |part: f64| (part.max(0.0) / all * 100.0).clamp(0.0, 100.0);
    writeln!(
        page,
        "<div class=\"timing\"><div class=\"bar\"><i class=\"own\" style=\"width:{:.1}%\"></i>\
         <i class=\"took\" style=\"width:{:.1}%\"></i><i class=\"own\" style=\"width:{:.1}%\"></i></div>\
         <p>at {} · took <b>{}</b> · recording {} before, {} after</p></div>",
        width(before_ms),
        width(took_ms),
        width(after_ms),
        time(started_ms),
        time(took_ms),
        time(before_ms),
        time(after_ms),
    )
}

fn write_pictures(page: &mut String, recorded: &RecordedStep) -> fmt::Result {
    let RecordedStep { step, before, after, .. } = recorded;
    if before.is_none() && after.is_none() {
        return Ok(());
    }
    page.push_str("<div class=\"pictures\">\n");
    write_picture(page, "Before", step.before.as_ref(), before.as_deref())?;
    write_picture(page, "After", step.after.as_ref(), after.as_deref())?;
    page.push_str("</div>\n");
    Ok(())
}

/// A picture with a frame around the step's element, in shares of its size so that it can be shown at any.
fn write_picture(
    page: &mut String,
    when: &str,
    told: Option<&TracePicture>,
    file: Option<&[u8]>,
) -> fmt::Result {
    let (Some(told), Some(file)) = (told, file) else { return Ok(()) };
    let share = |part: f64, whole: u32| part / f64::from(whole.max(1)) * 100.0;
    let target = told.target.map(|target| {
        format!(
            "<i class=\"target\" style=\"left:{:.3}%;top:{:.3}%;width:{:.3}%;height:{:.3}%\"></i>",
            share(f64::from(target.x), told.width),
            share(f64::from(target.y), told.height),
            share(f64::from(target.width), told.width),
            share(f64::from(target.height), told.height),
        )
    });
    writeln!(
        page,
        "<figure><figcaption><b>{when}</b> {of}</figcaption><div class=\"shot\" style=\"max-width:{width}px\">\
         <img alt=\"{when}: {of}\" src=\"data:image/png;base64,{png}\">{target}</div></figure>",
        of = Escaped(&told.of),
        width = told.width,
        png = STANDARD.encode(file),
        target = target.unwrap_or_default(),
    )
}

fn write_error(page: &mut String, error: &FailureDetail) -> fmt::Result {
    let hint = error.hint.clone().unwrap_or_default();
    table::rows(
        page,
        [("code", error.code.clone().into_owned()), ("message", error.message.clone()), ("hint", hint)],
    )?;
    if !error.tried.is_empty() {
        page.push_str("<p class=\"quiet\">What was tried, in order:</p>\n");
        table::list(page, &error.tried)?;
    }
    Ok(())
}

fn write_receipt(page: &mut String, receipt: &Receipt) -> fmt::Result {
    let focus = &receipt.focus;
    let focus = match (focus.taken, focus.restored) {
        _ if receipt.method == "unknown" => "not known",
        (false, _) => "untouched",
        (true, true) => "taken and given back",
        (true, false) => "taken",
    };
    let pid = receipt.pid.map(|pid| format!(" (pid {pid})")).unwrap_or_default();
    let target = receipt.target.as_ref();
    let readings = match receipt.readings {
        1 => "1 reading".to_owned(),
        count => format!("{count} readings"),
    };
    table::rows(
        page,
        [
            ("action", receipt.action.clone()),
            ("application", format!("{}{pid}", receipt.app)),
            ("element", target.map(|target| target.path.clone()).unwrap_or_default()),
            ("by", format!("{}: {}", receipt.method, receipt.by)),
            ("focus", focus.to_owned()),
            ("waited", format!("{}, {readings}", time(receipt.waited_ms))),
            ("reading's age", time(receipt.reading_age_ms)),
            ("acted", time(receipt.acted_ms)),
            (
                "effect",
                receipt.effect_ms.map(|effect| format!("seen after {}", time(effect))).unwrap_or_default(),
            ),
            ("total", time(receipt.total_ms)),
        ],
    )
}

fn write_heal(page: &mut String, heal: &Heal) -> fmt::Result {
    let used = if heal.used { "used" } else { "only reported" };
    let cached = if heal.cached { ", known from before" } else { "" };
    table::rows(
        page,
        [
            ("strategy", format!("{} ({used}{cached})", heal.strategy)),
            ("confidence", format!("{:.0}%", heal.confidence * 100.0)),
            ("as written", heal.query.clone()),
            ("suggested", heal.suggested.clone()),
            ("element", heal.target.path.clone()),
            ("second", heal.rival.as_ref().map(|rival| rival.path.clone()).unwrap_or_default()),
            ("took", time(heal.took_ms)),
        ],
    )?;
    let clues = heal.clues.iter();
    table::list(
        page,
        clues.map(|clue| format!("{} {:.0}%: {}", clue.kind, clue.agreement * 100.0, clue.told)),
    )
}

fn write_candidates(page: &mut String, candidates: &[Candidate]) -> fmt::Result {
    let told = |candidate: &Candidate| {
        let id = if candidate.id.is_empty() { String::new() } else { format!(" #{}", candidate.id) };
        let different = match candidate.differences.as_slice() {
            [] => String::new(),
            differences => format!(" ({})", differences.join(", ")),
        };
        format!("{}{id}{different}", candidate.path)
    };
    table::list(page, candidates.iter().map(told))
}

fn write_tree(page: &mut String, recorded: &RecordedStep, lines: &mut usize) -> fmt::Result {
    let Some(figures) = recorded.step.tree else { return Ok(()) };
    let count = match (figures.before, figures.after) {
        (Some(before), Some(after)) if before != after => format!("{after} elements, {before} before"),
        (_, Some(count)) | (Some(count), None) => format!("{count} elements"),
        (None, None) => String::new(),
    };
    table::part(page, "outline", format!("Tree ({count})"), false, |page| match &recorded.tree {
        Some(tree) => outline::write(page, tree, recorded.step.diff.as_ref(), lines),
        None => {
            page.push_str("<p class=\"quiet\">The tree was too large to be kept.</p>\n");
            Ok(())
        }
    })
}

fn write_log(page: &mut String, log: &[LogLine], left_out: u64) -> fmt::Result {
    if left_out > 0 {
        writeln!(page, "<p class=\"quiet\">{left_out} earlier lines are not kept</p>")?;
    }
    page.push_str("<pre class=\"lines\">");
    for LogLine { at_ms, level, target, message } in log {
        let (level, target, message) = (Escaped(level), Escaped(target), Escaped(message));
        writeln!(page, "{:>10} <b class=\"{level}\">{level:<5}</b> <i>{target}</i> {message}", time(*at_ms))?;
    }
    page.push_str("</pre>\n");
    Ok(())
}

fn write_asked(page: &mut String, step: &TraceStep) -> fmt::Result {
    if !step.command.is_empty() {
        writeln!(page, "<pre class=\"lines\">{}</pre>", Escaped(step.command.join(" ")))?;
    }
    let json = serde_json::to_string_pretty(&step.asked).unwrap_or_default();
    writeln!(page, "<pre class=\"lines\">{}</pre>", Escaped(json))
}
