import { setTimeout as pause } from 'node:timers/promises'
import { openConnections } from '../../load/client.ts'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** The tokens that requests use in turn. */
  tokens?: readonly string[]
  /** Called for each request. */
  body?: () => string
  seconds: number
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
 * Closed-loop load for some seconds: each connection sends the next request as soon as it gets a response.
 * @throws for any other status than 2xx, which would make the result meaningless
 */
export function runClosedLoop({ connections, ...load }: Load & { connections: number }): Promise<LoadResult> {
  return measure(load, async (ask, begun) => {
    const end = begun + load.seconds * 1_000
    let turn = 0
    const one = async () => {
      while (performance.now() < end) {
        turn += 1
        if ((await ask(performance.now(), turn)) === 'shed') throw new Error(`${load.url}: 503`)
      }
    }
    await Promise.all(Array.from({ length: connections }, one))
  })
}

/**
 * Open-loop load: requests are sent when they are due, on as many connections as needed, and latency counts from that
 * moment. Responses with 503 are counted as shed.
 * @param rate requests per second, evenly spaced, however long responses take
 * @throws for any other status than 2xx or 503
 */
export function runOpenLoop({ rate, ...load }: Load & { rate: number }): Promise<LoadResult> {
  return measure(load, async (ask, begun) => {
    const all: Promise<unknown>[] = []
    let failed: Error | undefined
    while (failed === undefined && all.length < rate * load.seconds) {
      const due = ((performance.now() - begun) / 1_000) * rate
      while (all.length < Math.min(due, rate * load.seconds)) {
        const asked = ask(begun + (all.length / rate) * 1_000, all.length)
        all.push(
          asked.catch((error) => {
            failed = error
          }),
        )
      }
      await pause(1)
    }
    await Promise.all(all)
    if (failed) throw failed
  })
}

type Ask = (due: number, turn: number) => Promise<'accepted' | 'shed'>

async function measure(
  { url, method = 'GET', headers = {}, tokens = [], body }: Load,
  run: (ask: Ask, begun: number) => Promise<void>,
): Promise<LoadResult> {
  const { origin, pathname, search } = new URL(url)
  const target = openConnections(origin, 30_000)
  const latencies: number[] = []
  let shed = 0
  const headersOf = (token?: string) => (token ? { ...headers, authorization: `Bearer ${token}` } : headers)
  const all = tokens.length === 0 ? [headersOf()] : tokens.map(headersOf)
  const ask: Ask = async (due, turn) => {
    const { status } = await target.send({
      method,
      path: pathname + search,
      headers: all[turn % all.length] ?? headers,
      body: body?.() ?? null,
    })
    if (status === 503) {
      shed += 1
      return 'shed'
    }
    if (status < 200 || status > 299) throw new Error(`${url}: unexpected response ${status}`)
    latencies.push(performance.now() - due)
    return 'accepted'
  }
  const begun = performance.now()
  await run(ask, begun).finally(target.close)
  const duration = (performance.now() - begun) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.ceil(share * latencies.length) - 1] ?? Number.NaN
  const accepted = latencies.length
  return { perSecond: accepted / duration, p50: at(0.5), p99: at(0.99), accepted, shed }
}
