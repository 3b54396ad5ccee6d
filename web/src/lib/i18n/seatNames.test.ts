// @vitest-environment jsdom
import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import SeatNamesInTurn from "../testing/SeatNamesInTurn.svelte";
import { seatNames } from "./seatNames.svelte";

test("the names of the next table replace those of the table before", async () => {
  const { rerender, unmount } = render(SeatNamesInTurn, { those: { names: ["Iris"], you: 0 } });
  await screen.findByText("Iris");
  await rerender({ those: { names: ["Mika", "Iris"], you: 1 } });
  await screen.findByText("Mika, Iris");
  await rerender({ those: { names: ["Ren"], you: null } });
  await screen.findByText("Ren");
  unmount();
  expect(seatNames.here).toBeNull();
});
