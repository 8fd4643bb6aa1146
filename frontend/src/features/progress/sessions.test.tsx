import type { LearningSession } from '@rehearse/contracts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { Sessions } from './sessions.tsx'

const session = (number: number, part: Partial<LearningSession> = {}): LearningSession => ({
  sessionId: `s${number}`,
  startTime: `2026-11-21T10:${String(10 + number)}:00Z`,
  endTime: null,
  learningMode: 'free-style',
  planId: null,
  questionsAnswered: number,
  correctAnswers: 1,
  timeSpent: 90,
  sections: ['JavaScript'],
  difficulty: 'mixed',
  createdAt: '2026-11-21T10:00:00Z',
  ...part,
})
const all = Array.from({ length: 7 }, (_, before) => session(7 - before))
const answer = (from: number, to: number, page: number) => ({
  success: true,
  sessions: all.slice(from, to),
  pagination: { page, pageSize: 5, totalCount: 7, totalPages: 2, hasNext: page < 2, hasPrev: page > 1 },
})

test('sessions are listed with their results, latest first, and earlier ones load on request', async () => {
  const calls = fakeNetwork({
    // A session has begun since the first page was read, so its last entry repeats.
    'GET /api/progress/sessions': ({ query }) =>
      query.get('page') === '1' ? answer(0, 5, 1) : answer(4, 7, 2),
  })
  const { user } = renderAt('/progress', <Sessions uid="me" />)
  const list = within(await screen.findByRole('region', { name: 'Practice sessions' }))
  const rows = () => list.getAllByRole('listitem').map((row) => row.textContent)
  await list.findByText('1 of 7 correct')
  expect(rows()[0]).toContain('Practice · JavaScript')
  expect(rows()).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Show earlier sessions' }))
  await list.findByText('1 of 1 correct')
  expect(rows()).toHaveLength(7)
  expect(screen.queryByRole('button', { name: 'Show earlier sessions' })).toBeNull()
  expect(calls.map(({ query }) => query.get('page'))).toEqual(['1', '2'])
})

test('it says how the list fills, and reports a failure to load', async () => {
  fakeNetwork({
    'GET /api/progress/sessions': () => ({ ...answer(0, 0, 2), sessions: [] }),
  })
  const { unmount } = renderAt('/progress', <Sessions uid="me" />)
  expect(await screen.findByText(/^A practice session/)).toBeDefined()
  unmount()
  fakeNetwork({ 'GET /api/progress/sessions': () => errorResponse(400, 'No') })
  renderAt('/progress', <Sessions uid="me" />)
  expect(await screen.findByText('Your practice sessions could not be loaded')).toBeDefined()
})
