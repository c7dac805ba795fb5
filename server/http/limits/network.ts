import { createHmac } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";

/** For a caller whose proxy reports something that is no address: all of them share this one. */
const UNKNOWN = "unknown";

/** Longer than any spelling of an address, with brackets, zone and port. */
const LONGEST_ADDRESS = 100;

/**
 * One spelling for each address. Proxies report it with a port, in brackets or with a zone, and an
 * IPv4 address also as IPv6 (`::ffff:…`, or `64:ff9b::…` from a translator); each spelling must not
 * be another caller.
 */
export function plainAddress(given: string): string {
  return lookUp(given).plain;
}

function parseAddress(given: string): string {
  const [, inBrackets, withPort] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(given.trim()) ?? [];
  const [bare = ""] = (inBrackets ?? withPort ?? given.trim()).split("%", 1);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return UNKNOWN;
  // The URL parser accepts every notation and returns a uniform one.
  const uniform = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const groups = groupsOf(uniform);
  if (!/^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/.test(groups.join(":"))) return uniform;
  const bits = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bits.flatMap((two) => [two >> 8, two & 255]).join(".");
}

/** The eight groups of an IPv6 address of uniform notation. */
export function groupsOf(uniform: string): string[] {
  const [head = "", tail] = uniform.split("::");
  const before = head.split(":").filter(Boolean);
  if (tail === undefined) return before;
  const after = tail.split(":").filter(Boolean);
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
}

/** `address` is one IPv4 address, or the /64 of IPv6 in which every device chooses its own. */
export type NetworkLevel = "address" | "/56" | "/48";

export interface Network {
  level: NetworkLevel;
  name: string;
}

/**
 * The networks in which an address is counted, the narrowest first. Somebody who is given a /56 or
 * a /48 of IPv6 can use another /64 of it for each call. An IPv4 address has no wider ones: those
 * beside it belong to strangers, and each costs money.
 */
export function networksOf(address: string): readonly Network[] {
  return lookUp(address).networks;
}

/** The widest of them, for what one network may have of something: whoever has it calls from all its addresses. */
export function widestNetwork(address: string): string {
  return networksOf(address).at(-1)?.name ?? UNKNOWN;
}

interface Known {
  plain: string;
  networks: readonly Network[];
}

// A call asks several times, and parsing an IPv6 address takes longer than checking a token. Some
// 3 MB, and more addresses than call within a second.
const known = new LRUCache<string, Known>({ max: 10_000 });

function lookUp(given: string): Known {
  const found = known.get(given);
  if (found) return found;
  // Not remembered: it takes as much memory as somebody likes.
  if (given.length > LONGEST_ADDRESS) return lookUp(UNKNOWN);
  const plain = parseAddress(given);
  const parsed = { plain, networks: findNetworks(plain) };
  known.set(given, parsed);
  return parsed;
}

function findNetworks(plain: string): readonly Network[] {
  if (!isIPv6(plain)) return [{ level: "address", name: plain }];
  const [a, b, c, d = ""] = groupsOf(plain);
  const firstByte = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [
    { level: "address", name: `${a}:${b}:${c}:${d}::/64` },
    { level: "/56", name: `${a}:${b}:${c}:${firstByte}::/56` },
    { level: "/48", name: `${a}:${b}:${c}::/48` },
  ];
}

/** Who is counted: a person or an account by its name, or whoever calls from an address. */
export type Subject = string | { address: string };

/** Under which names a subject is counted, the narrowest first. */
export function namesOf(subject: Subject): readonly Network[] {
  if (typeof subject === "string") return [{ level: "address", name: subject }];
  return networksOf(subject.address);
}

/** Shortened so far that it names a neighbourhood or a company, not a household: /24 or /48. */
export function shorten(address: string): string {
  return widestNetwork(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
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
