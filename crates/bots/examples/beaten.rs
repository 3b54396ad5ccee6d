//! Measures the exploitability of bots in games with known solutions. `beaten TIMES BOT…` requests TIMES
//! choices from each bot in each situation of a game, since bots may choose at random.

use bots::Spec;
use reference_games::{Exact, Goofspiel, Kuhn, Leduc, Plans, Rules, Small};

fn main() {
    let mut given = std::env::args().skip(1);
    let times = given.next().and_then(|times| times.parse().ok());
    let times: u64 = times.expect("the number of requests, then bots such as ismcts:sims=1000");
    let specs: Vec<String> = given.collect();
    of_game::<Kuhn>(times, &specs);
    of_game::<Leduc>(times, &specs);
    of_game::<Goofspiel<3>>(times, &specs);
    of_game::<Goofspiel<4>>(times, &specs);
}

fn of_game<R: Rules>(times: u64, specs: &[String]) {
    let exact = Exact::<R>::new();
    let say = |who: &str, plans: &Plans| {
        let (value, found) = (exact.value(plans), exact.exploitability(plans));
        println!("{}\t{who}\tvalue {value:.3}\tbeaten by {found:.3}", R::info().id);
    };
    say("chance", &exact.chance());
    say("equilibrium", &exact.solved(2000));
    for text in specs {
        let spec = Spec::parse(text).unwrap_or_else(|bad| panic!("{}", bad.text().en));
        let choose = |seen: &_, seed| spec.make::<Small<R>>(seed, bots::clock).choose(seen);
        say(text, &exact.asked(times, choose));
    }
}
