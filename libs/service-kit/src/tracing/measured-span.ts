import { type SpanContext, SpanStatusCode } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { spanKinds } from './span-kinds.ts'
import type { MeasuredSpan } from './tracing.ts'

/** What somebody else has measured, in the form in which the SDK sends its own. It begins its trace. */
export function readableSpan(span: MeasuredSpan, place: SpanContext, resource: Resource): ReadableSpan {
  return {
    name: span.name,
    kind: spanKinds[span.kind],
    spanContext: () => place,
    startTime: millisToHrTime(span.startedAt),
    endTime: millisToHrTime(span.startedAt + span.duration),
    duration: millisToHrTime(span.duration),
    ended: true,
    status: { code: span.hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: { ...span.attributes } as ReadableSpan['attributes'],
    links: [],
    events: [],
    resource,
    instrumentationScope: { name: 'rehearse' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}
