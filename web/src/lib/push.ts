/** Web push: being called to tables that go on for days while no page of the house is open. */
import { getPushKey, subscribe, unsubscribe } from "./api";
import { language } from "./i18n.svelte";

/** Bytes as the house writes them: base64url. */
function written(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const subscriptions = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager;

/** Tells the house how this browser is called, where both can do it. */
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
  await subscribe({
    endpoint: subscription.endpoint,
    p256dh: written(subscription.getKey("p256dh")),
    auth: written(subscription.getKey("auth")),
    lang: language.now,
  });
}

/** This browser is called no longer. */
export async function unfollow(): Promise<void> {
  const subscription = await (await subscriptions())?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await unsubscribe();
}
