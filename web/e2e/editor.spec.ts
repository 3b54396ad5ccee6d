/** Tests of editing a position on the board of each game; the engine checks every edit. */
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { remember } from "./person";
import { expect, test, type Server } from "./server";

const POSSIBLE = "This position is possible.";

/** A position from the engine's own tests: `name` is its file in the game's folder `counts`. */
function counted(game: string, name: string): unknown {
  const file = new URL(`../../crates/games/${game}/counts/${name}.json`, import.meta.url);
  const { counts: _, ...play } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  return play;
}
const FEW_PIECES = {
  game: "shinra",
  seats: 2,
  position: {
    squares: {
      e1: { seat: 0, cards: ["king"] },
      b3: { seat: 0, cards: ["general", "dai"], points: 4 },
      a5: { seat: 1, cards: ["king"], points: 4 },
      b4: { seat: 1, cards: ["shu"] },
    },
    turns: 21,
  },
};

const place = (page: Page, id: string) => page.locator(`.places [data-place="${id}"]`);
const onBoard = (page: Page, square: string) => page.locator(`.picture [data-square="${square}"]`);
const verdict = (page: Page) => page.locator(".panel").getByRole("status");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens a position and starts its editor. */
async function edit(page: Page, server: Server, game: string, play: unknown): Promise<void> {
  const packed = deflateRawSync(JSON.stringify(play)).toString("base64url");
  await page.goto(`${server.url}/position/${game}#${packed}`);
  await button(page, "Edit the position").click();
  await expect(verdict(page)).toContainText(POSSIBLE);
}
/** Selects the piece at the place `from` and moves it to another place. */
async function carry(page: Page, from: string, to: string): Promise<void> {
  await place(page, from).click();
  await expect(place(page, from)).toHaveAttribute("aria-pressed", "true");
  await place(page, to).click();
}

test.beforeEach(async ({ context, complaints }) => {
  // The server rejects impossible positions, and the browser logs that.
  complaints.expect(/400 \(Bad Request\)/);
  await remember(context, { lang: "en", speed: "off" });
});

test("shinra: a king may not leave the sheet, and goes elsewhere", async ({ page, server }) => {
  await edit(page, server, "shinra", FEW_PIECES);
  await carry(page, "e1", "hand-0");
  await expect(verdict(page)).toContainText("king");
  await expect(verdict(page)).not.toContainText(POSSIBLE);
  // The board keeps the last possible position, and marks the differences.
  await expect(onBoard(page, "e1")).toHaveAccessibleName(/King/);
  await expect(place(page, "e1")).toHaveAccessibleName(/empty.*not shown on the board yet/);
  await button(page, "Undo").click();
  await expect(verdict(page)).toContainText(POSSIBLE);
  await carry(page, "e1", "c2");
  await expect(onBoard(page, "c2")).toHaveAccessibleName(/King/);
  await expect(place(page, "c2")).toHaveAccessibleName(/^c2: Red's King$/);
  // Moves a card of a stack, selected by its name, to the square beside it.
  await place(page, "b3").click();
  await button(page, "Base").click();
  await place(page, "b2").click();
  await expect(onBoard(page, "b2")).toHaveAccessibleName(/Base/);
  // Changes a property of the position that is not a piece.
  await page.getByLabel("Turns played").fill("7");
  await page.getByLabel("Turns played").press("Enter");
  await expect(page.locator(".picture")).toContainText("Turn 7");
  // The address contains the whole position, and a game can start from there.
  await page.reload();
  await expect(onBoard(page, "b2")).toHaveAccessibleName(/Base/);
  await expect(onBoard(page, "b3")).toHaveAccessibleName(/General/);
});

test("shinra: a position is edited by keys alone, and by dragging", async ({ page, server }) => {
  await edit(page, server, "shinra", FEW_PIECES);
  await place(page, "e1").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await expect(place(page, "e2")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(onBoard(page, "e2")).toHaveAccessibleName(/King/);
  // Escape deselects the piece; the edit itself has its own undo key.
  await page.keyboard.press("Enter");
  await expect(place(page, "e2")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(place(page, "e2")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Control+z");
  await expect(onBoard(page, "e1")).toHaveAccessibleName(/King/);
  await place(page, "b4").dragTo(place(page, "d3"));
  await expect(onBoard(page, "d3")).toHaveAccessibleName(/Guard/);
  await button(page, "Done editing").click();
  await expect(place(page, "d3")).toHaveCount(0);
  await expect(button(page, "Edit the position")).toBeVisible();
});

test("hostile: no tile lies on a start square, but on any other", async ({ page, server }) => {
  await edit(page, server, "hostile", counted("hostile", "two-turn"));
  await carry(page, "D1", "H8");
  await expect(verdict(page)).toContainText("H8, a start square");
  await expect(onBoard(page, "D1")).toHaveAccessibleName(/ice/i);
  await carry(page, "H8", "E5");
  await expect(verdict(page)).toContainText(POSSIBLE);
  await expect(onBoard(page, "E5")).toHaveAccessibleName(/ice/i);
  await carry(page, "D6", "F6");
  await page.getByLabel("Facing").selectOption({ label: "Spring pointing left" });
  await expect(onBoard(page, "F6")).toHaveAccessibleName(/spring pointing left/i);
});

test("kokyu: no eunuch stands on a card that is face down", async ({ page, server }) => {
  await edit(page, server, "kokyu", counted("kokyu", "middle"));
  await carry(page, "hand-0", "card-1");
  await expect(verdict(page)).toContainText("face-down card");
  await carry(page, "card-1", "card-2");
  await expect(verdict(page)).toContainText(POSSIBLE);
  await expect(page.locator('.picture [data-card="2"]')).toHaveAccessibleName(/Blue/);
  await carry(page, "bed-4", "bed-7");
  await expect(place(page, "bed-7")).toHaveAccessibleName(/Consort of Blue/);
  await expect(place(page, "bed-4")).toHaveAccessibleName(/empty/);
});

test("sengoku: a hand is full while the pile lasts", async ({ page, server }) => {
  await edit(page, server, "sengoku", counted("sengoku", "four-middle"));
  const drop = (name: string) => button(page, `Put into: ${name}`);
  const stock = (name: string) => page.locator(".stock").filter({ has: drop(name) });
  await place(page, "hand-1").click();
  await drop("Pile of Takeda Shingen").click();
  await expect(verdict(page)).toContainText("3 tiles instead of 4");
  await stock("Pile of Takeda Shingen").getByRole("button", { name: "1–2", exact: true }).click();
  await place(page, "hand-1").click();
  await expect(verdict(page)).toContainText(POSSIBLE);
  await expect(place(page, "hand-1")).toHaveAccessibleName(/1–2/);
});

test("honnoji: nothing is dealt onto a fire", async ({ page, server }) => {
  await edit(page, server, "honnoji", counted("honnoji", "five-fire"));
  await carry(page, "square-3", "square-1");
  await expect(verdict(page)).toContainText("can follow a fire card");
  await expect(place(page, "square-1")).toHaveAccessibleName(/Katana.*not shown/);
  await place(page, "square-1").click();
  await page.locator(".panel .looked").getByRole("button", { name: "Katana" }).click();
  await place(page, "square-2").click();
  await expect(verdict(page)).toContainText(POSSIBLE);
  await expect(place(page, "square-2")).toHaveAccessibleName(/Katana$/);
});
