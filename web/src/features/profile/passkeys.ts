/** Creating passkeys and signing in with them, if the browser supports passkeys. */
import type { EnterByPasskey, MadePasskey } from "../../generated/server";
import { askPasskey, beginPasskey } from "../../lib/api/users";

/**
 * The part of `PublicKeyCredential.toJSON()` that the server reads; binary data is in base64url.
 */
interface Signed {
  id: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    publicKey?: string;
    signature?: string;
  };
}

/** Matches a host that is a numeric address, for which browsers do not support passkeys. */
const NUMBERS = /^(\[.*\]|[\d.]+)$/;

/** Returns true if this browser supports passkeys for this page. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
    !NUMBERS.test(location.hostname)
  );
}

/**
 * Creates a passkey on the device; returns null if the user cancels, or the device has one already.
 */
export async function makePasskey(): Promise<MadePasskey | null> {
  const asked = (await beginPasskey()) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  const made = await unlessDeclined(navigator.credentials.create({ publicKey }));
  const key = made?.response.publicKey;
  return made && key ? { ...of(made), public_key: key } : null;
}

/** Signs the server's challenge with a passkey; returns null if the user cancels. */
export async function signWithPasskey(): Promise<Omit<EnterByPasskey, "sure"> | null> {
  const asked = (await askPasskey()) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const signed = await unlessDeclined(navigator.credentials.get({ publicKey }));
  const signature = signed?.response.signature;
  return signed && signature ? { id: signed.id, ...of(signed), signature } : null;
}

function of({ response }: Signed): { client_data: string; authenticator_data: string } {
  return { client_data: response.clientDataJSON, authenticator_data: response.authenticatorData };
}

async function unlessDeclined(asked: Promise<Credential | null>): Promise<Signed | null> {
  try {
    const given = await asked;
    return given instanceof PublicKeyCredential ? (given.toJSON() as Signed) : null;
  } catch (thrown) {
    const declined = ["NotAllowedError", "AbortError", "InvalidStateError"];
    if (thrown instanceof DOMException && declined.includes(thrown.name)) return null;
    throw thrown;
  }
}
