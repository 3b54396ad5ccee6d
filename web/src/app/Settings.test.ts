// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "../lib/i18n/i18n.svelte";
import { settings } from "../lib/storage/settings.svelte";
import { until } from "../lib/testing/stage";
import Settings from "./Settings.svelte";

/** Simulates a browser in which the user answers the request for permission with `answer`. */
function asked(answer: NotificationPermission) {
  let permission: NotificationPermission = "default";
  vi.stubGlobal(
    "Notification",
    class {
      static get permission() {
        return permission;
      }
      static requestPermission() {
        permission = answer;
        return Promise.resolve(answer);
      }
    },
  );
}

beforeEach(() => {
  language.set("en");
  settings.alerts.on = false;
});
afterEach(() => {
  settings.alerts.on = false;
  vi.unstubAllGlobals();
});

async function alerts(): Promise<HTMLInputElement> {
  render(Settings);
  await fireEvent.click(screen.getByRole("button", { name: "Settings" }));
  return await screen.findByRole("checkbox", { name: "Notify me when it is my turn" });
}

test("notifications are off by default, and on where the browser permits them", async () => {
  asked("granted");
  const box = await alerts();
  expect(box.checked).toBe(false);
  await fireEvent.click(box);
  await until(() => expect(settings.alerts.on).toBe(true));
  expect(box.checked).toBe(true);
});

test("a browser that denies permission shows where it can be changed", async () => {
  asked("denied");
  const box = await alerts();
  await fireEvent.click(box);
  await screen.findByText(/The browser does not let this site notify you\./);
  expect(box.checked).toBe(false);
});

test("the settings close when the focus goes elsewhere, and by Escape", async () => {
  asked("granted");
  await alerts();
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("checkbox")).toBeNull();
  const gear = screen.getByRole("button", { name: "Settings" });
  expect(document.activeElement).toBe(gear);
  await fireEvent.click(gear);
  await fireEvent.pointerDown(document.body);
  expect(screen.queryByRole("checkbox")).toBeNull();
});
