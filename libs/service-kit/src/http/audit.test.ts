import { type AuditRecord, type EndpointDeclaration, endpoint, success } from '@rehearse/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { installAuth, type TokenVerifier } from '../auth/auth.ts'
import { type App, createService } from '../service.ts'
import { installAudit } from './audit.ts'
import { serve } from './serve.ts'

const verifier = {
  verify: async () => ({ id: 'admin_1', role: 'admin', sessionId: 's', expiresAt: 0 }),
} as unknown as TokenVerifier

let app: App
let stored: { id: string; record: AuditRecord }[]
let store: (id: string, record: AuditRecord) => Promise<void>
beforeEach(async () => {
  stored = []
  store = async (id, record) => void stored.push({ id, record })
  ;({ app } = await createService({ name: 'test', description: '', logLevel: 'silent' }))
  installAuth(app, verifier)
  installAudit(app, (id, record) => store(id, record))
})
afterEach(() => app.close())

const reply = success({ data: z.record(z.string(), z.unknown()) })
function answer(declared: Partial<EndpointDeclaration>, data: object = {}) {
  const one = endpoint({
    method: 'PUT',
    path: '/api/articles/:id',
    service: 'questions',
    access: 'admin',
    summary: 'Change an article',
    params: z.object({ id: z.string() }),
    ...(declared.method !== 'GET' && { body: z.looseObject({}).optional() }),
    response: { 200: reply },
    ...declared,
  })
  serve(app, one, async () => ({ success: true as const, data }) as never)
}
const send = async (
  method: 'PUT' | 'GET' | 'POST',
  url: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
) =>
  (
    await app.inject({
      method,
      url,
      headers: { authorization: 'Bearer token', ...headers },
      ...(body && { payload: body }),
    })
  ).statusCode

test('records who did what to what, with the allowed fields alone', async () => {
  answer({}, { title: 'Event loop', explanation: 'The answer is B.', changed: 2 })
  const body = {
    status: 'approved',
    explanation: 'The answer is B.',
    password: 'secret',
    reassignTo: 'x'.repeat(500),
  }
  expect(await send('PUT', '/api/articles/event-loop', { body })).toBe(200)
  expect(stored.map(({ record }) => record)).toEqual([
    {
      actor: 'admin_1',
      role: 'admin',
      topic: 'library',
      action: 'PUT /api/articles/:id',
      summary: 'Change an article',
      target: 'event-loop',
      title: 'Event loop',
      details: { status: 'approved', reassignTo: 'x'.repeat(100), changed: 2 },
      requestId: expect.any(String),
    },
  ])
})

test('names no learner', async () => {
  answer({ path: '/api/admin/users/:id' }, { name: 'Zoe', title: 'Zoe' })
  await send('PUT', '/api/admin/users/zoe', { body: {} })
  expect(JSON.stringify(stored)).not.toMatch(/zoe/i)
  expect(stored).toHaveLength(1)
})

test.each<[string, Partial<EndpointDeclaration>, object]>([
  ['a dry run', {}, { dryRun: true }],
  ['a learner’s write', { access: 'signed-in' }, {}],
  ['a check with the limit of reads', { limit: 'READ' }, {}],
  ['a write that is declared as not audited', { audited: false }, {}],
])('records nothing of %s', async (_what, declared, data) => {
  answer(declared, data)
  expect(await send('PUT', '/api/articles/a', { body: {} })).toBe(200)
  expect(stored).toEqual([])
})

test('records no dry run whose response doesn’t say so', async () => {
  answer({})
  await send('PUT', '/api/articles/a', { body: { dryRun: true } })
  expect(stored).toEqual([])
  await send('PUT', '/api/articles/a', { body: { dryRun: false } })
  expect(stored).toHaveLength(1)
})

test('records a read that is declared as audited, and no other', async () => {
  answer({ method: 'GET', path: '/api/questions/export', audited: true, params: z.object({}) })
  answer({ method: 'GET', path: '/api/questions', params: z.object({}) })
  await send('GET', '/api/questions/export?format=gift')
  await send('GET', '/api/questions')
  expect(stored.map(({ record }) => [record.action, record.details])).toEqual([
    ['GET /api/questions/export', { format: 'gift' }],
  ])
})

test('gives a repeated request the same id', async () => {
  answer({})
  const again = { body: {}, headers: { 'idempotency-key': 'one' } }
  for (const options of [again, again, { body: {} }, { body: {} }])
    await send('PUT', '/api/articles/a', options)
  const [one, same, ...others] = stored.map(({ id }) => z.uuid().parse(id))
  expect(same).toBe(one)
  expect(new Set([one, ...others]).size).toBe(3)
})

test('the response doesn’t depend on the log', async () => {
  answer({})
  store = () => Promise.reject(new Error('no database'))
  expect(await send('PUT', '/api/articles/a', { body: {} })).toBe(200)
})
