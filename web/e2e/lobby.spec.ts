/** Strangers meet: by quick start, and at a table that the lobby lists. */
import type { Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/table";
import { inspect } from "./eyes";
import { FRIEND, order } from "./late";
import { expect, test } from "./server";
import { games } from "./shelf";

const game = games.find((each) => each.seats[0] === 2)!;
const mat = (page: Page, of: GameInfo = game) => page.locator(".mat").nth(games.indexOf(of));
const lobby = (page: Page) => page.getByRole("region", { name: "Tables open to everybody" });
const begun = (page: Page) => page.locator(".table.started");

test("two who press “Play somebody” play with each other", async ({ mortal, enter }) => {
  const one = await enter({ lang: "en", name: "Ayame" });
  const two = await enter({ lang: "en", name: "Iris" });
  await two.goto(mortal.url);
  await expect(lobby(two)).toContainText("Nobody waits just now.");
  const door = mat(two).getByRole("button", { name: "Play somebody" });
  await expect(door).toContainText("Whoever waits or comes next");

  await one.goto(mortal.url);
  await mat(one).getByRole("button", { name: "Play somebody" }).click();
  await expect(one.locator(".waiting")).toContainText("Ayame");

  // The other sees it without asking again, at the game's door and below.
  await expect(door).toContainText("Ayame is waiting");
  await expect(lobby(two).getByRole("listitem")).toContainText("1 open seat");
  await door.click();
  await expect(begun(two)).toBeVisible();
  await expect(begun(one)).toBeVisible();
  expect(new URL(two.url()).pathname).toBe(new URL(one.url()).pathname);
  await expect(two.getByRole("region", { name: "Players" })).toContainText("Iris");
});

test("a listed table is sat down at with one press, and others may look on", async ({
  mortal,
  enter,
}) => {
  const host = await enter({ lang: "en", name: "Ayame" });
  const guest = await enter({ lang: "en", name: "Iris" });
  const onlooker = await enter({ lang: "en" });
  await guest.goto(mortal.url);
  await onlooker.goto(mortal.url);
  // The host's table has its own time and an option that is not the usual one.
  const option = game.options[0]!;
  const [value, called] = other(option);
  const time = { kind: "total" as const, seconds: 900, increment: 10 };
  await host.goto(mortal.url);
  const more = { options: { [option.id]: value }, terms: { listed: true, time }, name: "Ayame" };
  const table = await order(host, mortal.url, game, [FRIEND], more);
  await host.goto(`${mortal.url}/t/${table}`);

  const row = lobby(guest).getByRole("listitem");
  await expect(row).toHaveCount(1);
  for (const said of [
    game.name.en,
    "Ayame",
    "1 open seat",
    "15 minutes in all, 10 seconds more each decision",
    called,
  ])
    await expect(row).toContainText(said);
  await inspect(guest, "the lobby");
  // Nobody would be seated there who only wants to play soon.
  await expect(mat(guest)).toContainText("Whoever waits or comes next");
  await row.getByRole("link", { name: "Sit down" }).click();
  await expect(begun(guest)).toBeVisible();
  await expect(begun(host)).toBeVisible();

  const same = lobby(onlooker).getByRole("listitem");
  await expect(same).toContainText("0 onlookers");
  await same.getByRole("link", { name: "Look on" }).click();
  await expect(onlooker.getByText("You are watching.")).toBeVisible();
  await onlooker.goBack();
  // Those who play there find it marked.
  await guest.goto(mortal.url);
  await expect(lobby(guest).getByRole("listitem")).toContainText("Your table");
  await expect(lobby(guest).getByRole("link", { name: "Go there" })).toBeVisible();
});

/** A value that the option does not usually have, and what it is called. */
function other({ kind, default: usual }: GameInfo["options"][number]): [unknown, string] {
  if (kind.type === "number") {
    const value = usual === kind.min ? kind.max : kind.min;
    return [value, String(value)];
  }
  const choice = kind.choices.find(({ value }) => value !== usual)!;
  return [choice.value, choice.name.en];
}

test("a table keeps its place while others come and go", async ({ mortal, enter }) => {
  const hosts: Page[] = [];
  for (const name of ["First", "Second", "Third"]) {
    const page = await enter({ lang: "en", name });
    await page.goto(mortal.url);
    const table = await order(page, mortal.url, game, [FRIEND], {
      terms: { listed: true },
      name,
    });
    await page.goto(`${mortal.url}/t/${table}`);
    await expect(page.locator(".waiting")).toContainText(name);
    hosts.push(page);
  }
  const guest = await enter({ lang: "en", name: "Iris" });
  await guest.goto(mortal.url);
  const rows = lobby(guest).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  const third = rows.filter({ hasText: "Third" });
  await third.scrollIntoViewIfNeeded();
  const before = await third.boundingBox();
  await hosts[0]!.goto(mortal.url);
  await expect(rows.first()).toContainText("No longer open");
  expect(await third.boundingBox()).toEqual(before);
  await third.getByRole("link", { name: "Sit down" }).click();
  await expect(begun(guest)).toBeVisible();
});
