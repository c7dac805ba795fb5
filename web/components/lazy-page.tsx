import { type ComponentType, isValidElement, use } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { reloadIfReplaced } from "../lib/new-version.ts";

export type PageModule = () => Promise<{ Component: ComponentType }>;

const loads = new Map<PageModule, Promise<ComponentType>>();
const loaded = new Map<PageModule, ComponentType>();

/** A page whose code is loaded when it is opened. */
export function page(load: PageModule) {
  return <LazyPage load={load} />;
}

// Unlike React's `lazy`, it renders at once what is loaded already. A prerendered page that React
// takes over must not be replaced by a progress bar for a moment.
function LazyPage({ load }: { load: PageModule }) {
  const Page = loaded.get(load) ?? use(loadPage(load));
  return <Page />;
}

function loadPage(load: PageModule): Promise<ComponentType> {
  const known = loads.get(load);
  if (known) return known;
  const loading = load()
    .catch(waitIfReplaced)
    .then(({ Component }) => {
      loaded.set(load, Component);
      return Component;
    });
  // Also one that fails: trying again at once would never end, and the error page reloads the page.
  loads.set(load, loading);
  return loading;
}

/** While the browser loads the page again, the error page must not flash up. */
async function waitIfReplaced(error: unknown): Promise<never> {
  if (await reloadIfReplaced()) await new Promise(() => {});
  throw error;
}

/** Loads the code of the page at this path before it is rendered. */
export async function loadPageAt(path: string, routes: RouteObject[]): Promise<void> {
  const elements = (matchRoutes(routes, path) ?? []).map(({ route }) => route.element);
  await Promise.all(
    elements.map((element) =>
      isValidElement<{ load: PageModule }>(element) && element.type === LazyPage
        ? loadPage(element.props.load)
        : undefined,
    ),
  );
}
