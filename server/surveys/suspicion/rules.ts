import type { Finding, FindingKind } from "../../../contract/suspicion.ts";

// When something in a survey's votes stands out. It is compared with what is usual on the same
// survey, because a class of pupils and a popular post look different. Too much would be noise: an
// admin who sees nothing wrong ten times does not look an eleventh time. So everything needs a
// number that chance does not reach, and enough other votes to know what is usual.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

// A link in a chat brings a handful of people in the same minute; 20 is more than that.
const BURST_MIN = 20;
// In a busy minute of a popular survey there may be three or four times as many votes as usual.
const BURST_TIMES = 10;
// Fewer minutes don't tell what is usual.
const MINUTES_KNOWN = 10;

// Fewer could be a family or friends who were told about the survey.
const GROUP_MIN = 10;
// Most of an hour's votes...
const SHARE_MIN = 0.5;
// ...and many more than in other hours. On a survey that attracts new people, all hours have them.
const SHARE_TIMES = 3;
// Fewer other votes don't tell what is usual.
const VOTES_KNOWN = 10;

/** With fewer votes nothing can stand out. */
export const VOTES_MIN = GROUP_MIN + VOTES_KNOWN;

// Offices, universities and mobile networks have many people in one network. Nine of ten networks
// have fewer than the usual number, and ten times that is rare even then.
const NETWORK_TIMES = 10;
const USUAL_NETWORK = 0.9;
// Behind a proxy that hides them, all votes come from one network.
const NETWORKS_KNOWN = 10;

// Of each kind; the largest. What is left shows up after those are dealt with.
const FINDINGS_MAX = 5;
const POINTS_BEFORE = { burst: 15, hours: 12 };
const POINTS_MAX = 60;
const NETWORKS_SHOWN = 6;

/** Of the votes in an hour, also those of new accounts and of unverified addresses. */
export interface Hour {
  votes: number;
  "new-accounts": number;
  unverified: number;
}

/** Sums of a survey's votes, by their beginnings in milliseconds and by network. */
export interface Sums {
  minutes: Map<number, number>;
  hours: Map<number, Hour>;
  networks: Map<number, number>;
}

/** What stands out, the largest of each kind first. */
export function findSuspicious(sums: Sums): Finding[] {
  const kinds = [
    findBursts(sums.minutes),
    findHours(sums.hours, "new-accounts"),
    findNetworks(sums.networks),
    findHours(sums.hours, "unverified"),
  ];
  return kinds.flatMap((found) => found.sort((a, b) => b.votes - a.votes).slice(0, FINDINGS_MAX));
}

/** Successive minutes with many times the usual number: the median of the minutes with votes. */
function findBursts(minutes: Sums["minutes"]): Finding[] {
  if (minutes.size < MINUTES_KNOWN) return [];
  const usual = quantile([...minutes.values()], 0.5);
  const most = Math.max(BURST_MIN, BURST_TIMES * usual);
  const high = [...minutes.keys()].filter((minute) => (minutes.get(minute) ?? 0) >= most);
  high.sort((a, b) => a - b);
  const bursts: { from: number; to: number }[] = [];
  for (const minute of high) {
    const last = bursts.at(-1);
    if (last && last.to === minute) last.to += MINUTE_MS;
    else bursts.push({ from: minute, to: minute + MINUTE_MS });
  }
  return bursts.map(({ from, to }) => {
    const points = pointsFrom(from - POINTS_BEFORE.burst * MINUTE_MS, MINUTE_MS, (at) => {
      const votes = minutes.get(at) ?? 0;
      return { votes, concerned: at >= from && at < to ? votes : 0 };
    });
    const votes = high
      .filter((minute) => minute >= from && minute < to)
      .reduce((sum, minute) => sum + (minutes.get(minute) ?? 0), 0);
    return { kind: "burst", key: `${sayTime(from)}/${sayTime(to)}`, votes, usual, points };
  });
}

/** Hours in which most votes are such ones, although in the other hours few are. */
function findHours(hours: Sums["hours"], kind: "new-accounts" | "unverified"): Finding[] {
  const isMuch = (hour: Hour) => hour[kind] >= GROUP_MIN && hour[kind] >= SHARE_MIN * hour.votes;
  const others = [...hours.values()].filter((hour) => !isMuch(hour));
  const sum = (field: keyof Hour) => others.reduce((total, hour) => total + hour[field], 0);
  const known = sum("votes");
  if (known < VOTES_KNOWN) return [];
  const usual = sum(kind) / known;
  return [...hours]
    .filter(([, hour]) => isMuch(hour) && hour[kind] / hour.votes >= SHARE_TIMES * usual)
    .map(([start, hour]) => ({
      kind,
      key: sayTime(start),
      votes: hour[kind],
      usual,
      points: pointsFrom(
        start - POINTS_BEFORE.hours * HOUR_MS,
        HOUR_MS,
        (at) => ({ votes: hours.get(at)?.votes ?? 0, concerned: hours.get(at)?.[kind] ?? 0 }),
        2 * POINTS_BEFORE.hours,
      ),
    }));
}

function findNetworks(networks: Sums["networks"]): Finding[] {
  if (networks.size < NETWORKS_KNOWN) return [];
  const usual = quantile([...networks.values()], USUAL_NETWORK);
  const most = Math.max(GROUP_MIN, NETWORK_TIMES * usual);
  const largest = [...networks].sort(([, a], [, b]) => b - a).slice(0, NETWORKS_SHOWN);
  return largest
    .filter(([, votes]) => votes >= most)
    .map(([network, votes]) => ({
      kind: "network",
      key: sayNetwork(network),
      votes,
      usual,
      points: largest.map(([other, count]) => ({
        at: sayNetwork(other),
        votes: count,
        concerned: other === network ? count : 0,
      })),
    }));
}

/** The votes that a finding is about: those of a network, or some or all of a time. */
export type Where =
  | { kind: "network"; network: number }
  | { kind: Exclude<FindingKind, "network">; from: Date; before: Date };

// Longer than any burst that is left of the usual number.
const BURST_MAX_MS = 24 * HOUR_MS;

/** Null for a key that no finding of this kind can have. */
export function whereOf({ kind, key }: Pick<Finding, "kind" | "key">): Where | null {
  if (kind === "network") {
    return /^[0-9a-f]{12}$/.test(key) ? { kind, network: Number.parseInt(key, 16) } : null;
  }
  const [from = 0, to = from + HOUR_MS] = key.split("/").map((time) => Date.parse(time));
  const isSpan = to > from && to - from <= (kind === "burst" ? BURST_MAX_MS : HOUR_MS);
  return isSpan ? { kind, from: new Date(from), before: new Date(to) } : null;
}

function pointsFrom(
  start: number,
  step: number,
  read: (at: number) => { votes: number; concerned: number },
  count = POINTS_MAX,
): Finding["points"] {
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * step;
    return { at: sayTime(at), ...read(at) };
  });
}

/** Of two values between which the share lies, the lower one. */
function quantile(values: number[], share: number): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

function sayTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}

function sayNetwork(network: number): string {
  return network.toString(16).padStart(12, "0");
}
