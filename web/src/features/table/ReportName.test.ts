// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tableOf, text } from "../../lib/testing/fakeGame";
import { stage, type Stage, until } from "../../lib/testing/stage";
import ReportName from "./ReportName.svelte";

let server: Stage;
beforeEach(() => {
  server = stage(tableOf(3));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NAMES = ["Ayame", "Robert", "Iroha"];
const come = (seats = tableOf(3).seats) =>
  render(ReportName, { table: "t1", seats, yours: [0], names: NAMES });
const open = () => fireEvent.click(screen.getByRole("button", { name: "Report a name…" }));
const dialog = () => within(screen.getByRole("dialog"));
const send = () => fireEvent.click(dialog().getByRole("button", { name: "Send the report" }));

test("another player's name is reported, with a remark, and a confirmation is shown", async () => {
  server.answer("POST /api/reports", () => new Response(null, { status: 204 }));
  come();
  await open();
  expect(
    dialog()
      .getAllByRole("radio")
      .map((each) => each.closest("label")!.textContent!.trim()),
  )
    // Users cannot report themselves.
    .toEqual(["Robert", "Iroha"]);
  await fireEvent.click(dialog().getByRole("radio", { name: "Iroha" }));
  await fireEvent.input(dialog().getByRole("textbox"), { target: { value: " It is a threat. " } });
  await send();
  await until(() =>
    expect(screen.getByRole("status").textContent).toBe(
      "Thank you. You have reported the name Iroha.",
    ),
  );
  expect(server.asked.at(-1)).toEqual({
    method: "POST",
    path: "/api/reports",
    body: { table: "t1", seat: 2, text: "It is a threat." },
  });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a refusal of the server is shown, and the text stays", async () => {
  server.answer("POST /api/reports", () =>
    Response.json({ message: text("多すぎます。", "Too many reports.") }, { status: 429 }),
  );
  come();
  await open();
  await fireEvent.input(dialog().getByRole("textbox"), { target: { value: "Bad" } });
  await send();
  await until(() => expect(dialog().getByRole("alert").textContent).toBe("Too many reports."));
  expect(dialog().getByRole<HTMLTextAreaElement>("textbox").value).toBe("Bad");
});

test("among bots and empty seats there is no name to report", () => {
  const [me] = tableOf(2).seats;
  come([
    me!,
    { name: "", bot: "novice", online: true, deserted: false },
    { name: "", bot: null, online: false, deserted: false },
  ]);
  expect(screen.queryByRole("button")).toBeNull();
});
