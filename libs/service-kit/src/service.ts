import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BODY_LIMIT } from '@rehearse/contracts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { installErrorMapper } from './error-mapper.ts'
import { installHealthRoutes, Readiness } from './health.ts'
import { createMetrics, installMetrics } from './metrics.ts'
import { installOpenApi } from './openapi.ts'
import { currentContext, isTransportableId, runInContext } from './request-context.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export interface ServiceOptions {
  name: string
  logLevel: string
  /** Bytes; routes that take files say so themselves. */
  bodyLimit?: number
  /** Take over the request id of the hop before; only behind our own gateway. */
  trustRequestId?: boolean
  description: string
}

/**
 * The Fastify app that every service stands on: zod in and out, one shape of errors, ids in every log line, health,
 * metrics and an OpenAPI document. Routes, auth and backing servers are the service's own.
 */
export async function createService(options: ServiceOptions): Promise<{ app: App; readiness: Readiness }> {
  const base = Fastify({
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    requestIdLogLabel: 'requestId',
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return options.trustRequestId && isTransportableId(given) ? given : randomUUID()
    },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    disableRequestLogging: true,
    logger: {
      level: options.logLevel,
      name: options.name,
      base: { service: options.name },
      mixin: () => {
        const context = currentContext()
        return context ? { correlationId: context.correlationId } : {}
      },
    },
  })
  const app = base.withTypeProvider<ZodTypeProvider>() as unknown as App
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (request, reply, done) => {
    const given = request.headers['x-correlation-id']
    const correlationId = isTransportableId(given) ? given : request.id
    reply.header('x-request-id', request.id)
    runInContext({ requestId: request.id, correlationId }, done)
  })
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
  installErrorMapper(app)
  const readiness = new Readiness()
  await installOpenApi(app, options)
  return { app, readiness: installInner(app, options.name, readiness) }
}

function installInner(app: App, name: string, readiness: Readiness): Readiness {
  installHealthRoutes(app, readiness)
  installMetrics(app, createMetrics(name))
  return readiness
}
