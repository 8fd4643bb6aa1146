import type { MeasuredCall, TraceReport } from '@rehearse/contracts'
import { TRACE_REPORT } from '../constants.ts'
import { newId } from '../new-id.ts'

/** What was measured and is not reported yet; when it began by the page's own clock. */
type Measured = Omit<MeasuredCall, 'startedAgo'> & { startedAt: number }

/** Whether the server has said where in which trace a reply of its is: until then a page knows nothing of traces. */
let isWanted = false
let measured: Measured[] = []
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Begins the trace of a call, where the server wants that. Whether the trace is recorded is the server's decision; if it
 * is, what the page measured is reported.
 * @param headers those of the call, which get its place in the trace
 * @returns to be told of the reply
 */
export function traceCall(
  method: MeasuredCall['method'],
  path: string,
  headers: Headers,
): (reply: Response) => void {
  const startedAt = performance.now()
  const traceId = isWanted ? hexId() : ''
  const traceparent = `00-${traceId}-${traceId && hexId().slice(16)}-01`
  if (isWanted) headers.set('traceparent', traceparent)
  return (reply) => {
    const told = /traceparent;desc="00-(\w+)-\w+-(\d+)"/.exec(reply.headers.get('server-timing') ?? '')
    if (told === null) return
    isWanted = true
    const [, id, flags] = told
    if (id !== traceId || flags !== '01') return
    keep({
      traceparent,
      method,
      path,
      status: reply.status,
      startedAt,
      duration: performance.now() - startedAt,
    })
  }
}

/** Random in its second half: a trace's id as a whole, and a span's by that half. */
const hexId = () => newId().replaceAll('-', '')

function keep(call: Measured): void {
  addEventListener('pagehide', report)
  if (measured.push(call) >= TRACE_REPORT.calls) report()
  else waiting ??= setTimeout(report, TRACE_REPORT.delay)
}

/** Nobody waits for it, and nothing but a measurement is lost with it. */
function report(): void {
  clearTimeout(waiting)
  waiting = undefined
  if (measured.length === 0) return
  const now = performance.now()
  const calls = measured.map(({ startedAt, ...call }) => ({ ...call, startedAgo: now - startedAt }))
  measured = []
  const body: TraceReport = { calls }
  navigator.sendBeacon('/api/traces', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
