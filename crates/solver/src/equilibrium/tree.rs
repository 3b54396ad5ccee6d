//! The whole tree of a game, with its information sets.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use zashiki_core::{
    GameConfig as _, GameState, GameStateExt as _, Key, Memory, Outcome, Seat, Turn, Viewer,
};

use super::Unsolved;
use super::chance::outcomes;

/// Kind of a node, in place of the index of an information set.
const CHANCE: u32 = u32::MAX;
/// Kind of a node.
const END: u32 = u32::MAX - 1;

/// The whole tree of a small game: all decisions, random events and endings, and the information sets of all
/// seats. Seats that decide at the same time are asked one after another; none of them knows what the others
/// chose, unless the rules reveal it.
///
/// The children of a node are adjacent and come after it.
#[derive(Debug)]
pub struct GameTree<A> {
    seats: usize,
    /// For each node: the information set, or the kind of the node.
    kinds: Vec<u32>,
    /// For each node: its first child, or the place of its payoffs in `payoffs`.
    first: Vec<u32>,
    /// For each node: the number of its children.
    count: Vec<u32>,
    /// For each node: its probability at the node above, if chance decides there; otherwise 1.
    chances: Vec<f64>,
    /// The payoffs of all seats at the ends.
    payoffs: Vec<f64>,
    sets: Vec<InformationSet<A>>,
}

/// An information set: all states that a seat with perfect recall cannot tell apart when it decides.
#[derive(Clone, PartialEq, Debug)]
pub struct InformationSet<A> {
    /// The seat that decides.
    pub seat: Seat,
    /// The seat's memory: everything that it saw and did.
    pub key: Key,
    /// The legal actions.
    pub actions: Vec<A>,
    /// Place of the first action in a [`Strategy`].
    offset: usize,
}

impl<A> InformationSet<A> {
    /// The places of the actions in a [`Strategy`].
    pub fn places(&self) -> std::ops::Range<usize> {
        self.offset..self.offset + self.actions.len()
    }
}

/// The probability of every action in every information set, at the
/// [places](InformationSet::places) of the set.
pub type Strategy = Vec<f64>;

/// A state that is reached, whose decisions are not listed yet.
struct Open<G> {
    node: usize,
    state: G,
    memories: Rc<[Memory]>,
}

/// A node as its parent sees it.
pub(super) enum Node<'a, A> {
    End(&'a [f64]),
    Chance,
    Decision(&'a InformationSet<A>),
}

impl<A: Copy + PartialEq + std::fmt::Display> GameTree<A> {
    /// Builds the tree of all games that begin with a deal.
    ///
    /// # Errors
    /// Returns an error if it has more than `most` nodes or sequences of draws, if a decision is
    /// [open](GameState::lists_all), or if `stop` returns true.
    pub fn of_deal<G: GameState<Action = A>>(
        config: &Arc<G::Config>,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<GameTree<A>, Unsolved> {
        let deals = outcomes(most, |rng| G::deal(config, rng, None))?;
        Building::new(config.seats(), most, stop).run(deals)
    }

    /// Builds the tree of all games that continue from this state, where everything that a spectator does not
    /// know is dealt again.
    ///
    /// # Errors
    /// Returns an error like [`of_deal`](GameTree::of_deal).
    pub fn of_state<G: GameState<Action = A>>(
        state: &G,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<GameTree<A>, Unsolved> {
        let (config, view) = (state.config(), state.view(Viewer::Spectator));
        let worlds = outcomes(most, |rng| G::determinize(config, &view, rng))?;
        Building::new(config.seats(), most, stop).run(worlds)
    }
}

impl<A> GameTree<A> {
    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Number of nodes: decisions, random events and ends.
    pub fn nodes(&self) -> usize {
        self.kinds.len()
    }

    /// Number of ends.
    pub fn ends(&self) -> usize {
        self.payoffs.len() / self.seats
    }

    /// Number of decisions.
    pub fn decisions(&self) -> usize {
        self.kinds.iter().filter(|kind| **kind < END).count()
    }

    /// The information sets.
    pub fn sets(&self) -> &[InformationSet<A>] {
        &self.sets
    }

    /// Number of actions in all information sets together.
    pub(super) fn places(&self) -> usize {
        self.sets.last().map_or(0, |set| set.places().end)
    }

    pub(super) fn node(&self, node: usize) -> Node<'_, A> {
        match self.kinds[node] {
            CHANCE => Node::Chance,
            END => {
                let first = self.first[node] as usize;
                Node::End(&self.payoffs[first..first + self.seats])
            }
            set => Node::Decision(&self.sets[set as usize]),
        }
    }

    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        if self.kinds[node] == END {
            return 0..0;
        }
        let first = self.first[node] as usize;
        first..first + self.count[node] as usize
    }

    /// The probability of a node at the chance node above; 1 below a decision.
    pub(super) fn chance(&self, node: usize) -> f64 {
        self.chances[node]
    }

    /// The strategy that chooses uniformly at random.
    pub fn uniform(&self) -> Strategy {
        let sizes = self.sets.iter().map(|set| set.actions.len());
        sizes.flat_map(|size| std::iter::repeat_n(1.0 / size as f64, size)).collect()
    }

    /// The average payoff of each seat if all seats play this strategy.
    pub fn values(&self, strategy: &Strategy) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes()];
        reach[0] = 1.0;
        let mut values = vec![0.0; self.seats];
        for node in 0..self.nodes() {
            let here = reach[node];
            let children = self.children(node);
            match self.node(node) {
                Node::End(payoffs) => {
                    for (value, payoff) in values.iter_mut().zip(payoffs) {
                        *value += here * payoff;
                    }
                }
                Node::Chance => children.for_each(|child| reach[child] = here * self.chance(child)),
                Node::Decision(set) => {
                    for (child, place) in children.zip(set.places()) {
                        reach[child] = here * strategy[place];
                    }
                }
            }
        }
        values
    }
}

/// A tree that is being built.
struct Building<'a, G: GameState> {
    tree: GameTree<G::Action>,
    most: usize,
    stop: &'a dyn Fn() -> bool,
    known: FxHashMap<(Seat, Key), u32>,
    open: Vec<Open<G>>,
    legal: Vec<G::Action>,
}

impl<'a, G: GameState> Building<'a, G> {
    fn new(seats: u8, most: usize, stop: &'a dyn Fn() -> bool) -> Building<'a, G> {
        let tree = GameTree {
            seats: seats.into(),
            kinds: Vec::new(),
            first: Vec::new(),
            count: Vec::new(),
            chances: Vec::new(),
            payoffs: Vec::new(),
            sets: Vec::new(),
        };
        let (known, open, legal) = (FxHashMap::default(), Vec::new(), Vec::new());
        Building { tree, most, stop, known, open, legal }
    }

    /// Builds the tree that begins with one of these states.
    fn run(mut self, starts: Vec<(G, f64)>) -> Result<GameTree<G::Action>, Unsolved> {
        let root = self.add(1)?;
        self.branch(root, starts, |state| {
            Seat::all(state.seats()).map(|seat| Memory::first(state, seat)).collect()
        })?;
        while let Some(open) = self.open.pop() {
            if (self.stop)() {
                return Err(Unsolved::Stopped);
            }
            self.decide(open)?;
        }
        Ok(self.tree)
    }

    /// Adds adjacent nodes; returns the first.
    fn add(&mut self, count: usize) -> Result<usize, Unsolved> {
        let first = self.tree.nodes();
        if first + count > self.most {
            return Err(Unsolved::TooLarge { most: self.most });
        }
        self.tree.kinds.resize(first + count, CHANCE);
        self.tree.first.resize(first + count, 0);
        self.tree.count.resize(first + count, 0);
        self.tree.chances.resize(first + count, 1.0);
        Ok(first)
    }

    /// Makes a node the random event with these outcomes, or their only one.
    fn branch(
        &mut self,
        node: usize,
        mut outcomes: Vec<(G, f64)>,
        memories: impl Fn(&G) -> Rc<[Memory]>,
    ) -> Result<(), Unsolved> {
        if outcomes.len() == 1
            && let Some((state, _)) = outcomes.pop()
        {
            self.reach(node, state, memories);
            return Ok(());
        }
        let first = self.add(outcomes.len())?;
        self.tree.first[node] = first as u32;
        self.tree.count[node] = outcomes.len() as u32;
        for (child, (state, probability)) in (first..).zip(outcomes) {
            self.tree.chances[child] = probability;
            self.reach(child, state, &memories);
        }
        Ok(())
    }

    /// Makes a node this state.
    fn reach(&mut self, node: usize, state: G, memories: impl Fn(&G) -> Rc<[Memory]>) {
        match state.turn() {
            Turn::Over(outcome) => {
                self.tree.kinds[node] = END;
                self.tree.first[node] = self.tree.payoffs.len() as u32;
                self.tree.payoffs.extend(payoffs(outcome, state.seats()));
            }
            Turn::Awaiting(_) => {
                let memories = memories(&state);
                self.open.push(Open { node, state, memories });
            }
        }
    }

    /// Adds the decision in a state, and what follows.
    fn decide(&mut self, open: Open<G>) -> Result<(), Unsolved> {
        let Open { node, state, memories } = open;
        let seat = state.turn().awaited().first().expect("a seat is to decide");
        if !state.lists_all(seat) {
            return Err(Unsolved::OpenDecision);
        }
        let mut legal = std::mem::take(&mut self.legal);
        state.choices(seat, &mut legal);
        self.tree.kinds[node] = self.set(seat, memories[seat.index()].key(), &legal);
        let first = self.add(legal.len())?;
        self.tree.first[node] = first as u32;
        self.tree.count[node] = legal.len() as u32;
        for (child, action) in (first..).zip(&legal) {
            let outcomes = outcomes(self.most, |rng| {
                let mut after = state.clone();
                if let Some(own) = after.rng_mut() {
                    *own = rng;
                }
                after.play_unchecked(seat, *action, None);
                after
            })?;
            let notation = action.to_string();
            self.branch(child, outcomes, |after| {
                let mut memories: Rc<[Memory]> = Rc::from(&memories[..]);
                let own = Rc::get_mut(&mut memories).expect("it is new");
                own[seat.index()].did(&notation);
                for (viewer, memory) in Seat::all(after.seats()).zip(own) {
                    memory.saw(Key::of_view(after, Viewer::Seat(viewer)));
                }
                memories
            })?;
        }
        self.legal = legal;
        Ok(())
    }

    /// The index of an information set.
    fn set(&mut self, seat: Seat, key: Key, legal: &[G::Action]) -> u32 {
        let sets = &mut self.tree.sets;
        let set = *self.known.entry((seat, key)).or_insert_with(|| {
            let offset = sets.last().map_or(0, |set| set.places().end);
            sets.push(InformationSet { seat, key, actions: legal.to_vec(), offset });
            (sets.len() - 1) as u32
        });
        assert_eq!(
            self.tree.sets[set as usize].actions, legal,
            "equal views have equal legal actions (law 3)"
        );
        set
    }
}

/// The payoff of each seat: 1 if it won, −1 if others won, 0 if nobody won. With two seats the mean is taken
/// away, so that the game is zero-sum even if both win.
fn payoffs(outcome: Outcome, seats: u8) -> Vec<f64> {
    let mut payoffs: Vec<f64> =
        Seat::all(seats).map(|seat| f64::from(outcome.payoff(seat))).collect();
    if let [first, second] = &mut payoffs[..] {
        let half = (*first - *second) / 2.0;
        (*first, *second) = (half, -half);
    }
    payoffs
}
