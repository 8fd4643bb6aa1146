import { Agent, request } from 'node:http'
import type { LoadResult } from './put-load.ts'

export interface Arrivals {
  url: string
  headers: Record<string, string>
  /** Requests a second, evenly, however long answers take. */
  rate: number
  seconds: number
}

/**
 * Open-loop load: requests come when they are due, on as many connections as it takes, and each is as late as its
 * answer after that. Refusals (503) are counted apart.
 * @throws when anything else comes back than a 2xx or a 503
 */
export async function putArrivals({ url, headers, rate, seconds }: Arrivals): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true })
  const latencies: number[] = []
  let shed = 0
  let fault: unknown
  const start = performance.now()
  const ask = (due: number) =>
    new Promise<void>((answered) => {
      const asked = request(url, { agent, headers }, (reply) => {
        reply.resume().once('end', () => {
          const status = reply.statusCode ?? 0
          if (status === 503) shed += 1
          else if (status >= 200 && status < 300) latencies.push(performance.now() - due)
          else fault = new Error(`${url}: unexpected answer ${status}`)
          answered()
        })
      })
      asked.once('error', (error) => {
        fault = error
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
  if (fault !== undefined) throw fault
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.ceil(share * latencies.length) - 1] ?? Number.NaN
  const accepted = latencies.length
  return { perSecond: accepted / duration, p50: at(0.5), p99: at(0.99), accepted, shed }
}
