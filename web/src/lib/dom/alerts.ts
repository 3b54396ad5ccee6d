/** Notifications of the browser, for those who look elsewhere and wish to be told. */
import { language } from "../i18n/i18n.svelte";
import { settings } from "../storage/settings.svelte";

/** Whether this browser can notify at all. */
export const alertsKnown = (): boolean => typeof Notification === "function";

/** Whether the person wishes to be notified and the browser lets us. */
export const alertsOn = (): boolean =>
  alertsKnown() && settings.alerts.on && Notification.permission === "granted";

/** Turns notifications on, asking the browser, or off; says whether they are on then. */
export async function turnAlerts(on: boolean): Promise<boolean> {
  settings.alerts.on = on && (await Notification.requestPermission()) === "granted";
  if (!on) quietly(import("../api/push").then(({ unfollow }) => unfollow()));
  return settings.alerts.on;
}

/** Lets the house call this browser to a table that goes on for days, if the person wishes it. */
export function followTable(): void {
  if (alertsOn()) quietly(import("../api/push").then(({ follow }) => follow()));
}

/** Has the server call this browser as it can be called now, if it called it before. */
export function renewFollowing(): void {
  if (alertsOn()) quietly(import("../api/push").then(({ renew }) => renew()));
}

/** Without push, notifications come while a page is open. */
const quietly = (done: Promise<void>) => void done.catch(() => {});

/** What is said to somebody who looks elsewhere, and where it leads; one stands for each place. */
export interface Alert {
  title: string;
  body: string;
  path: string;
}

/** The worker of this page, which shows notifications where pages may not, as on phones. */
const worker = async () => await navigator.serviceWorker?.getRegistration();

/** Notifies the person. */
export async function alert({ title, body, path }: Alert): Promise<void> {
  if (!alertsOn()) return;
  const options = { body, tag: path, icon: "/icon-192.png", lang: language.now, renotify: true };
  const registration = await worker();
  if (registration) return await registration.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** The person is there: what called them to this place is taken down. */
export async function takeDown(path: string): Promise<void> {
  const registration = await worker();
  for (const shown of (await registration?.getNotifications({ tag: path })) ?? []) shown.close();
}
