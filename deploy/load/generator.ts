import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Client as HttpClient } from 'undici'
import { arrivals } from './arrivals.ts'
import { Sample } from './sample.ts'

/*
 * The load generator of `npm run load`, which starts journeys, and of `npm run bench`, which repeats a request.
 */

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Connections {
  send(request: Dispatcher.DispatchOptions): Promise<Response>
  close(): Promise<void>
}

/**
 * Connections to one origin, as many as there are requests at a time: a queue in front of them would be ours and not the
 * target's. Redirects aren't followed. The connection used last is used next, and undici's dispatcher is called without
 * its streams and signals: at thousands of requests a second both would cost more than the request.
 * @param timeout milliseconds until the whole response must have arrived; the error is a `TimeoutError`
 */
export function openConnections(origin: string, timeout: number): Connections {
  const idle: HttpClient[] = []
  const open = new Set<HttpClient>()
  const connect = () => {
    const client = new HttpClient(origin, { connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 })
    open.add(client)
    return client
  }
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const client = idle.pop() ?? connect()
        const response: Response = { status: 0, headers: {}, body: Buffer.alloc(0) }
        const timer = setTimeout(() => void client.destroy(timedOut()), timeout)
        client.dispatch(request, {
          onRequestStart: () => {},
          onResponseStart: (_controller, status, headers) => {
            response.status = status
            response.headers = headers
          },
          onResponseData: (_controller, chunk) => {
            response.body = response.body.length === 0 ? chunk : Buffer.concat([response.body, chunk])
          },
          onResponseEnd: () => {
            clearTimeout(timer)
            idle.push(client)
            resolve(response)
          },
          onResponseError: (_controller, error) => {
            clearTimeout(timer)
            open.delete(client)
            void client.destroy()
            reject(error)
          },
        })
      }),
    close: async () => {
      await Promise.all([...open].map((client) => client.destroy()))
    },
  }
}

const timedOut = () => new DOMException('No complete response in time', 'TimeoutError')

/**
 * Starts each task when it is due, no matter what became of earlier ones, so that a slow target gets as much load as a
 * fast one. Returns when the last one has started.
 * @param starts milliseconds since now, ascending
 * @param start gets the due time on the clock of `performance.now()`
 */
export async function openLoop(
  starts: Iterable<number>,
  start: (due: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const begun = performance.now()
  let paused = begun
  for (const at of starts) {
    const now = performance.now()
    // A generator that is late still lets responses in.
    if (begun + at > now || now > paused + 5) {
      await delay(Math.max(0, begun + at - now), undefined, { signal })
      paused = performance.now()
    }
    signal.throwIfAborted()
    start(begun + at)
  }
}

/** Repeats a task for some seconds, this many at a time: each starts as soon as the one before it has ended. */
export async function closedLoop(
  concurrency: number,
  seconds: number,
  task: (due: number) => Promise<void>,
): Promise<void> {
  const end = performance.now() + seconds * 1_000
  const repeat = async () => {
    for (let now = performance.now(); now < end; now = performance.now()) await task(now)
  }
  await Promise.all(Array.from({ length: concurrency }, repeat))
}

/** A request that is repeated: on `connections` in a closed loop, or `rate` times a second in an open one. */
export type RepeatedRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** The tokens that requests use in turn. */
  tokens?: readonly string[]
  /** Called for each request. */
  body?: () => string
  seconds: number
} & ({ connections: number } | { rate: number })

/** Accepted responses: their rate, and milliseconds since they were due. */
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  accepted: number
  /** Responses with 503, allowed in an open loop only. */
  shed: number
  /** Microseconds of processor time of the generator. */
  generatorCpu: number
}

/** @throws for any unexpected status, which would make the result meaningless */
export async function repeatRequest(load: RepeatedRequest): Promise<LoadResult> {
  const { url, method = 'GET', headers = {}, tokens = [], body, seconds } = load
  const { origin, pathname, search } = new URL(url)
  const target = openConnections(origin, 30_000)
  const variants = tokens.length === 0 ? [headers] : tokens.map((token) => withToken(headers, token))
  const latencies = new Sample()
  let [sent, accepted, shed] = [0, 0, 0]
  const ask = async (due: number) => {
    sent += 1
    const { status } = await target.send({
      method,
      path: pathname + search,
      headers: variants[sent % variants.length] ?? headers,
      body: body?.() ?? null,
    })
    if (status === 503 && 'rate' in load) {
      shed += 1
      return
    }
    if (status < 200 || status > 299) throw new Error(`${url}: unexpected response ${status}`)
    accepted += 1
    latencies.add(performance.now() - due)
  }
  const begun = performance.now()
  const before = process.cpuUsage()
  try {
    if ('connections' in load) await closedLoop(load.connections, seconds, ask)
    else await openRequests(load.rate, seconds, ask)
  } finally {
    await target.close()
  }
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: accepted / ((performance.now() - begun) / 1_000),
    p50: latencies.percentile(50),
    p99: latencies.percentile(99),
    accepted,
    shed,
    generatorCpu: user + system,
  }
}

const withToken = (headers: Record<string, string>, token: string) => ({
  ...headers,
  authorization: `Bearer ${token}`,
})

async function openRequests(
  rate: number,
  seconds: number,
  ask: (due: number) => Promise<void>,
): Promise<void> {
  const all: Promise<void>[] = []
  const failure = new AbortController()
  const start = (due: number) => {
    all.push(ask(due).catch((error) => failure.abort(error)))
  }
  const starts = arrivals([{ from: 0, to: seconds, rate }], Math.random, 'even')
  await openLoop(starts, start, failure.signal).catch(() => failure.signal.throwIfAborted())
  await Promise.all(all)
  failure.signal.throwIfAborted()
}
