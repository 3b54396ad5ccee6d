//! What those at a table have been told, and what brings them up to date.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use table::{Data, DataWriter, Seat, Shown, Step};

use crate::guest::Guest;
use crate::patch::{patch, unchanged};
use crate::scene::Scene;
use crate::wire::{AroundChange, PlayChange, StepChange, ToClient, ToldChange};

/// What all clients with the same eyes have been told.
pub(crate) struct Known {
    /// How many steps there were.
    pub(crate) steps: usize,
    view: Data,
    /// A [`TableNow`](crate::wire::TableNow).
    now: Data,
}

impl Known {
    /// What there is to know with these eyes.
    pub(crate) fn of(
        scene: &Scene<'_>,
        you: Option<Seat>,
        is_online: impl Fn(Guest) -> bool,
    ) -> Known {
        let now = Data::of(&scene.now(you, is_online));
        Known { steps: scene.steps(), view: scene.view(you), now }
    }
}

/// What brings everybody up to date. What several are told alike is written once.
pub(crate) struct Telling<'a> {
    scene: &'a Scene<'a>,
    /// The one step that is new, with whose eyes.
    shown: Vec<(Option<Seat>, Arc<Shown>)>,
    written: Vec<Written>,
    out: DataWriter,
}

/// What was written for those who had this view and are shown this.
struct Written {
    before: Data,
    shown: Arc<Shown>,
    play: String,
}

impl<'a> Telling<'a> {
    /// Of those with these eyes, to whom a single change is shown event by event.
    pub(crate) fn new(scene: &'a Scene<'a>, eyes: &[Option<Seat>], single: bool) -> Telling<'a> {
        let shown = if single { scene.last_shown(eyes) } else { None };
        let shown = eyes.iter().copied().zip(shown.unwrap_or_default()).collect();
        Telling { scene, shown, written: Vec::new(), out: DataWriter::default() }
    }

    /// What those with these eyes do not know yet, and what they know then.
    pub(crate) fn change(
        &mut self,
        you: Option<Seat>,
        known: &Known,
        is_online: impl Fn(Guest) -> bool,
    ) -> (Utf8Bytes, Known) {
        let shown = self.shown.iter().find(|(eyes, _)| *eyes == you).map(|(_, shown)| shown);
        let shown = shown.filter(|_| known.steps + 1 == self.scene.steps()).cloned();
        let (play, view) = match shown {
            Some(shown) => (self.write_once(known, &shown), shown.view.clone()),
            None => {
                let view = self.scene.view(you);
                let steps = self.scene.steps_since(you, known.steps);
                (self.write(known, &steps, &view), view)
            }
        };
        let now = self.out.data(&self.scene.now(you, is_online));
        let around = AroundChange {
            now: patch(&known.now, &now, &mut self.out),
            in_hand: self.scene.in_hand(you),
        };
        let text = changed(&play, &written(&around));
        (text, Known { steps: self.scene.steps(), view, now })
    }

    /// The JSON of a [`PlayChange`].
    fn write_once(&mut self, known: &Known, shown: &Arc<Shown>) -> String {
        let same = |written: &&Written| {
            written.before.is(&known.view) && Arc::ptr_eq(&written.shown, shown)
        };
        if let Some(written) = self.written.iter().find(same) {
            return written.play.clone();
        }
        let play = self.write(known, std::slice::from_ref(&shown.step), &shown.view);
        let (before, shown) = (known.view.clone(), shown.clone());
        self.written.push(Written { before, shown, play: play.clone() });
        play
    }

    fn write(&mut self, known: &Known, steps: &[Step], view: &Data) -> String {
        let mut shown = &known.view;
        let out = &mut self.out;
        let steps = steps.iter().map(|step| StepChange::since(step, &mut shown, out)).collect();
        written(&PlayChange {
            version: self.scene.version(),
            steps_from: known.steps,
            steps,
            view: patch(shown, view, &mut self.out),
        })
    }
}

impl StepChange {
    /// A step for those to whom `shown` was last shown, which it brings up to date.
    fn since<'a>(step: &'a Step, shown: &mut &'a Data, out: &mut DataWriter) -> StepChange {
        let told = step.told.iter().map(|told| {
            let before = told.view.as_ref().map(|view| std::mem::replace(shown, view));
            ToldChange {
                event: told.event.clone(),
                text: told.text.clone(),
                rule: told.rule,
                view: before
                    .map(|before| patch(before, shown, out).unwrap_or_else(|| unchanged(out))),
            }
        });
        StepChange {
            number: step.number,
            seat: step.seat,
            told: told.collect(),
            scores: step.scores.clone(),
        }
    }
}

/// JSON.
fn written(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("a message is plain data")
}

/// The fields of an object that is written.
fn fields(object: &str) -> &str {
    object.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or_default()
}

/// A [`ToClient::Changed`] whose parts are written.
fn changed(play: &str, around: &str) -> Utf8Bytes {
    ["{\"type\":\"changed\",", fields(play), ",", fields(around), "}"].concat().into()
}

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &ToClient) -> Utf8Bytes {
    written(message).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{InHand, TableChange};

    #[test]
    fn a_change_is_written_as_its_type_says() {
        let view = Some(unchanged(&mut DataWriter::default()));
        let play = PlayChange { version: 3, steps_from: 2, steps: Vec::new(), view };
        let around = AroundChange { now: None, in_hand: InHand::default() };
        let text = changed(&written(&play), &written(&around));
        let whole = ToClient::Changed(TableChange { play, around });
        assert_eq!(text, to_text(&whole));
    }
}
