//! Addresses as gateways write them, and one stranger with many addresses of one network.

use anyhow::Result;
use futures_util::FutureExt;
use hyper::Method;
use serde_json::{Value, json};

use super::visitor::{GAME, Visitor, two_seats};
use super::{Attack, Report, Target};

pub const ATTACK: Attack = Attack {
    name: "addresses",
    summary: "tries recovery codes from every network of one /48, and a /24",
    settings: &[],
    play: |target| play(target).boxed_local(),
};

/// How many addresses the attacker has.
const ADDRESSES: u32 = 250;
/// How many people are behind a gateway that writes addresses otherwise.
const CLIENTS: u8 = 80;

async fn play(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    // People whose gateway writes a port, or brackets, do not count as one.
    let plain = opened(target, |number| format!("203.0.113.{number}")).await?;
    let ported = opened(target, |number| format!("203.0.{number}.113:4711")).await?;
    let bracketed = opened(target, |number| format!("[2001:db8:{number}::1]:4711")).await?;
    let mut bystander = Visitor::known(target.address, "2001:db9::1").await?;
    let before = try_code(&mut bystander).await?;
    let mut taken = [0, 0];
    for number in 0..ADDRESSES {
        let six = format!("2001:dba:1:{number:x}::1");
        let four = format!("198.51.100.{number}");
        for (count, address) in taken.iter_mut().zip([six, four]) {
            let mut stranger = Visitor::new(target.address, address);
            *count += u32::from(try_code(&mut stranger).await?);
        }
    }
    let during = try_code(&mut bystander).await?;
    report.row("may try a recovery code", before, during);
    report.row("of 80 people, open a table (before: plain, during: with a port)", plain, ported);
    report.row("of 80 people, open a table (during: in brackets)", plain, bracketed);
    report.did("codes tried", ADDRESSES * 2);
    report.did("of these taken from one /48", taken[0]);
    report.did("of these taken from one /24", taken[1]);
    Ok(report)
}

/// How many of [`CLIENTS`] open a table.
async fn opened(target: &Target, address: impl Fn(u8) -> String) -> Result<u32> {
    let mut count = 0;
    for number in 1..=CLIENTS {
        let mut visitor = Visitor::new(target.address, address(number));
        let body = json!({ "game": GAME, "seats": two_seats() });
        let answer = visitor.ask(Method::POST, "/api/tables", body).await?;
        count += u32::from(answer.status.is_success());
    }
    Ok(count)
}

/// Returns true if a code was looked up, wrong as it is.
async fn try_code(visitor: &mut Visitor) -> Result<bool> {
    let code = json!({ "code": "ABCD-EFGH-JKLM-NPQR-STUV-WXYZ", "sure": false });
    let answer = visitor.ask(Method::POST, "/api/me/recover", code).await?;
    // Anything but "too often".
    let _: Value = serde_json::from_slice(&answer.body)?;
    Ok(answer.status.as_u16() != 429)
}
