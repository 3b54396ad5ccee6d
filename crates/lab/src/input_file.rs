//! Checks of files that are passed to a study. Errors name the file and the fault.

use studies::InputFile;
use zashiki_core::{
    DynRules, InputError, LocalizedText, NetworkPurpose, ValueNetwork, Weights, list, read_toml,
    text,
};

/// Maximum number of wrong names that an error lists.
const TOLD: usize = 5;

/// Checks that the file contains weights of the game.
///
/// # Errors
/// Returns an error if it is no weights file, or has the weights of another game.
pub(crate) fn check_weights(given: &InputFile, game: &dyn DynRules) -> Result<(), InputError> {
    let weights = given.weights()?;
    let own = game.assets().weights().ok_or_else(no_weights)?;
    let (found, wanted) = (weights.names(), own.names());
    if found == wanted {
        return Ok(());
    }
    let of_another =
        other(|game| game.assets().weights().map(Weights::names).as_ref() == Some(&found));
    let fault = of_another.unwrap_or_else(|| differences(&found, &wanted));
    let (file, game) = (&given.name, &game.info().name);
    Err(text!(
        "{file}は{game}の重みではありません: {fault}。{game}の重みのファイルを指定してください。",
        "{file} has no weights for {game}: {fault}. Give a file of weights for {game}.",
        file,
        game,
        fault
    )
    .into())
}

/// Checks that the file contains a network for the game.
///
/// # Errors
/// Returns an error if it is no network file, if it is for another game, or if the game cannot use networks.
pub(crate) fn check_network(given: &InputFile, game: &dyn DynRules) -> Result<(), InputError> {
    let any = NetworkPurpose::ALL.into_iter().any(|purpose| inputs_of(game, purpose) > 0);
    if !any {
        return Err(no_network(game, NetworkPurpose::Correction));
    }
    let network: ValueNetwork = read_toml(&given.text, &given.name)?;
    let needed = inputs_of(game, network.purpose);
    if needed == 0 {
        return Err(no_network(game, network.purpose));
    }
    let found = network.network_inputs();
    if found == needed {
        return Ok(());
    }
    // Games that no network serves have 0.
    let of_another = other(|game| found > 0 && inputs_of(game, network.purpose) == found);
    let fault = of_another.unwrap_or_else(|| {
        text!(
            "入力が{found}個ですが、{needed}個必要です",
            "it has {found} inputs, and {needed} are needed"
        )
    });
    let (file, id, game) = (&given.name, game.info().id, &game.info().name);
    Err(text!(
        "{file}は{game}のネットワークではありません: {fault}。「zashiki lab train {id}」で作ったファイルを指定してください。",
        "{file} has no network for {game}: {fault}. Give a file made by `zashiki lab train {id}`.",
        file,
        game,
        fault
    )
    .into())
}

/// The error for a game whose heuristic has no weights in a file.
pub(crate) fn no_weights() -> InputError {
    InputError::new(
        "このゲームの経験則には重みのデータがありません。",
        "The heuristic of this game has no weights as data.",
    )
}

/// The number of inputs of a network of the game for a purpose; 0 if the game does not support one.
pub(crate) fn inputs_of(game: &dyn DynRules, purpose: NetworkPurpose) -> usize {
    match purpose {
        NetworkPurpose::Correction => game.network_inputs(),
        NetworkPurpose::Search => game.search_inputs(),
    }
}

/// The error for a game that has no networks for this purpose.
pub(crate) fn no_network(game: &dyn DynRules, purpose: NetworkPurpose) -> InputError {
    let served = list(ids(|game| inputs_of(game, purpose) > 0));
    let (game, id) = (&game.info().name, game.info().id);
    if purpose == NetworkPurpose::Search {
        return text!(
            "{game}には探索用のネットワークがありません。あるゲーム: {served}。",
            "{game} has no networks for searches, only: {served}.",
            game,
            served
        )
        .into();
    }
    text!(
        "{game}には経験則を直すネットワークがありません。あるゲーム: {served}。重みは「zashiki lab tune {id}」で合わせられます。",
        "Networks cannot correct the heuristic of {game}, only those of: {served}. To improve its weights, run: zashiki lab tune {id}",
        game,
        served
    )
    .into()
}

/// The ids of the games for which `holds` returns true.
pub(crate) fn ids(holds: impl Fn(&dyn DynRules) -> bool) -> impl Iterator<Item = &'static str> {
    registry::games().iter().filter(move |game| holds(**game)).map(|game| game.info().id)
}

/// A description of the fault "a file of another game": the first game for which `holds` returns true; `None`
/// if there is no such game.
fn other(holds: impl Fn(&dyn DynRules) -> bool) -> Option<LocalizedText> {
    let id = ids(holds).next()?;
    Some(text!("「{id}」のファイルです", "it is a file of \"{id}\""))
}

/// A description of the unknown names, which are given and not wanted, and of the missing names, which are
/// wanted and not given.
fn differences(given: &[String], wanted: &[String]) -> LocalizedText {
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

#[cfg(test)]
mod tests {
    use kokyu::Kokyu;
    use zashiki_core::{GameHandle, GameState as _};

    use super::*;

    fn weights_of(game: &str, given: &InputFile) -> Result<(), InputError> {
        check_weights(given, registry::game(game).unwrap())
    }

    fn network_of(game: &str, given: &InputFile) -> Result<(), InputError> {
        check_network(given, registry::game(game).unwrap())
    }

    fn given(text: impl Into<String>) -> InputFile {
        InputFile {
            name: LocalizedText::fixed("「私の.toml」", "\"mine.toml\""),
            text: text.into(),
        }
    }

    /// Checks that the result is an error whose text begins with the name of the file and contains these
    /// words, in both languages.
    fn refused<T: std::fmt::Debug>(found: Result<T, InputError>, ja: &str, en: &str) {
        let said = found.unwrap_err().text().clone();
        assert!(said.ja.starts_with("「私の.toml」") && said.ja.contains(ja), "{}", said.ja);
        assert!(said.en.starts_with("\"mine.toml\"") && said.en.contains(en), "{}", said.en);
    }

    #[test]
    fn weights_of_another_game_are_told_by_their_names() {
        let own = Kokyu::assets().weights().unwrap();
        weights_of("kokyu", &given(own.file())).unwrap();
        assert_eq!(&given(own.file()).weights().unwrap(), own);
        refused(
            weights_of("honnoji", &given(own.file())),
            "「kokyu」のファイルです。",
            "has no weights for HONNOJI: it is a file of \"kokyu\". Give a file",
        );
        refused(
            weights_of("kokyu", &given(own.file().replace("palace_advance", "palace_retreat"))),
            "このゲームにない重み: `palace_retreat`、足りない重み: `palace_advance`。",
            "unknown weights: `palace_retreat`, missing weights: `palace_advance`.",
        );
        refused(
            weights_of("kokyu", &given("source = \"x\"\n[weights]\npalace_advance = 1\n")),
            "、…。",
            ": missing weights: `",
        );
        refused(weights_of("kokyu", &given("source = 3")), "1行目、source", "line 1, `source`");
        refused(weights_of("kokyu", &given("source = \"x\"\n[weights]\n")), "一つも", "no weight");
        let far = own.with_values(&vec![10_001; own.values().len()]).file();
        refused(weights_of("kokyu", &given(far)), "10001ではなく", "not 10001");
    }

    #[test]
    fn a_network_of_another_game_is_told_by_its_inputs() {
        let own = Kokyu::assets().value_network().unwrap().file();
        network_of("kokyu", &given(&*own)).unwrap();
        refused(
            network_of("shinra", &given(&*own)),
            "「kokyu」のファイルです。「zashiki lab train shinra」で",
            "it is a file of \"kokyu\". Give a file made by `zashiki lab train shinra`.",
        );
        let (before, _) = own.rsplit_once("],\n[").unwrap();
        let (_, after) = own.split_once("]\n\n").unwrap();
        let (head, _) = own.split_once("inputs = ").unwrap();
        let none = format!("{head}inputs = []\n\n{after}");
        refused(network_of("kokyu", &given(none)), "入力が0個ですが", "it has 0 inputs");
        let fewer = format!("{before}],\n]\n\n{after}");
        refused(network_of("kokyu", &given(fewer)), "個必要です", "are needed. Give a file");
        refused(network_of("kokyu", &given(before)), "途中で切れています", "it ends too early");
        let weights = Kokyu::assets().weights().unwrap().file();
        refused(network_of("kokyu", &given(weights)), "「weights」という項目は", "`weights`");
    }

    #[test]
    fn a_game_without_weights_or_networks_takes_none() {
        let own = Kokyu::assets();
        let game = GameHandle::<connect_four::ConnectFour>::new();
        let refused = check_weights(&given(own.weights().unwrap().file()), &game).unwrap_err();
        assert!(refused.to_string().contains("no weights"), "{refused}");
        let network = given(own.value_network().unwrap().file());
        let refused = check_network(&network, &game).unwrap_err();
        let (ids, said) = (registry::ids(), refused.text());
        assert!(said.ja.contains(&format!("あるゲーム: {}。", ids.join("、"))), "{}", said.ja);
        let others = format!("only those of: {}. To improve", ids.join(", "));
        assert!(said.en.contains(&others), "{}", said.en);
    }
}
