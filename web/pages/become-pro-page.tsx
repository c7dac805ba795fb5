import { isNormalUser, isProUser } from "../../contract/permissions.ts";
import { Notice } from "../components/notice.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { useSession } from "../identity/session.tsx";

const benefits = [
  "Comment on every survey and say why you voted the way you did.",
  "Carry the Pro badge beside your name.",
  "Pay once. There is no subscription.",
];

function BecomeProPage() {
  const { standing } = useSession();
  return (
    <div className="page grid gap-10">
      <PageHeading
        title="Become a pro user"
        lead="Pay $100 to become a pro user and take part in the debate, not only in the vote."
      />
      {standing && isProUser(standing) && <Notice tone="success">You are a pro user.</Notice>}
      {standing && !isProUser(standing) && !isNormalUser(standing) && (
        <Notice tone="info">
          The pro tier is for normal users; your account does not need it.
        </Notice>
      )}
      <section className="grid max-w-3xl items-center gap-8 rounded-panel bg-panel p-8 text-panel-content sm:grid-cols-[auto_1fr] sm:p-12">
        <p className="grid">
          <span className="font-display text-hero">$100</span>
          <span>one-off fee</span>
        </p>
        <ul className="grid list-disc gap-3 ps-5">
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

export { BecomeProPage as Component };
