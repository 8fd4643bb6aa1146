import { AsyncLocalStorage } from 'node:async_hooks'

/** What one request (or one message) carries through every call and log line that it causes. */
export interface RequestContext {
  /** This hop alone. */
  requestId: string
  /** Everything that one call from outside set off, over HTTP and NATS. */
  correlationId: string
  /** The message that is being handled, where there is one. */
  causationId?: string
  /** The place in the trace that whatever is done now names as its parent, where there is a trace. */
  traceparent?: string | undefined
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The context of the code that runs now; undefined outside of requests and messages. */
export const currentContext = (): RequestContext | undefined => storage.getStore()

export const runInContext = <Result>(context: RequestContext, run: () => Result): Result =>
  storage.run(context, run)

/** Ids from outside are taken over only in this form, so that no one writes into our logs. */
export const isTransportableId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{8,64}$/.test(value)

/** A place in a trace, as W3C Trace Context puts it into words (https://www.w3.org/TR/trace-context/). */
interface TraceParent {
  traceId: string
  spanId: string
  /** Bit 0: it is recorded. */
  flags: number
}

const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** Of version, trace, span and flags, with what is between them. */
const lengthOfOurs = 2 + 1 + 32 + 1 + 16 + 1 + 2

/** @returns undefined for what is not validly formed: then it counts as not given (W3C Trace Context, 3.2.2) */
export function parseTraceparent(text: unknown): TraceParent | undefined {
  const [, version, traceId, spanId, flags] = (typeof text === 'string' && form.exec(text)) || []
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return
  // Later versions may have more behind; this one has nothing.
  if (version === '00' && (text as string).length !== lengthOfOurs) return
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

/** In our version, whatever version it came in. */
export const toTraceparent = ({ traceId, spanId, flags }: TraceParent): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`

/** What came from outside, fit to be passed on and logged. */
export function takeTraceparent(given: unknown): string | undefined {
  // Most requests have none.
  if (given === undefined) return undefined
  const parent = parseTraceparent(given)
  return parent && toTraceparent(parent)
}

/**
 * Correlates everything that one external request caused. Without an incoming trace, the request id serves as the
 * trace id: a UUID and a trace id both have 128 bits, so every log writes the same value.
 */
export function traceIdOf({ traceparent, correlationId }: RequestContext): string | undefined {
  if (traceparent !== undefined) return traceparent.slice(3, 35)
  return isUuid.test(correlationId) ? correlationId.replaceAll('-', '') : undefined
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
