import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  clearAdminCookie,
  clearLearnerCookies,
  setAdminCookie,
  setLearnerCookies,
  setLearnerTokenCookie,
} from './cookies.ts'

let app: FastifyInstance
beforeEach(async () => {
  app = Fastify()
  await app.register(cookie)
})
afterEach(() => app.close())

/** Each cookie of a response by its name, with its attributes in lower case and in order. */
async function attributes(set: (reply: FastifyReply) => void, proto?: string) {
  app.get('/', async (_request, reply) => {
    set(reply)
    return {}
  })
  const reply = await app.inject({ url: '/', headers: proto ? { 'x-forwarded-proto': proto } : {} })
  const lines = [reply.headers['set-cookie'] ?? []].flat()
  return Object.fromEntries(
    lines.map((line) => {
      const [pair = '', ...rest] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return [name, { value, rest: rest.map((part) => part.toLowerCase()).sort() }]
    }),
  )
}

test.each([clearLearnerCookies, clearAdminCookie])(
  'clears the browser’s HTTP cache, but no storage, on sign-out',
  async (clear) => {
    app.get('/', async (_request, reply) => {
      clear(reply)
      return {}
    })
    expect((await app.inject({ url: '/' })).headers['clear-site-data']).toBe('"cache"')
  },
)

const hour = 'max-age=3600'
const day = 'max-age=86400'
const month = 'max-age=2592000'
const learner = { token: 'T', refreshToken: 'R' }

describe.each([
  ['http', undefined, []],
  ['https', 'https', ['secure']],
] as const)('over %s', (_scheme, proto, secure) => {
  test('a learner’s tokens are inaccessible to scripts and not sent with other sites’ forms', async () => {
    expect(await attributes((reply) => setLearnerCookies(reply, learner), proto)).toEqual({
      rehearse_token: { value: 'T', rest: ['httponly', hour, 'path=/', 'samesite=lax', ...secure].sort() },
      rehearse_refresh: {
        value: 'R',
        rest: ['httponly', month, 'path=/api/auth', 'samesite=strict', ...secure].sort(),
      },
      // Not a token: the page's script reads it to decide whether to request the profile.
      rehearse_signed_in: { value: '1', rest: [month, 'path=/', 'samesite=lax', ...secure].sort() },
    })
  })

  test('a token cookie expires no later than its token', async () => {
    expect(await attributes((reply) => setLearnerTokenCookie(reply, 'T', 90), proto)).toEqual({
      rehearse_token: {
        value: 'T',
        rest: ['httponly', 'max-age=90', 'path=/', 'samesite=lax', ...secure].sort(),
      },
    })
  })

  test('an admin’s token is only sent from the site’s own pages', async () => {
    expect(await attributes((reply) => setAdminCookie(reply, 'T'), proto)).toEqual({
      rehearse_admin: { value: 'T', rest: ['httponly', day, 'path=/', 'samesite=strict', ...secure].sort() },
    })
  })

  test('clearing a cookie uses the attributes it was set with, or the browser would keep it', async () => {
    const gone = 'expires=thu, 01 jan 1970 00:00:00 gmt'
    const taken = await attributes((reply) => {
      clearLearnerCookies(reply)
      clearAdminCookie(reply)
    }, proto)
    const paths = {
      rehearse_token: ['httponly', 'path=/', 'samesite=lax'],
      rehearse_refresh: ['httponly', 'path=/api/auth', 'samesite=strict'],
      rehearse_signed_in: ['path=/', 'samesite=lax'],
      rehearse_admin: ['httponly', 'path=/', 'samesite=strict'],
    }
    for (const [name, rest] of Object.entries(paths)) {
      expect(taken[name]?.value).toBe('')
      expect(taken[name]?.rest).toEqual(expect.arrayContaining([gone, ...rest, ...secure]))
    }
  })
})

test.each(['http', 'https,http', 'HTTPS '])('ignores the invalid forwarded protocol %j', async (proto) => {
  const set = await attributes((reply) => setAdminCookie(reply, 'T'), proto)
  expect(set.rehearse_admin?.rest).not.toContain('secure')
})
