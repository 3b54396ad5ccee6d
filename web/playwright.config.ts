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
  // Long enough for a machine that does other things meanwhile; nothing waits for time to pass.
  timeout: 300_000,
  expect: {
    timeout: 30_000,
    // Letters differ a little from one Chromium to the next.
    toHaveScreenshot: { maxDiffPixelRatio: 0.02, threshold: 0.3, scale: "device" },
  },
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  // Other systems draw letters in another way.
  ignoreSnapshots: process.platform !== "linux",
  // What passes only when it is tried again does not pass.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  // Photographs are taken and the page is measured when asked for; neither is a test.
  testIgnore: [
    ...(process.env.SCREENSHOTS ? [] : ["screenshots.spec.ts"]),
    ...(process.env.MEASURES ? [] : ["measure.spec.ts"]),
  ],
  use: {
    browserName: "chromium",
    // Nothing is kept for the next visit, and nothing is fetched for it; see `offline.spec.ts`.
    serviceWorkers: "block",
    headless: true,
    viewport: { width: 1280, height: 860 },
    screenshot: "only-on-failure",
    // A trace of a whole game doubles its time: ask for one where it is needed.
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
