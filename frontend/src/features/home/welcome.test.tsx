import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { samplePreferences, sampleProfile } from '../../testing/account-samples.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { Welcome } from './welcome.tsx'

const open = (answers: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork(answers)
  const view = renderAt(
    '/welcome',
    <Routes>
      <Route path="welcome" element={<Welcome />} />
      <Route path="study-plans" element={<p>the plans</p>} />
      <Route path="preparation-guides" element={<p>the guides</p>} />
    </Routes>,
  )
  return { calls, ...view }
}

test('a visitor says who they are and goes on to where that begins, without an account', async () => {
  const { calls, user } = open()
  await user.click(await screen.findByLabelText(/I have an interview/))
  await user.click(screen.getByLabelText(/Free practice/))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(await screen.findByText('the guides')).toBeDefined()
  expect(localStorage.getItem('userType')).toBe('job-seeker')
  expect(localStorage.getItem('hasCompletedOnboarding')).toBe('true')
  expect(calls).toEqual([])
})

test('a learner’s choice of mode is kept with the account', async () => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  const { calls, user } = open({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me': () => ({ success: true, user: sampleProfile() }),
    'GET /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
    'PUT /api/users/me/preferences': ({ body }) => ({ success: true, preferences: body }),
  })
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/users/me')).toBe(true))
  await user.click(await screen.findByLabelText(/With a plan/))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(await screen.findByText('the plans')).toBeDefined()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ learningMode: 'guided' })
})
