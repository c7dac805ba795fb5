/** The number decides how the sandbox answers; date and code can be anything. */
const testCards = [
  { number: "4242 4242 4242 4242", outcome: "The payment succeeds" },
  { number: "4000 0025 0000 3155", outcome: "The bank asks whether it is you" },
  { number: "4000 0000 0000 0002", outcome: "The card is declined" },
  { number: "4000 0000 0000 9995", outcome: "There is not enough money" },
  { number: "4000 0000 0000 0069", outcome: "The card has expired" },
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
          No real money moves here
        </h2>
        <p className="text-sm text-muted">
          Payments are in test mode. Never type a real card; try one of these instead.
        </p>
      </div>
      <ul className="grid gap-2.5">
        {testCards.map(({ number, outcome }) => (
          <li key={number} className="flex items-center justify-between gap-4">
            <div className="min-w-0">
              <p className="tabular-nums">{number}</p>
              <p className="text-sm text-muted">{outcome}</p>
            </div>
            <button
              type="button"
              disabled={disabled}
              className="btn btn-outline"
              aria-label={`Use ${number}`}
              onClick={() => onUse(number)}
            >
              Use
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
