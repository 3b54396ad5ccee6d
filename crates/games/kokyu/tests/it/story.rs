//! Episodes and score ledgers: whole sentences as a reader gets them, and changes of scores.

use conformance::laws;
use kokyu::{Event, Group, Kokyu};
use serde_json::json;
use zashiki_core::{
    Episode, GameConfig as _, GameRng, GameState, LocalizedText, ScoreChange, Seat, Turn, episodes,
};

use crate::support::{
    BANISHMENT, BLUE, CHOICE, FLATTERY, GUIDANCE, KokyuPlayed as _, LOOP, PLUS_FIVE, PLUS_ONE,
    POINT, Played, RED, SLANDER, STRENGTH, SUMMONS, Scene, file_with_plots,
};

/// The episodes of one action.
fn told(played: &mut Played, action: &str) -> Vec<Episode> {
    let before = played.frames.len();
    played.act(action);
    let events: Vec<Event> = played.frames[before..].iter().map(|(event, _)| *event).collect();
    episodes::<Kokyu>(played.game.config(), &events)
}

/// The English sentences of one action, as Blue reads them.
fn read(played: &mut Played, action: &str) -> Vec<String> {
    said(&told(played, action)).into_iter().map(|text| text.en.into_owned()).collect()
}

/// The sentences as Blue reads them.
fn said(told: &[Episode]) -> Vec<LocalizedText> {
    told.iter().map(|told| told.text.named(Kokyu::info().seat_names, Some(BLUE))).collect()
}

fn change(seat: Seat, amount: i32, cause: &'static str) -> ScoreChange {
    ScoreChange { seat, amount, cause }
}

#[test]
fn ledgers_add_up_to_the_scores() {
    laws::ledgers::<Kokyu>(250);
}

#[test]
fn the_sentences_of_a_round_are_shown_within_eight_seconds() {
    // The page shows a sentence for at least 1.2 s at normal speed (`web/src/lib/story/pace.ts`).
    const SENTENCE_MS: usize = 1_200;
    const ROUND_MS: usize = 8_000;
    let options = Kokyu::info().complete_options(&json!(null)).unwrap();
    let config = <Kokyu as GameState>::Config::new(2, &options, None).unwrap();
    let (mut rounds, mut joined) = (0, 0);
    for seed in 0..200 {
        let mut rng = GameRng::from_seed(seed);
        let mut state = Kokyu::deal(&config, rng.fork(), None);
        let (mut legal, mut events) = (Vec::new(), Vec::new());
        while let Turn::Awaiting(awaited) = state.turn() {
            let seats: Vec<Seat> = awaited.iter().collect();
            let seat = *rng.pick(&seats);
            state.legal_into(seat, &mut legal);
            state.play_unchecked(seat, *rng.pick(&legal), Some(&mut events));
            let told = episodes::<Kokyu>(&config, &events);
            assert_eq!(told.iter().map(|told| told.events).sum::<usize>(), events.len());
            for round in told.split_inclusive(|told| told.round.is_some()) {
                let texts = said(round);
                assert!(round.len() * SENTENCE_MS <= ROUND_MS, "seed {seed}: {texts:#?}");
                rounds += usize::from(round.len() > 2);
                joined += usize::from(texts.iter().any(|text| text.en.contains(". Card")));
            }
            events.clear();
        }
    }
    assert!(
        rounds > 2_000 && joined > 500,
        "{rounds} rounds, {joined} of them with joined sentences"
    );
}

#[test]
fn the_start_says_who_places_first() {
    let played = Played::deal(json!({"firstSeat": "seat1"}), 3);
    let told = episodes::<Kokyu>(played.game.config(), &played.events());
    let [start] = &told[..] else { panic!("{told:?}") };
    assert_eq!((start.events, start.round, start.seat), (2, Some(1), None));
    assert_eq!(
        said(&told),
        [LocalizedText::fixed("第1ラウンド：赤から太監を置きます。", "Round 1: Red places first.")]
    );
}

#[test]
fn small_cards_are_told_two_at_a_time() {
    let mut played =
        Scene::new().hand(BLUE, 1).card(4, RED).card(7, BLUE).card(8, RED).round(2).play();
    let told = told(&mut played, "place 2");
    let texts: Vec<(String, String)> =
        said(&told).into_iter().map(|text| (text.en.into_owned(), text.ja.into_owned())).collect();
    let expected = [
        ("You place a eunuch on card 2, First move.", "あなたが2番「先手」に太監を置きます。"),
        (
            "Cards 2 and 4: you keep the first-move tile, and Red's consort advances 1 square.",
            "2・4番：あなたが始動権を持ち続けて、赤の貴妃が1マス進みます。",
        ),
        (
            "Cards 7 and 8: your eunuch enters the palace, and all palace eunuchs advance 1 square.",
            "7・8番：あなたの太監が殿内に入り、殿内の太監が全員1マス進みます。",
        ),
        ("Round 3: you place first.", "第3ラウンド：あなたから太監を置きます。"),
    ];
    assert_eq!(texts, expected.map(|(en, ja)| (en.to_owned(), ja.to_owned())));
    let seats: Vec<Option<Seat>> = told.iter().map(|told| told.seat).collect();
    assert_eq!(seats, [Some(BLUE), None, None, None]);
    assert_eq!(told.last().unwrap().round, Some(3));
}

#[test]
fn a_lap_is_told_with_its_points_and_the_cards_that_it_opens() {
    let mut scene = Scene::new().hand(BLUE, 1).consort(BLUE, LOOP - 1, 0);
    scene.position.board.cards[0].open = false;
    scene.position.board.cards[2].open = false;
    let mut played = scene.play();
    let told = told(&mut played, "place 4");
    assert_eq!(
        said(&told)[1],
        LocalizedText::fixed(
            "4番：あなたの貴妃が1マス進み、1周目を終えて2点を得ます。1・3番のカードが表になります。",
            "Card 4: your consort advances 1 square, completing her first lap (2 points). \
             Cards 1 and 3 turn face up."
        )
    );
    assert_eq!(told[1].changes, [change(BLUE, 1, "lap"); 2]);
}

#[test]
fn a_point_taken_from_a_player_is_told_with_the_reason() {
    let mut played = Scene::new()
        .hand(BLUE, 1)
        .card(5, RED)
        .consort(RED, LOOP - 1, 0)
        .open()
        .points(3, 2, 1)
        .play();
    let told = told(&mut played, "place 2");
    assert_eq!(
        said(&told)[2],
        LocalizedText::fixed(
            "5番：赤の貴妃が1マス進み、1周目を終えて2点を得ます。ストックが空のため、赤は香妃より多く持つあなたから1点を取ります。赤が4点で勝ちます。",
            "Card 5: Red's consort advances 1 square, completing her first lap (2 points). The stock \
             is empty, so Red takes 1 point from you, who have more than Xiang Fei. Red wins with 4 \
             points."
        )
    );
    assert_eq!(
        told[2].changes,
        [change(RED, 1, "lap"), change(RED, 1, "lap"), change(BLUE, -1, "taken")]
    );
    assert_eq!(told.len(), 3, "the episode that decides the match is the last");
}

#[test]
fn points_taken_from_xiang_fei_are_told_with_the_reason() {
    let lap = |[blue, red, kohi]: [u8; 3], tea, initiative| {
        let mut scene = Scene::new().hand(BLUE, 1).consort(BLUE, LOOP - 1, 1).open();
        scene = scene.points(blue, red, kohi);
        scene.position.board.stock -= tea;
        scene.position.board.tea = tea;
        scene.position.board.initiative = initiative;
        let mut told = said(&told(&mut scene.play(), "place 4"));
        (told.remove(1).en.into_owned(), told.len())
    };
    let advances = "Card 4: your consort advances 1 square, completing her second lap";
    assert_eq!(
        lap([3, 1, 2], 1, BLUE).0,
        format!(
            "{advances} (1 of the 2 points, enough to win). The stock is empty, so you take 1 point \
             from Xiang Fei, who has more than Red. You win with 4 points."
        )
    );
    assert_eq!(
        lap([2, 2, 2], 0, RED).0,
        format!(
            "{advances} (2 points). The stock is empty. Red and Xiang Fei have equally many points, \
             but Red holds the first-move tile, so you take 1 point from Xiang Fei. You win with 4 \
             points."
        )
    );
    // Blue has to choose.
    assert_eq!(lap([2, 2, 2], 0, BLUE), (format!("{advances} (so far 1 of the 2 points)."), 1));
}

/// Two consorts that advance by two cards share one sentence; so do two advances of one consort.
#[test]
fn advances_by_two_cards_are_added_up() {
    let cards = |other| {
        let mut played = Scene::new().hand(BLUE, 1).card(4, other).play();
        said(&told(&mut played, "place 5")).remove(1)
    };
    assert_eq!(
        cards(RED),
        LocalizedText::fixed(
            "4・5番：両者の貴妃が1マス進みます。",
            "Cards 4 and 5: both consorts advance 1 square."
        )
    );
    assert_eq!(
        cards(BLUE),
        LocalizedText::fixed(
            "4・5番：あなたの貴妃が合わせて2マス進みます。",
            "Cards 4 and 5: your consort advances 2 squares."
        )
    );
}

#[test]
fn plot_cards_are_told_with_their_effect() {
    let plot = |plot, scene: Scene| {
        let mut played = scene
            .hand(BLUE, 1)
            .pile(&[plot, if plot == FLATTERY { SLANDER } else { FLATTERY }])
            .play();
        read(&mut played, "place 6").remove(1)
    };
    let draws = |text: &str| format!("Card 6: you draw {text}");
    assert_eq!(plot(SUMMONS, Scene::new()), draws("Summons, and your consort advances 3 squares."));
    assert_eq!(
        plot(SLANDER, Scene::new().consort(RED, 5, 0)),
        draws("Slander, and Red's consort goes back 2 squares.")
    );
    assert_eq!(
        plot(SLANDER, Scene::new()),
        draws("Slander, but Red's consort stays on the start square.")
    );
    assert_eq!(plot(FLATTERY, Scene::new()), draws("Flattery and keep the first-move tile."));
    assert_eq!(
        plot(BANISHMENT, Scene::new()),
        draws("Banishment, and all of Red's palace eunuchs go home.")
    );
    assert_eq!(
        plot(GUIDANCE, Scene::new()),
        draws("Guidance, and your palace eunuchs advance 1 square.")
    );
}

#[test]
fn an_activation_has_few_sentences() {
    let mut played = Scene::new()
        .hand(BLUE, 1)
        .palace(PLUS_FIVE, BLUE)
        .palace(POINT, RED)
        .palace(STRENGTH, RED)
        .consort(BLUE, 2, 0)
        .play();
    assert_eq!(
        read(&mut played, "place 9"),
        ["You place a eunuch on card 9, Activate.", "Card 9: you activate the palace."]
    );
    assert_eq!(
        read(&mut played, "activate 3"),
        [
            "Your eunuch moves your consort 5 squares, taking the point on the tea square.",
            "Your eunuch on the entry square goes home without acting.",
        ]
    );
    assert_eq!(read(&mut played, "activate 5"), ["Red's eunuch brings Red a point."]);
    assert_eq!(
        read(&mut played, "activate 4"),
        [
            "Red's eunuch becomes strong.",
            "Red's eunuch on the entry square goes home without acting.",
            "Round 2: you place first.",
        ]
    );
    // Eunuchs that act without a choice: the first one with the card, the others two at a time.
    let mut scene = Scene::new().hand(BLUE, 1).palace(PLUS_ONE, RED).palace(PLUS_FIVE, BLUE);
    scene.position.board.palace[0] = Default::default();
    scene.position.board.hands = [Group { weak: 2, strong: 0 }; 2];
    let mut played = scene.play();
    played.acts(&["place 9", "place 4", "place 2"]);
    assert_eq!(
        read(&mut played, "place 5")[3..],
        [
            "Card 9: you activate the palace, and your eunuch moves your consort 5 squares.",
            "Red's eunuch moves Red's consort 1 square.",
            "Round 2: you place first.",
        ]
    );
}

#[test]
fn the_choice_of_advancing_or_drawing_is_told() {
    let mut scene = Scene::new().hand(BLUE, 1).palace(CHOICE, BLUE).pile(&[BANISHMENT, SLANDER]);
    scene.position.board.palace[0] = Default::default();
    scene.position.board.hands[1] = Group { weak: 3, strong: 0 };
    scene.position.board.hands[0] = Group { weak: 2, strong: 0 };
    let mut played = scene.play();
    played.acts(&["place 9", "place 4", "place 5", "place 7"]);
    assert_eq!(
        read(&mut played, "place 2")[3..],
        [
            "Card 9: you activate the palace, and Red's eunuch on the entry square goes home without \
             acting.",
            "You choose between 3 squares and 2 plot cards.",
        ]
    );
    assert_eq!(
        read(&mut played, "draw"),
        [
            "You draw Banishment, but Red has no eunuch in the palace.",
            "You draw Slander, and Red's consort goes back 1 square.",
            "The pile is used up, so Xiang Fei gains a point (1 of 3; at 3 nobody wins).",
            "Round 2: Red places first.",
        ]
    );
}

#[test]
fn xiang_fei_and_the_end_without_a_winner_are_told() {
    let mut played = Scene::new().hand(BLUE, 1).points(0, 0, 2).pile(&[FLATTERY]).play();
    assert_eq!(
        read(&mut played, "place 6")[1..],
        [
            "Card 6: you draw Flattery and keep the first-move tile.",
            "The pile is used up, so Xiang Fei gains a point (3 of 3). She wins the Emperor's \
             heart, and nobody wins the game.",
        ]
    );
    let mut played = Scene::new().hand(BLUE, 1).points(3, 3, 1).pile(&[FLATTERY]).play();
    let told = told(&mut played, "place 6");
    assert_eq!(
        said(&told)[2],
        LocalizedText::fixed(
            "山札が尽き、ストックも空のため、香妃が赤から1点を取ります（3点中2点。3点で勝者なしになります）。",
            "The pile is used up and the stock is empty, so Xiang Fei takes a point from Red (2 of 3; at 3 nobody wins)."
        )
    );
    assert_eq!(told[2].changes, [change(RED, -1, "kohi")]);
}

#[test]
fn plot_cards_of_a_components_file_are_told() {
    let file =
        file_with_plots(&[("gain_point", 0), ("reshuffle", 0), ("advance_palace", 2), ("draw", 1)]);
    let plot = |plot, next| {
        let mut played =
            Scene::with(json!({}), Some(&file)).hand(BLUE, 1).pile(&[plot, next]).play();
        read(&mut played, "place 6").swap_remove(1)
    };
    assert_eq!(
        [plot(0, 1), plot(1, 0), plot(2, 0), plot(3, 0)],
        [
            "Card 6: you draw Plot and gain 1 point.",
            "Card 6: you draw Plot, and all plot cards are shuffled into a new pile.",
            "Card 6: you draw Plot, and all palace eunuchs advance 2 squares.",
            "Card 6: you draw Plot.",
        ]
    );
}
