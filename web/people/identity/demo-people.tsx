import * as t from "#words/logIn";

const people = [
  { email: "admin@demo.test", is: t.demoPeople.admin },
  { email: "surveyor@demo.test", is: t.demoPeople.surveyor },
  { email: "pro@demo.test", is: t.demoPeople.pro },
  { email: "user@demo.test", is: t.demoPeople.user },
];

/** The four sign-ins of a demo installation. */
export function DemoPeople({ onPick }: { onPick: (email: string) => void }) {
  return (
    <section className="grid gap-3 rounded-panel bg-base-200 p-5">
      <h2 className="font-display text-lg font-bold">{t.demo}</h2>
      <p className="text-sm text-muted">{t.demoLead}</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {people.map(({ email, is }) => (
          <li key={email}>
            <button
              type="button"
              className="btn h-auto w-full flex-col items-start gap-0 bg-base-100 py-2 text-start font-normal"
              onClick={() => onPick(email)}
            >
              <span className="font-semibold">{is}</span>
              <span dir="ltr" className="text-sm text-muted">
                {email}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
