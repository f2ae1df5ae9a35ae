//! Changing a tree in place.

use std::sync::Arc;

use super::arena::{Node, Tree};
use super::gaps::Gaps;
use super::index::Graft;
use crate::{NodeData, NodeId};

/// What stands below a node whose children are put together anew.
#[derive(Clone, Copy, Debug)]
pub enum Branch<'a> {
    /// A node of the tree itself, with everything below it.
    Kept(NodeId),
    /// Another tree.
    New(&'a Tree),
}

impl Tree {
    /// Has another node stand at `id`. The shape stays.
    pub fn replace(&mut self, id: NodeId, data: NodeData) {
        let data = Arc::new(data);
        let old = std::mem::replace(&mut self.nodes[id.index()].data, data.clone());
        self.indexes.replaced(id, &old, &data);
    }

    /// Has the whole of `other` stand where the node at `id` and everything below it stood.
    pub fn splice(&mut self, id: NodeId, other: &Tree) {
        if self.has_shape_of(id, other) {
            for (at, node) in (id.0..).zip(&other.nodes) {
                let old = std::mem::replace(&mut self.nodes[at as usize].data, node.data.clone());
                self.indexes.replaced(NodeId(at), &old, &node.data);
            }
            return;
        }
        let Node { parent, end, depth, .. } = self.nodes[id.index()];
        let graft = Graft { start: id.0, old: &self.nodes[id.index()..end as usize], new: &other.nodes };
        self.indexes.grafted(graft);
        let (start, old, new) = (id.0, end - id.0, other.nodes.len() as u32);
        // Everything behind the subtree moves by as much as it grew. Unsigned and wrapping, so that it can shrink.
        let grown = new.wrapping_sub(old);
        let moved = |place: u32| if place >= end { place.wrapping_add(grown) } else { place };

        let mut above = parent;
        while let Some(at) = above {
            let node = &mut self.nodes[at.index()];
            node.end = node.end.wrapping_add(grown);
            above = node.parent;
        }
        for node in &mut self.nodes[end as usize..] {
            node.end = node.end.wrapping_add(grown);
            node.parent = node.parent.map(|parent| NodeId(moved(parent.0)));
        }
        let placed = other.nodes.iter().map(|node| Node {
            data: node.data.clone(),
            parent: node.parent.map_or(parent, |above| Some(NodeId(above.0 + start))),
            end: node.end + start,
            depth: node.depth + depth,
        });
        self.nodes.splice(start as usize..end as usize, placed);
    }

    /// Has exactly these stand below the node at `id`, in this order.
    pub fn regrow(&mut self, id: NodeId, branches: &[Branch<'_>]) {
        let root = Node { data: self.nodes[id.index()].data.clone(), parent: None, end: 0, depth: 0 };
        let mut nodes = vec![root];
        for branch in branches {
            let (source, top) = match branch {
                Branch::Kept(top) => (&*self, *top),
                Branch::New(tree) => (*tree, NodeId::ROOT),
            };
            let Node { end, depth, .. } = source.nodes[top.index()];
            // Unsigned and wrapping: a branch can move towards the root and away from it.
            let by = (nodes.len() as u32).wrapping_sub(top.0);
            nodes.extend(source.nodes[top.index()..end as usize].iter().map(|node| Node {
                data: node.data.clone(),
                parent: match node.parent.filter(|_| node.depth > depth) {
                    Some(parent) => Some(NodeId(parent.0.wrapping_add(by))),
                    None => Some(NodeId::ROOT),
                },
                end: node.end.wrapping_add(by),
                depth: node.depth - depth + 1,
            }));
        }
        nodes[0].end = nodes.len() as u32;
        self.splice(id, &Tree::from_nodes(nodes, Gaps::default()));
    }

    /// Whether the subtree at `id` is made of as many nodes as `other`, nested in the same way.
    fn has_shape_of(&self, id: NodeId, other: &Tree) -> bool {
        let own = &self.nodes[id.index()..self.nodes[id.index()].end as usize];
        own.len() == other.nodes.len()
            && own.iter().zip(&other.nodes).all(|(own, other)| own.end - id.0 == other.end)
    }

    /// The node at `id` with everything below it, as a tree of its own.
    #[must_use]
    pub fn below(&self, id: NodeId) -> Tree {
        let top = &self.nodes[id.index()];
        let nodes = self.nodes[id.index()..top.end as usize].iter().map(|node| Node {
            data: node.data.clone(),
            parent: node.parent.filter(|_| node.depth > top.depth).map(|parent| NodeId(parent.0 - id.0)),
            end: node.end - id.0,
            depth: node.depth - top.depth,
        });
        Tree::from_nodes(nodes.collect(), self.gaps.clone())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Handle, Role, TreeBuilder};

    /// A tree that is easy to change and to build anew: nodes that own their children.
    #[derive(Clone, Debug)]
    struct Plain {
        data: NodeData,
        children: Vec<Plain>,
    }

    impl Plain {
        fn built(&self) -> Tree {
            fn add(plain: &Plain, builder: &mut TreeBuilder) -> usize {
                let number = builder.add(plain.data.clone());
                for child in &plain.children {
                    let child = add(child, builder);
                    builder.link(number, child);
                }
                number
            }
            let mut builder = TreeBuilder::new();
            add(self, &mut builder);
            builder.build().unwrap()
        }

        fn len(&self) -> usize {
            1 + self.children.iter().map(Plain::len).sum::<usize>()
        }

        /// The node with this number in tree order.
        fn at(&mut self, number: usize) -> Option<&mut Plain> {
            if number == 0 {
                return Some(self);
            }
            let mut left = number - 1;
            for child in &mut self.children {
                let len = child.len();
                if left < len {
                    return child.at(left);
                }
                left -= len;
            }
            None
        }
    }

    fn data() -> impl Strategy<Value = NodeData> {
        // Few of each, so that several nodes share a role, a name, an id and now and then even a handle.
        let role = prop::sample::select(vec![Role::Button, Role::Group, Role::Slider]);
        (role, "[ab]?", "[xy]?", 0..40_u8).prop_map(|(role, name, id, handle)| {
            let mut node = NodeData::new(Handle::new(handle.to_string()), role, role.name().into());
            node.name = name.into();
            node.id = id.into();
            node
        })
    }

    fn plain() -> impl Strategy<Value = Plain> {
        let leaf = data().prop_map(|data| Plain { data, children: Vec::new() });
        leaf.prop_recursive(4, 24, 4, |below| {
            (data(), prop::collection::vec(below, 0..4)).prop_map(|(data, children)| Plain { data, children })
        })
    }

    #[derive(Clone, Debug)]
    enum Step {
        Replace(prop::sample::Index, NodeData),
        Splice(prop::sample::Index, Plain),
        /// The children in another order, some left out, one new among them.
        Regrow(prop::sample::Index, Vec<prop::sample::Index>, Plain),
        /// Somebody keeps a copy from here on.
        Share,
        /// Somebody asks, so that the indexes are built.
        Ask,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (any::<prop::sample::Index>(), data()).prop_map(|(at, data)| Step::Replace(at, data)),
            (any::<prop::sample::Index>(), plain()).prop_map(|(at, plain)| Step::Splice(at, plain)),
            (
                any::<prop::sample::Index>(),
                prop::collection::vec(any::<prop::sample::Index>(), 0..4),
                plain()
            )
                .prop_map(|(at, order, new)| Step::Regrow(at, order, new)),
            Just(Step::Share),
            Just(Step::Ask),
        ]
    }

    /// Everything that can be asked of a tree.
    fn all(tree: &Tree) -> Vec<String> {
        let mut told: Vec<String> = tree
            .ids()
            .map(|id| {
                let (node, up) = (tree.node(id), tree.parent(id));
                let (down, deep): (Vec<_>, _) = (tree.children(id).collect(), tree.depth(id));
                let known = tree.with_handle(&node.handle);
                format!("{node:?} {up:?} {down:?} {deep} {} {known:?}", tree.descendants(id).len())
            })
            .collect();
        told.extend(
            [Role::Button, Role::Group, Role::Slider].map(|role| format!("{:?}", tree.with_role(role))),
        );
        told.extend(["", "a", "b"].map(|name| format!("{:?}", tree.with_name(name))));
        told.extend(["", "x", "y"].map(|id| format!("{:?}", tree.with_id(id))));
        told
    }

    proptest! {
        #[test]
        fn a_changed_tree_is_the_one_that_would_be_built_anew(
            mut plain in plain(),
            steps in prop::collection::vec(step(), 0..12),
        ) {
            let mut tree = Arc::new(plain.built());
            let mut kept: Vec<(Arc<Tree>, Vec<String>)> = Vec::new();
            for step in steps {
                match step {
                    Step::Replace(at, data) => {
                        let at = at.index(plain.len());
                        Arc::make_mut(&mut tree).replace(NodeId(at as u32), data.clone());
                        plain.at(at).unwrap().data = data;
                    }
                    Step::Splice(at, other) => {
                        let at = at.index(plain.len());
                        Arc::make_mut(&mut tree).splice(NodeId(at as u32), &other.built());
                        *plain.at(at).unwrap() = other;
                    }
                    Step::Regrow(at, order, new) => {
                        let at = at.index(plain.len());
                        let id = NodeId(at as u32);
                        let own: Vec<NodeId> = tree.children(id).collect();
                        let order: Vec<usize> = match own.len() {
                            0 => Vec::new(),
                            len => order.iter().map(|which| which.index(len)).collect(),
                        };
                        let grown = new.built();
                        let mut branches: Vec<Branch<'_>> =
                            order.iter().map(|&which| Branch::Kept(own[which])).collect();
                        branches.push(Branch::New(&grown));
                        Arc::make_mut(&mut tree).regrow(id, &branches);
                        let there = plain.at(at).unwrap();
                        let mut children: Vec<Plain> =
                            order.iter().map(|&which| there.children[which].clone()).collect();
                        children.push(new);
                        there.children = children;
                    }
                    Step::Share => kept.push((tree.clone(), all(&tree))),
                    Step::Ask => drop(all(&tree)),
                }
            }
            prop_assert_eq!(all(&tree), all(&plain.built()));
            for (copy, then) in kept {
                prop_assert_eq!(all(&copy), then, "a copy that somebody holds never changes");
            }
        }

        #[test]
        fn a_part_is_the_tree_that_would_be_built_of_it(mut plain in plain(), at in any::<prop::sample::Index>()) {
            let at = at.index(plain.len());
            let part = plain.built().below(NodeId(at as u32));
            prop_assert_eq!(all(&part), all(&plain.at(at).unwrap().built()));
        }
    }
}
