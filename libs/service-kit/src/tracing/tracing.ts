/** What a span is told of itself, by the names of OpenTelemetry's semantic conventions. Never anything personal. */
export type Attributes = Readonly<Record<string, string | number | readonly string[]>>

export interface NewSpan {
  /** One of few: no ids. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** The `traceparent` of what caused it; without one it begins a trace. */
  parent: string | undefined
  attributes: Attributes
}

/** A piece of work on its way, as the trace will show it. */
export interface Span {
  /** Names it to whoever is called on its behalf. */
  readonly traceparent: string
  end(attributes?: Attributes): void
  /** Ends it as failed. @param type one of few, such as an error's code or a status */
  fail(type: string, attributes?: Attributes): void
}

/** A piece of work that somebody else has done and measured. */
export interface MeasuredSpan extends Omit<NewSpan, 'parent'> {
  /** Who did it, as traces call it. */
  service: string
  /** Where it is in its trace: what it sent as `traceparent`. */
  traceparent: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds. */
  duration: number
  hasFailed: boolean
}

/** Records what happens where, and sends it to the collector; never in the way of what happens. */
export interface Tracing {
  begin(span: NewSpan): Span
  /** Sends what others have measured along with our own. */
  record(span: MeasuredSpan): void
  /** Sends what is still here; soon, also where the collector is away. */
  close(): Promise<void>
}
