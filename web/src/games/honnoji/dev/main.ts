/** Shows hand-written positions without a server: `/src/games/honnoji/dev/index.html?at=lay`. */
import { mount } from "svelte";
import "../../../styles/tokens.css";
import "../../../styles/base.css";
import Harness from "./Harness.svelte";

const target = document.getElementById("app");
if (target) mount(Harness, { target });
