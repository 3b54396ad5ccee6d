//! What goes over the wire about people: who they are, on which devices, and how strong.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::LocalizedText;

/// What people set about themselves; what they did not set is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct Profile {
    /// The name they sit down with.
    #[serde(default)]
    pub name: String,
    /// Their crest.
    #[serde(default)]
    pub crest: Option<Crest>,
    /// Its colour.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// Whether their results count where a table is rated, and lists name them.
    #[serde(default)]
    pub rated: bool,
}

impl Profile {
    /// What is shown beside the name.
    pub(crate) fn look(&self) -> Look {
        Look { crest: self.crest, colour: self.colour }
    }
}

/// What is shown beside somebody's name, as they set it when they sat down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Look {
    /// Their crest; left out if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub crest: Option<Crest>,
    /// Its colour; left out if they chose none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub colour: Option<Colour>,
}

/// A crest beside a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Crest {
    /// A fan.
    Fan,
    /// The moon.
    Moon,
    /// A mountain.
    Mountain,
    /// Waves.
    Waves,
    /// Scales.
    Scales,
    /// Lozenges.
    Lozenges,
    /// Plum blossom.
    Plum,
    /// The frame of a well.
    Well,
    /// Arrows.
    Arrows,
    /// A wheel.
    Wheel,
    /// Hemp leaf.
    Hemp,
    /// A knot.
    Knot,
}

/// The colour of a crest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Colour {
    /// Ink.
    Ink,
    /// Vermilion.
    Vermilion,
    /// Indigo.
    Indigo,
    /// Moss.
    Moss,
    /// Gold.
    Gold,
}

/// `GET /api/me`: what the house knows of the asker. `POST /api/me` with a [`Profile`] sets that,
/// `DELETE /api/me` has all of it forgotten; both answer with it.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Me {
    /// What they set.
    pub profile: Profile,
    /// Whether there is a recovery code.
    pub coded: bool,
    /// Their passkeys, the oldest first.
    pub passkeys: Vec<Passkey>,
    /// Their browsers, once there is a recovery code or a passkey; the oldest first.
    pub devices: Vec<Device>,
    /// Their ratings.
    pub ratings: Vec<MyRating>,
    /// What they have played to its end; the most played first.
    pub played: Vec<Played>,
}

/// A passkey of a person. `DELETE /api/me/passkeys/{id}` has it forgotten.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Passkey {
    /// How the device calls it, in base64url.
    pub id: String,
    /// Milliseconds since 1970 when it was made.
    #[ts(type = "number")]
    pub since: i64,
}

/// A browser of a person. `DELETE /api/me/devices/{id}` signs it out, `DELETE /api/me/devices` all
/// but the one that asks.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Device {
    /// Its number.
    #[ts(type = "number")]
    pub id: i64,
    /// Milliseconds since 1970 when it came to the person.
    #[ts(type = "number")]
    pub since: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// How strong somebody is, as results say.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Strength {
    /// In points; everybody begins at 1500.
    pub points: i32,
    /// By how much that may be off: two thirds of the time it is less.
    pub margin: i32,
    /// How many plays counted.
    pub plays: u32,
    /// Whether these are too few for a rank.
    pub provisional: bool,
}

/// A rating of the asker.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct MyRating {
    /// The game's id.
    pub game: String,
    /// At so many seats.
    pub seats: u8,
    /// How strong.
    #[serde(flatten)]
    pub strength: Strength,
}

/// What a person has played of a game.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// How many plays have ended.
    pub plays: u32,
    /// How many of them the person won.
    pub won: u32,
}

/// The answer to `POST /api/me/code`. It is shown once: the house keeps its hash alone.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RecoveryCode {
    /// Five groups of five letters; any former code is void.
    pub code: String,
}

/// Body of `POST /api/me/recover`: this browser is to be the person's whose code this is. The answer
/// is [`Entering`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct Enter {
    /// The recovery code, however it is written.
    pub code: String,
    /// Whether the person at the browser has seen what comes of it. Otherwise nothing is done.
    pub sure: bool,
}

/// What a browser is to make a passkey with, or to ask for one: the argument of
/// `PublicKeyCredential.parseCreationOptionsFromJSON` after `POST /api/me/passkeys/begin`, or of
/// `parseRequestOptionsFromJSON` after `POST /api/me/passkeys/ask` (Web Authentication Level 3,
/// §5.1.8 and §5.1.9). It holds for five minutes, in this browser.
#[derive(Debug, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "server.ts")]
pub struct PasskeyOptions(#[ts(type = "object")] pub Value);

/// Body of `POST /api/me/passkeys`: a passkey that was made. The answer is [`Me`]. Everything is in
/// base64url, as in the browser's `PublicKeyCredential.toJSON()`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct MadePasskey {
    /// Its `response.clientDataJSON`.
    pub client_data: String,
    /// Its `response.authenticatorData`.
    pub authenticator_data: String,
    /// Its `response.publicKey`.
    pub public_key: String,
}

/// Body of `POST /api/me/passkeys/enter`: this browser is to be the person's whose passkey signed.
/// The answer is [`Entering`]. Everything is in base64url, as in the browser's
/// `PublicKeyCredential.toJSON()`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct EnterByPasskey {
    /// Its `id`.
    pub id: String,
    /// Its `response.clientDataJSON`.
    pub client_data: String,
    /// Its `response.authenticatorData`.
    pub authenticator_data: String,
    /// Its `response.signature`.
    pub signature: String,
    /// As in [`Enter`].
    pub sure: bool,
}

/// What comes, or came, of [`Enter`] or [`EnterByPasskey`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Entering {
    /// Whose code or passkey it is.
    pub profile: Profile,
    /// Whether it was done.
    pub done: bool,
    /// At how many tables this browser's seats become theirs.
    pub come: usize,
    /// At how many tables this browser's seats stay behind.
    pub stay: usize,
    /// Whether this browser's person can be come back to, by a code or passkey of their own or on
    /// another device.
    /// Then all its tables stay with it.
    pub back: bool,
}

/// `GET /api/ratings?game=…&seats=…`: the strongest at a game with so many seats, of those people
/// who want to be rated, and the bots of all levels with the ratings that matches between them have
/// shown.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Ratings {
    /// Those that have a rank first, each by their points.
    pub list: Vec<RatedPlayer>,
}

/// A line of [`Ratings`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RatedPlayer {
    /// 1 for the first person; none while the rating is provisional, and for bots.
    pub rank: Option<usize>,
    /// The name; empty if none was chosen.
    pub name: LocalizedText,
    /// The bot's id, if it is one.
    pub bot: Option<String>,
    /// As in [`Profile`].
    pub crest: Option<Crest>,
    /// As in [`Profile`].
    pub colour: Option<Colour>,
    /// Whether it is the asker.
    pub you: bool,
    /// How strong.
    #[serde(flatten)]
    pub strength: Strength,
}

/// `GET /api/ratings/history?game=…&seats=…`: the asker's rating after each result that counted, at
/// most the 500 newest.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RatingHistory {
    /// Oldest first.
    pub steps: Vec<RatingStep>,
}

/// A rating after a result.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RatingStep {
    /// Milliseconds since 1970 when the game ended.
    #[ts(type = "number")]
    pub at: i64,
    /// As in [`Strength`].
    pub points: i32,
    /// As in [`Strength`].
    pub margin: i32,
    /// As in [`Strength`].
    pub provisional: bool,
    /// The id of the table, which may be gone by now.
    pub table: String,
}

/// `GET /api/me/push`: whether people who are not there can be called.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct PushKeyShown {
    /// The key that the browser gives its push service; none: nobody is called.
    pub key: Option<String>,
}

/// Body of `POST /api/me/push`: how the asker's browser is called to tables that go on for days.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct PushSubscription {
    /// Its address at its push service.
    pub endpoint: String,
    /// Its public key, in base64url.
    pub p256dh: String,
    /// The secret that it shares with those who may call it, in base64url.
    pub auth: String,
    /// What its person reads: `ja`, or else English.
    pub lang: String,
}
