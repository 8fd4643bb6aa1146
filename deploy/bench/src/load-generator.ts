import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import autocannon, { type Client, type Result } from 'autocannon'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Whose token each connection sends, by turns. */
  tokens?: readonly string[]
  /** Made again for each request. */
  body?: () => string
  connections: number
  seconds: number
  /** Replies that count as answers; others are problems, unless `sheds` says that 503 is right too. */
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
export async function runClosedLoop(load: Load): Promise<LoadResult> {
  const latencies: number[] = []
  let shed = 0
  let problems = 0
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
      else problems += 1
    })
  })
  if (problems + errors > 0) throw new Error(`${load.url}: ${problems} unexpected answers, ${errors} errors`)
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

export interface Arrivals {
  url: string
  headers: Record<string, string>
  /** Requests a second, evenly, however long answers take. */
  rate: number
  seconds: number
}

/**
 * Open-loop load: requests are sent when they are due, on as many connections as it takes, and latency counts from that
 * moment. Responses with 503 are counted as shed. Plain node:http, because the client of `npm run load` costs too much
 * per request to keep up with the overload benchmark's rates.
 * @throws when anything else comes back than a 2xx or a 503
 */
export async function runOpenLoop({ url, headers, rate, seconds }: Arrivals): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true })
  const latencies: number[] = []
  let shed = 0
  let problem: unknown
  const start = performance.now()
  const ask = (due: number) =>
    new Promise<void>((answered) => {
      const asked = request(url, { agent, headers }, (reply) => {
        reply.resume().once('end', () => {
          const status = reply.statusCode ?? 0
          if (status === 503) shed += 1
          else if (status >= 200 && status < 300) latencies.push(performance.now() - due)
          else problem = new Error(`${url}: unexpected answer ${status}`)
          answered()
        })
      })
      asked.once('error', (error) => {
        problem = error
        answered()
      })
      asked.end()
    })
  const all: Promise<void>[] = []
  while (all.length < rate * seconds) {
    const due = ((performance.now() - start) / 1_000) * rate
    while (all.length < Math.min(due, rate * seconds)) all.push(ask(start + (all.length / rate) * 1_000))
    await new Promise((tick) => setTimeout(tick, 1))
  }
  await Promise.all(all)
  const duration = (performance.now() - start) / 1_000
  agent.destroy()
  if (problem !== undefined) throw problem
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.ceil(share * latencies.length) - 1] ?? Number.NaN
  const accepted = latencies.length
  return { perSecond: accepted / duration, p50: at(0.5), p99: at(0.99), accepted, shed }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Each answer makes room for a request that no one has sent before. */
function renewBody(client: Client, body: () => string): void {
  const renew = () => client.setBody(body())
  renew()
  client.on('response', renew)
}

interface Downloads {
  url: string
  /** Bytes of the reply's body. */
  bytes: number
  connections: number
  seconds: number
}

/**
 * Fetches one file over and over on each connection, and throws away what comes into one small buffer: a client that
 * looked at the bytes would be slower than any server, and then all servers seem alike.
 * @returns files a second
 * @throws where a reply is none with a body of that length
 */
export async function runDownloads({ url, bytes, connections, seconds }: Downloads): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  const start = Date.now()
  const deadline = start + seconds * 1_000
  let received = 0
  const one = async () => {
    let left = 0
    let problem: Error | null = null
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (length, buffer) => {
          received += length
          if (left === 0) {
            const head = Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1')
            const end = head.indexOf('\r\n\r\n')
            if (end < 0 || !head.startsWith('HTTP/1.1 200') || !head.includes(`ength: ${bytes}\r\n`)) {
              problem = new Error(`${url}: unexpected reply ${head.slice(0, 100)}`)
              socket.destroy()
              return false
            }
            left = bytes + end + 4
          }
          left -= length
          if (left === 0) {
            if (Date.now() < deadline) socket.write(request)
            else socket.destroy()
          }
          return true
        },
      },
    })
    socket.write(request)
    await once(socket, 'close')
    if (problem !== null || left > 0) throw problem ?? new Error(`${url}: the connection was lost`)
  }
  await Promise.all(Array.from({ length: connections }, one))
  return received / bytes / ((Date.now() - start) / 1_000)
}
