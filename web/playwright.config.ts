import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// Playwright's own browser is not used: any Chromium of the machine does.
const found = [
  process.env.CHROMIUM,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));
if (!found) throw new Error("No Chromium was found: install one, or name it in CHROMIUM.");

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Long enough for a busy machine; no test waits for time to pass.
  timeout: 300_000,
  expect: {
    timeout: 30_000,
    // Letters differ slightly between versions of Chromium.
    toHaveScreenshot: { maxDiffPixelRatio: 0.02, threshold: 0.3, scale: "device" },
  },
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  // Other systems render letters differently.
  ignoreSnapshots: process.platform !== "linux",
  // A test that passes only on a retry has failed.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  // Screenshots, pictures and measurements run on request; none is a test.
  testIgnore: [
    ...(process.env.BOARD_PICTURES ? [] : ["boardPictures.spec.ts"]),
    ...(process.env.SCREENSHOTS ? [] : ["screenshots.spec.ts"]),
    ...(process.env.MEASURES ? [] : ["measure.spec.ts", "measureOffline.spec.ts"]),
  ],
  use: {
    browserName: "chromium",
    // No worker caches or fetches anything; `offline.spec.ts` tests it.
    serviceWorkers: "block",
    headless: true,
    viewport: { width: 1280, height: 860 },
    screenshot: "only-on-failure",
    // A trace of a whole game doubles its time: request one if needed.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: found,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
