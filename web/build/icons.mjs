/**
 * Draws the icons of the installed page from `public/icon.svg`; run once by hand: `node
 * build/icons.mjs CHROMIUM`. The output is committed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const drawn = readFileSync("public/icon.svg", "utf8");
/**
 * Systems cut maskable icons into any shape: the drawing is in the middle, and its ground fills
 * the icon.
 */
const maskable = drawn
  .replace('viewBox="0 0 64 64"', 'viewBox="-9 -9 82 82"')
  .replace("<rect ", '<rect x="-9" y="-9" width="82" height="82" fill="#261b17"/><rect ');

const browser = await chromium.launch({ executablePath: process.argv[2], args: ["--no-sandbox"] });
const page = await browser.newPage();

/** The drawing as a PNG of this size, with a transparent ground. */
async function png(svg, size) {
  await page.setViewportSize({ width: size, height: size });
  const scaled = svg.replace(
    "<svg ",
    `<svg width="${size}" height="${size}" style="display:block" `,
  );
  await page.setContent(`<body style="margin:0">${scaled}</body>`);
  return await page.screenshot({ omitBackground: true });
}

writeFileSync("public/icon-192.png", await png(drawn, 192));
writeFileSync("public/icon-512.png", await png(drawn, 512));
writeFileSync("public/icon-maskable-512.png", await png(maskable, 512));

// An ICO is a directory of pictures; one PNG is enough.
const small = await png(drawn, 32);
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2); // an icon
head.writeUInt16LE(1, 4); // one picture
head.writeUInt8(32, 6);
head.writeUInt8(32, 7);
head.writeUInt16LE(1, 10); // planes
head.writeUInt16LE(32, 12); // bits of a pixel
head.writeUInt32LE(small.length, 14);
head.writeUInt32LE(head.length, 18);
writeFileSync("public/favicon.ico", Buffer.concat([head, small]));

await browser.close();
