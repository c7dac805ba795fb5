/** An e-mail address that wraps before its `@` if there is no room. */
export function EmailText({ email }: { email: string }) {
  const [name, domain] = email.split("@");
  return (
    <span dir="ltr">
      {name}
      {domain && (
        <>
          <wbr />@{domain}
        </>
      )}
    </span>
  );
}
