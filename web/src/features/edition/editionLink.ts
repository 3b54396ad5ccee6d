/** Editions as links and as files. */
import { decode, encode } from "../../lib/url/urlCodec";
import { linkTo } from "../../lib/url/routes";

/** The maximum length of a link: messengers and some hosts cut off longer ones. */
export const MAX_LINK = 8000;

/** The link to an edition, given as the text of its file; null if it would be too long. */
export async function editionLink(game: string, text: string): Promise<string | null> {
  const packed = await encode(text);
  const link = packed && `${linkTo({ page: "edition", game })}#${packed}`;
  return link && link.length <= MAX_LINK ? link : null;
}

/** The text of the edition in the fragment of an address; "" without one, null if it is damaged. */
export async function editionIn(hash: string): Promise<string | null> {
  const packed = hash.replace(/^#/, "");
  return packed === "" ? "" : decode(packed);
}

/** Offers a text to the user as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
