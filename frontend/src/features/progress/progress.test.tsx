import type { Dashboard as DashboardReply, DayAnalytics } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { addDays, localDay } from '../../shared/i18n/format.ts'
import { useToasts } from '../../shared/ui/toasts.tsx'
import { samplePreferences, sampleProfile } from '../../testing/account-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleInterview, sampleProgress } from '../../testing/samples.ts'
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

const course = {
  pathId: 'css',
  pathName: 'Advanced CSS',
  progress: 40,
  completedSections: ['one', 'two', 'three', 'four'],
  currentSection: 'five',
  questionsAnswered: 30,
  correctAnswers: 20,
  timeSpent: 600,
  startedAt: '2026-11-20T10:00:00Z',
  lastAccessed: '2026-11-21T10:00:00Z',
  completedAt: null,
}

describe('Today', () => {
  const states = (...all: string[]) => all.map((state, at) => ({ questionId: `q${at}`, state }))
  const rows = async () =>
    (await screen.findAllByRole('listitem')).map((row) => row.textContent?.replace(/(Review|Practice) $/, ''))

  test('starts with the latest course, then what is left of the day', async () => {
    const earlier = { ...course, pathId: 'html', pathName: 'HTML', lastAccessed: '2026-11-20T10:00:00Z' }
    const done = {
      ...course,
      pathId: 'git',
      lastAccessed: '2026-11-22T10:00:00Z',
      completedAt: '2026-11-22T10:00:00Z',
    }
    network({
      'GET /api/progress/get': () => ({
        success: true,
        progress: { ...progress, currentStreak: 3, learningPaths: [earlier, course, done] },
      }),
      'GET /api/progress/paths/css': () => ({
        success: true,
        steps: [
          { id: 'one', title: 'Selectors', isCompleted: true, questions: [] },
          { id: 'five', title: 'Grid', isCompleted: false, questions: states('unseen', 'unseen') },
          { id: 'six', title: 'Layers', isCompleted: false, questions: [] },
        ],
      }),
      'GET /api/learning-paths/css': () => ({
        success: true,
        data: { steps: [{ id: 'five', lesson: 'word '.repeat(1_000) }] },
      }),
    })
    renderAt('/dashboard', <Today />)
    const next = within(await screen.findByRole('region', { name: 'Continue: Grid, step 2 of 10' }))
    // Five minutes to read, and three for two questions.
    expect(await next.findByText('· 8 minutes left in this step')).toBeDefined()
    expect(next.getByText('Advanced CSS')).toBeDefined()
    expect(next.getByRole('img', { name: '40%' })).toBeDefined()
    expect(next.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/learning-paths/css/five')
    await screen.findByText('2 flashcards are due')
    await screen.findByText('4 of 10 today')
    expect(await rows()).toEqual([
      "6 questions left to reach today's goal.4 of 10 today",
      '3-day streakPractice today to extend it.',
      '2 flashcards are dueQuestions you are about to forget.',
    ])
  })

  test('counts only the minutes that are left of a step', async () => {
    network({
      'GET /api/progress/get': () => ({ success: true, progress: { ...progress, learningPaths: [course] } }),
      'GET /api/progress/paths/css': () => ({
        success: true,
        steps: [
          {
            id: 'one',
            title: 'Selectors',
            isCompleted: false,
            questions: states('correct', 'missed', 'unseen', 'unseen', 'unseen'),
          },
        ],
      }),
      'GET /api/learning-paths/css': () => ({
        success: true,
        data: { steps: [{ id: 'one', lesson: 'word '.repeat(1_000) }] },
      }),
    })
    renderAt('/dashboard', <Today />)
    // The lesson has been read, and one of the five questions is answered correctly.
    expect(await screen.findByText('· 6 minutes left in this step')).toBeDefined()
  })

  test('starts with the chosen path, whatever free practice touched since', async () => {
    network({
      'GET /api/progress/get': () => ({ success: true, progress: { ...progress, learningPaths: [course] } }),
      'GET /api/users/me': () => ({
        success: true,
        user: sampleProfile({ preferences: { ...samplePreferences, learningPath: 'html' } }),
      }),
      'GET /api/learning-paths': () => ({ success: true, data: [{ id: 'html', title: 'HTML basics' }] }),
      'GET /api/progress/paths/html': () => ({
        success: true,
        steps: [{ id: 'one', title: 'Documents', isCompleted: false, questions: [] }],
      }),
    })
    renderAt('/dashboard', <Today />)
    const next = within(await screen.findByRole('region', { name: 'Continue: Documents, step 1 of 10' }))
    expect(next.getByText('HTML basics')).toBeDefined()
    expect(screen.queryByText(/Advanced CSS/)).toBeNull()
  })

  test('starts with the running plan if the learner chose a plan', async () => {
    network({
      'GET /api/progress/get': () => ({ success: true, progress: { ...progress, learningPaths: [course] } }),
      'GET /api/users/me': () => ({
        success: true,
        user: sampleProfile({ preferences: { ...samplePreferences, learningMode: 'guided' } }),
      }),
      'GET /api/progress/plans': () => ({
        success: true,
        plans: [
          { planId: 'three-day', name: 'Three days', state: 'running', duration: 3, currentDay: 1, days: [] },
        ],
      }),
    })
    renderAt('/dashboard', <Today />)
    await screen.findByRole('region', { name: 'Continue: Three days' })
    expect(screen.queryByText(/Advanced CSS/)).toBeNull()
  })

  const dated = (part: Parameters<typeof sampleInterview>[0]) => ({
    'GET /api/progress/interview': () => ({ success: true, interview: sampleInterview(part) }),
  })

  test('leads with today’s part of the plan up to an interview', async () => {
    network(dated({}))
    renderAt('/dashboard', <Today />)
    const next = within(await screen.findByRole('region', { name: 'Interview in 20 days' }))
    next.getByText(/Today: 8 new questions, 12 flashcards · 30 minutes/)
    const start = next.getByRole('link', { name: "Start today's 8 questions" })
    expect(start.getAttribute('href')).toBe('/questions?mode=interview')
    expect(screen.queryAllByText(/Interview in 20 days/)).toHaveLength(1)
  })

  const done = { ...sampleInterview().today, unseen: [], due: 0, minutes: 0 }
  test.each([
    ['is done for today', { today: done }, 'Interview in 20 days'],
    ['is the day before', { today: done, daysLeft: 1, date: '2026-03-11' }, 'Your interview is tomorrow'],
    ['has reached its day', { today: done, daysLeft: 0, date: '2026-03-10' }, 'Your interview is today'],
    ['is over', { today: done, daysLeft: 0, date: '2026-03-09' }, 'How did your interview go?'],
  ])('counts down in one row when the plan %s', async (_, part, title) => {
    network(dated(part))
    renderAt('/dashboard', <Today />)
    const row = (await screen.findByText(title)).closest('li') as HTMLElement
    within(row).getByRole('link', { name: 'Open the plan' })
    expect(screen.queryByRole('link', { name: /Start today/ })).toBeNull()
  })

  test('shows the daily goal once it is known', async () => {
    const pending = () => new Promise(() => {})
    network({
      'GET /api/progress/dashboard': pending,
      'GET /api/progress/get': () => ({ success: true, progress: { ...progress, currentStreak: 3 } }),
    })
    renderAt('/dashboard', <Today />)
    await screen.findByText('3-day streak')
    expect(screen.queryByText(/today's goal/)).toBeNull()
  })

  test('offers a question and courses to a new account', async () => {
    network({
      'GET /api/progress/get': () => ({ success: true, progress: { ...progress, lastActivity: null } }),
      'GET /api/learning-paths': () => ({
        success: true,
        data: [
          { id: 'empty', title: 'Empty', difficulty: 'beginner', questionCount: 0 },
          { id: 'css', title: 'Advanced CSS', difficulty: 'intermediate', questionCount: 30 },
        ],
      }),
    })
    renderAt('/dashboard', <Today />)
    await screen.findByRole('region', { name: 'Answer your first question' })
    const courses = within(await screen.findByRole('region', { name: 'Learning paths to start with' }))
    expect(courses.getAllByRole('link').map((link) => link.textContent)).toEqual(['Start Advanced CSS'])
  })

  test('reports that progress failed to load, and retries', async () => {
    let fails = true
    network({
      'GET /api/progress/get': () => (fails ? errorResponse(400, 'Invalid') : { success: true, progress }),
    })
    const { user } = renderAt('/dashboard', <Today />)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load progress')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('region', { name: 'Choose a learning path' })
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
