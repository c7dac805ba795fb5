import { operator as t } from "#words/legal";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";
import { ProseSection } from "../../components/prose-section.tsx";
import { useSession } from "../../people/identity/session.tsx";

/** Who runs this site, as its settings say. */
export function Operator() {
  const { name, address, email } = useSession().settings?.operator ?? {};
  const form = linkTo(pages.contact);
  return (
    <ProseSection title={t.title}>
      {name ? (
        <address dir="auto" className="whitespace-pre-line not-italic">
          <strong>{name}</strong>
          {address && `\n${address}`}
        </address>
      ) : (
        <p>{t.nameless}</p>
      )}
      <p>
        {email
          ? t.writeTo({
              form,
              email: () => (
                <a href={`mailto:${email}`} className="link wrap-anywhere">
                  <bdi dir="ltr">{email}</bdi>
                </a>
              ),
            })
          : t.formOnly({ form })}
      </p>
    </ProseSection>
  );
}
