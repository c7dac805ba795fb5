/**
 * A charge that the server has not confirmed yet. It outlives a reload, so that nobody is asked for
 * their card twice; and it is kept by person, because the next one to log in here is another payer.
 */
const keyFor = (email: string) => `unrecorded-charge:${email.toLowerCase()}`;

export const chargeMemory = {
  recall: (email: string) => sessionStorage.getItem(keyFor(email)),
  remember: (email: string, transactionId: string) =>
    sessionStorage.setItem(keyFor(email), transactionId),
  forget: (email: string) => sessionStorage.removeItem(keyFor(email)),
};
