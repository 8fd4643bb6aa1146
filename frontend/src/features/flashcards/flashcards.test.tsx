import type { Flashcard } from '@rehearse/contracts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress, sampleQuestion } from '../../testing/samples.ts'
import { Flashcards } from './flashcards.tsx'

const question = sampleQuestion()
const card = (part: Partial<Flashcard> = {}): Flashcard => ({
  questionId: question.id,
  title: question.title,
  category: 'JavaScript',
  due: '2026-11-21T10:00:00Z',
  state: 'review',
  reps: 2,
  lapses: 0,
  lastReviewedAt: '2026-11-14T10:00:00Z',
  stability: 7,
  recall: 90,
  ratings: [
    { rating: 1, due: '2026-11-21T10:01:00Z', interval: 60 },
    { rating: 2, due: '2026-11-21T10:10:00Z', interval: 600 },
    { rating: 3, due: '2026-11-24T10:00:00Z', interval: 3 * 86_400 },
    { rating: 4, due: '2027-01-21T10:00:00Z', interval: 61 * 86_400 },
  ],
  ...part,
})
const other = card({ questionId: '6a06845a-3869-42a4-bb3f-b045fc11a3e4', title: 'Timers in a loop' })

let due: Flashcard[]
const open = (more: Parameters<typeof fakeNetwork>[0] = {}) => {
  const faces = (id: string) => ({
    [`GET /api/questions/unified/${id}`]: () => ({
      success: true,
      data: {
        ...question,
        id,
        options: question.options.map((option) => ({ ...option, isCorrect: option.id === 'b' })),
        explanation: 'One variable.',
      },
    }),
    [`POST /api/progress/reviews/${id}`]: () => ({
      success: true,
      review: card({ due: new Date(Date.now() + 3 * 86_400_000).toISOString() }),
      progress: sampleProgress(),
    }),
  })
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/reviews': () => ({
      success: true,
      reviews: due,
      forecast: [
        { date: '2026-11-21', due: due.length },
        { date: '2026-11-22', due: 0 },
        { date: '2026-11-23', due: 3 },
      ],
      pagination: {
        page: 1,
        pageSize: 20,
        totalCount: due.length,
        totalPages: 1,
        hasNext: false,
        hasPrev: false,
      },
    }),
    ...faces(question.id),
    ...faces(other.questionId),
    ...more,
  })
  return { calls, ...renderAt('/flashcards', <Flashcards />) }
}
const reviews = (calls: ReturnType<typeof open>['calls']) =>
  calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/progress/reviews'))

beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  due = [card(), other]
})

test.each([
  [undefined, 1],
  ['ar', 0],
])('in Arabic, a card marks that its question is in English: language %s', async (language, marks) => {
  due = [card()]
  useLocale.getState().setLanguage('ar')
  try {
    open({
      [`GET /api/questions/unified/${question.id}`]: () => ({
        success: true,
        data: { ...question, language, explanation: 'One variable.' },
      }),
    })
    await screen.findByText('What does this print?')
    await waitFor(() => expect(document.documentElement.lang).toBe('ar'))
    await waitFor(() => expect(screen.queryAllByText('بالإنجليزية')).toHaveLength(marks))
  } finally {
    useLocale.getState().setLanguage('en')
  }
})

describe('flashcards', () => {
  test('are turned by space and rated by 1 to 4, and show a summary', async () => {
    const { calls, user } = open()
    await screen.findByText('What does this print?')
    await user.keyboard('3')
    expect(reviews(calls)).toHaveLength(0)
    await user.keyboard(' ')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Answer' }))
    expect(screen.getByText('One variable.')).toBeDefined()
    expect(screen.getByRole('list', { name: 'Correct answer' }).textContent).toBe('4 4 4 4')
    await user.keyboard('3')
    await screen.findByRole('heading', { level: 1, name: 'Timers in a loop' })
    expect(screen.getByRole('status').textContent).toBe('Next review in 3 days.')
    await screen.findByRole('button', { name: /Show answer/ })
    await user.keyboard(' 1')
    expect(await screen.findByRole('heading', { name: 'Session complete' })).toBeDefined()
    expect(reviews(calls).map(({ body }) => body)).toEqual([
      {
        reviewId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        rating: 3,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      expect.objectContaining({ rating: 1 }),
    ])
    expect(screen.getByText('2 cards reviewed.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Review one more card' })).toBeDefined()
  })

  test('keep showing the end of the session when no card is due any more', async () => {
    due = [card()]
    const { calls, user } = open()
    await user.click(await screen.findByRole('button', { name: /Show answer/ }))
    due = []
    await user.click(screen.getByRole('button', { name: /^Good/ }))
    const loaded = () => calls.filter(({ method, path }) => method === 'GET' && path.includes('/reviews'))
    await waitFor(() => expect(loaded().length).toBeGreaterThan(1))
    await waitFor(() => expect(screen.queryByText('–')).toBeNull())
    expect(screen.getByRole('heading', { name: 'All due cards reviewed' })).toBeDefined()
    expect(screen.getByText('1 card reviewed.')).toBeDefined()
  })

  test('show the next due date on each rating', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Show answer/ }))
    expect(
      screen.getAllByRole('button', { name: /next review in/ }).map((button) => button.textContent),
    ).toEqual([
      '1Againnext review in1 min',
      '2Hardnext review in10 min',
      '3Goodnext review in3 days',
      '4Easynext review in2 mths',
    ])
  })

  test('send the same review again after a failure', async () => {
    let fails = true
    const path = `POST /api/progress/reviews/${question.id}`
    const { calls, user } = open({
      [path]: () =>
        fails
          ? errorResponse(503, 'The service is away')
          : { success: true, review: card(), progress: sampleProgress() },
    })
    await user.click(await screen.findByRole('button', { name: /Show answer/ }))
    await user.click(screen.getByRole('button', { name: /^Good/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Your rating has not been saved yet')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { level: 1, name: 'Timers in a loop' })
    const ids = reviews(calls).map(({ body }) => (body as { reviewId: string }).reviewId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('show when the next one is due if none is due now', async () => {
    due = []
    open()
    expect(await screen.findByRole('heading', { name: 'No cards are due' })).toBeDefined()
    expect(screen.getByText('The next card is due in 2 days.')).toBeDefined()
  })

  test('can be loaded again after a failure', async () => {
    open({ 'GET /api/progress/reviews': () => errorResponse(400, 'Invalid') })
    expect((await screen.findByRole('alert')).textContent).toContain('The flashcards could not be loaded')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined())
  })

  test('ask a visitor to sign in', async () => {
    localStorage.clear()
    const { calls } = open()
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeDefined()
    expect(calls.some(({ path }) => path.startsWith('/api/progress'))).toBe(false)
  })
})
