import { isIP } from 'node:net'
import { join } from 'node:path'
import { serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'
import { isProxyName } from './security/trusted-proxies.ts'

const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin)
const origins = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .pipe(z.array(origin).min(1))
const hostNames = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim()))
  .pipe(z.array(z.string().regex(/^[a-z\d][\w-]*(\.[\w-]+)*$/i, 'must be host names separated by commas')))
const seconds = z.coerce.number().int().min(1).max(300)
const perMinute = (standard: number) => z.coerce.number().int().min(0).max(10_000_000).default(standard)

/** `true`, `false`, or the proxies' addresses, networks and names, separated by commas. */
const trustProxy = z
  .string()
  .default('false')
  .refine(isProxyList, 'must be true, false, or addresses, networks and names separated by commas')
  .transform((text): boolean | string => (text === 'true' || text === 'false' ? text === 'true' : text))

const fields = z.object({
  ...serviceConfig.shape,
  PORT: z.coerce.number().int().min(0).max(65_535).default(8_080),
  INNER_HOST: z.string().default('127.0.0.1'),
  INNER_PORT: z.coerce.number().int().min(0).max(65_535).default(8_079),
  /** Of each service, all replicas, separated by commas; a name stands for all addresses it resolves to. */
  IDENTITY_URL: origins,
  QUESTIONS_URL: origins,
  PROGRESS_URL: origins,
  MEDIA_URL: origins,
  /** Where the servers of NATS are asked how full they are (their `http_port`), separated by commas; by nobody, unless set. */
  NATS_MONITOR_URL: origins.optional(),
  /** A certificate with its chain, and its key, as PEM: with them we end TLS ourselves. Followed as they are renewed. */
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  /** Beside HTTP/1.1, which stays; only with TLS, since browsers speak it over nothing else. */
  HTTP2: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** The built frontend; without it the gateway serves the calls alone. */
  FRONTEND_DIR: z.string().optional(),
  OPENAPI_FILE: z.string().default(join(import.meta.dirname, '../../../docs/openapi.json')),
  /** Whose word on the client's address, host and scheme is taken (`X-Forwarded-*`). */
  TRUST_PROXY: trustProxy,
  /** Where browsers find us, if that is not where requests say they were sent to (`Host`). */
  PUBLIC_ORIGIN: origin.optional(),
  /** Names that requests may be sent to (`Host`) beside PUBLIC_ORIGIN's, localhost and addresses; without ports. */
  ALLOWED_HOSTS: hostNames.optional(),
  /** Whose pages may make calls as well as ours, separated by commas; nobody else's, unless set. */
  CORS_ORIGINS: origins.optional(),
  /** The runner of challenges has a port, and so an origin, of its own; 0 switches it off. */
  RUNNER_PORT: z.coerce.number().int().min(0).max(65_535).default(8_081),
  /** Where browsers find the runner, and whose pages may frame it; known from `Host` where no proxy is between. */
  RUNNER_ORIGIN: origin.optional(),
  RUNNER_PARENT_ORIGIN: origin.optional(),
  /** Until the head of a request has come, and until the rest of it has: those who send slowly hold what others need. */
  HEADERS_TIMEOUT: seconds.default(10),
  BODY_TIMEOUT: seconds.default(30),
  /** Until the upstream has begun its reply. */
  UPSTREAM_TIMEOUT: seconds.default(30),
  /** Requests that one service may have at a time, all its replicas together; the others are refused at once. */
  UPSTREAM_CONCURRENCY: z.coerce.number().int().min(1).max(100_000).default(128),
  RATE_LIMIT_READ: perMinute(3_000),
  RATE_LIMIT_WRITE: perMinute(600),
  RATE_LIMIT_ANSWERS: perMinute(3_000),
  RATE_LIMIT_IMPORT: perMinute(30),
  RATE_LIMIT_UPLOAD: perMinute(60),
  RATE_LIMIT_INTERVIEW: perMinute(10),
  RATE_LIMIT_TRACES: perMinute(30),
  /** Whether a caller's `traceparent` says what is recorded: for a proxy before us that lets none but its own through. */
  TRUST_TRACEPARENT: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Calls a minute of which pages may tell what they measured; 0 asks pages for nothing. */
  BROWSER_SPANS: perMinute(0),
})

export const config = fields.superRefine((given, context) => {
  const missing = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (given.TLS_CERT_FILE && !given.TLS_KEY_FILE) missing('TLS_KEY_FILE', 'is needed with TLS_CERT_FILE')
  if (given.TLS_KEY_FILE && !given.TLS_CERT_FILE) missing('TLS_CERT_FILE', 'is needed with TLS_KEY_FILE')
  if (given.HTTP2 && !given.TLS_CERT_FILE) missing('HTTP2', 'needs TLS_CERT_FILE and TLS_KEY_FILE')
})
export type GatewayConfig = z.infer<typeof config>

function isProxyList(text: string): boolean {
  if (text === 'true' || text === 'false') return true
  return text.split(',').every((part) => {
    if (isProxyName(part.trim())) return true
    const [address = '', prefix = '0', ...more] = part.trim().split('/')
    return isIP(address) > 0 && /^\d{1,3}$/.test(prefix) && more.length === 0
  })
}
