//! Attack on the fair deal, whose seed is made of a random share of each player. The opponent leaves its
//! seat, takes it again and reveals a new share at once, so that the deal is made without the
//! bystander's share.

use anyhow::Result;
use futures_util::FutureExt;
use serde_json::{Value, json};
use zashiki_core::{Bytes32, Share};

use super::player::Player;
use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::{Visitor, two_seats};

pub const ATTACK: Attack = Attack {
    name: "deals",
    summary: "removes the opponent's share from 15 deals by leaving and taking its seat again",
    settings: &[],
    run: |target| run(target).boxed_local(),
};

/// Number of deals with and without the attack.
const DEALS: u8 = 15;

/// Number of deals, counted by what happened to the bystander's share.
#[derive(Default)]
struct Shares {
    /// Deals that include the share.
    included: u32,
    /// Deals without the share that list it as missing.
    listed_missing: u32,
    /// Deals without the share that do not list it as missing.
    unlisted: u32,
}

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let before = deals(target, false).await?;
    let during = deals(target, true).await?;
    report.bystander("deals", DEALS, DEALS);
    report.bystander("with the bystander's share", before.included, during.included);
    let label = "without it, listed as missing";
    report.bystander(label, before.listed_missing, during.listed_missing);
    report.bystander("without it, not listed", before.unlisted, during.unlisted);
    report.attacker("seats left, taken again and shares revealed at once", DEALS);
    Ok(report)
}

async fn deals(target: &Target, attacked: bool) -> Result<Shares> {
    let mut shares = Shares::default();
    for number in 0..DEALS {
        let mut bystander = Visitor::with_cookie(target.address, "203.0.113.1").await?;
        let mut opponent = Visitor::with_cookie(target.address, "198.51.100.1").await?;
        let table = bystander.open("Bystander", two_seats(), json!({})).await?;
        let player = Player::join(&mut bystander, &table).await?;
        let mut bystander = Bystander { player, number, shares: 0 };
        bystander.respond().await?;
        let opponent = Player::join(&mut opponent, &table).await?;
        let (state, ()) = tokio::try_join!(bystander.until_started(), oppose(opponent, attacked))?;
        let promises = state["deal"]["promises"].as_array().cloned().unwrap_or_default();
        match promises.iter().find(|promise| promise["seats"] == json!([0])) {
            Some(own) if own["added"] == true => shares.included += 1,
            Some(_) => shares.listed_missing += 1,
            None => shares.unlisted += 1,
        }
    }
    Ok(shares)
}

/// A player whose page commits to a new share as soon as its commitment is void, and reveals the share as
/// soon as the server requests it.
struct Bystander {
    player: Player,
    /// Number of the present deal, from which the shares are derived.
    number: u8,
    /// Number of shares generated so far.
    shares: u8,
}

impl Bystander {
    /// The bystander's share with this index, counted from 1.
    fn share(&self, index: u8) -> Bytes32 {
        Bytes32([self.number, index, 1, 2].repeat(8).try_into().unwrap_or([0; 32]))
    }

    /// Sends the bystander's commitment or share if the current state of the table requires one.
    async fn respond(&mut self) -> Result<()> {
        let deal = &self.player.state["deal"];
        let promises = deal["promises"].as_array();
        let own = promises.and_then(|all| all.iter().find(|one| one["seats"] == json!([0])));
        let own = own.filter(|promise| promise["void"] != true);
        match (own, deal["asked"] == true) {
            (None, false) => {
                self.shares += 1;
                let hash = Share::hash(self.share(self.shares));
                self.player.send(json!({ "type": "promise", "hash": hash })).await?;
            }
            (Some(promise), true) if promise["added"] == false => {
                // The server may have accepted some commitments and refused later ones.
                let is_committed =
                    |index: &u8| json!(Share::hash(self.share(*index))) == promise["hash"];
                let Some(index) = (1..=self.shares).find(is_committed) else { return Ok(()) };
                let share = self.share(index);
                self.player.send(json!({ "type": "share", "share": share })).await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Responds to every message until the game starts. Returns the state of the table.
    async fn until_started(mut self) -> Result<Value> {
        while self.player.state["started"] != true {
            let message = self.player.receive().await?;
            if message["type"] == "state" || message["type"] == "changed" {
                self.respond().await?;
            }
        }
        Ok(self.player.state)
    }
}

/// Plays the opponent at the second seat until the game starts. With `attacked`, it leaves and takes its
/// seat again.
async fn oppose(mut player: Player, attacked: bool) -> Result<()> {
    let share = |byte: u8| Bytes32([byte; 32]);
    let sit =
        |share| json!({ "type": "sit", "seat": 1, "name": "Opponent", "hash": Share::hash(share) });
    player.command(sit(share(1))).await?;
    player.wait(|state| state["deal"]["asked"] == true || state["started"] == true).await?;
    if attacked {
        player.wait(|state| state["deal"]["promises"][0]["added"] == true).await?;
        player.send(json!({ "type": "stand" })).await?;
        player.send(sit(share(2))).await?;
        player.send(json!({ "type": "share", "share": share(2) })).await?;
    } else {
        player.send(json!({ "type": "share", "share": share(1) })).await?;
    }
    // Reveals the second share again when the server requests it, because the server may have refused it
    // before.
    let mut revealed = false;
    while player.state["started"] != true {
        player.receive().await?;
        if attacked && player.state["deal"]["asked"] == true && !revealed {
            let committed = &player.state["deal"]["promises"][1]["hash"];
            if *committed == json!(Share::hash(share(2))) {
                player.send(json!({ "type": "share", "share": share(2) })).await?;
                revealed = true;
            }
        }
    }
    Ok(())
}
