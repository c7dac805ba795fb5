import { type ComponentType, lazy } from "react";

export type PageModule = () => Promise<{ Component: ComponentType }>;

/** A page whose code is loaded when it is opened. */
export function page(load: PageModule) {
  const Page = lazy(async () => ({ default: (await load()).Component }));
  return <Page />;
}
