import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import * as t from "#words/common";
import { SEARCH_MAX } from "../../contract/fields.ts";
import { StrokeIcon } from "./stroke-icon.tsx";

// Long enough to keep typing, short enough to feel immediate.
const PAUSE_MS = 250;

interface SearchBoxProps {
  value: string;
  /** What can be searched for; an example rather than an instruction. */
  placeholder: string;
  onSearch: (search: string) => void;
}

/** Searches while one types, after a short pause, or at once on Enter. */
export function SearchBox({ value, placeholder, onSearch }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const asked = useRef(value);

  // A value that was not typed here came from the back button or a link.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const ask = useEffectEvent(() => {
    if (text.trim() === asked.current) return;
    asked.current = text.trim();
    onSearch(text.trim());
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter restarts the pause.
  useEffect(() => {
    const timer = setTimeout(() => ask(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  function submit(event: FormEvent) {
    event.preventDefault();
    asked.current = text.trim();
    onSearch(text.trim());
  }

  return (
    <search className="grow basis-64">
      <form onSubmit={submit} className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          {t.search}
        </label>
        <span className="input w-full border-muted">
          <StrokeIcon
            d="m20 20-4.5-4.5M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Z"
            className="size-5 shrink-0 text-muted"
            strokeWidth={2.5}
          />
          <input
            id={id}
            type="search"
            enterKeyHint="search"
            placeholder={placeholder}
            maxLength={SEARCH_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
      </form>
    </search>
  );
}
