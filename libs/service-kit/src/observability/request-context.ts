import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'

/** What one request (or message) passes to every call and log line that it causes. */
export interface RequestContext {
  /** For this hop only. */
  requestId: string
  /** For everything that one external call caused, over HTTP and NATS. */
  correlationId: string
  /** The message being handled, if any. */
  causationId?: string
  /** The current span, which new spans name as their parent; unset without a trace. */
  traceparent?: string | undefined
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The context of the running code; undefined outside of requests and messages. */
export const currentContext = (): RequestContext | undefined => storage.getStore()

export const runInContext = <Result>(context: RequestContext, run: () => Result): Result =>
  storage.run(context, run)

/** Ids from outside are accepted only in this form, so that no one can inject text into our logs. */
export const isTransportableId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{8,64}$/.test(value)

/** A parsed `traceparent` (W3C Trace Context, https://www.w3.org/TR/trace-context/). */
interface TraceParent {
  traceId: string
  spanId: string
  /** Bit 0: the trace is recorded. */
  flags: number
}

const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** Version, trace, span and flags, with the separators. */
const traceparentLength = 2 + 1 + 32 + 1 + 16 + 1 + 2

/** @returns undefined if malformed, which counts as absent (W3C Trace Context, 3.2.2) */
export function parseTraceparent(text: unknown): TraceParent | undefined {
  const [, version, traceId, spanId, flags] = (typeof text === 'string' && form.exec(text)) || []
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return
  // Later versions may append fields; version 00 has none.
  if (version === '00' && (text as string).length !== traceparentLength) return
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

/** Formats it as version 00, whatever version was received. */
export const toTraceparent = ({ traceId, spanId, flags }: TraceParent): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`

/** A received `traceparent`, validated for passing on and logging. */
export function takeTraceparent(header: unknown): string | undefined {
  // Most requests have none.
  if (header === undefined) return undefined
  const parent = parseTraceparent(header)
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

const bound = Symbol('context')

interface Bound {
  [bound]?: RequestContext | undefined
}

/**
 * Binds log calls to their request: a response over a shared connection ends in the context of the request that
 * opened the connection.
 */
function bindContext(log: object, context: RequestContext | undefined): void {
  ;(log as Bound)[bound] = context
}

/** Ids added to each log line. */
export function idsFor(log: object): object {
  const context = (log as Bound)[bound] ?? currentContext()
  return context ? { correlationId: context.correlationId, traceId: traceIdOf(context) } : {}
}

type Entry = Parameters<FastifyBaseLogger['info']>
type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Options = Parameters<FastifyBaseLogger['child']>[1]

/**
 * The logger of one request, created on first use. Most requests log nothing, and a logger for each costs more than
 * routing.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: Options
  #made: FastifyBaseLogger | undefined
  #context: RequestContext | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get #log(): FastifyBaseLogger {
    if (this.#made === undefined) {
      this.#made = this.#parent.child(this.#bindings, this.#options)
      bindContext(this.#made, this.#context)
    }
    return this.#made
  }

  /** Sets the ids of its request, as soon as they are known. */
  setContext(context: RequestContext): void {
    this.#context = context
    if (this.#made) bindContext(this.#made, context)
  }

  get level(): string {
    return this.#log.level
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#log.child(bindings, options)
  }

  fatal(...entry: unknown[]): void {
    this.#log.fatal(...(entry as Entry))
  }

  error(...entry: unknown[]): void {
    this.#log.error(...(entry as Entry))
  }

  warn(...entry: unknown[]): void {
    this.#log.warn(...(entry as Entry))
  }

  info(...entry: unknown[]): void {
    this.#log.info(...(entry as Entry))
  }

  debug(...entry: unknown[]): void {
    this.#log.debug(...(entry as Entry))
  }

  trace(...entry: unknown[]): void {
    this.#log.trace(...(entry as Entry))
  }

  silent(): void {}
}
