/** Tests of the quick start: two users who do not know each other meet at a table. */
import type { Page } from "@playwright/test";
import { inspect } from "./perception";
import { expect, test } from "./server";
import { games } from "./games";

const game = games.find((each) => each.seats[0] === 2)!;
const mat = (page: Page) => page.locator(".mat").nth(games.indexOf(game));
const lobby = (page: Page) => page.getByRole("region", { name: "Tables open to everybody" });
const begun = (page: Page) => page.locator(".table.started");

test(`${game.id}: two who press “Play somebody” play with each other`, async ({
  mortal,
  enter,
}) => {
  const one = await enter({ lang: "en", name: "Ayame" });
  const two = await enter({ lang: "en", name: "Iris" });
  await two.goto(mortal.url);
  await expect(lobby(two)).toContainText("Nobody is waiting at the moment.");
  const door = mat(two).getByRole("button", { name: "Play somebody" });
  await expect(door).toContainText("Whoever is waiting or comes next");

  await one.goto(mortal.url);
  await mat(one).getByRole("button", { name: "Play somebody" }).click();
  await expect(one.locator(".waiting")).toContainText("Ayame");

  // The other page shows the waiting user without a new request, at the game's button and in the
  // list.
  await expect(door).toContainText("Ayame is waiting");
  await expect(lobby(two).getByRole("listitem")).toContainText("1 open seat");
  await inspect(two, "the lobby");
  await door.click();
  await expect(begun(two)).toBeVisible();
  await expect(begun(one)).toBeVisible();
  expect(new URL(two.url()).pathname).toBe(new URL(one.url()).pathname);
  await expect(two.getByRole("region", { name: "Players" })).toContainText("Iris");
});
