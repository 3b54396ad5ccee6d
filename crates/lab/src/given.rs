//! Files that are given to a study.

use shelf::Visitor;
use table::{BadInput, Game, Network, Text, Weights, list, read_toml, text};

/// The text of a file.
#[derive(Clone, Debug)]
pub struct Given {
    /// What messages call the file, within a sentence.
    pub name: Text,
    /// The text.
    pub text: String,
}

/// Of names that are wrong so many are told.
const TOLD: usize = 5;

impl Given {
    /// The weights of a game that it has.
    ///
    /// # Errors
    /// When it is no file of weights, or of another game's.
    pub(crate) fn weights<G: Game>(&self) -> Result<Weights, BadInput> {
        let weights = Weights::read_as(&self.name, &self.text)?;
        let Some(own) = G::weights() else { return Ok(weights) };
        let (given, wanted) = (weights.names(), own.names());
        if given == wanted {
            return Ok(weights);
        }
        let of_another = shelf::ids().into_iter().find(|id| {
            shelf::visit(id, WeightNames).is_ok_and(|names| names.as_ref() == Some(&given))
        });
        let fault = match of_another {
            Some(id) => of_game(id),
            None => differences(&given, &wanted),
        };
        let (file, game) = (&self.name, &G::info().name);
        Err(text!(
            "{file}は{game}の重みではありません: {fault}。{game}の重みのファイルを指定してください。",
            "{file} has no weights for {game}: {fault}. Name a file of weights for {game}.",
            file,
            game,
            fault
        )
        .into())
    }

    /// Whether it is a network of a game.
    ///
    /// # Errors
    /// When it is none, or another game's, or networks do not serve the game.
    pub(crate) fn check_network<G: Game>(&self) -> Result<(), BadInput> {
        if G::INPUTS == 0 {
            return Err(no_network::<G>());
        }
        let network: Network = read_toml(&self.text, &self.name)?;
        let (found, needed) = (network.inputs(), G::INPUTS);
        if found == needed {
            return Ok(());
        }
        // Games that no network serves have 0.
        let of_another = shelf::ids()
            .into_iter()
            .find(|id| found > 0 && shelf::visit(id, Inputs).is_ok_and(|it| it == found));
        let fault = match of_another {
            Some(id) => of_game(id),
            None => text!(
                "入力が{found}個ですが、{needed}個必要です",
                "it has {found} inputs, and {needed} are needed"
            ),
        };
        let (file, game, id) = (&self.name, &G::info().name, G::info().id);
        Err(text!(
            "{file}は{game}のネットワークではありません: {fault}。「zashiki lab train {id}」で作ったファイルを指定してください。",
            "{file} has no network for {game}: {fault}. Name a file that `zashiki lab train {id}` made.",
            file,
            game,
            fault
        )
        .into())
    }
}

/// What is said of a game that no network serves.
pub(crate) fn no_network<G: Game>() -> BadInput {
    let served = shelf::ids().into_iter();
    let served = served.filter(|id| shelf::visit(id, Inputs).is_ok_and(|inputs| inputs > 0));
    let (game, id) = (&G::info().name, G::info().id);
    text!(
        "{game}には経験則を直すネットワークがありません。あるゲーム: {served}。重みは「zashiki lab tune {id}」で合わせられます。",
        "{game} has no network to correct its rule of thumb; these have: {served}. `zashiki lab tune {id}` finds better weights for it.",
        game,
        served = list(served)
    )
    .into()
}

fn of_game(id: &str) -> Text {
    text!("「{id}」のファイルです", "it is a file of \"{id}\"")
}

/// Which names are not among those that are wanted, and which of those are missing.
fn differences(given: &[String], wanted: &[String]) -> Text {
    let without = |names: &[String], others: &[String], ja: &str, en: &str| {
        let names = || names.iter().filter(|name| !others.contains(name));
        let told = names().take(TOLD).map(|name| format!("`{name}`"));
        let told = list(told.chain((names().count() > TOLD).then(|| "…".to_owned())));
        (names().count() > 0).then(|| text!("{ja}: {told}", "{en}: {told}", told))
    };
    let unknown = without(given, wanted, "このゲームにない重み", "unknown weights");
    let missing = without(wanted, given, "足りない重み", "missing weights");
    list(unknown.into_iter().chain(missing))
}

/// The names of a game's weights.
struct WeightNames;

impl Visitor for WeightNames {
    type Out = Option<Vec<String>>;
    fn visit<G: Game>(self) -> Self::Out {
        G::weights().map(Weights::names)
    }
}

/// How many inputs a network of a game has.
struct Inputs;

impl Visitor for Inputs {
    type Out = usize;
    fn visit<G: Game>(self) -> usize {
        G::INPUTS
    }
}

#[cfg(test)]
mod tests {
    use kokyu::Kokyu;

    use super::*;

    struct AsWeights(Given);

    impl Visitor for AsWeights {
        type Out = Result<Weights, BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            self.0.weights::<G>()
        }
    }

    struct AsNetwork(Given);

    impl Visitor for AsNetwork {
        type Out = Result<(), BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            self.0.check_network::<G>()
        }
    }

    fn given(text: impl Into<String>) -> Given {
        Given { name: Text::fixed("「私の.toml」", "\"mine.toml\""), text: text.into() }
    }

    /// Refused in both languages by the name of the file, with these words.
    fn refused<T: std::fmt::Debug>(found: Result<T, BadInput>, ja: &str, en: &str) {
        let said = found.unwrap_err().text().clone();
        assert!(said.ja.starts_with("「私の.toml」") && said.ja.contains(ja), "{}", said.ja);
        assert!(said.en.starts_with("\"mine.toml\"") && said.en.contains(en), "{}", said.en);
    }

    #[test]
    fn weights_of_another_game_are_told_by_their_names() {
        let own = Kokyu::weights().unwrap();
        assert_eq!(&given(own.file()).weights::<Kokyu>().unwrap(), own);
        refused(
            shelf::visit("honnoji", AsWeights(given(own.file()))).unwrap(),
            "「kokyu」のファイルです。",
            "has no weights for HONNOJI: it is a file of \"kokyu\". Name a file",
        );
        refused(
            given(own.file().replace("palace_advance", "palace_retreat")).weights::<Kokyu>(),
            "このゲームにない重み: `palace_retreat`、足りない重み: `palace_advance`。",
            "unknown weights: `palace_retreat`, missing weights: `palace_advance`.",
        );
        refused(
            given("source = \"x\"\n[weights]\npalace_advance = 1\n").weights::<Kokyu>(),
            "、…。",
            ": missing weights: `",
        );
        refused(given("source = 3").weights::<Kokyu>(), "1行目、source", "line 1, `source`");
        refused(given("source = \"x\"\n[weights]\n").weights::<Kokyu>(), "一つも", "no weight");
        let far = own.with_values(&vec![10_001; own.values().len()]).file();
        refused(given(far).weights::<Kokyu>(), "10001ではなく", "not 10001");
    }

    #[test]
    fn a_network_of_another_game_is_told_by_its_inputs() {
        let own = Kokyu::network().unwrap().file();
        given(&*own).check_network::<Kokyu>().unwrap();
        refused(
            shelf::visit("shinra", AsNetwork(given(&*own))).unwrap(),
            "「kokyu」のファイルです。「zashiki lab train shinra」で",
            "it is a file of \"kokyu\". Name a file that `zashiki lab train shinra` made.",
        );
        let (before, _) = own.rsplit_once("],\n[").unwrap();
        let (_, after) = own.split_once("]\n\n").unwrap();
        let (head, _) = own.split_once("inputs = ").unwrap();
        let none = format!("{head}inputs = []\n\n{after}");
        refused(given(none).check_network::<Kokyu>(), "入力が0個ですが", "it has 0 inputs");
        let fewer = format!("{before}],\n]\n\n{after}");
        refused(given(fewer).check_network::<Kokyu>(), "個必要です", "are needed. Name a file");
        refused(given(before).check_network::<Kokyu>(), "途中で切れています", "it ends too early");
        let weights = Kokyu::weights().unwrap().file();
        refused(given(weights).check_network::<Kokyu>(), "「weights」という項目は", "`weights`");
        let said = shelf::visit("honnoji", AsNetwork(given(own))).unwrap().unwrap_err();
        let said = said.text();
        assert!(said.ja.contains("あるゲーム: kokyu、shinra。"), "{}", said.ja);
        assert!(said.en.contains("these have: kokyu, shinra. `zashiki lab tune honnoji`"));
    }
}
