/** Files for the user: saved in the folder of downloads, or passed on by the system's share sheet. */

/** The time in milliseconds after which the browser has read a file that it saves. */
const READ_MS = 60_000;

/** Saves a file in the user's folder of downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

/**
 * Passes a file on by the share sheet, where there is one that takes files, as on phones; saves it
 * elsewhere. Returns false if the user closed the share sheet.
 */
export async function passOn(content: Blob, name: string): Promise<boolean> {
  const files = [new File([content], name, { type: content.type })];
  const sheet = matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files });
  if (sheet) {
    try {
      await navigator.share({ files });
      return true;
    } catch (thrown) {
      if ((thrown as { name?: string }).name === "AbortError") return false;
      // A browser that refuses to share the file saves it.
    }
  }
  saveFile(content, name);
  return true;
}
