/** Web push: notifications of turns at slow tables while no page is open. */
import type { PushSubscription as Told } from "../../generated/server";
import { getPushKey, subscribe, unsubscribe } from "./users";
import { language } from "../i18n/i18n.svelte";

/**
 * The cache of the subscription that the server has, so that a renewal by the browser is noticed.
 * The service worker (`worker/sw.ts`) reads and writes it too, so it is a cache and not local
 * storage.
 */
const CACHE = "push";
const LAST = "/push";

async function lastTold(): Promise<string | undefined> {
  return (await (await caches.open(CACHE)).match(LAST))?.text();
}

async function keepTold(text: string): Promise<void> {
  await (await caches.open(CACHE)).put(LAST, new Response(text));
}

/** Bytes in the server's encoding: base64url. */
function written(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** A subscription in the server's form. */
const toldOf = (subscription: PushSubscription): Told => ({
  endpoint: subscription.endpoint,
  p256dh: written(subscription.getKey("p256dh")),
  auth: written(subscription.getKey("auth")),
  lang: language.now,
});

const subscriptions = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager;

/** Sends the server a push subscription of this browser, if both support it. */
export async function follow(): Promise<void> {
  const manager = await subscriptions();
  if (!manager) return;
  const { key } = await getPushKey();
  if (key === null) return;
  let subscription = await manager.getSubscription();
  // The operator may have generated another key since.
  if (subscription && written(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const told = toldOf(subscription);
  await subscribe(told);
  await keepTold(JSON.stringify(told));
}

/**
 * Subscribes again if the browser's subscription differs from the one that the server has, or is
 * gone.
 */
export async function renew(): Promise<void> {
  const manager = await subscriptions();
  if (!manager) return;
  const [last, subscription] = await Promise.all([lastTold(), manager.getSubscription()]);
  const now = subscription ? JSON.stringify(toldOf(subscription)) : undefined;
  if (now !== last) await follow();
}

/** Ends the push subscription of this browser. */
export async function unfollow(): Promise<void> {
  const manager = await subscriptions();
  if (!manager) return;
  await caches.delete(CACHE);
  const subscription = await manager.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await unsubscribe();
}
