import type { Notice, OwnReport } from '@rehearse/contracts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { newNotificationsQuery } from '../../shared/account/notifications.ts'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { Notifications } from './notifications.tsx'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()

const report: OwnReport = {
  id: 'c0ffee00-16de-4b2d-98c4-df2164f3c7b4',
  questionId: '8d5229c8-16de-4b2d-98c4-df2164f3c7b4',
  questionTitle: 'Four timers',
  questionVersion: 2,
  reason: 'wrong-answer',
  text: 'It prints 4 four times.',
  state: 'resolved',
  answer: 'You are right, thank you.',
  settledAt: daysAgo(1),
  createdAt: daysAgo(3),
  updatedAt: daysAgo(1),
}
const regraded: Notice = {
  id: '5eed0000-16de-4b2d-98c4-df2164f3c7b4',
  type: 'answer-regraded',
  at: daysAgo(2),
  questionId: report.questionId,
  questionVersion: 2,
  title: 'Four timers',
  answeredAt: '2026-01-04T10:00:00.000Z',
  wasCorrect: false,
  isCorrect: true,
  points: 10,
}
const pageOf = (totalCount: number) => ({
  pagination: { page: 1, pageSize: 10, totalCount, totalPages: 1, hasNext: false, hasPrev: false },
})

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

const open = ({ reports = [] as OwnReport[], regrades = [] as Notice[] }) => {
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/questions/reports': () => ({ success: true, data: reports, ...pageOf(reports.length) }),
    'GET /api/progress/notices': () => ({ success: true, notices: regrades, ...pageOf(regrades.length) }),
  })
  return renderAt('/notices', <Notifications />)
}

test('a learner sees the responses to their reports, and which answers were regraded', async () => {
  open({ reports: [report], regrades: [regraded] })
  const reports = within(await screen.findByRole('region', { name: 'Your reports' }))
  expect(reports.getByText('You are right, thank you.')).toBeDefined()
  expect(reports.getByText('It prints 4 four times.')).toBeDefined()
  expect(reports.getByText('Resolved')).toBeDefined()
  const notices = within(await screen.findByRole('region', { name: 'Regraded answers' }))
  expect(notices.getByText(/Your answer from .*2026 now counts as correct/)).toBeDefined()
  expect(notices.getByText('+10 points')).toBeDefined()
})

test('new notifications are marked once: the next visit has none, even after a reload', async () => {
  const { queryClient, unmount } = open({ reports: [report], regrades: [regraded] })
  expect(await screen.findAllByText('New')).toHaveLength(2)
  expect(queryClient.getQueryData(newNotificationsQuery(learner.uid).queryKey)).toEqual([])
  unmount()
  open({ reports: [report], regrades: [regraded, { ...regraded, id: report.id, at: daysAgo(0) }] })
  const notices = within(await screen.findByRole('region', { name: 'Regraded answers' }))
  expect(await screen.findAllByText('New')).toHaveLength(1)
  expect(within(notices.getAllByRole('listitem')[1] as HTMLElement).getByText('New')).toBeDefined()
})

test('a learner without notifications sees how to report a question', async () => {
  open({})
  expect(await screen.findByText(/select Report below it/)).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Your reports' })).toBeNull()
})

test('if one list cannot be loaded, the other still shows', async () => {
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/questions/reports': () => ({ success: true, data: [report], ...pageOf(1) }),
    'GET /api/progress/notices': () => errorResponse(400, 'Not today'),
  })
  renderAt('/notices', <Notifications />)
  expect(await screen.findByText('Your regraded answers could not be loaded')).toBeDefined()
  expect(await screen.findByText('You are right, thank you.')).toBeDefined()
})
