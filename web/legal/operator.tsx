import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { ProseSection } from "../components/prose-section.tsx";
import { useSession } from "../identity/session.tsx";

/** Who runs this site, as its settings say. */
export function Operator() {
  const { name, address, email } = useSession().settings?.operator ?? {};
  return (
    <ProseSection title="Who runs this site">
      {name ? (
        <address className="whitespace-pre-line not-italic">
          <strong>{name}</strong>
          {address && `\n${address}`}
        </address>
      ) : (
        <p>The operator of this site has not given a name and an address here yet.</p>
      )}
      <p>
        {email ? (
          <>
            Write to{" "}
            <a href={`mailto:${email}`} className="link wrap-anywhere">
              {email}
            </a>{" "}
            or use the{" "}
          </>
        ) : (
          "You can reach us through the "
        )}
        <Link to={pages.contact} className="link">
          contact form
        </Link>
        .
      </p>
    </ProseSection>
  );
}
