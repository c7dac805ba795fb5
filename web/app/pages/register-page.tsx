import { Link, Navigate, useLocation } from "react-router";
import * as t from "#words/register";
import { pages } from "../../../contract/pages.ts";
import { FormFrame } from "../../components/form-frame.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { originAt } from "../../lib/route-memory.ts";
import { RegisterForm } from "../../people/identity/register-form.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { SocialLogin } from "../../people/identity/social-login.tsx";

function RegisterPage() {
  const { user } = useSession();
  const location = useLocation();
  if (user) return <Navigate to={originAt(location)} replace />;
  return (
    <FormFrame>
      <PageHeading
        title={t.title}
        lead={t.alreadyRegistered({
          logIn: (words) => (
            <Link to={pages.login} state={location.state} className="link link-primary">
              {words}
            </Link>
          ),
        })}
      />
      <p className="text-muted">{t.receipts}</p>
      <RegisterForm />
      <SocialLogin />
    </FormFrame>
  );
}

export { RegisterPage as Component };
