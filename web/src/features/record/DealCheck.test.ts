// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import fixtures from "../../../../crates/core/fixtures/deals.json?raw";
import type { Deal } from "../../generated/core";
import { language } from "../../lib/i18n/i18n.svelte";
import DealCheck from "./DealCheck.svelte";

test("two equal commitments are shown as two", () => {
  const hash = "ab".repeat(32);
  const promises = [0, 1].map((seat) => ({
    seats: [seat],
    hash,
    added: false,
    void: false,
  }));
  const dealing = { commitment: "cd".repeat(32), asked: false, promises };
  const { container } = render(DealCheck, { dealing, names: ["Iris", "Mika"], arranged: false });
  const codes = [...container.querySelectorAll("dd code")].map((code) => code.textContent);
  expect(codes.filter((code) => code === hash)).toHaveLength(2);
});

/** The deal of two users from the fixtures that the engine's tests use as well. */
const two = (JSON.parse(fixtures) as { what: string; seed: string; deal: Deal }[])[1]!;
const SURE = /Nobody can have arranged this shuffle/;

/** Stores the first share of that deal as a share of this device. */
function added(): void {
  const { table, commitment, shares } = two.deal;
  const shown = shares.map(({ hash }) => hash).join(" ");
  const own = { ...shares[0], table, commitment, shown, added: true };
  localStorage.setItem("zashiki.shares", JSON.stringify([own]));
}

async function unfold(arranged: boolean, deal = two.deal) {
  language.set("en");
  added();
  const record = { deal, seed: two.seed };
  const { container } = render(DealCheck, { record, names: ["Ayame", "Iris"], arranged });
  const details = container.querySelector("details")!;
  details.open = true;
  await fireEvent(details, new Event("toggle"));
}

test("a user who added to a deal finds their share in it, and that nobody can have arranged it", async () => {
  await unfold(false);
  await screen.findByText(SURE);
  screen.getByText("The number of your device is part of it.");
});

test("a deal from a position is not called random", async () => {
  await unfold(true);
  await screen.findByText(/began from a position that somebody had set up/);
  screen.getByText("The number of your device is part of it.");
  expect(screen.queryByText(SURE)).toBeNull();
});

test("a server that shows a different share is detected", async () => {
  const [first, second] = two.deal.shares as [Deal["shares"][0], Deal["shares"][0]];
  const shares = [first, { ...second, share: "ab".repeat(32) }];
  await unfold(false, { ...two.deal, shares });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("This shuffle failed the check");
  expect(alert.textContent).toContain("Iris");
  expect(screen.queryByText(SURE)).toBeNull();
});
