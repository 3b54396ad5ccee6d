/** Web push: being called to tables that go on for days while no page is open. */
import type { PushSubscription as Told } from "../../generated/parlour";
import { getPushKey, subscribe, unsubscribe } from "./api";
import { language } from "../i18n/i18n.svelte";

/**
 * Where it is kept what the server was told last, so that another subscription is noticed: the
 * browser renews them by itself. The service worker (`worker/sw.ts`) reads and writes it too, which
 * is why it is a cache and no local storage.
 */
const CACHE = "push";
const LAST = "/push";

async function lastTold(): Promise<string | undefined> {
  return (await (await caches.open(CACHE)).match(LAST))?.text();
}

async function keepTold(text: string): Promise<void> {
  await (await caches.open(CACHE)).put(LAST, new Response(text));
}

/** Bytes as the server writes them: base64url. */
function written(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** What the server is told of a subscription. */
const toldOf = (subscription: PushSubscription): Told => ({
  endpoint: subscription.endpoint,
  p256dh: written(subscription.getKey("p256dh")),
  auth: written(subscription.getKey("auth")),
  lang: language.now,
});

const subscriptions = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager;

/** Tells the server how this browser is called, where both can do it. */
export async function follow(): Promise<void> {
  const manager = await subscriptions();
  if (!manager) return;
  const { key } = await getPushKey();
  if (key === null) return;
  let subscription = await manager.getSubscription();
  // The operator may have made another key since.
  if (subscription && written(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const told = toldOf(subscription);
  await subscribe(told);
  await keepTold(JSON.stringify(told));
}

/** Follows again if the browser has another subscription than the server was told, or none left. */
export async function renew(): Promise<void> {
  const manager = await subscriptions();
  if (!manager) return;
  const [last, subscription] = await Promise.all([lastTold(), manager.getSubscription()]);
  const now = subscription ? JSON.stringify(toldOf(subscription)) : undefined;
  if (now !== last) await follow();
}

/** This browser is called no longer. */
export async function unfollow(): Promise<void> {
  const manager = await subscriptions();
  if (!manager) return;
  await caches.delete(CACHE);
  const subscription = await manager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await unsubscribe();
}
