/**
 * Codes that mean "the server is down", not "the request is wrong": Node's socket errors, PostgreSQL's classes 08
 * (connection exception), 53 (insufficient resources) and 57P (operator intervention: shutdown, crash, starting up),
 * and 25006, with which a server that has just lost its leadership rejects writes.
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|57P0[1-5]|25006)$/
const awayMessages =
  /connection terminated|query read timeout|database was silent|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|cannot use a pool after calling end/i

/** Whether an error means that a backing server can't be reached at the moment; follows `cause` and aggregates. */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && awayCodes.test(code)) return true
    if (awayMessages.test(cause.message)) return true
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true
  }
  return false
}

/** An error and its chain of causes. */
export function* causes(error: unknown): Generator<Error> {
  const seen = new Set<unknown>()
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause)
    yield cause
  }
}
