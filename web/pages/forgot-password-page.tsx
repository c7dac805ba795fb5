import { Link, useLocation } from "react-router";
import { pages } from "../../contract/pages.ts";
import { FormFrame } from "../components/form-frame.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { ForgotPasswordForm } from "../identity/forgot-password-form.tsx";

function ForgotPasswordPage() {
  const { state } = useLocation();
  return (
    <FormFrame>
      <PageHeading
        title="Forgot your password?"
        lead="Tell us your e-mail, and we send you a link to choose a new one."
      />
      <ForgotPasswordForm />
      <Link to={pages.login} state={state} className="link justify-self-start">
        Back to the log-in
      </Link>
    </FormFrame>
  );
}

export { ForgotPasswordPage as Component };
