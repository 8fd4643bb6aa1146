import { screen, waitFor } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { EraseAccount } from './erase-account.tsx'

const at = '2026-11-21T08:00:00.000Z'
const receipt = (doneAt: string | null) => ({
  id: 'r1',
  requestedAt: at,
  completedAt: doneAt,
  services: [
    { service: 'identity', doneAt: at },
    { service: 'progress', doneAt },
  ],
})
const me = { 'GET /api/auth/me': () => ({ success: true, user: learner }) }
const signIn = () => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))

test('explains what will happen, asks twice, sends the code, and follows the receipt to the end', async () => {
  signIn()
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  let looks = 0
  const calls = fakeNetwork({
    ...me,
    'DELETE /api/users/me': () => ({ success: true, message: 'Erased', receipt: receipt(null) }),
    'GET /api/privacy/receipts/r1': () => {
      looks += 1
      return { success: true, receipt: receipt(looks > 1 ? at : null) }
    },
  })
  const { user, unmount } = renderAt('/auth/erase-account#token=secret', <EraseAccount />)
  expect(screen.getByText(/can.t be undone/)).toBeDefined()
  expect(screen.getByText(/nadia@example.com/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Delete account and data' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this account and its data?' })
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  const [confirm] = Array.from(dialog.querySelectorAll('button')).slice(-1)
  await user.click(confirm as HTMLElement)
  // The page reloads, so that nothing of the account stays in memory.
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/auth/erase-account?receipt=r1'))
  expect(calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ code: 'secret' })
  expect(localStorage.getItem(STORAGE_KEYS.profile)).toBeNull()
  expect(calls.some(({ path }) => path === '/api/auth/logout')).toBe(false)
  unmount()

  renderAt('/auth/erase-account?receipt=r1', <EraseAccount />)
  await screen.findByRole('heading', { level: 1, name: 'Account deleted' })
  await screen.findByText('in progress')
  await screen.findByText('All your data has been deleted.', undefined, { timeout: 5_000 })
})

test('shows the server’s error for a used code', async () => {
  signIn()
  const text = 'This code is wrong, was used, or has run out'
  fakeNetwork({ ...me, 'DELETE /api/users/me': () => errorResponse(403, text) })
  const { user } = renderAt('/auth/erase-account#token=old', <EraseAccount />)
  await user.click(screen.getByRole('button', { name: 'Delete account and data' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(Array.from(dialog.querySelectorAll('button')).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('asks a visitor to sign in, and reports a missing code', () => {
  fakeNetwork({})
  const { unmount } = renderAt('/auth/erase-account#token=secret', <EraseAccount />)
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete account and data' })).toBeNull()
  unmount()
  renderAt('/auth/erase-account', <EraseAccount />)
  expect(screen.getByRole('alert').textContent).toContain('This link is incomplete')
})

test('reports an unknown receipt', async () => {
  fakeNetwork({})
  renderAt('/auth/erase-account?receipt=none', <EraseAccount />)
  expect((await screen.findByRole('alert')).textContent).toContain('There is no receipt at this address')
})
