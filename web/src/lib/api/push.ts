/** Web push: notifications of turns in games that take days, while no page is open. */
import type { PushSubscription as Told } from "../../generated/server";
import { getPushKey, subscribe, unsubscribe } from "./users";
import { language } from "../i18n/i18n.svelte";

/**
 * The browser's cache that stores the subscription that the server knows, so that the page notices
 * a renewal by the browser. The service worker (`worker/sw.ts`) reads and writes it too, which it
 * could not do with local storage.
 */
const CACHE = "push";
const LAST = "/push";

async function lastTold(): Promise<string | undefined> {
  return (await (await caches.open(CACHE)).match(LAST))?.text();
}

async function keepTold(text: string): Promise<void> {
  await (await caches.open(CACHE)).put(LAST, new Response(text));
}

/** Encodes bytes as the server expects them: in base64url. */
function written(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Converts a subscription to the form in which the server expects it. */
const toldOf = (subscription: PushSubscription): Told => ({
  endpoint: subscription.endpoint,
  p256dh: written(subscription.getKey("p256dh")),
  auth: written(subscription.getKey("auth")),
  lang: language.now,
});

const subscriptions = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager;

/**
 * Subscribes this browser to push messages and sends the subscription to the server, if both
 * support push.
 */
export async function follow(): Promise<void> {
  const manager = await subscriptions();
  if (!manager) return;
  const { key } = await getPushKey();
  if (key === null) return;
  let subscription = await manager.getSubscription();
  // If the operator has generated another key since, the old subscription is useless.
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
 * Subscribes again if the browser's subscription differs from the one that the server knows, or is
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
