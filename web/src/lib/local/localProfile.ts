/** The user's profile on a page without a server. */
import type { Me, Profile } from "../../generated/server";
import { readStored, removeStored, writeStored } from "../storage/storage";

const KEY = "zashiki.profile";
const NEW: Profile = { name: "", crest: null, colour: null, rated: false };

/** Reads the profile; what cannot be read is as for a new user. */
export function readProfile(): Profile {
  try {
    return { ...NEW, ...(JSON.parse(readStored(KEY) ?? "{}") as Partial<Profile>), rated: false };
  } catch {
    return NEW;
  }
}

/** Stores the profile. */
export const writeProfile = (profile: Profile): void => writeStored(KEY, JSON.stringify(profile));

/** Deletes the profile. */
export const forgetProfile = (): void => removeStored(KEY);

/** The answer to requests for the user's profile. */
export const me = (): Me => ({
  profile: readProfile(),
  coded: false,
  passkeys: [],
  devices: [],
  ratings: [],
  played: [],
});
