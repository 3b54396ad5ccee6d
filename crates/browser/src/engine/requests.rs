//! Requests that concern no table: games, puzzles, matches that the page supplies, and the own profile.

use std::num::ParseIntError;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::DraftLimits;
use session::protocol::{Look, Refusal, Study};
use session::queries::analysis_board::{AnalysisBoard, read_file};
use session::queries::{components, games, puzzles};
use session::request_error::RequestError;
use zashiki_core::{LocalizedText, Seat, read_json, text};

/// Maximum length of a name, in characters.
pub(crate) const NAME_LENGTH: usize = 24;

/// An answer to a request: its HTTP status and its body as JSON.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub body: String,
}

/// The result of a request, before it is written.
pub(crate) type Answered = Result<Answer, Failure>;

/// A failed request.
#[derive(Debug)]
pub(crate) struct Failure {
    pub status: u16,
    pub refusal: Refusal,
}

impl Answer {
    /// A successful answer.
    pub fn ok(value: &impl Serialize) -> Answered {
        Answer::with(200, value)
    }

    pub fn with(status: u16, value: &impl Serialize) -> Answered {
        let body = serde_json::to_string(value).expect("an answer is plain data");
        Ok(Answer { status, body })
    }
}

impl Failure {
    pub fn new(status: u16, message: LocalizedText) -> Failure {
        Failure::of(status, Refusal { rule: None, message })
    }

    pub fn of(status: u16, refusal: Refusal) -> Failure {
        Failure { status, refusal }
    }

    /// The request needs a server.
    pub fn needs_server() -> Failure {
        Failure::new(
            501,
            text!(
                "これにはサーバーが必要です。このゲームは端末の中だけで動いているため、できません。",
                "This needs a server; here the game runs on this device alone."
            ),
        )
    }

    fn no_address() -> Failure {
        Failure::new(
            404,
            text!("そのアドレスには何もありません。", "There is nothing at this address."),
        )
    }

    /// The answer that reports the failure.
    pub fn answer(self) -> Answer {
        let body = serde_json::to_string(&self.refusal).expect("an error is plain data");
        Answer { status: self.status, body }
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Failure {
        Failure::new(error.kind.status(), error.message)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure { status: 400, refusal }
    }
}

/// A request: its method, the parts of its path below `/api`, its query and its body.
pub(crate) struct Request<'a> {
    pub method: &'a str,
    pub path: Vec<String>,
    pub query: Query,
    pub body: &'a str,
}

/// The parameters of a query.
#[derive(Default)]
pub(crate) struct Query(Vec<(String, String)>);

impl<'a> Request<'a> {
    /// Parses a path with its query.
    pub fn parse(method: &'a str, address: &str, body: &'a str) -> Request<'a> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let path = path.strip_prefix("/api").unwrap_or(path);
        let path = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect();
        Request { method, path, query: Query::parse(query), body }
    }

    /// Reads the body.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        Ok(read_json(self.body).map_err(RequestError::unreadable)?)
    }
}

impl Query {
    /// Parses `a=1&b=2`.
    pub fn parse(query: &str) -> Query {
        let pair = |part: &str| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (decoded(name), decoded(&value.replace('+', " ")))
        };
        Query(query.split('&').filter(|part| !part.is_empty()).map(pair).collect())
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A number; `None` if the parameter is missing.
    pub fn number<T: FromStr<Err = ParseIntError>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, ParseIntError> {
        self.get(name).map(str::parse).transpose()
    }

    /// The seat that the request is about, if the query names one.
    pub fn seat(&self) -> Result<Option<Seat>, ParseIntError> {
        Ok(self.number("seat")?.map(Seat))
    }

    /// The action to preview.
    pub fn action(&self) -> Result<&str, Failure> {
        Ok(self.get("action").ok_or_else(RequestError::no_action)?)
    }
}

/// Decodes escaped bytes such as `%20`.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The person at this device, as far as tables show it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Profile {
    pub name: String,
    #[serde(flatten)]
    pub look: Look,
}

/// Answers a request that concerns no table. `profile` is the own profile, which a request may change.
pub(crate) fn answer(request: &Request<'_>, profile: &mut Profile) -> Answered {
    let path: Vec<&str> = request.path.iter().map(String::as_str).collect();
    let bots = games::built_in_bots;
    match (request.method, &path[..]) {
        ("GET", ["games"]) => {
            let catalogue = games::catalogue(bots(), NAME_LENGTH).map_err(RequestError::from)?;
            Answer::ok(&catalogue)
        }
        ("GET", ["games", game]) => Answer::ok(&games::game_page(game, bots())?),
        ("GET", ["games", game, "rules"]) => Answer::ok(&games::rules(game, None)?),
        ("GET", ["games", game, "book"]) => Answer::ok(&games::tutorial(game)?),
        ("GET", ["games", game, "puzzles"]) => Answer::ok(&puzzles::puzzles(game)?),
        ("GET", ["games", game, "puzzles", id]) => Answer::ok(&puzzles::puzzle(game, id)?),
        ("GET", ["games", game, "puzzles", id, "solution"]) => {
            Answer::ok(&puzzles::puzzle(game, id)?.solution)
        }
        ("GET", ["games", game, "puzzles", id, "hint"]) => Answer::ok(&puzzles::hint(game, id)?),
        ("GET", ["games", game, "puzzles", id, "reply"]) => {
            Answer::ok(&puzzles::reply(game, id, request.query.get("to").unwrap_or_default())?)
        }
        ("GET", ["games", game, "components"]) => Answer::ok(&components::form(game)?),
        ("POST", ["components"]) => Answer::ok(&components::check(&request.body()?)?),
        ("POST", ["analysis"]) => Answer::ok(&board(request)?.studied()),
        ("POST", ["analysis", "preview"]) => {
            Answer::ok(&board(request)?.preview(request.query.action()?))
        }
        ("POST", ["analysis", "draft"]) => {
            let draft = request.query.get("draft").ok_or_else(RequestError::no_draft)?;
            let limits = DraftLimits::default();
            Answer::ok(&board(request)?.draft(draft, limits.draft, limits.reading))
        }
        ("POST", ["records"]) => Answer::ok(&read_file(&request.body::<Value>()?)?),
        ("GET", ["me"]) => me(profile),
        ("POST", ["me"]) => {
            *profile = request.body()?;
            me(profile)
        }
        (_, ["me" | "lobby" | "quickstart" | "ratings" | "notice" | "invite" | "reports", ..]) => {
            Err(Failure::needs_server())
        }
        _ => Err(Failure::no_address()),
    }
}

/// The supplied match of a request.
fn board(request: &Request<'_>) -> Result<AnalysisBoard, Failure> {
    Ok(AnalysisBoard::set_up(request.body::<Study>()?, None)?)
}

/// The own profile in the form of a server's answer.
fn me(profile: &Profile) -> Answered {
    #[derive(Serialize)]
    struct Me<'a> {
        profile: &'a Profile,
        coded: bool,
        passkeys: [(); 0],
        devices: [(); 0],
        ratings: [(); 0],
        played: [(); 0],
    }
    let (passkeys, devices, ratings, played) = ([], [], [], []);
    Answer::ok(&Me { profile, coded: false, passkeys, devices, ratings, played })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_decoded() {
        let request =
            Request::parse("GET", "/api/tables/local-kokyu-ab/preview?action=place%205&seat=1", "");
        assert_eq!(request.path, ["tables", "local-kokyu-ab", "preview"]);
        assert_eq!(request.query.action().unwrap(), "place 5");
        assert_eq!(request.query.seat().unwrap(), Some(Seat(1)));
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%E5%BA%A7"), "座");
        assert!(Query::parse("seat=x").seat().is_err());
    }

    #[test]
    fn requests_about_every_game_are_answered_without_a_server() {
        let mut profile = Profile::default();
        let mut ask = |method: &str, path: &str, body: &str| {
            answer(&Request::parse(method, path, body), &mut profile)
        };
        for game in registry::ids() {
            for path in ["", "/rules", "/book", "/puzzles", "/components"] {
                let answer = ask("GET", &format!("/api/games/{game}{path}"), "").unwrap();
                assert!(answer.status == 200 && answer.body.len() > 1, "{game}{path}");
            }
            let seats = registry::info(game).unwrap().seats.0;
            let study = format!("{{\"game\":\"{game}\",\"seats\":{seats},\"eyes\":0}}");
            let studied = ask("POST", "/api/analysis", &study).unwrap();
            assert!(studied.body.contains("\"legal\""), "{game}");
        }
        assert_eq!(ask("GET", "/api/games/go", "").unwrap_err().status, 404);
        assert_eq!(ask("GET", "/api/lobby", "").unwrap_err().status, 501);
        assert_eq!(ask("GET", "/api/nothing", "").unwrap_err().status, 404);
        assert_eq!(ask("POST", "/api/analysis", "{").unwrap_err().status, 400);
        let me = "{\"name\":\"Aki\",\"crest\":\"moon\",\"colour\":null,\"rated\":false}";
        assert!(ask("POST", "/api/me", me).unwrap().body.contains("\"Aki\""));
        assert!(ask("GET", "/api/me", "").unwrap().body.contains("\"moon\""));
    }
}
