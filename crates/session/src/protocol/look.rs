//! The appearance of a person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A person's appearance beside the name, as it was when the person took the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Look {
    /// The person's crest; left out if none was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub crest: Option<Crest>,
    /// The crest's colour; left out if none was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub colour: Option<Colour>,
}

/// A crest that is shown beside a person's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "session.ts")]
pub enum Crest {
    /// A crest that shows a fan.
    Fan,
    /// A crest that shows the moon.
    Moon,
    /// A crest that shows a mountain.
    Mountain,
    /// A crest that shows waves.
    Waves,
    /// A crest with a pattern of scales.
    Scales,
    /// A crest with a pattern of lozenges.
    Lozenges,
    /// A crest that shows a plum blossom.
    Plum,
    /// A crest that shows the frame of a well.
    Well,
    /// A crest that shows arrows.
    Arrows,
    /// A crest that shows a wheel.
    Wheel,
    /// A crest that shows a hemp leaf.
    Hemp,
    /// A crest that shows a knot.
    Knot,
}

/// The colour of a crest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "session.ts")]
pub enum Colour {
    /// A crest in the colour of ink.
    Ink,
    /// A crest in vermilion.
    Vermilion,
    /// A crest in indigo.
    Indigo,
    /// A crest in moss green.
    Moss,
    /// A crest in gold.
    Gold,
}
