/** A span as a collector receives it, with the fields that our tests use. */
export interface CollectedSpan {
  service: unknown
  /** Attributes of the process that sent it. */
  resource: Record<string, unknown>
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: SpanKind
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds. */
  duration: number
  attributes: Record<string, unknown>
  hasFailed: boolean
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const
export type SpanKind = (typeof kinds)[number]

/**
 * Parses an ExportTraceServiceRequest of OTLP in protobuf (https://github.com/open-telemetry/opentelemetry-proto,
 * trace/v1/trace.proto).
 */
export function readSpans(body: Buffer): CollectedSpan[] {
  return parts(body, 1).flatMap((resourceSpans) => {
    const resource = attributesOf(parts(parts(resourceSpans, 1)[0], 1))
    return parts(resourceSpans, 2)
      .flatMap((scopeSpans) => parts(scopeSpans, 2))
      .map((span) => readSpan(span, resource))
  })
}

function readSpan(span: Buffer, resource: Record<string, unknown>): CollectedSpan {
  const hex = (field: number) => parts(span, field)[0]?.toString('hex') ?? ''
  const [startedAt, endedAt] = [time(span, 7), time(span, 8)]
  const failed = 2
  return {
    service: resource['service.name'],
    resource,
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: String(parts(span, 5)[0] ?? ''),
    kind: kinds[number(span, 6)] ?? 'unspecified',
    startedAt,
    duration: endedAt - startedAt,
    attributes: attributesOf(parts(span, 9)),
    hasFailed: number(parts(span, 15)[0], 3) === failed,
  }
}

function attributesOf(pairs: readonly Buffer[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map((pair) => [String(parts(pair, 1)[0]), anyValue(parts(pair, 2)[0])]))
}

function anyValue(any: Buffer | undefined): unknown {
  const [field] = fields(any)
  if (field === undefined) return undefined
  if (field.number === 5) return parts(field.bytes, 1).map(anyValue)
  return field.bytes === undefined ? field.value : String(field.bytes)
}

interface Field {
  number: number
  /** The value of length-delimited fields: strings, bytes and messages. */
  bytes?: Buffer
  value?: number
  /** The value of 8-byte numbers. */
  fixed?: Buffer
}

const parts = (message: Buffer | undefined, field: number): Buffer[] =>
  fields(message).flatMap(({ number, bytes }) => (number === field && bytes ? [bytes] : []))

const number = (message: Buffer | undefined, field: number): number =>
  fields(message).find((found) => found.number === field)?.value ?? 0

/** Converts nanoseconds (`fixed64`) to milliseconds. */
const time = (message: Buffer, field: number): number =>
  Number(
    fields(message)
      .find((found) => found.number === field)
      ?.fixed?.readBigUInt64LE() ?? 0n,
  ) / 1e6

/** The wire format of protobuf (https://protobuf.dev/programming-guides/encoding). */
function fields(message: Buffer = Buffer.alloc(0)): Field[] {
  const found: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at++)
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const field = Math.floor(tag / 8)
    const wireType = tag % 8
    if (wireType === 0) found.push({ number: field, value: varint() })
    else if (wireType === 2) {
      const length = varint()
      found.push({ number: field, bytes: message.subarray(at, at + length) })
      at += length
    } else if (wireType === 1) {
      found.push({ number: field, fixed: message.subarray(at, at + 8) })
      at += 8
    } else at += 4
  }
  return found
}
