//! Messages on a table's WebSocket, in both directions.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::{
    Bytes32, Draft, Edition, Episode, LegalAction, LocalizedText, Outcome, PackedJson, Prompt,
    RuleId, Seat, SeatSet, Step,
};

use super::look::Look;
use super::matter::Matter;
use super::people::{ChatLine, PersonEvent, Persona};
use super::refusal::Refusal;
use super::table_settings::Terms;

/// Maximum size of a client's message, in bytes.
pub const MAX_MESSAGE: usize = 16 * 1024;

/// A message from a client on `GET /api/tables/{id}/live?seen=N` (a WebSocket; `N` is the number of steps the
/// client already has).
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "type", deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub enum ToServer {
    /// Takes an open seat; before the match starts, a seated person may switch seats this way.
    Sit {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The seat to take.
        seat: Seat,
        /// The person's name.
        name: String,
        /// The hash of the person's share of the seed ([`zashiki_core::Share`]). Without a hash, the person
        /// takes no part in the seed exchange.
        #[serde(default)]
        #[ts(optional)]
        hash: Option<Bytes32>,
    },
    /// Commits to a share of the seed, or replaces an earlier commitment, until the shares are requested.
    Promise {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The hash of the person's share of the seed.
        hash: Bytes32,
    },
    /// Reveals the committed share of the seed, once the server requests it ([`Dealing::asked`]).
    Share {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The share of the seed, which must match the committed hash.
        share: Bytes32,
    },
    /// Leaves the seat before the match starts.
    Stand {
        /// The client's own id for this message, repeated in the answer.
        id: String,
    },
    /// Changes the table before the match starts. Only its creator may do so.
    Arrange {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The change to the table.
        change: Arrangement,
    },
    /// Leaves the match; a bot takes over the seat.
    Leave {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// True if the seat becomes open to anybody. Otherwise the person may return.
        gives_up: bool,
    },
    /// Returns to a match that the person left.
    Return {
        /// The client's own id for this message, repeated in the answer.
        id: String,
    },
    /// Sends a predefined phrase to everybody at the table. It is not stored.
    Phrase {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The phrase to send.
        phrase: Phrase,
    },
    /// Sends a message in the person's own words to the people with a seat at the table. It is not stored.
    Chat {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The message: one line of at most 200 characters.
        text: String,
    },
    /// Takes an action. Resending a message with the same `id` has no further effect.
    Act {
        /// The client's own id for this message: unique among the seat's messages, at most 64 characters.
        id: String,
        /// The table version (its number of changes) that the person saw when acting.
        #[ts(type = "number")]
        version: u64,
        /// The action's notation, from [`TableNow::legal`].
        action: String,
    },
    /// Takes back the person's own last action.
    Undo {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The table version that the person saw when sending this message.
        #[ts(type = "number")]
        version: u64,
    },
    /// Sends an unfinished decision and requests its interpretation. It changes nothing in the match. The
    /// server keeps the seat's last draft until the decision is taken.
    Draft {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The table version that the person saw when sending this message.
        #[ts(type = "number")]
        version: u64,
        /// The draft, in the game's draft notation.
        draft: String,
    },
    /// Resigns, if the game allows it.
    Resign {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The table version that the person saw when sending this message.
        #[ts(type = "number")]
        version: u64,
    },
    /// Makes, withdraws or answers an offer that all other seats must accept.
    Talk {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// The table version that the person saw when sending this message.
        #[ts(type = "number")]
        version: u64,
        /// The step of the negotiation, such as an offer or an answer to one.
        word: Word,
    },
    /// Accepts or declines a rematch with the same people, options and bots. The first person who accepts
    /// creates its table.
    Rematch {
        /// The client's own id for this message, repeated in the answer.
        id: String,
        /// True to accept, false to decline.
        comes: bool,
        /// The hash of the person's share of the rematch's seed; see `Sit`.
        #[serde(default)]
        #[ts(optional)]
        hash: Option<Bytes32>,
    },
}

/// A change to a table whose match has not started.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "what", deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub enum Arrangement {
    /// Changes a seat's occupant: the seat becomes open or a bot's.
    Seat {
        /// The seat to change.
        seat: Seat,
        /// The bot's id; none for an open seat.
        bot: Option<String>,
    },
    /// Adds an open seat.
    AddSeat,
    /// Removes a seat that no person occupies.
    RemoveSeat {
        /// The seat to remove.
        seat: Seat,
    },
    /// Replaces the game's options; missing ones get their defaults.
    Options {
        /// The game's new options.
        #[ts(type = "Record<string, unknown>")]
        options: Value,
    },
    /// Replaces the table's settings.
    Terms {
        /// The new settings.
        terms: Terms,
    },
    /// Cancels the table.
    Cancel,
}

/// A predefined friendly phrase that a player can send; clients show it in their own language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "session.ts")]
pub enum Phrase {
    /// A greeting before the match.
    Hello,
    /// Thanks after the match.
    Thanks,
    /// Praise for a decision.
    WellPlayed,
    /// An expression of surprise.
    Oh,
    /// An apology for the wait.
    OneMoment,
    /// An apology.
    Sorry,
    /// A friendly reminder to move.
    YourTurn,
    /// A goodbye.
    Goodbye,
}

/// A step of a negotiation between the seats about a draw, a takeback or abandoning the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "session.ts")]
pub enum Word {
    /// Offers a draw, if the game allows it; at most once between two of the seat's own decisions.
    Offer,
    /// Requests to take back the seat's last decision and everything after it, where the seat may not do so
    /// alone; at most once between two of its own decisions.
    Ask,
    /// Proposes to abandon the match without a result; at most once between two of the seat's own decisions.
    Abandon,
    /// Withdraws the seat's own offer.
    Withdraw,
    /// Accepts another seat's offer, which takes effect once all seats have accepted.
    Accept,
    /// Declines another seat's offer, which ends it.
    Decline,
}

impl Word {
    /// The subject of the offer that this step makes; `None` if the step answers or withdraws an offer.
    pub fn makes(self) -> Option<Matter> {
        match self {
            Word::Offer => Some(Matter::Draw),
            Word::Ask => Some(Matter::TakeBack),
            Word::Abandon => Some(Matter::Abandon),
            Word::Withdraw | Word::Accept | Word::Decline => None,
        }
    }
}

/// A message from the server on the same WebSocket.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(export, export_to = "session.ts")]
pub enum ToClient {
    /// The complete table as this client may see it: sent on connecting and when the client takes a seat.
    State {
        /// The table's state.
        state: Box<TableState>,
    },
    /// The changes since the last message to this client.
    Changed(TableChange),
    /// The answer to `Draft`: its interpretation. Answers keep the order of the requests.
    Drafted {
        /// The id of the answered message.
        id: String,
        /// The game's interpretation of the draft.
        draft: Draft,
    },
    /// Another seat's draft has changed, and the game shows drafts to others.
    Drafting {
        /// The table version (its number of changes) that the draft refers to.
        #[ts(type = "number")]
        version: u64,
        /// The other seat's draft.
        draft: OpenDraft,
    },
    /// A predefined phrase from a player at the table.
    Said {
        /// The seat that sent the phrase.
        seat: Seat,
        /// The phrase.
        phrase: Phrase,
    },
    /// The message was carried out, now or when it was first sent.
    Done {
        /// The id of the answered message.
        id: String,
    },
    /// The message was rejected; nothing has changed.
    Refused {
        /// The id of the answered message; empty if the message could not be parsed.
        id: String,
        /// The reason for the rejection.
        #[serde(flatten)]
        refusal: Refusal,
    },
}

/// A table as one client may see it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct TableState {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// All options of the game, with their defaults filled in.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// The components used in the match, in the game's own format.
    #[ts(type = "unknown")]
    pub components: Value,
    /// The edition of the match, if its components differ from the built-in ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub edition: Option<Edition>,
    /// True if the match started from a custom position, whose creator may know its hidden information.
    pub from_position: bool,
    /// The table's settings.
    pub terms: Terms,
    /// The client's seat; none for a spectator.
    pub you: Option<Seat>,
    /// All seats of the client's person: several if people share a device.
    pub yours: SeatSet,
    /// True if the client's person may change the table before the match starts.
    pub host: bool,
    /// The number of changes (actions, undos and negotiation steps) that the table has had.
    #[ts(type = "number")]
    pub version: u64,
    /// The client's information state, in the game's own format; null before the match starts.
    #[ts(type = "unknown")]
    pub view: PackedJson,
    /// The table's current state, except the view and the steps.
    #[serde(flatten)]
    pub now: TableNow,
    /// The drafts and clocks, as far as this client may see them.
    #[serde(flatten)]
    pub in_hand: InHand,
    /// The length to which the client truncates its list of steps (step 0, the setup, counts) before it
    /// appends `steps`.
    #[ts(type = "number")]
    pub steps_from: usize,
    /// The steps that the client does not have yet.
    pub steps: Vec<Step>,
}

/// A table's current state for one client, except the view, the steps, the drafts and the clocks.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct TableNow {
    /// The seats of the table and their occupants.
    pub seats: Vec<SeatState>,
    /// True if every seat is taken and the match has started. Before that there is no view.
    pub started: bool,
    /// True if the table was cancelled.
    pub cancelled: bool,
    /// The number of connected spectators.
    pub onlookers: usize,
    /// The public state of the seed exchange. None for a match set up by a program version without seed
    /// exchange.
    pub deal: Option<Dealing>,
    /// The seats whose decisions are pending.
    pub awaiting: SeatSet,
    /// The result, once the match has ended.
    pub outcome: Option<Outcome>,
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// The prompt for the client's seat.
    pub question: Option<Prompt>,
    /// The legal actions of the client's seat.
    pub legal: Vec<LegalAction>,
    /// True if `legal` is complete. For decisions with too many actions it is a selection.
    pub complete: bool,
    /// The seats that have made their part of a simultaneous decision while others still decide.
    pub decided: SeatSet,
    /// The pending offer of a draw, a takeback or abandoning the match.
    pub offer: Option<Offer>,
    /// True if the client's seat may offer a draw now.
    pub can_offer: bool,
    /// True if the client's seat may propose now to abandon the match.
    pub can_abandon: bool,
    /// True if the client's seat may take back its last action alone.
    pub can_undo: bool,
    /// True if the client's seat may request a takeback of its last action now.
    pub can_ask: bool,
    /// The numbers of the steps made because a seat's time had run out. They cannot be taken back.
    pub expired: Vec<usize>,
    /// The seats that lost by running out of time; a bot plays for them permanently.
    pub lost: SeatSet,
    /// The rematch, once a player has requested one.
    pub rematch: Option<Rematch>,
    /// The latest events about the people at the table, oldest first.
    pub people: Vec<PersonEvent>,
    /// The latest messages in the players' own words, oldest first. None for spectators, and at tables that
    /// allow phrases only ([`Terms::allow_chat`]).
    pub chat: Option<Vec<ChatLine>>,
}

/// The public state of a table's seed exchange before the end of the match. The record of the finished match
/// contains the complete [`zashiki_core::Deal`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Dealing {
    /// The hash of the server's secret, fixed when the table is created.
    pub commitment: Bytes32,
    /// True if the server requests the people's shares now: every seat is taken, and no new commitment is
    /// pending. From then on commitments are final.
    pub asked: bool,
    /// The commitments, ordered by each person's first seat.
    pub promises: Vec<Promised>,
}

/// A person's commitment to a share of the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Promised {
    /// The person's seats.
    pub seats: SeatSet,
    /// The hash of the share.
    pub hash: Bytes32,
    /// True if the person has revealed the share.
    pub added: bool,
    /// True if the commitment is void because a seat became open again after the shares had been requested.
    /// The server waits a few seconds for a new commitment; then it makes the seed without the person, and
    /// the record says so.
    pub void: bool,
}

/// Drafts and clocks of a table as one client may see them. They can change without a message, so every
/// message contains all of them.
#[derive(Clone, Debug, Default, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct InHand {
    /// The client's own last draft of its pending decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draft: Option<String>,
    /// The drafts of other seats, if the game shows drafts to others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OpenDraft>>")]
    pub drafts: Vec<OpenDraft>,
    /// The clocks of the seats with limited time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SeatClock>>")]
    pub clocks: Vec<SeatClock>,
}

/// The changes to a table since the last message to a client.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct TableChange {
    /// Changes to the match.
    #[serde(flatten)]
    pub play: PlayChange,
    /// Changes to the table outside the match.
    #[serde(flatten)]
    pub around: AroundChange,
}

/// Changes to a match: identical for all clients with the same information.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct PlayChange {
    /// The number of changes (actions, undos and negotiation steps) that the table has had.
    #[ts(type = "number")]
    pub version: u64,
    /// The length to which the client truncates its list of steps (step 0, the setup, counts) before it
    /// appends `steps`.
    #[ts(type = "number")]
    pub steps_from: usize,
    /// The steps that the client does not have yet. If they follow from one change, each event has its own
    /// patch of the view, so that clients can animate the events one by one.
    pub steps: Vec<StepChange>,
    /// The patch from the client's previous view to the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub view: Option<PackedJson>,
}

/// Changes to a table outside its match, for one client.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct AroundChange {
    /// The patch of the client's [`TableNow`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub now: Option<PackedJson>,
    /// The drafts and clocks, as far as this client may see them.
    #[serde(flatten)]
    pub in_hand: InHand,
}

/// A [`Step`] with patches instead of views.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct StepChange {
    /// The seat that acted; none for the setup.
    pub seat: Option<Seat>,
    /// The events of the step.
    pub told: Vec<ToldChange>,
    /// The same events in few sentences.
    pub episodes: Vec<Episode>,
    /// Each seat's score after the step.
    pub scores: Vec<i32>,
}

/// A [`zashiki_core::DescribedEvent`] with a patch instead of the view.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct ToldChange {
    /// The event, in the game's own format.
    #[ts(type = "unknown")]
    pub event: PackedJson,
    /// The event in words.
    #[ts(type = "LocalizedText | string")]
    pub text: LocalizedText,
    /// The rule that the event follows from.
    pub rule: Option<RuleId>,
    /// The event's patch of the view. None if the view just after the event is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub view: Option<PackedJson>,
}

/// A change to a JSON value that the client already has:
///
/// | patch | effect |
/// |---|---|
/// | `[value]`, or a value that is neither list nor object | the value is replaced by this one |
/// | `[from, removed, …]` | in a list: from index `from`, `removed` items are replaced by the following ones |
/// | `{"key": patch, …}` | in an object or a list: the values at these keys or indices are patched |
#[derive(Clone, Debug, TS)]
#[ts(
    export,
    export_to = "session.ts",
    type = "string | number | boolean | null | [unknown] | [number, number, ...unknown[]] | \
            { [key: string]: Patch }"
)]
pub struct Patch;

impl Patch {
    /// Applies the patch to a value; returns `None` if the patch is malformed or does not fit the value.
    pub fn apply(patch: &Value, value: &Value) -> Option<Value> {
        let whole = |number: &Value| usize::try_from(number.as_u64()?).ok();
        match (patch, value) {
            (Value::Array(now), _) if now.len() == 1 => Some(now[0].clone()),
            (Value::Array(splice), Value::Array(list)) => {
                let [from, removed, inserted @ ..] = &splice[..] else { return None };
                let (from, removed) = (whole(from)?, whole(removed)?);
                let (before, behind) = (list.get(..from)?, list.get(from + removed..)?);
                Some([before, inserted, behind].concat().into())
            }
            (Value::Object(inside), _) => {
                let mut new = value.clone();
                for (key, patch) in inside {
                    let place = match &mut new {
                        Value::Array(list) => list.get_mut(key.parse::<usize>().ok()?)?,
                        other => other.get_mut(key)?,
                    };
                    *place = Patch::apply(patch, place)?;
                }
                Some(new)
            }
            (Value::Array(_), _) => None,
            (now, _) => Some(now.clone()),
        }
    }
}

/// A rematch and the players' answers to it, kept in memory only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Rematch {
    /// The id of the rematch's table.
    pub table: String,
    /// The seats whose people accepted.
    pub coming: SeatSet,
    /// The seats whose people declined.
    pub declined: SeatSet,
}

impl Rematch {
    /// A rematch at the table with this id, without any answers yet.
    pub fn at(table: String) -> Rematch {
        Rematch { table, coming: SeatSet::EMPTY, declined: SeatSet::EMPTY }
    }

    /// Records that a seat's player accepts (`comes`) or declines the rematch.
    pub fn hear(&mut self, seat: Seat, comes: bool) {
        self.coming.remove(seat);
        self.declined.remove(seat);
        if comes { self.coming.insert(seat) } else { self.declined.insert(seat) }
    }
}

/// Another seat's unfinished decision.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct OpenDraft {
    /// The seat that decides.
    pub seat: Seat,
    /// The interpretation of the draft so far, in the game's own format.
    #[ts(type = "unknown")]
    pub reading: Value,
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct SeatClock {
    /// The seat to which the clock belongs.
    pub seat: Seat,
    /// Milliseconds left at the time of sending. At zero the server completes and plays the seat's last
    /// draft, or applies `Late` from the table's settings.
    #[ts(type = "number")]
    pub left_ms: u64,
    /// True if the clock is running.
    pub running: bool,
}

/// A seat's offer, which takes effect once all other seats accept. It ends when another seat decides or
/// declines, when its maker withdraws it, or when a decision is taken back; a takeback request also ends when
/// its maker decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Offer {
    /// The subject of the offer.
    pub matter: Matter,
    /// The rule that allows the agreement: a rule of the game or a common rule.
    pub rule: RuleId,
    /// The seat that made the offer.
    pub by: Seat,
    /// The seats that have accepted, including the maker; for a takeback also every bot.
    pub agreed: SeatSet,
}

/// A seat of a table and its occupant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct SeatState {
    /// The occupant's name; empty for an open seat.
    pub name: String,
    /// The bot's id, if a bot occupies the seat.
    pub bot: Option<String>,
    /// True if the occupant is an external program that plays through a bot account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub bot_account: bool,
    /// True if the occupant is connected; built-in bots always are.
    pub online: bool,
    /// True if a bot has taken over the seat.
    pub deserted: bool,
    /// The id of the bot that replaced a failed engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub replaced_by: Option<String>,
    /// The bot's own name and face, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub persona: Option<Persona>,
    /// The crest shown beside the name.
    #[serde(flatten)]
    pub look: Look,
}
