/**
 * Tests of seats: arranging a table, leaving a game and returning, one device for two players, and
 * phrases.
 */
import type { Page } from "@playwright/test";
import { fits, inspect } from "./perception";
import { mouse } from "./autoPlay";
import { fill, FRIEND, sit } from "./tables";
import { choices, mayChoose, painted, turn, version } from "./person";
import { outOfView } from "./probes";
import { expect, test } from "./server";
import { games, seatCounts } from "./games";
import { SMALLEST, textFaults } from "./textFaults";

const many = games.find((game) => game.seats[1] > 3)!;
const hidden = games.find((game) => game.private_information)!;

/** Presses and releases in the middle of the visible part of the button. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name, exact: typeof name === "string" }).first();
  // Arrivals and departures may redraw it meanwhile.
  const box = await expect(async () => {
    await button.scrollIntoViewIfNeeded({ timeout: 1000 });
    expect(await button.boundingBox()).not.toBeNull();
  })
    .toPass()
    .then(() => button.boundingBox());
  if (!box) throw new Error(`${String(name)} went away`);
  await mouse(page, box.x + box.width / 2, box.y + box.height / 2);
}

const seats = (page: Page) => page.locator(".waiting .seats li");

test(`${many.id}: the host arranges a table until it begins, and the players say phrases`, async ({
  enter,
  server,
}) => {
  const host = await enter({ lang: "en", speed: "off", name: "Ayame" });
  const guest = await enter({ lang: "en", speed: "off", name: "Iris" });
  await sit(host, server.url, many, [FRIEND, FRIEND], { name: "Ayame" });
  await guest.goto(host.url());
  await press(guest, "Sit here");
  await expect(seats(host).nth(1)).toContainText("Iris");
  await inspect(host, "the waiting table");
  await fits(host, "the waiting table");
  // The guest moves to another seat, and stands up.
  await press(guest, "Move here");
  await expect(seats(host).nth(2)).toContainText("Iris");
  await press(guest, "Stand up");
  await expect(seats(host).nth(2)).toContainText("Open seat");
  // The host adds a seat and sets a time per decision; the guest sees both.
  await press(host, "Add a seat");
  await expect(seats(guest)).toHaveCount(4);
  await host.getByRole("radio", { name: /5 minutes for each decision/ }).check();
  await expect(guest.locator(".agreed")).toContainText("5 minutes for each decision");
  await host.getByText("the seat is lost").click();
  await expect(guest.locator(".agreed")).toContainText("the seat is lost");
  await expect(guest.getByRole("combobox")).toHaveCount(0);
  // The host adds a bot and removes a seat. The game begins when the last seat is taken.
  await host.getByRole("combobox").last().selectOption("remove");
  await expect(seats(guest)).toHaveCount(3);
  await host.getByRole("combobox").first().selectOption({ label: "bot: Level 2 of 5 · Beginner" });
  await expect(seats(guest).nth(1)).toContainText("Beginner");
  await press(guest, "Sit here");
  for (const page of [host, guest]) await page.locator(".table.started").waitFor();
  await expect(guest.getByRole("timer").first()).toBeVisible();
  await press(host, "Say something");
  await inspect(host, "the phrases");
  await press(host, "Hello!");
  await expect(guest.locator("p.said")).toContainText("Hello!");
  // A bot plays for a player who leaves, and the others see it.
  await press(guest, "Leave or end the game");
  await press(guest, "Leave: a bot plays on…");
  await press(guest, "Leave: a bot plays on");
  await expect(host.locator("[data-seat] .away")).toHaveCount(1);
  await inspect(guest, "a table that was left");
});

test(`${hidden.id}: two users share a device, and neither sees the other's hand`, async ({
  enter,
  server,
}) => {
  const page = await enter({ lang: "en", speed: "off", name: "Ayame" });
  await page.goto(`${server.url}/new/${hidden.id}`);
  await page.getByRole("radio", { name: "Somebody here, on this device" }).check();
  const names = page.getByLabel(/^Name at /);
  const others = await names.count();
  for (let at = 0; at < others; at++) await names.nth(at).fill(["Iris", "Suzu"][at] ?? "Ran");
  await press(page, "Open the table");
  await page.locator(".table.started").waitFor();
  const curtain = page.getByRole("dialog", { name: /^Hand the device to / });
  // The user who is to decide takes the device, decides, and hands it on.
  const held: string[] = [];
  while (held.length < 2) {
    await expect(curtain.or(mayChoose(page)).first()).toBeVisible();
    if (await curtain.isVisible()) {
      await expect(page.locator(".board")).toBeHidden();
      await expect(choices(page)).toHaveCount(0);
      if (held.length === 0) await inspect(page, "the curtain");
      const name = (await curtain.getByRole("heading").innerText()).split(" ").at(-1)!;
      await press(page, `I am ${name}`);
      await expect(curtain).toBeHidden();
      await mayChoose(page).waitFor();
      held.push(name);
    }
    await expect(page.locator(".board")).toBeVisible();
    const before = await version(page);
    await choices(page).first().click();
    await expect.poll(() => version(page)).toBeGreaterThan(before);
    await page.locator('.table[data-busy="false"]').waitFor();
  }
  expect(new Set(held).size).toBe(2);
});

/** The texts of each seat in the list of players, as far as they are not cut off. */
const legible = (page: Page) =>
  page.locator(".players li[data-seat]").evaluateAll((seats) =>
    seats.map((seat) => {
      const words: string[] = [];
      for (const part of seat.querySelectorAll<HTMLElement>(".name, .facts > span")) {
        const frame = part.getBoundingClientRect();
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (let at = 0; at < (node.textContent ?? "").length; at++) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { width, right } = range.getBoundingClientRect();
            if (width > 0 && right <= frame.right + 1) words.push(range.toString());
          }
        words.push("|");
      }
      return words.join("");
    }),
  );

for (const [place, full] of games.filter(({ seats }) => seats[1] > 3).entries()) {
  test(`${full.id}: on a phone, seats of equal bots with clocks are whole and can be told apart`, async ({
    enter,
    server,
  }) => {
    const lang = place % 2 === 0 ? "ja" : "en";
    const phone = { viewport: { width: 360, height: 800 } };
    const page = await enter({ lang, speed: "off", panel: "closed" }, phone);
    const bots = fill(full.seats[1] - 1);
    const terms = { time: { kind: "total", seconds: 600, increment: 10 } as const };
    await sit(page, server.url, full, bots, { terms, name: lang === "ja" ? "あやめ" : "Iris" });
    await turn(page);
    await expect(page.getByRole("timer")).toHaveCount(full.seats[1]);
    await painted(page);
    expect(await page.evaluate(textFaults, SMALLEST)).toEqual([]);
    expect(await outOfView(page)).toEqual([]);
    await fits(page, "a table with clocks");
    const seats = await legible(page);
    expect(new Set(seats).size, seats.join(" / ")).toBe(full.seats[1]);
  });
}

test("on a phone nothing is cut that tells seats apart", async ({ enter, server }) => {
  for (const lang of ["ja", "en"] as const) {
    const page = await enter({ lang, speed: "off" }, { viewport: { width: 360, height: 800 } });
    for (const game of games)
      for (const count of seatCounts(game)) {
        const others = fill(count - 1, { kind: "bot", bot: "intermediate" });
        await sit(page, server.url, game, others, { name: "Iris" });
        await expect(page.locator("section.players li")).toHaveCount(count);
        await painted(page);
        const cut = await page
          .locator("section.players :is(.name, .facts > *)")
          .evaluateAll((all) =>
            all
              .filter((each) => getComputedStyle(each).position !== "absolute")
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
              .map(({ textContent }) => textContent),
          );
        expect(cut, `${game.id} for ${count} (${lang})`).toEqual([]);
      }
  }
});

test("on a phone each button below the prompt has its word", async ({ enter, server }) => {
  for (const lang of ["ja", "en"] as const) {
    const page = await enter({ lang, speed: "off" }, { viewport: { width: 360, height: 800 } });
    for (const game of [many, hidden]) {
      // A friend's seat adds the button for phrases; bots alone would hide it.
      const friend = await enter({ lang, speed: "off" });
      const others = [FRIEND, ...fill(game.seats[0] - 2)];
      const terms = { advice: true };
      await sit(page, server.url, game, others, { terms, name: "Iris" });
      await friend.goto(page.url());
      await press(friend, lang === "ja" ? "ここに座る" : "Sit here");
      await page.locator(".table.started").waitFor();
      await painted(page);
      const words = await page.locator(".bar .tools button:visible").evaluateAll((buttons) =>
        buttons.map((button) => {
          const word = button.querySelector<HTMLElement>(".caption");
          if (!word?.checkVisibility()) return `no word: ${button.ariaLabel}`;
          const letters = Number.parseFloat(getComputedStyle(word).fontSize);
          const cut = word.scrollWidth > word.clientWidth;
          return cut || letters < 11 ? `unreadable: ${word.textContent}` : word.textContent;
        }),
      );
      expect(words.length).toBeGreaterThanOrEqual(4);
      expect(words.filter((word) => word.includes(":"))).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
      await friend.close();
    }
  }
});

test("on a phone long names are whole or keep their ends, and stay different", async ({
  enter,
  server,
}) => {
  const ways = {
    ja: [
      "あやめ",
      "かつらぎのみやこひめ",
      "とてもながいなまえのひと その一",
      "とてもながいなまえのひと その二",
    ],
    en: ["Iris", "Maximiliane", "Alexandria Montgomery I", "Alexandria Montgomery II"],
  };
  for (const lang of ["ja", "en"] as const) {
    const page = await enter({ lang, speed: "off" }, { viewport: { width: 360, height: 800 } });
    for (const game of games) {
      const people = [...ways[lang], "Christopher"].slice(0, game.seats[1]);
      const [own, ...others] = people;
      const plans = others.map((name) => ({ kind: "here", name }) as const);
      await sit(page, server.url, game, plans, { name: own! });
      await expect(page.locator("section.players li")).toHaveCount(people.length);
      await painted(page);
      const names = await page.locator("section.players .name").evaluateAll((all) =>
        all.map((name) => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = name;
          const cut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2;
          const text = (name.querySelector(".short") ?? name).textContent.trim();
          return cut ? `cut: ${text}` : text;
        }),
      );
      expect(names.filter((name) => name.startsWith("cut"))).toEqual([]);
      expect(new Set(names).size, names.join(" / ")).toBe(people.length);
    }
  }
});
