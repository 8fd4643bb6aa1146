import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { takeTraceparent } from './traceparent.ts'
import type { Attributes, NewSpan, Span, Tracing } from './tracing.ts'

const header = 'traceparent'

interface TracedMessage {
  /** What is done with it, as the conventions call it. */
  operation: 'publish' | 'process'
  subject: string
  id: string
  /** Of whoever caused or sent it; a message that nobody traced is not traced from here on. */
  parent: string | undefined
  attributes?: Attributes
}

const kinds = { publish: 'producer', process: 'consumer' } as const satisfies Record<string, NewSpan['kind']>
const types = { publish: 'send', process: 'process' } as const

/** A span of one message on its way, where its request is traced. */
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

/** How a message tells what sent it, as an option of publishing it. */
export function headersOf(traceparent: string | undefined): { headers?: MsgHdrs } {
  if (traceparent === undefined) return {}
  const made = headers()
  made.set(header, traceparent)
  return { headers: made }
}

/** What has sent a message that came. */
export const parentOf = (given: MsgHdrs | undefined): string | undefined =>
  takeTraceparent(given?.get(header) || undefined)
