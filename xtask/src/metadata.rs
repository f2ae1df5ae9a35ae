//! The part of `cargo metadata` that the layer check reads.

use serde::Deserialize;

/// All packages that take part in a build of the workspace, and who depends on whom.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_members: Vec<String>,
    pub(crate) resolve: Resolve,
}

/// A package with the dependencies that its manifest declares, for every target and feature.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// One line of a manifest. `name` is the package's own name, also where the manifest renames it.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Option<Kind>,
}

/// What a dependency is for; a normal one has no kind.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Dev,
    Build,
}

/// The graph of exact packages.
#[derive(Deserialize)]
pub(crate) struct Resolve {
    pub(crate) nodes: Vec<Node>,
}

#[derive(Deserialize)]
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) deps: Vec<Edge>,
}

#[derive(Deserialize)]
pub(crate) struct Edge {
    pub(crate) pkg: String,
    pub(crate) dep_kinds: Vec<EdgeKind>,
}

#[derive(Deserialize)]
pub(crate) struct EdgeKind {
    pub(crate) kind: Option<Kind>,
}

impl Edge {
    /// Whether the dependency is more than a test's.
    pub(crate) fn ships(&self) -> bool {
        self.dep_kinds.iter().any(|edge| edge.kind != Some(Kind::Dev))
    }
}

impl Dependency {
    /// Whether the dependency is more than a test's.
    pub(crate) fn ships(&self) -> bool {
        self.kind != Some(Kind::Dev)
    }
}
