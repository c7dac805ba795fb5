import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { AlertHost } from "../components/alert-host.tsx";
import { queryClient } from "../lib/query-client.ts";

/** What surrounds the router. It must be the same in the browser and when prerendering. */
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
