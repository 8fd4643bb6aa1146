import { currentContext, type RequestContext } from './request-context.ts'
import { traceIdOf } from './tracing/traceparent.ts'

const bound = Symbol('context')

interface Bound {
  [bound]?: RequestContext | undefined
}

/**
 * What a request's own log says is about that request, whatever it is said in: a reply that comes over a connection
 * which others use as well ends in the context of whoever opened it.
 */
export function bindContext(log: object, context: RequestContext | undefined): void {
  ;(log as Bound)[bound] = context
}

/** The ids that go into a line beside the log's own. */
export function idsFor(log: object): object {
  const context = (log as Bound)[bound] ?? currentContext()
  return context ? { correlationId: context.correlationId, traceId: traceIdOf(context) } : {}
}
