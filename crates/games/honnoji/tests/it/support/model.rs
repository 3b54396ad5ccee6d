//! A second implementation of the rules, written from RULES.md alone as one straightforward
//! procedure. Random matches compare it with the engine at every decision.

use std::collections::BTreeSet;

/// A card's face, as its token in notation.
pub type Face = String;
/// A cell of a placement area: the column to the right, and the row away from the owner.
pub type At = (i8, i8);
/// The cards of a layout, each with its cell.
pub type Laid = Vec<(Face, At)>;

/// All faces in the order of notation.
pub const FACES: [&str; 24] = [
    "crest",
    "1",
    "2",
    "3",
    "4",
    "5",
    "koban",
    "tsukumo",
    "juko_konasu",
    "seitaka",
    "enza",
    "bandai",
    "joo",
    "juko_chawan",
    "chosho",
    "mokkei",
    "chidori",
    "kateki",
    "miyao",
    "katana",
    "gun",
    "ranmaru",
    "mitsuhide",
    "fire",
];

pub const TREASURES: [&str; 12] = [
    "tsukumo",
    "juko_konasu",
    "seitaka",
    "enza",
    "bandai",
    "joo",
    "juko_chawan",
    "chosho",
    "mokkei",
    "chidori",
    "kateki",
    "miyao",
];

/// The neighbouring cells in the four directions, from the viewpoint of the card's owner.
const UP: At = (0, 1);
const RIGHT: At = (1, 0);
const DOWN: At = (0, -1);
const LEFT: At = (-1, 0);

/// The icons of a card, each with its direction.
pub fn icons(face: &str) -> &'static [(&'static str, At)] {
    match face {
        "crest" => &[("move", UP), ("sword", RIGHT), ("recover", LEFT)],
        "katana" => &[("sword", DOWN)],
        "gun" => &[("gun", UP)],
        "ranmaru" => &[("move", LEFT), ("sword", DOWN)],
        "mitsuhide" => &[("move", RIGHT), ("gun", UP)],
        _ => &[],
    }
}

pub fn number(face: &str) -> Option<u8> {
    face.parse().ok()
}

pub fn is_basic(face: &str) -> bool {
    face == "crest" || number(face).is_some()
}

pub fn is_action(face: &str) -> bool {
    matches!(face, "katana" | "gun" | "ranmaru" | "mitsuhide")
}

pub fn is_treasure(face: &str) -> bool {
    face == "koban" || TREASURES.contains(&face)
}

pub fn points(face: &str) -> i32 {
    match face {
        "tsukumo" => 5,
        "juko_konasu" | "seitaka" => 4,
        "enza" | "bandai" | "joo" | "juko_chawan" => 3,
        "chosho" | "mokkei" | "chidori" | "kateki" | "miyao" | "ranmaru" | "mitsuhide" => 2,
        "koban" | "katana" | "gun" => 1,
        _ => 0,
    }
}

/// Sorts faces by the order of notation.
pub fn sorted(mut faces: Vec<Face>) -> Vec<Face> {
    faces.sort_by_key(|face| FACES.iter().position(|known| known == face));
    faces
}

/// The number that an icon on a cell designates: H-46 to H-58.
pub fn designates(laid: &[(Face, At)], icon: At, direction: At) -> Option<u8> {
    let mut sum = 0;
    let mut at = ahead(icon, direction);
    while let Some(next) =
        laid.iter().find(|(_, cell)| *cell == at).and_then(|(face, _)| number(face))
    {
        if sum + next >= 6 {
            break;
        }
        sum += next;
        at = ahead(at, direction);
    }
    (sum > 0).then_some(sum)
}

fn ahead(at: At, direction: At) -> At {
    (at.0 + direction.0, at.1 + direction.1)
}

/// The orders that the icons of a layout give.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Orders {
    /// The squares that movement icons designate, with true for those of the crest.
    pub moves: Vec<(u8, bool)>,
    /// Icon and designated square of every attack.
    pub attacks: Vec<(&'static str, u8)>,
    pub recover: u8,
    /// The designated number of every recovery icon.
    pub recoveries: Vec<u8>,
}

pub fn orders(laid: &[(Face, At)]) -> Orders {
    let mut orders = Orders::default();
    let mut written = laid.to_vec();
    written.sort_by_key(|(face, at)| (FACES.iter().position(|known| known == face), *at));
    for (face, at) in &written {
        for (icon, direction) in icons(face) {
            let Some(square) = designates(laid, *at, *direction) else { continue };
            match *icon {
                "move" => orders.moves.push((square, face == "crest")),
                "recover" => {
                    orders.recover += square;
                    orders.recoveries.push(square);
                }
                attack => orders.attacks.push((attack, square)),
            }
        }
    }
    orders
}

/// The two neighbours of a square, the clockwise one first.
pub fn neighbours(square: u8) -> [u8; 2] {
    [square % 5 + 1, (square + 3) % 5 + 1]
}

/// The squares that a pawn enters; it ends on the last.
pub fn path(from: Option<u8>, orders: &Orders) -> Vec<u8> {
    let Some(from) = from else {
        let crest = orders.moves.iter().find(|(_, crest)| *crest);
        return crest.or(orders.moves.first()).map(|(square, _)| *square).into_iter().collect();
    };
    let named: BTreeSet<u8> = orders.moves.iter().map(|(square, _)| *square).collect();
    let beside = neighbours(from);
    if beside.iter().all(|square| named.contains(square)) {
        return Vec::new();
    }
    for way in [0, 1] {
        let mut path = Vec::new();
        let mut at = from;
        while named.contains(&neighbours(at)[way]) && neighbours(at)[way] != from {
            at = neighbours(at)[way];
            path.push(at);
        }
        if !path.is_empty() {
            return path;
        }
    }
    Vec::new()
}

/// The reason why a designated square is not on the path.
fn reason_off_path(from: Option<u8>, square: u8, orders: &Orders) -> &'static str {
    let Some(from) = from else { return "overruled" };
    let named = |square: &u8| orders.moves.iter().any(|(other, _)| other == square);
    if square == from {
        "own_square"
    } else if neighbours(from).iter().all(named) {
        "both_neighbours"
    } else {
        "off_the_way"
    }
}

/// Returns true if an attack from square `from` reaches `square`.
pub fn reaches(attack: &str, from: u8, square: u8) -> bool {
    attack == "gun" || square == from || neighbours(from).contains(&square)
}

#[derive(Clone, Default, PartialEq, Debug)]
pub struct Player {
    pub square: Option<u8>,
    pub hand: Vec<Face>,
    pub exposed: Vec<Face>,
    /// The seat's layout in this round, sorted by cell.
    pub laid: Option<Laid>,
}

#[derive(Clone, Default, PartialEq, Debug)]
pub struct Square {
    pub cards: Vec<Face>,
    pub fire: bool,
}

#[derive(Clone, Default, PartialEq, Debug)]
pub struct Model {
    pub together: bool,
    pub round: u8,
    pub first: usize,
    /// The deck; the last card is dealt first.
    pub deck: Vec<Face>,
    pub discards: Vec<Face>,
    pub squares: [Square; 5],
    pub players: Vec<Player>,
    /// Icons without effect: seat, icon, number and reason (A-H53).
    pub in_vain: Vec<String>,
}

/// Makes the decisions that the rules leave to players and to chance.
pub trait Decisions {
    /// The order in which the seats declare. In turn it must be `clockwise`; together it is free.
    fn order(&mut self, clockwise: Vec<usize>) -> Vec<usize>;
    /// The layout that a seat declares.
    fn lay(&mut self, model: &Model, seat: usize) -> Laid;
    /// The option that the seat chooses, in notation.
    fn choose(&mut self, model: &Model, seat: usize, options: &[String]) -> String;
    /// The order of the shuffled discards in the deck; the last card is dealt first.
    fn shuffled(&mut self, discards: &[Face]) -> Vec<Face>;
}

/// The end of a match: reason, winners, points.
pub type End = (&'static str, Vec<usize>, Vec<i32>);

fn remove(from: &mut Vec<Face>, face: &str) {
    let place = from.iter().position(|held| held == face).expect("the card is there");
    from.remove(place);
}

fn different(faces: impl IntoIterator<Item = Face>) -> Vec<Face> {
    let mut faces = sorted(faces.into_iter().collect());
    faces.dedup();
    faces
}

/// Every different set of at most `most` of these sorted faces.
fn choices(faces: &[Face], most: usize) -> Vec<Vec<Face>> {
    let mut all = vec![Vec::new()];
    for face in faces {
        let more: Vec<Vec<Face>> = all
            .iter()
            .filter(|chosen: &&Vec<Face>| chosen.len() < most)
            .map(|chosen| chosen.iter().chain([face]).cloned().collect())
            .collect();
        all.extend(more);
    }
    all.sort();
    all.dedup();
    all
}

impl Model {
    /// The state before the first round.
    pub fn dealt(seats: usize, together: bool, first: usize, deck: Vec<Face>) -> Model {
        let player = Player {
            hand: FACES[..6].iter().map(ToString::to_string).collect(),
            exposed: vec!["koban".into()],
            ..Player::default()
        };
        Model { together, first, deck, players: vec![player; seats], ..Model::default() }
    }

    /// All seats, clockwise from the first player.
    pub fn clockwise(&self) -> Vec<usize> {
        (0..self.players.len()).map(|step| (self.first + step) % self.players.len()).collect()
    }

    /// The seats on a square, clockwise from the first player.
    pub fn on(&self, square: u8) -> Vec<usize> {
        let here = |seat: &usize| self.players[*seat].square == Some(square);
        self.clockwise().into_iter().filter(here).collect()
    }

    /// Returns true if the layout is legal for the seat: H-38, H-40, H-59, and the cells of A-H45.
    pub fn may_lay(&self, seat: usize, laid: &[(Face, At)]) -> bool {
        let mut hand = self.players[seat].hand.clone();
        let held = laid.iter().all(|(face, _)| {
            let place = hand.iter().position(|card| card == face);
            place.map(|place| hand.remove(place)).is_some()
        });
        let cells: BTreeSet<At> = laid.iter().map(|(_, at)| *at).collect();
        let range = -15..=15;
        let inside = cells.iter().all(|(x, y)| range.contains(x) && range.contains(y));
        let goes = self.players[seat].square.is_some() || !orders(laid).moves.is_empty();
        held && inside && cells.len() == laid.len() && goes
    }

    /// Plays the match to its end, beginning with the layouts of this round.
    pub fn play_on(&mut self, decisions: &mut impl Decisions) -> End {
        self.decide(decisions);
        self.resolve(decisions);
        self.play(decisions)
    }

    /// Plays the match to its end, beginning with the preparation of this round.
    pub fn play(&mut self, decisions: &mut impl Decisions) -> End {
        while self.round < 6 {
            self.round += 1;
            self.prepare(decisions);
            self.decide(decisions);
            self.resolve(decisions);
        }
        self.count()
    }

    fn prepare(&mut self, decisions: &mut impl Decisions) {
        if self.round == 6 {
            let discards = std::mem::take(&mut self.discards);
            self.deck = decisions.shuffled(&discards);
            assert_eq!(sorted(self.deck.clone()), sorted(discards), "not the discards");
        }
        for square in &mut self.squares {
            let Some(card) = self.deck.pop() else { break };
            square.fire = card == "fire" || square.cards.len() == 3;
            square.cards.push(card);
        }
    }

    fn decide(&mut self, decisions: &mut impl Decisions) {
        for seat in decisions.order(self.clockwise()) {
            let mut laid = decisions.lay(self, seat);
            assert!(self.may_lay(seat, &laid), "{laid:?} may not be laid: {self:#?}");
            laid.sort_by_key(|(_, at)| *at);
            let player = &mut self.players[seat];
            laid.iter().for_each(|(face, _)| remove(&mut player.hand, face));
            player.laid = Some(laid);
        }
    }

    /// Plays the phases from the reveal to the end of the round.
    fn resolve(&mut self, decisions: &mut impl Decisions) {
        let orders: Vec<Orders> =
            self.players.iter().map(|player| orders(player.laid.as_ref().unwrap())).collect();
        for seat in self.clockwise() {
            let from = self.players[seat].square;
            let way = path(from, &orders[seat]);
            for (square, _) in &orders[seat].moves {
                if !way.contains(square) {
                    self.fails(
                        seat,
                        "move",
                        *square,
                        reason_off_path(from, *square, &orders[seat]),
                    );
                }
            }
            self.players[seat].square = way.last().copied().or(from);
        }
        for square in 1..=5 {
            self.pick_up(square, decisions);
        }
        for attacker in self.clockwise() {
            let mut attacks = orders[attacker].attacks.clone();
            attacks.sort_by_key(|(kind, square)| (*square, *kind == "gun"));
            for (attack, square) in attacks {
                let mut others = self.on(square);
                others.retain(|seat| *seat != attacker);
                let poor =
                    |seat: &usize| self.players[*seat].exposed.iter().all(|face| is_basic(face));
                if !reaches(attack, self.players[attacker].square.unwrap(), square) {
                    self.fails(attacker, attack, square, "out_of_reach");
                } else if others.is_empty() {
                    self.fails(attacker, attack, square, "nobody_there");
                } else if others.iter().all(poor) {
                    self.fails(attacker, attack, square, "nothing_to_take");
                } else {
                    self.attack(attacker, square, decisions);
                }
            }
        }
        for seat in self.clockwise() {
            self.burn(seat, decisions);
        }
        for seat in self.clockwise() {
            if self.players[seat].exposed.iter().all(|face| is_treasure(face)) {
                for number in &orders[seat].recoveries {
                    self.fails(seat, "recover", *number, "nothing_to_recover");
                }
            }
            self.recover(seat, orders[seat].recover.into(), decisions);
        }
        self.exhaust();
        self.end_round();
    }

    fn fails(&mut self, seat: usize, icon: &str, number: u8, why: &str) {
        self.in_vain.push(format!("{seat} {icon} {number} {why}"));
    }

    fn ask(&self, seat: usize, options: &[String], decisions: &mut impl Decisions) -> String {
        match options {
            [only] => only.clone(),
            _ => decisions.choose(self, seat, options),
        }
    }

    /// Requests a decision about one card. Its options are `verb` followed by each of the faces.
    fn ask_face(
        &self,
        seat: usize,
        verb: &str,
        of: Vec<Face>,
        decisions: &mut impl Decisions,
    ) -> Face {
        let options: Vec<String> = of.iter().map(|face| format!("{verb} {face}")).collect();
        let chosen = self.ask(seat, &options, decisions);
        chosen.strip_prefix(verb).expect("the verb").trim().to_owned()
    }

    fn pick_up(&mut self, square: u8, decisions: &mut impl Decisions) {
        let index = usize::from(square) - 1;
        if self.squares[index].fire {
            return;
        }
        let here = self.on(square);
        match here[..] {
            [] => {}
            [alone] => {
                let all = std::mem::take(&mut self.squares[index].cards);
                self.players[alone].exposed.extend(all);
            }
            _ if self.squares[index].cards.len() < here.len() => {}
            _ => {
                for seat in here {
                    let cards = different(self.squares[index].cards.clone());
                    let face = self.ask_face(seat, "take", cards, decisions);
                    remove(&mut self.squares[index].cards, &face);
                    self.players[seat].exposed.push(face);
                }
            }
        }
    }

    fn attack(&mut self, attacker: usize, square: u8, decisions: &mut impl Decisions) {
        for victim in self.on(square) {
            let exposed = self.players[victim].exposed.iter();
            let loot = different(exposed.filter(|face| !is_basic(face)).cloned());
            if victim == attacker || loot.is_empty() {
                continue;
            }
            let face = self.ask_face(attacker, "steal", loot, decisions);
            remove(&mut self.players[victim].exposed, &face);
            self.players[attacker].exposed.push(face);
        }
    }

    fn burn(&mut self, seat: usize, decisions: &mut impl Decisions) {
        let player = &self.players[seat];
        let fire = self.squares[usize::from(player.square.unwrap()) - 1].fire;
        let loose = different(player.exposed.iter().filter(|face| !is_basic(face)).cloned());
        if fire && !loose.is_empty() {
            let face = self.ask_face(seat, "burn", loose, decisions);
            remove(&mut self.players[seat].exposed, &face);
            self.discards.push(face);
        }
    }

    fn recover(&mut self, seat: usize, most: usize, decisions: &mut impl Decisions) {
        let exposed = self.players[seat].exposed.iter();
        let free = sorted(exposed.filter(|face| !is_treasure(face)).cloned().collect());
        let options: Vec<String> = choices(&free, most)
            .into_iter()
            .map(|chosen| match chosen.len() {
                0 => "recover nothing".to_owned(),
                _ => format!("recover {}", chosen.join(" ")),
            })
            .collect();
        let chosen = self.ask(seat, &options, decisions);
        for face in chosen.split(' ').skip(1).filter(|face| *face != "nothing") {
            remove(&mut self.players[seat].exposed, face);
            self.players[seat].hand.push(face.to_owned());
        }
    }

    fn exhaust(&mut self) {
        for player in &mut self.players {
            let laid = player.laid.take().unwrap();
            let smallest = laid.iter().filter_map(|(face, _)| number(face)).min();
            for (face, _) in laid {
                let back = face == "crest" || number(&face).is_some_and(|n| Some(n) == smallest);
                let zone = if back { &mut player.hand } else { &mut player.exposed };
                zone.push(face);
            }
        }
    }

    fn end_round(&mut self) {
        for square in self.squares.iter_mut().filter(|square| square.fire) {
            self.discards.append(&mut square.cards);
            square.fire = false;
        }
        let exposed =
            |seat: &usize| self.players[*seat].exposed.iter().map(|face| points(face)).sum::<i32>();
        let order = self.clockwise();
        let most = order.iter().map(exposed).max();
        self.first = order.into_iter().find(|seat| Some(exposed(seat)) == most).unwrap();
    }

    fn count(&self) -> End {
        let cards = |seat: usize| {
            let player = &self.players[seat];
            player.exposed.iter().chain(&player.hand).collect::<Vec<_>>()
        };
        let seats = || 0..self.players.len();
        let scores: Vec<i32> =
            seats().map(|seat| cards(seat).iter().map(|face| points(face)).sum()).collect();
        let most = *scores.iter().max().unwrap();
        let best: Vec<usize> = seats().filter(|seat| scores[*seat] == most).collect();
        let fewest = best.iter().map(|seat| cards(*seat).len()).min().unwrap();
        let of_these: Vec<usize> =
            best.iter().copied().filter(|seat| cards(*seat).len() == fewest).collect();
        match (best.len(), of_these.len()) {
            (1, _) => ("points", best, scores),
            (_, 1) => ("fewer_cards", of_these, scores),
            _ => ("draw", of_these, scores),
        }
    }
}
