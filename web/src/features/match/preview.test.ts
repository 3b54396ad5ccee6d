import { expect, test, vi } from "vitest";
import type { Foreseen } from "../../generated/session";
import { step } from "../../lib/testing/fixtures";
import { Previews, NO_PREVIEW } from "./preview";

const { told, episodes } = step(1, ["moved"]);
const answer = (version: number): Foreseen => ({ version, told, episodes, refused: null });

test("a preview is requested once, until the table changes", async () => {
  let version: number | null = 3;
  const ask = vi.fn(async () => answer(version ?? 0));
  const previews = new Previews(() => version, ask);
  expect(await previews.of("a")).toEqual({ told, episodes, refused: null });
  await Promise.all([previews.of("a"), previews.of("a"), previews.of("b")]);
  expect(ask.mock.calls).toEqual([["a"], ["b"]]);
  version = 4;
  await previews.of("a");
  expect(ask).toHaveBeenCalledTimes(3);
});

test("before there is a table nothing is requested", async () => {
  const ask = vi.fn(async () => answer(0));
  expect(await new Previews(() => null, ask).of("a")).toBe(NO_PREVIEW);
  expect(ask).not.toHaveBeenCalled();
});

test("a refusal comes with its rule", async () => {
  const refused = { rule: "X-1", message: { ja: "だめ", en: "no" } };
  const previews = new Previews(
    () => 0,
    async () => ({ version: 0, told: [], episodes: [], refused }),
  );
  expect(await previews.of("a")).toEqual({ told: [], episodes: [], refused });
});

test("a preview of another version is empty and not cached", async () => {
  const ask = vi.fn(async () => answer(ask.mock.calls.length === 1 ? 4 : 3));
  const previews = new Previews(() => 3, ask);
  expect(await previews.of("a")).toEqual(NO_PREVIEW);
  expect(await previews.of("a")).toEqual({ told, episodes, refused: null });
});

test("without an answer the preview is empty, and the next call requests it again", async () => {
  const ask = vi.fn<() => Promise<Foreseen>>();
  ask.mockRejectedValueOnce(new Error("away")).mockResolvedValueOnce(answer(3));
  const previews = new Previews(() => 3, ask);
  expect(await previews.of("a")).toEqual(NO_PREVIEW);
  expect(await previews.of("a")).toEqual({ told, episodes, refused: null });
});

test("a late preview of an old version is not used for a new one", async () => {
  let version = 3;
  let answerLate: (answer: Foreseen) => void = () => {};
  const late = new Promise<Foreseen>((resolve) => (answerLate = resolve));
  const ask = vi.fn<() => Promise<Foreseen>>();
  ask.mockReturnValueOnce(late).mockResolvedValue({ ...answer(4), told: [], episodes: [] });
  const previews = new Previews(() => version, ask);
  const first = previews.of("a");
  version = 4;
  expect(await previews.of("a")).toEqual({ told: [], episodes: [], refused: null });
  answerLate(answer(3));
  await first;
  expect(await previews.of("a")).toEqual({ told: [], episodes: [], refused: null });
});
