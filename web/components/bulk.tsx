import { type ReactNode, useEffect, useRef, useState } from "react";
import * as t from "#words/bulk";
import { close } from "#words/common";
import { refreshReads } from "../lib/route-queries.ts";
import { Notice } from "./notice.tsx";

/** What can be done to several items at once, one after the other. */
interface BulkAct<Item> {
  label: string;
  /** The key that does it, as for a single item. */
  key: string;
  /** Others are left alone, and stay selected. */
  fits: (item: Item) => boolean;
  /** Asks what has to be asked, and then calls `go` with what does it to one item. */
  begin: (count: number, go: Go<Item>) => unknown;
}

type Each<Item> = (item: Item) => Promise<unknown>;
/** With `undo`, it can be taken back. */
export type Go<Item> = (each: Each<Item>, undo?: Each<Item>) => unknown;

interface Outcome<Item> {
  done: number;
  failed: { item: Item; why: string }[];
  undo: (() => unknown) | null;
}

/** Which items of a list are selected, and what was last done to several. */
export function useBulk<Item>(items: Item[], idOf: (item: Item) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [running, setRunning] = useState<{ done: number; all: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome<Item> | null>(null);
  const last = useRef<string | null>(null);

  /** Each by a call of its own, so that each has its own audit entry, notice and refusal. */
  async function run(all: Item[], each: Each<Item>, undo?: Each<Item>) {
    const done: Item[] = [];
    const failed: Outcome<Item>["failed"] = [];
    setOutcome(null);
    for (const item of all) {
      setRunning({ done: done.length + failed.length, all: all.length });
      try {
        await each(item);
        done.push(item);
      } catch (error) {
        failed.push({ item, why: error instanceof Error ? error.message : String(error) });
      }
    }
    await refreshReads();
    const gone = new Set(done.map(idOf));
    setIds((before) => new Set([...before].filter((id) => !gone.has(id))));
    setRunning(null);
    const takeBack = undo && done.length > 0 ? () => run(done, undo) : null;
    setOutcome({ done: done.length, failed, undo: takeBack });
  }

  return {
    items,
    idOf,
    selected: items.filter((item) => ids.has(idOf(item))),
    running,
    outcome,
    run,
    has: (item: Item) => ids.has(idOf(item)),
    /** With Shift, all from the one before to this one become like this one. */
    toggle(item: Item, isOn: boolean, toHere: boolean) {
      const places = [last.current, idOf(item)].map((id) =>
        items.findIndex((one) => idOf(one) === id),
      );
      const isRange = toHere && !places.includes(-1);
      const meant = isRange ? items.slice(Math.min(...places), Math.max(...places) + 1) : [item];
      last.current = idOf(item);
      setIds((before) => {
        const after = new Set(before);
        for (const one of meant) after[isOn ? "add" : "delete"](idOf(one));
        return after;
      });
    },
    toggleAll: (isOn: boolean) => setIds(new Set(isOn ? items.map(idOf) : [])),
    close: () => setOutcome(null),
  };
}

type Bulk<Item> = ReturnType<typeof useBulk<Item>>;

interface SelectBoxProps<Item> {
  bulk: Bulk<Item>;
  item: Item;
  name: string;
}

/** Selects one item; X presses it, in a list that is worked through. */
export function SelectBox<Item>({ bulk, item, name }: SelectBoxProps<Item>) {
  return (
    <input
      type="checkbox"
      className="size-6 shrink-0 accent-primary"
      aria-label={t.select({ name })}
      aria-keyshortcuts="x"
      checked={bulk.has(item)}
      disabled={bulk.running !== null}
      onChange={({ target, nativeEvent }) =>
        bulk.toggle(item, target.checked, (nativeEvent as MouseEvent).shiftKey)
      }
    />
  );
}

export function SelectAll<Item>({ bulk }: { bulk: Bulk<Item> }) {
  return (
    <label className="flex items-center gap-3 justify-self-start py-1.5 font-medium">
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-primary"
        checked={bulk.selected.length === bulk.items.length}
        disabled={bulk.running !== null}
        onChange={({ target }) => bulk.toggleAll(target.checked)}
      />
      {t.selectAll}
    </label>
  );
}

interface BulkBarProps<Item> {
  bulk: Bulk<Item>;
  acts: BulkAct<Item>[];
  nameOf: (item: Item) => string;
}

/** What can be done to the selected items; then what has become of them. */
export function BulkBar<Item>({ bulk, acts, nameOf }: BulkBarProps<Item>) {
  const { selected, running, outcome } = bulk;
  const said = useRef<HTMLElement>(null);

  // The button that had the focus may be gone.
  useEffect(() => {
    if (outcome) said.current?.focus();
  }, [outcome]);

  if (selected.length === 0 && !running && !outcome) return null;
  return (
    <section
      ref={said}
      tabIndex={-1}
      aria-label={t.title}
      data-bulk
      className="sticky bottom-3 z-10 grid gap-3 rounded-panel border border-muted bg-base-100 p-4 shadow-lg"
    >
      <div role="status" className="grid gap-2 empty:hidden">
        {running && t.running(running)}
        {outcome && outcome.done > 0 && <p>{t.done({ count: outcome.done })}</p>}
        {outcome && outcome.failed.length > 0 && (
          <Notice tone="error">
            <p className="font-semibold">{t.failed({ count: outcome.failed.length })}</p>
            <ul className="max-h-40 list-disc overflow-y-auto ps-5">
              {outcome.failed.map(({ item, why }) => (
                <li key={bulk.idOf(item)}>
                  <bdi>{nameOf(item)}</bdi>: {why}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {!running && selected.length > 0 && <p>{t.selected({ count: selected.length })}</p>}
      </div>
      {running ? (
        <progress className="progress progress-primary" value={running.done} max={running.all} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {outcome?.undo && <Press onPress={outcome.undo}>{t.undo}</Press>}
          {acts.map((act) => {
            const fitting = selected.filter(act.fits);
            return (
              fitting.length > 0 && (
                <Press
                  key={act.key + act.label}
                  shortcut={act.key}
                  onPress={() =>
                    act.begin(fitting.length, (each, undo) => bulk.run(fitting, each, undo))
                  }
                >
                  {t.act({ act: act.label, count: fitting.length })}
                </Press>
              )
            );
          })}
          {selected.length > 0 && (
            <Press onPress={() => leave(() => bulk.toggleAll(false))}>{t.selectNone}</Press>
          )}
          {outcome && <Press onPress={() => leave(bulk.close)}>{close}</Press>}
        </div>
      )}
    </section>
  );
}

/** The pressed button goes, perhaps with the whole bar. */
function leave(act: () => void): void {
  act();
  document.querySelector<HTMLElement>("main h1")?.focus();
}

interface PressProps {
  shortcut?: string;
  onPress: () => unknown;
  children: ReactNode;
}

function Press({ shortcut, onPress, children }: PressProps) {
  return (
    <button
      type="button"
      className="btn btn-outline"
      aria-keyshortcuts={shortcut}
      onClick={() => void onPress()}
    >
      {children}
    </button>
  );
}
