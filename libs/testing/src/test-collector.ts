import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CollectedSpan, readSpans } from './otlp.ts'

export interface TestCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  /** All received spans, in order. */
  spans: CollectedSpan[]
  /** Sets the status of responses; with a status other than 200 nothing is stored. */
  answerWith(status: number): void
  close(): Promise<void>
}

/** An OpenTelemetry collector: receives protobuf over HTTP and stores the spans. */
export async function startTestCollector(): Promise<TestCollector> {
  const spans: CollectedSpan[] = []
  let status = 200
  const server = createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray())
    const isOurs =
      request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf'
    if (isOurs && status === 200) spans.push(...readSpans(body))
    reply.writeHead(isOurs ? status : 404, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    answerWith: (next) => {
      status = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
