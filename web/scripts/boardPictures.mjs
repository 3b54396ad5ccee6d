// Makes the pictures of the games' boards on the front page, `src/games/<id>/board.webp`, from
// scenes of the tutorials: `node scripts/boardPictures.mjs URL`. URL is a running page; CHROMIUM
// names the browser.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [url] = process.argv.slice(2);
if (!url) throw new Error("usage: node scripts/boardPictures.mjs URL");

/** The scene of each game's picture, and the part of its board: left, top, width in pixels. */
const PICTURES = {
  kokyu: { scene: "palace", part: [0, 40, 760] },
  sengoku: { scene: "castle", part: [0, 0, 826] },
  hostile: { scene: "chain", part: [0, 150, 560] },
  honnoji: { scene: "end", part: [0, 30, 575] },
  shinra: { scene: "battle", part: [0, 0, 826] },
};
/** The size in pixels for which the boards are laid out, and that of the pictures. */
const BOARD = { width: 900, height: 620 };
const PICTURE = { width: 360, height: 270 };
const QUALITY = 0.6;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [game, { scene, part }] of Object.entries(PICTURES)) {
  const page = await browser.newPage({ viewport: BOARD, deviceScaleFactor: 2 });
  await page.addInitScript(() => {
    localStorage.setItem("zashiki.lang", "en");
    localStorage.setItem("zashiki.speed", "off");
  });
  // The book is replaced by one with a single figure, which shows the whole board.
  await page.route(`**/api/games/${game}/book`, async (route) => {
    const book = await (await route.fetch()).json();
    const text = { ja: "図", en: "Picture" };
    const figure = { text, scene, at: [], seats: [], lit: [], play: [], happens: [] };
    await route.fulfill({ json: { ...book, minute: [figure], chapters: [] } });
  });
  await page.goto(`${url}/rules/${game}`);
  await page.locator(".minute .study").waitFor();
  await page.addStyleTag({
    content: `.minute .frame { position: fixed !important; z-index: 99; inset: 0; aspect-ratio: auto !important;
      border: 0 !important; width: ${BOARD.width}px; height: ${BOARD.height}px; }`,
  });
  await page.waitForLoadState("networkidle");
  await page.locator(".minute .study[data-busy=false] [data-anchor]").first().waitFor();
  await page.waitForTimeout(1500);
  const [x, y, width] = part;
  const height = (width * PICTURE.height) / PICTURE.width;
  const clip = { x, y, width, height: Math.min(height, BOARD.height - y) };
  const shot = await page.screenshot({ clip });
  const webp = await page.evaluate(
    async ([data, { width, height }, quality]) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL("image/webp", quality);
    },
    [`data:image/png;base64,${shot.toString("base64")}`, PICTURE, QUALITY],
  );
  const bytes = Buffer.from(webp.split(",")[1], "base64");
  writeFileSync(join(import.meta.dirname, `../src/games/${game}/board.webp`), bytes);
  console.log(game, bytes.length);
  await page.close();
}
await browser.close();
