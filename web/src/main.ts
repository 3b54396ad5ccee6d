import { mount } from "svelte";
import App from "./app/App.svelte";
import { renewFollowing } from "./lib/dom/alerts";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// Without a network the page still opens. While developing, files have no lasting names to keep.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").then(renewFollowing, () => {
      // Private windows and full disks refuse it; everything else works without.
    });
  });
