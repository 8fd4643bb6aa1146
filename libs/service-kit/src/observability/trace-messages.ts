import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { takeTraceparent } from './request-context.ts'
import type { Attributes, NewSpan, Span, Tracing } from './tracing.ts'

const header = 'traceparent'

interface TracedMessage {
  /** The operation, named by OpenTelemetry's conventions. */
  operation: 'publish' | 'process'
  subject: string
  id: string
  /** The trace of the request or message that caused it; an untraced message stays untraced. */
  parent: string | undefined
  attributes?: Attributes
}

const kinds = { publish: 'producer', process: 'consumer' } as const satisfies Record<string, NewSpan['kind']>
const types = { publish: 'send', process: 'process' } as const

/** Starts a span for publishing or processing one message, if its request is traced. */
export function beginMessageSpan(
  tracing: Tracing | null,
  { operation, subject, id, parent, attributes }: TracedMessage,
): Span | null {
  if (tracing === null || parent === undefined) return null
  return tracing.begin({
    name: `${operation} ${subject}`,
    kind: kinds[operation],
    parent,
    attributes: {
      'messaging.system': 'nats',
      'messaging.operation.name': operation,
      'messaging.operation.type': types[operation],
      'messaging.destination.name': subject,
      'messaging.message.id': id,
      ...attributes,
    },
  })
}

/** Publish options that carry the sender's trace context. */
export function headersOf(traceparent: string | undefined): { headers?: MsgHdrs } {
  if (traceparent === undefined) return {}
  const made = headers()
  made.set(header, traceparent)
  return { headers: made }
}

/** The traceparent that a received message carries. */
export const parentOf = (given: MsgHdrs | undefined): string | undefined =>
  takeTraceparent(given?.get(header) || undefined)

interface Delivery {
  subject: string
  id: string
  /** The sender's traceparent. */
  parent: string | undefined
}

/**
 * Handles messages together, with a span for each, since the messages of a batch belong to different traces.
 * @param consumer its durable name
 * @param handle gets the traceparent of the first message's span, which represents the batch, as its other ids do
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
