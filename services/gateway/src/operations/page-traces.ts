import { DomainError, type MeasuredCall, reportTraces } from '@rehearse/contracts'
import { type App, readJsonWithinBounds, serve, type Tracing } from '@rehearse/service-kit'
import { checkRows } from '../route-checks.ts'
import { ownRoute, type Route, routes } from '../routes.ts'

/**
 * Lets pages start the traces of their calls. Every response names its trace (`Server-Timing`); a page that reads it
 * sends its own `traceparent` from then on, and POST /api/traces accepts its measurements for traces we record.
 * @param spansPerMinute limit for all pages together; 0 disables page traces
 */
export function installPageTraces(app: App, tracing: Tracing | null, spansPerMinute: number): void {
  const isOn = tracing !== null && spansPerMinute > 0
  if (isOn) {
    checkRows(app, () => (request, reply, done) => {
      reply.header('server-timing', `traceparent;desc="${request.traceparent}"`)
      done()
    })
  }
  let minute = 0
  let taken = 0
  const fits = () => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) taken = 0
    minute = now
    taken += 1
    return taken <= spansPerMinute
  }
  app.register(async (scope: App) => {
    // Forwarded bodies aren't parsed here, but this one is for us.
    scope.removeAllContentTypeParsers()
    readJsonWithinBounds(scope)
    serve(scope, reportTraces, ownRoute(reportTraces), async ({ body }) => {
      if (!isOn) throw new DomainError({ kind: 'not-found', code: 'not_found', message: 'Not found' })
      const now = Date.now()
      const spans = body.calls.flatMap((call) => spanOf(call, now)).filter(fits)
      for (const span of spans) tracing.record(span)
      return { success: true as const, taken: spans.length }
    })
  })
}

/** Only the route of the URL: the rest may contain ids. */
function spanOf(call: MeasuredCall, now: number): Parameters<Tracing['record']>[0][] {
  const { traceparent, method, status, startedAgo, duration } = call
  const route = routeOf(method, call.path)
  if (route === undefined) return []
  return [
    {
      service: 'browser',
      traceparent,
      name: `${method} ${route}`,
      kind: 'client',
      startedAt: now - startedAgo,
      duration,
      hasFailed: status >= 500,
      attributes: {
        'http.request.method': method,
        'http.response.status_code': status,
        'url.template': route,
      },
    },
  ]
}

/** The route pattern that a path matches. @returns undefined for a path that isn't one of our endpoints */
export const routeOf = (method: Route['method'], path: string): string | undefined =>
  patterns.find((pattern) => pattern.method === method && pattern.form.test(path))?.path

const parametersOf = (path: string) => path.split(':').length

/** More specific patterns are tried first: `/api/questions/stats` doesn't match `/api/questions/:id`. */
const patterns = routes
  .map(({ method, path }) => ({ method, path, form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => parametersOf(a.path) - parametersOf(b.path))
