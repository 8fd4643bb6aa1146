import type { FastifyBaseLogger } from 'fastify'
import type { RequestContext } from './request-context.ts'
import { currentContext, traceIdOf } from './request-context.ts'

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
  speakOf(context: RequestContext): void {
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
