import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { caller, newLearner, visitor } from '../support/client.ts'
import { linkIn, mailTo } from '../support/mailbox.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

const tokenOf = (link: string) => new URL(link).hash.slice('#token='.length)
const linkMailedTo = async (address: string, subject: string) => linkIn(await mailTo(address, subject))
const refused = { success: false, code: 'link_expired', error: 'This link is no longer valid' }

test('an email address is confirmed by the emailed link', async () => {
  const { email, call } = await newLearner()
  const link = await linkMailedTo(email, 'Confirm your email address')
  expect(new URL(link).pathname).toBe('/auth/verify-email')
  expect((await visitor('/api/auth/email/verify', { body: { token: tokenOf(link) } })).status).toBe(200)
  const { body } = await call<{ user: { isEmailVerified: boolean } }>('/api/auth/me')
  expect(body.user.isEmailVerified).toBe(true)
  expect((await visitor('/api/auth/email/verification', { body: {} })).status).toBe(401)
  expect((await call('/api/auth/email/verification', { body: {} })).status).toBe(200)
})

describe('a forgotten password', () => {
  test('is replaced through the emailed link, and every session ends everywhere at once', async () => {
    const { email, call } = await newLearner()
    const asked = await visitor('/api/auth/password/forgot', { body: { email } })
    const unknown = await visitor('/api/auth/password/forgot', {
      body: { email: `${randomUUID()}@rehearse.test` },
    })
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body])

    const link = await linkMailedTo(email, 'Choose a new password')
    expect(new URL(link).pathname).toBe('/auth/reset-password')
    const password = 'a new beginning'
    const body = { token: tokenOf(link), password, confirmPassword: password }
    expect((await visitor('/api/auth/password/reset', { body })).status).toBe(200)
    for (const path of ['/api/auth/me', '/api/progress/get']) {
      await vi.waitUntil(async () => (await call(path)).status === 401)
    }
    expect((await visitor('/api/auth/login', { body: { email, password } })).status).toBe(200)
    await mailTo(email, 'Your password was changed')
    const again = await visitor('/api/auth/password/reset', {
      body: { ...body, password: 'another one', confirmPassword: 'another one' },
    })
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject(refused)
  })

  test('is not replaced by an invalid password, nor through a made-up link', async () => {
    for (const [password, code] of [
      ['five5', 'invalid_request'],
      ['é'.repeat(37), 'invalid_request'],
      ['good enough', 'link_expired'],
    ]) {
      const { status, body } = await visitor('/api/auth/password/reset', {
        body: { token: 'made-up', password, confirmPassword: password },
      })
      expect([status, body.code]).toEqual([400, code])
    }
  })
})

test('changing a password requires the current one and signs out other devices', async () => {
  const { email, password, call } = await newLearner()
  const other = await visitor<{ token: string }>('/api/auth/login', { body: { email, password } })
  await mailTo(email, 'New sign-in to your account')
  const change = (currentPassword: string) =>
    call('/api/users/me/password', {
      body: { currentPassword, newPassword: 'better than before', confirmPassword: 'better than before' },
    })
  expect((await change('wrong')).body.code).toBe('wrong_password')
  expect((await change(password)).status).toBe(200)
  expect((await call('/api/auth/me')).status).toBe(200)
  await vi.waitUntil(async () => (await caller(other.body.token)('/api/progress/get')).status === 401)
  expect((await visitor('/api/users/me/password', { body: {} })).status).toBe(401)
})

test('an account changes its email address through a link sent to the new one', async () => {
  const { email, password, call } = await newLearner()
  const next = `moved-${randomUUID()}@rehearse.test`
  expect((await call('/api/users/me/email', { body: { newEmail: next, password } })).status).toBe(200)
  const token = tokenOf(await linkMailedTo(next, 'Confirm your new email address'))
  const confirm = (as: typeof call) => as('/api/auth/email/confirm', { body: { token } })
  expect((await confirm(visitor)).status).toBe(401)
  expect((await confirm((await newLearner()).call)).status).toBe(403)
  expect((await confirm(call)).status).toBe(200)
  await mailTo(email, 'Your email address was changed')
  expect((await visitor('/api/auth/login', { body: { email: next, password } })).status).toBe(200)
  expect((await visitor('/api/auth/login', { body: { email, password } })).status).toBe(401)
})

test('a badge is emailed to a verified address, with one-click unsubscribe', async () => {
  const learner = await newLearner()
  const token = tokenOf(await linkMailedTo(learner.email, 'Confirm your email address'))
  await visitor('/api/auth/email/verify', { body: { token } })
  await learner.call('/api/progress/save', { body: answerTo(await newQuestion()) })
  const mail = await mailTo(learner.email, /^You earned/)
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const { pathname } = new URL(header.slice(1, -1))
  const oneClick = await visitor(pathname, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(oneClick.status).toBe(200)
  const { body } = await learner.call<{ preferences: { notifications: object } }>('/api/users/me/preferences')
  expect(body.preferences.notifications).toMatchObject({ achievementAlerts: false, learningReminders: true })
})
