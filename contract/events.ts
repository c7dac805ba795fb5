/**
 * Everything that happens and that somebody may be told of, with what is needed to read the rest: ids,
 * never words or addresses, so that a person who is deleted is gone from here too.
 */
interface Events {
  /** Sent to the admins, for the first time or again. */
  "survey.sent": { surveyId: string };
  "survey.published": { surveyId: string; userId: string };
  "survey.rejected": { surveyId: string; userId: string };
  /** Before its time, by its surveyor or an admin. */
  "survey.closed": { surveyId: string };
  "votes.set-aside": { surveyId: string };
  "votes.restored": { surveyId: string };
  /** `userId` wrote the comment. */
  "comment.answered": { surveyId: string; commentId: string; userId: string };
  "comment.hidden": { surveyId: string; commentId: string };
  "comment.shown": { surveyId: string; commentId: string };
  "surveyor.granted": { userId: string };
  "surveyor.revoked": { userId: string };
  "admin.granted": { userId: string };
  "admin.revoked": { userId: string };
  /** Of somebody who asked to become a surveyor. */
  "request.accepted": { userId: string };
  "request.declined": { userId: string };
  "payment.done": { userId: string };
  "payment.refunded": { userId: string };
  /** Through the contact page. */
  "message.received": { messageId: string };
}

export type EventKind = keyof Events;

/** One act has one id; if it is several events, each of them has that id. */
export type EventOf<Kind extends EventKind> = { id: string; kind: Kind } & Events[Kind];

export type Event = { [Kind in EventKind]: EventOf<Kind> }[EventKind];
