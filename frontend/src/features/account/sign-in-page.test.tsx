import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { SignInPage } from './sign-in-page.tsx'

const providers = () => ({ success: true, providers: ['google', 'github'], signInLink: false })
const signedIn = () => ({ success: true, user: learner, token: 't', expiresAt: '2026-11-21T10:00:00.000Z' })

const open = (address: string) =>
  renderAt(
    address,
    <Routes>
      <Route path="/auth" element={<SignInPage />} />
      <Route path="/dashboard" element={<h1>Dashboard</h1>} />
      <Route path="/" element={<h1>Home</h1>} />
    </Routes>,
  )

describe('the sign-in page', () => {
  test.each([
    ['google', 'Google sign-in failed'],
    ['github', 'Github sign-in failed'],
  ])('shows that sign-in with %s failed', async (failed, text) => {
    fakeNetwork({ 'GET /api/auth/providers': providers })
    open(`/auth?failed=${failed}`)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
  })

  test('shows no text from the URL', () => {
    fakeNetwork({ 'GET /api/auth/providers': providers })
    open('/auth?failed=<b>You won</b>')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/You won/)).toBeNull()
  })

  test('offers the providers again, returning to the page of the first attempt', async () => {
    fakeNetwork({ 'GET /api/auth/providers': providers })
    open('/auth?failed=google&returnTo=%2Fdashboard')
    const link = await screen.findByRole('link', { name: 'Continue with Google' })
    expect(link.getAttribute('href')).toBe('/api/auth/oauth/google?returnTo=%2Fdashboard')
  })

  test('opens that page after a sign-in, or for a signed-in learner', async () => {
    fakeNetwork({
      'GET /api/auth/providers': providers,
      'POST /api/auth/login': signedIn,
      'GET /api/auth/me': signedIn,
    })
    const { user, unmount } = open('/auth?returnTo=%2Fdashboard')
    await user.type(screen.getByLabelText('Email'), 'nadia@example.com')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Dashboard' })
    unmount()
    open('/auth?returnTo=https://evil.example')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Home' })).toBeDefined())
  })
})
