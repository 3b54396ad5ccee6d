/** Pictures of the components, for owners who enter what their box contains. */
import type { GamePictures } from "../types";
import Defs from "./art/Sprite.svelte";
import Picture from "./Picture.svelte";

const pictures: GamePictures = { Picture, Defs, groups: ["field", "tile"] };

export default pictures;
