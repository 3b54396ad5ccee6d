import { mount } from "svelte";
import { loadAhead } from "./app/ahead";
import App from "./app/App.svelte";
import { renewFollowing } from "./lib/dom/alerts";
import { language } from "./lib/i18n/i18n.svelte";
import { loadMessages } from "./lib/i18n/messages";
import { fileAddress } from "./lib/url/address";
import { router } from "./lib/url/router.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
const unloaded = document.querySelector<HTMLElement>(".unloaded");
if (target) {
  loadMessages(language.now).then(
    () => mount(App, { target }),
    // The style sheet hides the text about files that could not be loaded.
    () => unloaded?.style.setProperty("display", "block"),
  );
  loadAhead(router.now);
}

function registered() {
  renewFollowing();
  // On the first visit nothing is kept.
  if (navigator.serviceWorker.controller)
    void import("./lib/storage/offline").then(
      ({ renewModules }) => renewModules(),
      // Without a network there is nothing to renew.
      () => {},
    );
}

// Registers the service worker, so that the page opens without a network. During development the
// files have no permanent names that a worker could cache.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => {
    navigator.serviceWorker.register(fileAddress("sw.js")).then(registered, () => {
      // In private windows and on full disks the registration fails; everything else works without
      // a worker.
    });
  });
