import { useMutation, useQueryClient } from "@tanstack/react-query";

/** An admin's deed: whatever it changes, the dashboard's lists are read anew. */
export function useDashboardMutation<Input>(deed: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deed,
    // Also after a refusal: then somebody else was first, or there is another text to read.
    onSettled: () => void queryClient.invalidateQueries(),
  });
}
