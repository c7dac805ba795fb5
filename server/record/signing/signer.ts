import { LRUCache } from "lru-cache";
import { type Checkpoint, checkpointText, openCheckpoint } from "../../../record/checkpoint.ts";
import { HAND_OVER_NAME, handOverText } from "../../../record/keys.ts";
import { signNote } from "../../../record/signed-note.ts";
import { deriveKey } from "../../process/secret.ts";
import { openSigningKey } from "./signing-key.ts";

type PublicKey = Uint8Array<ArrayBuffer>;

/**
 * Signs what the site says: the ends of its records and of its log, each under its own name, and
 * promises to voters.
 */
export interface Signer {
  publicKey: PublicKey;
  /** How the key before this one introduces it, if that is known. */
  handOver: string | null;
  /** Keys from before: what they have signed is believed, and signed anew. */
  keysBefore: PublicKey[];
  sign(text: string, name: string): string;
  /** With a line of each key whose secret is known, because others may know only one of them. */
  signHead(head: Checkpoint): string;
  /** Null for a note that neither this key nor one before it has signed under this name. */
  open(note: string, name: string): Promise<Checkpoint | null>;
  heads: Heads;
}

/** The end of a tree as it was read, found right. */
export interface Head extends Checkpoint {
  /** As it is stored. */
  stored: string;
  /** Signed with the present key. */
  note: string;
}

/** What this process has seen of records: none may become shorter, or another one. */
interface Heads {
  last(surveyId: string): Head | undefined;
  remember(surveyId: string, head: Head): void;
  /** Surveys whose records are neither signed nor served. */
  refused: Set<string>;
}

interface Before {
  /** The seed of the key before, which then introduces this one. */
  seed?: Buffer | undefined;
  /** The public half of a key whose secret was lost or stolen. It introduces nothing. */
  publicKey?: Buffer | undefined;
}

export function createSigner(seed: Buffer, before: Before = {}): Signer {
  const { publicKey, sign } = openSigningKey(seed);
  const introducer = before.seed && createSigner(before.seed);
  const keysBefore = [introducer?.publicKey, before.publicKey].flatMap((known) =>
    known ? [Uint8Array.from(known)] : [],
  );
  const signOne = (text: string, name: string) => signNote(text, { name, publicKey }, sign);
  return {
    publicKey,
    handOver: introducer?.sign(handOverText(publicKey), HAND_OVER_NAME) ?? null,
    keysBefore,
    sign: signOne,
    signHead(head) {
      const text = checkpointText(head);
      const further = introducer?.sign(text, head.origin).slice(text.length + 1) ?? "";
      return signOne(text, head.origin) + further;
    },
    open(note, name) {
      const keys = [publicKey, ...keysBefore].map((known) => ({ name, publicKey: known }));
      return openCheckpoint(note, keys).catch(() => null);
    },
    heads: createHeads(),
  };
}

/** Keys from before, as the operator names them. */
export interface KeySettings {
  appSecretBefore?: string | undefined;
  signingKeyBefore?: Buffer | undefined;
}

/** The signer of the site with this secret. */
export function createSiteSigner(
  secret: string,
  { appSecretBefore, signingKeyBefore }: KeySettings = {},
): Signer {
  const seedOf = (from: string) => deriveKey(from, "public record");
  return createSigner(seedOf(secret), {
    seed: appSecretBefore ? seedOf(appSecretBefore) : undefined,
    publicKey: signingKeyBefore,
  });
}

// Some 6 MB. Of records that are read or written less often, only the signature is checked.
const HEADS_KEPT = 10_000;

function createHeads(): Heads {
  const kept = new LRUCache<string, Head>({ max: HEADS_KEPT });
  return {
    last: (surveyId) => kept.get(surveyId),
    remember(surveyId, head) {
      const known = kept.get(surveyId);
      // Two calls may have read the record, and the one with the older state comes last.
      if (known && known.size > head.size) return;
      kept.set(surveyId, head);
    },
    refused: new Set(),
  };
}
