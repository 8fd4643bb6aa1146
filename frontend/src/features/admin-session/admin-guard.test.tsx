import { screen } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { AdminGuard } from './admin-guard.tsx'

function Where() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

const open = (address: string | { pathname: string; state: unknown }) =>
  renderAt(
    address,
    <Routes>
      <Route path="admin" element={<AdminGuard />}>
        <Route index element={<p>the login</p>} />
        <Route path="login" element={<p>the login</p>} />
        <Route path="dashboard" element={<p>the dashboard</p>} />
        <Route path="reports/questions/:id" element={<Where />} />
      </Route>
    </Routes>,
  )
const flag = () => localStorage.getItem('admin_redirect_attempted')
const storeTestSession = () =>
  localStorage.setItem(
    'admin_session',
    JSON.stringify({ id: 'a', email: 'a@b.c', expiresAt: new Date(Date.now() + 60_000).toISOString() }),
  )

describe('the admin guard', () => {
  test('sends a visitor to the login', async () => {
    const calls = fakeNetwork({})
    open('/admin/dashboard')
    expect(await screen.findByText('the login')).toBeDefined()
    expect(calls).toEqual([])
  })

  test('tries one redirect only', async () => {
    fakeNetwork({})
    localStorage.setItem('admin_redirect_attempted', 'true')
    open('/admin/dashboard')
    const link = await screen.findByRole('link', { name: 'Go to the admin sign-in' })
    expect(link.getAttribute('href')).toBe('/admin/login')
    expect(flag()).toBe('true')
  })

  test('resets the redirect flag if no redirect is needed', async () => {
    fakeNetwork({})
    localStorage.setItem('admin_redirect_attempted', 'true')
    open('/admin/login')
    await screen.findByText('the login')
    expect(flag()).toBeNull()
  })

  describe('with a stored session', () => {
    beforeEach(storeTestSession)

    test('checks it with the server, and lets an admin in', async () => {
      const calls = fakeNetwork({ 'GET /api/admin/auth': () => ({ success: true, admin: {} }) })
      open('/admin/dashboard')
      expect(await screen.findByText('the dashboard')).toBeDefined()
      expect(calls.map((call) => call.headers.get('x-rehearse-area'))).toEqual(['admin'])
    })

    test.each(['/admin', '/admin/login'])('redirects an admin from %s to the dashboard', async (address) => {
      fakeNetwork({ 'GET /api/admin/auth': () => ({ success: true, admin: {} }) })
      open(address)
      expect(await screen.findByText('the dashboard')).toBeDefined()
    })

    test('brings an admin back to the page that was opened before the login', async () => {
      fakeNetwork({ 'GET /api/admin/auth': () => ({ success: true, admin: {} }) })
      open({ pathname: '/admin/login', state: { from: '/admin/reports/questions/7?tab=key' } })
      expect(await screen.findByText('at /admin/reports/questions/7?tab=key')).toBeDefined()
    })

    test.each(['https://evil.example', '//evil.example', '/dashboard', 7])(
      'does not follow %s',
      async (from) => {
        fakeNetwork({ 'GET /api/admin/auth': () => ({ success: true, admin: {} }) })
        open({ pathname: '/admin/login', state: { from } })
        expect(await screen.findByText('the dashboard')).toBeDefined()
      },
    )

    test('sends an unknown session to the login and removes it', async () => {
      fakeNetwork({ 'GET /api/admin/auth': () => errorResponse(401, 'Invalid token') })
      open('/admin/dashboard')
      expect(await screen.findByText('the login')).toBeDefined()
      expect(localStorage.getItem('admin_session')).toBeNull()
    })
  })
})
