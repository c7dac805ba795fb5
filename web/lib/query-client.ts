import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Long enough that moving between pages does not load the same twice.
      staleTime: 30_000,
      // Being offline is an error that the page shows, instead of waiting forever.
      networkMode: "always",
      retry: (failures, error) =>
        // Two more tries are enough for a restart of the server. A refusal is not repeated, and one
        // that says how long to wait has been repeated already (`reach`), or takes too long.
        failures < 2 &&
        error instanceof ApiProblem &&
        error.status >= 500 &&
        error.retryAfter === null,
    },
    mutations: { networkMode: "always" },
  },
});
