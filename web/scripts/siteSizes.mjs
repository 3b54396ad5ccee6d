/** Prints the sizes of a static site, given by its folder: plain, and as hosts send it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => !name.startsWith(".") && statSync(join(folder, name)).isFile())
  .map((name) => name.replaceAll("\\", "/"));

/** The files that the front page loads: the document, its scripts and styles, and one language. */
function frontPage() {
  const found = new Set(["index.html"]);
  const home = files.filter((name) => /^assets\/(?:HomePage|emblems|ja)-/.test(name));
  const linked = readFileSync(join(folder, "index.html"), "utf8").matchAll(
    /"\.\/(assets\/[^"]+)"/g,
  );
  for (const name of [...[...linked].map(([, name]) => name), ...home]) found.add(name);
  for (const name of found) {
    if (!name.endsWith(".js")) continue;
    const imports = readFileSync(join(folder, name), "utf8").matchAll(
      /(?:from|import)\s*"\.\/([^"]+\.js)"/g,
    );
    for (const [, other] of imports) found.add(`assets/${other}`);
  }
  return found;
}

const front = frontPage();
const partOf = (name) => {
  if (front.has(name)) return "front page";
  const module = /^wasm\/(\w+)-/.exec(name)?.[1];
  if (module) return `module ${module}`;
  return name.startsWith("assets/") ? "other pages and boards" : "other files";
};

const parts = new Map();
for (const name of files) {
  const plain = readFileSync(join(folder, name));
  const sizes = [plain.length, gzipSync(plain).length, brotliCompressSync(plain).length];
  for (const part of [partOf(name), "all"]) {
    const sums = parts.get(part) ?? [0, 0, 0, 0];
    parts.set(part, [sums[0] + 1, ...sizes.map((size, index) => sums[index + 1] + size)]);
  }
}
const order = (part) => (part === "front page" ? 0 : part === "all" ? 2 : 1);
const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(10);
console.log(
  `${"part".padEnd(24)}${"files".padStart(6)}${"plain kB".padStart(10)}${"gzip".padStart(10)}${"Brotli".padStart(10)}`,
);
for (const [part, [count, ...sizes]] of [...parts].sort(
  ([one], [other]) => order(one) - order(other) || one.localeCompare(other),
))
  console.log(part.padEnd(24) + String(count).padStart(6) + sizes.map(kilobytes).join(""));
