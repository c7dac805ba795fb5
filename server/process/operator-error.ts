/** A failure that the operator can act on. Its message is shown instead of a stack trace, as it is. */
export class OperatorError extends Error {}
