import { beginMessageSpan } from './message-span.ts'
import type { Tracing } from './tracing.ts'

interface Delivery {
  subject: string
  id: string
  /** Of whoever sent it. */
  parent: string | undefined
}

/**
 * Handles messages together, with a span for each: those of a batch come from different traces.
 * @param consumer its durable name
 * @param handle gets the place in the trace of the first, which stands for all of them, as its other ids do
 */
export async function traceDeliveries(
  { tracing = null, name: consumer }: { tracing?: Tracing | null; name: string },
  deliveries: readonly Delivery[],
  handle: (traceparent: string | undefined) => Promise<void>,
): Promise<void> {
  if (tracing === null) return handle(deliveries[0]?.parent)
  const attributes = { 'messaging.consumer.group.name': consumer }
  const spans = deliveries.map((delivery) =>
    beginMessageSpan(tracing, { operation: 'process', ...delivery, attributes }),
  )
  try {
    await handle(spans[0]?.traceparent)
    for (const span of spans) span?.end()
  } catch (error) {
    for (const span of spans) span?.fail(error instanceof Error ? error.name : '_OTHER')
    throw error
  }
}
