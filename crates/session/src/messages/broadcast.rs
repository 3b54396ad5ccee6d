//! The data that a table's clients have received, and the messages that update it.

use std::sync::Arc;

use serde::Serialize;
use zashiki_core::{Lang, PackedJson, PackedJsonWriter, Seat, Step, StepFrames};

use crate::guest::Guest;
use crate::messages::patch::{patch, unchanged};
use crate::protocol::{AroundChange, PlayChange, StepChange, ToClient, ToldChange};
use crate::table::seats::ViewKey;
use crate::table::snapshot::TableSnapshot;

/// The data that all clients with the same viewpoint and language have received.
pub struct ClientCache {
    /// The number of steps that these clients have.
    pub steps: usize,
    view: PackedJson,
    /// The [`TableNow`](crate::protocol::TableNow) that these clients have.
    now: PackedJson,
}

impl ClientCache {
    /// The current data for clients with this viewpoint and language.
    pub fn of(
        snapshot: &TableSnapshot<'_>,
        reader: ViewKey,
        is_online: impl Fn(Guest) -> bool,
    ) -> ClientCache {
        let now = PackedJson::of(&snapshot.now(reader, is_online));
        ClientCache { steps: snapshot.steps(), view: snapshot.view(reader.you), now }
    }
}

/// Builds the update messages for all clients. Parts that are identical for several clients are serialized
/// once.
pub struct Broadcast<'a> {
    snapshot: &'a TableSnapshot<'a>,
    /// The last step, prepared for each viewpoint, if it is the only new one.
    shown: Vec<(Option<Seat>, Arc<StepFrames>)>,
    cached: Vec<CachedPart>,
    out: PackedJsonWriter,
}

/// A serialized [`PlayChange`] for all clients with the same language, the same previous view and the same
/// new step.
struct CachedPart {
    lang: Option<Lang>,
    before: PackedJson,
    shown: Arc<StepFrames>,
    play: String,
}

impl<'a> Broadcast<'a> {
    /// Starts a broadcast to these readers. If `single`, there is one new change, which is sent with the view
    /// after each event.
    pub fn new(
        snapshot: &'a TableSnapshot<'a>,
        readers: &[ViewKey],
        single: bool,
    ) -> Broadcast<'a> {
        // Equal viewers are adjacent.
        let mut eyes: Vec<Option<Seat>> = readers.iter().map(|reader| reader.you).collect();
        eyes.dedup();
        let shown = if single { snapshot.last_shown(&eyes) } else { None };
        let shown = eyes.into_iter().zip(shown.unwrap_or_default()).collect();
        Broadcast { snapshot, shown, cached: Vec::new(), out: PackedJsonWriter::default() }
    }

    /// The update message for clients with this viewpoint and language, and the data that they have after it.
    pub fn change(
        &mut self,
        reader: ViewKey,
        known: &ClientCache,
        is_online: impl Fn(Guest) -> bool,
    ) -> (String, ClientCache) {
        let ViewKey { you, lang } = reader;
        let shown = self.shown.iter().find(|(eyes, _)| *eyes == you).map(|(_, shown)| shown);
        let shown = shown.filter(|_| known.steps + 1 == self.snapshot.steps()).cloned();
        let (play, view) = match shown {
            Some(shown) => (self.write_once(known, &shown, lang), shown.view.clone()),
            None => {
                let view = self.snapshot.view(you);
                let steps = self.snapshot.steps_since(you, known.steps);
                (self.write(known, &steps, &view, lang), view)
            }
        };
        let now = self.out.data(&self.snapshot.now(reader, is_online));
        let around = AroundChange {
            now: patch(&known.now, &now, &mut self.out),
            in_hand: self.snapshot.in_hand(you),
        };
        let text = changed(&play, &to_json(&around));
        (text, ClientCache { steps: self.snapshot.steps(), view, now })
    }

    /// The JSON of a [`PlayChange`], from the cache if possible.
    fn write_once(
        &mut self,
        known: &ClientCache,
        shown: &Arc<StepFrames>,
        lang: Option<Lang>,
    ) -> String {
        let same = |part: &&CachedPart| {
            part.lang == lang && part.before.is(&known.view) && Arc::ptr_eq(&part.shown, shown)
        };
        if let Some(part) = self.cached.iter().find(same) {
            return part.play.clone();
        }
        let play = self.write(known, std::slice::from_ref(&shown.step), &shown.view, lang);
        let (before, shown) = (known.view.clone(), shown.clone());
        self.cached.push(CachedPart { lang, before, shown, play: play.clone() });
        play
    }

    fn write(
        &mut self,
        known: &ClientCache,
        steps: &[Step],
        view: &PackedJson,
        lang: Option<Lang>,
    ) -> String {
        let mut shown = &known.view;
        let out = &mut self.out;
        let since = |step| StepChange::since(step, lang, &mut shown, out);
        let steps = steps.iter().map(since).collect();
        to_json(&PlayChange {
            version: self.snapshot.version(),
            steps_from: known.steps,
            steps,
            view: patch(shown, view, &mut self.out),
        })
    }
}

impl StepChange {
    /// Converts a step to patches. The first patch starts from the view `shown`, which becomes the view after
    /// the step.
    fn since<'a>(
        step: &'a Step,
        lang: Option<Lang>,
        shown: &mut &'a PackedJson,
        out: &mut PackedJsonWriter,
    ) -> StepChange {
        let told = step.told.iter().map(|told| {
            let before = told.view.as_ref().map(|view| std::mem::replace(shown, view));
            ToldChange {
                event: told.event.clone(),
                text: told.text.clone().only(lang),
                rule: told.rule,
                view: before
                    .map(|before| patch(before, shown, out).unwrap_or_else(|| unchanged(out))),
            }
        });
        let told = told.collect();
        let episodes = step.episodes.iter().cloned().map(|episode| episode.only(lang)).collect();
        StepChange { seat: step.seat, told, episodes, scores: step.scores.clone() }
    }
}

/// Serializes a message as JSON.
fn to_json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("a message is plain data")
}

/// The fields of a serialized object, without its braces.
fn fields(object: &str) -> &str {
    object.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or_default()
}

/// A [`ToClient::Changed`] built from its serialized parts.
fn changed(play: &str, around: &str) -> String {
    let (play, around) = (fields(play), fields(around));
    let comma = if around.is_empty() { "" } else { "," };
    ["{\"type\":\"changed\",", play, comma, around, "}"].concat()
}

/// The JSON text of a message.
pub fn to_text(message: &ToClient) -> String {
    to_json(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{InHand, TableChange};

    #[test]
    fn a_change_is_written_as_its_type_says() {
        let view = Some(unchanged(&mut PackedJsonWriter::default()));
        let play = PlayChange { version: 3, steps_from: 2, steps: Vec::new(), view };
        for draft in [None, Some("a draft".to_owned())] {
            let in_hand = InHand { draft, ..InHand::default() };
            let around = AroundChange { now: None, in_hand };
            let text = changed(&to_json(&play), &to_json(&around));
            let whole = ToClient::Changed(TableChange { play: play.clone(), around });
            assert_eq!(text, to_text(&whole));
        }
    }
}
