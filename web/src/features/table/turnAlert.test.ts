// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { turnAlerts } from "../../lib/dom/alerts";
import { TurnAlert } from "./turnAlert";
import { settings } from "../../lib/storage/settings.svelte";

interface Shown {
  title: string;
  body: string;
}

let shown: Shown[];
let permission: NotificationPermission;
let sight: DocumentVisibilityState;

beforeEach(() => {
  localStorage.clear();
  settings.alerts.on = false;
  shown = [];
  permission = "granted";
  sight = "hidden";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => sight);
  class FakeNotification {
    static get permission() {
      return permission;
    }
    static requestPermission = () => Promise.resolve(permission);
    constructor(title: string, { body }: { body: string }) {
      shown.push({ title, body });
    }
  }
  vi.stubGlobal("Notification", FakeNotification);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Waits until all pending tasks have run. */
const settled = () => new Promise((done) => setTimeout(done));

test("a user of another tab is alerted once per decision", async () => {
  expect(await turnAlerts(true)).toBe(true);
  const turnAlert = new TurnAlert("t1");
  turnAlert.call("turn 3", "Go", "Place a stone.");
  turnAlert.call("turn 3", "Go", "石を置いてください。");
  // The page is in another tab.
  new TurnAlert("t1").call("turn 3", "Go", "Place a stone.");
  await settled();
  expect(shown).toEqual([{ title: "Go", body: "Place a stone." }]);
  turnAlert.call("turn 4", "Go", "Pass?");
  await settled();
  expect(shown).toHaveLength(2);
});

test("a user who sees the page is not alerted, nor one who has alerts off", async () => {
  const turnAlert = new TurnAlert("t1");
  turnAlert.call("turn 1", "Go", "Place a stone.");
  await turnAlerts(true);
  sight = "visible";
  turnAlert.call("turn 2", "Go", "Place a stone.");
  sight = "hidden";
  await turnAlerts(false);
  turnAlert.call("turn 3", "Go", "Place a stone.");
  await settled();
  expect(shown).toEqual([]);
});

test("without the browser's permission nothing is turned on", async () => {
  permission = "denied";
  expect(await turnAlerts(true)).toBe(false);
  expect(settings.alerts.on).toBe(false);
  permission = "granted";
  await turnAlerts(true);
  // The user may withdraw the permission later.
  permission = "denied";
  new TurnAlert("t1").call("turn 1", "Go", "Place a stone.");
  await settled();
  expect(shown).toEqual([]);
});
