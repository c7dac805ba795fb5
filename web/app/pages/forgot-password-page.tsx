import { Link, useLocation } from "react-router";
import * as t from "#words/passwords";
import { pages } from "../../../contract/pages.ts";
import { FormFrame } from "../../components/form-frame.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { ForgotPasswordForm } from "../../people/identity/forgot-password-form.tsx";

function ForgotPasswordPage() {
  const { state } = useLocation();
  return (
    <FormFrame>
      <PageHeading title={t.forgotten} lead={t.forgottenLead} />
      <ForgotPasswordForm />
      <Link to={pages.login} state={state} className="link justify-self-start">
        {t.backToLogIn}
      </Link>
    </FormFrame>
  );
}

export { ForgotPasswordPage as Component };
