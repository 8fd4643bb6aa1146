import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { adminData } from '../../shared/account/account-data.ts'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { queueAnswer, queuedAnswers, removeAnswers } from '../../shared/offline/answer-queue.ts'
import { openOfflineDatabase } from '../../shared/offline/offline-database.ts'
import { type Interview, saveInterview } from '../../shared/offline/saved-interviews.ts'
import { type Call, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { SignOut } from './sign-out.tsx'

const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
const away = () => Promise.reject(new TypeError('no network'))
const keep = (answerId: string) =>
  queueAnswer({
    answerId,
    userId: learner.uid,
    questionId: answerId,
    answeredAt: new Date().toISOString(),
    timeSpent: 1,
  })
const open = (answers: Parameters<typeof fakeNetwork>[0], area: 'learner' | 'admin' = 'learner') => {
  const calls = fakeNetwork(answers)
  const onStay = vi.fn()
  return { calls, onStay, ...renderAt('/', <SignOut area={area} onStay={onStay} />) }
}
const interview = (id: string): Interview => ({
  id,
  setup: { role: 'react', level: 'mid', minutes: 20, readAloud: false, dictate: false },
  startedAt: '2026-11-29T10:00:00.000Z',
  endedAt: null,
  finishedAt: null,
  parts: [],
  given: [],
  position: 0,
})
const isSignedOut = (calls: readonly Call[]) => calls.some(({ path }) => path === '/api/auth/logout')

beforeEach(async () => {
  replace.mockClear()
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  await removeAnswers((await queuedAnswers(learner.uid)).map(({ answerId }) => answerId))
})

describe('signing out', () => {
  test('asks nothing when the server accepts all answers', async () => {
    await keep('a')
    const { calls } = open({
      'POST /api/progress/save': () => ({
        success: true,
        result: {},
        progress: sampleProgress(),
        newBadges: [],
      }),
      'POST /api/auth/logout': () => ({ success: true }),
    })
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    expect(calls.map(({ path }) => path)).toEqual(['/api/progress/save', '/api/auth/logout'])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('asks when answers could not be sent; staying signed in changes nothing', async () => {
    await keep('a')
    await keep('b')
    const { calls, onStay, user } = open({ 'POST /api/progress/save/batch': away })
    await screen.findByRole('alertdialog', { name: '2 answers aren’t synced yet' })
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }))
    expect(onStay).toHaveBeenCalledOnce()
    expect(isSignedOut(calls)).toBe(false)
    expect(localStorage.getItem(STORAGE_KEYS.profile)).not.toBeNull()
    expect(await queuedAnswers(learner.uid)).toHaveLength(2)
  })

  test('discards them after confirmation', async () => {
    await keep('a')
    const { user } = open({ 'POST /api/progress/save': away, 'POST /api/auth/logout': away })
    await user.click(await screen.findByRole('button', { name: 'Discard 1 answer and sign out' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    expect(localStorage.getItem(STORAGE_KEYS.profile)).toBeNull()
    expect(await (await openOfflineDatabase()).count('answers')).toBe(0)
  })

  test('names mock interviews that are only on this device, and sends the others first', async () => {
    const deviceOnly = interview('3f0c6b1e-0000-4000-8000-000000000001')
    const unsent = interview('3f0c6b1e-0000-4000-8000-000000000002')
    saveInterview(deviceOnly, true)
    saveInterview(unsent)
    const { calls, user } = open({
      [`PUT /api/progress/mock-interviews/${unsent.id}`]: () => ({
        success: true,
        interview: { ...unsent, revision: 1, updatedAt: unsent.startedAt },
      }),
      'POST /api/auth/logout': () => ({ success: true }),
    })
    await screen.findByRole('alertdialog', { name: '1 mock interview is only on this device' })
    expect(calls.map(({ path }) => path)).toEqual([`/api/progress/mock-interviews/${unsent.id}`])
    await user.click(screen.getByRole('button', { name: 'Discard 1 mock interview and sign out' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    expect(JSON.stringify({ ...localStorage })).not.toContain('mock_interview')
  })

  test('names answers and mock interviews that could not be sent', async () => {
    await keep('a')
    saveInterview(interview('3f0c6b1e-0000-4000-8000-000000000001'))
    open({ 'POST /api/progress/save': away })
    await screen.findByRole('alertdialog', {
      name: '1 answer isn’t synced yet, and 1 mock interview is only on this device',
    })
    screen.getByRole('button', { name: 'Discard 1 answer and 1 mock interview and sign out' })
  })

  test('asks in Arabic', async () => {
    await act(() => useLocale.getState().setLanguage('ar'))
    await keep('a')
    await keep('b')
    open({ 'POST /api/progress/save/batch': away })
    await screen.findByRole('alertdialog', { name: 'إجابتان لم تُزامَنا بعد' })
    screen.getByRole('button', { name: 'تجاهُل إجابتين وتسجيل الخروج' })
    await act(() => useLocale.getState().setLanguage('en'))
  })

  test('asks an admin about unsaved drafts', async () => {
    const admin = { id: 'admin-1', email: 'root@example.com', expiresAt: '2999-01-01T00:00:00.000Z' }
    localStorage.setItem(STORAGE_KEYS.adminSession, JSON.stringify(admin))
    adminData('question_drafts').write([{ title: 'One' }, { title: 'Two' }])
    const { user } = open({ 'DELETE /api/admin/auth': () => ({ success: true }) }, 'admin')
    await screen.findByRole('alertdialog', { name: '2 drafts aren’t saved' })
    await user.click(screen.getByRole('button', { name: 'Discard 2 drafts and sign out' }))
    await waitFor(() => expect(replace).toHaveBeenCalled())
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/One|root@/)
    expect(localStorage.getItem(STORAGE_KEYS.profile)).not.toBeNull()
  })
})
