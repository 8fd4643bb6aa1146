import { errorReply } from '@rehearse/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { routes, upstreamNames } from './routes.ts'
import { call } from './testing/call.ts'
import { type RunningGateway, startGateway } from './testing/start-gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())
afterEach(() => {
  for (const name of upstreamNames) gateway.upstreams[name].forget()
})

const proxied = routes.flatMap((row) =>
  row.upstream === 'gateway' ? [] : [{ ...row, upstream: row.upstream }],
)
const asked = () => upstreamNames.flatMap((name) => gateway.upstreams[name].seen)
const address = (path: string) => gateway.url + path.replace(/:\w+/g, 'some-id')

describe('the routing table', () => {
  test.each(proxied)(
    'forwards $method $path to $upstream unchanged',
    async ({ method, path, upstream, access }) => {
      const role = access === 'learner' || access === 'anyone' ? 'learner' : 'super_admin'
      const bearer = await gateway.identity.token(role)
      const reply = await call(`${address(path)}?a=1&a=2&b=%20x`, { method, bearer })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ success: true })
      expect(gateway.upstreams[upstream].last()).toMatchObject({
        method,
        url: `${path.replace(/:\w+/g, 'some-id')}?a=1&a=2&b=%20x`,
      })
      expect(asked()).toHaveLength(1)
    },
  )

  test('supports HEAD wherever it supports GET', async () => {
    expect((await call(`${gateway.url}/api/features/planned`, { method: 'HEAD' })).status).toBe(200)
  })
})

describe('has no other routes:', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/unknown'],
    ['POST', '/api/questions/unified/some-id/unknown'],
    ['GET', '/api/health/'],
    ['GET', '/api/questions'],
    ['DELETE', '/api/unknown.json'],
    ['GET', '/livez'],
    ['GET', '/readyz'],
    ['GET', '/metrics'],
    ['POST', '/'],
    ['GET', '/.well-known/security.txt'],
  ])('%s %s gets a 404 in the documented format, and reaches no service', async (method, path) => {
    const body = method === 'POST' ? '{"broken' : undefined
    const reply = await call(gateway.url + path, {
      method,
      ...(body && { body, headers: { 'content-type': 'application/json' } }),
    })
    expect(reply.status).toBe(404)
    expect(errorReply.parse(reply.body)).toMatchObject({ code: 'not_found', error: 'Not found' })
    expect(reply.headers['x-request-id']).toBe(reply.body.requestId)
    expect(asked()).toEqual([])
  })

  test.each([
    ['DELETE', '/api/questions/stats', 'GET, HEAD'],
    ['PATCH', '/api/questions/unified/some-id', 'GET, PUT, DELETE, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['OPTIONS', '/api/progress/save', 'POST'],
    ['GET', '/api/questions/import', 'POST'],
  ])('%s %s gets a 405 that lists the supported methods', async (method, path, allow) => {
    const reply = await call(gateway.url + path, { method })
    expect(reply.status).toBe(405)
    expect(reply.headers.allow).toBe(allow)
    expect(errorReply.parse(reply.body)).toMatchObject({ code: 'method_not_allowed' })
    expect(asked()).toEqual([])
  })

  test.each(['/api/admin/stream', '/api/progress/stream'])(
    'HEAD %s gets a 405: it would open a stream that no one reads',
    async (path) => {
      const bearer = await gateway.identity.token(path.includes('admin') ? 'admin' : 'learner')
      const reply = await call(gateway.url + path, { method: 'HEAD', bearer })
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET'])
      expect(asked()).toEqual([])
    },
  )

  test.each([
    '/api/questions/%ff',
    '/api/questions/unified/%zz',
    '/api/questions/unified/%2e%2e%2fadmin',
    '/api/questions/unified/..%2f..%2freadyz',
    `/api/questions/unified/${'x'.repeat(300)}`,
    `/api/features/planned?${'x'.repeat(20_000)}`,
  ])('%s gets a 4xx in the documented format, and reaches no service', async (path) => {
    const reply = await call(gateway.url + path)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(errorReply.safeParse(reply.body).error).toBeUndefined()
    expect(asked()).toEqual([])
  })
})
