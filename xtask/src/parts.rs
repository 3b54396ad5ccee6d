//! The parts of the test run (formatting, lints, each test program, …), and the rules by which a changed file
//! selects those to run. They are pure functions of the changed paths, tested below.

use std::collections::BTreeSet;
use std::path::Path;

use crate::prose;

/// Name of the input that represents the content of the programs that a part runs.
pub const PROGRAMS: &str = ":programs";

/// A part of the test run: tests or checks that run and pass together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// rustfmt on all Rust sources.
    Formatting,
    /// The check for cycles among the modules of each crate.
    Cycles,
    /// The lint of prose in comments and documents.
    Prose,
    /// One program of Rust tests, named by its package and its Cargo target.
    Rust { package: String, target: String },
    /// The examples in Rust's documentation comments.
    Examples,
    /// The check that the page's TypeScript types agree with the Rust types.
    Types,
    /// The server's tests of storage, repeated with PostgreSQL and NATS.
    Database,
    /// Three servers under fault injection: killed, stopped and disconnected.
    Faults,
    /// The tests of the Python package.
    Python,
    /// The modules of the browser, and their sizes.
    Modules,
    /// Prettier on the page's sources.
    PageFormatting,
    /// ESLint on the page's sources.
    PageLints,
    /// svelte-check and TypeScript on the page's sources.
    PageTypes,
    /// The page's unit tests, in Vitest.
    PageUnits,
    /// The browser tests, in Chromium.
    Browser,
}

/// The tests of a part that have to run: none, some or all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    Nothing,
    Only(Narrowed),
    Everything,
}

/// A selection of a part's tests: those that a change can break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Narrowed {
    /// Ids of games: selects the tests of these games and those of no single game. `Self::EXAMPLES` means a
    /// few games that represent all.
    pub games: BTreeSet<String>,
    /// Selects the tests with one of these words in their names.
    pub words: BTreeSet<String>,
    /// Paths of files: selects the tests in them.
    pub files: BTreeSet<String>,
}

/// The tests of a part that one changed file can break.
enum Effect<'a> {
    Nothing,
    /// Tests of the game with this id.
    Game(&'a str),
    /// Tests that are alike for all games, so that it is enough to run them for some.
    AnyGame,
    /// Tests whose names contain this word.
    Word(String),
    /// The tests in the test file with this path.
    File(&'a str),
    Everything,
}

/// The area of the repository to which a file belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Area<'a> {
    /// A document. The `RULES.md` of a game is not one: it counts as code, because programs contain it.
    Document,
    /// A file in the crate of the game with this id.
    Rules(&'a str),
    /// Any other file outside `web`, such as Rust code and its data.
    Rust,
    /// The Python package, or a sample in Python.
    Python,
    /// A file in the page's folder of the game with this id.
    Board(&'a str),
    /// A Svelte component of the page outside the folders of the games.
    Component,
    /// Any other source of the built page.
    Page,
    /// A unit test of the page, or a helper of these tests.
    PageUnits,
    /// A browser test, or a helper of these tests.
    Browser,
    /// Any other file of the page, such as the configuration of its tools.
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

/// The folders in `crates` with what the modules of the browser contain.
const IN_MODULES: [&str; 7] =
    ["bots", "browser", "core", "dyn-game", "games", "registry", "session"];

/// Returns true if a change of the file can change the modules of the browser.
fn is_in_modules(path: &str) -> bool {
    let tools = ["Cargo.toml", "Cargo.lock", "xtask/src/wasm.rs", "xtask/wasm-sysroot.sh"];
    let Some((folder, file)) = below(path, "crates/").and_then(|rest| rest.split_once('/')) else {
        return tools.contains(&path) || path.starts_with("xtask/bindgen/");
    };
    let compiled = is_rust(file) || file.ends_with(".toml") || file.ends_with("RULES.md");
    IN_MODULES.contains(&folder) && compiled && !file.ends_with("clippy.toml")
}

/// The part of a test's name by which it declares that it reads this document. The same as
/// `conformance::documents::key`, which enforces such names.
fn key(path: &str) -> String {
    let path = if path.starts_with("docs/decisions/") { "docs/decisions" } else { path };
    let stem = path.strip_suffix(".md").unwrap_or(path).to_lowercase();
    let stem = match (stem.strip_prefix("docs/"), stem.rsplit_once('/')) {
        (Some(_), Some((_, name))) => format!("docs/{name}"),
        _ => stem,
    };
    stem.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect()
}

/// Test programs (package and target) that check every game. A change of one game's rules runs all of their
/// tests; in other programs it runs the tests with the game's name and those of every game.
const OF_EVERY_GAME: [&str; 2] = ["registry it", "lab it"];

/// A part of the name of each test that checks every game.
const EVERY_GAME: &str = "every_game";

/// A part of the name of each test that requests the page from the server.
const PAGE: &str = "assets::";

/// A part of the name of each test of xtask that reads documents.
const DOCUMENTS: &str = "documents";

/// Documents with Python examples, which the Python tests run.
const PYTHON_EXAMPLES: [&str; 5] = [
    "README.md",
    "crates/python/README.md",
    "docs/getting-started/python.md",
    "docs/guides/environments.md",
    "docs/reference/python.md",
];

impl Part {
    /// The part's name in the summary, and the name of its file in `target/passed`.
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
            Part::Modules => "modules of the browser".to_owned(),
            Part::PageFormatting => "page: formatting".to_owned(),
            Part::PageLints => "page: lints".to_owned(),
            Part::PageTypes => "page: types".to_owned(),
            Part::PageUnits => "page: unit tests".to_owned(),
            Part::Browser => "browser tests".to_owned(),
        }
    }

    /// The tests of the part to run if these inputs have changed since it last passed. An input is the path
    /// of a file, or a name with a colon for something outside the repository.
    pub fn scope(&self, changed: &BTreeSet<String>) -> Scope {
        let programs = changed.contains(PROGRAMS);
        let mut only = Narrowed::default();
        // A program can change without a change of a file: another compiler, other flags.
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

    /// The tests of the part that a change of the file `path` can break. If the part's `programs` have
    /// changed, this includes files that are compiled into them; otherwise only files that the tests read
    /// when they run.
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
            // Stored rows and messages have the same form for all games.
            Part::Database | Part::Faults => all(area == Area::Rust
                && (programs || path.starts_with("crates/server/") && !is_rust(path))),
            Part::Python => match area {
                Area::Document if PYTHON_EXAMPLES.contains(&path) => {
                    Effect::File("tests/test_docs.py")
                }
                Area::Python => Effect::Everything,
                Area::Rules(game) if programs => Effect::Game(game),
                _ => all(programs && area == Area::Rust),
            },
            // They are compiled apart from the programs.
            Part::Modules => all(is_in_modules(path)),
            Part::PageFormatting => all(path.starts_with("web/")),
            // Lints of components check one file at a time; those of TypeScript use types of other files.
            Part::PageLints if page && path.ends_with(".svelte") => Effect::File(path),
            Part::PageLints | Part::PageTypes => all(page),
            Part::PageUnits => {
                // Glossaries, tutorials and positions of the games, which the page's tests share.
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

/// The tests of a Rust test program that a change of the file `path` can break.
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
        // The tests of xtask read sources and manifests.
        let manifest = path.ends_with("Cargo.toml") || path == "Cargo.lock";
        return all(programs || is_rust(path) || manifest);
    }
    match area {
        Area::Document => Effect::Word(key(path)),
        Area::Rules(game) => {
            // Some tests search sources for names of rule statements; others replay records, counts and
            // figures from files.
            let readers: &[&str] = match is_rust(path) {
                true => &["zashiki-core", "registry"],
                false => &[game, "registry", "lab", "cli"],
            };
            let read = readers.contains(&package);
            match () {
                () if !programs && !read => Effect::Nothing,
                () if package == game || OF_EVERY_GAME.contains(&program.as_str()) => {
                    Effect::Everything
                }
                // A test searches all sources for the ids of the built-in rules.
                () if package == "zashiki-core" => {
                    Effect::Word("every_rule_of_the_house".to_owned())
                }
                () => Effect::Game(game),
            }
        }
        Area::Rust if programs => Effect::Everything,
        Area::Rust if is_rust(path) => match package {
            "zashiki-core" => Effect::Word("every_rule_of_the_house".to_owned()),
            _ => Effect::Nothing,
        },
        // Files that tests read: those of their own package, and those distributed with the program.
        Area::Rust => {
            let own = path.strip_prefix("crates/").is_some_and(|rest| {
                let mut folders = rest.split('/');
                folders.next() == Some(package) || folders.next() == Some(package)
            });
            let comes_with = package == "cli" && path.starts_with("deploy/");
            let lists = package == "registry" && path.ends_with("clippy.toml");
            all(own || comes_with || lists)
        }
        Area::Python => {
            all(path.contains("/samples/")
                && ["external-engines", "server", "cli"].contains(&package))
        }
        // The page's tests of a game compare these files with the engine's output.
        Area::Board(game) if path.contains("/dev/") => all(package == game),
        Area::Board(_) | Area::Component | Area::Page => match package {
            "server" => Effect::Word(PAGE.to_owned()),
            _ => all(package == "web-assets"),
        },
        Area::PageUnits | Area::Browser | Area::PageTools => Effect::Nothing,
    }
}

impl Narrowed {
    /// Stands in `games` for a few games that represent all.
    pub const EXAMPLES: &str = "examples";

    /// The filters that select these tests in a Rust test program: it runs the tests whose names contain one
    /// of them.
    pub fn filters(&self) -> Vec<String> {
        let mut filters: Vec<String> = self.games.iter().chain(&self.words).cloned().collect();
        if !self.games.is_empty() {
            filters.push(EVERY_GAME.to_owned());
        }
        filters
    }

    /// The arguments that select these tests in Playwright: the tests that name one of the chosen games, or
    /// no game. `games` are the ids of all games.
    pub fn playwright(&self, games: &[String]) -> Vec<String> {
        match self.split(games, "|") {
            Some((chosen, others)) => {
                vec!["--grep".to_owned(), format!("^(?!.*({others}))|{chosen}")]
            }
            None => Vec::new(),
        }
    }

    /// The arguments that select these tests in pytest: the chosen files, or the tests that name one of the
    /// chosen games, or no game. `games` are the ids of all games.
    pub fn pytest(&self, games: &[String]) -> Vec<String> {
        match self.split(games, " or ") {
            Some((chosen, others)) => vec!["-k".to_owned(), format!("{chosen} or not ({others})")],
            None => self.files.iter().cloned().collect(),
        }
    }

    /// Splits `games` into the chosen ones and the others, each list joined by `or`. `None` if one of the
    /// lists is empty.
    fn split(&self, games: &[String], or: &str) -> Option<(String, String)> {
        let examples: BTreeSet<&String> = games.iter().step_by(3).collect();
        let chosen = |game: &&String| {
            self.games.contains(*game)
                || self.games.contains(Narrowed::EXAMPLES) && examples.contains(*game)
        };
        let (chosen, others): (Vec<&String>, Vec<&String>) = games.iter().partition(chosen);
        let joined =
            |games: &[&String]| games.iter().map(|game| game.as_str()).collect::<Vec<_>>().join(or);
        let both = !chosen.is_empty() && !others.is_empty();
        both.then(|| (joined(&chosen), joined(&others)))
    }

    /// The chosen files that still exist, as paths within `web`.
    pub fn files_of_page(&self, root: &Path) -> Vec<String> {
        let there = self.files.iter().filter(|file| root.join(file).is_file());
        there.filter_map(|file| file.strip_prefix("web/")).map(str::to_owned).collect()
    }

    /// Describes the selection for the summary.
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

    /// Parts for these tests: all parts, but only some Rust test programs as examples.
    fn parts() -> Vec<Part> {
        let programs = [
            ("zashiki-core", "lib"),
            ("kokyu", "it"),
            ("hostile", "it"),
            ("registry", "it"),
            ("lab", "it"),
            ("server", "it"),
            ("cli", "it"),
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
            Part::Modules,
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

    /// The names of the parts that run after a change of these files, each with a description of its tests.
    /// `relinked` returns true for the parts whose programs have changed.
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
    fn no_change_runs_no_part() {
        expect(&run(&[], never), &[]);
    }

    #[test]
    fn a_document_runs_only_the_tests_that_name_it() {
        let named = |key| {
            [
                "zashiki-core lib",
                "kokyu it",
                "hostile it",
                "registry it",
                "lab it",
                "server it",
                "cli it",
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
    fn the_rules_of_a_game_run_its_tests_and_those_of_every_game() {
        // Programs that contain the game are linked again.
        let relinked = |part: &Part| match part {
            Part::Rust { package, .. } => {
                !["zashiki-core", "hostile", "web-assets", "xtask"].contains(&package.as_str())
            }
            Part::Formatting => false,
            _ => true,
        };
        let found = run(&["crates/games/kokyu/src/rules.rs"], relinked);
        expect(
            &found,
            &[
                ("Rust: zashiki-core lib", "every_rule_of_the_house"),
                ("Rust: kokyu it", "everything"),
                ("Rust: registry it", "everything"),
                ("Rust: lab it", "everything"),
                ("Rust: server it", "kokyu"),
                ("Rust: cli it", "kokyu"),
                ("Rust: xtask xtask", "everything"),
                ("formatting", "everything"),
                ("module cycles", "everything"),
                ("prose", "everything"),
                ("types of the page", "everything"),
                ("Python", "kokyu"),
                ("modules of the browser", "everything"),
                ("browser tests", "kokyu"),
            ],
        );
        // A comment may change no program.
        let found = run(&["crates/games/kokyu/src/rules.rs"], never);
        expect(
            &found,
            &[
                ("Rust: zashiki-core lib", "every_rule_of_the_house"),
                ("Rust: registry it", "everything"),
                ("Rust: xtask xtask", "everything"),
                ("formatting", "everything"),
                ("module cycles", "everything"),
                ("prose", "everything"),
                ("modules of the browser", "everything"),
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
                "Rust: registry it",
                "Rust: lab it",
                "Rust: cli it",
                "page: unit tests"
            ]
            .map(str::to_owned)
        );
        assert_eq!(parts_run("deploy/zashiki.toml"), ["Rust: cli it", "prose"]);
        assert_eq!(
            parts_run("crates/games/clippy.toml"),
            ["Rust: registry it", "prose", "page: unit tests"]
        );
        let stored = ["Rust: server it", "PostgreSQL and NATS", "faults of servers"];
        assert_eq!(parts_run("crates/server/migrations/sqlite/0001_tables.sql"), stored);
    }

    #[test]
    fn other_code_runs_all_programs_that_contain_it() {
        let relinked = |part: &Part| {
            matches!(part, Part::Database | Part::Faults | Part::Python | Part::Browser)
                || *part == rust_part("server", "it")
                || *part == rust_part("cli", "it")
        };
        let found = run(&["crates/server/src/room.rs"], relinked);
        expect(
            &found,
            &[
                ("Rust: zashiki-core lib", "every_rule_of_the_house"),
                ("Rust: server it", "everything"),
                ("Rust: cli it", "everything"),
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
            run(&["crates/games/kokyu/src/rules.rs", "crates/server/src/room.rs"], relinked);
        assert!(found.contains(&("browser tests".to_owned(), "everything".to_owned())));
        // Another compiler changes programs, and no file.
        let found = run(&[], |part| *part == rust_part("kokyu", "it"));
        expect(&found, &[("Rust: kokyu it", "everything")]);
        let found = run(&["docs/reference/bots.md"], |part| *part == rust_part("kokyu", "it"));
        assert!(found.contains(&("Rust: kokyu it".to_owned(), "everything".to_owned())));
    }

    #[test]
    fn the_page_runs_only_the_rust_tests_that_request_it() {
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
        let rust = [("Rust: server it", PAGE), ("Rust: web-assets lib", "everything")];
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
    fn a_new_version_of_a_tool_runs_the_whole_part() {
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

    #[test]
    fn pytest_runs_the_tests_of_the_chosen_games_and_of_none() {
        let games = ["honnoji", "hostile", "kokyu"].map(str::to_owned);
        let of = |names: &[&str]| Narrowed { games: set(names), ..Narrowed::default() };
        assert_eq!(of(&["kokyu"]).pytest(&games), ["-k", "kokyu or not (honnoji or hostile)"]);
        assert_eq!(of(&["honnoji", "hostile", "kokyu"]).pytest(&games), [""; 0]);
        let files = Narrowed { files: set(&["tests/test_docs.py"]), ..Narrowed::default() };
        assert_eq!(files.pytest(&games), ["tests/test_docs.py"]);
    }

    /// Checks that for every document that a test file reads, a test in that file has the document's key in
    /// its name.
    #[test]
    fn tests_of_documents_have_the_name_of_the_document() {
        let mut found = 0;
        for path in crate::run::listed(&["crates"]).expect("git lists files") {
            if !is_rust(&path) || path.starts_with("crates/conformance/") {
                continue;
            }
            let text = std::fs::read_to_string(crate::run::root().join(&path)).unwrap_or_default();
            let included = text.lines().find(|line| {
                line.contains("include_str!") && line.contains(".md\"") && line.contains("docs/")
            });
            assert_eq!(
                included, None,
                "{path}: a document is read when a test runs, by conformance::documents"
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
