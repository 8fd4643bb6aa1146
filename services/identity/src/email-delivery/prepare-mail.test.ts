import { PREFERENCE_DEFAULTS } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import type { LearnerLetter } from '../email/letter.ts'
import { isStillRelevant } from './prepare-mail.ts'

const learner = { email: 'ann@example.com', is_email_verified: true, disabled_at: null }
const wanted = (
  letter: LearnerLetter,
  changes: { learner?: Partial<typeof learner>; recipient?: string; notifications?: object } = {},
) =>
  isStillRelevant(
    { letter, recipient: changes.recipient ?? learner.email },
    { ...learner, ...changes.learner },
    { notifications: { ...PREFERENCE_DEFAULTS.notifications, ...changes.notifications } },
  )

test('a confirmation link is wanted if the address is the learner’s and not confirmed', () => {
  expect(wanted({ kind: 'verify-email' })).toBe(false)
  expect(wanted({ kind: 'verify-email' }, { learner: { is_email_verified: false } })).toBe(true)
  const moved = { learner: { is_email_verified: false, email: 'new@example.com' } }
  expect(wanted({ kind: 'verify-email' }, moved)).toBe(false)
})

test('a change link is wanted if the address isn’t the learner’s yet', () => {
  expect(wanted({ kind: 'confirm-email' })).toBe(false)
  expect(wanted({ kind: 'confirm-email' }, { recipient: 'new@example.com' })).toBe(true)
})

describe.each([
  [{ kind: 'reminder' } as const, { learningReminders: false }],
  [{ kind: 'badges', titles: ['First steps'] } as const, { achievementAlerts: false }],
])('%j', (letter, off) => {
  test('is wanted by a verified address whose owner accepts its kind', () => {
    expect(wanted(letter)).toBe(true)
    expect(wanted(letter, { notifications: off })).toBe(false)
    expect(wanted(letter, { notifications: { email: false } })).toBe(false)
    expect(wanted(letter, { learner: { is_email_verified: false } })).toBe(false)
    expect(wanted(letter, { learner: { email: 'new@example.com' } })).toBe(false)
  })
})

test('mail is always wanted about changes to the account', () => {
  const mute = { notifications: { email: false }, learner: { is_email_verified: false } }
  for (const kind of ['password-changed', 'email-changed'] as const) expect(wanted({ kind }, mute)).toBe(true)
  expect(wanted({ kind: 'new-device', device: 'Firefox', at: '2026-11-21T10:00:00Z' }, mute)).toBe(true)
})
