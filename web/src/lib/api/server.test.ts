import { expect, test } from "vitest";
import { socketUrl } from "./server";
import { livePath } from "./tableSocket";

test("sockets are on the page's own server", () => {
  expect(socketUrl({ protocol: "http:", host: "a:7" }, livePath("t"))).toBe(
    "ws://a:7/api/tables/t/live",
  );
  expect(socketUrl({ protocol: "https:", host: "a" }, livePath("x/y"))).toBe(
    "wss://a/api/tables/x%2Fy/live",
  );
});
