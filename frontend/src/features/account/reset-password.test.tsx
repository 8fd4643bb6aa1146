import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { ResetPassword } from './reset-password.tsx'

const field = (name: string) => screen.getByLabelText(name)
const press = (name: string) => screen.getByRole('button', { name })

describe('the page for a new password', () => {
  test('sends it with the token of the link, and offers to sign in', async () => {
    const calls = fakeNetwork({
      'POST /api/auth/password/reset': () => ({ success: true, message: 'Password changed' }),
    })
    const { user } = renderAt('/auth/reset-password#token=secret', <ResetPassword />)
    await user.type(field('New password'), 'brand new')
    await user.type(field('Confirm password'), 'something else')
    await user.click(press('Change password'))
    expect(screen.getByText('Passwords do not match')).toBeDefined()
    await user.clear(field('Confirm password'))
    await user.type(field('Confirm password'), 'brand new')
    await user.click(press('Change password'))
    await screen.findByText(/Your password was changed/)
    expect(calls.map(({ body }) => body)).toEqual([
      { password: 'brand new', confirmPassword: 'brand new', token: 'secret' },
    ])
    expect(press('Sign in')).toBeDefined()
  })

  test('asks for a password that meets the rules', async () => {
    const calls = fakeNetwork({})
    const { user } = renderAt('/auth/reset-password#token=secret', <ResetPassword />)
    for (const [password, problem] of [
      ['ééé', 'Use at least 6 characters.'],
      ['é'.repeat(37), /at most 72 bytes/],
    ] as const) {
      await user.clear(field('New password'))
      await user.type(field('New password'), password)
      await user.click(press('Change password'))
      expect(screen.getByText(problem)).toBeDefined()
    }
    expect(calls).toEqual([])
  })

  test('shows the server’s error for an expired link', async () => {
    fakeNetwork({
      'POST /api/auth/password/reset': () => errorResponse(400, 'This link is no longer valid'),
    })
    const { user } = renderAt('/auth/reset-password#token=old', <ResetPassword />)
    await user.type(field('New password'), 'brand new')
    await user.type(field('Confirm password'), 'brand new')
    await user.click(press('Change password'))
    expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid')
  })

  test('reports a link without a token', () => {
    renderAt('/auth/reset-password', <ResetPassword />)
    expect(screen.getByRole('alert').textContent).toContain('This link is incomplete')
  })
})
