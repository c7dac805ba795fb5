import { alternate, type Measured } from "./alternate.ts";
import type { Size } from "./fill.ts";
import type { Row } from "./row.ts";
import { rows } from "./rows.ts";
import type { BenchSite } from "./site.ts";
import { specialRows } from "./special-rows.ts";
import type { Line } from "./table.ts";

export interface Plan {
  /** The size at which the site starts. */
  size: Size;
  run: (site: BenchSite) => Promise<void>;
}

interface Options {
  isWanted: (name: string) => boolean;
  /** Whether rows are measured again on the grown site. */
  growth: boolean;
  onStep: (what: string) => void;
  onLine: (line: Line) => void;
}

const sizes = {
  // Lists are compared with those of a hundred surveys.
  lists: { surveys: 100, votes: 5_000 },
  // Votes need 200 surveys and some more that get hot, none of which the lists have used.
  small: { surveys: 500, votes: 10_000 },
  million: { surveys: 100_000, votes: 1_000_000 },
  large: { surveys: 100_000, votes: 5_000_000 },
};

/** Which rows are measured on a site of which size, and what is made of the figures. */
export function createPlan({ isWanted, growth, onStep, onLine }: Options): Plan {
  const wanted = rows.filter(({ name, growth }) => growth !== undefined && isWanted(name));
  const growing = growth ? wanted : [];
  const lists = wanted.filter(({ byVotes }) => !byVotes);
  const others = wanted.filter(({ byVotes }) => byVotes);
  const special = specialRows.filter(({ name }) => isWanted(name));
  /** The figures of the small site, with which those of the grown one are compared. */
  const small = new Map<Row, Measured>();

  /** A failure costs this line, not those that were measured before. */
  async function addLine(name: string, work: () => Promise<Omit<Line, "name">>): Promise<void> {
    onStep(name);
    try {
      onLine({ name, ...(await work()) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onLine({ name, what: reason.split("\r\n", 1)[0] ?? "", value: "failed", held: false });
    }
  }

  async function measureSmall(site: BenchSite, row: Row): Promise<Omit<Line, "name">> {
    const measured = await alternate(site, row);
    small.set(row, measured);
    return { ...measured, what: row.what };
  }

  /** Both are compared with the limit server, so that a slower machine does not look like growth. */
  async function measureGrown(site: BenchSite, row: Row, target?: number) {
    const measured = await alternate(site, row);
    const before = small.get(row);
    if (!before) throw new Error("there is no figure of the small site");
    const ratio = row.alone ? measured.perSecond / before.perSecond : measured.ratio / before.ratio;
    return { ...measured, what: "against the small site", ratio, ...verdict(ratio, target) };
  }

  return {
    size: lists.length > 0 ? sizes.lists : sizes.small,
    async run(site) {
      for (const row of lists) await addLine(row.name, () => measureSmall(site, row));
      if (lists.length > 0) await site.growTo(sizes.small);
      for (const row of others) await addLine(row.name, () => measureSmall(site, row));
      for (const { name, run } of special) await addLine(name, () => run(site));
      if (growing.length === 0) return;
      onStep("filling in 1,000,000 votes");
      await site.growTo(sizes.million);
      for (const row of growing) {
        // What only depends on the number of surveys is the same again at 5,000,000 votes.
        if (!row.byVotes) continue;
        await addLine(`${row.name} 1M`, () => measureGrown(site, row));
      }
      onStep("filling in 5,000,000 votes");
      await site.growTo(sizes.large);
      for (const row of growing) {
        await addLine(`${row.name} 5M`, () => measureGrown(site, row, row.growth));
      }
    },
  };
}

function verdict(ratio: number, target: number | undefined) {
  return target === undefined ? {} : { target: `≥ ${target}`, held: ratio >= target };
}
