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

describe('a prerendered page', () => {
  test.each([
    ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
    ['en-GB,ar', 'en'],
    ['de', 'en'],
    [undefined, 'en'],
  ])(
    'is sent to a browser with Accept-Language %s in %s, and cached for no other',
    async (accepted, language) => {
      const reply = await get('/paths', accepted ? { 'accept-language': accepted } : {})
      expect(reply.text).toBe(rendered(language))
      expect(reply.headers.vary).toBe('accept-language, accept-encoding')
      expect(reply.headers['cache-control']).toBe('no-cache')
    },
  )

  test('is served for its plain address; with a query, the app is served instead', async () => {
    expect((await get('/paths?difficulty=easy')).text).toBe((await get('/nothing-rendered')).text)
  })

  test('allows its own inline scripts and styles, and no others', async () => {
    const policy = String((await get('/paths')).headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' ${digest("start('en')")};`)
    expect(policy).toContain(`style-src 'self' ${digest('p{color:red}')}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(String((await get('/')).headers['content-security-policy'])).not.toContain('sha256')
  })

  test('allows the new inline content after another build', async () => {
    const file = join(folder.path, 'dist/rendered/ar/paths.html')
    await writeFile(file, '<script>other()</script>')
    await utimes(file, new Date(), new Date(Date.now() + 5_000))
    const { headers } = await get('/paths', { 'accept-language': 'ar' })
    expect(headers['content-security-policy']).toContain(digest('other()'))
  })
})

test('pages and files are limited per network, apart from the API', async () => {
  const limited = await startGateway({ FRONTEND_DIR: join(folder.path, 'dist'), RATE_LIMIT_PAGES: '3' })
  try {
    const statuses = []
    for (const path of ['/', '/paths', '/assets/app-1a2b.js', '/', '/favicon.svg', '/api/topics']) {
      statuses.push((await call(limited.url + path)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200])
  } finally {
    await limited.close()
  }
})

describe('files', () => {
  test('with a hash in their name are cached forever', async () => {
    const reply = await get('/assets/app-1a2b.js')
    expect(reply.text).toBe(script)
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(reply.headers['content-type']).toMatch(/javascript/)
  })

  test('without a hash are revalidated each time', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test.each([
    ['br', 'br, gzip', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
  ])('are sent with %s if precompressed', async (encoding, accepted, bytes) => {
    const reply = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers['content-type']).toMatch(/javascript/)
    expect(reply.headers['content-length']).toBe(String(bytes.length))
    expect(reply.headers.vary).toMatch(/accept-encoding/i)
    expect(reply.headers['cache-control']).toContain('immutable')
  })
})

test('every page has security headers', async () => {
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

test("an API response, or its error, can't be a page or be embedded in one", async () => {
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

test('an upstream’s own policy overrides ours', async () => {
  gateway.upstreams.identity.answerWith((_request, reply) =>
    reply
      .headers({ 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" })
      .send('<p>Done'),
  )
  const { headers } = await get('/api/unsubscribe/some-token')
  expect(headers['content-security-policy']).toBe("default-src 'none'")
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
})
