//! Attack: one attacker with many addresses of one network. The bystanders use gateways that report
//! their addresses with ports or brackets.

use anyhow::Result;
use futures_util::FutureExt;
use hyper::Method;
use serde_json::{Value, json};

use super::report::Report;
use super::target::{Attack, Target};
use super::visitor::{GAME, Visitor, two_seats};

pub const ATTACK: Attack = Attack {
    name: "addresses",
    summary: "tries recovery codes from every network of one /48, and from a /24",
    settings: &[],
    run: |target| run(target).boxed_local(),
};

/// Number of addresses of the attacker in each network.
const ADDRESSES: u32 = 250;
/// Number of bystanders behind each gateway.
const CLIENTS: u8 = 80;

async fn run(target: &Target) -> Result<Report> {
    let mut report = Report::default();
    // The server must not treat all clients of a gateway that writes ports or brackets as one client.
    let plain = open_tables(target, |number| format!("203.0.113.{number}")).await?;
    let with_port = open_tables(target, |number| format!("203.0.{number}.113:4711")).await?;
    let in_brackets = open_tables(target, |number| format!("[2001:db8:{number}::1]:4711")).await?;
    let mut bystander = Visitor::with_cookie(target.address, "2001:db9::1").await?;
    let before = try_code(&mut bystander).await?;
    let mut accepted = [0, 0];
    for number in 0..ADDRESSES {
        let ipv6 = format!("2001:dba:1:{number:x}::1");
        let ipv4 = format!("198.51.100.{number}");
        for (count, address) in accepted.iter_mut().zip([ipv6, ipv4]) {
            let mut attacker = Visitor::new(target.address, address);
            *count += u32::from(try_code(&mut attacker).await?);
        }
    }
    let during = try_code(&mut bystander).await?;
    report.bystander("may try a recovery code", before, during);
    let label = "of 80 clients, open a table (plain; with a port)";
    report.bystander(label, plain, with_port);
    let label = "of 80 clients, open a table (plain; in brackets)";
    report.bystander(label, plain, in_brackets);
    report.attacker("codes tried", ADDRESSES * 2);
    report.attacker("of these looked up, from one /48", accepted[0]);
    report.attacker("of these looked up, from one /24", accepted[1]);
    Ok(report)
}

/// Returns the number of the [`CLIENTS`] that can open a table. `address` returns the address of a
/// client.
async fn open_tables(target: &Target, address: impl Fn(u8) -> String) -> Result<u32> {
    let mut count = 0;
    for number in 1..=CLIENTS {
        let mut visitor = Visitor::new(target.address, address(number));
        let body = json!({ "game": GAME, "seats": two_seats() });
        let response = visitor.request(Method::POST, "/api/tables", body).await?;
        count += u32::from(response.status.is_success());
    }
    Ok(count)
}

/// Sends a wrong recovery code. Returns true if the server looks it up, and false if it rejects the
/// request as too frequent.
async fn try_code(visitor: &mut Visitor) -> Result<bool> {
    let code = json!({ "code": "ABCD-EFGH-JKLM-NPQR-STUV-WXYZ", "sure": false });
    let response = visitor.request(Method::POST, "/api/me/recover", code).await?;
    let _: Value = serde_json::from_slice(&response.body)?;
    Ok(response.status.as_u16() != 429)
}
