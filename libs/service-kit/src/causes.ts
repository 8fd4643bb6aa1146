/** An error and, one after the other, what caused it. */
export function* causes(error: unknown): Generator<Error> {
  const seen = new Set<unknown>()
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause)
    yield cause
  }
}
