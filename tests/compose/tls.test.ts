import type { IncomingHttpHeaders } from 'node:http'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { freePorts } from '@rehearse/local-platform'
import { noContainersReason } from '@rehearse/testing/container-engine'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CloneProject, cloneProject } from './clone-project.ts'

const minutes = 60_000
const reason = await noContainersReason(['caddy:2.10-alpine'])
if (reason) process.stdout.write(`the profile tls is not tested: ${reason}\n`)

describe.skipIf(reason)('behind the proxy of the profile tls', () => {
  let project: CloneProject
  let secure: string
  let runner: string
  let plain: string
  let ca: string
  beforeAll(async () => {
    const [platform, frames, http, https] = await freePorts(4)
    secure = `https://localhost:${https}`
    runner = `https://runner.localhost:${https}`
    plain = `http://localhost:${http}`
    project = await cloneProject('HEAD', {
      PORT: String(platform),
      RUNNER_PORT: String(frames),
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
      PUBLIC_ORIGIN: secure,
      RUNNER_ORIGIN: runner,
    })
    const { compose } = project
    await compose.up('--profile', 'tls')
    const root = '/certificates/caddy/pki/authorities/local/root.crt'
    ca = await vi.waitFor(
      async () => {
        const certificate = await compose.call('exec', '-T', 'proxy', 'cat', root)
        expect(certificate).toContain('END CERTIFICATE')
        return certificate
      },
      { timeout: 60_000, interval: 500 },
    )
    await vi.waitFor(async () => expect((await get(secure)).status).toBe(200), {
      timeout: 60_000,
      interval: 500,
    })
  }, 20 * minutes)
  afterAll(() => project?.remove(), 3 * minutes)

  const get = (url: string, headers: Record<string, string> = {}) => {
    const { protocol, hostname, port } = new URL(url)
    const send = protocol === 'https:' ? tlsRequest : plainRequest
    return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
      // Both names resolve to this machine.
      const to = { host: '127.0.0.1', port, path: '/', servername: hostname, ca, agent: false }
      const sent = send({ ...to, headers: { host: new URL(url).host, ...headers } }, (reply) => {
        reply.resume()
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers })
      })
      sent.on('error', reject).end()
    })
  }

  test('pages and the runner are served over https, each by its name', { timeout: minutes }, async () => {
    const page = await get(secure)
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(page.headers['content-security-policy']).toContain(`frame-src ${runner}/`)
    const frame = await get(runner)
    expect(frame.headers['content-security-policy']).toContain(`frame-ancestors ${secure}`)
  })

  test('plain http redirects to https', { timeout: minutes }, async () => {
    const { status, headers } = await get(plain)
    expect([status, headers.location]).toEqual([308, 'https://localhost/'])
  })

  test("clients that bypass the proxy can't set forwarding headers", { timeout: minutes }, async () => {
    const forged = { 'x-forwarded-proto': 'https' }
    const past = await get(project.compose.url, forged)
    expect(past.status).toBe(200)
    expect(past.headers).not.toHaveProperty('strict-transport-security')
  })
})
