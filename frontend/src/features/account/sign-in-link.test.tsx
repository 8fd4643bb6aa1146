import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { SignInLink } from './mailed-link.tsx'

const use = 'POST /api/auth/sign-in-link/use'

test('the page of a sign-in link signs in when its button is pressed, not before', async () => {
  const calls = fakeNetwork({
    [use]: () => ({ success: true, user: learner, token: 't', expiresAt: '2026-11-21T10:00:00.000Z' }),
  })
  const { user } = renderAt('/auth/sign-in-link#token=secret', <SignInLink />)
  const button = await screen.findByRole('button', { name: 'Sign in' })
  expect(calls).toEqual([])
  await user.click(button)
  await screen.findByText("You're signed in.")
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'secret' })
  expect(JSON.parse(localStorage.getItem('auth_profile') ?? '')).toMatchObject({ uid: 'learner-1' })
})

test('a used link is reported', async () => {
  fakeNetwork({ [use]: () => errorResponse(400, 'This link is no longer valid', { code: 'link_expired' }) })
  const { user } = renderAt('/auth/sign-in-link#token=old', <SignInLink />)
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid')
})
