import { Link } from "react-router";
import { useAddressState } from "../lib/address-state.ts";

interface FilterLinksProps<Choice extends string> {
  /** The group's name for screen readers. */
  label: string;
  /** The part of the address that holds the choice. */
  name: string;
  choices: readonly Choice[];
  /** The choice when the address has none. */
  fallback: Choice;
  labels: Record<Choice, string>;
}

export function FilterLinks<const Choice extends string>({
  label,
  name,
  choices,
  fallback,
  labels,
}: FilterLinksProps<Choice>) {
  const { choice, addressWith } = useAddressState();
  const current = choice(name, choices, fallback);
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {choices.map((value) => (
          <li key={value}>
            <Link
              to={{ search: addressWith(name, value === fallback ? null : value) }}
              aria-current={value === current ? "true" : undefined}
              className={`btn rounded-full ${value === current ? "btn-neutral" : "border-base-300 bg-base-100"}`}
            >
              {labels[value]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
