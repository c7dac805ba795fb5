/** Browsers and Node both have it, but the contract includes the types of neither. */
declare const URL: new (url: string) => { hostname: string };

/** Host names that always lead to the own machine or network. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** First address and prefix length of networks that can't be reached from elsewhere. */
const privateNetworks: [first: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
];

/**
 * Whether a web address may lead outside private networks. Viewers' browsers load it, so the
 * address of a router or printer would make them call a device in their own network. `URL` has
 * already normalised every spelling of an IP address.
 */
export function isPublicAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, "");
  if (host.startsWith("[")) return isPublicIpv6(host.slice(1, -1));
  if (/^[\d.]+$/.test(host)) return isPublicIpv4(readIpv4(host));
  // A name without a dot is looked up in the local network first.
  return host.includes(".") && !privateNames.test(host);
}

function readIpv4(address: string): number {
  return address.split(".").reduce((number, part) => number * 256 + Number(part), 0);
}

function isPublicIpv4(address: number): boolean {
  return !privateNetworks.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === readIpv4(first) / size;
  });
}

function isPublicIpv6(address: string): boolean {
  const groups = readIpv6(address);
  const [first = 0, second = 0] = groups;
  // Only 2000::/3 is public. Some of the other ranges contain IPv4 addresses.
  const holdsIpv4 = groups.slice(0, 5).every((group) => group === 0) || first === 0x64;
  if (holdsIpv4) return isPublicIpv4(joined(groups[6], groups[7]));
  if (first === 0x2002) return isPublicIpv4(joined(second, groups[2]));
  return first >= 0x2000 && first <= 0x3fff;
}

function joined(high = 0, low = 0): number {
  return high * 65_536 + low;
}

function readIpv6(address: string): number[] {
  const [start = "", end] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const missing = end ? 8 - start.length - end.length : 0;
  const parts = [...start, ...Array<string>(missing).fill("0"), ...(end ?? [])];
  return parts.map((part) => Number.parseInt(part, 16));
}
