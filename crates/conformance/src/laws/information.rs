//! Checks of laws 3, 4, 10 and 13: determinizations, the omniscient viewer, and serialized views.

use serde_json::Value;
use zashiki_core::{
    Event as _, Game, GameRng, GameStateExt as _, IllegalAction, InfoState, Match, Viewer,
};

use super::trial::{Findings, Trial, json, probes, text};

impl<G: Game> Trial<'_, G> {
    /// Checks laws 3 and 4: determinizations have the same views, legal actions, prompts, situations
    /// and errors as the state.
    pub fn determinizations(&self, match_: &Match<G>, rng: &mut GameRng, findings: &Findings) {
        let state = match_.state();
        for viewer in self.viewers() {
            let view = state.view(viewer);
            let determinization = G::determinize(self.config, &view, rng.fork());
            assert_eq!(
                determinization.view(viewer),
                view,
                "law 4: {}: {viewer:?} has a different view of the determinization",
                self.at(match_)
            );
            if let Err(fault) = determinization.check_invariants() {
                panic!("law 4: {}: determinization: {fault}", self.at(match_));
            }
            assert_eq!(determinization.turn(), state.turn(), "law 4: {}", self.at(match_));
            findings.hidden.set_if(|| without_rng(&determinization) != without_rng(state));
            self.reads_back(match_, &view, viewer);
            assert_eq!(
                determinization.progress(),
                state.progress(),
                "law 3: {}: the progress",
                self.at(match_)
            );
            let Some(seat) = viewer.seat() else { continue };
            assert_eq!(
                determinization.legal(seat),
                state.legal(seat),
                "law 3: {}",
                self.at(match_)
            );
            assert_eq!(
                determinization.prompt(seat),
                state.prompt(seat),
                "law 3: {}",
                self.at(match_)
            );
            assert_eq!(
                determinization.situations(seat),
                state.situations(seat),
                "law 3: {}: the situations",
                self.at(match_)
            );
            if seat != self.seat_for_errors(match_) {
                continue;
            }
            for action in probes::<G>(rng) {
                let errors: [Option<IllegalAction>; 2] =
                    [&determinization, state].map(|state| state.is_legal(seat, action).err());
                assert_eq!(errors[0], errors[1], "law 3: {}: {action}", self.at(match_));
            }
        }
    }

    /// Checks law 13: a view written as JSON reads back equal, and gives an equal information state.
    fn reads_back(&self, match_: &Match<G>, view: &G::View, viewer: Viewer) {
        let at = |fault| format!("law 13: {}: {viewer:?}: {fault}", self.at(match_));
        let read: Result<G::View, _> = serde_json::from_str(&text(view));
        let read = read.unwrap_or_else(|fault| panic!("{}", at(fault.to_string())));
        assert!(read == *view, "{}", at(format!("{view:?} reads back as {read:?}")));
        let Some(seat) = viewer.seat() else { return };
        let info_state = InfoState::<G>::of_view(self.config, seat, &json(view));
        let info_state = info_state.unwrap_or_else(|fault| panic!("{}", at(fault.to_string())));
        assert!(
            info_state.view() == view && info_state.seat() == seat,
            "{}",
            at("the information state differs".to_owned())
        );
    }

    /// Checks law 10: the omniscient viewer sees what all seats and a spectator see together, and nothing
    /// else.
    pub fn omniscient_views(&self, match_: &Match<G>, rng: &mut GameRng, findings: &Findings) {
        let state = match_.state();
        let omniscient = state.view(Viewer::Omniscient);
        let determinization = G::determinize(self.config, &omniscient, rng.fork());
        let mut views = Vec::new();
        for viewer in Viewer::all(self.seats) {
            let view = state.view(viewer);
            assert_eq!(
                determinization.view(viewer),
                view,
                "law 10: {}: {viewer:?} knows something that the omniscient viewer does not",
                self.at(match_)
            );
            views.push(view);
        }
        // The omniscient viewer's events show everything that is public.
        if !views.contains(&omniscient) {
            let views: Vec<Value> = views.iter().map(json).collect();
            if let Some(path) = missing_path(&json(&omniscient), &views.iter().collect::<Vec<_>>())
            {
                panic!(
                    "law 10: {}: {path} of the omniscient view is in no other view",
                    self.at(match_)
                );
            }
        }
        let events = match_.played().last().map_or(match_.opening(), |taken| &taken.events);
        for event in events {
            let known = event.for_viewer(Viewer::Omniscient);
            for viewer in Viewer::all(self.seats) {
                assert_eq!(
                    known.as_ref().and_then(|event| event.for_viewer(viewer)),
                    event.for_viewer(viewer),
                    "law 10: {}: {viewer:?} receives an event that the omniscient viewer does not",
                    self.at(match_)
                );
            }
        }
        findings.private.set_if(|| omniscient != state.view(Viewer::Spectator));
    }
}

/// The path of the first part of `value` that the values `others` do not contain; `None` if they contain all
/// of it. They contain a part if one of them has the same value at its path, or if together they contain
/// everything in it.
fn missing_path(value: &Value, others: &[&Value]) -> Option<String> {
    if others.contains(&value) {
        return None;
    }
    let whole = parts(value);
    let alike: Vec<_> = (others.iter().map(|other| parts(other)))
        .filter(|other| !other.is_empty() && other.len() == whole.len())
        .filter(|other| other.iter().zip(&whole).all(|((there, _), (here, _))| there == here))
        .collect();
    if alike.is_empty() {
        return Some(String::new());
    }
    whole.iter().enumerate().find_map(|(index, (key, part))| {
        let same: Vec<&Value> = alike.iter().map(|other| other[index].1).collect();
        missing_path(part, &same).map(|path| format!("/{key}{path}"))
    })
}

/// The fields of an object by key, or the items of a list by index; empty for other values.
fn parts(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(fields) => fields.iter().map(|(key, part)| (key.clone(), part)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        _ => Vec::new(),
    }
}

/// The position as JSON without its RNG, which differs between determinizations.
fn without_rng<G: Game>(state: &G) -> Value {
    let mut position = json(&state.position());
    if let Value::Object(fields) = &mut position {
        fields.remove("dice");
    }
    position
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_part_of_an_omniscient_view_is_in_the_view_of_a_seat() {
        let view = |hands: Value, deck: Value| json!({ "hands": hands, "deck": deck });
        let first = view(json!([{ "tiles": [1, 2] }, { "tiles": null }]), json!(3));
        let second = view(json!([{ "tiles": null }, { "tiles": [4] }]), json!(3));
        let missing = |omniscient: Value| missing_path(&omniscient, &[&first, &second]);
        let hands = json!([{ "tiles": [1, 2] }, { "tiles": [4] }]);
        assert_eq!(missing(view(hands.clone(), json!(3))), None);
        assert_eq!(missing(view(hands.clone(), json!([7, 8, 9]))).as_deref(), Some("/deck"));
        let wrong = json!([{ "tiles": [1, 2] }, { "tiles": [5] }]);
        assert_eq!(missing(view(wrong, json!(3))).as_deref(), Some("/hands/1/tiles/0"));
        assert_eq!(missing(json!({ "hands": hands })).as_deref(), Some(""));
        let more = json!({ "hands": [], "deck": 3, "order": [] });
        assert_eq!(missing(more).as_deref(), Some(""));
    }
}
