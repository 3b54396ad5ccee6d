/** What a table says besides its game: who has decided, clocks, resigning and draws. */
import type { Page } from "@playwright/test";
import type { TableState } from "../src/generated/parlour";
import { fits, inspect } from "./eyes";
import { manyChoices, stage, tableOf, type Stage } from "./made-up";
import { choices, openLog, remember, result } from "./person";
import { expect, test } from "./server";

const flag = (page: Page) => page.getByRole("button", { name: "Leave or end the game" });
const IDLE = { legal: [], question: null };

/** Carries out what the page said last. */
function carryOut({ heard, say, show }: Stage, next: TableState): void {
  show(next);
  say({ type: "done", id: heard.at(-1)!.id });
}

test.beforeEach(async ({ context }) => remember(context, { lang: "en", speed: "off" }));

test("a seat that has decided is marked, and waits for the others", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await stage(page, server, tableOf(5, { ...IDLE, awaiting: [1, 3], decided: [0, 2, 4] }));
  await page.goto(`${server.url}/t/x`);
  await expect(page.locator(".bar")).toContainText(
    "You have decided. Waiting for Robert the Third of Ely, Mika",
  );
  const strip = page.getByRole("region", { name: "Players" }).getByRole("listitem");
  await expect(strip.locator(".decided:not(.off)")).toHaveCount(3);
  await expect(strip.locator(".turn:not(.off)")).toHaveCount(2);
  await inspect(page, "the table");
  await fits(page, "the table");
});

test("a list that is not all says so", async ({ page, server }) => {
  await stage(page, server, tableOf(3, { legal: manyChoices(60), complete: false }));
  await page.goto(`${server.url}/t/x`);
  await expect(page.getByText("The list shows only some of what is possible")).toBeVisible();
  await expect(page.getByText("60 of many")).toBeVisible();
  await expect(choices(page)).toHaveCount(60);
  await inspect(page, "the table");
});

test("time runs down for everybody to see, and the last of it is said", async ({
  page,
  server,
}) => {
  await page.clock.install();
  const clocks = [
    { seat: 0, left_ms: 65_000, running: true },
    { seat: 1, left_ms: 3_700_000, running: true },
    { seat: 2, left_ms: 600_000, running: false },
  ];
  await stage(page, server, tableOf(3, { awaiting: [0, 1], clocks }));
  await page.goto(`${server.url}/t/x`);
  const timers = page.getByRole("timer");
  await expect(timers).toHaveText([/1:0\d$/, /1:01:\d\d$/, /10:00$/]);
  await expect(timers.first()).not.toHaveClass(/few/);
  await page.clock.runFor(40_000);
  await expect(timers.first()).toHaveText(/0:2\d$/);
  await expect(timers.first()).toHaveClass(/few/);
  await expect(page.getByRole("status").filter({ hasText: "30 seconds left" })).toHaveCount(1);
  await page.clock.runFor(40_000);
  await expect(timers.first()).toHaveText(/0:00$/);
});

test("resigning asks first, and the safe answer is the near one", async ({ page, server }) => {
  const scene = await stage(page, server, tableOf(2, { ...IDLE, awaiting: [1] }));
  const { heard } = scene;
  await page.goto(`${server.url}/t/x`);
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(flag(page)).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press("Enter");
  await inspect(page, "the table");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Resign/ })).toHaveCount(0);
  await expect(flag(page)).toBeFocused();
  await flag(page).click();
  await page.getByRole("button", { name: "Resign…" }).click();
  await expect(page.getByRole("button", { name: "Play on" })).toBeFocused();
  await inspect(page, "the table");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(heard).toEqual([]);

  await flag(page).click();
  await page.getByRole("button", { name: "Resign…" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatchObject({ type: "resign", version: 1 });
  const told = [
    {
      event: { kind: "resigned", seat: 0 },
      text: { ja: "⟦0⟧の投了", en: "⟦0⟧ ⟦resigns|resign⟧." },
      rule: "M-2",
      view: {},
    },
  ];
  carryOut(
    scene,
    tableOf(2, {
      ...IDLE,
      version: 2,
      awaiting: [],
      outcome: { winners: [1], reason: "resigned" },
      steps_from: 1,
      steps: [{ number: 1, seat: 0, told, scores: [] }],
    }),
  );
  await expect(result(page)).toHaveText("Robert the Third of Ely wins");
  await expect(page.locator("dialog[open]")).toContainText("Somebody resigned.");
  await page.keyboard.press("Escape");
  await openLog(page);
  const log = page.getByRole("region", { name: "What happened" });
  await expect(log.getByText("You resign.")).toBeVisible();
  await expect(flag(page)).toHaveCount(0);
});

test("a draw is offered once, waits, and may be taken back", async ({ page, server }) => {
  const scene = await stage(page, server, tableOf(3, { can_offer: true }));
  await page.goto(`${server.url}/t/x`);
  await flag(page).click();
  await page.getByRole("button", { name: "Offer a draw" }).last().click();
  await expect.poll(() => scene.heard.length).toBe(1);
  expect(scene.heard[0]).toMatchObject({ type: "talk", version: 1, word: "offer" });
  const offer = { matter: "draw" as const, rule: "M-1", by: 0, agreed: [0, 2] };
  carryOut(scene, tableOf(3, { version: 2, offer, steps_from: 1, steps: [] }));
  await expect(page.locator(".offer")).toContainText(
    "You offer a draw. Waiting for Robert the Third of Ely.",
  );
  // The decision itself goes on.
  await expect(choices(page).first()).toBeEnabled();
  await inspect(page, "the table");
  await page.getByRole("button", { name: "Take the offer back" }).click();
  await expect.poll(() => scene.heard.length).toBe(2);
  expect(scene.heard[1]).toMatchObject({ type: "talk", version: 2, word: "withdraw" });
  carryOut(scene, tableOf(3, { version: 3, steps_from: 1, steps: [] }));
  await expect(page.locator(".offer")).toHaveCount(0);
  await flag(page).click();
  await expect(page.getByRole("button", { name: "Offer a draw" }).last()).toBeDisabled();
  await expect(page.getByText("You may offer a draw again")).toBeVisible();
});

test("the one who offered a draw hears when nothing comes of it", async ({ page, server }) => {
  const first = tableOf(2, {
    ...IDLE,
    awaiting: [1],
    offer: { matter: "draw", rule: "M-1", by: 0, agreed: [0] },
  });
  const { show } = await stage(page, server, first);
  await page.goto(`${server.url}/t/x`);
  await expect(page.getByText("You offer a draw.")).toBeVisible();
  show(tableOf(2, { ...IDLE, awaiting: [1], version: 2, steps_from: 1, steps: [] }));
  await expect(page.getByText("Your offer of a draw was not taken.")).toBeVisible();
  show(tableOf(2, { version: 3, steps_from: 1, steps: [] }));
  await expect(page.getByText("Your offer of a draw was not taken.")).toHaveCount(0);
});

for (const [answer, button] of [
  ["accept", "Agree to the draw"],
  ["decline", "Decline"],
] as const) {
  test(`an offered draw is answered: ${answer}`, async ({ page, server }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const offer = { matter: "draw" as const, rule: "M-1", by: 1, agreed: [1] };
    const scene = await stage(page, server, tableOf(2, { offer }));
    await page.goto(`${server.url}/t/x`);
    await expect(page.getByText("Robert the Third of Ely offers a draw.")).toBeVisible();
    await inspect(page, "the table");
    await fits(page, "the table");
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect.poll(() => scene.heard.length).toBe(1);
    expect(scene.heard[0]).toMatchObject({ type: "talk", word: answer });
    const over = { ...IDLE, awaiting: [], outcome: { winners: [], reason: "agreed" } };
    const next = answer === "accept" ? over : {};
    carryOut(scene, tableOf(2, { version: 2, steps_from: 1, steps: [], ...next }));
    await expect(page.locator(".offer")).toHaveCount(0);
    if (answer === "accept") await expect(result(page)).toHaveText("A draw");
  });
}

test("who looks on sees an offer and cannot answer it", async ({ page, server }) => {
  await stage(
    page,
    server,
    tableOf(3, { ...IDLE, you: null, offer: { matter: "draw", rule: "M-1", by: 1, agreed: [1] } }),
  );
  await page.goto(`${server.url}/t/x`);
  await expect(page.getByText("Robert the Third of Ely offers a draw.")).toBeVisible();
  await expect(page.locator(".offer").getByRole("button", { name: /draw|Decline/ })).toHaveCount(0);
  await expect(flag(page)).toHaveCount(0);
});
