import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { signUpOffer } from '../../shared/account/account-data.ts'
import { newId } from '../../shared/new-id.ts'
import {
  discardVisitorAnswers,
  saveVisitorAnswer,
  VISITOR,
  visitorAnswers,
} from '../../shared/offline/visitor-answers.ts'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { type Call, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { AfterSignUp } from './after-sign-up.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

const network = () =>
  fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/auth/providers': () => ({ success: true, providers: [], signInLink: false }),
    'POST /api/auth/login': () => ({ success: true, user: learner, token: 't', expiresAt: '' }),
    'POST /api/progress/save/batch': ({ body }: Call) => ({
      success: true,
      results: (body as { answers: { answerId: string }[] }).answers.map(({ answerId }) => ({
        answerId,
        status: 'saved',
        result: { isCorrect: true },
      })),
      newBadges: [{ name: 'First steps' }, { name: 'Early bird' }],
      progress: sampleProgress(),
    }),
  })
const open = () => {
  localStorage.setItem('auth_profile', JSON.stringify(learner))
  return renderAt(
    '/questions',
    <Routes>
      <Route path="questions" element={<AfterSignUp />} />
      <Route path="welcome" element={<p>the introduction</p>} />
    </Routes>,
  )
}

beforeEach(async () => {
  useSignInPrompt.setState({ joined: true })
  await discardVisitorAnswers()
  for (let count = 0; count < 3; count += 1) {
    const answeredAt = new Date().toISOString()
    const given = { answerId: newId(), userId: VISITOR, questionId: newId(), timeSpent: 1, answeredAt }
    await saveVisitorAnswer(given, 'A question', true)
  }
})

test('a new account is offered the earlier answers, then a way to begin', async () => {
  const calls = network()
  const { user } = open()
  await screen.findByRole('heading', { name: 'Add your 3 answers to this account?' })
  expect(signUpOffer.read()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Add 3 answers' }))
  await screen.findByText(/3 answers added to your account\./)
  screen.getByText('New badges: First steps, Early bird')
  expect(calls.filter(({ path }) => path === '/api/progress/save/batch')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  await screen.findByText('the introduction')
  expect(useSignInPrompt.getState().joined).toBe(false)
  expect(signUpOffer.read()).toBeNull()
})

test('the answers may be discarded, and the introduction skipped', async () => {
  const calls = network()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Discard them' }))
  await user.click(await screen.findByRole('button', { name: 'Skip for now' }))
  expect(useSignInPrompt.getState().joined).toBe(false)
  expect(await visitorAnswers()).toEqual([])
  expect(calls.some(({ path }) => path.startsWith('/api/progress/save'))).toBe(false)
})

test('signing in to an existing account does not add the answers', async () => {
  useSignInPrompt.setState({ joined: false })
  const calls = network()
  const { user } = renderAt('/', <SignInDialog onClose={() => undefined} onSuccess={() => undefined} />)
  await user.type(screen.getByLabelText('Email'), 'nadia@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret-1')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/auth/login')).toBe(true))
  expect(useSignInPrompt.getState().joined).toBe(false)
  expect(await visitorAnswers()).toHaveLength(3)
})
