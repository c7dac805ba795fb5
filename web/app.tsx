import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { AlertHost } from "./components/alert-host.tsx";
import { queryClient } from "./lib/query-client.ts";

/** Names the element of the prerendered page that holds the data it was rendered from. */
export const PRERENDERED_DATA_ID = "prerendered-data";

/** What stands around the router. The browser and the prerendering must agree on it exactly. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {children}
        <AlertHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
