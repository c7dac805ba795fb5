import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Long enough that moving between pages asks nothing twice.
      staleTime: 30_000,
      // Offline is an error that a page can show, rather than a wait without end.
      networkMode: "always",
      retry: (failures, error) =>
        // Two more tries bridge a server's restart; a refusal stays one.
        failures < 2 && error instanceof ApiProblem && error.status >= 500,
    },
    mutations: { networkMode: "always" },
  },
});
