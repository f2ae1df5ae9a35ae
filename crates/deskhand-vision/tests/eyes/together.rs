//! Several ways of looking at once.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Image, Sight, Vision};
use deskhand_model::{Error, ErrorKind, Rect, Result};
use deskhand_vision::{Answer, Eyes, EyesOptions, Model, ModelKind, ModelOptions, OcrOptions, Question};

use crate::drawn::{LIGHT, plain, widget, window};
use crate::stub::{Says, Stub};
use crate::{PATIENCE, comparing, crop, dialog, sight};

/// A model that always says the same.
struct Fixed(Result<Answer>);

#[async_trait]
impl Model for Fixed {
    async fn locate(&self, _: &Question) -> Result<Answer> {
        self.0.clone()
    }
}

fn seeing(place: Rect) -> Arc<Fixed> {
    Arc::new(Fixed(Ok(Answer { place: Some(place), confidence: 0.7 })))
}

/// How a widget looks that the windows do not have.
fn unknown() -> Arc<Image> {
    let mut image = plain(130, 40, LIGHT.ground);
    widget(&mut image, Rect::new(5, 5, 120, 30), 7, LIGHT);
    Arc::new(image)
}

#[tokio::test]
async fn a_model_is_not_asked_when_the_picture_tells_enough() {
    let stub = Stub::start(Says::Nothing).await;
    let model = ModelOptions { budget: PATIENCE, ..ModelOptions::new(ModelKind::Ollama, &stub.url, "m") };
    let eyes = Eyes::new(EyesOptions { template: true, ocr: None, model: Some(model) }).unwrap();
    let picture = window(LIGHT);
    let known = crop(&picture, Rect::new(20, 15, 120, 30));
    let sight = Sight { thumbnail: Some(Arc::new(known)), ..sight(&picture) };
    let spotted = eyes.spot(&sight, PATIENCE * 2).await.unwrap();
    assert_eq!((spotted[0].by, spotted[0].place), ("template", Rect::new(20, 15, 120, 30)));
    assert!(stub.asked().is_empty());
}

#[tokio::test]
async fn a_model_is_asked_when_the_picture_does_not_tell_enough() {
    let eyes = comparing().ask(seeing(Rect::new(5, 6, 70, 80)), PATIENCE).unwrap();
    let sight = Sight { thumbnail: Some(unknown()), ..sight(&window(LIGHT)) };
    let spotted = eyes.spot(&sight, PATIENCE * 2).await.unwrap();
    assert_eq!((spotted[0].by, spotted[0].place), ("model", Rect::new(5, 6, 70, 80)));
    assert!(spotted.iter().any(|spotted| spotted.by == "template"), "{spotted:?}");
    assert!(spotted.is_sorted_by(|better, worse| better.confidence >= worse.confidence));
}

#[tokio::test]
async fn a_model_of_ones_own_is_checked_like_any_other() {
    let eyes = |answer| {
        let off = EyesOptions { template: false, ocr: None, model: None };
        Eyes::new(off).unwrap().ask(Arc::new(Fixed(Ok(answer))), PATIENCE).unwrap()
    };
    let sight = sight(&window(LIGHT));
    let outside = Answer { place: Some(Rect::new(i32::MAX, i32::MIN, u32::MAX, u32::MAX)), confidence: 0.5 };
    assert!(eyes(outside).spot(&sight, PATIENCE).await.is_err());
    for (said, believed) in [(f64::NAN, 0.0), (-5.0, 0.0), (7.0, 0.85)] {
        let answer = Answer { place: Some(Rect::new(1, 2, 3, 4)), confidence: said };
        let spotted = eyes(answer).spot(&sight, PATIENCE).await.unwrap();
        assert!((spotted[0].confidence - believed).abs() < 1e-9, "{said}: {spotted:?}");
    }
}

#[tokio::test]
async fn a_way_that_fails_does_not_hide_what_the_others_see() {
    let broken = Arc::new(Fixed(Err(Error::new(ErrorKind::Io, "the model is down"))));
    let eyes = comparing().ask(broken, PATIENCE).unwrap();
    let sight = Sight { thumbnail: Some(unknown()), ..sight(&window(LIGHT)) };
    assert!(eyes.spot(&sight, PATIENCE * 2).await.unwrap().iter().all(|spotted| spotted.by == "template"));
}

#[tokio::test]
async fn when_every_way_fails_all_reasons_are_told_in_order() {
    let broken = Arc::new(Fixed(Err(Error::new(ErrorKind::Io, "the model is down").hint("Start it."))));
    let ocr = Some(OcrOptions { budget: PATIENCE, ..OcrOptions::default() });
    let eyes =
        Eyes::new(EyesOptions { template: true, ocr, model: None }).unwrap().ask(broken, PATIENCE).unwrap();
    let error = eyes.spot(&sight(&window(LIGHT)), PATIENCE * 2).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionFailed);
    let expected = [
        "template: it is not known how the element looked",
        "ocr: the element had no name to look for",
        "model: the model is down",
    ];
    assert_eq!(error.steps(), expected);
    assert_eq!(error.advice(), Some("Start it."));
}

#[tokio::test]
async fn the_time_of_a_model_is_not_spent_on_comparing() {
    let broken = Arc::new(Fixed(Err(Error::new(ErrorKind::Io, "the model is down"))));
    let eyes = comparing().ask(broken, PATIENCE).unwrap();
    let picture = window(LIGHT);
    let known = crop(&picture, Rect::new(20, 15, 120, 30));
    let sight = Sight { thumbnail: Some(Arc::new(known)), ..sight(&picture) };
    let error = eyes.spot(&sight, eyes.extra_time()).await.unwrap_err();
    assert!(
        error.steps()[0].starts_with("template: the picture could not be searched within 0"),
        "{error:?}"
    );
    assert_eq!(error.steps()[1], "model: the model is down");
}

#[tokio::test]
async fn eyes_that_are_shut_say_so() {
    let shut = Eyes::new(EyesOptions { template: false, ocr: None, model: None }).unwrap();
    let error = shut.spot(&sight(&window(LIGHT)), PATIENCE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionUnsupported);
    assert!(error.message().contains("switched off"), "{error:?}");
    assert_eq!(shut.extra_time(), Duration::ZERO);
}

#[tokio::test]
async fn a_text_is_read_when_nothing_looks_alike() {
    let ocr = Some(OcrOptions { budget: PATIENCE, ..OcrOptions::default() });
    let eyes = Eyes::new(EyesOptions { template: true, ocr, model: None }).unwrap();
    let sight = Sight { thumbnail: Some(unknown()), name: "Cancel".to_owned(), ..sight(&dialog("larger")) };
    let spotted = eyes.spot(&sight, PATIENCE).await.unwrap();
    assert_eq!(spotted[0].by, "ocr", "{spotted:?}");
}

#[test]
fn only_what_is_slow_takes_extra_time() {
    assert_eq!(comparing().extra_time(), Duration::ZERO);
    let model = ModelOptions::new(ModelKind::Ollama, "http://127.0.0.1:1", "m");
    let eyes = Eyes::new(EyesOptions { template: true, ocr: None, model: Some(model) }).unwrap();
    assert_eq!(eyes.extra_time(), Duration::from_secs(2));
    let eyes = eyes.ask(seeing(Rect::new(0, 0, 1, 1)), Duration::from_secs(5)).unwrap();
    assert_eq!(eyes.extra_time(), Duration::from_secs(5));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let model = ModelOptions::new(ModelKind::Ollama, "gopher://host", "m");
    let error = Eyes::new(EyesOptions { model: Some(model), ..EyesOptions::default() }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    for budget in [Duration::ZERO, Duration::MAX] {
        let error = comparing().ask(seeing(Rect::default()), budget).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{budget:?}");
    }
}
