//! A second implementation of the rules, written from RULES.md alone as one straightforward
//! procedure, without tasks or events. It replays the whole match from the decisions so far; where a
//! decision is missing, it returns the seat and its options. Shuffles are inputs (`orders`: the pile
//! after each shuffle, next card last).

use zashiki_core::Seat;

/// The reason why the model stopped replaying the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A decision is missing: the index of the seat, and its options in notation.
    Asks(usize, Vec<String>),
    /// The match is over: the reason for its end, and the winner.
    Over(&'static str, Option<usize>),
}

type Run<T = ()> = Result<T, Stop>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Hand,
    Card(usize),
    Palace(usize),
    /// The eunuch is in the palace, and its square is being resolved.
    Executing,
}

#[derive(Clone, Copy, Debug)]
struct Eunuch {
    seat: usize,
    strong: bool,
    place: Place,
    /// The time of the eunuch's arrival on the card: the earlier one is processed first.
    since: u32,
}

/// The game options that change the rules.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub first: Seat,
    pub kohi_goal: u32,
    pub strong_enters_on: usize,
    pub kohi_takes: bool,
    pub max_rounds: u32,
}

/// The icons of the built-in cards, in the order of the cards' numbers.
const ICONS: [&str; 9] =
    ["reshuffle", "first move", "fly", "advance", "advance", "plot", "enter", "palace", "activate"];
const LOOP: u32 = 12;
const TEA: u32 = 6;
const RETURN: usize = 6;

pub struct Model<'a> {
    options: Options,
    decisions: std::slice::Iter<'a, String>,
    orders: std::slice::Iter<'a, Vec<u8>>,
    eunuchs: Vec<Eunuch>,
    open: [bool; 9],
    /// Number of squares that each consort has advanced, including laps of twelve.
    pub walked: [u32; 2],
    laps: [u32; 2],
    pub points: [u32; 2],
    pub kohi: u32,
    pub stock: u32,
    pub tea: u32,
    pub holder: usize,
    pub round: u32,
    pub pile: Vec<u8>,
    pub discards: Vec<u8>,
    clock: u32,
}

impl<'a> Model<'a> {
    /// Plays a match until a decision is missing.
    pub fn play(
        options: Options,
        decisions: &'a [String],
        orders: &'a [Vec<u8>],
    ) -> (Model<'a>, Stop) {
        let eunuch = |seat| Eunuch { seat, strong: false, place: Place::Hand, since: 0 };
        let mut orders = orders.iter();
        let mut model = Model {
            options,
            decisions: decisions.iter(),
            pile: orders.next().expect("the first shuffle").clone(),
            orders,
            eunuchs: [0, 0, 0, 1, 1, 1].map(eunuch).to_vec(),
            open: [false, true, false, true, true, true, true, true, true],
            walked: [0; 2],
            laps: [0; 2],
            points: [0; 2],
            kohi: 0,
            stock: 6,
            tea: 1,
            holder: options.first.index(),
            round: 0,
            discards: Vec::new(),
            clock: 0,
        };
        let stop = loop {
            if let Err(stop) = model.one_round() {
                break stop;
            }
        };
        (model, stop)
    }

    /// The number of eunuchs of a seat and side in a place.
    fn here(&self, seat: usize, strong: bool, place: Place) -> usize {
        let here = |e: &&Eunuch| e.seat == seat && e.strong == strong && e.place == place;
        self.eunuchs.iter().filter(here).count()
    }

    /// The number of each seat's weak and strong eunuchs in hand, on each card and on each palace
    /// square.
    pub fn spread(&self) -> Vec<[usize; 4]> {
        let places = std::iter::once(Place::Hand)
            .chain((0..9).map(Place::Card))
            .chain((0..RETURN).map(Place::Palace));
        let count = |place| {
            [(0, false), (0, true), (1, false), (1, true)]
                .map(|(s, strong)| self.here(s, strong, place))
        };
        places.map(count).collect()
    }

    pub fn laps(&self) -> [u32; 2] {
        self.laps
    }

    fn ask(&mut self, seat: usize, options: Vec<String>) -> Run<String> {
        if options.len() == 1 {
            return Ok(options[0].clone());
        }
        match self.decisions.next() {
            Some(decision) => {
                assert!(options.contains(decision), "{decision} is not among {options:?}");
                Ok(decision.clone())
            }
            None => Err(Stop::Asks(seat, options)),
        }
    }

    fn find(&self, seat: usize, strong: bool, place: Place) -> usize {
        let here = |e: &Eunuch| e.seat == seat && e.strong == strong && e.place == place;
        self.eunuchs.iter().position(here).expect("it is there")
    }

    fn hand(&self, seat: usize) -> usize {
        self.here(seat, false, Place::Hand) + self.here(seat, true, Place::Hand)
    }

    fn one_round(&mut self) -> Run {
        if self.round == self.options.max_rounds {
            return Err(Stop::Over("rounds", None));
        }
        while self.hand(0) + self.hand(1) == 0 {
            self.advance_palace(&[0, 1], 1);
        }
        self.round += 1;
        self.placing()?;
        for card in 0..9 {
            let mut times = 0;
            while let Some(next) = self.next_on(card) {
                self.process(next, card, times)?;
                times += 1;
            }
        }
        Ok(())
    }

    fn placing(&mut self) -> Run {
        let mut turn = self.holder;
        loop {
            if self.hand(turn) == 0 {
                turn = 1 - turn;
            }
            let free: Vec<usize> =
                (0..9).filter(|c| self.open[*c] && self.next_on(*c).is_none()).collect();
            if self.hand(turn) == 0 || free.is_empty() {
                return Ok(());
            }
            let mut options = Vec::new();
            for card in free {
                for (strong, side) in [(false, ""), (true, " strong")] {
                    if self.here(turn, strong, Place::Hand) > 0 {
                        options.push(format!("place {}{side}", card + 1));
                    }
                }
            }
            let said = self.ask(turn, options)?;
            let words: Vec<&str> = said.split(' ').collect();
            let which = self.find(turn, words.len() == 3, Place::Hand);
            self.put_on(which, words[1].parse::<usize>().unwrap() - 1);
            turn = 1 - turn;
        }
    }

    fn put_on(&mut self, which: usize, card: usize) {
        self.clock += 1;
        self.eunuchs[which].place = Place::Card(card);
        self.eunuchs[which].since = self.clock;
    }

    fn next_on(&self, card: usize) -> Option<usize> {
        let on = |which: &usize| self.eunuchs[*which].place == Place::Card(card);
        (0..6).filter(on).min_by_key(|which| self.eunuchs[*which].since)
    }

    fn process(&mut self, which: usize, card: usize, times: u32) -> Run {
        let Eunuch { seat, strong, .. } = self.eunuchs[which];
        match ICONS[card] {
            "reshuffle" => self.shuffle(),
            "first move" => self.holder = seat,
            "fly" => {
                let waits =
                    |c: &usize| self.next_on(*c).is_some_and(|w| self.eunuchs[w].seat == seat);
                let targets: Vec<String> =
                    (card + 1..9).filter(waits).map(|c| format!("fly {}", c + 1)).collect();
                if !targets.is_empty() {
                    let said = self.ask(seat, targets)?;
                    self.put_on(which, said[4..].parse::<usize>().unwrap() - 1);
                    return Ok(());
                }
            }
            "advance" => self.walk(seat, 1)?,
            "plot" => self.draw(seat, 1)?,
            "enter" => {
                let square = if strong { self.options.strong_enters_on } else { 0 };
                self.eunuchs[which].place = Place::Palace(square);
                return Ok(());
            }
            "palace" => self.advance_palace(&[0, 1], 1),
            "activate" if times == 0 => self.activate()?,
            "activate" => {}
            icon => unreachable!("{icon}"),
        }
        self.eunuchs[which].place = Place::Hand;
        Ok(())
    }

    fn activate(&mut self) -> Run {
        let first = self.holder;
        for seat in [first, 1 - first] {
            loop {
                let mut options = Vec::new();
                for square in 0..RETURN {
                    for (strong, side) in [(false, ""), (true, " strong")] {
                        if self.here(seat, strong, Place::Palace(square)) > 0 {
                            options.push(format!("activate {square}{side}"));
                        }
                    }
                }
                if options.is_empty() {
                    break;
                }
                let said = self.ask(seat, options)?;
                let words: Vec<&str> = said.split(' ').collect();
                let square = words[1].parse().unwrap();
                let which = self.find(seat, words.len() == 3, Place::Palace(square));
                self.eunuchs[which].place = Place::Executing;
                match square {
                    0 => {}
                    1 => self.walk(seat, 1)?,
                    2 => match &*self.ask(seat, vec!["move".into(), "draw".into()])? {
                        "move" => self.walk(seat, 3)?,
                        _ => self.draw(seat, 2)?,
                    },
                    3 => self.walk(seat, 5)?,
                    4 => self.eunuchs[which].strong = true,
                    _ => self.gain(seat)?,
                }
                self.eunuchs[which].place = Place::Hand;
            }
        }
        Ok(())
    }

    fn advance_palace(&mut self, seats: &[usize], squares: usize) {
        for eunuch in &mut self.eunuchs {
            if let (Place::Palace(square), true) = (eunuch.place, seats.contains(&eunuch.seat)) {
                let to = square + squares;
                eunuch.place = if to >= RETURN { Place::Hand } else { Place::Palace(to) };
            }
        }
    }

    fn walk(&mut self, seat: usize, squares: u32) -> Run {
        let mut plots = 0;
        for _ in 0..squares {
            self.walked[seat] += 1;
            if self.walked[seat] % LOOP == TEA {
                if self.tea == 1 {
                    self.tea = 0;
                    self.points[seat] += 1;
                    self.won(seat)?;
                } else {
                    plots += 1;
                }
            }
            if self.walked[seat].is_multiple_of(LOOP) {
                self.laps[seat] += 1;
                self.gain(seat)?;
                self.gain(seat)?;
                self.open = [true; 9];
            }
        }
        self.draw(seat, plots)
    }

    fn won(&mut self, seat: usize) -> Run {
        if self.points[seat] >= 4 { Err(Stop::Over("favour", Some(seat))) } else { Ok(()) }
    }

    fn gain(&mut self, seat: usize) -> Run {
        let other = 1 - seat;
        if self.stock > 0 {
            self.stock -= 1;
        } else if self.points[other] + self.kohi == 0 {
            return Ok(());
        } else {
            let from_player = match self.points[other].cmp(&self.kohi) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal if self.holder == other => false,
                std::cmp::Ordering::Equal => {
                    let options = vec!["take player".into(), "take kohi".into()];
                    self.ask(seat, options)? == "take player"
                }
            };
            *(if from_player { &mut self.points[other] } else { &mut self.kohi }) -= 1;
        }
        self.points[seat] += 1;
        self.won(seat)
    }

    fn kohi_gains(&mut self) -> Run {
        if self.stock > 0 {
            self.stock -= 1;
        } else {
            let [blue, red] = self.points;
            if !self.options.kohi_takes || blue + red == 0 {
                return Ok(());
            }
            let from = if blue == red { 1 - self.holder } else { usize::from(red > blue) };
            self.points[from] -= 1;
        }
        self.kohi += 1;
        if self.kohi >= self.options.kohi_goal { Err(Stop::Over("kohi", None)) } else { Ok(()) }
    }

    fn shuffle(&mut self) {
        let order = self.orders.next().expect("the pile after this shuffle").clone();
        let sorted = |mut cards: Vec<u8>| {
            cards.sort_unstable();
            cards
        };
        let together = [&self.pile[..], &self.discards].concat();
        assert_eq!(sorted(order.clone()), sorted(together), "what is shuffled together");
        (self.pile, self.discards) = (order, Vec::new());
    }

    fn draw(&mut self, seat: usize, cards: u32) -> Run {
        for _ in 0..cards {
            if self.pile.is_empty() && !self.discards.is_empty() {
                self.shuffle();
                self.kohi_gains()?;
            }
            let Some(plot) = self.pile.pop() else { continue };
            match plot {
                0 => self.walk(seat, 3)?,
                1 => {
                    let other = 1 - seat;
                    let start = self.laps[other] * LOOP;
                    self.walked[other] = start.max(self.walked[other].saturating_sub(2));
                }
                2 => self.holder = seat,
                3 => {
                    for eunuch in &mut self.eunuchs {
                        if eunuch.seat != seat && matches!(eunuch.place, Place::Palace(_)) {
                            eunuch.place = Place::Hand;
                        }
                    }
                }
                _ => self.advance_palace(&[seat], 1),
            }
            self.discards.push(plot);
            if self.pile.is_empty() {
                self.shuffle();
                self.kohi_gains()?;
            }
        }
        Ok(())
    }
}
