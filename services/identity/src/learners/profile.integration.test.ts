import { PREFERENCE_DEFAULTS, preferencesInput } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, registerLearner, type TestLearner } from '../testing/client.ts'
import { publishedMessage } from '../testing/published-message.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
/** A learner who only sends invalid requests. */
let refused: TestLearner
beforeAll(async () => {
  identity = await startIdentity()
  refused = await registerLearner(identity.app)
})
afterAll(() => identity?.close())

const me = '/api/users/me'
const preferencesPath = '/api/users/me/preferences'
const read = ({ token }: TestLearner, path: string) => call(identity.app, path, { bearer: token })
const patch = ({ token }: TestLearner, body: unknown) =>
  call(identity.app, me, { method: 'PATCH', bearer: token, body })
const put = ({ token }: TestLearner, body?: unknown) =>
  call(identity.app, preferencesPath, { method: 'PUT', bearer: token, body })

describe('the learner’s profile', () => {
  test('contains the account, its sign-in methods and preferences', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await read(learner, me)
    expect(reply.status).toBe(200)
    expect(reply.body.user).toEqual({
      uid: learner.uid,
      email: learner.email,
      displayName: 'Ann Example',
      photoURL: null,
      provider: 'password',
      isEmailVerified: false,
      createdAt: expect.any(String),
      lastLoginAt: expect.any(String),
      hasPassword: true,
      identities: [],
      timezone: 'UTC',
      preferences: PREFERENCE_DEFAULTS,
    })
  })

  test('changes only the given fields', async () => {
    const learner = await registerLearner(identity.app)
    const picture = 'https://example.com/ann.png'
    expect((await patch(learner, { displayName: '  Annie ' })).body.user).toMatchObject({
      displayName: 'Annie',
      photoURL: null,
      timezone: 'UTC',
    })
    await patch(learner, { photoURL: picture, timezone: 'Europe/Berlin' })
    expect((await read(learner, me)).body.user).toMatchObject({
      displayName: 'Annie',
      photoURL: picture,
      timezone: 'Europe/Berlin',
      preferences: { ...PREFERENCE_DEFAULTS, timezone: 'Europe/Berlin' },
    })
    expect((await patch(learner, { photoURL: null })).body.user?.photoURL).toBeNull()
    expect((await patch(learner, {})).body.user?.displayName).toBe('Annie')
    expect((await patch(learner, undefined)).status).toBe(200)
  })

  test('never changes fields that the learner may not edit', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await patch(learner, {
      email: 'evil@example.com',
      uid: 'x',
      isEmailVerified: true,
      provider: 'google',
      password_hash: 'x',
    })
    expect(reply.status).toBe(200)
    expect(reply.body.user).toMatchObject({
      uid: learner.uid,
      email: learner.email,
      isEmailVerified: false,
      provider: 'password',
    })
  })

  test.each([
    { displayName: '' },
    { displayName: '  ' },
    { displayName: 'x'.repeat(101) },
    { displayName: 'a\u0000b' },
    { displayName: null },
    { photoURL: 'http://example.com/ann.png' },
    { photoURL: 'javascript:alert(1)' },
    { photoURL: 'data:image/png;base64,AAAA' },
    { photoURL: `https://example.com/${'x'.repeat(2_048)}` },
    { timezone: 'Mars/Olympus' },
    { timezone: '' },
    [[]],
    'text',
  ])('rejects %j', async (body) => {
    const reply = await call(identity.app, me, {
      method: 'PATCH',
      bearer: refused.token,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.status).toBe(400)
    expect((await read(refused, me)).body.user).toMatchObject({ displayName: 'Ann Example', photoURL: null })
  })
})

describe('the learner’s preferences', () => {
  test('are the specification’s defaults until changed', async () => {
    const learner = await registerLearner(identity.app)
    expect((await read(learner, preferencesPath)).body.preferences).toEqual({
      theme: 'system',
      notifications: { email: true, push: true, learningReminders: true, achievementAlerts: true },
      emailUpdates: false,
      language: 'en',
      timezone: 'UTC',
      learningMode: null,
      dailyGoal: 10,
      targetAccuracy: 80,
      studyHours: { start: '09:00', end: '17:00' },
      difficultyPreference: 'mixed',
      sections: ['HTML', 'CSS', 'JavaScript', 'React'],
      focusAreas: [],
      interviewDate: null,
      learningPath: null,
    })
  })

  const chosen = {
    theme: 'dark',
    notifications: { email: false, push: false, learningReminders: false, achievementAlerts: false },
    emailUpdates: true,
    language: 'ar',
    timezone: 'America/Argentina/Buenos_Aires',
    learningMode: 'guided',
    dailyGoal: 1_000,
    targetAccuracy: 65,
    studyHours: { start: '22:00', end: '02:30' },
    difficultyPreference: 'advanced',
    sections: ['Testing'],
    focusAreas: ['Accessibility', 'Performance'],
    interviewDate: '2027-03-01',
    learningPath: 'advanced-css',
  }

  test('are replaced as a whole: omitted fields return to their default', async () => {
    const learner = await registerLearner(identity.app)
    expect((await put(learner, chosen)).body.preferences).toEqual(chosen)
    expect((await read(learner, preferencesPath)).body.preferences).toEqual(chosen)
    expect((await put(learner, { notifications: { push: false } })).body.preferences).toEqual({
      ...PREFERENCE_DEFAULTS,
      notifications: { ...PREFERENCE_DEFAULTS.notifications, push: false },
    })
    expect((await put(learner)).body.preferences).toEqual(PREFERENCE_DEFAULTS)
  })

  test('drop unknown values and duplicates, and accept the specification’s other names of difficulty', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await put(learner, {
      sections: ['CSS', 'CSS', 'HTML'],
      difficultyPreference: 'hard',
      admin: true,
      notifications: { sms: true },
    })
    expect(reply.body.preferences).toEqual({
      ...PREFERENCE_DEFAULTS,
      sections: ['CSS', 'HTML'],
      difficultyPreference: 'advanced',
    })
  })

  test('are published only when they change', async () => {
    const learner = await registerLearner(identity.app)
    await put(learner, chosen)
    await put(learner, chosen)
    await patch(learner, { timezone: 'Asia/Tokyo' })
    await publishedMessage(
      identity,
      ({ type, data }) =>
        type === 'PreferencesChanged' && data.learnerId === learner.uid && data.timezone === 'Asia/Tokyo',
    )
    const messages: unknown[] = []
    await publishedMessage(identity, ({ type, data }) => {
      if (type !== 'PreferencesChanged' || data.learnerId !== learner.uid) return false
      messages.push(data)
      return data.timezone === 'Asia/Tokyo'
    })
    const { targetAccuracy, language, dailyGoal, learningPath, sections } = chosen
    const published = { learnerId: learner.uid, targetAccuracy, language, dailyGoal, learningPath, sections }
    expect(messages).toEqual([
      { ...published, timezone: chosen.timezone },
      { ...published, timezone: 'Asia/Tokyo' },
    ])
  })

  test('keep both of two concurrent changes', async () => {
    const learner = await registerLearner(identity.app)
    await put(learner, { dailyGoal: 20 })
    await Promise.all([patch(learner, { timezone: 'Asia/Tokyo' }), patch(learner, { displayName: 'Annie' })])
    expect((await read(learner, me)).body.user).toMatchObject({
      displayName: 'Annie',
      preferences: { dailyGoal: 20, timezone: 'Asia/Tokyo' },
    })
  })

  test.each([
    { theme: 'pink' },
    { dailyGoal: 0 },
    { targetAccuracy: 59 },
    { targetAccuracy: 91 },
    { targetAccuracy: 72.5 },
    { dailyGoal: 1_001 },
    { dailyGoal: 2.5 },
    { studyHours: { start: '9:00', end: '17:00' } },
    { studyHours: { start: '24:00', end: '17:00' } },
    { studyHours: { start: '09:00', end: '09:00' } },
    { timezone: 'Nowhere' },
    { language: 'x'.repeat(36) },
    { language: '../../etc' },
    { learningMode: 'lazy' },
    { difficultyPreference: 'impossible' },
    { sections: 'HTML' },
    { sections: ['a\u0000b'] },
    { focusAreas: Array.from({ length: 51 }, (_, at) => String(at)) },
    { notifications: { email: 'yes' } },
    { emailUpdates: 1 },
  ])('reject %j', async (body) => {
    const reply = await put(refused, body)
    expect(reply.status).toBe(400)
    expect(reply.body.details?.[0]?.path).toMatch(new RegExp(`^${Object.keys(body)[0]}`))
  })
})

test('returns nothing to a visitor or for an ended session', async () => {
  const learner = await registerLearner(identity.app)
  await call(identity.app, '/api/auth/logout', { method: 'POST', bearer: learner.token })
  for (const bearer of [undefined, learner.token]) {
    for (const [method, path] of [
      ['GET', me],
      ['PATCH', me],
      ['GET', preferencesPath],
      ['PUT', preferencesPath],
    ] as const) {
      expect(
        (await call(identity.app, path, { method, bearer, ...(method !== 'GET' && { body: {} }) })).status,
      ).toBe(401)
    }
  }
})

test('lists the defaults that the schema fills in', () => {
  expect(preferencesInput.parse({})).toEqual(PREFERENCE_DEFAULTS)
})
