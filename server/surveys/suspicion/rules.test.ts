import { describe, expect, it } from "vitest";
import { findSuspicious, HOUR_MS, MINUTE_MS, type Sums, whereOf } from "./rules.ts";

const start = Date.parse("2026-03-01T08:00:00Z");
const minute = (count: number) => new Date(start + count * 60_000);

interface VoteTraits {
  createdAt: Date;
  isNew: boolean;
  isUnverified: boolean;
  network: number;
}

/** Votes as they usually come: one or two in a minute, now and then, from many networks. */
function usualVotes(): VoteTraits[] {
  return Array.from({ length: 120 }, (_, index) => ({
    createdAt: minute(index * 7),
    isNew: index % 5 === 0,
    isUnverified: index % 6 === 0,
    network: index % 60,
  }));
}

function find(votes: VoteTraits[]) {
  const sums: Sums = { minutes: new Map(), hours: new Map(), networks: new Map() };
  for (const { createdAt, isNew, isUnverified, network } of votes) {
    const minute = Math.floor(createdAt.getTime() / MINUTE_MS) * MINUTE_MS;
    sums.minutes.set(minute, (sums.minutes.get(minute) ?? 0) + 1);
    const at = Math.floor(minute / HOUR_MS) * HOUR_MS;
    const hour = sums.hours.get(at) ?? { votes: 0, "new-accounts": 0, unverified: 0 };
    hour.votes += 1;
    hour["new-accounts"] += Number(isNew);
    hour.unverified += Number(isUnverified);
    sums.hours.set(at, hour);
    sums.networks.set(network, (sums.networks.get(network) ?? 0) + 1);
  }
  return findSuspicious(sums);
}

const many = (count: number, vote: Partial<VoteTraits> & { createdAt: Date }): VoteTraits[] =>
  Array.from({ length: count }, (_, index) => ({
    isNew: false,
    isUnverified: false,
    network: 1_000 + index,
    ...vote,
  }));

describe("nothing stands out", () => {
  it("in votes as they usually come, or in none", () => {
    expect(find([])).toEqual([]);
    expect(find(usualVotes())).toEqual([]);
  });

  it("when all votes come at once, from new people behind one address, as in a class", () => {
    const createdAt = minute(5);
    expect(find(many(30, { createdAt, isNew: true, isUnverified: true, network: 7 }))).toEqual([]);
  });

  it("when a survey attracts new people all the time", () => {
    const votes = Array.from({ length: 400 }, (_, index) => ({
      createdAt: minute(index),
      isNew: index % 10 > 1,
      isUnverified: index % 10 > 2,
      network: index,
    }));
    expect(find(votes)).toEqual([]);
  });

  it("when it becomes popular, minute by minute", () => {
    const votes = Array.from({ length: 30 }, (_, index) =>
      many(index * 4, { createdAt: minute(index) }),
    );
    expect(find(votes.flat())).toEqual([]);
  });

  it("when many networks have many people each", () => {
    const votes = Array.from({ length: 40 }, (_, index) =>
      many(2 + (index % 20), { createdAt: minute(index), network: index }),
    );
    expect(find(votes.flat())).toEqual([]);
  });
});

describe("what stands out", () => {
  it("is successive minutes with many times the usual votes", () => {
    const burst = [20, 25, 30].flatMap((count, index) =>
      many(count, { createdAt: minute(100 + index) }),
    );
    const [found, ...others] = find([...usualVotes(), ...burst]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: "burst", votes: expect.any(Number), usual: 1 });
    expect(found?.key).toBe("2026-03-01T09:40Z/2026-03-01T09:43Z");
    const concerned = found?.points.filter((point) => point.concerned > 0) ?? [];
    expect(concerned.map(({ at }) => at)).toEqual([
      "2026-03-01T09:40Z",
      "2026-03-01T09:41Z",
      "2026-03-01T09:42Z",
    ]);
    expect(concerned.reduce((sum, point) => sum + point.concerned, 0)).toBe(found?.votes);
  });

  it.each([
    ["new-accounts", { isNew: true }],
    ["unverified", { isUnverified: true }],
  ] as const)("is an hour of %s, also if there are several", (kind, trait) => {
    const hours = [120, 240, 360].flatMap((from) =>
      Array.from({ length: 15 }, (_, index) =>
        many(1, { createdAt: minute(from + 3 * index), network: from + index, ...trait }),
      ).flat(),
    );
    const found = find([...usualVotes(), ...hours]);
    expect(found.map((finding) => finding.kind)).toEqual([kind, kind, kind]);
    expect(found.every(({ votes }) => votes >= 15)).toBe(true);
    expect(found.map(({ key }) => key).sort()[0]).toBe("2026-03-01T10:00Z");
  });

  it("is a network with many times more people than others have", () => {
    const network = 0xabcdef;
    const group = Array.from({ length: 24 }, (_, index) =>
      many(1, { createdAt: minute(index * 30), network }),
    );
    const [found, ...others] = find([...usualVotes(), ...group.flat()]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: "network", key: "000000abcdef", votes: 24, usual: 2 });
  });

  it("is shown the largest first, and not endlessly", () => {
    const bursts = Array.from({ length: 9 }, (_, index) =>
      many(20 + index, { createdAt: minute(1_000 + index * 5) }),
    );
    const found = find([...usualVotes(), ...bursts.flat()]);
    expect(found.map(({ votes }) => votes)).toEqual([28, 27, 26, 25, 24]);
  });
});

it("names votes by what a finding can be called, and nothing else", () => {
  expect(whereOf({ kind: "network", key: "000000abcdef" })).toEqual({
    kind: "network",
    network: 0xabcdef,
  });
  expect(whereOf({ kind: "unverified", key: "2026-03-01T10:00Z" })).toEqual({
    kind: "unverified",
    from: new Date("2026-03-01T10:00Z"),
    before: new Date("2026-03-01T11:00Z"),
  });
  for (const key of ["2026-99-01T10:00Z", "2026-03-01T10:00Z/2026-03-01T10:00Z", "000000abcdef"]) {
    expect(whereOf({ kind: "burst", key })).toBeNull();
  }
  expect(whereOf({ kind: "burst", key: "2026-03-01T10:00Z/2026-03-03T10:00Z" })).toBeNull();
  expect(whereOf({ kind: "network", key: "2026-03-01T10:00Z" })).toBeNull();
});
