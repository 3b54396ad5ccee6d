/** Tests of the result of a game and of the rematch after it. */
import { alone, forward } from "./fastForward";
import { fill, late, midway, order, sit } from "./tables";
import { chance, turn } from "./person";
import { expect, test } from "./server";
import { examples, games } from "./games";

/** The examples, and the game of teams. */
const shown = games.filter(({ id }) => id === "hostile" || examples.some((game) => game.id === id));

for (const game of shown)
  test(`${game.id}: the result has its next step in sight, and closes`, async ({
    enter,
    server,
  }) => {
    const page = await enter({ lang: "en", speed: "off" });
    await page.goto(`${server.url}/puzzles`);
    const seats = game.seats[1];
    const position = late(game, seats, 2);
    const table = await order(page, server.url, game, fill(seats - 1), { position });
    await alone(page, server.url, table, chance(2));
    for (const [lang, width, height] of [
      ["en", 360, 800],
      ["ja", 360, 800],
      ["ja", 1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((lang) => localStorage.setItem("zashiki.lang", lang), lang);
      await page.goto(`${server.url}/t/${table}`);
      expect(await turn(page)).toBe("over");
      const dialog = page.locator("dialog[open]");
      await expect(dialog.locator("#result-title")).toBeInViewport({ ratio: 1 });
      for (const button of await dialog.locator(".rematch-first button, .next > *").all())
        await expect(button).toBeInViewport({ ratio: 1 });
      // The user's line says so, and a team wins as a team.
      await expect(dialog.locator(".scores .you")).toHaveCount(1);
      const teams = await dialog.locator(".scores .team").count();
      if (teams > 0) await expect(dialog.locator(".scores .member .badge")).toHaveCount(0);
      const cut = await dialog
        .locator(".paper")
        .evaluate((paper) => paper.scrollWidth - paper.clientWidth);
      expect(cut).toBeLessThanOrEqual(0);
      // Nothing lies over another thing.
      const tops = await dialog
        .locator(".paper > *")
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0),
        );
      for (const [index, { top }] of tops.entries())
        expect(top).toBeGreaterThanOrEqual((tops[index - 1]?.bottom ?? -Infinity) - 1);
      const close = dialog.locator("button.close");
      await dialog.locator(".paper").evaluate((paper) => (paper.scrollTop = paper.scrollHeight));
      await expect(close).toBeInViewport({ ratio: 1 });
      await close.click();
      await expect(dialog).toHaveCount(0);
    }
  });

test("hostile: a rematch keeps the teams, and says which seat the user has", async ({
  enter,
  server,
}) => {
  const game = games.find(({ id }) => id === "hostile")!;
  const page = await enter({ lang: "en", speed: "off" });
  await page.goto(`${server.url}/puzzles`);
  await sit(page, server.url, game, fill(3), { position: midway(game, 4) });
  const { pathname } = new URL(page.url());
  await forward([page], chance(1));
  expect(await turn(page)).toBe("over");
  await page.getByRole("button", { name: "Rematch", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== pathname && url.pathname.startsWith("/t/"));
  await expect(page.getByText("You are Yellow now; you were Red.")).toBeVisible();
});
