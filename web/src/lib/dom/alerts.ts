/** Notifications of the browser, for users who have enabled them and do not see the page. */
import { capabilities } from "../api/dispatch";
import { language } from "../i18n/i18n.svelte";
import { settings } from "../storage/settings.svelte";
import { fileAddress } from "../url/address";

/** Returns true if this browser supports notifications. */
export const alertsKnown = (): boolean => typeof Notification === "function";

/** Returns true if the user enabled notifications and the browser permits them. */
export const alertsOn = (): boolean =>
  alertsKnown() && settings.alerts.on && Notification.permission === "granted";

/** Turns notifications on, after requesting permission, or off. Returns true if they are on. */
export async function turnAlerts(on: boolean): Promise<boolean> {
  settings.alerts.on = on && (await Notification.requestPermission()) === "granted";
  if (!on && capabilities.server) quietly(import("../api/push").then(({ unfollow }) => unfollow()));
  return settings.alerts.on;
}

/**
 * Subscribes this browser to push messages about slow tables, if the user enabled notifications.
 */
export function followTable(): void {
  if (alertsOn() && capabilities.server)
    quietly(import("../api/push").then(({ follow }) => follow()));
}

/** Renews the push subscription of this browser, if it had one. */
export function renewFollowing(): void {
  if (alertsOn() && capabilities.server)
    quietly(import("../api/push").then(({ renew }) => renew()));
}

/** Ignores failures of push: without it, notifications are still shown while a page is open. */
const quietly = (done: Promise<void>) => void done.catch(() => {});

/** A notification and the path that it opens; at most one is shown per path. */
export interface Alert {
  title: string;
  body: string;
  path: string;
}

/**
 * The service worker of this page. It shows notifications on systems where pages may not, such as
 * phones.
 */
const worker = async () => await navigator.serviceWorker?.getRegistration();

/** Shows a notification, if the user has enabled notifications. */
export async function alert({ title, body, path }: Alert): Promise<void> {
  if (!alertsOn()) return;
  const options = {
    body,
    tag: path,
    icon: fileAddress("icon-192.png"),
    lang: language.now,
    renotify: true,
  };
  const registration = await worker();
  if (registration) return await registration.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** Removes the notification about a path that the user has opened. */
export async function takeDown(path: string): Promise<void> {
  const registration = await worker();
  for (const shown of (await registration?.getNotifications({ tag: path })) ?? []) shown.close();
}
