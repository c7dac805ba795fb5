/** An address that breaks, where it has to, before its `@`. */
export function EmailText({ email }: { email: string }) {
  const [name, domain] = email.split("@");
  if (!domain) return email;
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}
