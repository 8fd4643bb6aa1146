import type { ItemReport, PathCoverage, QuestionReport } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useToasts } from '../../shared/ui/toasts.tsx'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { Activity } from './activity.tsx'
import { Calibration } from './calibration.tsx'
import { Coverage } from './coverage.tsx'
import { ItemPage } from './item-page.tsx'
import { ItemReports } from './item-reports.tsx'
import { RegradeOffer } from './regrade.tsx'
import { Reported } from './reported.tsx'

const questionId = '8d5229c8-16de-4b2d-98c4-df2164f3c7b4'
const pagination = { page: 1, pageSize: 10, totalCount: 1, totalPages: 1, hasNext: false, hasPrev: false }
const figures = { timeSpent: 60, challengeAttempts: 0, reviews: 0 }
const day = (date: string, answers: number, correctAnswers: number) => ({
  ...{ date, activeLearners: 2, newLearners: 1, answers, correctAnswers, ...figures },
  accuracy: answers === 0 ? 0 : Math.round((100 * correctAnswers) / answers),
})
const item: ItemReport = {
  questionId,
  title: 'Four timers',
  version: 2,
  newestVersion: 3,
  n: 41,
  facility: 0.2,
  discrimination: -0.31,
  medianTime: 14,
  problems: ['negative-discrimination', 'below-chance'],
  before: { version: 1, facility: 0.5, discrimination: 0.4 },
}
const path: PathCoverage = {
  pathId: 'css',
  title: 'CSS',
  open: 12,
  waiting: 2,
  byDifficulty: { beginner: 5, intermediate: 4, advanced: 3 },
  topics: 3,
  withoutExplanation: 1,
  withAudio: 0,
  missingCategories: ['Grid'],
  openReports: 1,
}
const report: QuestionReport = {
  id: 'c0ffee00-16de-4b2d-98c4-df2164f3c7b4',
  questionId,
  questionTitle: 'Four timers',
  questionVersion: 2,
  reportedBy: 'learner-1',
  reason: 'wrong-answer',
  text: 'It prints 4 four times.',
  state: 'open',
  answer: null,
  settledBy: null,
  settledAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
}

let reported = [report]
let saved: Promise<string>[] = []
beforeEach(() => {
  reported = [report]
  saved = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.push((content as Blob).text())
    return 'blob:saved'
  })
})
afterEach(() => vi.restoreAllMocks())

function open(address: string, answers: Parameters<typeof fakeNetwork>[0] = {}) {
  const calls = fakeNetwork({
    'GET /api/admin/progress/overview': () => ({
      success: true,
      totals: { learners: 9, answers: 200, correctAnswers: 100, accuracy: 50, ...figures },
      from: '2026-11-20',
      to: '2026-11-22',
      days: [day('2026-11-20', 10, 8), day('2026-11-21', 0, 0), day('2026-11-22', 4, 1)],
      plans: [
        { planId: 'three-day', title: 'Three days', started: 8, answered: 6, halfway: 3, completed: 1 },
      ],
    }),
    'GET /api/admin/progress/questions': () => ({ success: true, data: [item], pagination }),
    [`GET /api/admin/progress/questions/${questionId}/statistics`]: () => ({
      success: true,
      questionId,
      title: 'Four timers',
      versions: [
        { version: 3, versions: [3], n: 4, ...nothing },
        {
          version: 2,
          versions: [2, 1],
          n: 41,
          facility: 0.2,
          discrimination: -0.31,
          medianTime: 14,
          picks: [
            { optionId: 'a', isCorrect: false, count: 33, share: 0.8 },
            { optionId: 'b', isCorrect: true, count: 8, share: 0.2 },
          ],
          isWorse: true,
        },
      ],
    }),
    [`GET /api/questions/unified/${questionId}`]: () => ({
      success: true,
      data: {
        id: questionId,
        content: 'What does it print?\n\n```js\nprint(`4`)\n```',
        options: [
          { id: 'a', text: '4 4 4 4' },
          { id: 'b', text: '0 1 2 3' },
        ],
      },
    }),
    'GET /api/admin/reports/coverage': () => ({ success: true, data: [path], count: 1 }),
    'GET /api/admin/reports/questions': ({ query }) => {
      const state = query.get('state')
      const data = reported.filter((one) => state === null || one.state === state)
      return { success: true, data, pagination: { ...pagination, totalCount: data.length } }
    },
    ...answers,
  })
  const view = renderAt(
    address,
    <Routes>
      <Route path="admin/reports" element={<Activity />} />
      <Route path="admin/reports/questions" element={<ItemReports />} />
      <Route path="admin/reports/questions/:id" element={<ItemPage />} />
      <Route path="admin/reports/predictions" element={<Calibration />} />
      <Route path="admin/reports/coverage" element={<Coverage />} />
      <Route path="admin/reports/reported" element={<Reported />} />
    </Routes>,
  )
  return { calls, ...view }
}
const nothing = { facility: null, discrimination: null, medianTime: null, picks: null, isWorse: false }
const bodies = (calls: Call[]) => calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)

describe('activity', () => {
  test('is displayed as a plot, a sentence and a table, and downloaded as plain numbers', async () => {
    const { user } = open('/admin/reports')
    await screen.findByRole('img', { name: '14 answers in this period.' })
    expect(screen.getByRole('img', { name: 'Between 25% and 80% a day.' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: /Answers per day$/ }))
    const table = within(screen.getByRole('table', { name: 'Answers per day' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DayAnswersCorrectStudy time',
      'Nov 22411m',
      'Nov 21001m',
      'Nov 201081m',
    ])
    await user.click(screen.getByRole('button', { name: 'Download CSV: Activity' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await saved[0])?.split('\r\n')).toEqual([
      expect.stringContaining('date,activeLearners,newLearners,answers,correctAnswers,accuracy'),
      '2026-11-20,2,1,10,8,80,60,0,0',
      '2026-11-21,2,1,0,0,0,60,0,0',
      '2026-11-22,2,1,4,1,25,60,0,0',
      '',
    ])
  })

  test('requests the chosen number of days', async () => {
    const { calls, user } = open('/admin/reports')
    await user.selectOptions(await screen.findByLabelText('Period'), 'Last 7 days')
    await waitFor(() => {
      const asked = calls.filter(({ path }) => path === '/api/admin/progress/overview').at(-1)
      const [from = '', to = ''] = [asked?.query.get('from'), asked?.query.get('to')]
      expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(6 * 86_400_000)
    })
  })

  test('shows how far learners get in each plan', async () => {
    open('/admin/reports')
    const funnel = 'Three days: Started 8, First answer 6, Halfway 3, Completed 1'
    expect(await screen.findByRole('img', { name: funnel })).toBeDefined()
  })

  test('shows the number of open reports from learners on every page', async () => {
    open('/admin/reports')
    expect(await screen.findByRole('link', { name: 'Reported by learners 1 open' })).toBeDefined()
  })

  test('shows why it could not be loaded', async () => {
    open('/admin/reports', { 'GET /api/admin/progress/overview': () => errorResponse(400, 'Not now') })
    expect((await screen.findByRole('alert')).textContent).toContain('Not now')
  })
})

describe('questions', () => {
  test('with problems come first, with their indicators', async () => {
    const { calls, user } = open('/admin/reports/questions')
    const row = within(await screen.findByRole('row', { name: /Four timers/ }))
    expect(row.getByText('strong learners miss it')).toBeDefined()
    expect(row.getByText('worse than guessing')).toBeDefined()
    expect(row.getByText(/version 3 is too new for statistics · version 1 had 0.40/)).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Show'), 'Hardest')
    await waitFor(() =>
      expect(
        calls
          .filter(({ path }) => path === '/api/admin/progress/questions')
          .map(({ query }) => query.get('order')),
      ).toEqual(['broken', 'hardest']),
    )
  })

  test('are all downloaded, however many pages there are; a server error is shown', async () => {
    let fails = true
    const { user } = open('/admin/reports/questions', {
      'GET /api/admin/progress/questions': ({ query }) => {
        const number = Number(query.get('page'))
        if (fails && number === 3) return errorResponse(400, 'Not now')
        return {
          success: true,
          data: [{ ...item, title: `Page ${number}` }],
          pagination: { ...pagination, totalPages: 3 },
        }
      },
    })
    const download = await screen.findByRole('button', { name: /^Download CSV/ })
    await user.click(download)
    const said = () => useToasts.getState().toasts.map(({ title }) => title)
    await waitFor(() => expect(said()).toContain('The file could not be created'))
    expect(saved).toEqual([])

    fails = false
    await user.click(download)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await saved[0])?.match(/Page \d/g)).toEqual(['Page 1', 'Page 2', 'Page 3'])
  })

  test('have statistics by version; a version that made them worse is marked', async () => {
    open(`/admin/reports/questions/${questionId}`)
    const worse = within(
      await screen.findByRole('region', { name: 'versions 1 to 2, which differ only in metadata' }),
    )
    expect(worse.getByText('Worse than the previous version')).toBeDefined()
    expect((await screen.findByText('What does it print?')).nextElementSibling?.textContent).toContain(
      'print(`4`)',
    )
    expect(await worse.findByRole('img', { name: '4 4 4 4 80%, 0 1 2 3 (correct) 20%' })).toBeDefined()
    const fresh = within(screen.getByRole('region', { name: 'version 3' }))
    expect(fresh.getByText('4 first attempts: statistics need at least 30.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Edit question' }).getAttribute('href')).toBe(
      `/admin/questions/unified?open=edit:${questionId}`,
    )
  })
})

describe('correcting a key', () => {
  const gains = { points: 75, learners: 6 }
  const losses = { points: 30, learners: 3 }
  const changes = { answers: 12, learners: 9, points: 45, gains, losses, badges: 1 }
  const reply = (body: unknown, status: string) => ({
    ...{ success: true, questionId, keyVersion: 3, ...(body as object), status, changes },
  })
  const regrade = `POST /api/admin/progress/questions/${questionId}/regrade`

  test('previews the changes, and applies them after a confirmation', async () => {
    const { calls, user } = open(`/admin/reports/questions/${questionId}`, {
      [regrade]: ({ body }) => reply(body, (body as { dryRun: boolean }).dryRun ? 'planned' : 'done'),
    })
    await user.click(await screen.findByRole('button', { name: 'Preview changes' }))
    const effect = within(
      await screen.findByRole('region', { name: 'Answers to version 2, graded by the key of version 3' }),
    )
    for (const [label, value] of [
      ['Answers with a different grade', '12'],
      ['Learners affected', '9'],
      ['Points gained', '+756 learners'],
      ['Points lost', '-303 learners'],
    ]) {
      expect(effect.getByText(label ?? '').nextElementSibling?.textContent).toBe(value)
    }
    expect(bodies(calls)).toEqual([{ version: 2, dryRun: true }])
    await user.click(effect.getByRole('button', { name: 'Regrade 12 answers' }))
    await screen.findByText('12 answers regraded.')
    expect(bodies(calls)).toEqual([
      { version: 2, dryRun: true },
      { version: 2, dryRun: false },
    ])
    expect(screen.queryByRole('button', { name: /Grade 12/ })).toBeNull()
  })

  test('offers no confirmation if nothing changes', async () => {
    const { user } = open(`/admin/reports/questions/${questionId}`, {
      [regrade]: ({ body }) => ({
        ...reply(body, 'planned'),
        changes: { ...changes, answers: 0 },
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Preview changes' }))
    await screen.findByText('No grades would change.')
    expect(screen.queryByRole('button', { name: /^Grade/ })).toBeNull()
  })

  test('is offered with its effect right after the key changed', async () => {
    const close = vi.fn()
    const calls = fakeNetwork({ [regrade]: ({ body }) => reply(body, 'planned') })
    const { user } = renderAt('/', <RegradeOffer id={questionId} version={3} onClose={close} />)
    expect(document.activeElement?.textContent).toBe('The answer key has changed')
    await screen.findByRole('button', { name: 'Regrade 12 answers' })
    expect(bodies(calls)).toEqual([{ version: 2, dryRun: true }])
    await user.click(screen.getByRole('button', { name: 'Keep the old grades' }))
    expect(close).toHaveBeenCalledOnce()
  })

  test('shows why it can’t be done', async () => {
    const words = 'The question has other options now, so answers to that version can not be regraded'
    const { user } = open(`/admin/reports/questions/${questionId}`, {
      [regrade]: () => errorResponse(409, words),
    })
    await user.click(await screen.findByRole('button', { name: 'Preview changes' }))
    expect((await screen.findByRole('alert')).textContent).toContain(words)
  })
})

test('coverage shows what a path has and lacks', async () => {
  const { user } = open('/admin/reports/coverage')
  expect(await screen.findByText('Grid')).toBeDefined()
  expect(screen.getByRole('img', { name: 'CSS 12' })).toBeDefined()
  expect(screen.getByText(/5 beginner, 4 intermediate, 3 advanced · Hidden: 2/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Download CSV: Coverage' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]).toContain('css,CSS,12,5,4,3,2,3,0,1,1,Grid')
})

describe('predictions', () => {
  const empty = Array.from({ length: 10 }, (_, at) => ({
    from: at / 10,
    to: (at + 1) / 10,
    ...{ n: at === 2 ? 29 : 0, predicted: null, observed: null },
  }))
  const report = {
    success: true,
    predictions: 0,
    ...{ brier: null, brierOfConstant: null, logLoss: null, logLossOfConstant: null, calibrationError: null },
    bins: empty,
    questions: { measured: 0, total: 12 },
    contradictions: [],
  }

  test('are compared with the answers as a plot and as a table; ranges with few answers show only their number', async () => {
    const { user } = open('/admin/reports/predictions', {
      'GET /api/admin/progress/calibration': () => ({
        ...report,
        predictions: 229,
        ...{
          brier: 0.15,
          brierOfConstant: 0.21,
          logLoss: 0.47,
          logLossOfConstant: 0.6,
          calibrationError: 0.012,
        },
        bins: empty.with(7, { from: 0.7, to: 0.8, n: 200, predicted: 0.76, observed: 0.74 } as never),
        questions: { measured: 5, total: 12 },
        contradictions: [
          {
            ...{ questionId, title: 'Four timers', version: 2, n: 64, b: 1.5, error: 0.25 },
            ...{ label: 'beginner', measured: 'advanced' },
          },
        ],
      }),
    })
    expect(await screen.findByText('0.15')).toBeDefined()
    expect(screen.getByText('a constant guess: 0.21')).toBeDefined()
    expect(screen.getByText('5 of 12 questions measured')).toBeDefined()
    expect(screen.getByRole('img', { name: /^1 group of predictions/ })).toBeDefined()
    await user.click(screen.getByRole('button', { name: /Predicted and actual/ }))
    const table = within(screen.getByRole('table', { name: /Predicted and actual/ }))
    const rows = table.getAllByRole('row').map((row) => row.textContent)
    expect(rows[3]).toBe('20% to 30%29––')
    expect(rows[8]).toBe('70% to 80%20076%74%')
    const row = within(screen.getByRole('row', { name: /Four timers/ }))
    expect(row.getByRole('link').getAttribute('href')).toBe(`/admin/reports/questions/${questionId}`)
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'Beginner',
      'Advanced',
      '1.50 ± 0.49',
      '64',
    ])
  })

  test('say so when there are none', async () => {
    open('/admin/reports/predictions', { 'GET /api/admin/progress/calibration': () => report })
    expect(await screen.findByText('No predictions yet')).toBeDefined()
    expect(screen.getByText('No label contradicts the answers.')).toBeDefined()
  })
})

describe('reported problems', () => {
  test('are read, fixed through a link, and responded to', async () => {
    const { calls, user } = open('/admin/reports/reported', {
      [`PATCH /api/admin/reports/questions/${report.id}`]: ({ body }) => {
        const settled = { ...report, ...(body as object), settledAt: '2026-11-21T10:00:00.000Z' }
        reported = [settled]
        return { success: true, data: settled, message: 'Report resolved' }
      },
    })
    await screen.findByText('It prints 4 four times.')
    expect(screen.getByRole('link', { name: 'Fix question' }).getAttribute('href')).toBe(
      `/admin/questions/unified?open=edit:${questionId}`,
    )
    await user.type(screen.getByLabelText('Reply to the learner'), 'You are right, thank you.')
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    await screen.findByText('There are no open reports.')
    expect(bodies(calls)).toEqual([{ state: 'resolved', answer: 'You are right, thank you.' }])
    await user.selectOptions(screen.getByLabelText('Status'), 'Resolved')
    expect(await screen.findByText('You are right, thank you.')).toBeDefined()
  })

  test('keep a response that could not be sent', async () => {
    const { user } = open('/admin/reports/reported', {
      [`PATCH /api/admin/reports/questions/${report.id}`]: () =>
        errorResponse(409, 'This report is settled already'),
    })
    await user.type(await screen.findByLabelText('Reply to the learner'), 'Thanks')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This report is settled already')
    expect(screen.getByLabelText('Reply to the learner')).toHaveProperty('value', 'Thanks')
  })
})
