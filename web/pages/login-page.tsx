import { Link, Navigate, useLocation } from "react-router";
import * as wording from "#words/specified";
import { pages } from "../../contract/pages.ts";
import { FormFrame } from "../components/form-frame.tsx";
import { Notice } from "../components/notice.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { LoginForm } from "../identity/login-form.tsx";
import { useSession } from "../identity/session.tsx";
import { originAt } from "../lib/route-memory.ts";

function LoginPage() {
  const { user, ended } = useSession();
  const location = useLocation();
  if (user) return <Navigate to={originAt(location)} replace />;
  return (
    <FormFrame>
      <PageHeading
        title="Log in"
        lead={
          <>
            New here?{" "}
            <Link to={pages.register} state={location.state} className="link link-primary">
              {wording.register}
            </Link>
          </>
        }
      />
      {ended && (
        <Notice tone="warning">
          Your session has ended. Log in again to carry on where you left off.
        </Notice>
      )}
      <LoginForm />
    </FormFrame>
  );
}

export { LoginPage as Component };
