import { useState } from "react";
import { Link } from "react-router";
import * as t from "#words/passwords";
import { pages } from "../../../contract/pages.ts";
import { FormFrame } from "../../components/form-frame.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { useMailed } from "../../lib/mailed.ts";
import { ResetPasswordForm } from "../../people/identity/reset-password-form.tsx";

function ResetPasswordPage() {
  const [invalid, setInvalid] = useState("");
  const token = useMailed("token");
  if (!token || token === invalid) {
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
      <ResetPasswordForm token={token} onInvalidLink={() => setInvalid(token)} />
    </FormFrame>
  );
}

export { ResetPasswordPage as Component };
