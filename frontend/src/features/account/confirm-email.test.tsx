import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { ConfirmEmail } from './mailed-link.tsx'

const open = () => renderAt('/auth/confirm-email#token=secret', <ConfirmEmail />)

test('a visitor is asked to sign in, and the email address is confirmed right after', async () => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => errorResponse(401, 'Authentication required'),
    'POST /api/auth/email/confirm': () => ({ success: true, message: 'Email address changed' }),
  })
  const { user } = open()
  expect(await screen.findByText(/Sign in to the account that requested this change/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const { open: isAsking, onSuccess } = useSignInPrompt.getState()
  expect([isAsking, calls.filter(({ method }) => method === 'POST')]).toEqual([true, []])
  onSuccess?.()
  await screen.findByText('Your account now uses this address.')
  expect(calls.find(({ path }) => path === '/api/auth/email/confirm')?.body).toEqual({ token: 'secret' })
})
