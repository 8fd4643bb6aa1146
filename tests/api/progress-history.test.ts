import type { HistoryEntry, Pagination, Progress, Question } from '@rehearse/contracts'
import { beforeAll, expect, test } from 'vitest'
import { type Call, newLearner } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

let call: Call
let css: Question
let html: Question
beforeAll(async () => {
  call = (await newLearner()).call
  ;[css, html] = await Promise.all([
    newQuestion({ category: 'CSS', difficulty: 'beginner' }),
    newQuestion({ category: 'HTML', difficulty: 'advanced' }),
  ])
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const answers = [
    { ...answerTo(css), answeredAt: daysAgo(9) },
    { ...answerTo(css, { right: false }), answeredAt: daysAgo(5) },
    { ...answerTo(html), answeredAt: daysAgo(1) },
  ]
  for (const body of answers) expect((await call('/api/progress/save', { body })).status).toBe(200)
})

const history = async (query: string) => {
  const { status, body } = await call<{ history: HistoryEntry[]; pagination: Pagination }>(
    `/api/progress/history?${query}`,
  )
  expect(status).toBe(200)
  const titles = body.history.map((entry) => (entry.type === 'question' ? entry.title : entry.challengeName))
  expect(body.pagination.totalCount).toBeGreaterThanOrEqual(titles.length)
  return titles
}
/** In the time zone of the answers. */
const day = (ago: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() - ago * 86_400_000)

test('sorts by the time of the answers, newest first, in whatever order they arrived', async () => {
  await call('/api/progress/save', {
    body: { ...answerTo(html), answeredAt: new Date(Date.now() - 7 * 86_400_000).toISOString() },
  })
  expect(await history('')).toEqual([html.title, css.title, html.title, css.title])
  expect(await history('pageSize=2&page=2')).toEqual([html.title, css.title])
})

test('filters by category, difficulty, correctness, kind and days', async () => {
  expect(await history('category=css')).toEqual([css.title, css.title])
  expect(await history('difficulty=hard')).toEqual([html.title, html.title])
  expect(await history('correct=false')).toEqual([css.title])
  expect(await history('category=CSS&correct=true')).toEqual([css.title])
  expect(await history('type=challenge')).toEqual([])
  expect(await history(`from=${day(3)}`)).toEqual([html.title])
  expect(await history(`to=${day(6)}&type=question`)).toEqual([html.title, css.title])
  expect(await history(`from=${day(8)}&to=${day(3)}`)).toEqual([css.title, html.title])
})

test.each([
  'type=dream',
  'difficulty=impossible',
  'correct=maybe',
  'from=2026-13-01',
  'from=2026-02-02&to=2026-02-01',
  'category=',
])('history?%s gets a 400', async (query) => {
  expect((await call(`/api/progress/history?${query}`)).status).toBe(400)
})

test('has weeks from Sunday to Saturday, and months with their number of active days', async () => {
  const { body } = await call<{ progress: Progress }>('/api/progress/get')
  for (const { weekStart, weekEnd } of body.progress.weeklyProgress) {
    expect([new Date(weekStart).getUTCDay(), new Date(weekEnd).getUTCDay()]).toEqual([0, 6])
    expect(Date.parse(weekEnd) - Date.parse(weekStart)).toBe(6 * 86_400_000)
  }
  const sum = (figures: readonly { questionsAnswered: number }[]) =>
    figures.reduce((total, { questionsAnswered }) => total + questionsAnswered, 0)
  expect(sum(body.progress.weeklyProgress)).toBe(4)
  expect(sum(body.progress.monthlyProgress)).toBe(4)
  expect(body.progress.monthlyProgress.reduce((days, month) => days + month.streakDays, 0)).toBe(4)
})

test('is private', async () => {
  const stranger = await newLearner()
  const { body } = await stranger.call<{ history: HistoryEntry[] }>('/api/progress/history')
  expect(body.history).toEqual([])
})
