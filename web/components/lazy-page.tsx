import { type ComponentType, isValidElement, use } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { type Load, loadOrAgain, wasTriedAgain } from "../lib/load-part.ts";
import { reloadIfReplaced } from "../lib/new-version.ts";

export interface Page {
  Component: ComponentType;
}
export type PageModule = Load<Page>;

/** The code of a page, which is in a file of its name: that of `auditLog` in `audit-log-page.tsx`. */
export function codeOf(name: string, files: Record<string, PageModule>): PageModule {
  const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const load = files[`./${file}-page.tsx`];
  if (!load) throw new Error(`The page ${name} needs a file ${file}-page.tsx`);
  return load;
}

/** The code of a page, or of a part of it, could not be loaded. */
export class LoadFailure extends Error {
  /** The next try loads it again. Until the error is shown, React must get the same failure. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super(String(cause), { cause });
    this.name = "LoadFailure";
    this.forget = forget;
  }
}

const loads = new Map<Load<unknown>, Promise<unknown>>();
const loaded = new Map<Load<unknown>, unknown>();

/** A page whose code is loaded when it is opened. */
export function page(load: PageModule) {
  return <LazyPage load={load} />;
}

function LazyPage({ load }: { load: PageModule }) {
  const { Component } = useCode(load);
  return <Component />;
}

/** Like React's `lazy`, except that code which could not be loaded may be loaded later. */
export function lazyPart<Props extends object>(load: Load<{ default: ComponentType<Props> }>) {
  return function LazyPart(props: Props) {
    const { default: Part } = useCode(load);
    return <Part {...props} />;
  };
}

// Unlike React's `lazy`, it returns at once what is loaded already. A prerendered page that React
// takes over must not be replaced by a progress bar for a moment.
function useCode<Module extends object>(load: Load<Module>): Module {
  return (loaded.get(load) as Module | undefined) ?? use(loadCode(load));
}

function loadCode<Module extends object>(load: Load<Module>): Promise<Module> {
  const known = loads.get(load) as Promise<Module> | undefined;
  if (known) return known;
  const loading = loadOrAgain(load)
    .then((module) => {
      if (!("Component" in module || "default" in module)) throw new Error("It has other names");
      loaded.set(load, module);
      return module;
    })
    .catch((error) => fail(load, error));
  loads.set(load, loading);
  return loading;
}

// While the browser loads the page again, the error page must not flash up. If that takes longer, or
// does not happen, people get a button instead of a progress bar for ever.
const RELOAD_MS = 10_000;

async function fail(load: Load<unknown>, error: unknown): Promise<never> {
  if (await reloadIfReplaced({ orSame: wasTriedAgain(load) })) {
    await new Promise((end) => setTimeout(end, RELOAD_MS));
  }
  throw new LoadFailure(error, () => loads.delete(load));
}

/** Loads the code of the page at this path before it is rendered. */
export async function loadPageAt(path: string, routes: RouteObject[]): Promise<void> {
  const elements = (matchRoutes(routes, path) ?? []).map(({ route }) => route.element);
  await Promise.all(
    elements.map((element) =>
      isValidElement<{ load: PageModule }>(element) && element.type === LazyPage
        ? loadCode(element.props.load)
        : undefined,
    ),
  );
}
