import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

/** What is in view, from its first time on. Before it, and if its code is lost, the text. */
export function InView({ before, children }: { before: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  return (
    // As high as a result, so that nothing below moves when it comes.
    <div ref={box} className="min-h-88 sm:min-h-84">
      {seen ? (
        <ErrorBoundary fallback={() => before}>
          <Suspense fallback={before}>{children}</Suspense>
        </ErrorBoundary>
      ) : (
        before
      )}
    </div>
  );
}
