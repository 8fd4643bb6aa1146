import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CollectedSpan, readSpans } from './otlp.ts'

export interface TestCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  /** All that came, in the order of coming. */
  spans: CollectedSpan[]
  /** The status that it answers with from now on; with others than 200 nothing is kept. */
  answerWith(status: number): void
  close(): Promise<void>
}

/** The receiving side of OpenTelemetry, as a collector is: takes protobuf over HTTP, and keeps what it reads. */
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
