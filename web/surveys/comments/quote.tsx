/** The beginning of what somebody wrote, in a dialog about it. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote dir="auto" className="line-clamp-3 border-s-4 border-base-300 ps-4 text-muted">
      {children}
    </blockquote>
  );
}
