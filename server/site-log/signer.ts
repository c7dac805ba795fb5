import { HAND_OVER_NAME, handOverText } from "../../record/keys.ts";
import { signNote } from "../../record/signed-note.ts";
import { deriveKey } from "../secret.ts";
import { openSigningKey } from "../signing-key.ts";

type PublicKey = Uint8Array<ArrayBuffer>;

/** Signs the log of the site, with a key that is used for nothing else. */
export interface LogSigner {
  publicKey: PublicKey;
  /** How the key before this one introduces it, if its secret is known. */
  handOver: string | null;
  /** Keys whose checkpoints are believed: the own ones, and one that the operator names. */
  trusted: PublicKey[];
  /** A note with a line for each key whose secret is known, so that witnesses may know either. */
  sign(text: string, name: string): string;
}

export interface LogKeySettings {
  secret: string;
  appSecretBefore?: string | undefined;
  /** The public half of a key whose secret was lost or stolen, in base64. It introduces nothing. */
  logKeyBefore?: string | undefined;
}

export function createLogSigner({
  secret,
  appSecretBefore,
  logKeyBefore,
}: LogKeySettings): LogSigner {
  const own = openKey(secret);
  const before = appSecretBefore ? openKey(appSecretBefore) : undefined;
  const all = before ? [own, before] : [own];
  const handOver = before?.sign(handOverText(own.publicKey), HAND_OVER_NAME) ?? null;
  const named = logKeyBefore ? [Uint8Array.from(Buffer.from(logKeyBefore, "base64"))] : [];
  return {
    publicKey: own.publicKey,
    handOver,
    trusted: [...all.map(({ publicKey }) => publicKey), ...named],
    sign(text, name) {
      const lines = all.map((key) => key.sign(text, name).slice(text.length + 1));
      return `${text}\n${lines.join("")}`;
    },
  };
}

function openKey(secret: string) {
  const { publicKey, sign } = openSigningKey(deriveKey(secret, "site log"));
  return {
    publicKey,
    sign: (text: string, name: string) => signNote(text, { name, publicKey }, sign),
  };
}
