/**
 * A page for development that shows one of the hand-written positions without a server:
 * `/src/games/hostile/dev/index.html?at=turn`.
 */
import { mount } from "svelte";
import "../../../styles/tokens.css";
import "../../../styles/base.css";
import Harness from "./Harness.svelte";

const target = document.getElementById("app");
if (target) mount(Harness, { target });
