import type { EventMetadata } from '@rehearse/event-store'
import { currentContext } from '@rehearse/service-kit'

/** What the events of the present request carry along. */
export function requestMetadata(): EventMetadata {
  const context = currentContext()
  return {
    correlationId: context?.correlationId ?? null,
    causationId: context?.causationId ?? null,
    ...(context?.traceparent !== undefined && { traceparent: context.traceparent }),
  }
}
