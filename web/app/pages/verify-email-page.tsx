import { FormFrame } from "../../components/form-frame.tsx";
import { useMailed } from "../../lib/mailed.ts";
import { ConfirmEmail, InvalidConfirmation } from "../../people/identity/confirm-email.tsx";

/** Where the link in the confirmation mail leads. */
function VerifyEmailPage() {
  const token = useMailed("token");
  return (
    <FormFrame>
      {token ? <ConfirmEmail key={token} token={token} /> : <InvalidConfirmation />}
    </FormFrame>
  );
}

export { VerifyEmailPage as Component };
