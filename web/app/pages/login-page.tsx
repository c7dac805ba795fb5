import { Link, Navigate, useLocation } from "react-router";
import * as t from "#words/logIn";
import { pages } from "../../../contract/pages.ts";
import { FormFrame } from "../../components/form-frame.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { originAt } from "../../lib/route-memory.ts";
import { LoginForm } from "../../people/identity/login-form.tsx";
import { useSession } from "../../people/identity/session.tsx";

function LoginPage() {
  const { user, ended } = useSession();
  const location = useLocation();
  if (user) return <Navigate to={originAt(location)} replace />;
  return (
    <FormFrame>
      <PageHeading
        title={t.title}
        lead={t.newHere({
          register: (words) => (
            <Link to={pages.register} state={location.state} className="link link-primary">
              {words}
            </Link>
          ),
        })}
      />
      {ended && <Notice tone="warning">{t.sessionEnded}</Notice>}
      <LoginForm />
    </FormFrame>
  );
}

export { LoginPage as Component };
