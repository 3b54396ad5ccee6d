// @vitest-environment node
import { expect, test } from "vitest";
import { encode, decode } from "./urlCodec";

test("a text is decoded as it was encoded, in letters that an address keeps", async () => {
  for (const text of ["{}", "詰めHOSTILE 😀", JSON.stringify({ a: "x".repeat(10_000) })]) {
    const packed = await encode(text);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(await decode(packed!)).toBe(text);
  }
});

test("invalid text is not decoded", async () => {
  const whole = (await encode("a position of some length, a position"))!;
  for (const wrong of ["%", "a", "hello", whole.slice(0, -9), `x${whole}`])
    expect(await decode(wrong), wrong).toBe(null);
});

test("a small address that contains a large text is not decoded", async () => {
  const large = (await encode("0".repeat(300_000)))!;
  expect(large.length).toBeLessThan(1000);
  expect(await decode(large)).toBe(null);
});
