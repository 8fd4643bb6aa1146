import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import swagger from '@fastify/swagger'
import { SMALL_BODY_LIMIT } from '@rehearse/contracts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import { readJsonWithinBounds, rejectUnreadable } from './http/client-errors.ts'
import { installErrorMapper, replyWithError } from './http/error-mapper.ts'
import { installDraining, installHealthRoutes, Readiness } from './http/lifecycle.ts'
import { installStatusRoute } from './http/status.ts'
import { createMetrics, observeRequests, serveMetrics } from './observability/metrics.ts'
import { idsFor, isTransportableId, RequestLog, runInContext } from './observability/request-context.ts'
import { openTracing, traceRequests } from './observability/trace-requests.ts'
import { type Tracing, type TracingConfig, tracingConfig } from './observability/tracing.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

type ServerOptions = FastifyHttpOptions<RawServerDefault, FastifyBaseLogger>

export interface ServiceOptions {
  name: string
  logLevel: string
  /** Where log lines are written; standard output by default. */
  logTo?: Writable
  /** Bytes; 16 KB by default. Routes that accept more declare their own limit. */
  bodyLimit?: number
  /** Take the request's ids and the client's address, host and scheme from the previous hop. */
  behindGateway?: boolean
  /** Identifies the gateway; without it every caller is treated as the gateway. */
  gatewaySecret?: string | undefined
  description: string
  /** Where traces are sent; nowhere by default. */
  tracing?: TracingConfig
  /** Whether the caller's `traceparent` decides if a trace is recorded; by default true behind the gateway. */
  trustTraceparent?: boolean
  /** Non-default settings of the HTTP server: timeouts, trusted proxies. */
  server?: ServerOptions
  /** The service's configuration, shown to admins without secrets. */
  config?: object
  /** Serve health and metrics on a separate app, for another port, instead of next to the routes. */
  innerApart?: boolean
}

export interface Service {
  app: App
  metrics: Registry
  /** The app that serves health and metrics; the app itself unless `innerApart`. */
  inner: App
  readiness: Readiness
  /** Null if no traces are recorded. Closed with the app. */
  tracing: Tracing | null
}

/**
 * The Fastify app that every service builds on: zod for input and output, one error format, ids in every log line,
 * health, metrics and an OpenAPI document. Each service adds its routes, auth and backing servers.
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const app = createApp(options, options.server)
  const tracing = await openTracing(options.name, options.tracing ?? tracingConfig.parse({}), app.log, {
    trustsCallers: options.trustTraceparent ?? options.behindGateway === true,
  })
  // onClose hooks run last to first: spans of the other closing steps are still recorded.
  app.addHook('onClose', async () => tracing?.close())
  installContext(app, options, tracing)
  const inner = options.innerApart ? installContext(createApp(options), options, null) : app
  const readiness = new Readiness()
  const metrics = createMetrics(options.name)
  await installOpenApi(app, options)
  observeRequests(app, metrics)
  installHealthRoutes(inner, readiness)
  serveMetrics(inner, metrics)
  installStatusRoute(inner, metrics, options.config ?? {})
  return { app, metrics, inner, readiness, tracing }
}

function createApp(options: ServiceOptions, server: ServerOptions = {}): App {
  const base = Fastify({
    bodyLimit: options.bodyLimit ?? SMALL_BODY_LIMIT,
    trustProxy: options.behindGateway === true,
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    genReqId: (request) => {
      const received = request.headers['x-request-id']
      return options.behindGateway && isTransportableId(received) ? received : randomUUID()
    },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection while we close are still served, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: replyWithError,
    clientErrorHandler: rejectUnreadable,
    logger: {
      level: options.logLevel,
      base: { service: options.name },
      redact: { paths: [...redactedPaths], remove: true },
      ...(options.logTo && { stream: options.logTo }),
      mixin: (_line, _level, log) => idsFor(log),
    },
    childLoggerFactory: (log, bindings, childOptions) => new RequestLog(log, bindings, childOptions),
    ...server,
  })
  const app = base.withTypeProvider<ZodTypeProvider>() as unknown as App
  if (options.gatewaySecret) requireGatewaySecret(app, options.gatewaySecret)
  // JSON in, JSON out; Fastify would also accept plain text, which none of our routes handle.
  app.removeContentTypeParser('text/plain')
  readJsonWithinBounds(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  if (isVerbose.has(options.logLevel)) logRequests(app)
  installDraining(app)
  installErrorMapper(app)
  return app
}

/** Other users of the machine may also reach this port, and could choose the address that rate limits count. */
function requireGatewaySecret(app: App, secret: string): void {
  const expected = Buffer.from(secret)
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const received = Buffer.from(String(headers[gatewaySecretHeader] ?? ''))
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
      for (const name of ['for', 'host', 'proto']) delete headers[`x-forwarded-${name}`]
    }
    delete headers[gatewaySecretHeader]
    done()
  })
}

/** Gives every request its ids, which everything it causes carries. */
function installContext(app: App, options: ServiceOptions, tracing: Tracing | null): App {
  traceRequests(app, tracing)
  app.addHook('onRequest', (request, reply, done) => {
    const received = request.headers['x-correlation-id']
    const correlationId = options.behindGateway && isTransportableId(received) ? received : request.id
    reply.header('x-request-id', request.id)
    const traceparent = request.traceparent ?? undefined
    const context = { requestId: request.id, correlationId, traceparent }
    if (request.log instanceof RequestLog) request.log.setContext(context)
    runInContext(context, done)
  })
  return app
}

/** Proves that a request comes from the gateway. */
export const gatewaySecretHeader = 'x-gateway-secret'

const isVerbose: ReadonlySet<string> = new Set(['debug', 'trace'])

/** Logs one line per request. All other lines about a request carry its id, at any level. */
function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      },
      'request',
    )
    done()
  })
}

/** Collects the routes' schemas; `app.swagger()` then gives the service's part of the OpenAPI document. */
async function installOpenApi(
  app: FastifyInstance,
  service: { name: string; description: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Rehearse: ${service.name}`, description: service.description, version: '1' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    // Every operation lists its access and body limit, so that the merged document can be checked against the
    // gateway's table.
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      const { config, bodyLimit = app.initialConfig.bodyLimit } = input.route
      return { schema: { ...schema, 'x-access': config?.access, 'x-body-limit': bodyLimit }, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
}

/** Personal data and secrets, at any place in a logged object. */
const confidential = [
  'password',
  'confirmPassword',
  'newPassword',
  'currentPassword',
  'email',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  '["set-cookie"]',
]

/** Postgres error fields that can contain row values (`Key (email)=(…) already exists.`). */
const repeatedRows = ['detail', 'where', 'parameters', 'internalQuery']

const within = (parents: readonly string[], names: readonly string[]) =>
  parents.flatMap((parent) =>
    names.map((name) => (name.startsWith('[') ? `${parent}${name}` : `${parent}.${name}`)),
  )

/**
 * Paths for pino's `redact`. Nothing logs these on purpose; this covers an object that unexpectedly contains them.
 */
const redactedPaths: readonly string[] = [
  ...confidential,
  ...within(['*', '*.*'], confidential),
  ...within(['err', 'err.*', 'err.*[*]'], repeatedRows),
]
