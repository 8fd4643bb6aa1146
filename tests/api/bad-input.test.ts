import { randomUUID } from 'node:crypto'
import { errorReply } from '@rehearse/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Call, caller, newLearner, superAdmin, visitor } from '../support/client.ts'

let learner: Call
let admin: Call
let token: string
beforeAll(async () => {
  const signedUp = await newLearner()
  learner = signedUp.call
  token = signedUp.token
  admin = await superAdmin()
})

interface Refused {
  status: number
  body: unknown
}

/** A 4xx of the documented shape that reveals no internals. */
function expectError(reply: Refused, status: number): void {
  expect(reply.status, JSON.stringify(reply.body)).toBe(status)
  expect(errorReply.strict().safeParse(reply.body).error).toBeUndefined()
  expect(JSON.stringify(reply.body)).not.toMatch(
    / at .*\.[jt]s|node_modules|select |insert |kysely|postgres/i,
  )
}

describe('bodies', () => {
  const writes = [
    '/api/auth/register',
    '/api/auth/login',
    '/api/admin/auth',
    '/api/questions/unified',
    '/api/progress/save',
    '/api/progress/save/batch',
    '/api/progress/challenges',
    '/api/progress/plans',
    '/api/progress/sessions',
    '/api/progress/reset',
  ]
  const callerOf = (path: string) =>
    path.includes('progress') ? learner : path.includes('questions') ? admin : visitor

  test.each(writes)('%s rejects malformed JSON', async (path) => {
    expectError(await callerOf(path)(path, { body: '{"half":' }), 400)
  })
  test.each(writes)('%s rejects an array, a number, a string and null', async (path) => {
    for (const body of ['[]', '7', '"word"', 'null']) {
      expectError(await callerOf(path)(path, { body }), 400)
    }
  })
  test.each(writes)('%s rejects a body that is too large', async (path) => {
    const megabytes = path === '/api/questions/unified' ? 21 : 2
    const body = JSON.stringify({ title: 'x'.repeat(megabytes * 1024 * 1024) })
    expectError(await callerOf(path)(path, { body }), 413)
  })
  test.each(writes)('%s rejects another media type', async (path) => {
    const headers = { 'content-type': 'application/xml' }
    expectError(await callerOf(path)(path, { body: '<a/>', headers }), 415)
  })

  test.each<[string, Record<string, unknown>]>([
    ['numbers instead of texts', { title: 1, content: 2, category: 3 }],
    ['a text instead of options', { title: 't', content: 'c', category: 'General', options: 'a, b' }],
    ['null characters', { title: 't', content: 'a\u0000b', category: 'General' }],
    ['101 points', { title: 't', content: 'c', category: 'General', explanation: 'e', points: 101 }],
    ['5 seconds', { title: 't', content: 'c', category: 'General', explanation: 'e', timeLimit: 5 }],
    ['prototype keys', { ['__proto__']: { title: 't' }, constructor: { prototype: {} } }],
  ])('a question with %s is rejected', async (_what, body) => {
    expectError(await admin('/api/questions/unified', { body }), 400)
  })
})

describe('URLs', () => {
  test.each([
    ['page=-1', 400],
    ['page=0', 400],
    ['page=1e9', 400],
    ['page=1000000000', 400],
    ['page=99999999999999999999', 400],
    ['pageSize=1000', 400],
    ['pageSize=x', 400],
    ['difficulty=impossible', 400],
    ['orderBy=password', 400],
    ['random=perhaps', 400],
    ['page=1&page=2', 400],
    ['search=%00', 400],
  ])('GET /api/questions/unified?%s gets a %i', async (query, status) => {
    expectError(await visitor(`/api/questions/unified?${query}`), status)
  })

  test('unknown query parameters are ignored', async () => {
    expect((await visitor('/api/questions/unified?nonsense=1')).status).toBe(200)
  })

  test.each(['42', 'null', '..%2f..%2fetc', randomUUID().slice(1), "' or 1=1", '%F0%9F%92%A9'])(
    'no question has an id like %s',
    async (id) => {
      const reply = await visitor(`/api/questions/unified/${encodeURIComponent(id)}`)
      expectError(reply, 404)
      expect(reply.body.error).toBe('Question not found')
    },
  )

  test('an unknown question is a 404', async () => {
    const reply = await visitor(`/api/questions/unified/${randomUUID()}`)
    expectError(reply, 404)
    expect(reply.body.error).toBe('Question not found')
  })

  test.each(['/api', '/api/', '/api/unknown', '/api/progress', '/api/questions/a/b/c/d', '/api/%ff'])(
    '%s is refused as JSON',
    async (path) => {
      const reply = await visitor(path)
      expect([400, 404]).toContain(reply.status)
      expectError(reply, reply.status)
    },
  )
})

describe('tokens', () => {
  const tampered = () => {
    const [header, payload, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const raised = Buffer.from(JSON.stringify({ ...claims, role: 'super_admin' })).toString('base64url')
    return {
      'raised role': [header, raised, signature].join('.'),
      'no signature': [header, payload, ''].join('.'),
      'another signature': [
        header,
        payload,
        `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      ].join('.'),
      'alg none': [Buffer.from('{"alg":"none"}').toString('base64url'), payload, ''].join('.'),
      'no token at all': 'Bearer',
    }
  }

  test('a tampered, unsigned or nonsensical token is a 401 with the documented message, on public routes too', async () => {
    for (const [what, bad] of Object.entries(tampered())) {
      for (const path of ['/api/progress/get', '/api/questions/unified']) {
        const reply = await caller(bad)(path)
        expectError(reply, 401)
        expect(reply.body.error, what).toBe('Invalid authentication token')
      }
    }
  })

  test('a missing token is a 401 if one is required', async () => {
    const reply = await visitor('/api/progress/get')
    expectError(reply, 401)
    expect(reply.body.error).toBe('Authentication required')
  })

  test('a role without permission is a 403', async () => {
    expectError(await learner('/api/questions/unified', { body: {} }), 403)
    expectError(await admin('/api/progress/get'), 403)
  })
})
