import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { pages } from "../../contract/pages.ts";
import { FormFrame } from "../components/form-frame.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { ResetPasswordForm } from "../identity/reset-password-form.tsx";

function ResetPasswordPage() {
  const [search] = useSearchParams();
  const [invalid, setInvalid] = useState(false);
  const token = search.get("token");
  if (!token || invalid) {
    return (
      <FormFrame>
        <PageHeading
          title="This link is no longer valid"
          lead="Each link works once and for a short time only."
        />
        <Link to={pages.forgotPassword} className="btn btn-primary justify-self-start">
          Ask for a new link
        </Link>
      </FormFrame>
    );
  }
  return (
    <FormFrame>
      <PageHeading title="Choose a new password" />
      <ResetPasswordForm token={token} onInvalidLink={() => setInvalid(true)} />
    </FormFrame>
  );
}

export { ResetPasswordPage as Component };
