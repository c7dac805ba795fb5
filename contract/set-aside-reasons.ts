/** Why the site itself sets a vote aside. What admins write for theirs is shown as it is. */
const ownReasons = {
  "address.unproven":
    "It was cast with an e-mail address before the owner of that address had confirmed it.",
};
export type OwnReason = keyof typeof ownReasons;

export function sayReason(reason: string): string {
  return ownReasons[reason as OwnReason] ?? reason;
}
