//! Heals and changes for people.

use deskhand_schema::{Candidate, HealChanges, HealEntry};

use crate::output::{Palette, one_line};

/// Width that queries are cut to.
const WIDTH: usize = 120;

/// The heals, one paragraph each.
pub(super) fn heals(entries: &[HealEntry], palette: Palette) -> String {
    if entries.is_empty() {
        return "nothing to review".to_owned();
    }
    let told: Vec<String> = entries.iter().map(|entry| heal(entry, palette)).collect();
    told.join("\n\n")
}

fn heal(entry: &HealEntry, palette: Palette) -> String {
    let heal = &entry.heal;
    let nth = heal.nth.map(|nth| format!(" (number {nth})")).unwrap_or_default();
    let mut lines = vec![
        format!("{}: {}{nth}", one_line(&heal.app, 60), palette.bad(one_line(&heal.query, WIDTH))),
        format!("  -> {}", palette.good(one_line(&heal.suggested, WIDTH))),
        format!("  {}", element(&heal.target, palette)),
        format!(
            "  by {} with confidence {:.3}, {}, {}, last {}",
            heal.strategy,
            heal.confidence,
            if heal.used { "used" } else { "only reported" },
            if entry.times == 1 { "once".to_owned() } else { format!("{} times", entry.times) },
            one_line(&entry.last_seen, 40),
        ),
    ];
    for clue in &heal.clues {
        let sign = if clue.agreement >= 0.5 { palette.good("+") } else { palette.bad("-") };
        let told = one_line(&clue.told, WIDTH);
        lines.push(format!("  {sign} {:<12} {:.2}  {told}", one_line(&clue.kind, 20), clue.agreement));
    }
    if let Some(rival) = &heal.rival {
        let told = format!("second: {} with {:.3}", element(rival, Palette::new(false)), rival.score);
        lines.push(format!("  {}", palette.aside(told)));
    }
    lines.join("\n")
}

fn element(candidate: &Candidate, palette: Palette) -> String {
    let path = one_line(&candidate.path, WIDTH);
    if path.is_empty() { palette.role(&candidate.role) } else { path }
}

/// Lines that change, before and after, and what is left.
pub(super) fn changes(changes: &HealChanges, palette: Palette) -> String {
    let mut lines = Vec::new();
    for change in &changes.changes {
        lines.push(palette.name(format!("{}:{}", change.file, change.line)));
        lines.push(palette.bad(format!("- {}", one_line(change.before.trim(), WIDTH))));
        lines.push(palette.good(format!("+ {}", one_line(change.after.trim(), WIDTH))));
    }
    for left in &changes.left {
        let app = one_line(&left.app, 60);
        lines.push(format!("left: {app}: {}: {}", one_line(&left.query, WIDTH), left.because));
        lines.push(format!("  -> {}", one_line(&left.suggested, WIDTH)));
        lines.extend(left.places.iter().map(|place| palette.aside(format!("  {place}"))));
    }
    let count = changes.changes.len();
    let what = if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
    lines.push(match changes.written {
        true => format!("{what} changed"),
        false => format!("{what} would change; name files or folders with --write to change them"),
    });
    lines.join("\n")
}
