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
  const [before = "", after] = bare.split("::");
  const head = before.split(":").filter(Boolean);
  const tail = (after ?? "").split(":").filter(Boolean);
  // An IPv4 ending fills two of the eight groups.
  const groups = head.length + tail.length + (bare.includes(".") ? 1 : 0);
  const zeros = after === undefined ? [] : Array<string>(8 - groups).fill("0");
  const network = [...head, ...zeros, ...tail].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
