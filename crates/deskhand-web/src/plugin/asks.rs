//! Calls as they are written on the wire, borrowed: scripts are long and sent often, so they are not copied first.

use deskhand_page::{Call, Code, Place, World};
use serde::Serialize;
use serde_json::Value;

/// The same on the wire as `Ask<CallIn>`.
#[derive(Serialize)]
pub(super) struct CallAsk<'a> {
    place: &'a Place,
    call: BorrowedCall<'a>,
    within_ms: u64,
}

#[derive(Serialize)]
struct BorrowedCall<'a> {
    world: World,
    code: BorrowedCode<'a>,
    args: &'a [Value],
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum BorrowedCode<'a> {
    Body(&'a str),
    Member { library: BorrowedLibrary<'a>, name: &'a str },
}

#[derive(Serialize)]
struct BorrowedLibrary<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
}

impl<'a> CallAsk<'a> {
    /// With the library's source, when there is one and it is to be handed over.
    pub(super) fn new(place: &'a Place, call: &'a Call, hand_over: bool, within_ms: u64) -> CallAsk<'a> {
        let code = match &call.code {
            Code::Body(body) => BorrowedCode::Body(body),
            Code::Member { library, name } => BorrowedCode::Member {
                library: BorrowedLibrary {
                    id: &library.id,
                    source: library.source.as_deref().filter(|_| hand_over),
                },
                name,
            },
        };
        CallAsk { place, call: BorrowedCall { world: call.world, code, args: &call.args }, within_ms }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_page::{Ask, CallIn, FrameId, Library, ViewId};
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn a_borrowed_call_looks_like_an_owned_one() {
        let place = Place { view: ViewId("main".to_owned()), frames: vec![FrameId("f".to_owned())] };
        let library = Library { id: "atoms-1".into(), source: Some("({})".into()) };
        let member = Code::Member { library, name: "text".to_owned() };
        for code in [Code::Body("return 1".to_owned()), member] {
            let call = Call { world: World::Page, code, args: vec![json!({ "a": [1, null] })] };
            let owned = Ask { command: CallIn { place: place.clone(), call: call.clone() }, within_ms: 5 };
            let borrowed = to_value(CallAsk::new(&place, &call, true, 5)).unwrap();
            assert_eq!(borrowed, to_value(&owned).unwrap());
            assert_eq!(serde_json::from_value::<Ask<CallIn>>(borrowed).unwrap(), owned);
        }
    }

    #[test]
    fn a_library_that_is_there_already_is_only_named() {
        let library = Library { id: "atoms-1".into(), source: Some("({})".into()) };
        let code = Code::Member { library, name: "text".to_owned() };
        let call = Call { world: World::Own, code, args: Vec::new() };
        let place = Place::top(ViewId("main".to_owned()));
        let ask = to_value(CallAsk::new(&place, &call, false, 5)).unwrap();
        assert_eq!(ask["call"]["code"]["member"]["library"], json!({ "id": "atoms-1" }));
    }
}
