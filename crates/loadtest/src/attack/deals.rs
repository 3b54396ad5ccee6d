//! An opponent stands up, sits down and shows its share in one breath, so that the deal is made without
//! that of the other.

use anyhow::Result;
use futures_util::FutureExt;
use serde_json::{Value, json};
use zashiki_core::{Bytes32, Share};

use super::play::Player;
use super::visitor::{Visitor, two_seats};
use super::{Attack, Report, Target};

pub const ATTACK: Attack = Attack {
    name: "deals",
    summary: "removes the share of somebody else from 15 deals by standing up and sitting down",
    settings: &[],
    play: |target| play(target).boxed_local(),
};

const DEALS: u8 = 15;

/// What became of the bystander's share.
#[derive(Default)]
struct Shares {
    in_deal: u32,
    named_missing: u32,
    not_named: u32,
}

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    let before = deals(target, false).await?;
    let during = deals(target, true).await?;
    report.row("deals", DEALS, DEALS);
    report.row("with the bystander's share", before.in_deal, during.in_deal);
    report.row("without it: named as missing", before.named_missing, during.named_missing);
    report.row("without it: not even named", before.not_named, during.not_named);
    report.did("stood up, sat down and showed a share at once", DEALS);
    Ok(report)
}

async fn deals(target: &Target, attacked: bool) -> Result<Shares> {
    let mut shares = Shares::default();
    for number in 0..DEALS {
        let mut bystander = Visitor::known(target.address, "203.0.113.1").await?;
        let mut opponent = Visitor::known(target.address, "198.51.100.1").await?;
        let table = bystander.open("Bystander", two_seats(), json!({})).await?;
        let mut honest =
            Honest { player: Player::join(&mut bystander, &table).await?, number, drawn: 0 };
        honest.answer().await?;
        let other = Player::join(&mut opponent, &table).await?;
        let (honest, _other) =
            tokio::try_join!(honest.sees_it_through(), opposes(other, attacked))?;
        let promises = honest["deal"]["promises"].as_array().cloned().unwrap_or_default();
        match promises.iter().find(|promise| promise["seats"] == json!([0])) {
            Some(own) if own["added"] == true => shares.in_deal += 1,
            Some(_) => shares.named_missing += 1,
            None => shares.not_named += 1,
        }
    }
    Ok(shares)
}

/// Somebody whose page promises another share as soon as its promise is void, and shows it as soon as it
/// is asked for.
struct Honest {
    player: Player,
    number: u8,
    drawn: u8,
}

impl Honest {
    /// One of those that it has drawn.
    fn share(&self, drawn: u8) -> Bytes32 {
        Bytes32([self.number, drawn, 1, 2].repeat(8).try_into().unwrap_or([0; 32]))
    }

    /// Says what is to be said of the table as it is.
    async fn answer(&mut self) -> Result<()> {
        let deal = &self.player.state["deal"];
        let promises = deal["promises"].as_array();
        let own = promises.and_then(|all| all.iter().find(|one| one["seats"] == json!([0])));
        let own = own.filter(|promise| promise["void"] != true);
        match (own, deal["asked"] == true) {
            (None, false) => {
                self.drawn += 1;
                let hash = Share::hash(self.share(self.drawn));
                self.player.send(json!({ "type": "promise", "hash": hash })).await?;
            }
            (Some(promise), true) if promise["added"] == false => {
                // Some promises may have been taken, and later ones refused.
                let promised =
                    |drawn: &u8| json!(Share::hash(self.share(*drawn))) == promise["hash"];
                let Some(drawn) = (1..=self.drawn).find(promised) else { return Ok(()) };
                let share = self.share(drawn);
                self.player.send(json!({ "type": "share", "share": share })).await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Answers every message until the game begins; the table then.
    async fn sees_it_through(mut self) -> Result<Value> {
        while self.player.state["started"] != true {
            let message = self.player.hear().await?;
            if message["type"] == "state" || message["type"] == "changed" {
                self.answer().await?;
            }
        }
        Ok(self.player.state)
    }
}

/// The opponent at the second seat.
async fn opposes(mut player: Player, attacked: bool) -> Result<()> {
    let share = |byte: u8| Bytes32([byte; 32]);
    let sit =
        |share| json!({ "type": "sit", "seat": 1, "name": "Opponent", "hash": Share::hash(share) });
    player.order(sit(share(1))).await?;
    player.wait(|state| state["deal"]["asked"] == true || state["started"] == true).await?;
    if attacked {
        player.wait(|state| state["deal"]["promises"][0]["added"] == true).await?;
        player.send(json!({ "type": "stand" })).await?;
        player.send(sit(share(2))).await?;
        player.send(json!({ "type": "share", "share": share(2) })).await?;
    } else {
        player.send(json!({ "type": "share", "share": share(1) })).await?;
    }
    // What it was refused it sends again when it is asked for.
    let mut shown = false;
    while player.state["started"] != true {
        player.hear().await?;
        if attacked && player.state["deal"]["asked"] == true && !shown {
            let own = player.state["deal"]["promises"][1]["hash"] == json!(Share::hash(share(2)));
            if own {
                player.send(json!({ "type": "share", "share": share(2) })).await?;
                shown = true;
            }
        }
    }
    Ok(())
}
