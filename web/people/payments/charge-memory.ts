/**
 * A charge that the server has not confirmed yet. It survives a reload, so that nobody is asked for
 * their card twice. It is stored by person, because somebody else may log in here next.
 */
const keyFor = (email: string) => `unrecorded-charge:${email.toLowerCase()}`;

export const chargeMemory = {
  recall: (email: string) => sessionStorage.getItem(keyFor(email)),
  remember: (email: string, transactionId: string) =>
    sessionStorage.setItem(keyFor(email), transactionId),
  forget: (email: string) => sessionStorage.removeItem(keyFor(email)),
};
