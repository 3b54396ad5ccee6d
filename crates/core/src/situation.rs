//! Situations: named facts about a decision, on which the advice in a first match depends.

use serde::Serialize;
use ts_rs::TS;

/// A named fact that is true for a seat that is to move, such as "your King can be captured next". The
/// game's tutorial has the [advice](crate::SituationAdvice) for it. It depends only on what the seat may
/// know (law 3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation<A> {
    /// The id, unique in the game.
    pub id: &'static str,
    /// The places that show it, by their names on the board.
    pub places: Vec<String>,
    /// The legal actions that make it true, or that answer it; empty if it is a fact about the position
    /// alone.
    pub actions: Vec<A>,
}

impl<A> Situation<A> {
    /// A fact about the position alone, shown by these places.
    pub fn of_places(id: &'static str, places: impl IntoIterator<Item = String>) -> Situation<A> {
        Situation::new(id, places, Vec::new())
    }

    /// A fact with the places that show it and the legal actions that it is about.
    pub fn new(
        id: &'static str,
        places: impl IntoIterator<Item = String>,
        actions: Vec<A>,
    ) -> Situation<A> {
        let mut distinct: Vec<String> = Vec::new();
        for place in places {
            if !distinct.contains(&place) {
                distinct.push(place);
            }
        }
        Situation { id, places: distinct, actions }
    }

    /// The situation as players receive it.
    pub(crate) fn shown(self) -> ShownSituation {
        ShownSituation { id: self.id, places: self.places }
    }
}

/// A [situation](Situation) as the player of the seat receives it, with the prompt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ShownSituation {
    /// The id of the situation.
    pub id: &'static str,
    /// The places that show it, by their names on the board.
    pub places: Vec<String>,
}
