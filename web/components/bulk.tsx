import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import * as t from "#words/bulk";
import { close } from "#words/common";
import { refreshReads } from "../lib/route-queries.ts";
import { Notice } from "./notice.tsx";
import { PagedList, type PagedListProps } from "./paged-list.tsx";
import { PressButton } from "./press-button.tsx";

/** What can be done to several items at once, one after the other. */
export interface BulkAct<Item> {
  label: string;
  /** The key that does it, as for a single item. */
  key: string;
  /** Others are left alone, and stay selected. */
  fits: (item: Item) => boolean;
  /** Asks what has to be asked, perhaps in a dialog that `show` puts there, and then calls `go`. */
  begin: (asked: {
    count: number;
    go: (each: Each<Item>, undo?: Each<Item>) => void;
    show: (dialog: ReactNode) => void;
  }) => unknown;
}

/** A call for one item, so that each has its own audit entry, notice and refusal. */
type Each<Item> = (item: Item) => Promise<unknown>;

/** What is being done, or was done last. */
interface Work<Item> {
  all: number;
  /** How many of them have had their turn. */
  over: number;
  done: Item[];
  failed: { id: string; name: string; why: string }[];
  undo?: Each<Item> | undefined;
}

interface BulkListProps<Item, List extends HTMLElement>
  extends Omit<PagedListProps<Item, List>, "children"> {
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  acts: BulkAct<Item>[];
  /** As those of a paged list. What `select` returns selects an item, and is shown with it. */
  children: (
    items: Item[],
    ref: RefObject<List | null>,
    select: (item: Item) => ReactNode,
  ) => ReactNode;
}

/** A list in which several items can be selected, also by X, and decided on together. */
export function BulkList<Item, List extends HTMLElement = HTMLTableSectionElement>(
  props: BulkListProps<Item, List>,
) {
  const { idOf, nameOf, acts, queue = [], children, ...listProps } = props;
  const items = listProps.list.data?.pages.flatMap((page) => page.items) ?? [];
  const [ids, setIds] = useState<readonly string[]>([]);
  const [work, setWork] = useState<Work<Item> | null>(null);
  // Beside the bar: it stays if others meanwhile decide on all that was selected.
  const [dialog, show] = useState<ReactNode>(null);
  const selected = items.filter((item) => ids.includes(idOf(item)));
  const isRunning = work !== null && work.over < work.all;

  function select(chosen: Item[], isOn: boolean) {
    const changed = chosen.map(idOf);
    setIds((before) => [...before.filter((id) => !changed.includes(id)), ...(isOn ? changed : [])]);
  }

  async function run(all: Item[], each: Each<Item>, undo?: Each<Item>) {
    const done: Item[] = [];
    const failed: Work<Item>["failed"] = [];
    for (const [over, item] of all.entries()) {
      setWork({ all: all.length, over, done, failed });
      try {
        await each(item);
        done.push(item);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        failed.push({ id: idOf(item), name: nameOf(item), why });
      }
    }
    await refreshReads();
    select(done, false);
    setWork({ all: all.length, over: all.length, done, failed, undo });
  }

  function begin({ begin }: BulkAct<Item>, fitting: Item[]) {
    const go = (each: Each<Item>, undo?: Each<Item>) => {
      show(null);
      void run(fitting, each, undo);
    };
    void begin({ count: fitting.length, go, show });
  }

  const box = { type: "checkbox", className: "size-6 shrink-0 accent-primary" };
  return (
    <>
      <PagedList<Item, List> {...listProps} queue={[...queue, ["x", t.key]]}>
        {(shown, ref) => (
          <>
            <label className="flex items-center gap-3 justify-self-start py-1.5 font-medium">
              <input
                {...box}
                checked={selected.length === items.length}
                disabled={isRunning}
                onChange={({ target }) => select(items, target.checked)}
              />
              {t.selectAll}
            </label>
            {children(shown, ref, (item) => (
              <input
                {...box}
                aria-label={t.select({ name: nameOf(item) })}
                aria-keyshortcuts="x"
                checked={ids.includes(idOf(item))}
                disabled={isRunning}
                onChange={({ target }) => select([item], target.checked)}
              />
            ))}
          </>
        )}
      </PagedList>
      {(selected.length > 0 || work) && (
        <BulkBar
          {...{ acts, selected, work, begin, run }}
          onSelectNone={() => setIds([])}
          onClose={() => setWork(null)}
        />
      )}
      {dialog}
    </>
  );
}

interface BulkBarProps<Item> {
  acts: BulkAct<Item>[];
  selected: Item[];
  work: Work<Item> | null;
  begin: (act: BulkAct<Item>, fitting: Item[]) => void;
  run: (all: Item[], each: Each<Item>, undo?: Each<Item>) => Promise<void>;
  onSelectNone: () => void;
  onClose: () => void;
}

/** What can be done to the selected items; then what has become of them. */
function BulkBar<Item>(props: BulkBarProps<Item>) {
  const { acts, selected, work, begin, run, onSelectNone, onClose } = props;
  const said = useRef<HTMLElement>(null);
  const isRunning = work !== null && work.over < work.all;
  const outcome = isRunning ? null : work;

  // The button that had the focus may be gone.
  useEffect(() => {
    if (outcome) said.current?.focus();
  }, [outcome]);

  return (
    <section
      ref={said}
      tabIndex={-1}
      aria-label={t.title}
      data-bulk
      className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 rounded-panel border border-muted bg-base-100 p-4 shadow-lg"
    >
      <div role="status" className="grid gap-2 empty:hidden">
        {isRunning && t.running({ done: work.over, all: work.all })}
        {outcome && outcome.done.length > 0 && <p>{t.done({ count: outcome.done.length })}</p>}
        {outcome && outcome.failed.length > 0 && (
          <Notice tone="error">
            <p className="font-semibold">{t.failed({ count: outcome.failed.length })}</p>
            <ul className="max-h-40 list-disc overflow-y-auto ps-5">
              {outcome.failed.map(({ id, name, why }) => (
                <li key={id}>
                  <bdi>{name}</bdi>: {why}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {!isRunning && selected.length > 0 && <p>{t.selected({ count: selected.length })}</p>}
      </div>
      {!isRunning && (
        <div className="flex flex-wrap gap-2">
          {outcome?.undo && outcome.done.length > 0 && (
            <PressButton onPress={() => outcome.undo && run(outcome.done, outcome.undo)}>
              {t.undo}
            </PressButton>
          )}
          {acts.map((act) => {
            const fitting = selected.filter(act.fits);
            return (
              fitting.length > 0 && (
                <PressButton
                  key={act.label}
                  aria-keyshortcuts={act.key}
                  onPress={() => begin(act, fitting)}
                >
                  {t.act({ act: act.label, count: fitting.length })}
                </PressButton>
              )
            );
          })}
          {selected.length > 0 && (
            <PressButton onPress={() => leave(onSelectNone)}>{t.selectNone}</PressButton>
          )}
          {outcome && <PressButton onPress={() => leave(onClose)}>{close}</PressButton>}
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
