/** Pictures of the components, for owners who enter what their box contains. */
import type { GamePictures } from "../types";
import Picture from "./Picture.svelte";

const pictures: GamePictures = { Picture, groups: ["card", "formation"] };

export default pictures;
