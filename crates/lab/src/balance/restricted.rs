//! Restricted play: a game in which some seats have resolved never to do one thing where they can
//! do another (Jaffe et al., "Evaluating Competitive Game Balance with Restricted Play", AIIDE
//! 2012). To the bots it is a game like every other, so whatever thinks there thinks with the
//! resolution.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use table::{
    BadInput, Dice, Event, Features, Game, GameInfo, Illegal, Log, Observation, Rule, RuleId, Seat,
    SeatSet, Setup, Silent, Text, Turn, Viewer,
};

use super::kinds::kinds;

/// A play of `G` in which some seats hold to a resolution.
#[derive(Clone, Debug)]
pub(crate) struct Restricted<G: Game> {
    game: G,
    setup: Arc<Resolution<G>>,
}

/// Who never does what.
#[derive(Debug)]
pub(crate) struct Resolution<G: Game> {
    pub(crate) setup: Arc<G::Setup>,
    pub(crate) seats: SeatSet,
    /// One of the [`kinds`] of action.
    pub(crate) kind: String,
}

impl<G: Game> Resolution<G> {
    /// Leaves of the actions of a seat those that it has not resolved against, if there are any.
    fn keep(&self, seat: Seat, actions: &mut Vec<G::Action>) {
        if !self.seats.contains(seat) {
            return;
        }
        let allowed = |action: &G::Action| !kinds(&action.to_string()).contains(&self.kind);
        if actions.iter().any(allowed) {
            actions.retain(allowed);
        }
    }
}

impl<G: Game> Setup for Resolution<G> {
    /// Nobody has resolved anything.
    fn new(seats: u8, options: &Value, components: Option<&str>) -> Result<Arc<Self>, BadInput> {
        let setup = G::Setup::new(seats, options, components)?;
        Ok(Arc::new(Resolution { setup, seats: SeatSet::EMPTY, kind: String::new() }))
    }

    fn seats(&self) -> u8 {
        self.setup.seats()
    }

    fn sides(&self) -> Vec<SeatSet> {
        self.setup.sides()
    }

    fn components(&self) -> Value {
        self.setup.components()
    }

    fn max_decisions(&self) -> usize {
        self.setup.max_decisions()
    }
}

/// What happens is told to nobody.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) enum Untold {}

impl<S> Event<S> for Untold {
    fn tell(&self, _: &S) -> (Text, RuleId) {
        match *self {}
    }
}

impl<G: Game> Restricted<G> {
    fn of(&self, game: G) -> Restricted<G> {
        Restricted { game, setup: self.setup.clone() }
    }
}

impl<G: Game> Game for Restricted<G> {
    type Setup = Resolution<G>;
    type Action = G::Action;
    type View = G::View;
    type Event = Untold;
    type Position = G::Position;

    fn info() -> &'static GameInfo {
        G::info()
    }

    fn rules() -> &'static [Rule] {
        G::rules()
    }

    fn deal(setup: &Arc<Self::Setup>, dice: Dice, _: &mut impl Log<Self>) -> Self {
        Restricted { game: G::deal(&setup.setup, dice, &mut Silent), setup: setup.clone() }
    }

    fn setup(&self) -> &Arc<Self::Setup> {
        &self.setup
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn legal_into(&self, seat: Seat, out: &mut Vec<G::Action>) {
        self.game.legal_into(seat, out);
        self.setup.keep(seat, out);
    }

    /// What was resolved against is legal still, and not listed.
    fn lists_all(&self, seat: Seat) -> bool {
        self.game.lists_all(seat) && !self.setup.seats.contains(seat)
    }

    fn is_legal(&self, seat: Seat, action: G::Action) -> Result<(), Illegal> {
        self.game.is_legal(seat, action)
    }

    fn concealed(&self) -> bool {
        self.game.concealed()
    }

    fn play_unchecked(&mut self, seat: Seat, action: G::Action, _: &mut impl Log<Self>) {
        self.game.play_unchecked(seat, action, &mut Silent);
    }

    fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(viewer)
    }

    fn features(setup: &Self::Setup) -> Features {
        G::features(&setup.setup)
    }

    fn observe(setup: &Self::Setup, view: &G::View, seat: Seat, out: &mut Observation<'_>) {
        G::observe(&setup.setup, view, seat, out);
    }

    fn imagine(setup: &Arc<Self::Setup>, view: &G::View, dice: Dice) -> Self {
        Restricted { game: G::imagine(&setup.setup, view, dice), setup: setup.clone() }
    }

    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        self.game.question(seat)
    }

    fn label(&self, action: G::Action) -> Text {
        self.game.label(action)
    }

    fn scores(&self) -> Vec<i32> {
        self.game.scores()
    }

    fn appraise(&self, seat: Seat) -> i32 {
        self.game.appraise(seat)
    }

    fn fingerprint(&self) -> Option<u64> {
        self.game.fingerprint()
    }

    fn is_noisy(&self, action: G::Action) -> bool {
        self.game.is_noisy(action)
    }

    fn round(&self) -> Option<u32> {
        self.game.round()
    }

    fn reopen(&self) -> Option<Self> {
        self.game.reopen().map(|game| self.of(game))
    }

    fn may_have_taken(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = self.game.may_have_taken(seat);
        self.setup.keep(seat, &mut actions);
        actions
    }

    fn position(&self) -> G::Position {
        self.game.position()
    }

    fn from_position(setup: &Arc<Self::Setup>, position: G::Position) -> Result<Self, BadInput> {
        let game = G::from_position(&setup.setup, position)?;
        Ok(Restricted { game, setup: setup.clone() })
    }

    fn census(&self) -> Result<(), Text> {
        self.game.census()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use bots::Spec;
    use shelf::Visitor;

    use super::*;
    use crate::series::{Series, Watch};

    const KIND: &str = "place 7";

    /// Whether anybody did it, by seat, where they could do something else.
    #[derive(Default)]
    struct Did([bool; 8]);

    impl<G: Game> Watch<Restricted<G>> for Did {
        fn deciding(&mut self, game: &Restricted<G>, seat: Seat, action: G::Action) {
            let of_kind =
                |action: &G::Action| kinds(&action.to_string()).contains(&KIND.to_owned());
            let all = game.game.legal(seat);
            self.0[seat.index()] |= of_kind(&action) && !all.iter().all(of_kind);
        }
    }

    #[test]
    fn who_has_resolved_against_it_does_something_else_and_the_others_as_before() {
        struct Check;
        impl Visitor for Check {
            type Out = [bool; 8];
            fn visit<G: Game>(self) -> Self::Out {
                let plain = Series::<G>::new(2, &Value::Null, None).unwrap();
                let kind = KIND.to_owned();
                let seats = SeatSet::one(Seat(1));
                let setup = Arc::new(Resolution { setup: plain.setup, seats, kind });
                let series: Series<Restricted<G>> = Series::of(setup, plain.options);
                let mut did = Did::default();
                for spec in ["greedy:worlds=1", "ismcts:sims=10", "random"] {
                    let bots = [Spec::parse(spec).unwrap(); 2];
                    series.play(7, &bots, &AtomicBool::new(false), &mut did).unwrap();
                }
                did.0
            }
        }
        let did = shelf::visit("kokyu", Check).unwrap();
        assert_eq!(did[..2], [true, false]);
    }
}
