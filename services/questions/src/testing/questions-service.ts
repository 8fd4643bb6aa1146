import { type Nats, openNats } from '@rehearse/service-kit'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { startTestIdentity, type TestIdentity } from '@rehearse/testing/test-identity'
import { waitUntilReady } from '@rehearse/testing/wait-until-ready'
import Fastify from 'fastify'
import { expect } from 'vitest'
import { buildApp } from '../app.ts'
import { questionsConfig } from '../config.ts'

export type Caller = 'visitor' | 'learner' | 'author' | 'other_author' | 'reviewer' | 'admin' | 'super_admin'

export interface CallOptions {
  as?: Caller
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer<Body> {
  status: number
  body: Body
  /** The response body as received. */
  text: string
  headers: Headers
}

export interface QuestionsService {
  identity: TestIdentity
  /** A NATS connection of another service. */
  nats: Nats
  /** `call('GET /api/categories')`; strings and forms are sent unchanged, everything else as JSON. */
  call<Body = Record<string, unknown>>(call: string, options?: CallOptions): Promise<Answer<Body>>
  close(): Promise<void>
}

/** The service as it runs in production, on a database and a NATS server for this test. */
export async function startQuestionsService(
  database: TestDatabase,
  natsUrl: string,
  { contentDir = 'none', env = {} }: { contentDir?: string; env?: Record<string, string> } = {},
): Promise<QuestionsService> {
  const app = await buildApp(
    questionsConfig.parse({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      NATS_URL: natsUrl,
      DATABASE_URL: database.databaseUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      CONTENT_DIR: contentDir,
      ...env,
    }),
  )
  const identity = await startTestIdentity(natsUrl)
  const { log } = Fastify()
  const nats = openNats({ url: natsUrl, name: 'progress', replicas: 1, log, owns: 'progress' })
  nats.start()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await waitUntilReady(url, { deadlineMs: 90_000 })
  const tokens: Partial<Record<Caller, string>> = {
    learner: await identity.token('learner'),
    author: await identity.token('author', { id: 'author_1' }),
    other_author: await identity.token('author', { id: 'author_2' }),
    reviewer: await identity.token('reviewer', { id: 'reviewer_1' }),
    admin: await identity.token('admin', { id: 'admin_1' }),
    super_admin: await identity.token('super_admin'),
  }

  return {
    identity,
    nats,
    call: async <Body>(call: string, { as = 'visitor', body, headers = {} }: CallOptions = {}) => {
      const [, method = 'GET', path = '/'] = /^(\S+) (.*)$/.exec(call) ?? []
      const token = tokens[as]
      const raw = typeof body === 'string' || body instanceof FormData
      const reply = await fetch(url + path, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
      })
      const text = await reply.text()
      const isJson = text !== '' && reply.headers.get('content-type')?.includes('json')
      return {
        status: reply.status,
        body: (isJson ? JSON.parse(text) : {}) as Body,
        text,
        headers: reply.headers,
      }
    },
    close: async () => {
      await app.close()
      await identity.close()
      await nats.close()
    },
  }
}

/** The body of every error response. */
export interface Failure {
  success: false
  error: string
  code: string
  details?: { path: string; message: string }[]
  requestId: string
}

/** For `expect(reply).toMatchObject(…)`. */
export const refused = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ success: false, code, requestId: expect.any(String) }),
})
