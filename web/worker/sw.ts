/**
 * The service worker: the page opens offline too. It keeps the files that every page needs when it
 * is installed, and the files of games when they are first loaded; and nothing of `/api`, whose
 * answers are short-lived and personal. A new build's worker waits until no page of the old one is
 * open, so an open table keeps its files.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

/** A file of this build: its path below the page's folder, its size, and the part of the page. */
interface BuiltFile {
  path: string;
  bytes: number;
  /** `shell`: needed by every page; the id of a game; or `rest`. */
  of: string;
}
/** The files of this build; inserted by the build. */
declare const FILES: readonly BuiltFile[];

/** The folder of the page. Other pages on this host may have service workers and caches too. */
const ROOT = new URL("./", worker.location.href);
const PREFIX = `zashiki ${ROOT.pathname} `;
/** The cache of this page; `src/lib/storage/offline.ts` writes it too. */
const CACHE = `${PREFIX}files`;

const addressOf = (path: string) => new URL(path, ROOT).href;
/** The path of an address below the folder of the page; null if it is outside. */
const pathOf = ({ origin, pathname }: URL) =>
  origin === ROOT.origin && pathname.startsWith(ROOT.pathname)
    ? pathname.slice(ROOT.pathname.length)
    : null;

/** Files whose names contain a hash of their content. */
const HASHED = /^(?:assets|wasm)\//;
/** The name of a file without its hash, which is the same in other builds. */
const logical = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, "");
/** The folder of a module without its hash. */
const moduleOf = (path: string) => /^(wasm\/\w+)-[0-9a-f]+\//.exec(path)?.[1];

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

/**
 * Keeps the shell, and the parts of this build that were kept of an earlier one. The document comes
 * after the files that it needs.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const known = (await cache.keys()).map(({ url }) => pathOf(new URL(url)) ?? "");
  const before = new Set(known.map(logical));
  const parts = new Set(FILES.filter(({ path }) => before.has(logical(path))).map(({ of }) => of));
  const missing = FILES.filter(({ path }) => !HASHED.test(path) || !known.includes(path));
  const shell = missing.filter(({ of }) => of === "shell");
  await cache.addAll(shell.filter(({ path }) => HASHED.test(path)).map(requested));
  await cache.addAll(shell.filter(({ path }) => !HASHED.test(path)).map(requested));
  const others = missing.filter(({ of }) => of !== "shell" && parts.has(of));
  // Without space for them they are loaded when they are needed.
  await cache.addAll(others.map(requested)).catch(() => {});
}

/** A request for a file; the browser's own cache may have an earlier version of those without hash. */
const requested = ({ path }: BuiltFile) =>
  new Request(addressOf(path), { cache: HASHED.test(path) ? "default" : "no-cache" });

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOld(), worker.clients.claim()]));
});

/** Removes files and caches of earlier builds. */
async function forgetOld(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  const cache = await caches.open(CACHE);
  const current = new Set(FILES.map(({ path }) => addressOf(path)));
  for (const request of await cache.keys()) {
    const path = pathOf(new URL(request.url));
    if (!current.has(request.url) && !(path !== null && moduleOf(path)))
      await cache.delete(request);
  }
}

// The page shows which of the files are kept.
worker.addEventListener("message", (event) => {
  const { type } = event.data as { type?: string };
  if (type === "files") event.ports[0]?.postMessage(FILES);
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(new URL(request.url));
  if (path === null || path.startsWith("api/") || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fresh(request, addressOf("")));
  else if (HASHED.test(path)) event.respondWith(kept(request, path));
  else if (FILES.some((file) => file.path === path)) event.respondWith(fresh(request, request.url));
});

// The server notifies users without an open page; `Call::to_json` of the server defines the
// message.
worker.addEventListener("push", (event) => {
  const call = event.data?.json() as { title: string; body: string; path: string } | undefined;
  if (!call) return;
  const { title, body, path } = call;
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag: path,
      icon: addressOf("icon-192.png"),
    }),
  );
});

// Browsers renew their subscriptions: the server is notified at once, since no page may open for
// days.
worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.newSubscription));
});

/** The cache of the subscription that the server has; see `src/lib/api/push.ts`. */
const LAST_TOLD = { cache: "push", key: "/push" };
const PUSH = "/api/me/push";

async function renew(given: PushSubscription | null): Promise<void> {
  const subscription = given ?? (await subscribeAgain());
  if (!subscription) return;
  const cache = await caches.open(LAST_TOLD.cache);
  const last = (await (await cache.match(LAST_TOLD.key))?.json()) as { lang: string } | undefined;
  const { endpoint, keys } = subscription.toJSON();
  const spoken = navigator.language.startsWith("ja") ? "ja" : "en";
  const told = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, lang: last?.lang ?? spoken };
  const body = JSON.stringify(told);
  const headers = { "content-type": "application/json" };
  const response = await fetch(PUSH, { method: "POST", headers, body });
  // The page sends it when it opens, if this fails.
  if (response.ok) await cache.put(LAST_TOLD.key, new Response(body));
}

/** Some browsers only report that the former subscription has ended. */
async function subscribeAgain(): Promise<PushSubscription | null> {
  const { pushManager } = worker.registration;
  const subscription = await pushManager.getSubscription();
  if (subscription) return subscription;
  const { key } = (await (await fetch(PUSH)).json()) as { key: string | null };
  if (key === null) return null;
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

// A press on a notification focuses the open page of its table, or opens one.
worker.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(comeTo(notification.tag));
});

async function comeTo(path: string): Promise<unknown> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => {
    const { pathname, search } = new URL(url);
    return pathname === path || pathname + search === path;
  });
  return await (there ? there.focus() : worker.clients.openWindow(path));
}

/** The cached file of this address; tags and encodings do not matter here. */
const recall = async (key: RequestInfo) =>
  await (await caches.open(CACHE)).match(key, { ignoreVary: true });

/** From the network; from the cache offline, or without the server behind the proxy. */
async function fresh(request: Request, key: string): Promise<Response> {
  try {
    const response = await fetch(request);
    return response.status < 500 ? response : ((await recall(key)) ?? response);
  } catch {
    return (await recall(key)) ?? Response.error();
  }
}

/** Immutable files are loaded once. */
async function kept(request: Request, path: string): Promise<Response> {
  const known = await recall(request);
  if (known) return known;
  const response = await fetch(request);
  // On a full disk the file is used without being kept.
  if (response.ok) await keep(request, path, response.clone()).catch(() => {});
  return response;
}

/** Keeps a file. A module takes the place of an earlier one. */
async function keep(request: Request, path: string, response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(request, response);
  const module = moduleOf(path);
  if (module === undefined) return;
  for (const other of await cache.keys()) {
    const old = pathOf(new URL(other.url));
    if (old !== null && moduleOf(old) === module && old.split("/")[1] !== path.split("/")[1])
      await cache.delete(other);
  }
}
