//! Hide and seek: a small game with simultaneous decisions, three seats and a team.

use serde::{Deserialize, Serialize};
use zashiki_core::{Feature, GameInfo, GameRng, Observation, Seat, SeatSet, Viewer};

use crate::small::{Ending, Rules, card};

/// A game in two rounds. First, simultaneously, seat 0 hides in one of three places or stays out (then
/// nobody wins), and seat 1 names a place. If seat 0 is there, seat 2, the team mate of seat 1, decides
/// to catch seat 0 or not. The team wins if seat 0 is caught; seat 0 wins if it is not found or not
/// caught.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HideAndSeek;

impl HideAndSeek {
    /// The action of seat 0 to stay out.
    pub const STAY_OUT: u8 = 3;
    /// The action of seat 1 to name the first place. The actions for the other places have the next
    /// numbers.
    pub const SEEK: u8 = 4;
    /// The action of seat 2 to catch seat 0.
    pub const CATCH: u8 = 7;
}

/// The choices of the three seats, each once it is made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hideout<C> {
    /// The hiding place of seat 0.
    pub hidden: Option<C>,
    /// The place named by seat 1.
    pub sought: Option<C>,
    /// True if seat 2 catches seat 0, false if not.
    pub caught: Option<bool>,
}

/// A choice that a seat has made, as far as a viewer may know it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Made {
    /// The viewer knows only that the choice was made.
    Concealed,
    /// The viewer knows the choice, which is this number.
    Shown(u8),
}

impl Made {
    fn shown(self) -> Option<u8> {
        match self {
            Made::Concealed => None,
            Made::Shown(choice) => Some(choice),
        }
    }
}

static INFO: GameInfo = card("hide-and-seek", 3, true, false);

impl Rules for HideAndSeek {
    const ACTIONS: &'static [&'static str] = &[
        "hide 1", "hide 2", "hide 3", "stay out", "seek 1", "seek 2", "seek 3", "catch", "let go",
    ];
    const MOST_DECISIONS: usize = 4;

    type Truth = Hideout<u8>;
    type View = Hideout<Made>;

    fn info() -> &'static GameInfo {
        &INFO
    }
    fn deals() -> Vec<(Hideout<u8>, u32)> {
        vec![(Hideout::default(), 1)]
    }
    fn awaited(truth: &Hideout<u8>) -> SeatSet {
        match (truth.hidden, truth.sought, truth.caught) {
            (Some(place), Some(named), None) if place == named => SeatSet::one(Seat(2)),
            (hidden, sought, _) => {
                let open = [(0, hidden), (1, sought)];
                let open = open.into_iter().filter(|(_, choice)| choice.is_none());
                open.map(|(seat, _)| Seat(seat)).collect()
            }
        }
    }
    fn may(_: &Hideout<u8>, seat: Seat, action: u8) -> bool {
        [0..HideAndSeek::SEEK, HideAndSeek::SEEK..HideAndSeek::CATCH, HideAndSeek::CATCH..9]
            [seat.index()]
        .contains(&action)
    }
    fn play(truth: &mut Hideout<u8>, seat: Seat, action: u8) {
        match seat {
            Seat(0) => truth.hidden = Some(action),
            Seat(1) => truth.sought = Some(action - HideAndSeek::SEEK),
            _ => truth.caught = Some(action == HideAndSeek::CATCH),
        }
    }
    fn ending(truth: &Hideout<u8>) -> Ending {
        Ending::Won(if truth.hidden == Some(HideAndSeek::STAY_OUT) {
            SeatSet::EMPTY
        } else if truth.caught == Some(true) {
            [Seat(1), Seat(2)].into_iter().collect()
        } else {
            SeatSet::one(Seat(0))
        })
    }
    fn view(truth: &Hideout<u8>, viewer: Viewer) -> Hideout<Made> {
        let open = truth.hidden.is_some() && truth.sought.is_some();
        let show = |choice: Option<u8>, owner| {
            let made = |choice| match open || viewer.knows(owner) {
                true => Made::Shown(choice),
                false => Made::Concealed,
            };
            choice.map(made)
        };
        Hideout {
            hidden: show(truth.hidden, Seat(0)),
            sought: show(truth.sought, Seat(1)),
            caught: truth.caught,
        }
    }
    fn features() -> Vec<Feature> {
        vec![
            Feature::new(
                "hidden",
                [5],
                "The place of seat 0 (or staying out), then 1 if it has chosen.",
            ),
            Feature::new("sought", [4], "The place named by seat 1, then 1 if it has chosen."),
            Feature::new("caught", [2], "The choice of seat 2: no catch, catch."),
        ]
    }
    fn observe(view: &Hideout<Made>, _: Seat, out: &mut Observation<'_>) {
        for (name, choice, chosen) in [("hidden", view.hidden, 4), ("sought", view.sought, 3)] {
            let mut feature = out.next(name);
            feature.mark_if([chosen], choice.is_some());
            if let Some(place) = choice.and_then(Made::shown) {
                feature.mark([usize::from(place)]);
            }
        }
        let mut caught = out.next("caught");
        if let Some(catches) = view.caught {
            caught.mark([usize::from(catches)]);
        }
    }
    fn determinize(view: &Hideout<Made>, rng: &mut GameRng) -> Hideout<u8> {
        Hideout {
            hidden: view.hidden.map(|made| made.shown().unwrap_or_else(|| rng.below(4) as u8)),
            sought: view.sought.map(|made| made.shown().unwrap_or_else(|| rng.below(3) as u8)),
            caught: view.caught,
        }
    }
}
