import { mount } from "svelte";
import App from "./app/App.svelte";
import { renewFollowing } from "./lib/dom/alerts";
import { fileAddress } from "./lib/url/address";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

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
