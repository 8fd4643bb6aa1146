import type { z } from 'zod'
import { SMALL_BODY_LIMIT } from './constants.ts'
import type { Access } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const serviceNames = ['identity', 'questions', 'progress', 'media'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Classes of rate limits. Identity counts `SIGNIN` and `REGISTER`, for all replicas together. */
export type RateLimit =
  | 'SIGNIN'
  | 'REGISTER'
  | 'READ'
  | 'WRITE'
  | 'ANSWERS'
  | 'IMPORT'
  | 'EXPORT'
  | 'UPLOAD'
  | 'INTERVIEW'
  | 'TRACES'

/** What identity counts a request as: a sign-in, a registration, an emailed step, or a repeated password. */
export type CountedAttempt =
  | 'learner-sign-in'
  | 'admin-sign-in'
  | 'registration'
  | 'mailed-step'
  | 'password-check'
  | 'email-change'

/** A response in other media types than JSON: a schema for each. */
export interface MediaResponse {
  description: string
  content: Readonly<Record<string, { schema: z.ZodType }>>
}

/** An error of this endpoint, besides those of every endpoint. */
export interface EndpointError {
  status: number
  description: string
}

/** Example values, if none can be generated from the schemas alone. */
export interface EndpointExample {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
}

export interface EndpointDeclaration {
  method: Method
  /** With its parameters as `:name`. */
  path: string
  /** The service that serves it, or the gateway itself. */
  service: ServiceName | 'gateway'
  access: Access
  /** By default `READ` for a GET and `WRITE` for others. */
  limit?: RateLimit
  counts?: CountedAttempt
  /**
   * `revalidate`: the browser may cache the response and revalidates it each time. `until-changed`: the gateway also
   * caches a visitor's, until the service publishes a change. By default nothing is cached.
   */
  cache?: 'revalidate' | 'until-changed'
  /** The maximum size of a body in bytes; 16 KB unless the largest valid one comes near that. */
  bodyLimit?: number
  /** The error (413) of a body above its limit; `payload_too_large` by default. */
  tooLarge?: { code: string; message: string }
  /** The maximum number of values in a JSON body; 50,000 by default. */
  jsonValues?: number
  /** The maximum depth of a JSON body; 64 levels by default. */
  jsonDepth?: number
  /** Seconds until the service must start its response; the configured ones by default. */
  timeout?: number
  /** A stream that stays open: it has its own connection and doesn't count toward the service's concurrency. */
  live?: true
  /** A hot endpoint: the gateway forwards it without its proxy plugin (decision 26 has the measurements). */
  direct?: true
  /** Safe to repeat: the gateway sends it again if the connection was lost before the response. */
  repeatable?: true
  /** Whether the audit log records its calls: by default those of an admin's write. */
  audited?: boolean
  /** The body is a batch, and each element counts toward the limit like a request. */
  batchOf?: 'answers'
  /** The token is forwarded unverified, because the service has its own error messages for it. */
  tokenReadBy?: 'upstream'
  /** Its group in the documentation: the service's name unless given. */
  tag?: string
  summary: string
  description?: string
  /** Media types of the body and of the response, if they aren't JSON. */
  consumes?: readonly string[]
  produces?: readonly string[]
  headers?: z.ZodObject
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** By status; without it, the response isn't JSON. */
  response?: Readonly<Record<number, z.ZodType | MediaResponse>>
  /** By code. */
  errors?: Readonly<Record<string, EndpointError>>
  example?: EndpointExample
}

/** A declaration with its defaults filled in. */
export interface Endpoint extends EndpointDeclaration {
  limit: RateLimit
  bodyLimit: number
  tag: string
}

/**
 * Declares an endpoint. The gateway's routing, access checks and limits, the service's validation, OpenAPI, the
 * permission table, the samples of the role matrix and the frontend's types all derive from the declaration.
 */
export function endpoint<const Declared extends EndpointDeclaration>(
  declared: Declared,
): Declared & Pick<Endpoint, 'limit' | 'bodyLimit' | 'tag'> {
  return {
    limit: declared.method === 'GET' ? 'READ' : 'WRITE',
    bodyLimit: SMALL_BODY_LIMIT,
    tag: declared.service,
    ...declared,
  }
}
