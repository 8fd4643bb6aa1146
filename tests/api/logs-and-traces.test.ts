import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Question } from '@rehearse/contracts'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { launchChromium, temporaryFolder } from '@rehearse/testing'
import { startTestCollector, type TestCollector } from '@rehearse/testing/test-collector'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildFrontend } from '../../deploy/local/build-frontend.ts'
import { patience } from '../support/browser.ts'

const admin = { email: `boss-${randomUUID()}@rehearse.test`, password: `boss-password-${randomUUID()}` }

let platform: Platform
let collector: TestCollector
let dataDir: string
/** An admin signed in once, since more than three sign-ins are rate-limited. */
let asAdmin: Record<string, string>
/** Everything that the services log at level debug. */
const lines: string[] = []
beforeAll(async () => {
  dataDir = (await temporaryFolder()).path
  collector = await startTestCollector()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
  platform = await startPlatform({
    dataDir,
    frontendDir: (await buildFrontend()).dir,
    logLevel: 'debug',
    nodeEnv: 'test',
    env: {
      gateway: { ...traced, BROWSER_SPANS: '1000' },
      media: traced,
      progress: traced,
      questions: { CONTENT_DIR: 'none', ...traced },
      identity: {
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        RATE_LIMIT_SIGNIN_ACCOUNT: '3',
        ...traced,
      },
    },
    onLine: (_source, line) => lines.push(line),
  })
  asAdmin = bearer((await call('/api/admin/auth', { body: admin })).body.admin.token)
})
afterAll(async () => {
  await platform?.stop()
  await collector?.close()
  await rm(dataDir, { recursive: true, force: true })
})

interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One call, with all tokens and cookies that its response contains. */
async function call(path: string, { method, body, headers = {} }: Call = {}) {
  const reply = await fetch(platform.gatewayUrl + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const requestId = String(reply.headers.get('x-request-id'))
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const secrets = cookies.map((cookie) => cookie.split('=')[1] ?? '').filter((value) => value.length > 8)
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.includes('json')
  const content = isJson && text !== '' ? JSON.parse(text) : text
  return { status: reply.status, body: content, cookie: cookies.join('; '), secrets, requestId }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface Account {
  token: string
  email: string
  password: string
}

async function newLearner(): Promise<Account> {
  const password = `learner-password-${randomUUID()}`
  const email = `learner-${randomUUID()}@rehearse.test`
  const body = { email, password, confirmPassword: password, name: 'Ada Lovelace' }
  const { token } = (await call('/api/auth/register', { body })).body
  return { token, email, password }
}

/** Waits until a service has logged a line that contains all these words. */
const saidBy = (service: string, ...words: string[]) =>
  expect
    .poll(
      () => lines.some((line) => [`"service":"${service}"`, ...words].every((word) => line.includes(word))),
      { message: `${service}: ${words.join(', ')}` },
    )
    .toBe(true)

test('every response has an id, and every service that took part logs it', async () => {
  const learner = bearer((await newLearner()).token)
  const question = `/api/questions/unified/${randomUUID()}`
  const tried: [service: string, path: string, status: number, options?: Call][] = [
    ['questions', '/api/learning-paths', 200],
    // From the gateway's cache.
    ['gateway', '/api/learning-paths', 200],
    ['questions', question, 404],
    ['progress', '/api/progress/get', 200, { headers: learner }],
    ['gateway', '/api/progress/get', 401],
    ['progress', '/api/progress/save', 400, { headers: learner, body: {} }],
    ['identity', '/api/auth/login', 400, { body: '{' }],
    ['media', '/api/audio/some/question/none.mp3', 404],
    ['gateway', '/api/nothing', 404],
    ['gateway', '/api/health', 405, { method: 'DELETE' }],
    ['gateway', '/api/docs', 200],
  ]
  for (const [service, path, status, options] of tried) {
    const reply = await call(path, options)
    expect([path, reply.status]).toEqual([path, status])
    expect(reply.requestId).toMatch(/^[\da-f-]{36}$/)
    if (status >= 400) expect(reply.body.requestId).toBe(reply.requestId)
    await saidBy('gateway', `"requestId":"${reply.requestId}"`, '"traceId":"')
    await saidBy(service, `"requestId":"${reply.requestId}"`, '"traceId":"')
  }

  const leave = new AbortController()
  const stream = await fetch(`${platform.gatewayUrl}/api/progress/stream`, {
    headers: learner,
    signal: leave.signal,
  })
  expect(stream.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  leave.abort()
})

/** A new question on its own path. */
async function newQuestion(learningPath: string): Promise<Question> {
  for (const [path, body] of [
    ['/api/categories', { name: `JavaScript ${learningPath}` }],
    ['/api/learning-paths', { id: learningPath, title: learningPath }],
  ] as const)
    expect((await call(path, { headers: asAdmin, body })).body).toMatchObject({ success: true })
  const made = await call('/api/questions/unified', {
    headers: asAdmin,
    body: {
      title: `What does this print? ${randomUUID()}`,
      content: '`typeof null`',
      type: 'single',
      difficulty: 'easy',
      options: [
        { text: 'null', isCorrect: false },
        { text: 'object', isCorrect: true },
      ],
      explanation: 'The tag of objects was zero.',
      category: `JavaScript ${learningPath}`,
      learningPath,
    },
  })
  expect(made.body).toMatchObject({ success: true })
  return made.body.data
}

const save = 'POST /api/progress/save'
const submitted = 'progress.answer.submitted.v2'

/** The server's spans of a saved answer's trace, each caused by the one before it. */
async function partsOf(traceId: string) {
  const find = (service: string, kind: string, name: string) =>
    collector.spans.find(
      (span) =>
        span.traceId === traceId && span.service === service && span.kind === kind && span.name === name,
    )
  // Each service sends its spans independently, so the last one may arrive first.
  return await vi.waitFor(() => {
    const parts = [
      find('gateway', 'server', save),
      find('gateway', 'client', save),
      find('progress', 'server', save),
      find('progress', 'producer', `publish ${submitted}`),
      find('questions', 'consumer', `process ${submitted}`),
    ]
    return parts.map((part) => part ?? expect.unreachable('A part has not come yet.'))
  })
}

test('an answer is one trace, from the browser to the consumers on NATS', async () => {
  const question = await newQuestion(`path-${randomUUID()}`)
  const learner = bearer((await newLearner()).token)
  const answer = { answerId: randomUUID(), questionId: question.id, selectedOptionIds: ['b'], timeSpent: 7 }
  const browser = randomBytes(8).toString('hex')
  let traceId = ''
  // Its key reaches progress over NATS; each attempt is a separate trace.
  await expect
    .poll(async () => {
      traceId = randomBytes(16).toString('hex')
      const traceparent = `00-${traceId}-${browser}-01`
      const headers = { ...learner, traceparent }
      return (await call('/api/progress/save', { headers, body: answer })).status
    })
    .toBe(200)

  const way = await partsOf(traceId)
  expect(way.map((span) => span.parentSpanId)).toEqual([
    browser,
    ...way.slice(0, -1).map((span) => span.spanId),
  ])
  expect(way[2]?.attributes).toMatchObject({
    'http.route': '/api/progress/save',
    'http.response.status_code': 200,
  })
  expect(way.at(-1)?.attributes['messaging.consumer.group.name']).toBe('questions-usage')
  await saidBy('gateway', `"traceId":"${traceId}"`)
  await saidBy('progress', `"traceId":"${traceId}"`)
})

test('the browser starts the trace of an answer and sends its own spans', async () => {
  const path = `path-${randomUUID()}`
  const [question, learner] = [await newQuestion(path), await newLearner()]
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ baseURL: platform.gatewayUrl })
    page.setDefaultTimeout(patience)
    const { email, password } = learner
    const headers = { origin: new URL(platform.gatewayUrl).origin }
    const signedIn = await page.request.post('/api/auth/login', { data: { email, password }, headers })
    expect(signedIn.status()).toBe(200)
    await page.goto(`/questions?learningPath=${path}`)
    await page.getByRole('heading', { name: question.title }).first().waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Correct' }).waitFor()
    const begun = () => collector.spans.find(({ service, name }) => service === 'browser' && name === save)
    await expect.poll(begun).toBeDefined()
    const { traceId, spanId, parentSpanId, attributes } = begun() ?? expect.unreachable()
    expect(parentSpanId).toBe('')
    expect(attributes).toMatchObject({
      'url.template': '/api/progress/save',
      'http.response.status_code': 200,
    })
    const way = await partsOf(traceId)
    expect(way.map((span) => span.parentSpanId)).toEqual([
      spanId,
      ...way.slice(0, -1).map((span) => span.spanId),
    ])
  } finally {
    await browser.close()
  }
})

test('no log and no trace contains a password, a token or an email address', async () => {
  const email = `learner-${randomUUID()}@rehearse.test`
  const password = `learner-password-${randomUUID()}`
  const name = `Ada ${randomUUID()}`
  const wrong = `wrong-password-${randomUUID()}`
  const secrets = [email, password, name, wrong, admin.email, admin.password]
  const account = { email, password, confirmPassword: password, name }

  const registered = await call('/api/auth/register', { body: account })
  expect(registered.status).toBe(201)
  const cookie = { cookie: registered.cookie }
  const token = bearer(registered.body.token)
  const signedIn = await call('/api/admin/auth', { body: admin })
  const replies = [
    registered,
    signedIn,
    await call('/api/auth/register', { body: account }),
    await call('/api/auth/register', { body: { ...account, email: `\u0000${email}` } }),
    await call('/api/auth/register', { body: { ...account, confirmPassword: wrong } }),
    await call('/api/auth/login', { body: { email, password } }),
    await call('/api/auth/login', { body: JSON.stringify({ email, password }).slice(0, -1) }),
    ...(await Promise.all(
      Array.from({ length: 5 }, () => call('/api/auth/login', { body: { email, password: wrong } })),
    )),
    await call('/api/admin/auth', { body: { email: admin.email, password: wrong } }),
    await call('/api/auth/refresh', { method: 'POST', headers: cookie }),
    await call('/api/auth/refresh', { method: 'POST', headers: { cookie: `rehearse_refresh=${wrong}` } }),
    await call('/api/auth/me', { headers: cookie }),
    await call('/api/auth/me', { headers: { authorization: `Bearer ${wrong}` } }),
    await call('/api/auth/set-cookie', { body: { token: registered.body.token } }),
    await call('/api/auth/set-cookie', { body: { token: wrong } }),
    await call('/api/progress/get', { headers: token }),
    await call('/api/progress/save', { body: { answerId: email, questionId: password }, headers: token }),
    await call(`/api/questions/unified?search=${encodeURIComponent(email)}`, { headers: token }),
    await call('/api/auth/logout', { method: 'POST', headers: { ...cookie, ...token } }),
  ]
  expect(signedIn.status).toBe(200)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201, 400, 401, 409, 429]))
  secrets.push(registered.body.token, signedIn.body.admin.token, ...replies.flatMap((reply) => reply.secrets))

  // The last request is logged, so all earlier ones are.
  await expect.poll(() => lines.some((line) => line.includes('/api/auth/logout'))).toBe(true)
  await platform.stop()
  expect(lines.length).toBeGreaterThan(replies.length)
  const found = lines.filter((line) => secrets.some((secret) => line.includes(secret)))
  expect(found).toEqual([])
  expect(collector.spans.length).toBeGreaterThan(replies.length)
  expect(secrets.filter((secret) => JSON.stringify(collector.spans).includes(secret))).toEqual([])
})
