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

/** Ids from outside are taken over only in this form, so that nobody writes into our logs. */
export const isTransportableId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{8,64}$/.test(value)
