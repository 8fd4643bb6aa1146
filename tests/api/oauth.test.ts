import { randomUUID } from 'node:crypto'
import type { Profile, Progress, User } from '@rehearse/contracts'
import { browse } from '@rehearse/testing/browse'
import { signInAtProvider, signInAtProviderPage } from '@rehearse/testing/sign-in-at-provider-page'
import { githubAccount } from '@rehearse/testing/test-github'
import { openIdAccount } from '@rehearse/testing/test-openid-provider'
import { describe, expect, inject, test } from 'vitest'
import { caller, newLearner, visitor } from '../support/client.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

const { url } = inject('platform')
const newAddress = () => `oauth-${randomUUID()}@rehearse.test`
const withGoogle = (account: string, more = {}) =>
  signInAtProviderPage({ url, provider: 'google', account, ...more })
const progressOf = async (token: string | undefined) =>
  (await caller(token)<{ progress: Progress }>('/api/progress/get')).body.progress
const userOf = async (token: string | undefined) =>
  (await caller(token)<{ user: User }>('/api/auth/me')).body.user

test('signing in again with Google keeps progress, preferences and a chosen name', async () => {
  const account = openIdAccount({ email: newAddress(), name: 'Ada Lovelace' })
  const first = await withGoogle(account)
  const learner = caller(first.token)
  const right = await newQuestion()
  const wrong = await newQuestion()
  await saveAnswer(learner, right)
  await saveAnswer(learner, wrong, { right: false })
  await learner('/api/users/me', { method: 'PATCH', body: { displayName: 'Countess' } })
  await learner('/api/users/me/preferences', { method: 'PUT', body: { dailyGoal: 30, theme: 'light' } })
  const before = await progressOf(first.token)
  expect(before).toMatchObject({ totalQuestions: 2, correctAnswers: 1, currentStreak: 1 })
  expect(before.achievements.totalPoints).toBeGreaterThan(0)

  const again = await withGoogle(account)
  expect(again.token).not.toBe(first.token)
  expect(await progressOf(again.token)).toEqual(before)
  const { body } = await caller(again.token)<{ user: Profile }>('/api/users/me')
  expect(body.user).toMatchObject({
    displayName: 'Countess',
    preferences: { dailyGoal: 30, theme: 'light' },
  })
})

test('one verified email address is one account with one progress, with either provider', async () => {
  const email = newAddress()
  const byGoogle = await withGoogle(openIdAccount({ email }))
  await saveAnswer(caller(byGoogle.token), await newQuestion())
  const account = githubAccount({ emails: [{ email, primary: true, verified: true }] })
  const byGithub = await signInAtProviderPage({ url, provider: 'github', account })
  expect((await userOf(byGithub.token)).uid).toBe((await userOf(byGoogle.token)).uid)
  expect(await progressOf(byGithub.token)).toMatchObject({ totalQuestions: 1 })
})

test('a user who verifies an unverified address gets its account and progress, without its password', async () => {
  const learner = await newLearner()
  await saveAnswer(learner.call, await newQuestion())
  const owner = await withGoogle(openIdAccount({ email: learner.email }))
  expect(await progressOf(owner.token)).toMatchObject({ userId: learner.uid, totalQuestions: 1 })
  const { email, password } = learner
  expect((await visitor('/api/auth/login', { body: { email, password } })).status).toBe(401)
  await expect.poll(async () => (await learner.call('/api/progress/get')).status).toBe(401)
})

describe('through the gateway', () => {
  test('the user returns to the page where sign-in began', async () => {
    const reply = await withGoogle(openIdAccount({ email: newAddress() }), {
      returnTo: '/questions?category=CSS',
    })
    expect(reply).toMatchObject({ status: 303, location: '/questions?category=CSS' })
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%09/evil.example', '/api/docs'])(
    'no one is sent elsewhere: %s',
    async (returnTo) => {
      const reply = await withGoogle(openIdAccount({ email: newAddress() }), { returnTo })
      expect(new URL(reply.location, url).origin).toBe(new URL(url).origin)
      expect(reply.location).not.toMatch(/^\/[/\\]|^\/api/)
    },
  )

  test('a declined sign-in and a forged callback sign no one in', async () => {
    expect(await withGoogle('no')).toMatchObject({ location: '/auth?failed=google', token: undefined })
    const { back } = await signInAtProvider({
      url,
      provider: 'google',
      account: openIdAccount({ email: newAddress() }),
    })
    const victim = browse()
    expect((await victim.visit(back.href)).headers.get('location')).toBe('/auth?failed=google')
    expect(victim.cookie(new URL(url).host, 'rehearse_token')).toBeUndefined()
  })

  test("the browser's half of a sign-in stays with identity, and no response is cached", async () => {
    const reply = await browse().visit(`${url}/api/auth/oauth/google`)
    expect(reply.status).toBe(303)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining('HttpOnly; SameSite=Lax')])
  })

  test('the configured providers are listed, and an unknown one is a 404', async () => {
    expect((await visitor('/api/auth/providers')).body).toMatchObject({ providers: ['google', 'github'] })
    expect((await visitor('/api/auth/oauth/gitlab')).status).toBe(404)
    expect((await visitor('/api/auth/oauth/google', { method: 'POST' })).status).toBe(405)
  })
})
