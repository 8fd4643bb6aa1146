import { SpanKind } from '@opentelemetry/api'
import type { NewSpan } from './tracing.ts'

export const spanKinds: Readonly<Record<NewSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
