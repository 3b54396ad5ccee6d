/** Encodes texts for addresses: compressed, in letters that need no escape. */

/** The maximum length of a decoded text, in bytes; the server has the same limit for positions. */
const MOST = 256 * 1024;

/** Reads all bytes of a stream; null if there are too many. */
async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const through = (
  bytes: Uint8Array<ArrayBuffer>,
  way: CompressionStream | DecompressionStream,
): Promise<Uint8Array | null> => collect(new Response(bytes).body!.pipeThrough(way));

/** Encodes a text for an address; null if it is too long. */
export async function encode(text: string): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  if (!bytes) return null;
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a text from an address; null if it is invalid or too long. */
export async function decode(packed: string): Promise<string | null> {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"));
    return text && new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return null;
  }
}
