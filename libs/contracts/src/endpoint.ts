import type { z } from 'zod'
import { SMALL_BODY_LIMIT } from './constants.ts'
import type { Access } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const serviceNames = ['identity', 'questions', 'progress', 'media'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Classes of rate limits. `SIGNIN` and `REGISTER` are counted by identity, for all replicas alike. */
export type RateLimit =
  | 'SIGNIN'
  | 'REGISTER'
  | 'READ'
  | 'WRITE'
  | 'ANSWERS'
  | 'IMPORT'
  | 'UPLOAD'
  | 'INTERVIEW'
  | 'TRACES'

/** What identity counts a request as: a sign-in, a registration, a step by mail, or a password shown again. */
export type CountedAttempt =
  | 'learner-sign-in'
  | 'admin-sign-in'
  | 'registration'
  | 'mailed-step'
  | 'password-check'
  | 'email-change'

/** A response that isn't JSON, or not only: a schema for each media type. */
export interface MediaResponse {
  description: string
  content: Readonly<Record<string, { schema: z.ZodType }>>
}

/** An error that this endpoint adds to those that every endpoint may answer with. */
export interface EndpointError {
  status: number
  description: string
}

/** Values that fit the schemas, where none can be made up from the schemas alone. */
export interface EndpointExample {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
}

export interface EndpointDeclaration {
  method: Method
  /** With its parameters as `:name`. */
  path: string
  /** Who answers: a service behind the gateway, or the gateway itself. */
  service: ServiceName | 'gateway'
  access: Access
  /** `READ` for a GET and `WRITE` for others unless given. */
  limit?: RateLimit
  counts?: CountedAttempt
  /**
   * `revalidate`: the browser may keep the response and asks each time whether it still holds. `until-changed`: the
   * gateway caches a visitor's as well, until the service publishes a change. Else no one keeps it.
   */
  cache?: 'revalidate' | 'until-changed'
  /** Bytes that a body may have; 16 KB unless the largest valid one comes near that. */
  bodyLimit?: number
  /** Values that a JSON body may have; 50,000 unless given. */
  jsonValues?: number
  /** Seconds that the service may take to begin its response; the configured ones unless given. */
  timeout?: number
  /** A stream that stays open: it has a connection of its own and doesn't count against the service's concurrency. */
  live?: true
  /** A hot endpoint: the gateway forwards it without its proxy plugin (decision 26 has the measurements). */
  direct?: true
  /** Done twice it is the same: the gateway sends it again where the connection was lost before the response. */
  repeatable?: true
  /** The body is a batch, and each element of it counts against the limit as a request would. */
  batchOf?: 'answers'
  /** The token is passed on unread, because the service words its errors itself. */
  tokenReadBy?: 'upstream'
  /** The group that it is documented in. */
  tag: string
  summary: string
  description?: string
  /** Media types of the body and of the response, where they aren't JSON. */
  consumes?: readonly string[]
  produces?: readonly string[]
  headers?: z.ZodObject
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** By status; absent: the response is no JSON. */
  response?: Readonly<Record<number, z.ZodType | MediaResponse>>
  /** By code. */
  errors?: Readonly<Record<string, EndpointError>>
  example?: EndpointExample
}

/** A declaration with its defaults filled in. */
export interface Endpoint extends EndpointDeclaration {
  limit: RateLimit
  bodyLimit: number
}

/**
 * Declares an endpoint. The gateway's routing, access checks and limits, the service's validation, OpenAPI, the
 * permission table, the samples of the role matrix and the frontend's types all derive from the declaration.
 */
export function endpoint<const Declared extends EndpointDeclaration>(
  declared: Declared,
): Declared & { limit: RateLimit; bodyLimit: number } {
  return {
    limit: declared.method === 'GET' ? 'READ' : 'WRITE',
    bodyLimit: SMALL_BODY_LIMIT,
    ...declared,
  }
}
