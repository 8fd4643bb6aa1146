import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useLocale } from '../../shared/i18n/locale.ts'
import { samplePreferences } from '../../testing/account-samples.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { SignInDialog } from './sign-in-dialog.tsx'

const signedIn = () => ({ success: true, user: learner, token: 't', expiresAt: '2026-11-21T10:00:00.000Z' })
const providers = (...names: string[]) => ({
  'GET /api/auth/providers': () => ({ success: true, providers: names, signInLink: false }),
})

function open(address = '/') {
  const onSuccess = vi.fn()
  const onClose = vi.fn()
  return {
    ...renderAt(address, <SignInDialog onClose={onClose} onSuccess={onSuccess} />),
    onSuccess,
    onClose,
  }
}
const field = (name: string) => screen.getByLabelText(name)
const press = (name: string) => screen.getByRole('button', { name })

describe('the sign-in dialog', () => {
  test('starts with signing in, and calls back after a sign-in', async () => {
    const calls = fakeNetwork({ ...providers(), 'POST /api/auth/login': signedIn })
    const { user, onSuccess } = open()
    expect(screen.getByRole('dialog', { name: 'Welcome Back!' })).toBeDefined()
    await user.type(field('Email'), 'nadia@example.com')
    await user.type(field('Password'), 'secret-1')
    await user.click(press('Sign in'))
    await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce())
    expect(calls.find((call) => call.path === '/api/auth/login')?.body).toEqual({
      email: 'nadia@example.com',
      password: 'secret-1',
    })
    expect(JSON.parse(localStorage.getItem('auth_profile') ?? '')).toMatchObject({ uid: 'learner-1' })
  })

  test('offers a sign-in link when the account is over its limit', async () => {
    const calls = fakeNetwork({
      'GET /api/auth/providers': () => ({ success: true, providers: [], signInLink: true }),
      'POST /api/auth/login': () => errorResponse(429, 'Too many requests', { code: 'too_many_requests' }),
      'POST /api/auth/sign-in-link': () => ({ success: true, message: 'on its way' }),
    })
    const { user } = open()
    await user.type(field('Email'), 'nadia@example.com')
    await user.type(field('Password'), 'secret-1')
    await user.click(press('Sign in'))
    await user.click(await screen.findByRole('button', { name: 'Mail me a sign-in link' }))
    await screen.findByText(/a sign-in link is on its way/)
    expect(calls.at(-1)).toMatchObject({
      path: '/api/auth/sign-in-link',
      body: { email: 'nadia@example.com' },
    })
  })

  test('offers no link where no mail is sent', async () => {
    fakeNetwork({
      'GET /api/auth/providers': () => ({ success: true, providers: [], signInLink: false }),
      'POST /api/auth/login': () => errorResponse(429, 'Too many requests', { code: 'too_many_requests' }),
    })
    const { user } = open()
    await user.type(field('Email'), 'nadia@example.com')
    await user.type(field('Password'), 'secret-1')
    await user.click(press('Sign in'))
    await screen.findByRole('alert')
    expect(screen.queryByRole('button', { name: 'Mail me a sign-in link' })).toBeNull()
  })

  test('switches to the sign-up form and back', async () => {
    fakeNetwork(providers())
    const { user } = open()
    await user.click(press("Don't have an account? Sign up"))
    expect(screen.getByRole('dialog', { name: 'Join Rehearse' })).toBeDefined()
    expect(field('Full name')).toBeDefined()
    expect(field('Confirm password')).toBeDefined()
    await user.click(press('Already have an account? Sign in'))
    expect(screen.queryByLabelText('Full name')).toBeNull()
  })

  test('sets a new account’s language and time zone from this device', async () => {
    const calls = fakeNetwork({
      ...providers(),
      'POST /api/auth/register': signedIn,
      'GET /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
      'PUT /api/users/me/preferences': ({ body }) => ({ success: true, preferences: body }),
    })
    await useLocale.getState().setLanguage('ar')
    const { user, onSuccess } = open()
    await user.click(press('ليس لديك حساب؟ أنشئ واحدًا'))
    await user.type(field('الاسم الكامل'), 'Nadia')
    await user.type(field('البريد الإلكتروني'), 'nadia@example.com')
    await user.type(field('كلمة المرور'), 'secret-1')
    await user.type(field('تأكيد كلمة المرور'), 'secret-1')
    await user.click(press('إنشاء الحساب'))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
        ...samplePreferences,
        language: 'ar',
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    )
    expect(onSuccess).toHaveBeenCalledOnce()
    await useLocale.getState().setLanguage('en')
  })

  test('sends no request if the passwords differ', async () => {
    const calls = fakeNetwork(providers())
    const { user } = open()
    await user.click(press("Don't have an account? Sign up"))
    await user.type(field('Full name'), 'Nadia')
    await user.type(field('Email'), 'nadia@example.com')
    await user.type(field('Password'), 'secret-1')
    await user.type(field('Confirm password'), 'secret-2')
    await user.click(press('Create account'))
    expect(screen.getByText('Passwords do not match')).toBeDefined()
    expect(document.activeElement).toBe(field('Confirm password'))
    expect(calls.some((call) => call.path === '/api/auth/register')).toBe(false)
  })

  test('shows why the server rejected it', async () => {
    fakeNetwork({
      ...providers(),
      'POST /api/auth/login': () => errorResponse(401, 'Invalid email or password'),
    })
    const { user, onSuccess } = open()
    await user.type(field('Email'), 'nadia@example.com')
    await user.type(field('Password'), 'wrong')
    await user.click(press('Sign in'))
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid email or password')
    expect(onSuccess).not.toHaveBeenCalled()
  })

  test('shows and hides the password', async () => {
    fakeNetwork(providers())
    const { user } = open()
    expect(field('Password').getAttribute('type')).toBe('password')
    await user.click(press('Show password'))
    expect(field('Password').getAttribute('type')).toBe('text')
  })

  test('offers only the configured providers, and returns to this page', async () => {
    fakeNetwork(providers('github'))
    open('/questions?category=CSS')
    expect((await screen.findByRole('link', { name: 'Continue with Github' })).getAttribute('href')).toBe(
      '/api/auth/oauth/github?returnTo=%2Fquestions%3Fcategory%3DCSS',
    )
    expect(screen.queryByRole('link', { name: 'Continue with Google' })).toBeNull()
  })

  test('closes with Escape', async () => {
    fakeNetwork(providers())
    const { user, onClose } = open()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})
