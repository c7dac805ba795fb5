/** How a list is read page by page: each page says where the next one begins. */
export const byPages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { after: string | null }) => page.after,
};
