import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { addDays, localDay } from '../../shared/i18n/format.ts'
import { samplePreferences, sampleProfile } from '../../testing/account-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleInterview, sampleParts, sampleProgress, sampleToday } from '../../testing/samples.ts'
import { ForecastPage, InterviewPage } from './interview-page.tsx'

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

const paths = ['javascript-deep-dive', 'react', 'interview-preparation'].map((id) => ({
  id,
  title: id,
  questionCount: 30,
}))

const categories = [
  { id: 'react', name: 'React' },
  { id: 'c-plus-plus', name: 'C++' },
]

const open = (address: string, responses: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me': () => ({ success: true, user: sampleProfile() }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/learning-paths': () => ({ success: true, data: paths }),
    'GET /api/categories': () => ({ success: true, data: categories }),
    'GET /api/progress/interview': () => ({ success: true, interview: null }),
    'PUT /api/progress/interview': () => ({ success: true, interview: sampleInterview() }),
    'DELETE /api/progress/interview': () => ({ success: true, interview: null }),
    ...responses,
  })
  const view = renderAt(
    address,
    <Routes>
      <Route path="interview" element={<InterviewPage />} />
      <Route path="interview/forecast" element={<ForecastPage />} />
    </Routes>,
  )
  return { calls, ...view }
}

/** What was stored: previews aren't. */
const written = (calls: ReturnType<typeof fakeNetwork>, method: string) =>
  calls
    .filter((call) => call.method === method && !(call.body as { dryRun?: boolean } | undefined)?.dryRun)
    .map(({ path, body }) => ({ path, body }))

describe('setting the date', () => {
  test('reports what is missing at its field, then creates the plan', async () => {
    const { calls, user } = open('/interview')
    await user.clear(await screen.findByLabelText('Minutes a day'))
    await user.click(screen.getByRole('checkbox', { name: 'interview-preparation' }))
    await user.click(screen.getByRole('button', { name: 'Create plan' }))
    expect(screen.getByText('Enter a date.')).toBeDefined()
    expect(screen.getByText('Select at least one path.')).toBeDefined()
    expect(screen.getByText('Enter a whole number from 5 to 240.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Interview date'))
    expect(written(calls, 'PUT')).toEqual([])

    const date = addDays(localDay(), 20)
    await user.type(screen.getByLabelText('Interview date'), date)
    await user.type(screen.getByLabelText('Minutes a day'), '45')
    await user.click(screen.getByRole('checkbox', { name: 'react' }))
    await user.click(screen.getByRole('button', { name: 'Create plan' }))
    await screen.findByText('Interview in 20 days')
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(written(calls, 'PUT')).toEqual([
      {
        path: '/api/progress/interview',
        body: { date, learningPaths: ['react'], minutesPerDay: 45, timeZone, track: null },
      },
    ])
  })

  test('shows the whole plan of a role before it is accepted', async () => {
    const activity = { kind: 'challenge', title: 'Tabs', minutes: 25, to: '/coding/tabs' } as const
    const interview = sampleInterview({
      reservedIds: Array.from({ length: 12 }, (_, at) => `${at}`),
      days: sampleInterview().days.map((day, at) => ({ ...day, activities: at === 2 ? [activity] : [] })),
    })
    const { calls, user } = open('/interview', {
      'GET /api/learning-paths': () => ({
        success: true,
        data: ['react-mastery', 'javascript-deep-dive', 'html-practice'].map((id) => ({
          ...{ id, title: id, questionCount: 30 },
        })),
      }),
      'PUT /api/progress/interview': () => ({ success: true, interview }),
    })
    await user.selectOptions(await screen.findByLabelText('Role'), 'React developer')
    // Without a date, four weeks.
    const date = addDays(localDay(), 28)
    expect(screen.getByLabelText('Interview date')).toHaveProperty('value', date)
    await user.selectOptions(screen.getByLabelText('Time to prepare'), '2 weeks')
    expect(screen.getByLabelText('Interview date')).toHaveProperty('value', addDays(localDay(), 14))
    screen.getByText('2 paths selected')
    const plan = within(await screen.findByRole('region', { name: 'Your plan' }))
    await plan.findByText('Coding challenge: Tabs')
    plan.getByText(/12 questions are reserved for the mock exam/)
    // All 20 days, the header and the interview; the challenge has a row of its own.
    expect(plan.getAllByRole('row')).toHaveLength(20 + 1 + 1 + 1)
    expect(written(calls, 'PUT')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Create plan' }))
    await screen.findByText('Interview in 20 days')
    expect(written(calls, 'PUT')[0]?.body).toMatchObject({
      track: { role: 'react', level: 'mid' },
      learningPaths: ['react-mastery', 'javascript-deep-dive'],
      date: addDays(localDay(), 14),
    })
  })

  test('says before the date is set that there can be no mock exam', async () => {
    const { user } = open('/interview', {
      'PUT /api/progress/interview': () => ({ success: true, interview: sampleInterview() }),
    })
    await user.type(await screen.findByLabelText('Interview date'), addDays(localDay(), 20))
    await screen.findByText(/This plan has no mock exam: fewer than 10 questions/)
  })

  test('continues with what the setup asked, also before signing up', async () => {
    const draft = { track: { role: 'fullstack', level: 'senior' }, date: '', minutesPerDay: 60 }
    localStorage.setItem(`interview_draft@${learner.uid}`, JSON.stringify(draft))
    const preferences = { ...samplePreferences, interviewDate: addDays(localDay(), 9) }
    const { user } = open('/interview', {
      'GET /api/users/me': () => ({ success: true, user: sampleProfile({ preferences }) }),
    })
    expect(await screen.findByLabelText('Role')).toHaveProperty('value', 'fullstack')
    expect(screen.getByLabelText('Level')).toHaveProperty('value', 'senior')
    expect(screen.queryByText(/the date from your settings/)).toBeNull()
    expect(screen.getByLabelText('Minutes a day')).toHaveProperty('value', '60')
    expect(screen.getByLabelText('Interview date')).toHaveProperty('value', addDays(localDay(), 28))
    await user.click(screen.getByRole('button', { name: 'Create plan' }))
    await screen.findByText('Interview in 20 days')
    expect(localStorage.getItem(`interview_draft@${learner.uid}`)).toBeNull()
  })

  test('proposes other answers to the setup as a change of the plan, once', async () => {
    const draft = { track: { role: 'react', level: 'senior' }, date: '', minutesPerDay: 60 }
    localStorage.setItem(`interview_draft@${learner.uid}`, JSON.stringify(draft))
    const interview = { ...sampleInterview(), date: addDays(localDay(), 20) }
    const { user } = open('/interview', {
      'GET /api/progress/interview': () => ({ success: true, interview }),
    })
    expect(await screen.findByLabelText('Role')).toHaveProperty('value', 'react')
    expect(screen.getByLabelText('Minutes a day')).toHaveProperty('value', '60')
    // The setup named no date, so the interview keeps its own.
    expect(screen.getByLabelText('Interview date')).toHaveProperty('value', interview.date)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Interview in 20 days')
    expect(localStorage.getItem(`interview_draft@${learner.uid}`)).toBeNull()
  })

  test('keeps the paths of an interview for which the setup was answered in the same way', async () => {
    const track = { role: 'react', level: 'mid' } as const
    const interview = {
      ...sampleInterview(),
      ...{
        date: addDays(localDay(), 20),
        track,
        minutesPerDay: 30,
        learningPaths: [{ id: 'react', title: 'React' }],
      },
    }
    const draft = { track, date: '', minutesPerDay: 30 }
    localStorage.setItem(`interview_draft@${learner.uid}`, JSON.stringify(draft))
    const { user } = open('/interview', {
      'GET /api/progress/interview': () => ({ success: true, interview }),
    })
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    expect(await screen.findByText('1 path selected')).toBeDefined()
  })

  test('suggests the current path, and offers the date from the settings once', async () => {
    const date = addDays(localDay(), 9)
    const preferences = { ...samplePreferences, learningPath: 'react', interviewDate: date }
    const { calls, user } = open('/interview', {
      'GET /api/users/me': () => ({ success: true, user: sampleProfile({ preferences }) }),
      'GET /api/users/me/preferences': () => ({ success: true, preferences }),
      'PUT /api/users/me/preferences': ({ body }) => ({ success: true, preferences: body }),
    })
    expect(await screen.findByLabelText('Interview date')).toHaveProperty('value', date)
    expect(screen.getByRole('checkbox', { name: 'react' })).toHaveProperty('checked', true)
    screen.getByText('1 path selected')
    await user.click(screen.getByRole('button', { name: 'Create plan' }))
    await screen.findByText('Interview in 20 days')
    await waitFor(() =>
      expect(written(calls, 'PUT').at(-1)?.body).toEqual({ ...preferences, interviewDate: null }),
    )
  })

  test('shows the server’s own errors at their fields and keeps what was filled in', async () => {
    const details = [{ path: 'date', message: 'must be at most 365 days ahead' }]
    const { user } = open('/interview', {
      'PUT /api/progress/interview': () => errorResponse(400, 'Invalid request', { details }),
    })
    const date = addDays(localDay(), 20)
    await user.type(await screen.findByLabelText('Interview date'), date)
    await user.click(screen.getByRole('button', { name: 'Create plan' }))
    await screen.findByText('must be at most 365 days ahead')
    expect(screen.getByLabelText('Interview date')).toHaveProperty('value', date)
  })
})

describe('the plan', () => {
  const dated = (part: Parameters<typeof sampleInterview>[0] = {}) => ({
    'GET /api/progress/interview': () => ({ success: true, interview: sampleInterview(part) }),
  })

  test('starts today’s part, a lesson before its questions', async () => {
    const { lesson, interview, cards } = sampleParts
    open('/interview', {
      ...dated({}),
      'GET /api/progress/today': () => ({
        success: true,
        today: sampleToday({ parts: [lesson, interview, cards], cards: { due: 12, later: 0 } }),
      }),
    })
    const today = within(await screen.findByRole('region', { name: "Today's part" }))
    const start = await today.findByRole('link', { name: "Start today's lesson" })
    expect(start.getAttribute('href')).toBe('/learning-paths/react/effects')
    expect(today.getByRole('link', { name: '8 new questions' }).getAttribute('href')).toBe(
      '/questions?mode=interview',
    )
    expect(today.getByRole('link', { name: '12 flashcards' }).getAttribute('href')).toBe('/flashcards')
  })

  test('says what it doesn’t cover, and how much time would', async () => {
    const coverage = { percent: 62, unseenLeft: 90, lessonsLeft: 4, extraMinutesPerDay: 12 }
    const { calls, user } = open('/interview', dated({ coverage }))
    await screen.findByText(
      /This plan covers 62% of your paths\. 12 more minutes a day would cover all of it\./,
    )
    await user.click(screen.getByRole('button', { name: 'Plan 42 minutes a day' }))
    await screen.findByText('This plan covers all of your paths.')
    expect(written(calls, 'PUT')[0]?.body).toMatchObject({ minutesPerDay: 42, date: '2026-03-30' })
  })

  test('offers no more minutes than a day may have', async () => {
    open(
      '/interview',
      dated({ coverage: { percent: 1, unseenLeft: 900, lessonsLeft: 9, extraMinutesPerDay: 300 } }),
    )
    await screen.findByText(/Even 240 minutes a day would not cover all of it/)
    expect(screen.queryByRole('button', { name: /^Plan / })).toBeNull()
  })

  test('of a year shows two weeks, and the rest on request', async () => {
    const days = Array.from({ length: 365 }, (_, at) => ({
      ...{
        date: addDays('2026-03-10', at),
        activities: [],
        unseen: 1,
        lessons: 0,
        due: 2,
        minutes: 3,
        studyPlans: [],
      },
    }))
    const { user } = open('/interview', dated({ days, date: '2027-03-10', daysLeft: 365 }))
    expect((await screen.findAllByRole('row')).length).toBe(15)
    await user.click(screen.getByRole('button', { name: 'Show 351 more days' }))
    expect(screen.getAllByRole('row')).toHaveLength(1 + 365 + 1)
  })

  test('is removed only after a question that says what happens', async () => {
    const { calls, user } = open('/interview', dated())
    await user.click(await screen.findByRole('button', { name: 'Clear date' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText(/reserved questions return to practice/)
    expect(written(calls, 'DELETE')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Clear date' }))
    await screen.findByRole('heading', { name: 'When is your interview?' })
    expect(written(calls, 'DELETE')).toHaveLength(1)
  })

  test('asks how it went once the day has passed, and keeps paths and time for the next date', async () => {
    const done = { ...sampleInterview().today, unseen: [], due: 0, minutes: 0 }
    const { user } = open('/interview', dated({ date: '2026-03-09', daysLeft: 0, days: [], today: done }))
    await user.click(await screen.findByRole('button', { name: 'Set a new date' }))
    expect(await screen.findByLabelText('Interview date')).toHaveProperty('value', '')
    expect(screen.getByRole('checkbox', { name: 'javascript-deep-dive' })).toHaveProperty('checked', true)
  })

  test('has a calendar link that is created, and revoked', async () => {
    const { calls, user } = open('/interview', {
      ...dated(),
      'POST /api/progress/interview/calendar': () => ({ success: true, url: '/api/calendar/secret.ics' }),
      'DELETE /api/progress/interview/calendar': () => ({ success: true, url: null }),
    })
    await user.click(await screen.findByRole('button', { name: 'Create calendar link' }))
    expect(await screen.findByLabelText('Calendar link')).toHaveProperty(
      'value',
      `${location.origin}/api/calendar/secret.ics`,
    )
    screen.getByText('Anyone with this link can see your plan.')
    await user.click(screen.getByRole('button', { name: 'Revoke link' }))
    await screen.findByText(/The link is revoked/)
    expect(screen.queryByLabelText('Calendar link')).toBeNull()
    expect(written(calls, 'DELETE')).toHaveLength(1)
  })

  test('says why it can’t be loaded, and loads again', async () => {
    let away = true
    const { user } = open('/interview', {
      'GET /api/progress/interview': () =>
        away ? errorResponse(400, 'Not now') : { success: true, interview: sampleInterview() },
    })
    await screen.findByText('Your interview plan could not be loaded')
    away = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Interview in 20 days')
  })
})

describe('the forecast', () => {
  const forecast = (part: object = {}) => ({
    'GET /api/progress/interview': () => ({
      success: true,
      interview: sampleInterview({ reservedIds: Array.from({ length: 30 }, (_, at) => `reserved-${at}`) }),
    }),
    'GET /api/progress/forecast': () => ({
      success: true,
      overall: { chance: 0.78, low: 0.7, high: 0.86, n: 64 },
      topics: [
        { topic: 'React', n: 12, questions: 40, chance: null, low: null, high: null },
        { topic: 'C++', n: 2, questions: 9, chance: null, low: null, high: null },
        { topic: 'HTML & CSS', n: 1, questions: 8, chance: null, low: null, high: null },
        { topic: 'JavaScript', n: 52, questions: 90, chance: 0.81, low: 0.72, high: 0.88 },
      ],
      tests: [],
      ...part,
    }),
  })

  test('is a range for each topic, or unknown with a way to practice', async () => {
    const { user } = open('/interview/forecast', forecast())
    const topics = within(await screen.findByRole('region', { name: 'By topic' }))
    topics.getByText(/81% \(72% to 88%\)/)
    topics.getByText('Unknown: 12 of 30 graded answers · 40 questions')
    for (const [name, query] of [
      ['React', 'react'],
      ['C++', 'c-plus-plus'],
      ['HTML & CSS', 'HTML%20%26%20CSS'],
    ]) {
      const practice = topics.getByRole('link', { name: `Practice ${name}` })
      await waitFor(() => expect(practice.getAttribute('href')).toBe(`/questions?category=${query}`))
    }
    await user.click(topics.getByRole('button', { name: 'Why? JavaScript' }))
    const why = within(await screen.findByRole('dialog'))
    why.getByText(/It is based on 52 graded answers/)
    why.getByText(/Rasch model/)
    why.getByText(/raise it/)
  })

  test('offers the mock exam on reserved questions, and keeps what became of earlier ones', async () => {
    const test = { examId: 'one', madeAt: '2026-03-05T10:00:00.000Z', questions: 20 }
    const range = { predicted: 0.78, low: 0.7, high: 0.86 }
    open(
      '/interview/forecast',
      forecast({
        tests: [{ ...test, ...range, testedAt: '2026-03-05T10:20:00.000Z', correct: 15, total: 20 }],
      }),
    )
    const exam = within(await screen.findByRole('region', { name: 'Test the forecast' }))
    exam.getByText(/30 questions are reserved for mock exams/)
    expect(exam.getByRole('link', { name: 'Go to the mock exam' }).getAttribute('href')).toBe(
      '/interview/exam',
    )
    const history = within(screen.getByRole('region', { name: 'Forecasts and results' }))
    history.getByText('Predicted 78% (70% to 86%)')
    history.getByText('You got 75%: 15 of 20 correct')
    history.getByText('within the range')
  })

  test('without a date says what an exam needs', async () => {
    open('/interview/forecast', {
      ...forecast({ overall: null, topics: [] }),
      'GET /api/progress/interview': () => ({ success: true, interview: null }),
    })
    await screen.findByText(/Set your interview date first/)
    await screen.findByText('No graded answers yet')
  })
})
