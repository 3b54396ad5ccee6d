/**
 * The service worker: the page opens offline too. It caches the shell of its own build and the
 * hashed files that were loaded, and nothing of `/api`, whose answers are short-lived and
 * personal. A new build's worker waits until no page of the old one is open, so an open table
 * keeps its files.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

/** The files of this build that the document needs; inserted by the build. */
declare const SHELL: readonly string[];

const PREFIX = "zashiki ";
const CACHE = PREFIX + SHELL.join(" ");
const DOCUMENT = "/";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...SHELL])));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      return Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = origin === worker.location.origin && !pathname.startsWith("/api/");
  if (!ours || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fresh(request, DOCUMENT));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (SHELL.includes(pathname)) event.respondWith(fresh(request, pathname));
});

// The server notifies users without an open page; `Call::to_json` of the server defines the
// message.
worker.addEventListener("push", (event) => {
  const call = event.data?.json() as { title: string; body: string; path: string } | undefined;
  if (!call) return;
  const { title, body, path } = call;
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag: path, icon: "/icon-192.png" }),
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
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  return await (there ? there.focus() : worker.clients.openWindow(path));
}

/** The cached file of this address; tags and encodings do not matter here. */
const recall = (key: RequestInfo) => caches.match(key, { ignoreVary: true });

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
async function kept(request: Request): Promise<Response> {
  const known = await recall(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}
