const people = [
  { email: "admin@demo.test", is: "Admin" },
  { email: "surveyor@demo.test", is: "Surveyor" },
  { email: "pro@demo.test", is: "Pro user" },
  { email: "user@demo.test", is: "Normal user" },
];

/** The four sign-ins of a demo installation. */
export function DemoPeople({ onPick }: { onPick: (email: string) => void }) {
  return (
    <section className="grid gap-3 rounded-panel bg-base-200 p-5">
      <h2 className="font-display text-lg font-bold">Try it as somebody else</h2>
      <p className="text-sm text-muted">
        This is a demo. Pick a person, which fills in e-mail and password, and log in.
      </p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {people.map(({ email, is }) => (
          <li key={email}>
            <button
              type="button"
              className="btn h-auto w-full flex-col items-start gap-0 bg-base-100 py-2 text-start font-normal"
              onClick={() => onPick(email)}
            >
              <span className="font-semibold">{is}</span>
              <span className="text-sm text-muted">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
