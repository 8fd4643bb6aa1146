import type { OwnReport } from '@rehearse/contracts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { OwnReports } from './own-reports.tsx'

const report: OwnReport = {
  id: 'c0ffee00-16de-4b2d-98c4-df2164f3c7b4',
  questionId: '8d5229c8-16de-4b2d-98c4-df2164f3c7b4',
  questionTitle: 'Four timers',
  questionVersion: 2,
  reason: 'wrong-answer',
  text: 'It prints 4 four times.',
  state: 'resolved',
  answer: 'You are right, thank you.',
  settledAt: '2026-11-21T10:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
}

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

const open = (data: OwnReport[]) => {
  const totalCount = data.length
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/questions/reports': () => ({
      success: true,
      data,
      pagination: { page: 1, pageSize: 10, totalCount, totalPages: 1, hasNext: false, hasPrev: false },
    }),
  })
  return renderAt('/reported', <OwnReports />)
}

test('a learner reads what came of a report', async () => {
  open([report])
  await screen.findByText('You are right, thank you.')
  expect(screen.getByText('It prints 4 four times.')).toBeDefined()
  expect(screen.getByText('put right')).toBeDefined()
})

test('who has reported nothing is told where that is done', async () => {
  open([])
  expect(await screen.findByText(/Below each question/)).toBeDefined()
})
