/**
 * The service worker: without a network the page still opens. It keeps the shell of its own build
 * and whatever hashed files were fetched, and nothing of `/api`, whose answers are of one moment
 * and for one guest. A new build's worker waits until no page of the old one is open, so an open
 * table keeps the files it was made of.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

/** What the document of this build needs to show itself; the build says so. */
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

// The house calls who has no page open; what it says is `Call::to_json` of the parlour.
worker.addEventListener("push", (event) => {
  const call = event.data?.json() as { title: string; body: string; path: string } | undefined;
  if (!call) return;
  const { title, body, path } = call;
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag: path, icon: "/icon-192.png" }),
  );
});

// Browsers renew their subscriptions: the server is told at once, since no page may open for days.
worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.newSubscription));
});

/** Where the page keeps what the server was told last; see `src/lib/api/push.ts`. */
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
  // What was not told now the page tells when it opens.
  if (response.ok) await cache.put(LAST_TOLD.key, new Response(body));
}

/** Some browsers only say that the former subscription has ended. */
async function subscribeAgain(): Promise<PushSubscription | null> {
  const { pushManager } = worker.registration;
  const subscription = await pushManager.getSubscription();
  if (subscription) return subscription;
  const { key } = (await (await fetch(PUSH)).json()) as { key: string | null };
  if (key === null) return null;
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

// Who presses a notification comes to the page that it is about, where it is open already.
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

/** What was kept under this address; tags and codings do not matter here. */
const recall = (key: RequestInfo) => caches.match(key, { ignoreVary: true });

/** From the network; what was kept where there is none, or no house behind it. */
async function fresh(request: Request, key: string): Promise<Response> {
  try {
    const response = await fetch(request);
    return response.status < 500 ? response : ((await recall(key)) ?? response);
  } catch {
    return (await recall(key)) ?? Response.error();
  }
}

/** What never changes is fetched once. */
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
