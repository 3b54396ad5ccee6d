/** Texts about games on this device, one file per language. */
import type { LocalizedText } from "../../../../generated/core";
import { inEach, type Lang } from "../../grammar";
import { en, type DeviceWords } from "./en";
import { ja } from "./ja";

export type { DeviceWords } from "./en";

const catalogues: Record<Lang, DeviceWords> = { ja, en };

/** The texts about games on this device in a language. */
export const deviceWords = (lang: Lang): DeviceWords => catalogues[lang];

/** One of these texts in every language. */
export const deviceMessage = (said: (words: DeviceWords) => string): LocalizedText =>
  inEach((lang) => said(catalogues[lang]));
