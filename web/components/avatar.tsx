import { useState } from "react";

/** The address that stands for no photo, where one is required. Its file is for other programs. */
export const INITIALS = "/avatars/initials.svg";

interface AvatarProps {
  name: string;
  photoUrl: string;
  className?: string;
}

/** Decoration: the name is always shown beside it. */
export function Avatar({ name, photoUrl, className = "size-10" }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const shape = `${className} shrink-0 rounded-full`;
  if (!photoUrl || photoUrl === INITIALS || photoUrl === brokenUrl) {
    return (
      <span
        aria-hidden="true"
        className={`${shape} grid place-items-center bg-primary font-display font-bold text-primary-content`}
      >
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      src={photoUrl}
      alt=""
      loading="lazy"
      // Another server hosts the photo, and need not know which page shows it.
      referrerPolicy="no-referrer"
      className={`${shape} bg-base-300 object-cover`}
      onError={() => setBrokenUrl(photoUrl)}
    />
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
