/**
 * The files of this page that the device keeps for use without a network. The service worker keeps
 * those that are loaded; this module keeps others in the same cache.
 */
import { getCatalogue } from "../api/games";
import { fileAddress } from "../url/address";

/** A file of the page: its path below the page's folder, and its size, not compressed. */
export interface OfflineFile {
  path: string;
  bytes: number;
  /** The part of the page: `shell` (needed by every page), the id of a game, or `rest`. */
  of: string;
}

/** The reasons why files could not be kept. */
export type KeepProblem = "full" | "refused" | "unloaded";

export class KeepFailed extends Error {
  constructor(readonly problem: KeepProblem) {
    super(problem);
  }
}

/** The number of files that are requested at the same time. */
const AT_ONCE = 6;

const SHELL = "shell";
/** Files of no single game, such as dialogs; every game may need them. */
const REST = "rest";

/** Returns true if the browser has what keeping files needs; pages without HTTPS have not. */
export const canKeep = (): boolean => "caches" in globalThis && "serviceWorker" in navigator;

/** The cache of this page, which `worker/sw.ts` reads. */
const open = () => caches.open(`zashiki ${new URL(fileAddress("")).pathname} files`);

/** The files of the newest build, as the service worker lists them. */
async function builtFiles(): Promise<readonly OfflineFile[]> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new KeepFailed("refused");
  const { active } = await navigator.serviceWorker.ready;
  const worker = registration.waiting ?? active;
  return await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<OfflineFile[]>) => {
      port1.close();
      resolve(data);
    };
    worker?.postMessage({ type: "files" }, [port2]);
  });
}

/** The modules of the engine, as files of their games. */
async function moduleFiles(): Promise<OfflineFile[]> {
  const { modules = {} } = await getCatalogue();
  return Object.entries(modules).flatMap(([game, files]) =>
    files.map(({ path, bytes }) => ({ path, bytes, of: game })),
  );
}

/** All files of the page; empty if games need a server, so that keeping files would be no use. */
export async function offlineFiles(): Promise<readonly OfflineFile[]> {
  const modules = await moduleFiles();
  return modules.length > 0 ? [...(await builtFiles()), ...modules] : [];
}

const sizeOf = (files: readonly OfflineFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The files that are not kept, with the number of bytes of those that are. */
export async function missingOf(
  files: readonly OfflineFile[],
): Promise<{ missing: readonly OfflineFile[]; kept: number; all: number }> {
  const cache = await open().catch(refused);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  const missing = files.filter(({ path }) => !known.has(fileAddress(path)));
  const all = sizeOf(files);
  return { missing, kept: all - sizeOf(missing), all };
}

function refused(): never {
  throw new KeepFailed("refused");
}

/** The problem that made a request or the cache fail. */
function problemOf(thrown: unknown): KeepProblem {
  if (thrown instanceof KeepFailed) return thrown.problem;
  if (thrown instanceof DOMException)
    return thrown.name === "QuotaExceededError" ? "full" : "refused";
  return "unloaded";
}

/**
 * Keeps the files, and calls `progress` with the number of bytes after each. A file is kept as a
 * whole or not at all.
 *
 * @throws KeepFailed if the device is full, the browser refuses, or a file cannot be loaded.
 */
export async function keep(
  files: readonly OfflineFile[],
  progress: (bytes: number) => void = () => {},
  stopped: () => boolean = () => false,
): Promise<void> {
  try {
    await checkSpace(sizeOf(files));
    const cache = await open().catch(refused);
    const queue = files.values();
    const lane = async () => {
      for (const { path, bytes } of queue) {
        if (stopped()) return;
        await cache.add(fileAddress(path));
        progress(bytes);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } catch (thrown) {
    throw new KeepFailed(problemOf(thrown));
  }
}

/** Fails before anything is loaded if the browser's estimate leaves too little space. */
async function checkSpace(needed: number): Promise<void> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota !== undefined && usage !== undefined && quota - usage < needed)
    throw new KeepFailed("full");
}

/** Asks the browser not to remove what this page stores; returns true if it agrees. */
export async function persist(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}

/** Removes all kept files but the shell, without which the page would not open offline. */
export async function forget(files: readonly OfflineFile[]): Promise<void> {
  const shell = new Set(
    files.filter(({ of }) => of === SHELL).map(({ path }) => fileAddress(path)),
  );
  const cache = await open();
  for (const request of await cache.keys())
    if (!shell.has(request.url)) await cache.delete(request);
}

/** Returns true if the user has asked the browser to load little. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Keeps what a game needs, when it is first opened. Failures do not matter here: whatever is missing
 * is loaded when it is needed.
 */
export async function keepGame(game: string): Promise<void> {
  if (!canKeep() || savesData()) return;
  try {
    const files = (await offlineFiles()).filter(({ of }) => of === game || of === REST);
    await keep((await missingOf(files)).missing);
  } catch {
    // The game is playable with a network.
  }
}

/** Keeps the new modules of games whose former modules are kept, after an upgrade. */
export async function renewModules(): Promise<void> {
  if (!canKeep()) return;
  const cache = await open().catch(() => null);
  const kept = (await cache?.keys())?.map(({ url }) => url) ?? [];
  const folder = fileAddress("wasm/");
  if (!kept.some((url) => url.startsWith(folder))) return;
  const files = await moduleFiles().catch(() => []);
  const games = new Set(
    files
      .filter(({ of }) => kept.some((url) => url.startsWith(`${folder}${of}-`)))
      .map(({ of }) => of),
  );
  for (const game of games)
    if (files.some(({ path, of }) => of === game && !kept.includes(fileAddress(path))))
      await keepGame(game);
}
