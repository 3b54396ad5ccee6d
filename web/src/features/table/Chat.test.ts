// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { language } from "../../lib/i18n/i18n.svelte";
import { FakeWorld, state } from "../../lib/testing/fixtures";
import Chat from "./Chat.svelte";
import { TableSession } from "./tableSession.svelte";

const seats = ["Iris", "Mika"].map((name) => ({ name, bot: null, online: true, deserted: false }));
const lines = [
  { seat: 1, id: "a", text: "hello", at: 1 },
  { seat: 0, id: "a", text: "<b>hi</b>", at: 2 },
  // Another message in the same millisecond.
  { seat: 0, id: "b", text: "there", at: 2 },
];

beforeEach(() => language.set("en"));
afterEach(cleanup);

function opened() {
  const world = new FakeWorld();
  const session = new TableSession("/t1", { frameMs: () => 0 }, () => {}, world);
  session.start();
  const socket = world.sockets[0]!;
  socket.accept();
  socket.say({ type: "state", state: state({ seats, chat: lines }) });
  render(Chat, { session, lines, names: ["Iris", "Mika"], open: true });
  return { session, socket };
}

test("messages are text, and a muted player's are not shown", async () => {
  opened();
  expect(screen.getByText("<b>hi</b>")).toBeTruthy();
  await fireEvent.click(screen.getByRole("checkbox", { name: /Mika/ }));
  expect(screen.queryByText("hello")).toBeNull();
  expect(screen.getByText("<b>hi</b>")).toBeTruthy();
});

test("a message leaves the field once it is sent; a refused one stays there, with the reason", async () => {
  const { socket } = opened();
  const field = screen.getByRole<HTMLInputElement>("textbox");
  const send = screen.getByRole("button", { name: "Send" });
  for (const accepted of [false, true]) {
    await fireEvent.input(field, { target: { value: " well met " } });
    await fireEvent.click(send);
    const sent = socket.sent.at(-1)!;
    expect(sent).toMatchObject({ type: "chat", text: "well met" });
    const { id } = sent as { id: string };
    const message = { ja: "待って", en: "Wait a few seconds." };
    socket.say(accepted ? { type: "done", id } : { type: "refused", id, rule: null, message });
    await waitFor(() => expect(field.value).toBe(accepted ? "" : " well met "));
    expect(screen.queryByRole("alert")?.textContent ?? null).toBe(accepted ? null : message.en);
  }
});
