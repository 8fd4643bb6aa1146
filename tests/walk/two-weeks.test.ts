import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Interview, Progress, PublicQuestion, Today, TodayPart } from '@rehearse/contracts'
import { type Platform, startPlatform, startPostgres } from '@rehearse/local-platform'
import { launchChromium, temporaryFolder } from '@rehearse/testing'
import { unlimited } from '@rehearse/testing/unlimited'
import ICAL from 'ical.js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFrontend } from '../../deploy/local/build-frontend.ts'
import { type FakedClock, fakedClock, whyNoFakedClock } from '../support/faked-clock.ts'

const open = new AsyncDisposableStack()
const { path: dataDir } = open.use(await temporaryFolder())
const reason = await whyNoFakedClock(dataDir)
if (reason) process.stdout.write(`the walk of two weeks is not tested: ${reason}\n`)

const days = 14
const password = 'learning by doing'
const email = `walker-${randomUUID()}@rehearse.test`

let platform: Platform
let browser: Browser
let clock: FakedClock
/** Days that the clocks are ahead. */
let ahead = 0
const now = () => new Date(Date.now() + ahead * 86_400_000)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

beforeAll(async () => {
  if (reason) return
  clock = await fakedClock(dataDir)
  const postgres = await startPostgres({
    dataDir: `${dataDir}/postgres`,
    env: clock.env,
    settings: { fsync: 'off' },
  })
  open.defer(() => postgres.stop().then(() => undefined))
  const services = ['gateway', 'questions', 'progress', 'identity', 'media'] as const
  const env = { identity: { PASSWORD_COST: '4', ...unlimited }, gateway: unlimited }
  platform = await startPlatform({
    dataDir,
    postgresUrl: postgres.url,
    frontendDir: (await buildFrontend()).dir,
    logLevel: 'warn',
    nodeEnv: 'test',
    env: Object.fromEntries(
      services.map((name) => [name, { ...clock.env, ...(name in env && env[name as 'gateway']) }]),
    ),
  })
  open.defer(() => platform.stop())
  browser = await launchChromium()
  open.defer(() => browser.close())
}, 600_000)
afterAll(() => open.disposeAsync(), 120_000)

let token = ''
/** A service whose clock has just been set rejects requests for a moment, and its client tries again. */
async function call<Body>(path: string, body?: object, method = body ? 'POST' : 'GET') {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(platform.gatewayUrl + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json')
    if (reply.status !== 503 || attempt === 60)
      return { status: reply.status, body: (isJson ? JSON.parse(text) : text) as Body }
    await pause(500)
  }
}

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await call<Body>(path)
  expect([status, path, status === 200 ? '' : JSON.stringify(body)]).toEqual([200, path, ''])
  return body
}
const readToday = async () => (await read<{ today: Today }>('/api/progress/today')).today
const readInterview = async () => (await read<{ interview: Interview }>('/api/progress/interview')).interview

/** Moves all clocks, and signs in again: access tokens have expired. */
async function nextDay(pages: readonly Page[]): Promise<void> {
  ahead += 1
  await clock.setAhead(ahead * 24)
  for (const page of pages) await page.clock.setSystemTime(now())
  await signIn()
}

async function signIn(): Promise<void> {
  token = ''
  await expect
    .poll(
      async () => {
        const { status, body } = await call<{ token: string }>('/api/auth/login', { email, password })
        token = status === 200 ? body.token : ''
        return status
      },
      { timeout: 120_000, interval: 1_000 },
    )
    .toBe(200)
}

/** Does everything that a part asks for. */
async function doPart({ kind, to }: TodayPart): Promise<void> {
  const [address = '', search = ''] = to.split('?')
  const last = address.split('/').at(-1)
  switch (kind) {
    case 'lesson':
      expect(
        (await call(`/api/progress/paths/${address.split('/')[2]}/sections/${last}/read`, { seconds: 150 }))
          .status,
      ).toBe(200)
      return
    case 'challenge': {
      const { body } = await call<{ data: { testCases: { id: string }[] } }>(`/api/challenges/${last}`)
      const results = body.data.testCases.map(({ id }) => ({ testId: id, passed: true }))
      const score = Math.max(1, results.length)
      const attempt = {
        attemptId: randomUUID(),
        challengeId: last,
        code: { javascript: '1' },
        results,
        score,
      }
      expect(
        (
          await call('/api/progress/challenges', {
            ...attempt,
            maxScore: score,
            completed: true,
            timeSpent: 12,
          })
        ).status,
      ).toBe(200)
      return
    }
    case 'mock-interview': {
      const at = now().toISOString()
      const setup = { role: 'react', level: 'mid', minutes: 20, readAloud: false, dictate: false }
      const interview = {
        setup,
        startedAt: at,
        endedAt: at,
        finishedAt: at,
        parts: [],
        given: [],
        position: 0,
        revision: 0,
      }
      expect((await call(`/api/progress/mock-interviews/${randomUUID()}`, interview, 'PUT')).status).toBe(200)
      return
    }
    case 'exam': {
      const { status, body } = await call<{ exam: { examId: string; questionIds: string[] } }>(
        '/api/progress/forecast/exams',
        { examId: randomUUID() },
      )
      expect(status).toBe(200)
      const answers = await Promise.all(
        body.exam.questionIds.map(async (id) => ({ ...(await answerTo(id)), timeSpent: 40 })),
      )
      expect(
        (await call(`/api/progress/forecast/exams/${body.exam.examId}/finish`, { answers })).status,
      ).toBe(200)
      return
    }
    case 'cards': {
      const { reviews } = (
        await call<{ reviews: { questionId: string }[] }>(`/api/progress/reviews?pageSize=100&${search}`)
      ).body
      for (const { questionId } of reviews)
        expect(
          (await call(`/api/progress/reviews/${questionId}`, { reviewId: randomUUID(), rating: 3 })).status,
        ).toBe(200)
      return
    }
    default:
      for (const id of await questionsBehind(to)) await save(id)
  }
}

async function questionsBehind(to: string): Promise<string[]> {
  const search = new URLSearchParams(to.split('?')[1])
  const one = search.get('question')
  if (one) return [one]
  if (search.get('mode') === 'interview') return (await readInterview()).today.unseen
  return (await call<{ questionIds: string[] }>('/api/progress/next?count=20')).body.questionIds
}

/** Right in most cases; the key is as an admin sees it, so it is guessed. */
async function answerTo(questionId: string) {
  const { status, body } = await call<{ data: PublicQuestion }>(`/api/questions/unified/${questionId}`)
  expect([status, questionId]).toEqual([200, questionId])
  const { options, prompt } = body.data
  if (prompt?.kind === 'text') return { questionId, response: { kind: 'text', text: 'flex' } }
  if (prompt?.kind === 'number') return { questionId, response: { kind: 'number', value: 1 } }
  if (prompt?.kind === 'pairs') {
    const pairs = prompt.left.map(({ id }, at) => ({ left: id, right: prompt.right[at]?.id }))
    return { questionId, response: { kind: 'pairs', pairs } }
  }
  if (options.length === 0) return { questionId, selectedOptionIds: [], isCorrect: true }
  return { questionId, selectedOptionIds: [options[0]?.id ?? ''] }
}

let saved = 0
async function save(questionId: string): Promise<void> {
  const answer = await answerTo(questionId)
  const { status, body } = await call('/api/progress/save', {
    ...{ answerId: randomUUID(), timeSpent: 40, timeZone: 'UTC' },
    ...answer,
  })
  if (status === 200) saved += 1
  else expect([status, JSON.stringify(body)]).toEqual([200, ''])
}

/** Everything that a device shows of today, against what the server says. */
async function compare(page: Page, device: string): Promise<void> {
  const [today, interview, { body }] = [
    await readToday(),
    await readInterview(),
    await call<{ progress: Progress }>('/api/progress/get'),
  ]
  const { progress } = body
  const where = `${device}, day ${ahead}`
  await page.goto('/dashboard')
  await page.locator('#next-step').waitFor()
  const links = () =>
    page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const tos = today.parts.map(({ to }) => to)
  await expect.poll(links, { message: `${where}: Today` }).toEqual(expect.arrayContaining(tos))
  const shown = () => page.locator('body').textContent()
  await expect
    .poll(shown, { message: `${where}: minutes` })
    .toContain(today.parts.length === 0 ? "Today's part is done" : `${Math.round(today.minutes)} minute`)
  const { currentStreak: streak, achievements } = progress
  const score = `${streak}-day streak, ${achievements.totalPoints.toLocaleString('en-US')} point`
  await expect
    .poll(() => page.locator('body').textContent(), { message: `${where}: header` })
    .toContain(score)

  await page.goto('/interview')
  await page
    .getByText(`Interview in ${interview.daysLeft} days`)
    .or(page.getByText('Your interview is tomorrow'))
    .first()
    .waitFor()
  const region = page.getByRole('region', { name: "Today's part" })
  await region.waitFor()
  await expect
    .poll(() => region.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href'))), {
      message: `${where}: plan`,
    })
    .toEqual(expect.arrayContaining(tos))
  const [first] = interview.days
  const row = page.getByRole('row', { name: /^Today/ })
  const numbers = async () =>
    (await row.getByRole('cell').allInnerTexts()).map((text) => (text === '–' ? 0 : Number(text)))
  await expect
    .poll(numbers, { message: `${where}: the first day` })
    .toEqual([first?.lessons, first?.unseen, first?.due, Math.round(first?.minutes ?? 0)])

  const { body: calendar } = await call<string>(interview.calendar.url ?? '')
  const entry = new ICAL.Component(ICAL.parse(calendar))
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one))
    .find(({ startDate }) => startDate.toString() === today.date)
  const counted = (noun: string) => Number(new RegExp(`(\\d+) ${noun}`).exec(entry?.summary ?? '')?.[1] ?? 0)
  expect(
    [counted('lesson'), counted('new question'), counted('flashcard')],
    `${where}: calendar ${entry?.summary}`,
  ).toEqual([first?.lessons, first?.unseen, first?.due])

  if (achievements.totalPoints > 0) {
    await page.goto('/progress')
    await expect
      .poll(() => page.getByRole('main').textContent(), { message: `${where}: progress` })
      .toContain(achievements.totalPoints.toLocaleString('en-US'))
  }
  // A number of cards leads to cards.
  const cards = today.parts.find(({ kind }) => kind === 'cards')
  if (cards) {
    const { pagination } = (
      await call<{ pagination: { totalCount: number } }>(
        `/api/progress/reviews?${cards.to.split('?')[1] ?? ''}`,
      )
    ).body
    expect(pagination.totalCount, `${where}: cards`).toBe(cards.count)
  }
}

const device = async (size: { width: number; height: number }): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: platform.gatewayUrl,
    viewport: size,
    timezoneId: 'UTC',
    locale: 'en-US',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.clock.install({ time: now() })
  return page
}

test.skipIf(reason)(
  'two weeks on two devices, from the first visit to the interview: every number agrees on every day',
  async () => {
    const phone = await device({ width: 390, height: 844 })
    const laptop = await device({ width: 1280, height: 900 })
    await clock.setAhead(0)

    // The first visit: the setup is filled in before there is an account.
    await phone.goto('/welcome')
    await phone.getByLabel('Role').selectOption('react')
    await phone.getByLabel('Interview date').fill(dayOf(new Date(now().getTime() + days * 86_400_000)))
    await phone.getByLabel(/Intermediate/).check()
    await phone.getByLabel(/60 minutes/).check()
    const names = { email, password, confirmPassword: password, name: 'Walker' }
    expect(
      (
        await phone.request.post('/api/auth/register', {
          data: names,
          headers: { origin: platform.gatewayUrl },
        })
      ).status(),
    ).toBe(201)
    await signIn()
    await phone.goto('/welcome')
    expect(await phone.getByLabel('Role').inputValue()).toBe('react')
    await phone.getByRole('button', { name: 'Start', exact: true }).click()
    const plan = phone.getByRole('region', { name: 'Your plan' })
    await plan.getByRole('table').waitFor()
    await plan.getByText('Design case:').first().waitFor()
    const promised = (await plan.getByRole('row').allInnerTexts()).length
    await phone.getByRole('button', { name: 'Create plan' }).click()
    await phone.getByText(`Interview in ${days} days`).first().waitFor()
    expect(promised).toBeGreaterThan(days)
    expect((await call('/api/progress/interview/calendar', {})).status).toBe(200)
    const login = await laptop.request.post('/api/auth/login', {
      data: { email, password },
      headers: { origin: platform.gatewayUrl },
    })
    expect(login.status()).toBe(200)

    const kinds = new Set<string>()
    for (let day = 0; day < days; day += 1) {
      if (day > 0) await nextDay([phone, laptop])
      const [here, there] = day % 2 === 0 ? [phone, laptop] : [laptop, phone]
      await compare(here, day % 2 === 0 ? 'phone' : 'laptop')
      // A missed day is nothing to catch up with at once.
      if (day === 5) continue
      const skipped = new Set<string>()
      for (let at = 0; at < 40; at += 1) {
        const part = (await readToday()).parts.find(({ to }) => !skipped.has(to))
        if (!part) break
        kinds.add(part.kind)
        if (part.kind === 'exam' && saved < 30) skipped.add(part.to)
        else await doPart(part)
      }
      const rest = (await readToday()).parts.filter(({ to }) => !skipped.has(to))
      expect(rest, `day ${day}`).toEqual([])
      await compare(there, day % 2 === 0 ? 'laptop' : 'phone')
    }
    // Free practice may ask a design case before its day.
    expect([...kinds]).toEqual(
      expect.arrayContaining(['cards', 'challenge', 'exam', 'lesson', 'mock-interview', 'questions']),
    )
    const interview = await readInterview()
    expect(interview.coverage).toMatchObject({ percent: 100, unseenLeft: 0, lessonsLeft: 0 })

    // The day of the interview asks for nothing new.
    await nextDay([phone, laptop])
    for (const page of [phone, laptop]) {
      await page.goto('/interview')
      await page.getByRole('heading', { name: 'Your interview is today' }).waitFor()
    }
  },
  3_600_000,
)
