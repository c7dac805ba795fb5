import { useSearchParams } from "react-router";
import { FormFrame } from "../../components/form-frame.tsx";
import { ConfirmEmail, InvalidConfirmation } from "../../people/identity/confirm-email.tsx";

/** Where the link in the confirmation mail leads. */
function VerifyEmailPage() {
  const [search] = useSearchParams();
  const token = search.get("token");
  return <FormFrame>{token ? <ConfirmEmail token={token} /> : <InvalidConfirmation />}</FormFrame>;
}

export { VerifyEmailPage as Component };
