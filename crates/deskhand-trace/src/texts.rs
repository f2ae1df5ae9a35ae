//! Texts that a call carries, and the step as it reads with and without them.
//!
//! Whether a text may be told is known only once the element that it concerns has been seen. So a step is begun as it
//! reads without them, and gets them when it turns out that they are no secret.

use deskhand_engine::ports::Chord;
use deskhand_engine::{Act, ActOptions, Locator, Until};
use deskhand_model::AppSelector;
use deskhand_schema::Asked;
use deskhand_schema::request::{ActRequest, AppRef, FindRequest, KeysRequest, Timed, Want};

use crate::secret::MASK;
use crate::step::Draft;
use crate::words;

/// Title and request of a step.
#[derive(Clone, Debug)]
pub(crate) struct Wording {
    pub(crate) title: String,
    pub(crate) asked: Asked,
}

/// A step in both wordings.
#[derive(Debug)]
pub(crate) struct Worded {
    /// Without its texts.
    pub(crate) safe: Wording,
    /// With them, where it has any.
    pub(crate) texts: Option<Texts>,
}

/// Texts with the step as it reads when they may be told.
#[derive(Debug)]
pub(crate) struct Texts {
    texts: Vec<String>,
    open: Wording,
}

impl Texts {
    /// Puts the texts into the step, or keeps them out of all that is written. What is not known not to be a secret is
    /// taken for one.
    pub(crate) fn settle(self, draft: &mut Draft<'_>, keeps_secret: Option<bool>) {
        if keeps_secret == Some(false) {
            draft.step(|step| (step.title, step.asked) = (self.open.title, self.open.asked));
        } else {
            draft.mask(self.texts);
        }
    }
}

/// An action on an element.
pub(crate) fn act(locator: &Locator, act: &Act, options: &ActOptions) -> Worded {
    let wording = |act: &Act, texts: &[String]| {
        let title = format!("{} {}", words::act(act, texts), words::element(locator));
        let request = ActRequest { locator: locator.into(), act: act.into(), manner: options.into() };
        Wording { title, asked: Asked::Act(Box::new(request)) }
    };
    let texts = words::texts_of(act);
    let safe = wording(&without_text(act), &[]);
    let texts = (!texts.is_empty()).then(|| Texts { open: wording(act, &texts), texts });
    Worded { safe, texts }
}

/// Keys for an application.
pub(crate) fn keys(app: &AppSelector, chords: &[Chord], options: &ActOptions) -> Worded {
    let asked = |chords: &[Chord]| Asked::Keys(KeysRequest::new(AppRef::from(app), chords, options));
    let texts: Vec<String> = chords.iter().map(ToString::to_string).collect();
    let title = format!("keys {} in {}", words::short(&texts.join(" ")), words::app(app));
    Worded {
        safe: Wording { title: format!("keys in {}", words::app(app)), asked: asked(&[]) },
        texts: Some(Texts { texts, open: Wording { title, asked: asked(chords) } }),
    }
}

/// A wait for what becomes of an element.
pub(crate) fn wait(locator: &Locator, until: &Until, time: Timed) -> Worded {
    let element = words::element(locator);
    let wording = |want: Want, title: String| {
        let asked = Asked::Find(FindRequest { locator: locator.into(), want, time });
        Wording { title, asked }
    };
    match until {
        Until::Present => Worded { safe: wording(Want::Present, format!("wait for {element}")), texts: None },
        Until::Absent => {
            Worded { safe: wording(Want::Absent, format!("wait until gone: {element}")), texts: None }
        }
        Until::Text(text) => {
            let title = format!("wait for the text \"{}\" of {element}", words::short(text));
            let open = wording(Want::Text(text.clone()), title);
            let safe = wording(Want::Text(MASK.to_owned()), format!("wait for the text of {element}"));
            Worded { safe, texts: Some(Texts { texts: vec![text.clone()], open }) }
        }
    }
}

/// The same action without its text.
fn without_text(act: &Act) -> Act {
    match act {
        Act::SetText(_) => Act::SetText(MASK.to_owned()),
        Act::SetNumber(_) | Act::SetValue(_) => Act::SetValue(MASK.to_owned()),
        Act::TypeText(_) => Act::TypeText(MASK.to_owned()),
        Act::Keys(_) => Act::Keys(Vec::new()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use deskhand_model::Query;

    use super::*;

    fn locator() -> Locator {
        let query = Query::parse("Password").unwrap();
        Locator { app: AppSelector::Name("login".to_owned()), query, nth: None }
    }

    fn told(wording: &Wording) -> String {
        format!("{} {}", wording.title, serde_json::to_string(&wording.asked).unwrap())
    }

    #[test]
    fn a_step_reads_with_its_text_only_where_that_may_be_told() {
        let (text, options) = ("hunter2".to_owned(), ActOptions::default());
        let time = Timed::within(Duration::ZERO);
        for worded in [
            act(&locator(), &Act::TypeText(text.clone()), &options),
            act(&locator(), &Act::SetText(text.clone()), &options),
            act(&locator(), &Act::SetValue(text.clone()), &options),
            wait(&locator(), &Until::Text(text.clone()), time),
        ] {
            assert!(!told(&worded.safe).contains("hunter2"), "{:?}", worded.safe);
            let texts = worded.texts.unwrap();
            assert!(texts.open.title.contains("hunter2") && told(&texts.open).contains("Password"));
            assert_eq!(texts.texts, ["hunter2"]);
        }
    }

    #[test]
    fn what_carries_no_text_has_one_wording() {
        assert!(act(&locator(), &Act::Press, &ActOptions::default()).texts.is_none());
        assert!(wait(&locator(), &Until::Absent, Timed::within(Duration::ZERO)).texts.is_none());
    }
}
