import { afterEach, expect, test, vi } from "vitest";
import { importedRecord } from "./importedRecord.svelte";

afterEach(() => vi.unstubAllGlobals());

const record = '{\r\n "game": "honnoji",\r\n "名前": "座敷"\r\n}\r\n';

/** Encodes a text in UTF-16 with a byte order mark; `little` selects the byte order. */
function utf16(text: string, little: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(2 * text.length + 2));
  [0xfeff, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))].forEach(
    (unit, at) => bytes.setUint16(2 * at, unit, little),
  );
  return new Uint8Array(bytes.buffer);
}

function file(bytes: Uint8Array<ArrayBuffer>) {
  return {
    name: "record.json",
    size: bytes.length,
    arrayBuffer: () => Promise.resolve(bytes.buffer),
  };
}

test("a file in any encoding is sent unchanged, for the server to parse", async () => {
  const play = { play: {}, names: [], times: [], deal: null };
  const fetched = vi.fn((_: string, init: RequestInit) => {
    sent = init.body;
    return Promise.resolve(Response.json(play));
  });
  let sent: RequestInit["body"];
  vi.stubGlobal("fetch", fetched);
  const plain = new TextEncoder().encode(record);
  const marked = new TextEncoder().encode(`\ufeff${record}`);
  for (const bytes of [plain, marked, utf16(record, true), utf16(record, false)]) {
    expect(await importedRecord.open(file(bytes))).toBe(true);
    expect(sent).toBe(bytes.buffer);
  }
});

test("a file that is JSON in no encoding is refused without a request", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  for (const bytes of [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
    new Uint8Array([0xff]),
    new Uint8Array(),
  ]) {
    expect(await importedRecord.open(file(bytes))).toBe(false);
    expect(importedRecord.refused?.en).toContain("record.json");
  }
  expect(fetched).not.toHaveBeenCalled();
});
