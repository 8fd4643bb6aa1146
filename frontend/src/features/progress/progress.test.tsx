import type { Dashboard as DashboardReply, DayAnalytics } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { addDays, localDay } from '../../shared/i18n/format.ts'
import { useToasts } from '../../shared/ui/toasts.tsx'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleParts, sampleProgress, sampleToday } from '../../testing/samples.ts'
import { nextBadges } from './badges.tsx'
import { ProgressPage } from './progress-page.tsx'
import { Today } from './today.tsx'

const today = localDay()
const bridged = addDays(today, -3)
const day = (date: string, questionsAnswered: number): DayAnalytics => ({
  date,
  questionsAnswered,
  correctAnswers: questionsAnswered,
  accuracy: 100,
  challengesAttempted: 0,
  challengesCompleted: 0,
  sessions: 1,
  timeSpent: 60,
  points: 5,
})
const dashboard: DashboardReply = {
  totalTimeSpent: 12_000,
  averageScore: 75,
  completionRate: 80,
  totalPoints: 140,
  currentStreak: 8,
  longestStreak: 8,
  weeklyProgress: [{ date: today, questionsAnswered: 4, correctAnswers: 3, timeSpent: 60, points: 15 }],
  monthlyProgress: [{ date: today, questionsAnswered: 4, correctAnswers: 3, timeSpent: 60, points: 15 }],
  topCategories: [{ category: 'CSS', score: 90, questionsCompleted: 10 }],
  ranking: {
    strongest: [{ category: 'CSS', score: 90, questionsCompleted: 10 }],
    toPractice: [{ category: 'React', score: 40, questionsCompleted: 20 }],
  },
  recentActivity: [
    {
      type: 'question',
      title: 'Four timers',
      timestamp: '2026-11-21T10:00:00Z',
      points: 10,
      isCorrect: true,
      difficulty: 'intermediate',
    },
  ],
}
const badge = {
  id: 'first-answer',
  name: 'First Step',
  description: 'Answer your first question.',
  rarity: 'common',
  points: 10,
} as const
const definition = (id: string, atLeast: number) => ({
  ...badge,
  id,
  name: id,
  icon: 'star',
  order: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  revision: 1,
  rule: { measure: 'answers' as const, atLeast },
})
const progress = sampleProgress({
  totalQuestions: 40,
  longestStreak: 8,
  lastActivity: '2026-11-21T10:00:00Z',
  achievements: {
    badges: [{ ...badge, earnedAt: '2026-11-20T10:00:00Z' }],
    milestones: [{ id: 'answers-10', reachedAt: '2026-11-20T10:00:00Z' }],
    totalPoints: 140,
    level: 2,
    experience: 140,
  },
})
const streakEntry = (type: string, date: string, amount: number) => ({
  eventId: crypto.randomUUID(),
  type,
  at: `${date}T10:00:00Z`,
  day: date,
  timeZone: 'Europe/Berlin',
  recordedAt: `${date}T10:00:00Z`,
  title: type === 'AnswerSubmitted' ? 'Four timers' : null,
  amount,
  of: null,
})

const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress }),
    'GET /api/progress/dashboard': () => ({ success: true, dashboard }),
    'GET /api/progress/analytics': () => ({
      success: true,
      analytics: [day(addDays(today, -4), 3), day(bridged, 0), day(addDays(today, -2), 12)],
    }),
    'GET /api/progress/explain/streak': () => ({
      success: true,
      figure: 'streak',
      value: 8,
      rule: '',
      sum: 8,
      of: null,
      entries: [streakEntry('AnswerSubmitted', today, 1), streakEntry('StreakFreezeSpent', bridged, 0)],
      pagination: { page: 1, pageSize: 20, totalCount: 2, totalPages: 1, hasNext: false, hasPrev: false },
    }),
    'GET /api/progress/reviews': () => ({
      success: true,
      reviews: [],
      forecast: [
        { date: today, due: 2 },
        { date: addDays(today, 1), due: 3 },
      ],
      pagination: { page: 1, pageSize: 20, totalCount: 2, totalPages: 1, hasNext: false, hasPrev: false },
    }),
    'GET /api/progress/plans': () => ({ success: true, plans: [] }),
    'GET /api/progress/interview': () => ({ success: true, interview: null }),
    'GET /api/progress/certificates': () => ({ success: true, certificates: [] }),
    'GET /api/badges': () => ({
      success: true,
      data: [definition('first-answer', 1), definition('answers-1000', 1_000), definition('answers-50', 50)],
    }),
    'GET /api/sections': () => ({ success: true, data: [] }),
    ...more,
  })

beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  useToasts.setState({ toasts: [] })
})

describe('Today', () => {
  const { lesson, interview, cards, someCards, course, plan, goal } = sampleParts
  const next = {
    ...{ pathId: 'css', name: 'Advanced CSS', percent: 40, minutes: 8, to: '/learning-paths/css/five' },
    step: { id: 'five', title: 'Grid', number: 2, of: 10 },
  }
  const inDays = { date: '2026-03-30', daysLeft: 20 }
  const show = (part: Parameters<typeof sampleToday>[0], own: Partial<typeof progress> = {}) => {
    network({
      'GET /api/progress/today': () => ({ success: true, today: sampleToday(part) }),
      'GET /api/progress/get': () => ({ success: true, progress: { ...progress, ...own } }),
      'GET /api/learning-paths': () => ({
        success: true,
        data: [
          { id: 'empty', title: 'Empty', difficulty: 'beginner', questionCount: 0 },
          { id: 'css', title: 'Advanced CSS', difficulty: 'intermediate', questionCount: 30 },
        ],
      }),
    })
    return renderAt('/dashboard', <Today />)
  }
  const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent)
  const hero = async (name: string) => within(await screen.findByRole('region', { name }))

  test('shows the parts in their order, with the numbers of the server', async () => {
    show(
      {
        parts: [course, cards, goal],
        course: next,
        goal: { target: 10, done: 4 },
        cards: { due: 12, later: 0 },
      },
      {
        currentStreak: 3,
      },
    )
    const first = await hero('Continue: Grid, step 2 of 10')
    first.getByText('· 8 minutes left in this step')
    first.getByText('Advanced CSS')
    first.getByRole('img', { name: '40%' })
    expect(first.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(course.to)
    expect(await rows()).toEqual([
      '12 flashcardsQuestions you are about to forgetReview 12 flashcards',
      "6 questions left to reach today's goal4 of 10 todayPractice 6 questions left to reach today's goal",
      '3-day streakPractice today to extend it.',
    ])
  })

  test('leads with the plan up to an interview, and says which cards it leaves', async () => {
    show({ parts: [lesson, interview, someCards], interview: inDays, cards: { due: 12, later: 3 } })
    const first = await hero('Interview in 20 days')
    first.getByText(/Today: 1 lesson, 8 questions, 8 flashcards · 20 minutes/)
    expect(first.getByRole('link', { name: "Start today's lesson" }).getAttribute('href')).toBe(lesson.to)
    const [questions, some, others] = await rows()
    expect(questions).toContain("Start today's 8 questions")
    expect(some).toContain(
      '8 of 12 due flashcards, the longest overdue first: 30 minutes a day leave no time for more',
    )
    expect(others).toContain('4 more flashcards are due beyond the minutes of today.')
    expect(screen.getByRole('link', { name: 'Review all 12' }).getAttribute('href')).toBe('/flashcards')
    expect(screen.queryByText('No flashcards are due')).toBeNull()
    expect(screen.queryAllByText(/Interview in 20 days/)).toHaveLength(1)
  })

  test('is done only if the server has nothing left', async () => {
    show({ course: next, cards: { due: 0, later: 2 } })
    const first = await hero('Continue: Grid, step 2 of 10')
    first.getByText(/Today's part is done/)
    expect(await rows()).toEqual([
      'No flashcards are due2 flashcards are due later today',
      "You've reached today's goal.10 of 10 today",
      '8-day streakPractice today to extend it.'.replace('8', String(progress.currentStreak)),
    ])
  })

  test('starts with the running plan', async () => {
    show({ parts: [plan] })
    const first = await hero('Continue: Three days')
    first.getByText('Day 1 of 3 · 5 of 10 today')
    expect(first.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(plan.to)
  })

  test.each([
    ['is done for today', inDays, 'Interview in 20 days'],
    ['is the day before', { daysLeft: 1, date: '2026-03-11' }, 'Your interview is tomorrow'],
    ['has reached its day', { daysLeft: 0, date: '2026-03-10' }, 'Your interview is today'],
    ['is over', { daysLeft: 0, date: '2026-03-09' }, 'How did your interview go?'],
  ])('counts down in one row when the plan %s', async (_, dated, title) => {
    show({ interview: dated })
    const row = (await screen.findByText(title)).closest('li') as HTMLElement
    within(row).getByRole('link', { name: 'Open the plan' })
    expect(screen.queryByRole('link', { name: /Start today/ })).toBeNull()
  })

  test('offers a question and courses to a new account', async () => {
    show({ parts: [goal] }, { lastActivity: null })
    await hero('Answer your first question')
    const courses = within(await screen.findByRole('region', { name: 'Learning paths to start with' }))
    expect(courses.getAllByRole('link').map((link) => link.textContent)).toEqual(['Start Advanced CSS'])
  })

  test('reports that today failed to load, and retries', async () => {
    let fails = true
    network({
      'GET /api/progress/today': () =>
        fails ? errorResponse(400, 'Invalid') : { success: true, today: sampleToday({ parts: [goal] }) },
    })
    const { user } = renderAt('/dashboard', <Today />)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load progress')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await hero("6 questions left to reach today's goal")
    await screen.findByText('Choose a learning path')
  })

  test('asks a visitor to sign in', async () => {
    localStorage.clear()
    network()
    renderAt('/dashboard', <Today />)
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
  })
})

describe('progress', () => {
  test('shows every stat with its explanation', async () => {
    network()
    renderAt('/progress', <ProgressPage />)
    await screen.findByRole('button', { name: 'Why? Longest streak' })
    expect(screen.getByText('160 to level 3')).toBeDefined()
    for (const name of ['Streak', 'Longest streak', 'Points', 'Level', 'Accuracy', 'Answers', 'Study time']) {
      expect(screen.getByRole('button', { name: `Why? ${name}` })).toBeDefined()
    }
  })

  test('opens the entries behind a stat, with day and time zone', async () => {
    network()
    const { user } = renderAt('/progress', <ProgressPage />)
    await user.click(await screen.findByRole('button', { name: 'Why? Streak' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Streak' }))
    expect(await dialog.findByText('Four timers')).toBeDefined()
    expect(dialog.getByText('Streak freeze used')).toBeDefined()
    expect(dialog.getAllByText(/Europe\/Berlin/)).toHaveLength(2)
    expect(
      dialog.getByText(
        /crossing the date line is not missed.*a streak freeze automatically covers one missed day/,
      ),
    ).toBeDefined()
  })

  test('shows practice by day, and which day a freeze covered', async () => {
    network()
    const { container } = renderAt('/progress', <ProgressPage />)
    await screen.findByRole('img', {
      name: '2 days with practice, 1 day covered by a freeze in the last year.',
    })
    expect(container.querySelectorAll('svg .ring')).not.toHaveLength(0)
  })

  test('shows activity as charts and tables, and upcoming reviews', async () => {
    network()
    const { user } = renderAt('/progress', <ProgressPage />)
    await user.click(await screen.findByRole('link', { name: 'Activity' }))
    await user.click(await screen.findByRole('button', { name: 'Table view Last 30 days' }))
    const table = within(screen.getByRole('table', { name: 'Last 30 days' }))
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Day',
      'Answered',
      'Correct',
      'Points',
    ])
    await user.click(screen.getByRole('button', { name: 'Chart view Last 30 days' }))
    expect(screen.queryByRole('table')).toBeNull()
    expect(await screen.findByText('5 flashcards in the next 30 days, 2 of them today.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Table view Upcoming reviews' }))
    const days = within(screen.getByRole('table', { name: 'Upcoming reviews' })).getAllByRole('row')
    expect(days.map((row) => row.lastElementChild?.textContent)).toEqual(['Due', '2', '3'])
  })

  test('ranks the strongest and weakest topics, and shows a level from ten answers on', async () => {
    const section = (section: string, totalQuestions: number) => ({
      section,
      totalQuestions,
      correctAnswers: totalQuestions,
      timeSpent: 60,
      accuracy: 100,
      lastPracticedAt: '2026-11-21T10:00:00Z',
      masteryLevel: totalQuestions < 10 ? ('beginner' as const) : ('intermediate' as const),
    })
    network({
      'GET /api/progress/get': () => ({
        success: true,
        progress: { ...progress, sectionProgress: [section('Performance', 3), section('Security', 12)] },
      }),
    })
    renderAt('/progress?view=topics', <ProgressPage />)
    const strongest = within(await screen.findByRole('region', { name: 'Strongest topics' }))
    expect(strongest.getByText('90% · 10 answers')).toBeDefined()
    const toPractice = within(screen.getByRole('region', { name: 'Topics to practice' }))
    expect(toPractice.getByRole('link', { name: 'Practice React' })).toBeDefined()
    const mastery = within(screen.getByRole('region', { name: 'Mastery' }))
    expect(mastery.getByText('3 answers, level from 10')).toBeDefined()
    expect(mastery.getByText('Intermediate · 100%')).toBeDefined()
  })

  test('shows badges and milestones', async () => {
    network()
    renderAt('/progress?view=badges', <ProgressPage />)
    expect(await screen.findByRole('button', { name: 'Why? First Step' })).toBeDefined()
    expect(screen.getByText('10 answers')).toBeDefined()
  })

  test('shows a warning after 10 seconds without a response, and default values', async () => {
    network({ 'GET /api/progress/get': () => Promise.reject(new DOMException('', 'TimeoutError')) })
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 10_000 ? AbortSignal.abort() : new AbortController().signal))
    renderAt('/progress', <ProgressPage />)
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ message }) => message)).toContain(
        'Loading timeout - using default values',
      ),
    )
    expect(await screen.findByRole('heading', { name: 'Your progress starts with one answer' })).toBeDefined()
    timeout.mockRestore()
  })
})

test('the nearest badge comes first, without earned ones', () => {
  const next = nextBadges(
    [definition('first-answer', 1), definition('answers-1000', 1_000), definition('answers-50', 50)],
    progress,
  )
  expect(next.map(({ badge: { id }, reach }) => [id, reach?.now])).toEqual([
    ['answers-50', 40],
    ['answers-1000', 40],
  ])
})
