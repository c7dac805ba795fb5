import { type ReactNode, useEffect, useRef, useState } from "react";

interface WhenSeenProps {
  /** Shown until then, about as high as the children. */
  waiting: ReactNode;
  children: ReactNode;
}

// So much earlier that people who scroll slowly see no placeholder.
const MARGIN = "100px";

/** Renders its children once they come into view, for what is too large to load for everybody. */
export function WhenSeen({ waiting, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return seen ? children : <div ref={place}>{waiting}</div>;
}
