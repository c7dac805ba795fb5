import * as t from "#words/sandbox";

/** The number decides how the sandbox answers; date and code can be anything. */
const testCards = [
  { number: "4242 4242 4242 4242", outcome: t.outcomes.succeeds },
  { number: "4000 0025 0000 3155", outcome: t.outcomes.bankAsks },
  { number: "4000 0000 0000 0002", outcome: t.outcomes.declined },
  { number: "4000 0000 0000 9995", outcome: t.outcomes.noFunds },
  { number: "4000 0000 0000 0069", outcome: t.outcomes.expired },
];

interface TestCardsProps {
  disabled: boolean;
  onUse: (number: string) => void;
}

export function TestCards({ disabled, onUse }: TestCardsProps) {
  return (
    <section aria-labelledby="test-cards" className="grid gap-4 rounded-panel bg-base-200 p-6">
      <div>
        <h2 id="test-cards" className="font-semibold">
          {t.noMoney}
        </h2>
        <p className="text-sm text-muted">{t.neverRealCard}</p>
      </div>
      <ul className="grid gap-2.5">
        {testCards.map(({ number, outcome }) => (
          <li key={number} className="flex items-center justify-between gap-4">
            <div className="min-w-0">
              <p className="tabular-nums">
                <bdi dir="ltr">{number}</bdi>
              </p>
              <p className="text-sm text-muted">{outcome}</p>
            </div>
            <button
              type="button"
              disabled={disabled}
              className="btn btn-outline"
              aria-label={t.chooseCard({ number })}
              onClick={() => onUse(number)}
            >
              {t.use}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
