import { DomainError, type Role } from '@rehearse/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type App, createService } from '../service.ts'
import { installAuth, principalOf, type RouteAccess, type TokenVerifier } from './auth.ts'

/** Role names serve as tokens. */
const verifier: TokenVerifier = {
  recall: () => null,
  verify: async (token) => {
    if (!['learner', 'enrolling_admin', 'author', 'reviewer', 'admin', 'super_admin'].includes(token)) {
      throw new DomainError({
        kind: 'unauthenticated',
        code: 'invalid_token',
        message: 'Invalid authentication token',
      })
    }
    return { id: `some-${token}`, role: token as Role, sessionId: 's', expiresAt: 0 }
  },
  revokeSession: () => {},
  forgetSignatures: () => {},
}

let app: App
beforeEach(async () => {
  ;({ app } = await createService({ name: 'test', description: '', logLevel: 'silent' }))
  installAuth(app, verifier)
})
afterEach(() => app.close())

const call = async (authorization?: string) => {
  const reply = await app.inject({ url: '/', headers: authorization === undefined ? {} : { authorization } })
  return { status: reply.statusCode, code: reply.json().code }
}

test('rejects a route that does not declare its access', () => {
  expect(() => app.get('/open', async () => ({}))).toThrow(
    'GET /open does not declare its access (config.access)',
  )
})

const admins = { author: 200, reviewer: 200, admin: 200, super_admin: 200 }
const forbidden = { author: 403, reviewer: 403, admin: 403, super_admin: 403 }
const open = { visitor: 200, learner: 200, enrolling_admin: 200, ...admins }
const noAdmin = { visitor: 401, learner: 403, enrolling_admin: 403 }
const matrix: Record<RouteAccess, Record<Role | 'visitor', number>> = {
  anyone: open,
  inner: open,
  'signed-in': { ...open, visitor: 401, enrolling_admin: 403 },
  learner: { visitor: 401, learner: 200, enrolling_admin: 403, ...forbidden },
  'admin-enrollment': { ...open, visitor: 401, learner: 403 },
  author: { ...noAdmin, ...admins },
  reviewer: { ...noAdmin, ...admins, author: 403 },
  admin: { ...noAdmin, ...admins, author: 403, reviewer: 403 },
  super_admin: { ...noAdmin, ...forbidden, super_admin: 200 },
}

describe.each(Object.entries(matrix) as [RouteAccess, (typeof matrix)[RouteAccess]][])(
  'a route for %s',
  (access, statuses) => {
    beforeEach(() => {
      app.get('/', { config: { access } }, async () => ({}))
    })

    test.each(Object.entries(statuses))('responds to a %s with %i', async (caller, status) => {
      const code = { 200: undefined, 401: 'authentication_required', 403: 'forbidden' }[status]
      expect(await call(caller === 'visitor' ? undefined : `Bearer ${caller}`)).toEqual({ status, code })
    })

    test('rejects a bad token instead of treating the caller as a visitor', async () => {
      const expected = access === 'inner' ? { status: 200 } : { status: 401, code: 'invalid_token' }
      expect(await call('Bearer nobody')).toEqual(expected)
      expect(await call('Bearer two words')).toEqual(expected)
    })
  },
)

describe('the Authorization header', () => {
  beforeEach(() => {
    app.get('/', { config: { access: 'learner' } }, async (request) => principalOf(request))
  })

  test.each(['bearer learner', 'BEARER learner', 'Bearer   learner '])(
    'may be written %j',
    async (header) => {
      expect(await call(header)).toMatchObject({ status: 200 })
    },
  )

  test.each(['', 'Bearer', 'Bearer ', 'Basic learner', 'learner', 'Bearerlearner'])(
    'holds no token as %j',
    async (header) => {
      expect(await call(header)).toEqual({ status: 401, code: 'authentication_required' })
    },
  )
})

test('gives the handler the principal, or null for a visitor', async () => {
  app.get('/', { config: { access: 'anyone' } }, async (request) => ({ principal: request.principal }))
  expect((await app.inject('/')).json()).toEqual({ principal: null })
  const reply = await app.inject({ url: '/', headers: { authorization: 'Bearer learner' } })
  expect(reply.json().principal).toMatchObject({ id: 'some-learner', role: 'learner' })
})

test('fails when a handler asks for the principal of a visitor', async () => {
  app.get('/', { config: { access: 'anyone' } }, async (request) => principalOf(request))
  expect(await call()).toEqual({ status: 500, code: 'internal' })
})

test('responds with 404 to an unknown path, with or without a token', async () => {
  app.get('/', { config: { access: 'super_admin' } }, async () => ({}))
  expect((await app.inject('/nowhere')).statusCode).toBe(404)
})
