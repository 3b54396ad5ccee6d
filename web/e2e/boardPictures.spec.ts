/**
 * Takes the pictures of the boards on the front page, in both languages, and stores them in the
 * folders of the games. It runs on request (`cargo xtask update-board-pictures`) and is no test.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { games } from "./games";
import { expect, test } from "./server";
import { late, order, fill } from "./tables";

/**
 * For each game: the part of the board that is shown, the decisions of the first seat that are left,
 * and where the picture begins in that part, as fractions of what lies outside.
 */
const SHOWN: Record<string, { parts: string; left: number; from: readonly [number, number] }> = {
  honnoji: { parts: ".ring", left: 4, from: [0.5, 0.5] },
  hostile: { parts: ".middle", left: 12, from: [0.5, 1] },
  kokyu: { parts: ".city, .palace, .bedroom", left: 8, from: [0, 0] },
  sengoku: { parts: ".map", left: 4, from: [0.5, 0] },
  shinra: { parts: ".sheet", left: 14, from: [0.5, 1] },
};

/** The size of a picture, in pixels, and its quality. */
const SIZE = { width: 384, height: 288 };
const QUALITY = 0.42;

/** The largest rectangle of a picture's shape in the visible parts of the board. */
async function clip(page: Page, parts: string, [left, top]: readonly [number, number]) {
  const boxes = await page.locator(parts).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
  expect(boxes, parts).not.toEqual([]);
  const of = (side: keyof (typeof boxes)[0]) => boxes.map((box) => box[side]);
  const [x, y] = [Math.min(...of("left")), Math.min(...of("top"))];
  const [across, down] = [Math.max(...of("right")) - x, Math.max(...of("bottom")) - y];
  const width = Math.min(across, (down * SIZE.width) / SIZE.height);
  const height = (width * SIZE.height) / SIZE.width;
  return { x: x + (across - width) * left, y: y + (down - height) * top, width, height };
}

for (const lang of ["ja", "en"] as const)
  for (const game of games)
    test(`the picture of ${game.id} (${lang})`, async ({ enter, server }) => {
      const [seats] = game.seats;
      const shown = SHOWN[game.id]!;
      const owner = await enter({ lang });
      const position = late(game, seats, shown.left);
      const table = await order(owner, server.url, game, fill(seats - 1), { position });
      // An onlooker's board has no marks of what may be done.
      const viewport = { width: 1440, height: 900 };
      const page = await enter({ lang, speed: "off" }, { viewport });
      await page.goto(`${server.url}/t/${table}`);
      await page.locator(shown.parts).first().waitFor();
      await page.waitForLoadState("networkidle");
      const bytes = await page.screenshot({ clip: await clip(page, shown.parts, shown.from) });
      // The browser is also the program that draws the picture smaller and writes the format.
      const url = await page.evaluate(
        async ({ png, width, height, quality }) => {
          const image = new Image();
          image.src = `data:image/png;base64,${png}`;
          await image.decode();
          const canvas = Object.assign(document.createElement("canvas"), { width, height });
          const paper = canvas.getContext("2d")!;
          paper.imageSmoothingQuality = "high";
          paper.drawImage(image, 0, 0, width, height);
          return canvas.toDataURL("image/webp", quality);
        },
        { png: bytes.toString("base64"), ...SIZE, quality: QUALITY },
      );
      const file = join(import.meta.dirname, `../src/games/${game.id}/board.${lang}.webp`);
      writeFileSync(file, Buffer.from(url.replace(/^.*,/, ""), "base64"));
    });
