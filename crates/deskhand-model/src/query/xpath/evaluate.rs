//! Answering expressions over a tree.

use std::borrow::Cow;
use std::cell::Cell;

use super::expression::{Axis, Expression, Operation, Path, Step};
use super::place::Place;
use super::value::Value;
use crate::query::error::Fault;
use crate::{NodeId, Tree};

/// Nodes that one evaluation may look at. Some expressions look at every node from every node: on a large tree
/// that would take hours.
const MOST_VISITS: u64 = 20_000_000;

pub(super) type Evaluated<T> = Result<T, Fault>;

impl Expression {
    pub(in crate::query) fn matches(&self, tree: &Tree) -> Result<Vec<NodeId>, Fault> {
        let evaluation = Evaluation { tree, left: Cell::new(MOST_VISITS) };
        let context = Context { node: Place::element(NodeId::ROOT), position: 1, size: 1 };
        let Value::Nodes(nodes) = evaluation.value(self, context)? else { return Ok(Vec::new()) };
        Ok(nodes.into_iter().filter_map(Place::as_element).collect())
    }
}

/// One evaluation.
pub(super) struct Evaluation<'t> {
    pub(super) tree: &'t Tree,
    left: Cell<u64>,
}

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) node: Place,
    pub(super) position: usize,
    pub(super) size: usize,
}

impl<'t> Evaluation<'t> {
    pub(super) fn value(&self, expression: &Expression, context: Context) -> Evaluated<Value<'t>> {
        Ok(match expression {
            Expression::Or(parts) => Value::Truth(self.any(parts, context, true)?),
            Expression::And(parts) => Value::Truth(!self.any(parts, context, false)?),
            Expression::Compare(first, rest) => {
                let mut left = self.value(first, context)?;
                for (comparison, right) in rest {
                    let right = self.value(right, context)?;
                    if let (Value::Nodes(left), Value::Nodes(right)) = (&left, &right) {
                        self.visit(left.len().saturating_mul(right.len()))?;
                    }
                    left = Value::Truth(left.compare(*comparison, &right, self.tree));
                }
                left
            }
            Expression::Calculate(first, rest) => {
                let mut left = self.number(first, context)?;
                for (operation, right) in rest {
                    left = operation.apply(left, self.number(right, context)?);
                }
                Value::Number(left)
            }
            Expression::Negate(inner) => Value::Number(-self.number(inner, context)?),
            Expression::Union(parts) => {
                let mut nodes = Vec::new();
                for part in parts {
                    nodes.extend(self.nodes(part, context)?);
                }
                Value::Nodes(in_order(nodes))
            }
            Expression::Path(path) => Value::Nodes(self.path(path, context)?),
            Expression::Filter { of, predicates, steps } if predicates.is_empty() && steps.is_empty() => {
                self.value(of, context)?
            }
            Expression::Filter { of, predicates, steps } => {
                let mut nodes = self.nodes(of, context)?;
                for predicate in predicates {
                    nodes = self.filter(nodes, predicate)?;
                }
                Value::Nodes(self.steps(nodes, steps)?)
            }
            Expression::Call(function, arguments) => self.call(*function, arguments, context)?,
            Expression::Literal(text) => Value::Text(Cow::Owned(text.to_string())),
            Expression::Number(number) => Value::Number(*number),
        })
    }

    /// Whether one of `parts` is true, or false, whichever is `wanted`.
    fn any(&self, parts: &[Expression], context: Context, wanted: bool) -> Evaluated<bool> {
        for part in parts {
            if self.value(part, context)?.truth() == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn number(&self, expression: &Expression, context: Context) -> Evaluated<f64> {
        Ok(self.value(expression, context)?.number(self.tree))
    }

    pub(super) fn text(&self, expression: &Expression, context: Context) -> Evaluated<Cow<'t, str>> {
        Ok(self.value(expression, context)?.text(self.tree))
    }

    pub(super) fn nodes(&self, expression: &Expression, context: Context) -> Evaluated<Vec<Place>> {
        Ok(match self.value(expression, context)? {
            Value::Nodes(nodes) => nodes,
            // The reader lets nothing else through where nodes are needed.
            Value::Text(_) | Value::Number(_) | Value::Truth(_) => Vec::new(),
        })
    }

    fn path(&self, path: &Path, context: Context) -> Evaluated<Vec<Place>> {
        self.steps(vec![if path.absolute { Place::DOCUMENT } else { context.node }], &path.steps)
    }

    fn steps(&self, mut nodes: Vec<Place>, steps: &[Step]) -> Evaluated<Vec<Place>> {
        for step in steps {
            nodes = self.step(&nodes, step)?;
        }
        Ok(nodes)
    }

    fn step(&self, from: &[Place], step: &Step) -> Evaluated<Vec<Place>> {
        let deep = matches!(step.axis, Axis::Descendant | Axis::DescendantOrSelf)
            && !step.predicates.iter().any(Expression::is_positional);
        let mut reached = Vec::new();
        let mut covered: Option<Place> = None;
        for &node in from {
            // Nodes come in document order: what lies below one that was done is done.
            if deep && covered.is_some_and(|outer| self.is_below(node, outer)) {
                continue;
            }
            covered = Some(node);
            let mut found = self.axis(node, step)?;
            for predicate in &step.predicates {
                found = self.filter(found, predicate)?;
            }
            reached.extend(found);
        }
        Ok(in_order(reached))
    }

    /// The nodes of `nodes` for which `predicate` holds; positions count in the order given.
    fn filter(&self, nodes: Vec<Place>, predicate: &Expression) -> Evaluated<Vec<Place>> {
        self.visit(nodes.len())?;
        let size = nodes.len();
        let mut kept = Vec::new();
        for (before, node) in nodes.into_iter().enumerate() {
            let context = Context { node, position: before + 1, size };
            let holds = match self.value(predicate, context)? {
                Value::Number(number) => number == context.position as f64,
                value => value.truth(),
            };
            if holds {
                kept.push(node);
            }
        }
        Ok(kept)
    }

    pub(super) fn visit(&self, nodes: usize) -> Evaluated<()> {
        let left = self.left.get().checked_sub(nodes as u64).ok_or_else(|| {
            Fault::new(0, format!("the expression looks at more than {MOST_VISITS} nodes"))
                .hint("avoid the axes `preceding` and `following` and repeated `//` on a large tree")
        })?;
        self.left.set(left);
        Ok(())
    }
}

/// In document order, without duplicates.
fn in_order(mut nodes: Vec<Place>) -> Vec<Place> {
    if !nodes.is_sorted_by(|a, b| a < b) {
        nodes.sort_unstable();
        nodes.dedup();
    }
    nodes
}

impl Operation {
    fn apply(self, left: f64, right: f64) -> f64 {
        match self {
            Operation::Add => left + right,
            Operation::Subtract => left - right,
            Operation::Multiply => left * right,
            Operation::Divide => left / right,
            Operation::Remainder => left % right,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Notation::XPath;
    use crate::query::sample::check;

    const TREE: &str = r#"
        application "demo" #app
          window "Settings" #settings
            group #top
              button "Save" #save +enabled class=primary
              button "Save All" #all
              text "Ready" #ready
              checkbox "Beep" #beep +enabled +checked
            group #bottom description=lower
              button "Close" #close +enabled
              slider "Volume" #volume value=50 @10,20,30,40
          dialog "Print" #dialog
            button "SAVE" #shout
    "#;

    #[test]
    fn paths_lead_through_the_tree() {
        check(XPath, "/application", TREE, "app");
        check(XPath, "/*", TREE, "app");
        check(XPath, "/window", TREE, "");
        check(XPath, "/application/window/group", TREE, "top bottom");
        check(XPath, "window/group", TREE, "top bottom");
        check(XPath, "./dialog/button", TREE, "shout");
        check(XPath, "//button", TREE, "save all close shout");
        check(XPath, "//AXButton", TREE, "save all close shout");
        check(XPath, "//window//button", TREE, "save all close");
        check(XPath, "//slider/..", TREE, "bottom");
        check(XPath, "//slider/../../group", TREE, "top bottom");
        check(XPath, "//group/*", TREE, "save all ready beep close volume");
        check(XPath, "//dialog | //slider", TREE, "volume dialog");
        check(
            XPath,
            "//@checked/..",
            TREE,
            "app settings top save all ready beep bottom close volume dialog shout",
        );
    }

    #[test]
    fn predicates_filter_by_attributes() {
        check(XPath, "//button[@name='Save']", TREE, "save");
        check(XPath, "//button[@title='Save' or @label='Close']", TREE, "save close");
        check(XPath, "//button[@enabled='true'][@id!='save']", TREE, "close");
        check(XPath, "//*[@role='push button']", TREE, "save all close shout");
        check(XPath, "//*[@class='primary']", TREE, "save");
        check(XPath, "//*[@x < 11 and @value >= 50]", TREE, "volume");
        check(XPath, "//group[not(@name)]", TREE, "top bottom");
        check(XPath, "//*[@description]", TREE, "bottom");
        check(XPath, "//button[.='Save']", TREE, "save");
        check(XPath, "//group[checkbox/@checked='true']", TREE, "top");
        check(XPath, "//window[.//slider]", TREE, "settings");
        check(XPath, "//button[../../@name='Print']", TREE, "");
        check(XPath, "//button[@name=//slider/@name or ../@name='Print']", TREE, "shout");
    }

    #[test]
    fn positions_count_along_the_axis_and_brackets_count_all() {
        check(XPath, "//button[1]", TREE, "save close shout");
        check(XPath, "(//button)[1]", TREE, "save");
        check(XPath, "(//button)[last()]", TREE, "shout");
        check(XPath, "(//button)[position() > 1 and position() < 4]", TREE, "all close");
        check(XPath, "(//group)[2]/button", TREE, "close");
        check(XPath, "(//group)[1]//*[2]", TREE, "all");
        check(XPath, "//checkbox/preceding-sibling::*[1]", TREE, "ready");
        check(XPath, "//text/ancestor::*[2]", TREE, "settings");
        check(XPath, "//descendant::button[2]", TREE, "all");
        check(XPath, "//button[@enabled='true'][1]", TREE, "save close");
        check(XPath, "//group/*[last()]", TREE, "beep volume");
    }

    #[test]
    fn functions_compute() {
        check(XPath, "//button[contains(@name, 'Save')]", TREE, "save all");
        check(XPath, "//button[starts-with(@name, 'Sav') and ends-with(@name, 'l')]", TREE, "all");
        check(XPath, "//button[lower-case(@name)='save']", TREE, "save shout");
        check(XPath, "//button[translate(@name, 'SAVE', 'save')='save']", TREE, "save shout");
        check(XPath, "//*[count(*) = 4]", TREE, "top");
        check(XPath, "//*[string-length() = 5 and normalize-space(@name) = 'Close']", TREE, "close");
        check(XPath, "//*[name()='slider']", TREE, "volume");
        check(XPath, "id('volume shout')", TREE, "volume shout");
        check(XPath, "id('top')/button", TREE, "save all");
        check(
            XPath,
            "//slider[@value div 2 = 25 and @value mod 7 = 1 and -@value + 1 = -49]",
            TREE,
            "volume",
        );
        check(
            XPath,
            "//slider[substring(@name, 1, 3) = 'Vol' and concat(@x, '-', @y) = '10-20']",
            TREE,
            "volume",
        );
        check(XPath, "//group[sum(*/@value) = 50]", TREE, "bottom");
        check(XPath, "//button[boolean(@class) = true()]", TREE, "save");
        check(XPath, "//button[round(1.5) = position()]", TREE, "all");
    }
}
