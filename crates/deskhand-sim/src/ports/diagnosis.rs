//! What the simulation tells of itself.

use deskhand_model::{Action, AppDiagnosis, ElementDiagnosis, Fact, Health, NodeData, NodeId, State, Tree};

use crate::world::{SimApp, World};

/// Facts of the desktop as a whole.
pub(super) fn desktop(world: &World) -> Vec<Fact> {
    vec![
        Fact::new("behaves_like", format!("{:?}", world.personality)),
        Fact::new("seed", world.seed.to_string()),
        Fact::new("windows", world.windows.len().to_string()),
    ]
}

/// One application, with the elements of its tree where that was read.
pub(super) fn application(world: &World, app: &SimApp, tree: Option<&Tree>) -> AppDiagnosis {
    let told = app.told();
    let windows = world.windows.iter().filter(|window| window.pid == app.pid).count();
    let facts = vec![
        Fact::new("responding", responding(&told.health)),
        Fact::new("hidden", app.hidden.to_string()),
        Fact::new("windows", windows.to_string()),
    ];
    let elements = tree.map(|tree| tree.ids().map(|id| element(tree, id)).collect());
    AppDiagnosis { app: told, facts, elements: elements.unwrap_or_default() }
}

fn responding(health: &Health) -> String {
    match health {
        Health::Responding => "yes".to_owned(),
        Health::NotResponding { reason } => format!("no: {reason}"),
    }
}

fn element(tree: &Tree, id: NodeId) -> ElementDiagnosis {
    let node = tree.node(id);
    ElementDiagnosis {
        depth: tree.depth(id),
        platform_role: node.platform_role.to_string(),
        name: node.name.to_string(),
        facts: facts(node),
    }
}

fn facts(node: &NodeData) -> Vec<Fact> {
    let states: Vec<&str> = node.states.iter().map(State::name).collect();
    let actions: Vec<&str> = node.actions.iter().map(Action::name).collect();
    let mut facts = vec![Fact::new("handle", node.handle.as_str()), Fact::new("states", states.join(", "))];
    if !actions.is_empty() {
        facts.push(Fact::new("actions", actions.join(", ")));
    }
    facts
}
