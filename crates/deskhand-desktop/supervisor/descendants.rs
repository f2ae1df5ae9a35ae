//! Which processes descend from this one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// A line of `/proc/PID/stat`, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stat {
    pid: u32,
    parent: u32,
    zombie: bool,
}

/// All living descendants of `ancestor`.
pub(crate) fn of(ancestor: u32) -> BTreeSet<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return BTreeSet::new() };
    let stats = entries.flatten().filter_map(|entry| {
        let name = entry.file_name();
        name.to_str()?.parse::<u32>().ok()?;
        parse(&String::from_utf8_lossy(&fs::read(entry.path().join("stat")).ok()?))
    });
    closure(ancestor, stats)
}

/// A process name may hold spaces and brackets, so the fields are counted from the last closing bracket.
fn parse(stat: &str) -> Option<Stat> {
    let (pid, _) = stat.split_once(' ')?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    let state = fields.next()?;
    Some(Stat {
        pid: pid.parse().ok()?,
        parent: fields.next()?.parse().ok()?,
        zombie: matches!(state, "Z" | "X"),
    })
}

fn closure(ancestor: u32, stats: impl Iterator<Item = Stat>) -> BTreeSet<u32> {
    let mut children: BTreeMap<u32, Vec<Stat>> = BTreeMap::new();
    for stat in stats {
        children.entry(stat.parent).or_default().push(stat);
    }
    let mut found = BTreeSet::new();
    let mut next = vec![ancestor];
    while let Some(parent) = next.pop() {
        // Taking the entry out also ends the walk when process numbers were reused while /proc was read.
        for stat in children.remove(&parent).unwrap_or_default() {
            next.push(stat.pid);
            if !stat.zombie {
                found.insert(stat.pid);
            }
        }
    }
    found.remove(&ancestor);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stat(pid: u32, parent: u32) -> Stat {
        Stat { pid, parent, zombie: false }
    }

    #[test]
    fn grandchildren_are_descendants_and_strangers_are_not() {
        let stats = [stat(11, 10), stat(12, 11), stat(13, 12), stat(20, 1), stat(21, 20)];
        assert_eq!(closure(10, stats.into_iter()), BTreeSet::from([11, 12, 13]));
    }

    #[test]
    fn a_zombie_is_dead_but_its_children_may_live() {
        let stats = [Stat { zombie: true, ..stat(11, 10) }, stat(12, 11)];
        assert_eq!(closure(10, stats.into_iter()), BTreeSet::from([12]));
    }

    #[test]
    fn a_circle_of_reused_numbers_ends() {
        let stats = [stat(11, 10), stat(10, 11)];
        assert_eq!(closure(10, stats.into_iter()), BTreeSet::from([11]));
    }

    #[test]
    fn a_name_with_brackets_and_spaces_is_skipped() {
        let parsed = parse("4711 (a) b (c)) S 12 4711 4711 0 -1");
        assert_eq!(parsed, Some(Stat { pid: 4711, parent: 12, zombie: false }));
        assert_eq!(parse("4711 (cut"), None);
    }
}
