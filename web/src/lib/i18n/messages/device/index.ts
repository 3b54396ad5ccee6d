/** Texts about games on this device, one file per language. */
import type { LocalizedText } from "../../../../generated/core";
import type { Lang } from "../../grammar";
import { bundleIn, inEachLater } from "../loaded";
import type { DeviceWords } from "./en";

export type { DeviceWords } from "./en";

/** The texts about games on this device in a language. */
export const deviceWords = (lang: Lang): DeviceWords => bundleIn(lang).device;

/** One of these texts in every language. */
export const deviceMessage = (said: (words: DeviceWords) => string): LocalizedText =>
  inEachLater((lang) => said(deviceWords(lang)));
