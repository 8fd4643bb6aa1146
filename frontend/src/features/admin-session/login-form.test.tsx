import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLocale } from '../../shared/i18n/locale.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { LoginForm } from './login-form.tsx'

const expiresAt = '2099-01-01T00:00:00.000Z'
const admin = {
  id: 'admin_1',
  email: 'grace@example.com',
  name: 'Grace',
  role: 'admin',
  token: 't',
  expiresAt,
}
const kept = () => localStorage.getItem('admin_session')

async function enterPassword({ user }: ReturnType<typeof renderAt>) {
  await user.type(screen.getByLabelText('Email'), 'grace@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a wrong password shows one error, and nothing is stored', async () => {
  const text = 'Invalid email or password'
  fakeNetwork({ 'POST /api/admin/auth': () => errorResponse(401, text, { code: 'invalid_credentials' }) })
  await enterPassword(renderAt('/admin/login', <LoginForm />))
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(kept()).toBeNull()
})

test('the error is in the language of the page', async () => {
  const text = 'Invalid email or password'
  fakeNetwork({ 'POST /api/admin/auth': () => errorResponse(401, text, { code: 'invalid_credentials' }) })
  const page = renderAt('/admin/login', <LoginForm />)
  try {
    await enterPassword(page)
    await screen.findByRole('alert')
    await act(() => useLocale.getState().setLanguage('ar'))
    // The page is suspended until its Arabic texts have loaded.
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('البريد الإلكتروني أو كلمة المرور غير صحيحة.')
  } finally {
    await act(() => useLocale.getState().setLanguage('en'))
  }
})

test('an account with a second factor needs its code, or a recovery code', async () => {
  const calls = fakeNetwork({
    'POST /api/admin/auth': ({ body }) => {
      const { code, recoveryCode } = body as { code?: string; recoveryCode?: string }
      if (recoveryCode) return { success: true, admin }
      return errorResponse(401, 'no', { code: code ? 'totp_invalid' : 'totp_required' })
    },
  })
  const page = renderAt('/admin/login', <LoginForm />)
  await enterPassword(page)
  const { user } = page
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This code is incorrect')
  expect(kept()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await expect.poll(kept).not.toBeNull()
  const credentials = { email: 'grace@example.com', password: 'secret' }
  expect(calls.map(({ body }) => body)).toEqual([
    credentials,
    { ...credentials, code: '123456' },
    { ...credentials, recoveryCode: 'abcd-efgh' },
  ])
})

test('an account over its sign-in limit can be entered with a code', async () => {
  const calls = fakeNetwork({
    'POST /api/admin/auth': ({ body }) =>
      (body as { code?: string }).code ? { success: true, admin } : errorResponse(429, 'no'),
  })
  const page = renderAt('/admin/login', <LoginForm />)
  await enterPassword(page)
  await page.user.click(await screen.findByRole('button', { name: 'Sign in with a code' }))
  await page.user.type(await screen.findByLabelText('Code'), '123456')
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await expect.poll(kept).not.toBeNull()
  expect(calls.at(-1)?.body).toEqual({ email: 'grace@example.com', password: 'secret', code: '123456' })
})

test('if a second factor is required, an admin without one sets it up first', async () => {
  const calls = fakeNetwork({
    'POST /api/admin/auth': () => ({ success: true, admin, mustEnroll: true }),
    'POST /api/admin/auth/totp': () => ({
      success: true,
      secret: 'ABCDEFGHIJ',
      uri: 'otpauth://totp/Rehearse:grace?secret=ABCDEFGHIJ',
    }),
    'POST /api/admin/auth/totp/confirm': () => ({ success: true, recoveryCodes: ['aaaa-bbbb'], admin }),
  })
  const page = renderAt('/admin/login', <LoginForm />)
  await enterPassword(page)
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(screen.getByText('ABCD EFGH IJ')).toBeDefined()
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('aaaa-bbbb')
  expect(kept()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await expect.poll(kept).toContain('admin_1')
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/auth', { email: 'grace@example.com', password: 'secret' }],
    ['/api/admin/auth/totp', { password: 'secret' }],
    ['/api/admin/auth/totp/confirm', { code: '123456' }],
  ])
})
