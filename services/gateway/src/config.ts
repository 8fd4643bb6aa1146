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
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8_080)
    .describe('port the service listens on; 0 picks a free one'),
  INNER_HOST: z.string().default('127.0.0.1').describe('address of the internal port'),
  INNER_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8_079)
    .describe('port for `/livez`, `/readyz`, `/metrics` and `/statusz`, which are never on the public port'),
  IDENTITY_URL: origins.describe(
    'URLs of all identity replicas, separated by commas; a host name represents every IP address that it resolves to',
  ),
  QUESTIONS_URL: origins.describe('URLs of all questions replicas, in the same format'),
  PROGRESS_URL: origins.describe('URLs of all progress replicas, in the same format'),
  MEDIA_URL: origins.describe('URLs of all media replicas, in the same format'),
  NATS_MONITOR_URL: origins
    .optional()
    .describe(
      'the `http_port` of each NATS server, separated by commas, to include their storage in the metrics',
    ),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe('certificate with its chain (PEM), for HTTPS on both ports; renewed files are picked up'),
  TLS_KEY_FILE: z.string().optional().describe('private key of the certificate (PEM)'),
  HTTP2: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('`true` adds HTTP/2 to HTTP/1.1; requires TLS'),
  FRONTEND_DIR: z
    .string()
    .optional()
    .describe('folder of the built frontend; without it the gateway serves only the API'),
  OPENAPI_FILE: z
    .string()
    .default(join(import.meta.dirname, '../../../docs/openapi.json'))
    .describe('file of the OpenAPI document that the gateway serves'),
  TRUST_PROXY: trustProxy.describe(
    'proxies whose `X-Forwarded-*` is trusted: `true`, `false`, or addresses, networks and names (with a dot), separated by commas',
  ),
  PUBLIC_ORIGIN: origin
    .optional()
    .describe('the site’s public URL, if requests are sent to another one (behind a proxy)'),
  ALLOWED_HOSTS: hostNames
    .optional()
    .describe(
      'additional names that requests may be sent to (`Host`), without ports, separated by commas; the names in PUBLIC_ORIGIN and RUNNER_PARENT_ORIGIN, localhost and IP addresses are always allowed, others get 421',
    ),
  CORS_ORIGINS: origins
    .optional()
    .describe(
      'other origins whose pages may call the API, separated by commas: with a token, never with cookies',
    ),
  RUNNER_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8_081)
    .describe('port of the challenge runner, which has its own origin; 0 turns it off'),
  RUNNER_ORIGIN: origin.optional().describe('public address of the runner behind a proxy'),
  RUNNER_PARENT_ORIGIN: origin
    .optional()
    .describe('origin of the pages that may frame the runner; PUBLIC_ORIGIN if not set'),
  HEADERS_TIMEOUT: seconds.default(10).describe('seconds until the request headers must have arrived'),
  BODY_TIMEOUT: seconds
    .default(30)
    .describe('seconds until a body of up to 1 MB must have arrived; larger ones get five minutes'),
  UPSTREAM_TIMEOUT: seconds.default(30).describe('seconds until a service must have started its response'),
  UPSTREAM_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(128)
    .describe('concurrent requests to one service, over all its replicas; further requests get 503 at once'),
  RATE_LIMIT_READ: perMinute(3_000).describe(
    'reads, and unknown paths under `/api`, per minute, user and gateway; 0 means no limit',
  ),
  RATE_LIMIT_WRITE: perMinute(600).describe('writes per minute, user and gateway; 0 means no limit'),
  RATE_LIMIT_ANSWERS: perMinute(3_000).describe(
    'answers per minute, user and gateway, counting each answer of a batch; 0 means no limit',
  ),
  RATE_LIMIT_IMPORT: perMinute(30).describe(
    'imports and exports per minute, user and gateway; 0 means no limit',
  ),
  RATE_LIMIT_EXPORT: perMinute(5).describe(
    'exports of all data about oneself per ten minutes, user, network and gateway; 0 means no limit',
  ),
  RATE_LIMIT_UPLOAD: perMinute(60).describe('uploads per minute, user and gateway; 0 means no limit'),
  RATE_LIMIT_INTERVIEW: perMinute(10).describe(
    'questions to the language model per minute, user and gateway; 0 means no limit',
  ),
  RATE_LIMIT_TRACES: perMinute(30).describe(
    'traces sent by pages per minute, user and gateway; 0 means no limit',
  ),
  RATE_LIMIT_PAGES: perMinute(6_000).describe(
    'pages and files of the frontend per minute, network and gateway; 0 means no limit',
  ),
  CONNECTIONS_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(2_000)
    .describe(
      'connections that one network may have open, except the proxies in TRUST_PROXY; further ones are closed, 0 means no limit',
    ),
  TRUST_TRACEPARENT: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe(
      '`true` lets a caller’s `traceparent` decide whether its trace is recorded; use it only behind a proxy that replaces the header',
    ),
  BROWSER_SPANS: perMinute(0).describe(
    'with a collector: number of calls per minute for which pages may send their part of the trace; 0 turns this off',
  ),
})

export const config = fields.superRefine((settings, context) => {
  const missing = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (settings.TLS_CERT_FILE && !settings.TLS_KEY_FILE)
    missing('TLS_KEY_FILE', 'is needed with TLS_CERT_FILE')
  if (settings.TLS_KEY_FILE && !settings.TLS_CERT_FILE)
    missing('TLS_CERT_FILE', 'is needed with TLS_KEY_FILE')
  if (settings.HTTP2 && !settings.TLS_CERT_FILE) missing('HTTP2', 'needs TLS_CERT_FILE and TLS_KEY_FILE')
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
