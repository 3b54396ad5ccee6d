//! Wire types of users: profiles, devices, passkeys, ratings and push subscriptions.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::protocol::{Colour, Crest, Look};
use ts_rs::TS;
use zashiki_core::LocalizedText;

/// A person's own settings; settings never made are empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct Profile {
    /// The default name for new seats.
    #[serde(default)]
    pub name: String,
    /// The crest shown beside the name.
    #[serde(default)]
    pub crest: Option<Crest>,
    /// The colour of the crest.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// True if the person takes part in ratings: results at rated tables count, and rating lists show the
    /// name.
    #[serde(default)]
    pub rated: bool,
}

impl Profile {
    /// The crest and colour that other people see beside the person's name.
    pub(crate) fn look(&self) -> Look {
        Look { crest: self.crest, colour: self.colour }
    }
}

/// `GET /api/me`: the server's data about the caller. `POST /api/me` with a [`Profile`] replaces the profile,
/// `DELETE /api/me` deletes all data; both answer with the new state.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Me {
    /// The caller's profile.
    pub profile: Profile,
    /// True if the person has a recovery code.
    pub coded: bool,
    /// The person's passkeys, oldest first.
    pub passkeys: Vec<Passkey>,
    /// The person's browsers, oldest first; listed once there is a recovery code or a passkey.
    pub devices: Vec<Device>,
    /// The person's ratings.
    pub ratings: Vec<MyRating>,
    /// The person's finished matches by game, most played first.
    pub played: Vec<Played>,
}

/// A passkey of a person. `DELETE /api/me/passkeys/{id}` deletes it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Passkey {
    /// The credential id, in base64url.
    pub id: String,
    /// Creation time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
}

/// A browser of a person. `DELETE /api/me/devices/{id}` signs it out; `DELETE /api/me/devices` signs out all
/// but the caller's.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Device {
    /// The number that identifies the browser.
    #[ts(type = "number")]
    pub id: i64,
    /// The time at which the browser was linked to the person, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// True if the request came from this browser.
    pub this: bool,
}

/// A person's playing strength, estimated from results.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Strength {
    /// Rating points; everybody starts at 1500.
    pub points: i32,
    /// Standard error of `points`: with a probability of two thirds the true strength is within it.
    pub margin: i32,
    /// The number of rated matches.
    pub plays: u32,
    /// True if there are too few matches for a rank.
    pub provisional: bool,
}

/// A rating of the caller.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct MyRating {
    /// The game's id.
    pub game: String,
    /// The number of seats; ratings are separate for each.
    pub seats: u8,
    /// The strength.
    #[serde(flatten)]
    pub strength: Strength,
}

/// A person's finished matches of one game.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// The number of finished matches.
    pub plays: u32,
    /// The number of matches won.
    pub won: u32,
}

/// The answer to `POST /api/me/code`. The code is shown only once: the server stores only its hash.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RecoveryCode {
    /// Five groups of five letters; earlier codes become invalid.
    pub code: String,
}

/// Body of `POST /api/me/recover`: signs this browser in as the owner of the code. The answer is
/// [`Entering`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct Enter {
    /// The recovery code; case, spaces and hyphens do not matter.
    pub code: String,
    /// True if the user has seen and confirmed the consequences. If false, the server only reports them.
    pub sure: bool,
}

/// Options for creating or requesting a passkey in the browser: the argument of
/// `PublicKeyCredential.parseCreationOptionsFromJSON` after `POST /api/me/passkeys/begin`, or of
/// `parseRequestOptionsFromJSON` after `POST /api/me/passkeys/ask` (Web Authentication Level 3, §5.1.8 and
/// §5.1.9). They are valid for five minutes, in this browser only.
#[derive(Debug, Serialize, TS)]
#[serde(transparent)]
#[ts(export, export_to = "server.ts")]
pub struct PasskeyOptions(#[ts(type = "object")] pub Value);

/// Body of `POST /api/me/passkeys`: a newly created passkey. The answer is [`Me`]. All fields are in
/// base64url, as in the browser's `PublicKeyCredential.toJSON()`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct MadePasskey {
    /// The credential's `response.clientDataJSON`.
    pub client_data: String,
    /// The credential's `response.authenticatorData`.
    pub authenticator_data: String,
    /// The credential's `response.publicKey`.
    pub public_key: String,
}

/// Body of `POST /api/me/passkeys/enter`: signs this browser in as the owner of the passkey. The answer is
/// [`Entering`]. All fields are in base64url, as in the browser's `PublicKeyCredential.toJSON()`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct EnterByPasskey {
    /// The credential's `id`.
    pub id: String,
    /// The credential's `response.clientDataJSON`.
    pub client_data: String,
    /// The credential's `response.authenticatorData`.
    pub authenticator_data: String,
    /// The credential's `response.signature`.
    pub signature: String,
    /// True if the user has seen and confirmed the consequences. If false, the server only reports them.
    pub sure: bool,
}

/// The consequences of signing in by [`Enter`] or [`EnterByPasskey`]: expected ones if `done` is false,
/// actual ones otherwise.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Entering {
    /// The profile of the owner of the code or passkey.
    pub profile: Profile,
    /// True if the browser was signed in.
    pub done: bool,
    /// The number of tables at which this browser's seats pass to the owner.
    pub come: usize,
    /// The number of tables at which this browser's seats stay with its previous person.
    pub stay: usize,
    /// True if this browser's previous person has a code, a passkey or another device to return by. Then all
    /// tables stay with that person.
    pub back: bool,
}

/// `GET /api/ratings?game=…&seats=…`: the strongest rated people at a game with this number of seats, and the
/// bots of all levels with their ratings from matches between bots.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Ratings {
    /// Players with a rank first; within both groups by points.
    pub list: Vec<RatedPlayer>,
}

/// A row of [`Ratings`].
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RatedPlayer {
    /// The rank, from 1; none while the rating is provisional, and for bots.
    pub rank: Option<usize>,
    /// The name; empty if none was chosen.
    pub name: LocalizedText,
    /// The bot's id, if the player is a bot.
    pub bot: Option<String>,
    /// The player's crest; none if none was chosen.
    pub crest: Option<Crest>,
    /// The colour of the crest; none if none was chosen.
    pub colour: Option<Colour>,
    /// True if the player is the caller.
    pub you: bool,
    /// The strength.
    #[serde(flatten)]
    pub strength: Strength,
}

/// `GET /api/ratings/history?game=…&seats=…`: the caller's rating after each rated match, at most the 500
/// newest.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RatingHistory {
    /// The ratings, oldest first.
    pub steps: Vec<RatingStep>,
}

/// A rating after a match.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct RatingStep {
    /// End time of the match, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Rating points after the match.
    pub points: i32,
    /// Standard error of `points`.
    pub margin: i32,
    /// True if there were too few matches for a rank.
    pub provisional: bool,
    /// The id of the match's table, which may have been deleted since.
    pub table: String,
}

/// `GET /api/me/push`: the server's key for web push notifications.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct PushKeyShown {
    /// The public key that the browser passes to its push service; none if the server sends no notifications.
    pub key: Option<String>,
}

/// Body of `POST /api/me/push`: the browser's subscription to notifications from correspondence tables.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct PushSubscription {
    /// The subscription's URL at the push service.
    pub endpoint: String,
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// The subscription's shared authentication secret, in base64url.
    pub auth: String,
    /// The language of the notifications: `ja`, or else English.
    pub lang: String,
}
