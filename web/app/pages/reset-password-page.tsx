import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import * as t from "#words/passwords";
import { pages } from "../../../contract/pages.ts";
import { FormFrame } from "../../components/form-frame.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { ResetPasswordForm } from "../../people/identity/reset-password-form.tsx";

function ResetPasswordPage() {
  const [search] = useSearchParams();
  const [invalid, setInvalid] = useState(false);
  const token = search.get("token");
  if (!token || invalid) {
    return (
      <FormFrame>
        <PageHeading title={t.linkInvalid} lead={t.linkInvalidLead} />
        <Link to={pages.forgotPassword} className="btn btn-primary justify-self-start">
          {t.askNewLink}
        </Link>
      </FormFrame>
    );
  }
  return (
    <FormFrame>
      <PageHeading title={t.choose} />
      <ResetPasswordForm token={token} onInvalidLink={() => setInvalid(true)} />
    </FormFrame>
  );
}

export { ResetPasswordPage as Component };
