import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CountedAttempt, type Endpoint, isAudited } from '@rehearse/contracts'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { App } from '../service.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of attempt that identity counts when a request to this route arrives. */
    counts?: CountedAttempt
    /** The declaration of a route whose calls the audit log records. */
    audited?: Endpoint
    /** The error of a body above the route's limit. */
    tooLarge?: NonNullable<Endpoint['tooLarge']>
  }
}

type Part<Declared, From extends string, To extends string, Value> =
  Declared extends Record<From, infer Schema extends Value> ? Record<To, Schema> : unknown

/** An endpoint's schemas under Fastify's names. */
type SchemaOf<Declared> = FastifySchema &
  Part<Declared, 'params', 'params', z.ZodType> &
  Part<Declared, 'query', 'querystring', z.ZodType> &
  Part<Declared, 'headers', 'headers', z.ZodType> &
  Part<Declared, 'body', 'body', z.ZodType> &
  Part<Declared, 'response', 'response', object>

export type Handler<Declared> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  SchemaOf<Declared>,
  ZodTypeProvider,
  FastifyBaseLogger
>

/** What the service adds to a declaration: hooks, and the messages of its own errors. */
export interface ServeOptions
  extends Pick<
    RouteShorthandOptions,
    'onSend' | 'preParsing' | 'preValidation' | 'errorHandler' | 'attachValidation' | 'exposeHeadRoute'
  > {
  /** Replaces the declared body schema with a stricter one; the declared one is documented. */
  body?: z.ZodType
  invalidMessage?: FastifyContextConfig['invalidMessage']
  failureMessage?: FastifyContextConfig['failureMessage']
  config?: Partial<FastifyContextConfig>
}

/**
 * Registers a declared endpoint. Path, access, limits and schemas come from its declaration, which also types the
 * handler's request and response.
 */
export function serve<Declared extends Endpoint>(
  app: App,
  endpoint: Declared,
  handler: Handler<Declared>,
): void
export function serve<Declared extends Endpoint>(
  app: App,
  endpoint: Declared,
  options: ServeOptions,
  handler: Handler<Declared>,
): void
export function serve<Declared extends Endpoint>(
  app: App,
  endpoint: Declared,
  ...rest: [Handler<Declared>] | [ServeOptions, Handler<Declared>]
): void {
  const [options, handler] = rest.length === 1 ? [{}, rest[0]] : rest
  const { body = endpoint.body, invalidMessage, failureMessage, config, ...hooks } = options
  const { method, path, access, counts, jsonDepth, jsonValues, bodyLimit, tooLarge } = endpoint
  const { tag, summary, description, consumes, produces, headers, params, query, response } = endpoint
  app.route({
    method,
    url: path,
    ...(method !== 'GET' && { bodyLimit }),
    config: {
      ...defined({ access, counts, jsonDepth, jsonValues, tooLarge, invalidMessage, failureMessage }),
      ...(isAudited(endpoint) && { audited: endpoint }),
      ...config,
    },
    schema: {
      tags: [tag],
      ...defined({ summary, description, consumes, produces }),
      ...defined({ headers, params, querystring: query, body, response }),
      ...defined({ 'x-counts': counts }),
    },
    ...hooks,
    handler: handler as unknown as RouteHandlerMethod,
  } as Parameters<App['route']>[0])
}

/** Leaves out undefined values: Fastify treats an option that is present as set, even if undefined. */
function defined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: NonNullable<Values[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: NonNullable<Values[Key]>
  }
}
