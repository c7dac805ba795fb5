import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

interface Options {
  challenge: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A passkey without a browser, as far as WebAuthn's messages need it. */
export function createAuthenticator(
  origin: string,
  { checksOwner = true, rpId = "localhost" } = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const credential = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key" as const,
    clientExtensionResults: {},
  };

  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(extra = Buffer.alloc(0)): Buffer {
    const flags =
      USER_PRESENT | (checksOwner ? USER_VERIFIED : 0) | (extra.length > 0 ? HAS_KEY : 0);
    const counter = Buffer.alloc(4);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, extra]);
  }

  function coseKey(): Buffer {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // kty: EC2, alg: ES256, crv: P-256, and the two coordinates.
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, "base64url"),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, "base64url"),
    ]);
  }

  return {
    register(options: Options) {
      const noModel = Buffer.alloc(16);
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(Buffer.concat([noModel, length, id, coseKey()]));
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData("webauthn.create", options).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    signIn(options: Options) {
      const data = authenticatorData();
      const client = clientData("webauthn.get", options);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** For fewer than 24 characters, whose length fits in the first byte. */
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
