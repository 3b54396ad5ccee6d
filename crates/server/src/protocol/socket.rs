//! What goes over the socket of a table, both ways.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::{
    Bytes32, Draft, LegalAction, LocalizedText, Outcome, PackedJson, Prompt, RuleId, Seat, SeatSet,
    Step,
};

use super::{Look, Refusal, Terms};

/// What a client sends on `GET /api/tables/{id}/live?seen=N` (a WebSocket; `N` is the
/// number of steps the client already has).
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "type", deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub enum ToServer {
    /// Takes a seat that is open; before the play begins, also instead of another.
    Sit {
        /// The client's own id for this message, for the answer.
        id: String,
        /// Which seat.
        seat: Seat,
        /// The person's name.
        name: String,
        /// The hash of what the person adds to the deal ([`zashiki_core::Share`]); who gives none is not
        /// asked for anything.
        #[serde(default)]
        #[ts(optional)]
        hash: Option<Bytes32>,
    },
    /// Promises what the person adds to the deal, or something else than before, until the shares
    /// are asked for.
    Promise {
        /// The client's own id for this message, for the answer.
        id: String,
        /// The hash of it.
        hash: Bytes32,
    },
    /// Adds to the deal what was promised, once it is asked for ([`Dealing::asked`]).
    Share {
        /// The client's own id for this message, for the answer.
        id: String,
        /// It.
        share: Bytes32,
    },
    /// Leaves the seat, before the play begins.
    Stand {
        /// The client's own id for this message.
        id: String,
    },
    /// Arranges the table, before the play begins. Only the person who opened it may.
    Arrange {
        /// The client's own id for this message.
        id: String,
        /// What is to change.
        change: Arrangement,
    },
    /// Leaves the play: a bot plays on for the seat.
    Leave {
        /// As for `Act`.
        id: String,
        /// Whether the seat goes to the first who takes it. Otherwise the person may come back.
        gives_up: bool,
    },
    /// Comes back to a play that was left.
    Return {
        /// As for `Act`.
        id: String,
    },
    /// Says one of the set phrases to all who are at the table. Nothing is kept of it.
    Phrase {
        /// The client's own id for this message.
        id: String,
        /// Which.
        phrase: Phrase,
    },
    /// Takes an action. Sending the same `id` again does nothing again.
    Act {
        /// The client's own id: new for each message of the seat, at most 64 characters.
        id: String,
        /// The version of the table the person was looking at.
        #[ts(type = "number")]
        version: u64,
        /// The action's notation, from [`TableState::legal`].
        action: String,
    },
    /// Takes back the person's own last action.
    Undo {
        /// As for `Act`.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
    },
    /// Tells how far an unfinished decision has come and asks what it means. Nothing is decided.
    /// The table keeps the seat's last draft until the decision is taken.
    Draft {
        /// The client's own id for this message, for the answer.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
        /// The draft, in the game's notation for drafts.
        draft: String,
    },
    /// Resigns, where the game knows that.
    Resign {
        /// As for `Act`.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
    },
    /// Speaks about what one seat offers and all others are to agree to.
    Talk {
        /// As for `Act`.
        id: String,
        /// As for `Act`.
        #[ts(type = "number")]
        version: u64,
        /// What is said.
        word: Word,
    },
    /// Says whether the person comes to a rematch with the same people, options and bots. The first
    /// who does opens it.
    Rematch {
        /// The client's own id for this message.
        id: String,
        /// Whether they come.
        comes: bool,
        /// The hash of what the person adds to the deal there; as for `Sit`.
        #[serde(default)]
        #[ts(optional)]
        hash: Option<Bytes32>,
    },
}

/// What is to change of a table that has not begun.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "what", deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub enum Arrangement {
    /// Who sits at a seat: it becomes open, or a bot's.
    Seat {
        /// Which.
        seat: Seat,
        /// The bot that sits there; none: it is open.
        bot: Option<String>,
    },
    /// One more seat, which is open.
    AddSeat,
    /// One seat less; it must not be a person's.
    RemoveSeat {
        /// Which.
        seat: Seat,
    },
    /// Other options of the game; those left out have their defaults.
    Options {
        /// They.
        #[ts(type = "Record<string, unknown>")]
        options: Value,
    },
    /// Other terms.
    Terms {
        /// They.
        terms: Terms,
    },
    /// The table is cancelled.
    Cancel,
}

/// What can be said at a table, in every language: a few friendly words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Phrase {
    /// A greeting before the game.
    Hello,
    /// Thanks after it.
    Thanks,
    /// Praise for a decision.
    WellPlayed,
    /// Surprise.
    Oh,
    /// An apology for the wait.
    OneMoment,
    /// An apology.
    Sorry,
    /// A nudge, kindly meant.
    YourTurn,
    /// A goodbye.
    Goodbye,
}

/// What a seat may say about an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Word {
    /// Offers a draw, where the game knows that: once between two decisions of its own.
    Offer,
    /// Asks to take its last decision back, with all that was decided since, where it may not do
    /// so by itself: once between two decisions of its own.
    Ask,
    /// Asks to break the play off, without a result: once between two decisions of its own.
    Abandon,
    /// Takes its own offer back.
    Withdraw,
    /// Agrees to the offer of another seat. When all have, it comes about.
    Accept,
    /// Declines the offer of another seat, which ends the offer.
    Decline,
}

impl Word {
    /// What the word offers, if it offers something.
    pub(crate) fn makes(self) -> Option<Matter> {
        match self {
            Word::Offer => Some(Matter::Draw),
            Word::Ask => Some(Matter::TakeBack),
            Word::Abandon => Some(Matter::Abandon),
            Word::Withdraw | Word::Accept | Word::Decline => None,
        }
    }
}

/// What an offer is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Matter {
    /// A draw by agreement.
    Draw,
    /// That the seat's last decision be taken back.
    TakeBack,
    /// That the play be broken off.
    Abandon,
}

/// What the server sends on the same socket.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(export, export_to = "server.ts")]
pub enum ToClient {
    /// The table as this client may see it: on connecting, and when it takes a seat.
    State {
        /// It.
        state: Box<TableState>,
    },
    /// What changed since the client was last told.
    Changed(TableChange),
    /// What a draft means: the answer to `Draft`, in the order of asking.
    Drafted {
        /// The id it was sent with.
        id: String,
        /// It.
        draft: Draft,
    },
    /// Another seat's draft has grown, and the game lets others watch.
    Drafting {
        /// The version of the table this is about.
        #[ts(type = "number")]
        version: u64,
        /// The draft.
        draft: OpenDraft,
    },
    /// Somebody at the table says something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// A message was carried out (or had been before).
    Done {
        /// The id it was sent with.
        id: String,
    },
    /// A message was refused; nothing has changed.
    Refused {
        /// The id it was sent with; empty when the message could not be read.
        id: String,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
    },
}

/// A table as one client may see it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct TableState {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The complete options.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// The components the play uses, in the game's own form.
    #[ts(type = "unknown")]
    pub components: Value,
    /// Whether the play was begun from a position that somebody set up, who may know what it
    /// hides.
    pub from_position: bool,
    /// What the table agreed on.
    pub terms: Terms,
    /// The client's seat; none for a spectator.
    pub you: Option<Seat>,
    /// All seats of the client's person: several where people share a device.
    pub yours: SeatSet,
    /// Whether the client's person may arrange the table before it begins.
    pub host: bool,
    /// How many changes (actions, undos and words about offers) the table has seen.
    #[ts(type = "number")]
    pub version: u64,
    /// What the client may know, in the game's own form; null before the play begins.
    #[ts(type = "unknown")]
    pub view: PackedJson,
    /// How it stands.
    #[serde(flatten)]
    pub now: TableNow,
    /// What the seats have in hand.
    #[serde(flatten)]
    pub in_hand: InHand,
    /// The client's list of steps is to be cut to this length (step 0, the opening,
    /// counts) and then extended by `steps`.
    #[ts(type = "number")]
    pub steps_from: usize,
    /// The steps the client does not have.
    pub steps: Vec<Step>,
}

/// How a table stands for one client, besides the play itself.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct TableNow {
    /// The seats.
    pub seats: Vec<SeatState>,
    /// Whether every seat is taken and the play has begun. Before that there is no view.
    pub started: bool,
    /// Whether the table was cancelled.
    pub cancelled: bool,
    /// How many people look on.
    pub onlookers: usize,
    /// What its deal is made of, as far as anybody may know before the end. None: an older program
    /// dealt.
    pub deal: Option<Dealing>,
    /// The seats whose decisions are awaited.
    pub awaiting: SeatSet,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Each seat's score.
    pub scores: Vec<i32>,
    /// What is asked of the client's seat.
    pub question: Option<Prompt>,
    /// What the client's seat may do.
    pub legal: Vec<LegalAction>,
    /// Whether `legal` is all it may do. Of an open decision it is a selection.
    pub complete: bool,
    /// The seats that have taken their decision while others are still to take theirs at the
    /// same time.
    pub decided: SeatSet,
    /// What one seat offers and all others are to agree to.
    pub offer: Option<Offer>,
    /// Whether the client's seat may offer a draw now.
    pub can_offer: bool,
    /// Whether the client's seat may ask the others now to break off.
    pub can_abandon: bool,
    /// Whether the client's seat may take its last action back by itself.
    pub can_undo: bool,
    /// Whether the client's seat may ask the others now to take its last action back.
    pub can_ask: bool,
    /// The numbers of the steps that were made since the time of a seat had run out. Such a
    /// decision stands: nobody takes it back.
    pub expired: Vec<usize>,
    /// The seats that were lost since their time had run out: a bot plays there for good.
    pub lost: SeatSet,
    /// The rematch, once somebody wants one.
    pub rematch: Option<Rematch>,
}

/// What the deal of a table is made of, as far as anybody may know before the end. Then its record
/// has the whole [`zashiki_core::Deal`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Dealing {
    /// The hash of the house's secret. It stays the same from the opening on.
    pub commitment: Bytes32,
    /// Whether people's shares are asked for now: every seat is taken, and nobody is waited for who is
    /// to promise something again. From then on nothing new can be promised.
    pub asked: bool,
    /// Who has promised a share, by their first seats.
    pub promises: Vec<Promised>,
}

/// A share that somebody has promised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Promised {
    /// The person's seats.
    pub seats: SeatSet,
    /// Its hash.
    pub hash: Bytes32,
    /// Whether it has come.
    pub added: bool,
    /// Whether the promise is void, since a seat was open again after the shares had been asked for.
    /// The person is to promise something else, and is waited for a few seconds; then the deal is made
    /// without them and names them.
    pub void: bool,
}

/// What the seats of a table have in hand, as one client may see it. It changes also when nothing
/// is told, and so is told whole whenever something is.
#[derive(Clone, Debug, Default, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct InHand {
    /// The client's own last draft of the decision awaited of its seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draft: Option<String>,
    /// What other seats are putting together, where the game lets others watch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OpenDraft>>")]
    pub drafts: Vec<OpenDraft>,
    /// The seats whose time is limited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SeatClock>>")]
    pub clocks: Vec<SeatClock>,
}

/// What changed at a table since a client was last told of it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct TableChange {
    /// In the play.
    #[serde(flatten)]
    pub play: PlayChange,
    /// And around it.
    #[serde(flatten)]
    pub around: AroundChange,
}

/// What changed in a play: the same for all who know the same.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct PlayChange {
    /// As in [`TableState`].
    #[ts(type = "number")]
    pub version: u64,
    /// As in [`TableState`].
    #[ts(type = "number")]
    pub steps_from: usize,
    /// As in [`TableState`]. When they follow from one change they carry what each event changes
    /// in the view, to be shown one by one.
    pub steps: Vec<StepChange>,
    /// The patch of the client's view after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub view: Option<PackedJson>,
}

/// What changed for one client around a play.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct AroundChange {
    /// The patch of the client's [`TableNow`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub now: Option<PackedJson>,
    /// As in [`TableState`].
    #[serde(flatten)]
    pub in_hand: InHand,
}

/// A [`Step`] with patches in the place of views.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct StepChange {
    /// As in [`Step`].
    pub seat: Option<Seat>,
    /// As in [`Step`].
    pub told: Vec<ToldChange>,
    /// As in [`Step`].
    pub scores: Vec<i32>,
}

/// A [`zashiki_core::DescribedEvent`] with a patch in the place of the view.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct ToldChange {
    /// As in [`zashiki_core::DescribedEvent`].
    #[ts(type = "unknown")]
    pub event: PackedJson,
    /// As in [`zashiki_core::DescribedEvent`].
    #[ts(type = "LocalizedText | string")]
    pub text: LocalizedText,
    /// As in [`zashiki_core::DescribedEvent`].
    pub rule: Option<RuleId>,
    /// What it changed in the view. None: the view is not known just after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Patch>")]
    pub view: Option<PackedJson>,
}

/// What changed in a value that a client has:
///
/// | patch | what becomes of the value |
/// |---|---|
/// | `[value]`, or what is neither list nor object | it is this now |
/// | `[from, removed, …]` | of a list: from this place on so many items go, and these come |
/// | `{"key": patch, …}` | of an object or a list: what is at these keys or places changes |
#[derive(Clone, Debug, TS)]
#[ts(
    export,
    export_to = "server.ts",
    type = "string | number | boolean | null | [unknown] | [number, number, ...unknown[]] | \
            { [key: string]: Patch }"
)]
pub struct Patch;

impl Patch {
    /// What becomes of a value; nothing if the patch is none of it.
    pub fn apply(patch: &Value, value: &Value) -> Option<Value> {
        let whole = |number: &Value| usize::try_from(number.as_u64()?).ok();
        match (patch, value) {
            (Value::Array(now), _) if now.len() == 1 => Some(now[0].clone()),
            (Value::Array(splice), Value::Array(list)) => {
                let [from, removed, come @ ..] = &splice[..] else { return None };
                let (from, removed) = (whole(from)?, whole(removed)?);
                let (before, behind) = (list.get(..from)?, list.get(from + removed..)?);
                Some([before, come, behind].concat().into())
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

/// A rematch, and what people say to it. That is kept in memory only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Rematch {
    /// Its table.
    pub table: String,
    /// The seats whose people come.
    pub coming: SeatSet,
    /// The seats whose people have declined.
    pub declined: SeatSet,
}

impl Rematch {
    /// A rematch to which nobody has said anything.
    pub(crate) fn at(table: String) -> Rematch {
        Rematch { table, coming: SeatSet::EMPTY, declined: SeatSet::EMPTY }
    }

    /// Hears whether somebody comes.
    pub(crate) fn hear(&mut self, seat: Seat, comes: bool) {
        self.coming.remove(seat);
        self.declined.remove(seat);
        if comes { self.coming.insert(seat) } else { self.declined.insert(seat) }
    }
}

/// What another seat is putting together.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct OpenDraft {
    /// Whose.
    pub seat: Seat,
    /// What it means so far, in the game's own form.
    #[ts(type = "unknown")]
    pub reading: Value,
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct SeatClock {
    /// Whose.
    pub seat: Seat,
    /// Milliseconds left when this was sent. Then the seat's last draft is completed and
    /// taken, or what the table agreed on comes about.
    #[ts(type = "number")]
    pub left_ms: u64,
    /// Whether it runs.
    pub running: bool,
}

/// What one seat offers and all others are to agree to. It stands until another seat takes a
/// decision or declines, its maker takes it back, a decision is taken back, or all agree; one to
/// take a decision back until its maker decides, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Offer {
    /// What it is about.
    pub matter: Matter,
    /// The rule by which it is agreed to: the game's own or the house's.
    pub rule: RuleId,
    /// Who offers it.
    pub by: Seat,
    /// Who is for it; its maker is, and where a decision is to be taken back every bot.
    pub agreed: SeatSet,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct SeatState {
    /// Who sits there; empty while the seat is open.
    pub name: String,
    /// The bot's id, if a bot sits there.
    pub bot: Option<String>,
    /// Whether who sits there is a program of somebody else's, which comes over the network.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub bot_account: bool,
    /// Whether the person there is connected (bots of the house always are).
    pub online: bool,
    /// Whether a bot plays on for who sits or sat there.
    pub deserted: bool,
    /// The id of the bot that plays on in place of the program that sat there and has failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub replaced_by: Option<String>,
    /// What is shown beside the name.
    #[serde(flatten)]
    pub look: Look,
}
