import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorReply } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

const settings = {
  PUBLIC_ORIGIN: 'https://rehearse.example',
  ALLOWED_HOSTS: 'learn.example.org, gateway',
  CORS_ORIGINS: 'https://friend.example',
  TRUST_PROXY: '127.0.0.1',
  RUNNER_PORT: '0',
}
let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway(settings)
})
afterAll(() => gateway?.close())

/** The gateway's response to a request with exactly these lines. */
async function answerTo(lines: readonly string[], url = gateway.url) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}
const path = '/api/features/planned'
const withHost = (host: string) => answerTo([`GET ${path} HTTP/1.1`, `Host: ${host}`])

describe('accepts our own host:', () => {
  test.each([
    'rehearse.example',
    'REHEARSE.Example',
    'rehearse.example.',
    'rehearse.example:443',
    'learn.example.org:8443',
    'gateway:8080',
    'localhost',
    'localhost:8080',
    'runner.localhost:8081',
    '127.0.0.1',
    '192.0.2.7:8080',
    '[::1]',
    '[2001:db8::1]:8080',
  ])('%s', async (host) => {
    expect((await withHost(host)).status).toBe(200)
  })
})

describe('responds with 421 to any other host:', () => {
  test.each([
    'evil.example',
    'evil.example:443',
    'rehearse.example.evil.example',
    'evil-rehearse.example',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::1',
    '[evil.example]',
    '::1',
    'rehearse.example@evil.example',
    'user@rehearse.example',
    'rehearse.example:80:80',
    'rehearse.example:port',
    'rehearse.example:99999',
    'rehearse.example, evil.example',
    'rehearse.example..',
    '',
  ])('%s', async (host) => {
    const { status, body, head } = await withHost(host)
    expect(status).toBe(421)
    expect(errorReply.parse(JSON.parse(body))).toMatchObject({ code: 'misdirected_request' })
    expect(head).not.toContain('access-control')
  })

  test.each([
    ['that a proxy tells of', ['Host: rehearse.example', 'X-Forwarded-Host: evil.example']],
    ['that a page hides behind one of ours', ['Host: evil.example', 'X-Forwarded-Host: localhost']],
    ['whose page may call us', ['Host: evil.example', 'Origin: https://friend.example']],
  ])('one %s', async (_what, headers) => {
    const { status, head } = await answerTo([`GET ${path} HTTP/1.1`, ...headers])
    expect(status).toBe(421)
    expect(head).not.toContain('access-control')
  })

  test.each([
    ['GET', '/api/nowhere'],
    ['GET', '/'],
    ['PATCH', path],
    ['GET', '/api/auth/oauth/google'],
    ['POST', '/api/auth/login'],
    ['OPTIONS', path],
  ])('on every path: %s %s', async (method, target) => {
    expect((await answerTo([`${method} ${target} HTTP/1.1`, 'Host: evil.example'])).status).toBe(421)
  })
})

describe('a request target with its own host (absolute-form)', () => {
  test('is handled like its path if the host is ours', async () => {
    for (const target of [`http://rehearse.example${path}`, `HTTP://localhost:8080${path}`]) {
      expect((await answerTo([`GET ${target} HTTP/1.1`, 'Host: localhost'])).status).toBe(200)
    }
  })

  test('gets 421 if the host is not ours, whatever Host says', async () => {
    for (const target of [`http://evil.example${path}`, 'http://evil.example', `http://a@localhost${path}`]) {
      expect((await answerTo([`GET ${target} HTTP/1.1`, 'Host: localhost'])).status).toBe(421)
    }
  })
})

describe('a request', () => {
  test('with two hosts is malformed in every version of HTTP', async () => {
    for (const version of ['1.0', '1.1']) {
      const lines = [`GET ${path} HTTP/${version}`, 'Host: localhost', 'Host: evil.example']
      expect((await answerTo(lines)).status).toBe(400)
    }
  })

  test('of HTTP/1.0 without a host is accepted', async () => {
    expect((await answerTo([`GET ${path} HTTP/1.0`])).status).toBe(200)
  })

  test('to an internal port may name any host', async () => {
    const reply = await answerTo(['GET /livez HTTP/1.1', 'Host: gateway-7d9f.rehearse'], gateway.innerUrl)
    expect(reply.status).toBe(200)
  })
})
