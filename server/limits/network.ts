import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";

/**
 * The network that an address stands for. A household has a whole /64 of IPv6, so all its addresses
 * are one caller. An IPv4-mapped IPv6 address is that IPv4 address.
 */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  return `${groupsOf(bare).slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(bare: string): string[] {
  const [before = "", after] = bare.split("::");
  const head = before.split(":").filter(Boolean);
  const tail = (after ?? "").split(":").filter(Boolean);
  // An IPv4 ending fills two of the eight groups.
  const groups = head.length + tail.length + (bare.includes(".") ? 1 : 0);
  const zeros = after === undefined ? [] : Array<string>(8 - groups).fill("0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}

/** Shortened so far that it names a neighbourhood or a company, not a household: /24 or /48. */
export function shorten(address: string): string {
  const network = networkOf(address);
  if (network.endsWith("::/64")) return `${network.split(":").slice(0, 3).join(":")}::/48`;
  return `${network.split(".").slice(0, 3).join(".")}.0/24`;
}

/** Says which votes on a survey came from the same network, without saying from which. */
export type HashNetwork = (surveyId: string, address: string) => number;

// As many bits as JavaScript and JSON write exactly.
const HASH_BYTES = 6;

/**
 * With a key, so that nobody who has only the database can find the network by hashing all of them,
 * and with the survey, so that one person's votes on two surveys can't be connected.
 */
export function createHashNetwork(key: Buffer): HashNetwork {
  return (surveyId, address) =>
    createHmac("sha256", key)
      .update(`${surveyId} ${shorten(address)}`)
      .digest()
      .readUIntBE(0, HASH_BYTES);
}
