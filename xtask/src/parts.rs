//! The parts of the test run, and which of them a change can break: pure functions of the paths that
//! changed, so that they are tested themselves.

use std::collections::BTreeSet;
use std::path::Path;

use crate::prose;

/// The input that stands for the programs that a part runs: their content, not their path.
pub const PROGRAMS: &str = ":programs";

/// A part of the test run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// rustfmt on all of Rust.
    Formatting,
    /// Cycles among the modules of each crate.
    Cycles,
    /// The lint of prose.
    Prose,
    /// One program of Rust tests: its package and its target.
    Rust { package: String, target: String },
    /// The examples in Rust's documentation comments.
    Examples,
    /// The page's types against those of Rust.
    Types,
    /// The server's tests that concern what is stored, once more with PostgreSQL and NATS.
    Database,
    /// Three servers that are killed, stopped and cut off.
    Faults,
    /// The package for Python.
    Python,
    /// Prettier on the page.
    PageFormatting,
    /// ESLint on the page.
    PageLints,
    /// svelte-check and TypeScript on the page.
    PageTypes,
    /// Vitest on the page.
    PageUnits,
    /// The tests in Chromium.
    Browser,
}

/// The amount of a part that has to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    Nothing,
    Only(Narrowed),
    Everything,
}

/// The tests of a part that a change can break, by what they are about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Narrowed {
    /// Tests of these games, and those of no single game. `Self::EXAMPLES` stands for the games that
    /// tests take as examples.
    pub games: BTreeSet<String>,
    /// Tests with these words in their names.
    pub words: BTreeSet<String>,
    /// These files of tests.
    pub files: BTreeSet<String>,
}

/// What a changed file can break in a part.
enum Effect<'a> {
    Nothing,
    /// Tests of this game.
    Game(&'a str),
    /// Tests of what is the same for all games: some games are enough.
    AnyGame,
    /// Tests whose names contain this.
    Word(String),
    /// The tests in this file, which is one of tests.
    File(&'a str),
    Everything,
}

/// Kinds of files in the repository.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Area<'a> {
    /// Prose. The rules of games are code, since programs contain them.
    Document,
    /// The crate of a game.
    Rules(&'a str),
    /// Any other file of Rust and its tests.
    Rust,
    /// The package for Python, and samples in Python.
    Python,
    /// The page's folder of a game.
    Board(&'a str),
    /// A component of the page outside those folders.
    Component,
    /// Other sources of the built page.
    Page,
    /// Unit tests of the page.
    PageUnits,
    /// Browser tests and what they share.
    Browser,
    /// Settings of the page's tools.
    PageTools,
}

fn area(path: &str) -> Area<'_> {
    if path.ends_with(".md") && !path.ends_with("RULES.md") {
        return Area::Document;
    }
    if let Some((game, _)) = below(path, "crates/games/").and_then(|rest| rest.split_once('/')) {
        return Area::Rules(game);
    }
    let python = below(path, "crates/python/").is_some_and(|it| !is_rust(it) && it != "Cargo.toml");
    if python || path.ends_with(".py") {
        return Area::Python;
    }
    let Some(web) = below(path, "web/") else { return Area::Rust };
    if web.starts_with("e2e/") {
        return Area::Browser;
    }
    if web.ends_with(".test.ts") || web.starts_with("src/lib/testing/") {
        return Area::PageUnits;
    }
    if let Some((game, _)) = below(web, "src/games/").and_then(|rest| rest.split_once('/')) {
        return Area::Board(game);
    }
    let source = ["src/", "worker/", "build/", "public/"].iter().any(|it| web.starts_with(it));
    let root = ["index.html", "package.json", "package-lock.json", "vite.config.ts"];
    let place = ["src/app/", "src/features/", "src/lib/ui/"].iter().any(|it| web.starts_with(it));
    match web {
        _ if place && web.ends_with(".svelte") => Area::Component,
        _ if source || root.contains(&web) => Area::Page,
        _ => Area::PageTools,
    }
}

fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder)
}

fn is_rust(path: &str) -> bool {
    path.ends_with(".rs")
}

/// The part of a test's name that says that it reads this document; the same as
/// `testkit::documents::key`, which holds tests to it.
fn key(path: &str) -> String {
    let path = if path.starts_with("docs/decisions/") { "docs/decisions" } else { path };
    let stem = path.strip_suffix(".md").unwrap_or(path).to_lowercase();
    let stem = match (stem.strip_prefix("docs/"), stem.rsplit_once('/')) {
        (Some(_), Some((_, name))) => format!("docs/{name}"),
        _ => stem,
    };
    stem.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect()
}

/// Test programs that hold every game to something: a change of one game's rules runs all of them.
/// Of others it runs the tests that name the game and those that go through every game.
const OF_EVERY_GAME: [&str; 2] = ["shelf it", "lab it"];

/// What the names of tests contain that go through every game.
const EVERY_GAME: &str = "every_game";

/// What the names of tests contain that ask the server for the page.
const PAGE: &str = "page::";

/// What the names of xtask's tests contain that read documents.
const DOCUMENTS: &str = "documents";

/// Documents with examples in Python, which its tests run.
const PYTHON_EXAMPLES: [&str; 5] = [
    "README.md",
    "crates/python/README.md",
    "docs/getting-started/python.md",
    "docs/guides/environments.md",
    "docs/reference/python.md",
];

impl Part {
    /// What the part is called in the summary, and its file in `target/passed`.
    pub fn name(&self) -> String {
        match self {
            Part::Formatting => "formatting".to_owned(),
            Part::Cycles => "module cycles".to_owned(),
            Part::Prose => "prose".to_owned(),
            Part::Rust { package, target } => format!("Rust: {package} {target}"),
            Part::Examples => "Rust: examples in comments".to_owned(),
            Part::Types => "types of the page".to_owned(),
            Part::Database => "PostgreSQL and NATS".to_owned(),
            Part::Faults => "faults of servers".to_owned(),
            Part::Python => "Python".to_owned(),
            Part::PageFormatting => "page: formatting".to_owned(),
            Part::PageLints => "page: lints".to_owned(),
            Part::PageTypes => "page: types".to_owned(),
            Part::PageUnits => "page: unit tests".to_owned(),
            Part::Browser => "browser tests".to_owned(),
        }
    }

    /// The amount of the part that can break when these inputs have changed since it passed: paths of
    /// files, and names with a colon for what is not in the repository.
    pub fn scope(&self, changed: &BTreeSet<String>) -> Scope {
        let programs = changed.contains(PROGRAMS);
        let mut only = Narrowed::default();
        // A program that changed without a file that explains it: another compiler, other flags.
        let mut explained = !programs;
        for input in changed.iter().filter(|input| *input != PROGRAMS) {
            if input.starts_with(':') {
                return Scope::Everything;
            }
            let area = area(input);
            explained |= matches!(area, Area::Rules(_) | Area::Rust);
            match self.effect(input, area, programs) {
                Effect::Nothing => {}
                Effect::Game(game) => drop(only.games.insert(game.to_owned())),
                Effect::AnyGame => drop(only.games.insert(Narrowed::EXAMPLES.to_owned())),
                Effect::Word(word) => drop(only.words.insert(word)),
                Effect::File(file) => drop(only.files.insert(file.to_owned())),
                Effect::Everything => return Scope::Everything,
            }
        }
        if !explained || (!only.files.is_empty() && !only.games.is_empty()) {
            Scope::Everything
        } else if only == Narrowed::default() {
            Scope::Nothing
        } else {
            Scope::Only(only)
        }
    }

    /// What a changed file can break. `programs`: the part's programs have changed, so all that is
    /// compiled into them counts; otherwise only what is read while they run.
    fn effect<'a>(&self, path: &'a str, area: Area<'a>, programs: bool) -> Effect<'a> {
        let all = |yes: bool| if yes { Effect::Everything } else { Effect::Nothing };
        let page = !matches!(area, Area::Document | Area::Rules(_) | Area::Rust | Area::Python);
        match self {
            Part::Formatting => all(is_rust(path) || path.ends_with("rustfmt.toml")),
            Part::Cycles => all(is_rust(path) || path.ends_with("Cargo.toml")),
            Part::Prose => all(prose::is_read(path)),
            Part::Rust { package, target } => rust(package, target, path, area, programs),
            Part::Examples => all(area == Area::Rust && programs),
            Part::Types => all(programs || path.starts_with("web/src/generated/")),
            // What is stored and sent of a game is the same for all of them.
            Part::Database | Part::Faults => all(area == Area::Rust
                && (programs || path.starts_with("crates/parlour/") && !is_rust(path))),
            Part::Python => match area {
                Area::Document if PYTHON_EXAMPLES.contains(&path) => {
                    Effect::File("tests/test_docs.py")
                }
                Area::Python => Effect::Everything,
                _ => all(programs && matches!(area, Area::Rules(_) | Area::Rust)),
            },
            Part::PageFormatting => all(path.starts_with("web/")),
            // Lints of components see one file at a time; those of TypeScript know types of others.
            Part::PageLints if page && path.ends_with(".svelte") => Effect::File(path),
            Part::PageLints | Part::PageTypes => all(page),
            Part::PageUnits => {
                // Glossaries, books and positions of the engine, which the page's tests share.
                let shared = [".toml", ".json"].iter().any(|ending| path.ends_with(ending));
                all(page && area != Area::Browser || shared && path.starts_with("crates/"))
            }
            Part::Browser => match area {
                Area::Rules(game) if programs => Effect::Game(game),
                Area::Rust => all(programs),
                Area::Board(game) => Effect::Game(game),
                Area::Component => Effect::AnyGame,
                Area::Browser if path.ends_with(".spec.ts") => Effect::File(path),
                Area::Page | Area::Browser | Area::PageTools => Effect::Everything,
                _ => Effect::Nothing,
            },
        }
    }
}

/// What a changed file can break in a program of Rust tests.
fn rust<'a>(
    package: &str,
    target: &str,
    path: &'a str,
    area: Area<'a>,
    programs: bool,
) -> Effect<'a> {
    let all = |yes: bool| if yes { Effect::Everything } else { Effect::Nothing };
    let program = format!("{package} {target}");
    if package == "xtask" {
        if area == Area::Document {
            return Effect::Word(DOCUMENTS.to_owned());
        }
        // Its own tests look through sources and manifests.
        let manifest = path.ends_with("Cargo.toml") || path == "Cargo.lock";
        return all(programs || is_rust(path) || manifest);
    }
    match area {
        Area::Document => Effect::Word(key(path)),
        Area::Rules(game) => {
            // Sources are read where names of statements are looked for in them, other files where
            // records, counts and figures are played again.
            let readers: &[&str] = match is_rust(path) {
                true => &["table", "shelf"],
                false => &[game, "shelf", "lab", "zashiki"],
            };
            let read = readers.contains(&package);
            match () {
                () if !programs && !read => Effect::Nothing,
                () if package == game || OF_EVERY_GAME.contains(&program.as_str()) => {
                    Effect::Everything
                }
                // The ids of all rules of the house are found in all sources.
                () if package == "table" => Effect::Word("every_rule_of_the_house".to_owned()),
                () => Effect::Game(game),
            }
        }
        Area::Rust if programs => Effect::Everything,
        Area::Rust if is_rust(path) => match package {
            "table" => Effect::Word("every_rule_of_the_house".to_owned()),
            _ => Effect::Nothing,
        },
        // Files that tests read: those of their own package, and what the program comes with.
        Area::Rust => {
            let own = path.strip_prefix("crates/").is_some_and(|rest| {
                let mut folders = rest.split('/');
                folders.next() == Some(package) || folders.next() == Some(package)
            });
            let comes_with = package == "zashiki" && path.starts_with("deploy/");
            let lists = package == "shelf" && path.ends_with("clippy.toml");
            all(own || comes_with || lists)
        }
        Area::Python => {
            all(path.contains("/samples/") && ["engines", "parlour", "zashiki"].contains(&package))
        }
        // The page's tests of a game compare these files with what the engine says.
        Area::Board(game) if path.contains("/dev/") => all(package == game),
        Area::Board(_) | Area::Component | Area::Page => match package {
            "parlour" => Effect::Word(PAGE.to_owned()),
            _ => all(package == "web-assets"),
        },
        Area::PageUnits | Area::Browser | Area::PageTools => Effect::Nothing,
    }
}

impl Narrowed {
    /// Stands for the games that are examples of all.
    pub const EXAMPLES: &str = "examples";

    /// The filters for a program of Rust tests: it runs the tests that contain one of them.
    pub fn filters(&self) -> Vec<String> {
        let mut filters: Vec<String> = self.games.iter().chain(&self.words).cloned().collect();
        if !self.games.is_empty() {
            filters.push(EVERY_GAME.to_owned());
        }
        filters
    }

    /// The arguments for Playwright, of all these games: it runs the tests that name one of the
    /// chosen games or none at all.
    pub fn playwright(&self, games: &[String]) -> Vec<String> {
        let mut arguments = Vec::new();
        if self.games.is_empty() {
            return arguments;
        }
        let examples: BTreeSet<&String> = games.iter().step_by(3).collect();
        let chosen = |game: &&String| {
            self.games.contains(*game)
                || self.games.contains(Narrowed::EXAMPLES) && examples.contains(*game)
        };
        let (chosen, others): (Vec<&String>, Vec<&String>) = games.iter().partition(chosen);
        if !others.is_empty() {
            let one_of = |games: &[&String]| {
                games.iter().map(|game| game.as_str()).collect::<Vec<_>>().join("|")
            };
            let (chosen, others) = (one_of(&chosen), one_of(&others));
            arguments.extend(["--grep".to_owned(), format!("^(?!.*({others}))|{chosen}")]);
        }
        arguments
    }

    /// The files that are still there, by their paths within the page's folder.
    pub fn files_of_page(&self, root: &Path) -> Vec<String> {
        let there = self.files.iter().filter(|file| root.join(file).is_file());
        there.filter_map(|file| file.strip_prefix("web/")).map(str::to_owned).collect()
    }

    /// What is run, in words.
    pub fn shown(&self) -> String {
        let games = self.games.iter().map(|game| match game.as_str() {
            Narrowed::EXAMPLES => "two games as examples".to_owned(),
            game => game.to_owned(),
        });
        let words = self.words.iter().chain(&self.files).cloned();
        games.chain(words).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rust_part(package: &str, target: &str) -> Part {
        Part::Rust { package: package.to_owned(), target: target.to_owned() }
    }

    /// All parts, with the programs of tests that stand for the rest.
    fn parts() -> Vec<Part> {
        let programs = [
            ("table", "lib"),
            ("kokyu", "it"),
            ("hostile", "it"),
            ("shelf", "it"),
            ("lab", "it"),
            ("parlour", "it"),
            ("zashiki", "it"),
            ("web-assets", "lib"),
            ("xtask", "xtask"),
        ];
        let mut parts: Vec<Part> =
            programs.iter().map(|(package, target)| rust_part(package, target)).collect();
        parts.extend([
            Part::Formatting,
            Part::Cycles,
            Part::Prose,
            Part::Examples,
            Part::Types,
            Part::Database,
            Part::Faults,
            Part::Python,
            Part::PageFormatting,
            Part::PageLints,
            Part::PageTypes,
            Part::PageUnits,
            Part::Browser,
        ]);
        parts
    }

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// What is run of which part after these changes; `relinked` are the parts whose programs have
    /// other contents then.
    fn run(changed: &[&str], relinked: impl Fn(&Part) -> bool) -> Vec<(String, String)> {
        let run = |part: &Part| {
            let mut changed = set(changed);
            if relinked(part) {
                changed.insert(PROGRAMS.to_owned());
            }
            match part.scope(&changed) {
                Scope::Nothing => None,
                Scope::Only(narrowed) => Some((part.name(), narrowed.shown())),
                Scope::Everything => Some((part.name(), "everything".to_owned())),
            }
        };
        parts().iter().filter_map(run).collect()
    }

    fn expect(found: &[(String, String)], expected: &[(&str, &str)]) {
        let found: Vec<(&str, &str)> =
            found.iter().map(|(part, what)| (part.as_str(), what.as_str())).collect();
        assert_eq!(found, expected);
    }

    fn never(_: &Part) -> bool {
        false
    }

    #[test]
    fn nothing_changed_runs_nothing() {
        expect(&run(&[], never), &[]);
    }

    #[test]
    fn a_document_runs_only_the_tests_that_name_it() {
        let named = |key| {
            [
                "table lib",
                "kokyu it",
                "hostile it",
                "shelf it",
                "lab it",
                "parlour it",
                "zashiki it",
                "web-assets lib",
            ]
            .map(|program| (format!("Rust: {program}"), key))
            .into_iter()
            .chain([("Rust: xtask xtask".to_owned(), DOCUMENTS)])
            .collect::<Vec<_>>()
        };
        let prose = ("prose", "everything");
        let of_formats = named("docs_formats");
        let mut of_formats: Vec<_> =
            of_formats.iter().map(|(part, key)| (part.as_str(), *key)).collect();
        of_formats.push(prose);
        expect(&run(&["docs/reference/formats.md"], never), &of_formats);
        let of_python = named("docs_python");
        let mut of_python: Vec<_> =
            of_python.iter().map(|(part, key)| (part.as_str(), *key)).collect();
        of_python.extend([prose, ("Python", "tests/test_docs.py")]);
        expect(&run(&["docs/reference/python.md"], never), &of_python);
    }

    #[test]
    fn the_rules_of_a_game_run_its_tests_and_what_goes_through_every_game() {
        // Whatever contains the game is linked again.
        let relinked = |part: &Part| match part {
            Part::Rust { package, .. } => {
                !["table", "hostile", "web-assets", "xtask"].contains(&package.as_str())
            }
            Part::Formatting => false,
            _ => true,
        };
        let found = run(&["crates/games/kokyu/src/rules.rs"], relinked);
        expect(
            &found,
            &[
                ("Rust: table lib", "every_rule_of_the_house"),
                ("Rust: kokyu it", "everything"),
                ("Rust: shelf it", "everything"),
                ("Rust: lab it", "everything"),
                ("Rust: parlour it", "kokyu"),
                ("Rust: zashiki it", "kokyu"),
                ("Rust: xtask xtask", "everything"),
                ("formatting", "everything"),
                ("module cycles", "everything"),
                ("prose", "everything"),
                ("types of the page", "everything"),
                ("Python", "everything"),
                ("browser tests", "kokyu"),
            ],
        );
        // A comment may change no program.
        let found = run(&["crates/games/kokyu/src/rules.rs"], never);
        expect(
            &found,
            &[
                ("Rust: table lib", "every_rule_of_the_house"),
                ("Rust: shelf it", "everything"),
                ("Rust: xtask xtask", "everything"),
                ("formatting", "everything"),
                ("module cycles", "everything"),
                ("prose", "everything"),
            ],
        );
    }

    #[test]
    fn files_that_tests_of_rust_read_run_them_again() {
        let parts_run = |path: &str| -> Vec<String> {
            run(&[path], never).into_iter().map(|(part, _)| part).collect()
        };
        assert_eq!(
            parts_run("crates/games/kokyu/records/v1.json"),
            [
                "Rust: kokyu it",
                "Rust: shelf it",
                "Rust: lab it",
                "Rust: zashiki it",
                "page: unit tests"
            ]
            .map(str::to_owned)
        );
        assert_eq!(parts_run("deploy/zashiki.toml"), ["Rust: zashiki it"]);
        assert_eq!(parts_run("crates/games/clippy.toml"), ["Rust: shelf it", "page: unit tests"]);
        let stored = ["Rust: parlour it", "PostgreSQL and NATS", "faults of servers"];
        assert_eq!(parts_run("crates/parlour/migrations/sqlite/0001_tables.sql"), stored);
    }

    #[test]
    fn other_code_runs_all_of_what_contains_it() {
        let relinked = |part: &Part| {
            matches!(part, Part::Database | Part::Faults | Part::Python | Part::Browser)
                || *part == rust_part("parlour", "it")
                || *part == rust_part("zashiki", "it")
        };
        let found = run(&["crates/parlour/src/room.rs"], relinked);
        expect(
            &found,
            &[
                ("Rust: table lib", "every_rule_of_the_house"),
                ("Rust: parlour it", "everything"),
                ("Rust: zashiki it", "everything"),
                ("Rust: xtask xtask", "everything"),
                ("formatting", "everything"),
                ("module cycles", "everything"),
                ("prose", "everything"),
                ("PostgreSQL and NATS", "everything"),
                ("faults of servers", "everything"),
                ("Python", "everything"),
                ("browser tests", "everything"),
            ],
        );
        // A game and something else.
        let found =
            run(&["crates/games/kokyu/src/rules.rs", "crates/parlour/src/room.rs"], relinked);
        assert!(found.contains(&("browser tests".to_owned(), "everything".to_owned())));
        // Another compiler changes programs, and no file.
        let found = run(&[], |part| *part == rust_part("kokyu", "it"));
        expect(&found, &[("Rust: kokyu it", "everything")]);
        let found = run(&["docs/reference/bots.md"], |part| *part == rust_part("kokyu", "it"));
        assert!(found.contains(&("Rust: kokyu it".to_owned(), "everything".to_owned())));
    }

    #[test]
    fn the_page_runs_no_tests_of_rust_but_those_that_ask_for_it() {
        let run = |changed: &[&str]| {
            let mut found = run(changed, never);
            let prose = found.iter().position(|(part, _)| part == "prose");
            assert_eq!(prose.is_some(), !changed[0].ends_with(".json"));
            prose.map(|index| found.remove(index));
            found
        };
        let checks = [
            ("page: formatting", "everything"),
            ("page: lints", "everything"),
            ("page: types", "everything"),
            ("page: unit tests", "everything"),
        ];
        let rust = [("Rust: parlour it", PAGE), ("Rust: web-assets lib", "everything")];
        let checks_of = |path: &'static str| {
            let mut checks = checks;
            if path.ends_with(".svelte") {
                checks[1].1 = path;
            }
            checks
        };
        for (path, browser) in [
            ("web/src/games/sengoku/Board.svelte", "sengoku"),
            ("web/src/features/lobby/OpenTables.svelte", "two games as examples"),
            ("web/src/features/match/playback.svelte.ts", "everything"),
            ("web/package-lock.json", "everything"),
        ] {
            let found = run(&[path]);
            expect(&found, &[&rust[..], &checks_of(path), &[("browser tests", browser)]].concat());
        }
        let found = run(&["web/src/lib/url/urlCodec.test.ts"]);
        expect(&found, &checks);
        let found = run(&["web/e2e/fairDeal.spec.ts"]);
        expect(&found, &[&checks[..3], &[("browser tests", "web/e2e/fairDeal.spec.ts")]].concat());
        let found = run(&["web/e2e/person.ts"]);
        expect(&found, &[&checks[..3], &[("browser tests", "everything")]].concat());
        let found = run(&["web/e2e/fairDeal.spec.ts", "web/src/features/lobby/OpenTables.svelte"]);
        assert!(found.contains(&("browser tests".to_owned(), "everything".to_owned())));
    }

    #[test]
    fn another_tool_runs_everything_of_its_part() {
        assert_eq!(Part::PageLints.scope(&set(&[":node"])), Scope::Everything);
    }

    #[test]
    fn playwright_runs_the_tests_of_the_chosen_games_and_of_none() {
        let games = ["honnoji", "hostile", "kokyu", "sengoku", "shinra"].map(str::to_owned);
        let of = |names: &[&str]| Narrowed { games: set(names), ..Narrowed::default() };
        assert_eq!(
            of(&["kokyu"]).playwright(&games),
            ["--grep", "^(?!.*(honnoji|hostile|sengoku|shinra))|kokyu"]
        );
        assert_eq!(
            of(&[Narrowed::EXAMPLES, "kokyu"]).playwright(&games),
            ["--grep", "^(?!.*(hostile|shinra))|honnoji|kokyu|sengoku"]
        );
        assert_eq!(Narrowed::default().playwright(&games), [""; 0]);
        let files = Narrowed {
            files: set(&["web/e2e/fairDeal.spec.ts", "web/e2e/gone.spec.ts"]),
            ..Narrowed::default()
        };
        assert_eq!(files.files_of_page(&crate::run::root()), ["e2e/fairDeal.spec.ts"]);
    }

    /// Every document that a test reads is in the name of a test of that file.
    #[test]
    fn tests_of_documents_are_found_by_their_names() {
        let mut found = 0;
        for path in crate::run::listed(&["crates"]).expect("git lists files") {
            if !is_rust(&path) || path.starts_with("crates/testkit/") {
                continue;
            }
            let text = std::fs::read_to_string(crate::run::root().join(&path)).unwrap_or_default();
            let included = text.lines().find(|line| {
                line.contains("include_str!") && line.contains(".md\"") && line.contains("docs/")
            });
            assert_eq!(
                included, None,
                "{path}: a document is read when a test runs, by testkit::documents"
            );
            for rest in text.split("document(\"").skip(1) {
                let document = rest.split('"').next().unwrap_or_default();
                let key = key(document);
                let named = text.lines().any(|line| line.contains("fn ") && line.contains(&key));
                assert!(named, "{path} reads {document}: no test has {key} in its name");
                found += 1;
            }
        }
        assert!(found >= 10, "{found}");
    }
}
