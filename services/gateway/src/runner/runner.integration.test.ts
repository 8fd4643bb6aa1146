import { once } from 'node:events'
import { connect } from 'node:net'
import { runnerReply } from '@rehearse/contracts'
import { freePort } from '@rehearse/local-platform'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitingMax } from '../rate-limits/turns.ts'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
let runner: string
let platform: string
beforeAll(async () => {
  const port = await freePort()
  gateway = await startGateway({ RUNNER_PORT: String(port) })
  runner = `http://127.0.0.1:${port}`
  platform = gateway.url
})
afterAll(() => gateway?.close())

describe('the runner’s origin', () => {
  test('serves its page without cookies, for frames of the platform only', async () => {
    const { status, headers, text } = await call(`${runner}/`, { headers: { cookie: 'rehearse_token=x' } })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'origin-agent-cluster': '?1',
      'connection-allowlist': '()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('set-cookie')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('sandbox allow-scripts allow-forms')
    expect(policy).toContain(`frame-ancestors ${platform}`)
    expect(text).toContain(`"platform":"${platform}"`)
    expect(text).not.toMatch(/^(import|export) /m)
    expect(text.match(/<\/script>/g)).toHaveLength(1)
    const head = await call(`${runner}/`, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('handles one request of a connection at a time, and disconnects a client that sends too many', async () => {
    const socket = connect(Number(new URL(runner).port), '127.0.0.1')
    socket.on('error', () => {})
    const said: Buffer[] = []
    socket.on('data', (chunk: Buffer) => said.push(chunk))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(waitingMax + 2))
    await once(socket, 'close')
    expect(Buffer.concat(said).toString().split('HTTP/1.1 200 OK').length - 1).toBeLessThanOrEqual(1)
    expect((await call(`${runner}/`)).status).toBe(200)
  })

  test.each([
    ['POST', '/'],
    ['OPTIONS', '/'],
    ['GET', '/?x'],
    ['GET', '/index.html'],
    ['GET', '/frame.js'],
    ['GET', '/api/health'],
    ['GET', '/api/runner'],
    ['GET', '/api/docs'],
    ['GET', '/readyz'],
    ['GET', '/..%2f..%2fpackage.json'],
  ])('serves nothing else: %s %s', async (method, path) => {
    const reply = await call(runner + path, { method, ...(method === 'POST' && { body: { a: 1 } }) })
    expect([reply.status, reply.text]).toEqual([404, ''])
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each(["a;script-src'", 'evil.example', ''])('is nothing to another host: %s', async (host) => {
    const reply = await call(`${runner}/`, { headers: { host } })
    expect([reply.status, reply.text]).toEqual([421, ''])
    expect(reply.headers['content-security-policy']).not.toContain(host || 'frame-ancestors http')
  })

  test('accepts only its configured host, localhost and IP addresses', async () => {
    const port = await freePort()
    const configured = await startGateway({
      RUNNER_PORT: String(port),
      RUNNER_ORIGIN: 'https://run.example.org',
      PUBLIC_ORIGIN: 'https://example.org',
    })
    const statusOf = async (url: string, host: string) => (await call(url, { headers: { host } })).status
    try {
      const address = `http://127.0.0.1:${port}/`
      expect(await statusOf(address, 'run.example.org')).toBe(200)
      expect(await statusOf(address, 'localhost:8081')).toBe(200)
      expect(await statusOf(address, 'example.org')).toBe(421)
      expect(await statusOf(`${configured.url}/api/runner`, 'run.example.org')).toBe(421)
    } finally {
      await configured.close()
    }
  })
})

describe('the platform', () => {
  test("returns the runner's origin and lets its pages frame nothing else", async () => {
    const reply = await call(`${platform}/api/runner`)
    expect(runnerReply.parse(reply.body)).toEqual({ success: true, origin: runner })
    expect(await policyOf(platform)).toContain(`frame-src ${runner}/`)
  })

  test("does not serve the runner's page, and returns no origin when the runner is off", async () => {
    const without = await startGateway()
    try {
      const reply = await call(`${without.url}/api/runner`)
      expect(reply.body).toEqual({ success: true, origin: null })
      expect(await policyOf(without.url)).toContain("frame-src 'none'")
      expect((await call(`${without.url}/`)).status).toBe(404)
    } finally {
      await without.close()
    }
  })

  test('returns the configured addresses', async () => {
    const configured = await startGateway({
      RUNNER_PORT: String(await freePort()),
      RUNNER_ORIGIN: 'https://run.example.org',
      PUBLIC_ORIGIN: 'https://example.org',
    })
    try {
      const reply = await call(`${configured.url}/api/runner`)
      expect(reply.body.origin).toBe('https://run.example.org')
      expect(await policyOf(configured.url)).toContain('frame-src https://run.example.org/')
    } finally {
      await configured.close()
    }
  })
})

/** The policy of a page, as directives. API responses have a minimal one. */
async function policyOf(url: string): Promise<string[]> {
  const { headers } = await call(`${url}/api/docs`)
  return String(headers['content-security-policy']).split(';')
}
