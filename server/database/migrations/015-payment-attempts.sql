-- An intent is the payment provider's; our own record of somebody who has begun to pay is an attempt.
alter table payment_intents rename to payment_attempts;
alter index payment_intents_due rename to payment_attempts_due;
