//! Following the axes of a tree.

use super::evaluate::{Evaluated, Evaluation};
use super::expression::{Axis, NodeTest, Step};
use super::place::{Place, Sort};
use crate::NodeId;

impl Evaluation<'_> {
    /// What an axis reaches from `node` and the node test lets through, nearest first.
    pub(super) fn axis(&self, node: Place, step: &Step) -> Evaluated<Vec<Place>> {
        let tree = self.tree;
        let element = node.as_element();
        let parent = node.parent(tree);
        Ok(match step.axis {
            Axis::Attribute => {
                let Some(id) = element else { return Ok(Vec::new()) };
                self.visit(1)?;
                match &step.test {
                    NodeTest::Property(number) => {
                        Place::numbered_attribute(tree, id, *number).into_iter().collect()
                    }
                    NodeTest::Attribute(name) => {
                        Place::toolkit_attribute(tree, id, name).into_iter().collect()
                    }
                    _ => Place::attributes(tree, id).collect(),
                }
            }
            Axis::Itself => self.pass([node], step)?,
            Axis::Parent => self.pass(parent, step)?,
            Axis::Ancestor => self.pass(self.ancestors(node), step)?,
            Axis::AncestorOrSelf => self.pass([node].into_iter().chain(self.ancestors(node)), step)?,
            Axis::Child => match node.sort() {
                Sort::Document => self.pass([Place::element(NodeId::ROOT)], step)?,
                Sort::Element(id) => self.pass(tree.children(id).map(Place::element), step)?,
                Sort::Attribute(..) => Vec::new(),
            },
            Axis::Descendant => self.below(node, step)?,
            Axis::DescendantOrSelf => {
                let mut found = self.pass([node], step)?;
                found.extend(self.below(node, step)?);
                found
            }
            Axis::FollowingSibling => {
                self.pass(self.siblings(node).filter(|sibling| *sibling > node), step)?
            }
            Axis::PrecedingSibling => {
                let before: Vec<Place> = self.siblings(node).take_while(|sibling| *sibling < node).collect();
                self.pass(before.into_iter().rev(), step)?
            }
            Axis::Following => {
                // An attribute is followed by what is in its element.
                let after = match node.sort() {
                    Sort::Document => return Ok(Vec::new()),
                    Sort::Attribute(id, _) => id.0 + 1,
                    Sort::Element(id) => id.0 + 1 + tree.descendants(id).len() as u32,
                };
                self.pass((after..tree.len() as u32).map(|id| Place::element(NodeId(id))), step)?
            }
            Axis::Preceding => {
                let (Sort::Element(id) | Sort::Attribute(id, _)) = node.sort() else { return Ok(Vec::new()) };
                let earlier = (0..id.0).rev().map(NodeId).filter(|&earlier| !tree.is_below(id, earlier));
                self.pass(earlier.map(Place::element), step)?
            }
        })
    }

    /// Those of `nodes` that pass the node test of a step on an axis of elements.
    fn pass(&self, nodes: impl IntoIterator<Item = Place>, step: &Step) -> Evaluated<Vec<Place>> {
        let mut passed = Vec::new();
        for node in nodes {
            self.visit(1)?;
            let fits = match &step.test {
                NodeTest::Anything => true,
                NodeTest::Any => node.as_element().is_some(),
                NodeTest::Role(role) => node.as_element().is_some_and(|id| self.tree.node(id).role == *role),
                NodeTest::Property(_) | NodeTest::Attribute(_) => false,
            };
            if fits {
                passed.push(node);
            }
        }
        Ok(passed)
    }

    /// The elements below `node` at any depth that pass the node test; by the index where it asks for a role.
    fn below(&self, node: Place, step: &Step) -> Evaluated<Vec<Place>> {
        let range = match node.sort() {
            Sort::Document => 0..self.tree.len() as u32,
            Sort::Element(id) => id.0 + 1..id.0 + 1 + self.tree.descendants(id).len() as u32,
            Sort::Attribute(..) => return Ok(Vec::new()),
        };
        if let NodeTest::Role(role) = &step.test {
            let all = self.tree.with_role(*role);
            let inside =
                all.partition_point(|id| id.0 < range.start)..all.partition_point(|id| id.0 < range.end);
            self.visit(inside.len())?;
            return Ok(all[inside].iter().map(|&id| Place::element(id)).collect());
        }
        self.pass(range.map(|id| Place::element(NodeId(id))), step)
    }

    fn ancestors(&self, node: Place) -> impl Iterator<Item = Place> {
        std::iter::successors(node.parent(self.tree), |above| above.parent(self.tree))
    }

    /// The children of an element's parent; nothing for what is no element.
    fn siblings(&self, node: Place) -> impl Iterator<Item = Place> {
        let parent = node.as_element().and_then(|id| self.tree.parent(id));
        parent.into_iter().flat_map(|parent| self.tree.children(parent)).map(Place::element)
    }

    pub(super) fn is_below(&self, inner: Place, outer: Place) -> bool {
        match (inner.sort(), outer.sort()) {
            (Sort::Element(_), Sort::Document) => true,
            (Sort::Element(inner), Sort::Element(outer)) => self.tree.is_below(inner, outer),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Notation::XPath;
    use crate::query::sample::check;

    const TREE: &str = r#"
        application #app
          window #settings
            group #top
              button #save
              button #all
              text #ready
              checkbox #beep
            group #bottom
              button #close
              slider #volume @10,20,30,40
          dialog #dialog
            button #shout
    "#;

    #[test]
    fn every_axis_reaches_what_it_says() {
        check(XPath, "//text/ancestor::*", TREE, "app settings top");
        check(XPath, "//text/ancestor-or-self::node()", TREE, "app settings top ready");
        check(XPath, "//dialog/descendant::node()", TREE, "shout");
        check(XPath, "//dialog/descendant-or-self::*", TREE, "dialog shout");
        check(XPath, "//text/following::*", TREE, "beep bottom close volume dialog shout");
        check(XPath, "//text/following-sibling::*", TREE, "beep");
        check(XPath, "//text/preceding::*", TREE, "save all");
        check(XPath, "//dialog/preceding::group", TREE, "top bottom");
        check(XPath, "//text/preceding-sibling::button", TREE, "save all");
        check(XPath, "//button/self::button/parent::dialog", TREE, "dialog");
        check(XPath, "//slider/attribute::x/parent::*", TREE, "volume");
    }
}
