//! The functions: their names, and what they take and give.

use super::expression::Kind;

macro_rules! functions {
    ($($variant:ident => $name:literal, $least:literal..=$most:expr, $kind:ident;)*) => {
        /// A function of the core library.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::query) enum Function {
            $($variant,)*
        }

        impl Function {
            pub(super) const ALL: &[Function] = &[$(Function::$variant,)*];

            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Function::$variant => $name,)*
                }
            }

            /// The least and the largest number of arguments.
            pub(super) const fn arguments(self) -> (usize, usize) {
                match self {
                    $(Function::$variant => ($least, $most),)*
                }
            }

            /// What it gives.
            pub(super) const fn kind(self) -> Kind {
                match self {
                    $(Function::$variant => Kind::$kind,)*
                }
            }
        }
    };
}

functions! {
    Last => "last", 0..=0, Number;
    Position => "position", 0..=0, Number;
    Count => "count", 1..=1, Number;
    Id => "id", 1..=1, Nodes;
    LocalName => "local-name", 0..=1, Text;
    NamespaceUri => "namespace-uri", 0..=1, Text;
    Name => "name", 0..=1, Text;
    String => "string", 0..=1, Text;
    Concat => "concat", 2..=usize::MAX, Text;
    StartsWith => "starts-with", 2..=2, Truth;
    EndsWith => "ends-with", 2..=2, Truth;
    Contains => "contains", 2..=2, Truth;
    SubstringBefore => "substring-before", 2..=2, Text;
    SubstringAfter => "substring-after", 2..=2, Text;
    Substring => "substring", 2..=3, Text;
    StringLength => "string-length", 0..=1, Number;
    NormalizeSpace => "normalize-space", 0..=1, Text;
    Translate => "translate", 3..=3, Text;
    LowerCase => "lower-case", 1..=1, Text;
    UpperCase => "upper-case", 1..=1, Text;
    Boolean => "boolean", 1..=1, Truth;
    Not => "not", 1..=1, Truth;
    True => "true", 0..=0, Truth;
    False => "false", 0..=0, Truth;
    Number => "number", 0..=1, Number;
    Sum => "sum", 1..=1, Number;
    Floor => "floor", 1..=1, Number;
    Ceiling => "ceiling", 1..=1, Number;
    Round => "round", 1..=1, Number;
}

impl Function {
    pub(super) fn named(name: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// Whether every argument must be a set of nodes.
    pub(super) const fn takes_nodes(self) -> bool {
        matches!(
            self,
            Function::Count | Function::Sum | Function::LocalName | Function::Name | Function::NamespaceUri
        )
    }

    /// Whether it reads the text of the nodes that it is given, or of the context node without arguments.
    pub(super) const fn reads_text(self) -> bool {
        use Function::*;
        !matches!(
            self,
            Last | Position | Count | LocalName | NamespaceUri | Name | Boolean | Not | True | False
        )
    }
}
