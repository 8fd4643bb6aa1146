import autocannon, { type Client, type Result } from 'autocannon'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Whose token each connection sends, by turns. */
  tokens?: readonly string[]
  /** Made anew for each request. */
  body?: () => string
  connections: number
  seconds: number
  /** Replies that count as answers; others are faults, unless `sheds` says that 503 is right too. */
  sheds?: boolean
}

/** Answers per second, and milliseconds of those that were accepted. */
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  accepted: number
  shed: number
}

/**
 * Closed-loop load for some seconds: each connection asks again as soon as it is answered.
 * @throws when anything but a 2xx comes back (or a 503 where those are expected): the figure would be of something else
 */
export async function putLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = []
  let shed = 0
  let faults = 0
  let connection = 0
  const { errors, duration } = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: load.url,
        connections: load.connections,
        duration: load.seconds,
        method: load.method ?? 'GET',
        headers: load.headers ?? {},
        setupClient: (client) => {
          const token = load.tokens?.[connection++ % load.tokens.length]
          if (token) client.setHeaders({ ...load.headers, authorization: `Bearer ${token}` })
          if (load.body) renewBody(client, load.body)
        },
      },
      (error: unknown, result) => (error ? reject(error) : resolve(result)),
    )
    instance.on('response', (_client, status, _bytes, ms) => {
      if (status >= 200 && status < 300) latencies.push(ms)
      else if (status === 503 && load.sheds) shed += 1
      else faults += 1
    })
  })
  if (faults + errors > 0) throw new Error(`${load.url}: ${faults} unexpected answers, ${errors} errors`)
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.ceil(share * latencies.length) - 1] ?? Number.NaN
  return {
    perSecond: latencies.length / duration,
    p50: at(0.5),
    p99: at(0.99),
    accepted: latencies.length,
    shed,
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Each answer makes room for a request that nobody has sent before. */
function renewBody(client: Client, body: () => string): void {
  const renew = () => client.setBody(body())
  renew()
  client.on('response', renew)
}
