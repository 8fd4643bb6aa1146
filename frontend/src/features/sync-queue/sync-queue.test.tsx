import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { markRejected, queueAnswer, queuedAnswers, removeAnswers } from '../../shared/offline/answer-queue.ts'
import { useToasts } from '../../shared/ui/toasts.tsx'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { SyncQueue } from './sync-queue.tsx'

const result = {
  isCorrect: true,
  correctOptionIds: ['a'],
  explanation: '',
  optionFeedback: [],
  points: 10,
  questionVersion: 1,
  graded: 'server',
  attempt: 1,
}
const keep = (answerId: string, title: string, userId = learner.uid) =>
  queueAnswer(
    { answerId, userId, questionId: answerId, answeredAt: '2026-11-21T10:00:00.000Z', timeSpent: 1 },
    title,
  )
const saved = () => ({ success: true, result, progress: sampleProgress() })
const open = (more: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({ 'GET /api/auth/me': () => ({ success: true, user: learner }), ...more })
  return { calls, ...renderAt('/waiting', <SyncQueue />) }
}
const posts = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST')

beforeEach(async () => {
  useToasts.setState({ toasts: [] })
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  for (const user of [learner.uid, 'another']) {
    await removeAnswers((await queuedAnswers(user)).map(({ answerId }) => answerId))
  }
})

test('queued answers are listed in order with their time, for this learner only; sent ones disappear', async () => {
  await keep('one', 'First question')
  await keep('two', 'Second question')
  await keep('theirs', 'Not mine', 'another')
  const { calls, user } = open({
    'POST /api/progress/save/batch': ({ body }) => ({
      success: true,
      results: (body as { answers: { answerId: string }[] }).answers.map(({ answerId }) => ({
        answerId,
        status: 'saved',
        result,
      })),
      newBadges: [{ name: 'First steps' }],
      progress: sampleProgress(),
    }),
  })
  const list = within(await screen.findByRole('region', { name: 'Waiting to sync' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('First question'),
    expect.stringContaining('Second question'),
  ])
  expect(list.getAllByText(/^Saved .*Nov.*21/)).toHaveLength(2)
  expect(list.getByText('2 answers')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sync all now' }))
  expect(await screen.findByText('No answers to sync')).toBeDefined()
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      '2 answers synced.',
      'New badge: First steps',
    ]),
  )
  expect(JSON.stringify(posts(calls)[0]?.body)).not.toContain('question"')
  expect(await queuedAnswers('another')).toHaveLength(1)
})

test('while the server is unavailable they stay queued, and the page says so', async () => {
  await keep('one', 'First question')
  const { user } = open({ 'POST /api/progress/save': () => errorResponse(503, 'away') })
  await user.click(await screen.findByRole('button', { name: 'Sync all now' }))
  expect(await screen.findByText(/^The server could not be reached/)).toBeDefined()
  expect(screen.getByText('First question')).toBeDefined()
})

test('a rejected answer stays with its reason, until it is retried', async () => {
  await keep('one', 'Gone question')
  let gone = true
  const { user } = open({
    'POST /api/progress/save': () => (gone ? errorResponse(404, 'Question not found') : saved()),
  })
  await user.click(await screen.findByRole('button', { name: 'Sync all now' }))
  const list = within(await screen.findByRole('region', { name: 'Rejected' }))
  expect(list.getByText(/Question not found/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Sync all now' })).toBeNull()
  gone = false
  await user.click(list.getByRole('button', { name: 'Try again Gone question' }))
  expect(await screen.findByText('No answers to sync')).toBeDefined()
  expect(await queuedAnswers(learner.uid)).toEqual([])
})

test('a rejected answer is discarded only after a confirmation', async () => {
  await keep('one', 'Gone question')
  await markRejected('one', 'Question not found')
  const { calls, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Discard Gone question' }))
  await user.click(await screen.findByRole('button', { name: 'Keep answer' }))
  expect(await queuedAnswers(learner.uid)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Discard Gone question' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('No answers to sync')).toBeDefined()
  expect(await queuedAnswers(learner.uid)).toEqual([])
  expect(posts(calls)).toEqual([])
})

test('a visitor is asked to sign in', async () => {
  localStorage.clear()
  open()
  expect(await screen.findByText('Sign in to see your answers')).toBeDefined()
})
