//! Compares the dependencies of the workspace with the rules.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use crate::metadata::{Metadata, Package};
use crate::rules::Rule;

/// A dependency that the rules do not allow, or a crate that they do not know.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// A crate of the workspace without a rule.
    NoRule { package: String },
    /// A rule for a crate that is not in the workspace.
    NoPackage { package: String },
    /// A manifest names a crate that it must not.
    Uses { package: String, dependency: String, because: &'static str },
    /// A crate comes in through others; `path` begins with the package.
    Reaches { path: Vec<String>, because: &'static str },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::NoRule { package } => write!(f, "{package} has no rule; say which crates it may use"),
            Violation::NoPackage { package } => write!(f, "there is a rule for {package}, but no such crate"),
            Violation::Uses { package, dependency, because } => {
                write!(f, "{package} must not depend on {dependency}: {because}")
            }
            Violation::Reaches { path, because } => {
                write!(
                    f,
                    "{} must not come in by {}: {because}",
                    path.last().map_or("", String::as_str),
                    path.join(" -> ")
                )
            }
        }
    }
}

/// Everything in the workspace that breaks a rule.
pub(crate) fn violations(metadata: &Metadata, rules: &[Rule]) -> Vec<Violation> {
    let members: Vec<&Package> =
        metadata.packages.iter().filter(|package| metadata.workspace_members.contains(&package.id)).collect();
    let member_names: BTreeSet<&str> = members.iter().map(|package| package.name.as_str()).collect();

    let mut found = Vec::new();
    for package in &members {
        match rules.iter().find(|rule| rule.package == package.name) {
            Some(rule) => {
                found.extend(forbidden_manifest_lines(package, rule, &member_names));
                found.extend(forbidden_arrivals(metadata, package, rule));
            }
            None => found.push(Violation::NoRule { package: package.name.clone() }),
        }
    }
    let without_package = rules.iter().filter(|rule| !member_names.contains(rule.package));
    found.extend(without_package.map(|rule| Violation::NoPackage { package: rule.package.to_owned() }));
    found
}

fn forbidden_manifest_lines(package: &Package, rule: &Rule, members: &BTreeSet<&str>) -> Vec<Violation> {
    let names: BTreeSet<&str> = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.ships())
        .map(|dependency| dependency.name.as_str())
        .collect();
    names
        .into_iter()
        .filter(|name| {
            if members.contains(name) {
                !rule.may_use.contains(name)
            } else {
                matches_any(name, rule.must_not_use)
            }
        })
        .map(|name| Violation::Uses {
            package: package.name.clone(),
            dependency: name.to_owned(),
            because: rule.because,
        })
        .collect()
}

/// Walks the graph breadth first, so that the path that is shown is a shortest one.
fn forbidden_arrivals(metadata: &Metadata, package: &Package, rule: &Rule) -> Vec<Violation> {
    if rule.must_not_reach.is_empty() {
        return Vec::new();
    }
    let names: BTreeMap<&str, &str> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package.name.as_str())).collect();
    let edges: BTreeMap<&str, Vec<&str>> = metadata
        .resolve
        .nodes
        .iter()
        .map(|node| {
            (
                node.id.as_str(),
                node.deps.iter().filter(|edge| edge.ships()).map(|edge| edge.pkg.as_str()).collect(),
            )
        })
        .collect();

    let mut found = Vec::new();
    let mut seen = BTreeSet::from([package.id.as_str()]);
    let mut queue = VecDeque::from([vec![package.id.as_str()]]);
    while let Some(path) = queue.pop_front() {
        let Some(last) = path.last() else { continue };
        for &next in edges.get(last).into_iter().flatten() {
            if !seen.insert(next) {
                continue;
            }
            let path: Vec<&str> = path.iter().copied().chain([next]).collect();
            if names.get(next).is_some_and(|name| matches_any(name, rule.must_not_reach)) {
                let path =
                    path.iter().filter_map(|id| names.get(id)).map(|name| (*name).to_owned()).collect();
                found.push(Violation::Reaches { path, because: rule.because });
            } else {
                queue.push_back(path);
            }
        }
    }
    found
}

fn matches_any(name: &str, patterns: &[&str]) -> bool {
    patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == *pattern,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::rules::RULES;

    /// The workspace as it should be, with the dependencies that a test adds: `(package, dependency, kind)`.
    fn workspace_with(added: &[(&str, &str, Value)]) -> Metadata {
        let mut lines: Vec<(&str, &str, Value)> = vec![("deskhand-model", "thiserror", Value::Null)];
        for rule in RULES {
            lines.extend(rule.may_use.iter().map(|used| (rule.package, *used, Value::Null)));
        }
        lines.extend(added.iter().cloned());
        metadata_of(&RULES.iter().map(|rule| rule.package).collect::<Vec<_>>(), &lines)
    }

    fn metadata_of(members: &[&str], lines: &[(&str, &str, Value)]) -> Metadata {
        let names: BTreeSet<&str> =
            members.iter().copied().chain(lines.iter().flat_map(|(from, to, _)| [*from, *to])).collect();
        let of = |name: &str| lines.iter().filter(|(from, ..)| *from == name).cloned().collect::<Vec<_>>();
        let packages: Vec<Value> = names
            .iter()
            .map(|name| {
                let dependencies: Vec<Value> =
                    of(name).iter().map(|(_, to, kind)| json!({"name": to, "kind": kind})).collect();
                json!({"id": format!("{name} 1.0"), "name": name, "dependencies": dependencies})
            })
            .collect();
        let nodes: Vec<Value> = names
            .iter()
            .map(|name| {
                let deps: Vec<Value> = of(name)
                    .iter()
                    .map(|(_, to, kind)| json!({"pkg": format!("{to} 1.0"), "dep_kinds": [{"kind": kind}]}))
                    .collect();
                json!({"id": format!("{name} 1.0"), "deps": deps})
            })
            .collect();
        let members: Vec<String> = members.iter().map(|name| format!("{name} 1.0")).collect();
        serde_json::from_value(json!({
            "packages": packages, "workspace_members": members, "resolve": {"nodes": nodes}
        }))
        .unwrap()
    }

    fn complaints(added: &[(&str, &str, Value)]) -> Vec<String> {
        violations(&workspace_with(added), RULES).iter().map(Violation::to_string).collect()
    }

    #[track_caller]
    fn assert_forbidden(package: &str, dependency: &str) {
        let complaints = complaints(&[(package, dependency, Value::Null)]);
        assert!(
            complaints.iter().any(|line| line.contains(package) && line.contains(dependency)),
            "{package} -> {dependency} was let through: {complaints:?}"
        );
    }

    #[test]
    fn the_arrows_of_the_architecture_are_allowed() {
        assert_eq!(complaints(&[]), Vec::<String>::new());
    }

    #[test]
    fn the_model_knows_no_runtime_no_system_and_no_wire_format() {
        for dependency in
            ["tokio", "zbus", "x11rb", "libc", "rustix", "objc2-app-kit", "serde", "deskhand-engine"]
        {
            assert_forbidden("deskhand-model", dependency);
        }
    }

    #[test]
    fn the_model_does_not_get_an_operating_system_through_another_crate() {
        let complaints =
            complaints(&[("deskhand-model", "innocent", Value::Null), ("innocent", "libc", Value::Null)]);
        assert_eq!(complaints.len(), 1);
        assert!(complaints[0].contains("deskhand-model -> innocent -> libc"), "{complaints:?}");
    }

    #[test]
    fn the_engine_knows_no_provider_no_door_and_no_facade() {
        for dependency in
            ["deskhand-linux", "deskhand-desktop", "deskhand-cli", "deskhand", "deskhand-schema", "zbus"]
        {
            assert_forbidden("deskhand-engine", dependency);
        }
    }

    #[test]
    fn a_provider_knows_no_other_provider_and_no_door() {
        assert_forbidden("deskhand-linux", "deskhand-desktop");
        assert_forbidden("deskhand-desktop", "deskhand-linux");
        assert_forbidden("deskhand-linux", "deskhand-cli");
        assert_forbidden("deskhand-linux", "deskhand-schema");
        assert_forbidden("deskhand-desktop", "deskhand");
    }

    #[test]
    fn a_door_knows_no_provider() {
        assert_forbidden("deskhand-cli", "deskhand-linux");
        assert_forbidden("deskhand-cli", "deskhand-desktop");
    }

    #[test]
    fn only_the_facade_composes_providers() {
        for rule in RULES.iter().filter(|rule| rule.package != "deskhand") {
            for provider in
                ["deskhand-linux", "deskhand-desktop"].into_iter().filter(|name| *name != rule.package)
            {
                assert_forbidden(rule.package, provider);
            }
        }
    }

    #[test]
    fn the_facade_knows_no_door_and_does_no_work_of_its_own() {
        assert_forbidden("deskhand", "deskhand-cli");
        assert_forbidden("deskhand", "x11rb");
    }

    #[test]
    fn the_schema_knows_no_platform() {
        assert_forbidden("deskhand-schema", "zbus");
        assert_forbidden("deskhand-schema", "deskhand-linux");
    }

    #[test]
    fn a_build_dependency_counts_like_a_normal_one() {
        assert_eq!(complaints(&[("deskhand-engine", "deskhand-linux", json!("build"))]).len(), 1);
    }

    #[test]
    fn a_dev_dependency_may_cross_the_layers() {
        assert_eq!(complaints(&[("deskhand-engine", "deskhand-linux", json!("dev"))]), Vec::<String>::new());
        assert_eq!(complaints(&[("deskhand-model", "serde", json!("dev"))]), Vec::<String>::new());
    }

    #[test]
    fn a_crate_without_a_rule_is_an_error() {
        let metadata = metadata_of(&["deskhand-utils"], &[]);
        assert!(
            violations(&metadata, RULES)
                .contains(&Violation::NoRule { package: "deskhand-utils".to_owned() })
        );
    }

    #[test]
    fn a_rule_without_a_crate_is_an_error() {
        let metadata = metadata_of(&["deskhand-model"], &[]);
        assert!(
            violations(&metadata, RULES)
                .contains(&Violation::NoPackage { package: "deskhand-engine".to_owned() })
        );
    }
}
