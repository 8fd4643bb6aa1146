import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { SIGNED_IN_COOKIE } from '../constants.ts'
import { LearnerOnly } from './learner-only.tsx'

const page = (
  <LearnerOnly title="Progress" words={{ title: 'Sign in to see it', text: 'It is yours.' }}>
    {({ displayName }) => <p>Of {displayName}</p>}
  </LearnerOnly>
)
const withCookie = (end = '') => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the sign-in sets it
  document.cookie = `${SIGNED_IN_COOKIE}=1${end}`
}
afterEach(() => withCookie('; expires=Thu, 01 Jan 1970 00:00:00 GMT'))

test('asks a visitor to sign in', () => {
  renderAt('/progress', page)
  expect(screen.getByRole('heading', { name: 'Sign in to see it' })).toBeDefined()
})

test('shows a learner the page once the profile loads, without asking them to sign in', async () => {
  const known = Promise.withResolvers<void>()
  fakeNetwork({ 'GET /api/auth/me': () => known.promise.then(() => ({ success: true, user: learner })) })
  withCookie()
  renderAt('/progress', page)
  expect(screen.getByRole('heading', { level: 1, name: 'Progress' })).toBeDefined()
  expect(screen.queryByText('Sign in to see it')).toBeNull()
  known.resolve()
  expect(await screen.findByText(`Of ${learner.displayName}`)).toBeDefined()
})

test('asks a learner whose session has ended to sign in', async () => {
  fakeNetwork({ 'GET /api/auth/me': () => errorResponse(401, 'Authentication required') })
  withCookie()
  renderAt('/progress', page)
  expect(await screen.findByRole('heading', { name: 'Sign in to see it' })).toBeDefined()
})
