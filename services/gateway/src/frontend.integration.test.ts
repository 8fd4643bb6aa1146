import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './testing/call.ts'
import { type RunningGateway, startGateway } from './testing/start-gateway.ts'

const page = '<!doctype html><title>Rehearse</title>'
const script = 'export const answer = 42'

const rendered = (language: string) =>
  `<!doctype html><html lang="${language}"><style>p{color:red}</style><script>start('${language}')</script>`
const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

let gateway: RunningGateway
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  const dist = join(folder.path, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(folder.path, 'secret.txt'), 'not for you')
  await writeFile(join(dist, '.env'), 'not for you')
  await writeFile(join(dist, 'index.html'), page)
  await writeFile(join(dist, 'favicon.svg'), '<svg/>')
  await writeFile(join(dist, 'assets/app-1a2b.js'), script)
  await writeFile(join(dist, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(dist, 'assets/app-1a2b.js.gz'), gzipSync(script))
  for (const language of ['en', 'ar']) {
    await mkdir(join(dist, 'rendered', language), { recursive: true })
    await writeFile(join(dist, 'rendered', language, 'paths.html'), rendered(language))
  }
  gateway = await startGateway({ FRONTEND_DIR: dist })
})
afterAll(async () => {
  await gateway?.close()
  await folder?.remove()
})

const get = (path: string, headers: Record<string, string> = {}) => call(gateway.url + path, { headers })

describe('pages', () => {
  test.each(['/', '/dashboard', '/admin/questions/unified', '/index.html', '/apidocs'])(
    '%s is the frontend’s first page, asked for each time',
    async (path) => {
      const reply = await get(path)
      expect(reply.status).toBe(200)
      expect(reply.text).toBe(page)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['cache-control']).toBe('no-cache')
      const { etag } = reply.headers
      expect((await get(path, { 'if-none-match': String(etag) })).status).toBe(304)
    },
  )

  test.each(['/api/unknown', '/api', '/assets/gone-9f9f.js', '/assets/', '/metrics', '/robots.txt', '/.env'])(
    '%s is none',
    async (path) => {
      const reply = await get(path)
      expect(reply.status).toBe(404)
      expect(reply.body).toMatchObject({ success: false, code: 'not_found' })
    },
  )

  test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/..%5c..%5csecret.txt'])(
    '%s leads nowhere',
    async (path) => {
      const reply = await get(path)
      expect(reply.text).not.toContain('not for you')
      expect([200, 400, 403, 404]).toContain(reply.status)
    },
  )
})

describe('a page that the build has rendered', () => {
  test.each([
    ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
    ['en-GB,ar', 'en'],
    ['de', 'en'],
    [undefined, 'en'],
  ])('comes to a browser of %s in %s, and is kept for no other', async (accepted, language) => {
    const reply = await get('/paths', accepted ? { 'accept-language': accepted } : {})
    expect(reply.text).toBe(rendered(language))
    expect(reply.headers.vary).toBe('accept-language, accept-encoding')
    expect(reply.headers['cache-control']).toBe('no-cache')
  })

  test('is for its plain address: with a query, the app is served at once', async () => {
    expect((await get('/paths?difficulty=easy')).text).toBe((await get('/nothing-rendered')).text)
  })

  test('may run and wear what stands in it, and nothing else inline', async () => {
    const policy = String((await get('/paths')).headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' ${digest("start('en')")};`)
    expect(policy).toContain(`style-src 'self' ${digest('p{color:red}')}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(String((await get('/')).headers['content-security-policy'])).not.toContain('sha256')
  })

  test('is allowed what it carries after another build, too', async () => {
    const file = join(folder.path, 'dist/rendered/ar/paths.html')
    await writeFile(file, '<script>other()</script>')
    await utimes(file, new Date(), new Date(Date.now() + 5_000))
    const { headers } = await get('/paths', { 'accept-language': 'ar' })
    expect(headers['content-security-policy']).toContain(digest('other()'))
  })
})

describe('files', () => {
  test('whose name carries a hash are kept for good', async () => {
    const reply = await get('/assets/app-1a2b.js')
    expect(reply.text).toBe(script)
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(reply.headers['content-type']).toMatch(/javascript/)
  })

  test('others are asked for each time', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test.each([
    ['br', 'br, gzip', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
  ])('come in %s where they were compressed before', async (encoding, accepted, bytes) => {
    const reply = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers['content-type']).toMatch(/javascript/)
    expect(reply.headers['content-length']).toBe(String(bytes.length))
    expect(reply.headers.vary).toMatch(/accept-encoding/i)
    expect(reply.headers['cache-control']).toContain('immutable')
  })
})

test('every page tells the browser to be careful', async () => {
  for (const path of ['/', '/assets/app-1a2b.js', '/api/docs']) {
    const { headers } = await get(path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test('what a call answers, or why not, can be no page and stand in none', async () => {
  for (const path of [
    '/api/features/planned',
    '/api/categories',
    '/api/health',
    '/api/progress/get',
    '/api/unknown',
  ]) {
    const { headers } = await get(path)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test('an upstream’s own policy goes before ours', async () => {
  gateway.upstreams.identity.answerWith((_request, reply) =>
    reply
      .headers({ 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" })
      .send('<p>Done'),
  )
  const { headers } = await get('/api/unsubscribe/some-token')
  expect(headers['content-security-policy']).toBe("default-src 'none'")
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
})
