//! Sentences in Japanese and English, put together from clauses.

use zashiki_core::{Localize, LocalizedText, Seat, capitalized, names, text};

/// The endings of a Japanese verb: before another clause, and at the end of the sentence.
#[derive(Clone, Copy)]
pub(super) struct Verb(&'static str, &'static str);

/// A verb of the fifth class in み.
pub(super) const MI: Verb = Verb("み", "みます");
/// A verb of the fifth class in り.
pub(super) const RI: Verb = Verb("り", "ります");
/// A verb of the fifth class in き.
pub(super) const KI: Verb = Verb("き", "きます");
/// A verb of the fifth class in い.
pub(super) const I: Verb = Verb("い", "います");
/// A verb of the fifth class in び.
pub(super) const BI: Verb = Verb("び", "びます");
/// する.
pub(super) const SHI: Verb = Verb("し", "します");
/// A verb of the first class.
pub(super) const TE: Verb = Verb("て", "ます");
/// A clause with じる.
pub(super) const JI: Verb = Verb("じて", "じます");
/// A negated verb.
pub(super) const NAI: Verb = Verb("ず", "ません");

/// A clause of a sentence.
struct Clause {
    /// True if the clause begins with "but" after another one: something did not happen.
    but: bool,
    /// The seat that is the subject; it is left out after a clause with the same subject. `None` if the
    /// text contains the subject.
    subject: Option<Seat>,
    /// The clause without `subject`, in Japanese without the ending of the verb.
    text: LocalizedText,
    verb: Verb,
    /// The action of the subject on the way: in English a participle, in Japanese without the verb's ending.
    on_the_way: Vec<(LocalizedText, Verb)>,
}

/// A sentence about a card, a palace eunuch or a plot card, with short sentences about its consequences.
#[derive(Default)]
pub(super) struct Sentence {
    /// The numbers of the cards of the Forbidden City, without repetition.
    cards: Vec<u8>,
    clauses: Vec<Clause>,
    /// Short sentences after the clauses.
    pub(super) consequences: Vec<LocalizedText>,
}

impl Sentence {
    /// Adds the number of a card that the sentence is about.
    pub(super) fn card(&mut self, number: u8) {
        if !self.cards.contains(&number) {
            self.cards.push(number);
        }
    }

    /// Adds a clause whose text contains the subject.
    pub(super) fn clause(&mut self, text: LocalizedText, verb: Verb) {
        self.add(Clause { but: false, subject: None, text, verb, on_the_way: Vec::new() });
    }

    /// Removes all clauses.
    pub(super) fn clear(&mut self) {
        self.clauses.clear();
    }

    /// Returns true if this seat is the subject of the last clause.
    pub(super) fn is_about(&self, seat: Seat) -> bool {
        self.clauses.last().is_some_and(|clause| clause.subject == Some(seat))
    }

    /// Adds a clause about what did not happen.
    pub(super) fn but(&mut self, text: LocalizedText, verb: Verb) {
        self.add(Clause { but: true, subject: None, text, verb, on_the_way: Vec::new() });
    }

    /// Adds a clause whose subject is a seat.
    pub(super) fn seat(&mut self, seat: Seat, text: LocalizedText, verb: Verb) {
        self.add(Clause { but: false, subject: Some(seat), text, verb, on_the_way: Vec::new() });
    }

    /// Adds a clause; one that has been said already is not repeated.
    fn add(&mut self, clause: Clause) {
        let is_same = |said: &Clause| said.subject == clause.subject && said.text == clause.text;
        if !self.clauses.iter().any(is_same) {
            self.clauses.push(clause);
        }
    }

    /// Adds to the last clause what happens on the way of a consort. Without a clause, as after a decision in
    /// the middle of an advance, the consort moves on.
    pub(super) fn on_the_way(&mut self, seat: Seat, text: LocalizedText, verb: Verb) {
        if self.clauses.is_empty() {
            let on = text!("{seat}の貴妃がさらに進", "{seat}⟦'s|r⟧ consort moves on", seat);
            self.clause(on, MI);
        }
        if let Some(clause) = self.clauses.last_mut() {
            clause.on_the_way.push((text, verb));
        }
    }

    /// The whole text; `None` if it has no clause and no consequence.
    pub(super) fn finish(self) -> Option<LocalizedText> {
        let (mut ja, mut en) = (String::new(), String::new());
        let mut verb: Option<Verb> = None;
        let mut subject = None;
        for clause in &self.clauses {
            let same = clause.subject.is_some() && clause.subject == subject;
            if let Some(Verb(middle, end)) = verb {
                ja += if clause.but { end } else { middle };
                ja += if clause.but { "が、" } else { "、" };
                en += match (clause.but, same) {
                    (true, _) => ", but ",
                    (false, true) => " and ",
                    (false, false) => ", and ",
                };
            }
            if let (Some(seat), false) = (clause.subject, same) {
                let seat = seat.name();
                ja += &format!("{}が", seat.ja);
                en += &format!("{} ", seat.en);
            }
            subject = clause.subject;
            ja += &clause.text.ja;
            en += &clause.text.en;
            verb = Some(clause.verb);
            for (text, next) in &clause.on_the_way {
                ja += verb.map_or("", |Verb(middle, _)| middle);
                ja += "、";
                ja += &text.ja;
                verb = Some(*next);
            }
            if !clause.on_the_way.is_empty() {
                en += ", ";
                en += &names(clause.on_the_way.iter().map(|(text, _)| text)).en;
            }
        }
        if let Some(Verb(_, end)) = verb {
            ja += end;
            ja += "。";
            en += ".";
        }
        for consequence in &self.consequences {
            ja += &consequence.ja;
            if !en.is_empty() {
                en += " ";
            }
            en += &consequence.en;
        }
        if en.is_empty() {
            return None;
        }
        let cards = names(&self.cards);
        Some(match self.cards.len() {
            0 => LocalizedText::new(ja, capitalized(&en)),
            1 => text!("{cards}番：{ja}", "Card {cards}: {en}", cards),
            _ => text!("{cards}番：{ja}", "Cards {cards}: {en}", cards),
        })
    }
}
