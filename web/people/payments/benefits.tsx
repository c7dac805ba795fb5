import * as t from "#words/becomePro";

export function Benefits() {
  return (
    <ul className="grid gap-3">
      {Object.values(t.benefits).map((benefit) => (
        <li key={benefit} className="flex gap-3">
          <svg viewBox="0 0 24 24" className="mt-0.5 size-5 shrink-0" aria-hidden="true">
            <path
              d="m4 13 5 5L20 6"
              fill="none"
              stroke="#f2c761"
              strokeWidth="3.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {benefit}
        </li>
      ))}
    </ul>
  );
}
